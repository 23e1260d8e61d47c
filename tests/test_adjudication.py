"""Games that end before their rules end them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from plyground.arena.adjudicator import Adjudicator
from plyground.arena.messages import MoveInfo
from plyground.arena.plan import Adjudication, Openings
from plyground.arena.report import Tally
from plyground.arena.store import open_store
from plyground.core import wire
from plyground.core.outcome import LOSS, WIN
from plyground.core.score import WIN_SCORE
from plyground.core.wire import Termination
from plyground.live.events import Moved
from plyground.live.game import LiveGame
from plyground.records.record import Record
from plyground.search.reference import solve
from plyground.search.solution import Verdict
from plyground.search.thought import Thought, line_of
from tests.command import ran, refused
from tests.test_tournament import played
from tests.tournaments import GAME, make_plan

# --- whole games -------------------------------------------------------------------------------


def test_solved_games_are_ended(tmp_path: Path) -> None:
    rules = Adjudication(exact=5.0)
    with played(tmp_path, make_plan("random", "random", games=10, adjudication=rules)) as store:
        games = [*store.games()]
    assert {game.termination for game in games} <= {Termination.ADJUDICATED, Termination.NORMAL}
    adjudicated = [game for game in games if game.termination == Termination.ADJUDICATED]
    assert adjudicated and all((game.reason or "").startswith("solved: ") for game in adjudicated)
    known: dict[Any, Verdict] = {}
    for game in adjudicated:
        record = Record(GAME, moves=" ".join(game.moves))
        outcome = solve(record.game, record.position, known).outcome
        winner = {WIN: record.turn, LOSS: 1 - record.turn}.get(outcome)
        assert game.result == ("draw" if winner is None else ("first", "second")[winner])


def test_long_games_are_draws(tmp_path: Path) -> None:
    rules = Adjudication(max_plies=3)
    with played(tmp_path, make_plan("random", "random", adjudication=rules)) as store:
        assert {(game.result, game.termination) for game in store.games()} == {
            ("draw", Termination.PLY_LIMIT)
        }


def test_scores_end_games(tmp_path: Path) -> None:
    rules = Adjudication(resign_score=1, resign_moves=1)
    plan = make_plan(*["negamax:depth=9,table=1MB"] * 2, games=8, adjudication=rules)
    plan = replace(plan, openings=Openings(plies=2))
    with played(tmp_path, plan) as store:
        games = [*store.games()]
    resigned = [game for game in games if game.termination == Termination.ADJUDICATED]
    assert resigned and all(str(game.reason).endswith("beyond 1 for 1 move") for game in resigned)
    rules = Adjudication(draw_score=0, draw_moves=1, draw_from=0)
    with played(tmp_path, replace(plan, adjudication=rules), name="draws.db") as store:
        drawn = [game for game in store.games() if game.termination == Termination.ADJUDICATED]
    assert drawn and {game.result for game in drawn} == {"draw"}


def test_rules_are_given_to_the_command(tmp_path: Path) -> None:
    new = ("tournament", "new", str(tmp_path / "t.db"), "--game", GAME)
    players = ("--player", "a=random", "--player", "b=random")
    assert "resign_score=-1" in refused(*new, *players, "--adjudicate", "resign_score=-1")
    assert "no option 'resign=1'" in refused(*new, *players, "--adjudicate", "resign=1")
    ran(*new, *players, "--exact", "0.5", "--adjudicate", "draw_score=3,resign_both=0")
    with open_store(tmp_path / "t.db") as store:
        expected = Adjudication(exact=0.5, draw_score=3, resign_both=False)
        assert store.plan.adjudication == expected


# --- rules by score ----------------------------------------------------------------------------

Scores = Iterable[int | None]


class Scorer:
    """Plays the first legal move, and says of its moves what it is told to say; then nothing."""

    def __init__(self, scores: Scores) -> None:
        self.scores = iter(scores)
        self.thought: Thought | None = None

    def choose(self, record: Record) -> int:
        move, score = record.legal_moves[0], next(self.scores, None)
        line = None if score is None else line_of(record.game, record.position, [move], score)
        self.thought = Thought((line,), 1, 1, 1, 0.0, 0.0, 0.0) if line else None
        return move


def ended(rules: Adjudication, first: Scores, second: Scores) -> tuple[int, int | None] | None:
    """After how many plies a game is adjudicated, and who has won it; None if it is not."""
    live = LiveGame("connect-four", Scorer(first), Scorer(second), max_plies=18)
    adjudicator = Adjudicator(rules, live)
    live.listen(lambda event: adjudicator.look(event) if isinstance(event, Moved) else None)
    record = live.play()
    if record.termination == Termination.PLY_LIMIT:
        assert adjudicator.reason is None
        return None
    assert record.termination == Termination.ADJUDICATED and adjudicator.reason
    return len(record.moves), record.winner


RESIGN = Adjudication(resign_score=100, resign_moves=3)
ALONE = replace(RESIGN, resign_both=False)
LOSING, WINNING = [-100] * 9, [100] * 9


@pytest.mark.parametrize(
    ("rules", "first", "second", "expected"),
    [
        (RESIGN, LOSING, WINNING, (6, 1)),
        (RESIGN, WINNING, LOSING, (6, 0)),
        (RESIGN, [-99, *LOSING], WINNING, (7, 1)),
        (RESIGN, LOSING, [99, *WINNING], (8, 1)),
        (RESIGN, [-100, -100, 0, *LOSING], WINNING, (11, 1)),  # three in a row
        (RESIGN, [-100, -100, None, *LOSING], WINNING, (11, 1)),
        (RESIGN, [-WIN_SCORE + 8] * 9, [WIN_SCORE - 7] * 9, (6, 1)),  # proven
        (RESIGN, WINNING, WINNING, None),  # both claim a win
        (RESIGN, LOSING, LOSING, None),
        (RESIGN, LOSING, [99] * 9, None),
        (RESIGN, LOSING, [], None),
        (replace(RESIGN, resign_score=0), LOSING, WINNING, None),
        (ALONE, LOSING, [], (5, 1)),
        (ALONE, [], LOSING, (6, 0)),
        (ALONE, WINNING, [], None),
        (ALONE, [-100, -100, -99] * 3, [], None),
    ],
)
def test_who_knows_that_it_loses_resigns(
    rules: Adjudication, first: Scores, second: Scores, expected: tuple[int, int | None] | None
) -> None:
    assert ended(rules, first, second) == expected


DRAW = Adjudication(draw_score=10, draw_moves=2, draw_from=6)


@pytest.mark.parametrize(
    ("rules", "first", "second", "expected"),
    [
        (DRAW, [10] * 9, [-10] * 9, (6, None)),
        (replace(DRAW, draw_from=0), [10] * 9, [-10] * 9, (4, None)),
        (DRAW, [10] * 9, [0, 0, 11, 0, 0, 0], (10, None)),  # two in a row
        (DRAW, [10] * 9, [0, 0, None, 0, 0, 0], (10, None)),
        (DRAW, [10] * 9, [11] * 9, None),
        (DRAW, [10] * 9, [], None),
        (DRAW, [WIN_SCORE - 7] * 9, [0] * 9, None),
        (replace(DRAW, draw_score=-1), [0] * 9, [0] * 9, None),
        (replace(DRAW, draw_score=0), [0] * 9, [0] * 9, (6, None)),
    ],
)
def test_a_game_in_which_nobody_sees_a_winner_is_a_draw(
    rules: Adjudication, first: Scores, second: Scores, expected: tuple[int, int | None] | None
) -> None:
    assert ended(rules, first, second) == expected


def test_both_who_claim_a_win_are_told_of(tmp_path: Path) -> None:
    """One of two moves in a row was said to win by mistake."""
    with played(tmp_path, make_plan("random", "random", games=1)) as store:
        plan, [game] = store.plan, store.games()
    win = MoveInfo(seconds=0.0, verdict=wire.Verdict(outcome="win", plies=3))
    quiet = MoveInfo(seconds=0.0)

    def warnings(*infos: MoveInfo) -> str:
        tally = Tally(plan)
        tally.add(replace(game, infos=infos))
        return " ".join(tally.report("t.db").warnings)

    told = "both players said that they win, in 1 game, such as game 1"
    assert told in warnings(quiet, win, win)
    assert "both" not in warnings(win, quiet, win)
    assert "both" not in warnings(replace(win, side=1), replace(win, side=1))
