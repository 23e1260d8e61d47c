"""Evaluations, move ordering and immediate wins of the line games."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from plyground.core.compile import kernel, native, native_evaluation
from plyground.core.evaluation import MOVER, weight_names, with_perspective
from plyground.core.lines import straight_lines
from plyground.core.outcome import LOSS
from plyground.core.score import MAX_EVAL, static_eval
from plyground.core.words import load, to_words
from plyground.evaluations.registry import evaluations_of
from plyground.games.connect_four import evaluations as connect_four
from plyground.games.conniption import evaluations as conniption
from tests.positions import ODD_PATHS, game_of, label, random_line

CONNECT_FOUR = (
    "connect-four",
    "connect-four:width=8,height=7",
    "connect-four:width=5,height=5,connect=3",
    "connect-four:width=9,height=4,connect=5",
    "connect-four:width=3,height=2,connect=1",
)
CONNIPTION = (
    "conniption",
    "conniption:flips=2/1",
    "conniption:width=8,height=7",
    "conniption:win_check=turn_end",
    "conniption:width=4,height=4,connect=3",
    "conniption:width=4,height=4,connect=3,both_lines=draw",
    "conniption:width=4,height=4,connect=3,win_check=turn_end",
    "conniption:width=4,height=4,connect=3,win_check=turn_end,both_lines=draw",
    "conniption:width=4,height=4,connect=1,win_check=turn_end,both_lines=draw",
)
PATHS = (
    "paths",
    "paths:misere=1",
    "paths:board=4x5,line=3",
    "paths:board=3x4,line=1",
    "paths:board=4x4x4",
    "paths:board=9x9,line=5",
    "paths:board=15x15,line=5",
    f"paths:{ODD_PATHS}",
)
DOMINOES = (
    "dominoes",
    "dominoes:rows=4,columns=5,line=3",
    "dominoes:rows=3,columns=2,line=1",
    "dominoes:rows=1,columns=9,line=4",
    "dominoes:rows=9,columns=9,line=6",
    "dominoes:rows=12,columns=12,line=5",
)
GAMES = CONNECT_FOUR + CONNIPTION + PATHS + DOMINOES
COMPILED = (
    "connect-four",
    "conniption:width=4,height=4,connect=3,win_check=turn_end,both_lines=draw",
    "paths:board=4x4x4",
    "paths:board=15x15,line=5",
    "dominoes:rows=12,columns=12,line=5",
)
FULL = ("connect-four", "conniption", "paths:board=4x4x4", "dominoes")
"""A position of each game in which every weight counts something."""
EVALUATIONS = [
    (name, known) for name in GAMES for known in evaluations_of(game_of(name)) if known != "zero"
]


@kernel
def _known(game: Any, evaluation: Any, words: Any, move: int, found: Any) -> int:
    """The score, the order of a move, and the noisy moves, in one kernel to save compiling."""
    position = load(game, words)
    found[0] = static_eval(evaluation, game, position)
    found[1] = evaluation.order(game, position, move)
    count = 2
    for noisy in game.noisy(position):
        found[count] = int(noisy)
        count += 1
    return count


def compiled(game: Any, evaluation: Any, position: Any, move: int) -> list[int]:
    found = np.empty(1024, dtype=np.int64)
    compiled, words = native_evaluation(evaluation, game), to_words(game, position)
    count = _known(native(game), compiled, words, move, found)
    return [int(number) for number in found[:count]]


@cache
def lines_of(name: str, games: int = 12) -> list[list[Any]]:
    """A few random games."""
    return [random_line(game_of(name), seed) for seed in range(games)]


def ongoing(name: str, games: int = 12) -> Iterator[Any]:
    """The positions of a few random games that are not over."""
    for line in lines_of(name, games):
        yield from line[:-1]


def made(name: str, known: str, **weights: float) -> Any:
    return evaluations_of(game_of(name))[known](**weights)


def of_evaluations(names: tuple[str, ...]) -> pytest.MarkDecorator:
    pairs = [(name, known) for name, known in EVALUATIONS if name in names]
    ids = [f"{label(name)} {known}" for name, known in pairs]
    return pytest.mark.parametrize(("name", "known"), pairs, ids=ids)


of_each_evaluation = of_evaluations(GAMES)


def of_each_game(test: Any) -> Any:
    return pytest.mark.parametrize("name", GAMES, ids=map(label, GAMES))(test)


# --- laws --------------------------------------------------------------------------------------


@of_evaluations(COMPILED)
def test_compiled_is_plain(name: str, known: str) -> None:
    game, random = game_of(name), Random(1)
    positions = [*ongoing(name)]
    for perspective in (MOVER, 0, 1):
        evaluation = with_perspective(made(name, known), perspective)
        for position in random.choices(positions, k=60):
            move = random.choice([*game.moves(position)])
            score = static_eval(evaluation, game, position)
            plain = [score, evaluation.order(game, position, move), *game.noisy(position)]
            assert compiled(game, evaluation, position, move) == plain, position


@of_each_game
def test_noisy_moves_are_those_that_win_at_once(name: str) -> None:
    game, wins = game_of(name), 0
    for position in ongoing(name):
        expected = [m for m in game.moves(position) if game.outcome(game.play(position, m)) == LOSS]
        assert sorted(game.noisy(position)) == expected, position
        wins += len(expected)
    assert wins or "misere" in name


@of_each_game
def test_the_order_of_moves_is_mild(name: str) -> None:
    game = game_of(name)
    orders = {game.order(p, move) for p in ongoing(name, 3) for move in game.moves(p)}
    assert min(orders) >= -64 and max(orders) <= 64


@pytest.mark.slow
@of_each_evaluation
def test_symmetry_keeps_the_score(name: str, known: str) -> None:
    game, evaluation = game_of(name), made(name, known)
    for position in islice(ongoing(name, 4), 60):
        for image in game.symmetries(position):
            assert evaluation.score(game, image) == evaluation.score(game, position)


@of_each_evaluation
def test_a_view_is_the_same_from_both_sides(name: str, known: str) -> None:
    """A fixed perspective does not depend on the side to move; `MOVER` follows it."""
    game, evaluation = game_of(name), made(name, known)
    if "perspective" in evaluation._fields:
        for position in ongoing(name, 4):
            side = game.side(position)
            mine = with_perspective(evaluation, side).features(game, position)
            assert mine == evaluation.features(game, position)
            theirs = with_perspective(evaluation, 1 - side).features(game, position)
            assert theirs != mine or not any(mine)


@of_each_evaluation
def test_what_helps_one_side_hurts_the_other(name: str, known: str) -> None:
    """Except the tempo and who began, which cannot be changed on a given board."""
    if known == "default":
        game, neutral = game_of(name), ("tempo", "zugzwang")
        evaluation = made(name, known)
        fields = {weight: 0 for weight in neutral if weight in evaluation._fields}
        evaluation = evaluation._replace(**fields)
        for position in ongoing(name, 4):
            score = evaluation.score(game, position)
            assert evaluation.score(game, swapped(position)) == -score


def swapped(position: Any) -> Any:
    """The same board with the sides exchanged."""
    fields = position._asdict()
    fields["own"] = fields.get("other", fields["own"] ^ fields.get("taken", 0))
    if "other" in fields:
        fields["other"] = position.own
    if "own_flips" in fields:
        fields["own_flips"], fields["other_flips"] = fields["other_flips"], fields["own_flips"]
        fields["turn"] = 1 - fields["turn"]
    return type(position)(**fields)


@of_evaluations(FULL)
def test_every_weight_matters(name: str, known: str) -> None:
    game, evaluation = game_of(name), made(name, known)
    positions = [position for line in lines_of(name, 60) for position in line]
    for weight in weight_names(type(evaluation)):
        other = evaluation._replace(**{weight: getattr(evaluation, weight) // 2 + 3})
        for perspective in (MOVER, 0):
            one, two = (
                with_perspective(evaluation, perspective),
                with_perspective(other, perspective),
            )
            if any(one.score(game, p) != two.score(game, p) for p in positions):
                break
        else:
            pytest.fail(f"{weight} changes nothing")


# --- Connect Four ------------------------------------------------------------------------------


def counted(game: Any, own: int, other: int, landing: set[int]) -> tuple[int, int, set[int]]:
    """A side's twos, its threes that cannot be completed now, and the squares of its attacks."""
    twos, threes, attacks = 0, 0, set()
    for line in straight_lines((game.width, game.height + 1), game.connect):
        cells = [(square, own >> square & 1) for square in line]
        if any(square % (game.height + 1) == game.height for square in line):
            continue
        if any(other >> square & 1 for square in line):
            continue
        free = [square for square, mark in cells if not mark]
        twos += len(free) == 2
        if len(free) == 1 and free[0] in landing:
            attacks.add(free[0])
        elif len(free) == 1:
            threes += 1
    return twos, threes, attacks


