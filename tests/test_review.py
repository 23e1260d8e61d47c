"""The coach: grades agree with the textbook's verdicts, and the turning point is the loser's."""

import math
from pathlib import Path
from random import Random
from typing import Any

import pexpect
import pytest

from plyground.core.errors import BadPosition
from plyground.core.score import WIN_SCORE
from plyground.evaluations.registry import make_evaluation
from plyground.players.engine import make_engine_player
from plyground.records.notation import format_record
from plyground.records.record import Record
from plyground.reviews.coach import (
    BEST,
    BLUNDER,
    FINE,
    GRADES,
    MAX_UNPROVEN,
    MISTAKE,
    Assessment,
    Review,
    assess,
    chance_of,
    grade_move,
    is_slower,
    loss_of,
    review,
    scale_of,
    typical_eval,
)
from plyground.search.solution import Verdict
from plyground.search.thought import Line
from tests.command import on_a_terminal, plyground, refused, told
from tests.positions import NIM, SEVEN_GAMES, game_of, label
from tests.proving import CONNECT_FOUR, all_verdicts

COACH = "solver:nodes=2000000,book="
POINTS = {1: 2, 0: 1, -1: 0}
"""The points for a won, drawn and lost game, by the sign of the verdict."""


def random_game(name: str, seed: int) -> Record:
    game, random = game_of(name), Random(seed)
    record = Record(game)
    while not record.is_over:
        record.push(random.choice([*game.moves(record.position)]))
    return record


def points(verdict: Verdict) -> int:
    return POINTS[verdict.sort_key[0]]


def wanted_grade(before: Verdict, came: Verdict) -> str:
    """The grade by the textbook's verdicts of the best move and of the move played."""
    lost = points(before) - points(came)
    if lost:
        return MISTAKE if lost == 1 else BLUNDER
    return BEST if came.sort_key == before.sort_key else FINE


@pytest.mark.slow
def test_grades_are_those_of_the_textbook() -> None:
    known, coach = all_verdicts(CONNECT_FOUR), make_engine_player(COACH)
    seen = set()
    for seed in range(25):
        record = random_game(CONNECT_FOUR, seed)
        for graded in review(record, coach).moves:
            before, child = record.positions[graded.ply - 1 : graded.ply + 1]
            after = known[child].before()
            assert graded.grade == wanted_grade(known[before], after), (seed, graded)
            assert graded.loss == max(0, points(known[before]) - points(after)) / 2
            seen.add(graded.grade)
    assert seen == {*GRADES}


@pytest.mark.slow
def test_the_turning_point_is_the_losers_last_way_out() -> None:
    """After it the loser was lost at every move, and before it not."""
    known, coach = all_verdicts(CONNECT_FOUR), make_engine_player(COACH)
    turned = 0
    for seed in range(25):
        record = random_game(CONNECT_FOUR, seed)
        found = review(record, coach)
        if record.winner is None or found.turning_point is None:
            continue
        turned += 1
        own = [graded for graded in found.moves if graded.side != record.winner]
        lost = [points(known[record.positions[graded.ply - 1]]) == 0 for graded in own]
        place = [graded.ply for graded in own].index(found.turning_point)
        assert not lost[place] and all(lost[place + 1 :])
    assert turned >= 8


@pytest.mark.slow
def test_the_costliest_move_turns_a_drawn_game() -> None:
    coach = make_engine_player(COACH)
    drawn = [random_game(CONNECT_FOUR, seed) for seed in range(25)]
    drawn = [record for record in drawn if record.winner is None]
    assert drawn
    for record in drawn:
        found = review(record, coach)
        losses = [graded.loss for graded in found.moves]
        wanted = losses.index(max(losses)) + 1 if max(losses) else None
        assert found.turning_point == wanted


