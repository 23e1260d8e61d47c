"""The course's class: what it answers, what it refuses, and that it keeps its limits.

Whole games run uncompiled, in a process of their own, so that nothing waits for the compiler; a
compiled player goes the same way.
"""

import json
import os
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

from plyground import make_game
from plyground.adapters import course
from plyground.adapters.comp30024_small import Player
from plyground.adapters.course import Budget
from plyground.core.errors import BadOption, PlygroundError
from plyground.core.game import legal_moves
from plyground.protocol.comp30024 import BadAction, action_of, text_of, without_limit
from tests.command import ROOT

WYB: Any = make_game("watch-your-back")
FORFEIT_128 = "X------X-O-------O------O@OO----O@OO-----O-------O------X------X @ 127"
FORFEIT_192 = ".........XO---X..-O----..O@OO--..O@OO--..-O----..XO---X......... @ 191"
OPEN = "X------X-------------@-----@O-----------------OO--------X------X @ 21"
"""Black captures by a step down, which looks best."""
STUCK = "..................X--X....-@@-....-@@-....XOOX.................. O 200"


def seated(colour: str, position: str = "", seconds: float = 0.01) -> Player:
    """A player with a board before it, and with no time to think about it."""
    player = Player(colour, seconds)
    if position:
        player.position = without_limit(WYB.parse_position(position))
    return player


# What it answers


def test_a_placement_is_a_pair() -> None:
    x, y = seated("white").action(0)
    assert (x, y) in [action_of(move) for move in legal_moves(WYB, WYB.start())]


def test_a_move_is_a_pair_of_pairs() -> None:
    (a, b), (c, d) = seated("black", OPEN).action(21)
    assert abs(a - c) + abs(b - d) in (1, 2)


def test_without_a_legal_action_it_forfeits() -> None:
    player = seated("white", STUCK)
    assert player.action(200) is None
    assert player.position.ply & 1


def test_black_answers_white() -> None:
    player = seated("black")
    player.update((3, 3))
    x, y = player.action(1)
    assert WYB.parse_move(player.game.play(WYB.start(), 64 << 6 | 27), f"{x},{y}")


def test_r13_it_plays_on_where_our_own_rules_would_call_a_draw() -> None:
    player = seated("white", STUCK.replace("O 200", "O 398"))
    assert player.action(398) is None
    player.update(((3, 3), (2, 3)))
    assert player.action(400) == ((3, 5), (3, 3))


def test_every_action_is_read_back() -> None:
    for position in map(WYB.parse_position, (WYB.position_text(WYB.start()), FORFEIT_128, OPEN)):
        for move in legal_moves(WYB, position):
            assert WYB.parse_move(position, text_of(action_of(move))) == move


@pytest.mark.parametrize("action", [[3, 3], (np.int64(3), np.int8(3))])
def test_numbers_and_pairs_of_other_kinds_are_read(action: Any) -> None:
    assert text_of(action) == "3,3"


# The faults of the original


def test_fault_update_none_is_a_forfeit() -> None:
    player = seated("black", STUCK)
    player.update(None)
    assert player.position == without_limit(WYB.parse_position(STUCK.replace("O 200", "@ 201")))


@pytest.mark.parametrize(("before", "ring"), [(FORFEIT_128, 1), (FORFEIT_192, 2)])
def test_fault_a_forfeit_as_128th_or_192nd_action_shrinks(before: str, ring: int) -> None:
    listener, mover = seated("white", before), seated("black", before)
    listener.update(None)
    assert mover.action(127) is None
    assert listener.position.ring == mover.position.ring == ring
    assert listener.position == mover.position


# What it refuses


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ((3, 7), "white's action (3, 7): '3,7' cannot be played: White places on a free square"),
        ((0, 0), "White places on a free square in rows 0 to 5, no corner"),
        ((9, 9), "'9,9' is not a move"),
        ((-1, 3), "'-1,3' is not a move"),
        (((1, 1), (1, 2)), "White places on a free square"),
        (None, "white's action None: 'forfeit' cannot be played"),
        ("place", "white's action 'place': expected (x, y), ((a, b), (c, d)) or None"),
        (7, "white's action 7: expected (x, y), ((a, b), (c, d)) or None"),
        ((), "expected (x, y), ((a, b), (c, d)) or None"),
        ((1,), "expected (x, y), ((a, b), (c, d)) or None"),
        ((1, 2, 3), "expected (x, y), ((a, b), (c, d)) or None"),
        ((1, None), "expected (x, y), ((a, b), (c, d)) or None"),
        ((1, (2, 3)), "expected (x, y), ((a, b), (c, d)) or None"),
        (((1, 2), (3, 4), (5, 6)), "is not a move"),
        ((float("nan"), 1), "expected (x, y), ((a, b), (c, d)) or None"),
        ((3.0, 3.0), "expected (x, y), ((a, b), (c, d)) or None"),
        ((float("inf"), 1), "expected (x, y), ((a, b), (c, d)) or None"),
    ],
)
def test_an_illegal_action_is_refused_in_a_sentence(action: Any, message: str) -> None:
    player = seated("black")
    with pytest.raises(BadAction) as refused:
        player.update(action)
    assert message in str(refused.value)
    assert isinstance(refused.value, ValueError) and isinstance(refused.value, PlygroundError)
    player.update((3, 3))  # it goes on from where it was