def wins_at(game: Any, own: int, square: int) -> bool:
    lines = straight_lines((game.width, game.height + 1), game.connect)
    return any(square in line and all((own | 1 << square) >> s & 1 for s in line) for line in lines)


def slow_items(game: Any, position: Any, ai_moves: bool) -> tuple[int, ...]:
    """The points table, item by item, as in the document."""
    own, other = position.own, position.own ^ position.taken
    ai, human = (own, other) if ai_moves else (other, own)
    bases = [column * (game.height + 1) for column in range(game.width)]
    tops = [base + (position.taken >> base & (1 << game.height) - 1).bit_count() for base in bases]
    open_tops = [top for top, base in zip(tops, bases) if top < base + game.height]
    two, three, attacks = counted(game, ai, human, {*open_tops})
    two2, three2, attacks2 = counted(game, human, ai, {*open_tops})
    mine, theirs = (attacks, attacks2) if ai_moves else (attacks2, attacks)
    if mine or len(theirs) > 1:
        ai_wins = bool(mine) == ai_moves
        return 0, 0, 0, 0, int(ai_wins), 0, 0, 0, 0, int(not ai_wins)
    given = sum(
        (top + 1) % (game.height + 1) < game.height and wins_at(game, human, top + 1)
        for top in open_tops
    )
    impossible = game.width - len(open_tops) + given
    forced = 0 if ai_moves else len(attacks)
    return forced, two, three, len(attacks), 0, impossible, two2, three2, len(attacks2), 0