def test_every_game_can_be_reviewed_by_a_search() -> None:
    """In games that cannot be solved: static evaluations, and what a search sees."""
    record = random_game("connect-four", 3)
    record.undo(4)
    found = review(record, make_engine_player("minimax:depth=2"))
    assert [graded.ply for graded in found.moves] == [*range(1, len(record.moves) + 1)]
    assert all(0 <= graded.loss <= 1 and graded.grade in GRADES for graded in found.moves)
    assert sum(found.number_of(side, g) for side in (0, 1) for g in GRADES) == len(found.moves)


@pytest.mark.parametrize("name", ["connect-four", "watch-your-back", NIM], ids=label)
def test_the_mean_of_results_is_the_chance_itself(name: str) -> None:
    """Whatever the size of the game's evaluations, which Monte Carlo search does not use."""
    game = game_of(name)
    coach = make_engine_player("mcts:simulations=500,memory=1MB")
    assessment = assess(Record(game), coach, scale_of(Record(game), coach))
    assert assessment.chance == 0.5 + 0.5 * MAX_UNPROVEN * assessment.line.score / 1000
    assert 0.2 < assessment.chance < 0.8


def test_a_game_without_moves_is_refused() -> None:
    game = game_of(CONNECT_FOUR)
    with pytest.raises(BadPosition, match="there is no move in this game to review"):
        review(Record(game), make_engine_player(COACH))


# --- chances -----------------------------------------------------------------------------------


def line(score: int, exact: bool = False) -> Line:
    return Line((0,), score, None, exact)


def assessment(score: int, exact: bool = False) -> Assessment:
    chance = chance_of(line(score, exact), lambda score: math.tanh(score / 20))
    return Assessment(chance, line(score, exact))


def test_chances_grow_with_the_score_and_end_at_certainty() -> None:
    scores = [-WIN_SCORE + 3, -1000, -10, -1, 0, 1, 10, 1000, WIN_SCORE - 3]
    chances = [assessment(score).chance for score in scores]
    assert chances == sorted(chances) and len({*chances}) == len(chances)
    assert (chances[0], chances[4], chances[-1]) == (0, 0.5, 1) and 0 < chances[1] < 0.05
    assert all(abs(one + other - 1) < 1e-9 for one, other in zip(chances, reversed(chances)))


def test_a_search_that_saw_less_before_loses_nothing() -> None:
    assert loss_of(1, assessment(-5), assessment(-5)) == 0
    assert loss_of(1, assessment(0, exact=True), assessment(WIN_SCORE - 1)) == 0.5


def test_what_the_coach_would_have_played_is_best_whatever_came_of_it() -> None:
    record = Record(game_of(CONNECT_FOUR), game_of(CONNECT_FOUR).start())
    before, after = assessment(5), assessment(WIN_SCORE - 1)
    assert before.line.moves == (0,)
    assert grade_move(record, 0, before, after).grade == BEST
    assert grade_move(record, 0, before, after).loss == 0
    assert grade_move(record, 1, before, after).grade == BLUNDER


@pytest.mark.parametrize(
    ("best", "came", "slower"),
    [
        (WIN_SCORE - 5, -WIN_SCORE + 4, False),
        (WIN_SCORE - 5, -WIN_SCORE + 6, True),
        (-WIN_SCORE + 6, WIN_SCORE - 5, False),
        (-WIN_SCORE + 6, WIN_SCORE - 3, True),
        (7, -WIN_SCORE + 4, False),
    ],
)
def test_slow_wins_and_quick_losses(best: int, came: int, slower: bool) -> None:
    assert is_slower(assessment(best), assessment(came)) == slower


@pytest.mark.parametrize("name", SEVEN_GAMES, ids=label)
def test_evaluations_have_a_typical_size(name: str) -> None:
    game = game_of(name)
    one = typical_eval(game, make_evaluation(game, "default"))
    assert 1 <= one == typical_eval(game, make_evaluation(game, "default"))
    assert typical_eval(game, make_evaluation(game, "zero")) == 1


