"""Watch Your Back!: what the evaluations see, how moves are ordered, which moves are noisy."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from plyground import ONGOING, make_game
from plyground.core.bits import squares
from plyground.core.compile import kernel, native, native_evaluation
from plyground.core.score import static_eval
from plyground.core.words import load, to_words
from plyground.games.watch_your_back.document import Document
from plyground.games.watch_your_back.evaluations import (
    CORE,
    CORE_CORNERS,
    Default,
    shrink_urgency,
    takeable,
)
from plyground.games.watch_your_back.patterns import is_takeable, turned
from tests.lockstep import CROWDED, SMALLEST
from tests.test_watch_your_back import board

WYB: Any = make_game("watch-your-back")
EVALUATIONS = (Document, Default)


def drawn(drawing: str, turn: str, ring: int = 0, at: tuple[int, int] = (2, 2)) -> Any:
    """The position with a drawing (rows divided by `/`) put at x, y on an empty board."""
    pieces: dict[str, list[str]] = {"O": [], "@": [], "-": []}
    for y, row in enumerate(drawing.split("/")):
        for x, symbol in enumerate("".join(row.split())):
            pieces[symbol].append(f"{at[0] + x},{at[1] + y}")
    return WYB.parse_position(f"{board(' '.join(pieces['O']), ' '.join(pieces['@']), ring)} {turn}")


def feature(name: str, position: Any, cls: Any = Document) -> Any:
    features = cls().features(WYB, position)
    return features[cls._fields.index(name)]


def walk(position: Any, seed: int) -> Iterator[Any]:
    """The ongoing positions of a random game that goes on from a position."""
    random = Random(seed)
    while WYB.outcome(position) == ONGOING:
        yield position
        position = WYB.play(position, random.choice([*WYB.moves(position)]))


@cache
def all_phases() -> list[Any]:
    """Thousands of positions: placing, and on the boards of 8, 6 and 4 squares a side."""
    found = [p for seed in range(12) for p in walk(WYB.start(), seed)]
    for text in (CROWDED, SMALLEST):
        start = WYB.parse_position(text)
        found += [p for seed in range(12) for p in [*walk(start, seed)][:60]]
    return found


def test_the_random_positions_are_of_every_phase() -> None:
    assert {p.ply < 24 for p in all_phases()} == {True, False}
    assert {p.ring for p in all_phases()} == {0, 1, 2}
    assert len(all_phases()) > 2000


# The eleven features of the document, slow and obvious beside quick


def places(pieces: int) -> list[tuple[int, int]]:
    return [(square & 7, square >> 3) for square in squares(pieces)]


def steps(one: tuple[float, float], other: tuple[float, float]) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def test_piece_difference() -> None:
    drawing = "O O O / - @ -"
    assert feature("pieces", drawn(drawing, "O 20")) == 2
    assert feature("pieces", drawn(drawing, "@ 21")) == -2


def test_closeness_to_the_centre() -> None:
    position = drawn("O - O / - - - / @ - @", "O 20")
    assert feature("centre", position) == 1 / (1 + 3 + 2)
    for p in all_phases()[::7]:
        distances = sum(steps(place, (3.5, 3.5)) for place in places(p.own))
        assert feature("centre", p) == 1 / (1 + distances)


def test_difference_in_actions() -> None:
    """Each piece has three steps, and a jump over its neighbour; White's upper piece four steps."""
    assert feature("actions", drawn("O - - / - - - / - O @", "O 20")) == 4
    assert feature("actions", drawn("O / - / @", "O 10 placing", at=(2, 0))) == 44 - 45
    for p in all_phases()[::5]:
        counts = [
            len([move for move in WYB.moves(side) if move != 65 << 6]) for side in (p, turned(p))
        ]
        assert feature("actions", p) == counts[0] - counts[1]


SURROUNDED = "@ - @ / - O - / @ - @"


def test_surrounded_pieces() -> None:
    by_white, by_black = drawn(SURROUNDED, "O 20"), drawn(SURROUNDED, "@ 21")
    assert (feature("own_surrounded", by_white), feature("enemies_surrounded", by_white)) == (1, 0)
    assert (feature("own_surrounded", by_black), feature("enemies_surrounded", by_black)) == (0, 1)


@pytest.mark.parametrize(
    "drawing", ["- - @ / - O - / @ - @", "@ - @ / - O - / @ - O", "@ - @ / - @ - / @ - @"]
)
def test_three_enemies_or_no_piece_are_no_surround(drawing: str) -> None:
    position = drawn(drawing, "O 20")
    assert feature("own_surrounded", position) == feature("enemies_surrounded", position) == 0


def test_surrounds_do_not_reach_round_the_edge() -> None:
    drawing = "- - - - - - - @ / - @ / O - - - - - - @ / - @"
    position = drawn(drawing, "O 20", at=(0, 1))
    assert feature("own_surrounded", position) == 0