@pytest.mark.slow
@pytest.mark.parametrize("name", CONNECT_FOUR[:4])
def test_points_are_counted_as_the_document_says(name: str) -> None:
    game = game_of(name)
    for position in ongoing(name, 6):
        for perspective in (MOVER, 0, 1):
            ai_moves = perspective in (MOVER, game.side(position))
            expected = slow_items(game, position, ai_moves)
            found = made(name, "document", perspective=perspective).features(game, position)
            assert found == tuple(n if ai_moves else -n for n in expected), position


@pytest.mark.parametrize(
    ("columns", "perspective", "points"),
    [
        ("", MOVER, 0),
        ("1122", MOVER, 10 - 10),
        ("11223", MOVER, 10 - 10 - 50),
        ("11223", 0, -(25 + 10 + 50 - 10)),
        ("112233", MOVER, 125),
        ("112233", 1, 125),
        ("22334", MOVER, -125),
        ("666666", MOVER, -15),
    ],
)
def test_points_of_small_positions(columns: str, perspective: int, points: int) -> None:
    game = game_of("connect-four")
    seed = made("connect-four", "document", perspective=perspective)
    assert seed.score(game, game.parse_position(columns)) == points


def test_the_scale_diminishes_and_never_ends() -> None:
    kept, scaled = connect_four.remaining, connect_four.thousandths
    assert scaled(kept(10, 5), 1.0) == 4095
    assert scaled(kept(30, 5), 1.0) == 8319
    assert scaled(1.0, kept(-30, 5)) == -8319
    assert scaled(kept(-15, 3), 1.0) == 3859  # 3858.75
    assert scaled(kept(125, 1), 1.0) == 9950
    assert scaled(kept(10, 5), kept(10, 5)) == 0
    game = game_of("connect-four")
    assert made("connect-four", "document-scale").score(game, game.parse_position("112233")) == 9950


