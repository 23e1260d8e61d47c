"""Networks of patterns: how fast they learn, and how well they play Connect Four without a search
against perfect play (BitBully) after fifteen minutes of two cores."""

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from bitbully.bitbully_core import BitBullyCore

from benchmarks import ours
from benchmarks.findings import Finding, Step
from benchmarks.measure import Effort, Goal, spread
from benchmarks.solver import KINDS, board_after, position_after, positions_of, public_files
from benchmarks.words import goal_text, significant
from plyground.conformance.compiled import CompiledEvaluation
from plyground.core.game import Game
from plyground.core.outcome import DRAW, LOSS, ONGOING
from plyground.core.threads import stop_flag
from plyground.evaluations.patterns.file import read_head, read_network
from plyground.evaluations.patterns.network import IMAGES
from plyground.learning.method import Tally
from plyground.learning.methods.patterns import Patterns
from plyground.players.player import make_player
from plyground.records.record import Record

Answer = Callable[[str], int]
"""The move that somebody makes after some columns."""

GAME = ours.load("connect-four")
EXAMPLES = Path(__file__).parents[1] / "examples"
SPEEDS: dict[str, Goal | None] = {
    "connect-four": Goal(143_000),
    "dominoes": None,
    str(EXAMPLES / "othello.py"): None,
    str(EXAMPLES / "hex.py"): None,
    str(EXAMPLES / "breakthrough.py"): None,
}
SPEED_SECONDS = 10.0
MINUTES, THREADS = 15.0, 2
"""How long each network learns: as many minutes of processor time for each thread."""
SEEDS = range(1, 6)
CHUNK = 5_000
GAMES, POSITIONS, IN_SET = 500, 1500, 300
PLIES = range(8, 21)
SIMULATIONS = 600
FIRST, WRONG = Goal(0.95, 0.97), Goal(0.03, at_most=True)
ERRORS = {0.1: Goal(0.5, 0.55), 0.2: Goal(0.8, 0.86), 0.3: Goal(0.9, 0.93)}
"""How often the other side errs, and how often the network should win as second player."""


@dataclass(frozen=True)
class Speed:
    """Plies that are played and learned from in a second of one core."""

    TITLE: ClassVar = "Learning from games against itself"
    HEADINGS: ClassVar = ["game", "images", "games/s", "plies/s", "goal", "verdict"]

    game: str
    images: int
    games: float
    plies: float
    goal: Goal | None

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.plies) if self.goal else ""

    def row(self) -> list[str]:
        numbers = significant(self.games), significant(self.plies)
        return [self.game, str(self.images), *numbers, goal_text(self.goal, ""), self.verdict]


@dataclass(frozen=True)
class Strength:
    """How often networks do well that began with different seeds."""

    TITLE: ClassVar = "Connect Four without a search"
    HEADINGS: ClassVar = ["test", "seeds", "number", "median", "range", "goal", "verdict"]

    what: str
    number: int
    shares: tuple[float, ...]
    """One for each seed."""
    goal: Goal

    @property
    def verdict(self) -> str:
        return self.goal.verdict(spread(self.shares).median)

    def row(self) -> list[str]:
        seen = spread(self.shares)
        return [
            self.what,
            str(len(self.shares)),
            str(self.number),
            percent(seen.median),
            f"{percent(seen.low)} to {percent(seen.high)}",
            _percent_goal(self.goal),
            self.verdict,
        ]


@dataclass(frozen=True)
class Mistakes:
    """How often the first network's move gives a win or a draw away, in a set of positions."""

    TITLE: ClassVar = "Connect Four, moves that lose the game's value"
    HEADINGS: ClassVar = ["positions", "number", "net alone", f"{SIMULATIONS} simulations"]

    what: str
    number: int
    alone: float
    simulations: float
    verdict: ClassVar = ""

    def row(self) -> list[str]:
        return [self.what, str(self.number), percent(self.alone), percent(self.simulations)]