def test_middle_squares() -> None:
    assert feature("middle", drawn("O @ / O O", "O 20", at=(3, 3))) == 3 * 10 - 20
    assert feature("middle", drawn("O @ / O O", "@ 21", at=(3, 3))) == 10 - 3 * 20
    assert feature("middle", drawn("O @ / O O", "O 20", at=(1, 1))) == 0


def test_blocks_overlap() -> None:
    assert feature("blocks", drawn("O O O / O O O / O O O", "O 20")) == 4
    assert feature("blocks", drawn("O O / O - ", "O 20")) == 0
    assert feature("blocks", drawn("O O / O O", "@ 21")) == 0
    round_the_edge = drawn("- - - - - - - O / O - - - - - - O / O", "O 20", at=(0, 2))
    assert feature("blocks", round_the_edge) == 0


@pytest.mark.parametrize(
    ("turn", "ring", "at", "count"),
    [
        ("@ 95", 0, (0, 3), 0),
        ("O 96", 0, (0, 3), 2),
        ("@ 127", 0, (0, 3), 2),
        ("O 128", 1, (1, 3), 0),
        ("@ 155", 1, (1, 3), 0),
        ("O 156", 1, (1, 3), 2),
        ("@ 191", 1, (1, 3), 2),
        ("O 192", 2, (2, 3), 0),
        ("O 96", 0, (1, 0), 3),
        ("O 96", 0, (1, 1), 1),
        ("O 156", 1, (2, 2), 1),
        ("O 96", 0, (2, 2), 0),
    ],
)
def test_edge_vulnerability(turn: str, ring: int, at: tuple[int, int], count: int) -> None:
    """Of a 2x2 block at the edge, on the ring that goes next, or on a next corner."""
    mark = turn[0]
    position = drawn(f"{mark} {mark} / {mark} {mark}", turn, ring, at)
    assert feature("edge", position) == count


def test_pieces_next_to_a_corner() -> None:
    position = drawn("- O - - - - @ / @", "O 20", at=(0, 0))
    assert feature("corners", position) == 2 - 1
    assert feature("corners", drawn("- O / O @", "O 130", 1, (1, 1))) == -2
    assert feature("corners", drawn("O - / - @", "O 20", at=(1, 1))) == 0


def test_distance_to_the_nearest_enemy_late_only() -> None:
    drawing = "O - - / O @ - / - - @"
    assert feature("distance", drawn(drawing, "O 126")) == 0
    assert feature("distance", drawn(drawing, "O 128", 1)) == 2 + 1
    for p in (p for p in all_phases() if p.ply >= 152):
        nearest = [min(steps(one, enemy) for enemy in places(p.other)) for one in places(p.own)]
        assert feature("distance", p) == sum(nearest)


def turns_of(rows: list[str]) -> Iterator[list[str]]:
    """The eight images of a drawing."""
    for _ in range(4):
        yield rows
        yield [row[::-1] for row in rows]
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]


@pytest.mark.parametrize("image", [*map("/".join, turns_of(["O--", "@@-", "-O-"]))])
def test_guaranteed_captures_in_all_eight_forms(image: str) -> None:
    assert feature("captures", drawn(image, "O 20")) == 1
    assert feature("captures", drawn(image, "@ 21")) == -1
    assert feature("captures", drawn(image.translate(str.maketrans("O@", "@O")), "O 20")) == -1


@pytest.mark.parametrize("drawing", ["O-/@@/O-", "O-/@-/-O", "-O/@@/-O", "O--/-@@/--O", "OO/@@/--"])
def test_what_is_no_guaranteed_capture(drawing: str) -> None:
    assert feature("captures", drawn(drawing, "O 20")) == 0


# The document's ordering of actions


def seed_order(position: Any, text: str) -> int:
    return Document().order(WYB, position, WYB.parse_move(position, text))


def extra(position: Any, text: str) -> float:
    """The order of an action without its nearness to enemies and to the centre."""
    way = [(int(square[0]), int(square[2])) for square in text.split("-")]
    origin, target, factor = way[0], way[-1], 10 if len(way) == 1 else 25
    nearest = min(steps(origin, enemy) for enemy in places(position.other))
    base = (14 - nearest) * factor - 50 * steps(target, (3.5, 3.5))
    return seed_order(position, text) - base


def test_nearness_to_enemies_and_to_the_centre() -> None:
    placing = drawn("@", "O 2 placing", at=(4, 4))
    assert seed_order(placing, "1,1") == (14 - 6) * 10 - 50 * 5
    moving = drawn("O - - / - - - / O - @ @", "O 20", at=(1, 1))
    assert seed_order(moving, "1,1-2,1") == (14 - 4) * 25 - 50 * 4
    assert seed_order(WYB.start(), "2,2") == -50 * 3


