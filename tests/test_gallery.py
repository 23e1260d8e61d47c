"""The examples of the gallery: published counts, known results, and what every game must do."""

from typing import Any

import pytest

import plyground as pg
from plyground import DRAW, LOSS, ONGOING, WIN, BadOption, Game
from plyground.search.reference import solve
from tests.command import plyground
from tests.lockstep import ALL_RESULTS, WON, Pair, PlainRules, Reference, View, play_in_lockstep
from tests.positions import ROOT, game_of, random_positions, side_of
from tests.reference.ataxx import Ataxx
from tests.reference.domineering import Domineering
from tests.reference.dots_and_boxes import DotsAndBoxes
from tests.reference.kalah import Kalah
from tests.reference.nine_mens_morris import NineMensMorris
from tests.reference.ultimate_tic_tac_toe import UltimateTicTacToe

COUNTS = {
    "ataxx": [16, 256, 6460, 155888, 4752668],
    "breakthrough": [22, 484, 11132, 256036, 6182818],
    "domineering": [56, 7 * (2 * 54 + 6 * 52)],
    "dots_and_boxes": [40, 40 * 39],
    "hex": [121, 121 * 120, 121 * 120 * 119],
    "nine_mens_morris": [24, 552, 12144, 255024, 5140800],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288],
    "ultimate_tic_tac_toe": [81, 720, 6336, 55080, 473256, 4020960],
}
"""The leaves of each example at depth 1, 2 and so on."""
FEW_LEAVES = 10_000
"""The plain rules count as many in a second."""

KNOWN = {
    "domineering:rows=5,columns=5": LOSS,
    "dots_and_boxes:rows=2,columns=2": WIN,
    "dots_and_boxes:rows=3,columns=3": LOSS,
    "hex:size=4": WIN,
    "hex:size=5": WIN,
    "kalah:houses=4,seeds=3": WIN,
    "othello:size=4": LOSS,
}
"""The results of perfect play for the first player."""
AGAIN = {"dots_and_boxes:rows=2,columns=2", "hex:size=4", "othello:size=4"}
"""Larger boards of these games, or the textbook on the same one, are tried anyway."""
OUTCOMES = {"W": WIN, "D": DRAW, "L": LOSS}
KALAH = {2: "WLLLWW", 3: "DWWW"}
"""The same for Kalah with so many houses and one seed in each, two seeds and so on (Irving, Donkers
and Uiterwijk, 2000)."""

BAD_OPTIONS = {
    "ataxx:size=9": "size=9: expected a number from 3 to 8",
    "domineering:rows=1": "rows=1, columns=8: expected numbers from 2 to 16",
    "dots_and_boxes:rows=8": "rows=8, columns=4: expected numbers from 1 to 7",
    "hex:size=17": "size=17: expected a number from 2 to 16",
    "kalah:seeds=7": "houses=6, seeds=7: expected 2 to 6 and 1 to 6 of them",
    "nine_mens_morris:men=2": "men=2: expected a number from 3 to 9",
    "othello:size=5": "size=5: expected an even number from 4 to 16",
}
NAMES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))


def example_text(text: str) -> str:
    """An example of the gallery with its options, such as `othello:size=4`, as commands take it."""
    name, colon, options = text.partition(":")
    return f"{ROOT}/examples/{name}.py{colon}{options}"


def example(text: str) -> Game:
    return game_of(example_text(text))


def leaves(game: Game, position: Any, depth: int) -> int:
    """Perft by the plain rules."""
    if depth == 0:
        return 1
    if game.outcome(position) != ONGOING:
        return 0
    children = (game.play(position, move) for move in game.moves(position))
    return sum(leaves(game, child, depth - 1) for child in children)


def rows_view(game: Game, position: Any) -> View:
    """The board as it is drawn, without what only helps a person."""
    scene = game.scene(position)
    assert scene
    return tuple(scene.rows), side_of(game, position)


def marks_view(game: Game, position: Any) -> View:
    """Ultimate tic-tac-toe without gaps, hints and small letters."""
    rows, side = rows_view(game, position)
    assert isinstance(rows, tuple)
    plain = str.maketrans("+xo", "...", " ")
    return tuple(row.translate(plain) for row in rows if row), side


def pair(text: str, reference: Reference, results: frozenset[str] = WON) -> Pair:
    view = marks_view if isinstance(reference, UltimateTicTacToe) else rows_view
    return Pair(example_text(text), reference, view, results)