@dataclass(frozen=True)
class Learned:
    """How much a network has learned from."""

    TITLE: ClassVar = "What was learned from"
    HEADINGS: ClassVar = ["seed", "minutes of two cores", "games", "plies/s and core"]

    seed: int
    minutes: float
    games: int
    plies: float
    verdict: ClassVar = ""

    def row(self) -> list[str]:
        return [str(self.seed), f"{self.minutes:.1f}", f"{self.games:,}", significant(self.plies)]


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _percent_goal(goal: Goal) -> str:
    aim = goal.aim and 100 * goal.aim
    return goal_text(Goal(100 * goal.value, aim, goal.at_most), " %")


def steps(effort: Effort) -> list[Step]:
    return [
        *(_speed_step(name, effort) for name in SPEEDS),
        Step("learning Connect Four", lambda: [*_strength(effort)]),
    ]


def _speed_step(name: str, effort: Effort) -> Step:
    return Step(f"learning speed, {Path(name).stem}", lambda: [_speed(name, effort)])


def _speed(name: str, effort: Effort) -> Speed:
    method = _begun(ours.load(name), 1, 1)
    began, games, plies = time.process_time(), 0, 0
    while time.process_time() - began < effort.seconds(SPEED_SECONDS):
        tally = method.learn(200, stop_flag())
        games, plies = games + tally.games, plies + tally.plies
    seconds = time.process_time() - began
    images = method.learner.network.layout[IMAGES]
    return Speed(Path(name).stem, images, games / seconds, plies / seconds, SPEEDS[name])


def _begun(game: Game, seed: int, threads: int) -> Patterns:
    method = Patterns()
    method.begin(game, seed, threads)
    return method


def _strength(effort: Effort) -> Iterator[Finding]:
    """Learn with each seed, then see how good all are."""
    seeds = SEEDS if effort.share == 1 else SEEDS[:2]
    with _folder(effort) as folder:
        files = [folder / f"connect-four-{seed}.net" for seed in seeds]
        for seed, file in zip(seeds, files):
            if not file.exists():
                _learn(seed, (effort.minutes or MINUTES) * effort.share**2, file)
            yield _learned(file)
        yield from _tests(effort, files)


def _tests(effort: Effort, files: list[Path]) -> Iterator[Finding]:
    players, random = [OnePly(read_network(file, GAME)) for file in files], Random(1)
    games, positions = effort.of(GAMES), effort.of(POSITIONS)
    wins = tuple(_wins(player, 0, 0.0, games, random) for player in players)
    yield Strength("wins as first against perfect play", games, wins, FIRST)
    for chance, goal in ERRORS.items():
        wins = tuple(_wins(player, 1, chance, games, random) for player in players)
        yield Strength(f"wins as second, {chance:g} of its moves random", games, wins, goal)
    drawn = [_random_columns(random) for _ in range(positions)]
    wrong = tuple(_mistakes(player.answer, drawn) for player in players)
    yield Strength("wrong moves in random positions", positions, wrong, WRONG)
    for what, columns in _sets(effort).items():
        answers = players[0].answer, _searching(files[0])
        alone, simulations = (_mistakes(answer, columns) for answer in answers)
        yield Mistakes(what, len(columns), alone, simulations)


@contextmanager
def _folder(effort: Effort) -> Iterator[Path]:
    """Where networks are written; those that are there already need not be learned again."""
    if effort.keep:
        effort.keep.mkdir(parents=True, exist_ok=True)
        yield effort.keep
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _learn(seed: int, minutes: float, file: Path) -> None:
    method = _begun(GAME, seed, THREADS)
    began, seconds, total = time.process_time(), 60 * minutes * THREADS, Tally()
    while time.process_time() - began < seconds:
        total += method.learn(CHUNK, stop_flag())
    spent = time.process_time() - began
    method.origin |= {"plies": str(total.plies), "cpu_seconds": f"{spent:.1f}"}
    method.write(file)