@pytest.mark.parametrize(
    ("drawing", "turn", "text", "worth"),
    [
        ("O - - - @ / - - - - @ / O", "O 20", "2,1-2,0", 0),
        ("- / O @ - - / - - - - / - - - - - @", "O 10 placing", "4,2", 10_500),
        ("O @ - O - / - - - - - / - - @", "O 20", "5,1-4,1", 10_500),
        ("@ - @ / - O - / - O", "O 20", "3,2-3,1", -4_000),
        ("O O / O - - - / - - - - - @", "O 10 placing", "3,2", 750),
        ("O O / O - O - / - - - - - @", "O 10 placing", "4,1", 0),
    ],
    ids=["quiet", "placed", "moved", "death", "block", "no block"],
)
def test_lines_of_the_ordering(drawing: str, turn: str, text: str, worth: int) -> None:
    assert extra(drawn(drawing, turn, at=(2, 1)), text) == worth


@pytest.mark.parametrize(("turn", "mark", "worth"), [("O 20", "O", 1_000), ("@ 21", "@", 500)])
def test_the_middle_is_worth_more_to_white(turn: str, mark: str, worth: int) -> None:
    enemy = "O" if mark == "@" else "@"
    position = drawn(f"{mark} - / - {mark} / - - / - - {enemy} {enemy}", turn, at=(2, 3))
    assert extra(position, "2,3-3,3") == worth
    assert extra(position, "3,4-3,3") == worth - 700
    assert extra(position, "3,4-2,4") == -700


def test_a_completed_surround() -> None:
    position = drawn("O - - O / - @ - - / O - O - / - - - - / - - - - @", "O 20", at=(1, 1))
    assert extra(position, "4,1-3,1") == 300


def test_a_formed_guaranteed_capture() -> None:
    position = drawn("O - - / @ @ - / - - O / - - - ", "O 20", at=(2, 5))
    assert extra(position, "4,7-3,7") == 800


@pytest.mark.parametrize(("turn", "mark", "worth"), [("O 20", "O", -350), ("@ 21", "@", -450)])
def test_landing_where_it_can_be_taken(turn: str, mark: str, worth: int) -> None:
    enemy = "O" if mark == "@" else "@"
    drawing = f"- {mark} - - / {enemy} - - {enemy} / - - - - / {mark}"
    position = drawn(drawing, turn, at=(1, 4))
    assert extra(position, "2,4-2,5") == worth


def test_an_enemy_that_jumps_over_a_piece_does_not_take_it() -> None:
    position = drawn("- O - - - / @ - - - - / O - - - @", "O 20", at=(1, 4))
    assert extra(position, "2,4-2,5") == 0


def test_a_forfeit_has_no_order() -> None:
    position = WYB.parse_position(SMALLEST)
    assert seed_order(position, "forfeit") == WYB.order(position, 65 << 6) == 0


# The game's own ordering and noisy moves


def order(position: Any, text: str) -> int:
    return int(WYB.order(position, WYB.parse_move(position, text)))


def test_captures_come_first_and_deaths_last() -> None:
    position = drawn("O @ - @ O / - - O - - / - - - - @ - @ ", "O 20", at=(1, 2))
    assert order(position, "3,3-3,2") == 2 * 400 - 4
    dying = drawn("@ - @ / - O - / - O", "O 20")
    assert order(dying, "3,3-3,2") == -2000 - 4
    assert order(dying, "3,4-4,4") == 0
    assert order(WYB.start(), "3,3") == 24
    assert order(WYB.start(), "1,0") == 4


def fight(position: Any, move: int) -> tuple[int, bool]:
    """The enemies that a move takes by plain play, and whether the arrived piece lives."""
    before = position._replace(ply=position.ply - 2 * (position.ply + 1 in (24 + 128, 24 + 192)))
    after = WYB.play(before, move)
    return position.other & ~after.own, bool(after.other >> (move & 63) & 1)


def test_the_order_shows_how_a_fight_ends() -> None:
    for p in all_phases():
        for move in WYB.moves(p):
            if move != 65 << 6:
                taken, lives = fight(p, move)
                fought = 400 * taken.bit_count() - (0 if lives else 2000)
                assert abs(WYB.order(p, move) - fought) <= 24  # the most that the centre adds


def test_noisy_moves_are_the_captures_that_survive() -> None:
    seen = 0
    for p in all_phases():
        fights = {move: fight(p, move) for move in WYB.moves(p) if move != 65 << 6}
        noisy = [*WYB.noisy(p)]
        assert len(noisy) == len(set(noisy))
        assert set(noisy) == {move for move, (taken, lives) in fights.items() if taken and lives}
        seen += len(noisy)
    assert seen > 1000


# What the default evaluation sees