PAIRS = (
    pair("ataxx", Ataxx()),
    pair("ataxx:size=4", Ataxx(4), ALL_RESULTS),
    pair("domineering", Domineering()),
    pair("domineering:rows=3,columns=5", Domineering(3, 5)),
    pair("dots_and_boxes", DotsAndBoxes(), ALL_RESULTS),
    pair("dots_and_boxes:rows=1,columns=3", DotsAndBoxes(1, 3)),
    pair("kalah", Kalah()),
    pair("kalah:houses=3,seeds=2", Kalah(3, 2), ALL_RESULTS),
    pair("nine_mens_morris", NineMensMorris()),
    pair("nine_mens_morris:men=4", NineMensMorris(4)),
    pair("ultimate_tic_tac_toe", UltimateTicTacToe(), ALL_RESULTS),
)


@pytest.mark.parametrize("name", sorted({*NAMES} - {"breakthrough"}))
def test_an_example_has_fewer_than_a_hundred_lines(name: str) -> None:
    assert len((ROOT / "examples" / f"{name}.py").read_text().splitlines()) < 100


@pytest.mark.parametrize("name", COUNTS)
def test_the_plain_rules_count_as_published(name: str) -> None:
    game = example(name)
    counts = [count for count in COUNTS[name] if count <= FEW_LEAVES]
    found = [leaves(game, game.start(), depth + 1) for depth in range(len(counts))]
    assert found == counts


@pytest.mark.long
@pytest.mark.parametrize("name", COUNTS)
def test_the_compiled_rules_count_as_published(name: str) -> None:
    levels = pg.perft(example(name), len(COUNTS[name])).levels
    assert [level.leaves for level in levels] == COUNTS[name]


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_the_rules_are_those_of_the_reference(pair: Pair) -> None:
    seen = play_in_lockstep(pair, plies=1_500, rules=PlainRules)
    assert {*seen.results} >= pair.results


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [pytest.param(text, marks=pytest.mark.long if text in AGAIN else ()) for text in KNOWN],
)
def test_known_results_are_found_again(text: str) -> None:
    verdict = pg.solve(example(text), weak=True).verdict
    assert verdict is not None and verdict.outcome == KNOWN[text]


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("domineering:rows=4,columns=4", WIN), ("domineering:rows=3,columns=5", LOSS)],
)
def test_the_textbook_finds_known_results(text: str, outcome: int) -> None:
    game = example(text)
    assert solve(game, game.start(), {}).outcome == outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    ("houses", "seeds"), [(houses, n + 1) for houses in KALAH for n in range(len(KALAH[houses]))]
)
def test_the_textbook_finds_the_published_values_of_kalah(houses: int, seeds: int) -> None:
    game = example(f"kalah:houses={houses},seeds={seeds}")
    known = OUTCOMES[KALAH[houses][seeds - 1]]
    assert solve(game, game.start(), {}).outcome == known


@pytest.mark.slow
def test_the_textbook_agrees_on_othello() -> None:
    game = example("othello:size=4")
    assert pg.solve(game).verdict == solve(game, game.start(), {})


def test_exactly_one_side_is_joined_on_a_full_board_of_hex() -> None:
    game: Any = example("hex:size=5")
    for position in random_positions(game, 500):
        full = position._replace(blue=game.board & ~position.red)
        assert (game.lacks(full, 0) == 0) != (game.lacks(full, 1) == 0)


@pytest.mark.parametrize("text", BAD_OPTIONS)
def test_options_are_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BadOption, match=BAD_OPTIONS[text]):
        example(text)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({*NAMES} - {"breakthrough", "nim"}))
def test_every_example_keeps_every_law(name: str) -> None:
    assert pg.check(example(name)).passed


@pytest.mark.parametrize("name", NAMES)
def test_random_players_finish_every_example(name: str) -> None:
    players = ["--first", "random:seed=1", "--second", "random:seed=2"]
    finished = plyground("play", f"examples/{name}.py", *players)
    assert finished.returncode == 0, finished.stderr
    assert any(line.endswith((" wins", "draw")) for line in finished.stdout.splitlines()[-2:])


@pytest.mark.parametrize(
    ("text", "moves", "back_and_forth"),
    [
        ("nine_mens_morris:men=3", "a7 g1 d6 f2 b4 c4", "a7-d7 g1-g4 d7-a7 g4-g1"),
        ("ataxx", "", "a7a5 a1a3 a5a7 a3a1"),
    ],
)
def test_a_position_for_the_third_time_is_a_draw(
    text: str, moves: str, back_and_forth: str
) -> None:
    record = pg.Record(example_text(text), moves=moves)
    for move in [*back_and_forth.split()] * 2:
        assert not record.is_over
        record.push(move)
    assert record.result == "draw" and record.termination == pg.Termination.NORMAL
    record.pop()
    assert not record.is_over