def _learned(file: Path) -> Learned:
    origin = read_head(file).origin
    seconds = float(origin["cpu_seconds"])
    speed = int(origin["plies"]) / seconds
    return Learned(int(origin["seed"]), seconds / 60 / THREADS, int(origin["games"]), speed)


def _searching(file: Path) -> Answer:
    """Monte Carlo with the network's values at its leaves."""
    player = make_player(f"mcts:simulations={SIMULATIONS},evaluation={file}")

    def answer(columns: str) -> int:
        record = Record(GAME, moves=" ".join(columns))
        return record.parse_move(player.choose(record))

    return answer


def _sets(effort: Effort) -> dict[str, list[str]]:
    """Sets of positions by name: public ones if there are any, else our own of each kind."""
    public = public_files(effort.sets) if effort.sets else {}
    count = effort.of(IN_SET)
    found = {}
    for kind in KINDS:
        if kind in public:
            lines = public[kind].read_text(encoding="utf-8").splitlines()[:count]
            found[public[kind].name] = [line.split()[0] for line in lines]
        else:
            found[kind.name] = [*islice(positions_of(kind), count)]
    return found


class OnePly:
    """Takes a win, prevents a loss at once, or else plays the move that its network likes best."""

    def __init__(self, network: Any) -> None:
        self.compiled = CompiledEvaluation(GAME, network)

    def move(self, position: Any) -> int:
        legal = [*GAME.moves(position)]
        for move in legal:
            if GAME.outcome(GAME.play(position, move)) == LOSS:
                return move
        safe = [*GAME.non_losing_moves(position)] or legal
        return max(safe, key=lambda move: self.value(GAME.play(position, move)))

    def answer(self, columns: str) -> int:
        """Its move after these columns."""
        return self.move(position_after(columns))

    def value(self, child: Any) -> int:
        return 0 if GAME.outcome(child) == DRAW else -self.compiled.static_eval(child)


def _wins(player: OnePly, seat: int, chance: float, games: int, random: Random) -> float:
    """The share of games that a player wins against one that plays perfectly, or at random."""
    return sum(_won(player, seat, chance, random) for _ in range(games)) / games


def _won(player: OnePly, seat: int, chance: float, random: Random) -> bool:
    position, columns = GAME.start(), ""
    while GAME.outcome(position) == ONGOING:
        if len(columns) % 2 == seat:
            move = player.move(position)
        else:
            scores = _scores(columns)
            best = max(scores[move] for move in GAME.moves(position))
            errs = random.random() < chance
            move = random.choice([m for m in GAME.moves(position) if errs or scores[m] == best])
        columns += str(move + 1)
        position = GAME.play(position, move)
    return GAME.outcome(position) == LOSS and (len(columns) - 1) % 2 == seat


def _random_columns(random: Random) -> str:
    """A random game of 8 to 20 plies that is not over."""
    while True:
        position, columns = GAME.start(), ""
        plies = random.choice(PLIES)
        while len(columns) < plies and GAME.outcome(position) == ONGOING:
            move = random.choice([*GAME.moves(position)])
            position, columns = GAME.play(position, move), columns + str(move + 1)
        if GAME.outcome(position) == ONGOING:
            return columns


def _mistakes(answer: Answer, positions: Sequence[str]) -> float:
    """The share of positions in which a move loses a win or a draw."""
    return sum(_is_mistake(columns, answer(columns)) for columns in positions) / len(positions)


def _is_mistake(columns: str, move: int) -> bool:
    scores, position = _scores(columns), position_after(columns)
    signs = {legal: (scores[legal] > 0) - (scores[legal] < 0) for legal in GAME.moves(position)}
    return signs[move] < max(signs.values())


@cache
def _perfect() -> BitBullyCore:
    from bitbully_databases import BitBullyDatabases

    return BitBullyCore(Path(str(BitBullyDatabases.get_database_path("12-ply-dist"))))


@cache
def _scores(columns: str) -> list[int]:
    """What each move is worth by perfect play."""
    board = board_after(columns)
    return [*_perfect().scoreMoves(board)]
