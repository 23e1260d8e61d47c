"""Who keeps to what the time manager allots never runs out of time."""

import math
import time
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

from plyground.players.engine import EnginePlayer, make_engine_player
from plyground.records.record import Record
from plyground.search.clock import ClockState
from plyground.search.limits import MAX_DEPTH, UNLIMITED, Clock, Limits
from plyground.search.stop import StopSignal
from plyground.search.thought import Thought
from plyground.search.time_manager import HORIZON, MIN_SECONDS, OVERHEAD, limits_by
from tests.positions import game_of

GAMES = 10_000
MAX_OVERRUN = OVERHEAD - MIN_SECONDS
REAL_GAMES = 30
LATE, LATE_BY_CPU = Limits(time=1e6, soft=0.1), Limits(cpu=1e6, soft=0.1)


class Control(NamedTuple):
    """A time control, and the most moves of a side in games whose length nobody knows."""

    seconds: float
    increment: float = 0.0
    period: int = 0
    moves: int = 300


CONTROLS = (
    Control(0.1, 0.01),
    Control(1.0, moves=60),
    Control(3.0, 0.02),
    Control(10.0, 0.1),
    Control(0.5, period=40),
    Control(60.0, period=40),
    Control(300.0, moves=120),
)


def leftover(control: Control, moves: int, plies_known: bool, random: Random) -> float:
    """Play a game by a clock and return the least that was ever left on it; below 0: lost.

    A search takes any time up to its hard limit, and its move comes late by any overrun.
    """
    left = least = control.seconds
    for number in range(moves):
        to_go = control.period - number % control.period if control.period else None
        plies = 2 * (moves - number) - 1 if plies_known else -1
        limits = limits_by(ClockState(left, control.increment, to_go), plies)
        assert limits.time > 0 and limits.soft > 0
        greed = random.choice((1.0, random.random(), min(limits.soft / limits.time, 1.0)))
        left -= limits.time * greed + random.random() * MAX_OVERRUN
        least = min(least, left)
        left += control.increment + (control.seconds if to_go == 1 else 0.0)
    return least


@pytest.mark.slow
def test_never_out_of_time_over_ten_thousand_fast_games() -> None:
    random = Random(1)
    for number in range(GAMES):
        control = CONTROLS[number % len(CONTROLS)]
        is_known = random.random() < 0.5
        moves = random.randint(1, 100 if is_known else control.moves)
        assert leftover(control, moves, is_known, random) >= 0


def greediest(left: float, increment: float, moves: int) -> float:
    """The same where every search takes all it may and every move comes as late as it can."""
    for to_come in range(moves, 0, -1):
        left -= limits_by(ClockState(left, increment, to_come)).time + MAX_OVERRUN
        if left < 0:
            return left
        left += increment
    return left


@given(
    moves=st.integers(1, HORIZON),
    spare=st.floats(0.0, 10.0),
    increment=st.floats(0.0, 2.0),
)
def test_whoever_takes_all_they_may_has_enough(moves: int, spare: float, increment: float) -> None:
    """If the clock leaves the overhead of each move at all."""
    needed = max(OVERHEAD * moves - increment * (moves - 1), 2 * OVERHEAD)
    assert greediest(needed + spare, increment, moves) >= -1e-9


@given(
    left=st.floats(0.0, 1e6),
    increment=st.floats(0.0, 100.0),
    to_go=st.none() | st.integers(1, 500),
    plies=st.integers(-1, 500),
    is_cpu=st.booleans(),
)
def test_limits_are_sound_whatever_the_clock_says(
    left: float, increment: float, to_go: int | None, plies: int, is_cpu: bool
) -> None:
    limits = limits_by(ClockState(left, increment, to_go, is_cpu), plies)
    limits.check()
    hard, other = (limits.cpu, limits.time) if is_cpu else (limits.time, limits.cpu)
    assert other == math.inf
    assert MIN_SECONDS <= hard <= max(left - OVERHEAD, MIN_SECONDS)
    assert limits.soft <= hard or limits.soft == math.inf