def test_takeable_enemies_are_those_that_some_move_takes() -> None:
    for p in all_phases():
        taken = 0
        for move in WYB.moves(p):
            taken |= fight(p, move)[0] if move != 65 << 6 else 0
        assert takeable(WYB, p) == taken
        for square in squares(p.other):
            assert is_takeable(WYB, p, 1 << square) == bool(taken >> square & 1)


def test_threats_are_counted_once_and_more() -> None:
    one = drawn("O @ - / - - - / - - - @ ", "O 20")
    assert feature("threatened", one, Default) == 0
    two = drawn("@ O - @ / - - - - / @ O - @", "O 20")
    assert feature("threatened", two, Default) == 1
    assert feature("threatened_more", two, Default) == 1


def test_the_core_is_what_stays_to_the_end() -> None:
    assert WYB.inside[2] | WYB.corners[2] == CORE
    assert WYB.corners[2] == CORE_CORNERS


def test_danger_grows_towards_a_shrink() -> None:
    at = [
        shrink_urgency(WYB.start()._replace(ply=24 + turn, ring=turn // 128)) for turn in range(192)
    ]
    assert at[127] == at[191] == 16 / 17
    assert at[112] == 1 / 2
    assert all(one < other for half in (at[:128], at[128:]) for one, other in pairwise(half))


def test_pieces_that_the_next_shrink_takes() -> None:
    position = drawn("O O / O O", "O 112", at=(0, 3))
    assert feature("doomed", position, Default) == 2 * 1 / 2
    assert feature("doomed", drawn("O - / - @", "O 200", 2, (3, 2)), Default) == 0


def test_a_piece_counts_the_more_the_fewer_there_are() -> None:
    few, many = drawn("O O / @ -", "O 20"), drawn("O O O / @ @ -", "O 20")
    assert feature("pieces", few, Default) == 24 / 3
    assert feature("pieces", many, Default) == 24 / 5
    placed = WYB.play(WYB.start(), WYB.parse_move(WYB.start(), "3,3"))
    assert feature("pieces", placed, Default) == -1  # all 24 are on the board or to come


def test_while_pieces_are_placed_the_turn_and_threats_count_more() -> None:
    for p in all_phases():
        placing = p.ply < 24
        assert feature("tempo_placing", p, Default) == placing
        threatened = feature("threatened", p, Default)
        assert feature("threatened_placing", p, Default) == (threatened if placing else 0)


# Both evaluations


@pytest.mark.parametrize("cls", EVALUATIONS)
def test_every_weight_matters(cls: Any) -> None:
    for name in cls._fields:
        assert any(feature(name, p, cls) for p in all_phases()), name
        assert getattr(cls(), name) != 0


@pytest.mark.parametrize("cls", EVALUATIONS)
def test_images_are_worth_the_same(cls: Any) -> None:
    seen = 0
    for p in all_phases()[::3]:
        for image in WYB.symmetries(p):
            assert cls().features(WYB, image) == cls().features(WYB, p)
            seen += 1
    assert seen > 1000


def test_all_but_tempo_and_threats_change_sign_with_the_side() -> None:
    own_view = {"tempo", "tempo_placing", "threatened", "threatened_placing", "threatened_more"}
    for p in all_phases()[::5]:
        swapped = p._replace(own=p.other, other=p.own)
        pairs = zip(Default().features(WYB, p), Default().features(WYB, swapped), strict=True)
        for name, (one, other) in zip(Default._fields, pairs, strict=True):
            assert name in own_view or one == -other


@kernel
def _static_eval(game: Any, evaluation: Any, words: Any) -> int:
    return static_eval(evaluation, game, load(game, words))


@kernel
def _ordered(game: Any, evaluation: Any, words: Any, move: int) -> int:
    return evaluation.order(game, load(game, words), move)  # type: ignore[no-any-return]


@kernel
def _noisy(game: Any, words: Any, moves: Any) -> int:
    count = 0
    for move in game.noisy(load(game, words)):
        moves[count] = int(move)
        count += 1
    return count


@pytest.mark.parametrize("cls", EVALUATIONS)
def test_compiled_scores_and_orders_are_the_plain_ones(cls: Any) -> None:
    compiled, evaluation, random = native(WYB), native_evaluation(cls(), WYB), Random(1)
    for p in all_phases():
        words, move = to_words(WYB, p), random.choice([*WYB.moves(p)])
        assert _static_eval(compiled, evaluation, words) == static_eval(cls(), WYB, p)
        assert _ordered(compiled, evaluation, words, move) == cls().order(WYB, p, move)


def test_compiled_noisy_moves_are_the_plain_ones() -> None:
    moves = np.empty(128, dtype=np.int64)
    for p in all_phases():
        count = _noisy(native(WYB), to_words(WYB, p), moves)
        assert [*moves[:count]] == [*WYB.noisy(p)]