def test_out_of_turn_it_says_so() -> None:
    with pytest.raises(BadAction, match="it is not black's turn"):
        seated("black").action(0)
    with pytest.raises(BadAction, match="it is not black's turn"):
        seated("white").update((3, 3))


def test_after_the_end_there_is_no_action() -> None:
    player = seated(
        "white", "X------X------------------O---O-------------------------X------X O 20"
    )
    with pytest.raises(BadAction, match="the game is over"):
        player.action(20)


@pytest.mark.parametrize("colour", ["White", "", "red", None])
def test_other_colours_are_refused(colour: Any) -> None:
    with pytest.raises(BadOption, match="expected white or black"):
        Player(colour)


# The budget


def test_limits_60_seconds_are_the_default() -> None:
    assert course.SECONDS == 60
    assert 55 < Player("white").budget.left <= 60


def test_shares_never_add_up_to_more_than_the_budget() -> None:
    budget, turns = Budget(60.0), 0
    while (share := budget.share(20)) > course.MIN_SECONDS:
        budget.left -= share
        turns += 1
    assert budget.left >= budget.reserve == 3.0
    assert turns > 100


def test_no_search_begins_that_might_take_too_much() -> None:
    budget = Budget(10.0)
    budget.excess = 5.0
    assert budget.share(20) == 0
    budget.excess = 4.0
    assert budget.share(20) == 9.5 / 20


def test_what_a_search_takes_beyond_its_share_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter([1.0, 4.0, 5.0, 5.5])
    monkeypatch.setattr(time, "process_time", lambda: next(times))
    budget = Budget(10.0)
    with budget.expected(1.0):
        pass
    with budget.expected(1.0):
        pass
    assert budget.excess == 2.0


def test_errors_are_paid_for_too(monkeypatch: pytest.MonkeyPatch) -> None:
    player = seated("black", seconds=10.0)
    before, times = player.budget.left, iter([1.0, 4.0])
    monkeypatch.setattr(time, "process_time", lambda: next(times))
    with pytest.raises(BadAction):
        player.update((0, 0))
    assert player.budget.left == before - 3.0


def test_without_time_the_move_that_looks_best_is_played() -> None:
    assert seated("black", OPEN).action(21) == ((5, 2), (5, 3))


# Whole games under a referee

REFEREE = """
import json, sys, time
from plyground import make_game
from plyground.core.game import legal_moves
from plyground.records.record import Record
from plyground.protocol.comp30024 import action_of
from importlib import import_module

module, seconds = import_module("plyground.adapters." + sys.argv[1]), float(sys.argv[2])
game = make_game("watch-your-back:turn_limit=0")
record, used = Record(game), [0.0, 0.0]


def timed(side, call, *args):
    start = time.process_time()
    try:
        return call(*args)
    finally:
        used[side] += time.process_time() - start


players = [timed(n, module.Player, colour, seconds) for n, colour in enumerate(["white", "black"])]
while not record.is_over and len(record.moves) < 500:
    side, ply = record.turn, record.position.ply
    action = timed(side, players[side].action, ply if ply < 24 else ply - 24)
    moves = {action_of(move): move for move in legal_moves(game, record.position)}
    record.push(moves[action])
    timed(1 - side, players[1 - side].update, action)
    ours = [player.position for player in players]
    assert ours[0] == ours[1] and ours[0][:2] == record.position[:2]
peak = int(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]) // 1024
print(json.dumps({"plies": len(record.moves), "used": used, "peak": peak}))
"""


def refereed(module: str, seconds: float) -> dict[str, Any]:
    """A game of two players who communicate only through the course's interface."""
    finished = subprocess.run(
        [sys.executable, "-c", REFEREE, module, str(seconds)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        timeout=300,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    output: dict[str, Any] = json.loads(finished.stdout)
    return output


@pytest.mark.slow
def test_a_whole_game_stays_within_its_budget() -> None:
    output = refereed("comp30024", 3.0)
    assert output["plies"] > 24
    assert max(output["used"]) <= 3.0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux tells it")
def test_limits_a_small_player_stays_within_its_budget_and_100_megabytes() -> None:
    output = refereed("comp30024_small", 1.0)
    assert output["plies"] > 24
    assert max(output["used"]) <= 1.0
    assert output["peak"] < 100