# --- the command -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of the small board that is thrown away on its sixth ply."""
    game = game_of(CONNECT_FOUR)
    record = Record(game)
    for text in ["1", "2", "1", "2", "1", "3", "1"]:
        record.push(game.parse_move(record.position, text))
    path = tmp_path_factory.mktemp("review") / "game.txt"
    path.write_text(format_record(record, ("human", "random")), encoding="utf-8")
    return path


def test_the_command_shows_every_move(saved: Path) -> None:
    output = told(plyground("review", str(saved), "--by", COACH, "--json").stdout)
    assert (output["result"], output["turning_point"]) == ("first", 6)
    assert [graded["grade"] for graded in output["moves"][-2:]] == [MISTAKE, BEST]
    thrown: dict[str, Any] = output["moves"][5]
    assert (thrown["side"], thrown["move"], thrown["loss"]) == (1, "3", 0.5)
    assert (thrown["best"]["moves"][0], thrown["best"]["score"]) == ("1", 0)
    assert thrown["best"]["verdict"] == {"outcome": "draw", "plies": None}
    assert (thrown["score"], thrown["verdict"]) == (None, {"outcome": "loss", "plies": 2})
    assert output["counts"][1][MISTAKE] >= 1 and output["sides"] == ["Red", "Yellow"]


def test_a_person_reads_the_same(saved: Path, snapshot: Any) -> None:
    assert plyground("review", str(saved), "--by", COACH).stdout == snapshot


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        (None, (), "game.txt: cannot be read: no such file or directory"),
        ('[Game "nim"]\n\n1. 3\n', (), "there is no game 'nim'"),
        ("nonsense", (), "there is no tag [Game"),
        ('[Game "connect-four"]\n\nunfinished\n', (), "there is no move in this game to review"),
        ('[Game "connect-four"]\n\n1. 4\n', ("--by", "human"), "the player human does not search"),
        ('[Game "connect-four"]\n\n1. 4\n', ("--by", "solver:time=0"), "the limit time is 0"),
    ],
)
def test_what_cannot_be_reviewed_is_reported(
    content: str | None, arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert said in refused("review", str(path), *arguments)


def test_counts_are_reported_for_each_side() -> None:
    record = random_game(CONNECT_FOUR, 1)
    found: Review = review(record, make_engine_player(COACH))
    assert found.number_of(0, BEST) + found.number_of(1, BEST) == sum(
        graded.grade == BEST for graded in found.moves
    )


def test_in_words(saved: Path) -> None:
    output = plyground("review", str(saved), "--by", COACH, "--plain").stdout.splitlines()
    assert output[5] == "ply 6: Yellow 3, mistake, loses in 2; better 1, draw"
    assert output[-1] == "turning point: ply 6, Yellow 3, loses in 2; 1 was better (draw)"


# --- while playing -----------------------------------------------------------------------------

BEFORE_THE_END = ("play", CONNECT_FOUR, "--position", "121213", "--second", "random")


def test_a_game_can_be_reviewed_at_the_prompt() -> None:
    output = plyground(*BEFORE_THE_END, typed="review\n2\nreview\nquit\n").stdout
    assert "there is no move in this game to review" in output
    assert "turning point" in output and "wins in 1: 1" in output


@pytest.mark.slow
def test_the_coach_offers_help_at_a_terminal_when_the_game_is_over() -> None:
    screen = on_a_terminal(*BEFORE_THE_END)
    screen.expect("Red")
    screen.sendline("1")
    screen.expect("Red wins")
    screen.expect("Shall the coach review this game")
    screen.sendline("y")
    screen.expect("no move turned the game")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


@pytest.mark.parametrize("answer", ["n", "", "\x04"])
def test_nobody_has_to_take_it(answer: str) -> None:
    screen = on_a_terminal(*BEFORE_THE_END)
    screen.expect("Red")
    screen.sendline("1")
    screen.expect("Shall the coach review this game")
    screen.send(answer) if answer == "\x04" else screen.sendline(answer)
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0 and "grade" not in screen.before