@given(left=st.floats(0.5, 1e4), more=st.floats(0.0, 1e3), plies=st.integers(-1, 60))
def test_more_time_on_the_clock_is_more_for_the_move(left: float, more: float, plies: int) -> None:
    short, long = (limits_by(ClockState(seconds), plies) for seconds in (left, left + more))
    assert short.time <= long.time and short.soft <= long.soft


def test_a_move_with_a_time_of_its_own_may_use_it_all() -> None:
    limits = limits_by(ClockState(1.0, moves_to_go=1))
    assert limits == Limits(time=1.0 - OVERHEAD)


def test_a_clock_of_nodes_and_depth_limits_no_time() -> None:
    assert limits_by(ClockState(nodes=500, depth=7)) == Limits(nodes=500, depth=7)
    assert limits_by(ClockState()) == Limits() == Limits(nodes=UNLIMITED, depth=MAX_DEPTH)


# --- limits and players ------------------------------------------------------------------------


def test_a_player_keeps_to_its_own_limits_and_to_the_clock() -> None:
    record = Record("connect-four")
    record.clock = ClockState(60.0)
    player = make_engine_player("negascout:depth=9,time=1")
    limits = player.limits_for(record)
    assert (limits.time, limits.depth) == (1.0, 9) and limits.soft < 3.0
    assert make_engine_player("negascout").limits_for(record).time > 2.0
    record.clock = None
    assert player.limits_for(record) == player.limits()
    record.clock = ClockState()
    assert make_engine_player("negascout").limits_for(record) == Limits(time=1.0)


def test_the_soft_limit_counts_the_time_that_is_limited() -> None:
    assert Limits(time=8, soft=2).softened == Limits(time=2)
    assert Limits(cpu=8, soft=2).softened == Limits(cpu=2)
    wall, cpu = (Clock(limits, StopSignal()) for limits in (LATE, LATE_BY_CPU))
    time.sleep(0.2)  # takes no processor time
    assert cpu.soft_share < 1 < wall.soft_share
    assert Clock(Limits(), StopSignal()).soft_share == 0


@pytest.mark.parametrize("player", ["negascout", "mcts", "solver:book="])
def test_no_iteration_begins_that_would_take_too_long(player: str) -> None:
    """A search that is out of its soft limit has its move long before the hard one."""
    record = Record(game_of("connect-four"))
    searching = make_engine_player(player)
    searching.think(record, limits=Limits(nodes=1000))
    began = time.monotonic()
    thought = searching.think(record, limits=Limits(time=600, soft=0.05))
    assert time.monotonic() - began < 60 and thought.depth >= 1


# --- real games --------------------------------------------------------------------------------


def play_by_clock(players: list[EnginePlayer], seconds: float, increment: float) -> list[float]:
    """Play a real game; returns the least that was ever left to each side."""
    record, left = Record(game_of("connect-four")), [seconds, seconds]
    least = [*left]
    while not record.is_over:
        side = record.turn
        record.clock = ClockState(left[side], increment)
        began = time.perf_counter()
        move = players[side].choose(record)
        left[side] -= time.perf_counter() - began
        least[side] = min(least[side], left[side])
        left[side] += increment
        record.push(move)
    return least


def prepared(text: str) -> EnginePlayer:
    player = make_engine_player(text)
    thought: Thought = player.think(Record(game_of("connect-four")), limits=Limits(nodes=1))
    assert thought.lines
    return player


@pytest.mark.long
def test_real_games_are_not_lost_by_the_clock() -> None:
    """Where other programs keep the processor busy this may fail, as any clock would."""
    lost = 0
    for _ in range(REAL_GAMES):
        players = [prepared("negascout"), prepared("mcts:memory=16MB")]
        lost += min(play_by_clock(players, 0.1, 0.01)) < 0
    assert lost == 0
