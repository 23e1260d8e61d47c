"""Random games played at once by the compiled rules and by the slow reference rules."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol

from plyground import DRAW, LOSS, ONGOING, WIN, Game
from plyground.conformance.compiled import CompiledRules
from tests.positions import MAX_PLIES, ODD_PATHS, game_of, label, side_of
from tests.reference.connect_four import ConnectFour
from tests.reference.conniption import Conniption
from tests.reference.dominoes import Dominoes
from tests.reference.paths import Paths, grid_paths
from tests.reference.watch_your_back import WatchYourBack

View = tuple[object, ...]
WINNERS = ("first", "second")
INTERPRETED_SHARE = 8
"""The plain rules are compared once in this many plies."""


class Reference(Protocol):
    """Slow rules over the texts of moves."""

    def start(self) -> Any: ...

    def moves(self, state: Any) -> list[str]: ...

    def play(self, state: Any, text: str) -> Any: ...

    def result(self, state: Any) -> str | None: ...

    def view(self, state: Any) -> View: ...


def rows_view(game: Game, position: Any) -> View:
    return tuple(game.position_text(position).lower().split("/")), side_of(game, position)


def conniption_view(game: Game, position: Any) -> View:
    rows, side, flips, *locked = game.position_text(position).split()
    first, second = map(int, flips.split("/"))
    return tuple(rows.lower().split("/")), first, second, not locked, "XO".index(side)


def spaces_view(game: Game, position: Any) -> View:
    return game.position_text(position).lower().replace("/", ""), side_of(game, position)


def watch_your_back_view(game: Game, position: Any) -> View:
    board, side, turn, *placing = game.position_text(position).split()
    return board, "O@".index(side), "placing" if placing else "moving", int(turn)


@dataclass(frozen=True)
class Pair:
    """A game, its reference, and how a position of one is expressed in terms of the other.

    `results` are those that random games must have shown, lest the comparison miss an ending.
    Games begin at `start` (for the reference: `state`), or where the rules have it.
    """

    name: str
    reference: Reference
    view: Callable[[Game, Any], View]
    results: frozenset[str] = frozenset(WINNERS)
    start: str = ""
    state: Any = None

    def __str__(self) -> str:
        return label(self.name) + f" from {self.start[64:].strip()}" * bool(self.start)

    def begin(self, game: Game) -> tuple[Any, Any]:
        if self.start:
            return game.parse_position(self.start), self.state
        return game.start(), self.reference.start()

    @property
    def game_name(self) -> str:
        return self.name.partition(":")[0]


ALL_RESULTS = frozenset((*WINNERS, "draw"))


def _connect_four(options: str, results: frozenset[str], **sizes: int) -> Pair:
    return Pair(f"connect-four{options}", ConnectFour(**sizes), rows_view, results)


def _conniption(options: str, results: frozenset[str], **rules: Any) -> Pair:
    return Pair(f"conniption{options}", Conniption(**rules), conniption_view, results)


def _grid(
    board: str, line: int, results: frozenset[str] = frozenset(WINNERS), misere: bool = False
) -> Pair:
    sides = tuple(map(int, board.split("x")))
    name = f"paths:board={board},line={line}" + ",misere=1" * misere
    return Pair(name, Paths(*grid_paths(sides, line), misere=misere), spaces_view, results)


def _odd_paths() -> Pair:
    (spaces,), *paths = (
        [int(word) for word in line.split()] for line in Path(ODD_PATHS).read_text().splitlines()
    )
    return Pair(f"paths:{ODD_PATHS}", Paths(spaces, paths), spaces_view)


def _dominoes(rows: int, columns: int, line: int, results: frozenset[str]) -> Pair:
    name = f"dominoes:rows={rows},columns={columns},line={line}"
    reference = Dominoes(rows=rows, columns=columns, line=line)
    return Pair(name, reference, rows_view, results)


def _watch_your_back(options: str, **rules: int) -> Pair:
    return Pair(
        f"watch-your-back{options}", WatchYourBack(**rules), watch_your_back_view, ALL_RESULTS
    )


def _watch_your_back_from(text: str, turn_limit: int, results: frozenset[str]) -> Pair:
    board, side, turn = text.split()
    reference = WatchYourBack(turn_limit=turn_limit)
    return Pair(
        f"watch-your-back:turn_limit={turn_limit}",
        reference,
        watch_your_back_view,
        results,
        text,
        reference.setup(board, side, int(turn)),
    )


# Hardly one random game in forty outlives the last shrink, so some begin shortly before and after.
CROWDED = "." * 8 + ".X-O@-X..O@-O@-..-OO@-@..@-@OO-..-O@-O@..X-@O-X." + "." * 8 + " O 186"
SMALLEST = "..................X--X....-@@-....-@@-....XOOX.................. O 200"
"""White can only forfeit."""

WON = frozenset(WINNERS)
SMALL = {"width": 4, "height": 4, "connect": 3}

PAIRS = (
    _connect_four("", WON),
    _connect_four(":width=8,height=7", WON, width=8, height=7),
    _connect_four(":width=4,height=4", ALL_RESULTS, width=4, height=4),
    _conniption("", WON),
    _conniption(":flips=2/0", WON, flips=(2, 0)),
    _conniption(":width=4,height=4,connect=3", WON, **SMALL),
    _conniption(
        ":width=4,height=4,connect=3,both_lines=draw", ALL_RESULTS, **SMALL, both_lines="draw"
    ),
    _conniption(
        ":width=4,height=4,connect=3,win_check=turn_end,both_lines=draw",
        ALL_RESULTS,
        **SMALL,
        win_check="turn_end",
        both_lines="draw",
    ),
    _grid("3x3", 3, ALL_RESULTS),
    _grid("3x3", 3, ALL_RESULTS, misere=True),
    _grid("4x4x4", 4),
    _grid("5x5", 4),
    _odd_paths(),
    _grid("9x9", 5),
    _grid("16x16", 5),
    _dominoes(6, 7, 4, WON),
    _dominoes(4, 5, 4, ALL_RESULTS),
    _dominoes(12, 12, 7, WON),
    _watch_your_back(""),
    _watch_your_back_from(CROWDED, 203, ALL_RESULTS),
    _watch_your_back_from(SMALLEST, 203, frozenset(("second", "draw"))),
)
MORE_PAIRS = (
    _connect_four(":width=5,height=5,connect=3", WON, width=5, height=5, connect=3),
    _conniption(":flips=0", WON, flips=(0, 0)),
    _conniption(":width=3,height=4", ALL_RESULTS, width=3, height=4),
    _conniption(":win_check=turn_end", WON, win_check="turn_end"),
    _conniption(":both_lines=draw", WON, both_lines="draw"),
    _conniption(":width=8,height=7", WON, width=8, height=7),
    _grid("12x12", 5),
    _dominoes(8, 8, 5, WON),
    _dominoes(9, 9, 6, WON),
    _watch_your_back(":turn_limit=0", turn_limit=0),
    _watch_your_back_from(CROWDED, 0, WON),
    _watch_your_back_from(CROWDED, 193, ALL_RESULTS),
)
"""Compared only by the long tests."""


class Ending(NamedTuple):
    """The last move of a game, and the boards before and after it."""

    before: View
    text: str
    after: View
    result: str


@dataclass
class Seen:
    """What occurred in the games of one comparison."""

    plies: int = 0
    interpreted_plies: int = 0
    endings: list[Ending] = field(default_factory=list)

    @property
    def results(self) -> Counter[str]:
        return Counter(ending.result for ending in self.endings)


class PlainRules:
    """The rules as they are written, where nothing is to be compiled."""

    def __init__(self, game: Game) -> None:
        self.play, self.outcome = game.play, game.outcome
        self.moves = lambda position: [*game.moves(position)]


def play_in_lockstep(
    pair: Pair, plies: int, seed: int = 1, rules: Callable[[Game], Any] = CompiledRules
) -> Seen:
    """Play random games until `plies` plies are compared; raises at the first difference."""
    game = game_of(pair.name)
    compiled, random, seen = rules(game), Random(seed), Seen()
    while seen.plies < plies:
        _play_one(pair, game, compiled, random, seen)
    return seen


def _play_one(pair: Pair, game: Game, compiled: Any, random: Random, seen: Seen) -> None:
    reference = pair.reference
    position, state = pair.begin(game)
    line: list[str] = []
    assert pair.view(game, position) == reference.view(state)
    while reference.result(state) is None and len(line) < MAX_PLIES:
        moves = compiled.moves(position)
        texts = [game.move_text(position, move) for move in moves]
        expected = sorted(reference.moves(state))
        assert sorted(texts) == expected, f"{pair} after {line}"
        text = random.choice(expected)
        move = moves[texts.index(text)]
        child, before = compiled.play(position, move), reference.view(state)
        outcome = compiled.outcome(child)
        if seen.plies % INTERPRETED_SHARE == 0:
            assert [*game.moves(position)] == moves, f"{pair} after {line}"
            assert game.play(position, move) == child, f"{pair}: {text} after {line}"
            assert game.outcome(child) == outcome, f"{pair}: {text} after {line}"
            seen.interpreted_plies += 1
        position, state = child, reference.play(state, text)
        line.append(text)
        seen.plies += 1
        result = reference.result(state)
        assert pair.view(game, position) == reference.view(state), f"{pair} after {line}"
        assert result_of(game, position, outcome) == result, f"{pair} after {line}"
        if result is not None:
            seen.endings.append(Ending(before, text, reference.view(state), result))


def result_of(game: Game, position: Any, outcome: int) -> str | None:
    """An outcome for the side to move, in the references' terms."""
    side = side_of(game, position)
    return {ONGOING: None, DRAW: "draw", WIN: WINNERS[side], LOSS: WINNERS[1 - side]}[outcome]