def test_a_gap_is_worth_more_on_the_right_row() -> None:
    """Odd rows are the first player's on six rows; on 8x7 it is the even ones."""
    for name, right, wrong in (("connect-four", 3, 4), ("connect-four:width=8,height=7", 4, 3)):
        game: Any = game_of(name)
        column = game.height + 1
        for row, expected in ((right, 1), (wrong, 0)):
            three = (1 | 1 << column | 1 << 2 * column) << row - 1
            position = game.start()._replace(own=three, taken=three | 1 << 6 * column)
            assert made(name, "default").features(game, position)[4] == expected


# --- Conniption --------------------------------------------------------------------------------


def bottom(*columns: int) -> int:
    """The lowest squares of columns, which count from 1, on six rows."""
    return sum(1 << 7 * (column - 1) for column in columns)


@pytest.mark.parametrize(
    ("ai", "opponent", "fields", "value"),
    [
        ((), (), {}, 150),
        ((), (), {"locked": True}, -150),
        ((), (), {"own_flips": 3}, -850),
        ((), (), {"other_flips": 2}, 4150),
        ((4,), (), {}, 157),
        ((), (4,), {}, 155),
        ((1, 2, 3), (), {}, 2165),
    ],
)
@pytest.mark.parametrize("ai_moves", [True, False])
def test_the_original_evaluation_of_known_positions(
    ai: Any, opponent: Any, fields: dict[str, int], value: int, ai_moves: bool
) -> None:
    game: Any = game_of("conniption")
    own, taken = bottom(*ai), bottom(*ai, *opponent)
    position = game.start()._replace(own=own, taken=taken, **fields)
    perspective = MOVER if ai_moves else 1
    if not ai_moves:
        flips = {"own_flips": position.other_flips, "other_flips": position.own_flips}
        position = position._replace(own=own ^ taken, **flips)
    assert conniption.better_eval(game, position, perspective) == value
    score = made("conniption", "document", perspective=perspective).score(game, position)
    assert score == (value if ai_moves else -value)


def slow_line(across: bool, t: int, f: int) -> int:
    """The original program's points for one line of four."""
    us, them = (0, 1, 8, 128), (0, -1, -16, -200)
    if across:
        if t - f == 3:
            return 2000
        return us[t] if t > f else (t - f) * them[f] if t < f else 0
    return us[t] if f == 0 else f * them[f] if t == 0 else 0


def test_the_original_evaluation_adds_up_the_lines() -> None:
    game: Any = game_of("conniption")
    lines = [line for line in straight_lines((7, 7), 4) if all(square % 7 < 6 for square in line)]
    assert len(lines) == 69
    for position in ongoing("conniption"):
        boards = position.own, position.own ^ position.taken
        flips = position.own_flips - position.other_flips
        expected = flips * abs(flips) * 1000 + (-150 if position.locked else 150)
        for line in lines:
            t, f = (sum(board >> square & 1 for square in line) for board in boards)
            expected += slow_line(line[1] - line[0] != 1, t, f)
        assert made("conniption", "document").score(game, position) == expected
        assert conniption.better_eval(game, position) == expected


def test_the_original_evaluation_of_lines() -> None:
    game: Any = game_of("conniption")
    four, three = bottom(1, 2, 3, 4), bottom(5, 6, 7)
    ai_line = game.start()._replace(own=four, taken=four | three, own_flips=1, other_flips=3)
    assert conniption.better_eval(game, ai_line) == 1_000_000 - 20_000
    assert conniption.better_eval(game, ai_line, perspective=1) == -1_000_000
    both = game.start()._replace(own=four, taken=four | four << 1)
    assert conniption.better_eval(game, both) == 1_000_000
    assert conniption.better_eval(game, both, perspective=1) == -1_000_000


def test_windows_on_the_other_side_count_for_those_who_can_flip() -> None:
    game: Any = game_of("conniption")
    evaluation = made("conniption", "default")
    for position in ongoing("conniption", 4):
        turned = position._replace(own=game.flipped(position.own, position.taken))
        rich = evaluation.features(game, position._replace(own_flips=1, other_flips=2))
        assert rich[3:6] == evaluation.features(game, turned)[:3]
        poor = evaluation.features(game, position._replace(own_flips=0, other_flips=0))
        assert poor[:6] == (*rich[:3], 0, 0, 0)


# --- path games --------------------------------------------------------------------------------


def marked(*spaces: int) -> int:
    """A board with these spaces, which count from 1."""
    return sum(1 << space - 1 for space in spaces)


@pytest.mark.parametrize(
    ("own", "other", "value"),
    [((), (), 0), ((2,), (), 20), ((2,), (3,), -10), ((5,), (), 40), ((1, 4), (2, 3), 20)],
)
def test_powers_of_known_positions(own: Any, other: Any, value: int) -> None:
    position = game_of("paths").start()._replace(own=marked(*own), other=marked(*other))
    seed = made("paths", "document")
    assert seed.score(game_of("paths"), position) == value
    assert seed.score(game_of("paths"), swapped(position)) == -value
    assert seed.score(game_of("paths:misere=1"), position) == -value


def test_powers_of_long_paths_stay_within_bounds(tmp_path: Path) -> None:
    path = " ".join(map(str, range(1, 257)))
    (tmp_path / "long.txt").write_text(f"256\n{path}\n")
    game, seed = game_of(f"paths:{tmp_path / 'long.txt'}"), made("paths", "document")
    for marks, value in ((1, 10), (9, 65_610), (255, MAX_EVAL // 10 * 10)):
        position = game.start()._replace(own=(1 << marks) - 1)
        assert seed.score(game, position) == value
        assert compiled(game, seed, position, 255)[0] == value


@pytest.mark.parametrize("name", PATHS[2:], ids=map(label, PATHS[2:]))
def test_open_paths_are_counted_by_what_they_lack(name: str) -> None:
    game: Any = game_of(name)
    for position in ongoing(name, 2):
        boards = (position.own, position.other), (position.other, position.own)
        counts, gaps = [[0] * 257, [0] * 257], [0, 0]
        for side, (own, other) in enumerate(boards):
            for path in {*game.paths}:
                missing = path & ~own
                if not path & other:
                    counts[side][missing.bit_count()] += 1
                    gaps[side] |= missing if missing.bit_count() == 1 else 0
        expected = [counts[0][n] - counts[1][n] for n in (3, 2, 1)]
        ahead = gaps[0].bit_count() - gaps[1].bit_count()
        assert made(name, "default").features(game, position) == (*expected, ahead, 1), position


def test_spaces_on_many_paths_come_first() -> None:
    game = game_of("paths")
    orders = [game.order(game.start(), move) for move in range(9)]
    assert orders == [3, 2, 3, 2, 4, 2, 3, 2, 3]


# --- dominoes ----------------------------------------------------------------------------------


def test_finished_lines_count_ten_each() -> None:
    game: Any = game_of("dominoes")
    for line in lines_of("dominoes"):
        assert made("dominoes", "document").score(game, line[-2]) == 0
        loser = game.side(line[-1])
        lines = sum(1 for window in {*game.lines} if window & line[-1].other == window)
        assert made("dominoes", "document", perspective=loser).score(game, line[-1]) == 0
        assert (
            made("dominoes", "document", perspective=1 - loser).score(game, line[-1]) == -10 * lines
        )
        assert lines or game.outcome(line[-1]) != LOSS


@pytest.mark.parametrize("name", DOMINOES)
def test_open_windows_and_winning_dominoes_are_counted(name: str) -> None:
    game: Any = game_of(name)
    for position in ongoing(name, 4):
        expected = [0, 0, 0, len([*game.noisy(position)]) - len([*game.noisy(swapped(position))])]
        boards = (position.own, position.other, 1), (position.other, position.own, -1)
        for own, other, sign in boards:
            for window in {*game.lines}:
                lacks = (window & ~own).bit_count()
                if not window & other and 1 <= lacks <= 3:
                    expected[3 - lacks] += sign
        assert made(name, "default").features(game, position) == (*expected, 1), position
