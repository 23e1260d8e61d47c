"""Live games: what they are told, what they tell, clocks, failures, threads and coroutines."""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from plyground.core import wire
from plyground.core.errors import (
    BadOption,
    GameOver,
    IllegalMove,
    InvalidMove,
    NotNow,
    OutOfTurn,
)
from plyground.core.wire import Termination
from plyground.live.clock import GameClock, TimeControl, parse_time_control
from plyground.live.events import (
    ClockRanOut,
    Ended,
    Event,
    Moved,
    SeatFailed,
    TakenBack,
    Thinking,
    TurnBegan,
)
from plyground.live.game import LiveGame, Turn
from plyground.live.seat import PersonSeat, ProgramSeat, RemoteSeat
from plyground.players.engine import make_engine_player
from plyground.records.record import Record


class Chooser:
    """Plays what a function chooses."""

    name = "chooser"

    def __init__(self, choose: Callable[[Record], Any] = lambda record: record.legal_moves[0]):
        self.function = choose

    def choose(self, record: Record) -> Any:
        return self.function(record)


class Waiting(ProgramSeat):
    """A program that thinks until it is stopped, and then plays the first move."""

    def __init__(self) -> None:
        super().__init__(Chooser())
        self.asked, self.stopped = threading.Semaphore(0), threading.Event()
        self.stops = 0

    def choose(self, player: Any, turn: Turn) -> int | str:
        self.stopped.clear()
        self.asked.release()
        assert self.stopped.wait(10)
        return player.choose(turn.record)  # type: ignore[no-any-return]

    def stop(self) -> None:
        self.stops += 1
        self.stopped.set()


def live_game(*seats: Any, game: str = "connect-four", moves: str = "", **options: Any) -> LiveGame:
    first, second = seats or (RemoteSeat("a"), RemoteSeat("b"))
    return LiveGame(Record(game, moves=moves), first, second, **options)


def heard(live: LiveGame) -> list[Event]:
    events: list[Event] = []
    live.listen(events.append)
    return events


def in_thread(call: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    return thread


def joined(thread: threading.Thread) -> bool:
    thread.join(10)
    return not thread.is_alive()


# --- what it is told ---------------------------------------------------------------------------


def test_moves_are_told_with_the_position_after_them() -> None:
    live = live_game()
    events = heard(live)
    live.submit("4")
    live.submit("4")
    assert [
        (event.side, event.move, event.ply) for event in events if isinstance(event, Moved)
    ] == [
        (0, "4", 1),
        (1, "4", 2),
    ]
    assert isinstance(events[1], Moved) and events[1].position == live.record.position_text


def test_a_finished_game_ends_with_the_reason() -> None:
    live = live_game(moves="1 2 1 2 1 2")
    events = heard(live)
    live.submit("1")
    status = "Red wins"
    assert events[1:] == [Ended(termination=Termination.NORMAL, winner=0, status=status)]


REFUSED: list[tuple[str, Callable[[LiveGame], None], type[Exception], str]] = [
    ("illegal", lambda live: live.submit("8"), IllegalMove, "'8' is not a legal move here"),
    ("nonsense", lambda live: live.submit("pass"), IllegalMove, "'pass' is not a legal move"),
    ("number", lambda live: live.submit(99), IllegalMove, "99 is not a legal move here"),
    ("out of turn", lambda live: live.submit("4", side=1), OutOfTurn, "it is Red's turn (a)"),
    ("undo", lambda live: live.undo(), NotNow, "there is no move to take back"),
    ("redo", lambda live: live.redo(), NotNow, "no move was taken back"),
    ("no player", lambda live: live.set_seat(0, "nobody"), BadOption, "there is no player"),
]


@pytest.mark.parametrize(("tell", "error", "told"), [row[1:] for row in REFUSED], ids=lambda x: "")
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    tell: Callable[[LiveGame], None], error: type[Exception], told: str
) -> None:
    live = live_game()
    events, seats, changes = heard(live), [*live.seats], live.changes
    with pytest.raises(error) as raised:
        tell(live)
    assert told in str(raised.value)
    assert live.record == Record("connect-four") and live.seats == seats
    assert events == [] and live.changes == changes


@pytest.mark.parametrize("end", [LiveGame.resign, LiveGame.leave, lambda live: live.adjudicate(0)])
def test_nothing_can_be_played_in_a_game_that_is_over(end: Callable[[LiveGame], None]) -> None:
    live = live_game()
    end(live)
    with pytest.raises(GameOver, match=r"'4' cannot be played: the game (is over|was left)"):
        live.submit("4")


def test_a_person_cannot_move_for_a_program() -> None:
    live = live_game(RemoteSeat(), FIRST_MOVE)
    live.submit("4")
    with pytest.raises(OutOfTurn, match=r"it is Yellow's turn \(chooser\)"):
        live.submit("4")


FIRST_MOVE = Chooser()


@pytest.mark.parametrize("swapped", [False, True])
def test_sides_are_swapped(swapped: bool) -> None:
    live = live_game()
    events = heard(live)
    if swapped:
        live.swap()
    assert live.names == (("b", "a") if swapped else ("a", "b"))
    assert len(events) == 2 * swapped


def test_two_of_a_kind_do_not_swap() -> None:
    with pytest.raises(NotNow, match="both players are a: nothing would change"):
        live_game(RemoteSeat("a"), RemoteSeat("a")).swap()


def test_another_game_takes_the_place_of_this_one() -> None:
    live = live_game(moves="4 4")
    events = heard(live)
    live.load(Record("tic-tac-toe", moves="5"), RemoteSeat("c"), RemoteSeat("d"))
    assert live.names == ("c", "d") and live.record.move_texts == ["5"]
    assert [type(event).__name__ for event in events] == ["Loaded"]
    live.submit("1")
    with pytest.raises(IllegalMove):
        live.submit("f4")


# --- taking back -------------------------------------------------------------------------------


@settings(max_examples=60)
@given(
    people=st.tuples(st.booleans(), st.booleans()),
    moves=st.lists(st.integers(0, 6), max_size=12),
)
def test_undo_takes_back_the_last_move_of_a_person(
    people: tuple[bool, bool], moves: list[int]
) -> None:
    """And what came after it; redo brings all of it back."""
    record = Record("connect-four")
    for move in moves:
        if move in record.legal_moves:
            record.push(move)
    first, second = (RemoteSeat() if person else Chooser() for person in people)
    live = LiveGame(record, first, second)
    before = record.copy()
    theirs = [step.ply for step in record if people[step.side]]
    if not theirs:
        with pytest.raises(NotNow):
            live.undo()
        return
    events = heard(live)
    live.undo()
    assert len(record.moves) == theirs[-1] - 1 and people[record.turn]
    assert events == [
        TakenBack(moves=tuple(before.move_texts[theirs[-1] - 1 :]), ply=len(record.moves))
    ]
    live.redo()
    assert record == before


def test_black_cannot_take_back_the_first_move_of_a_program() -> None:
    live = live_game(Chooser(), RemoteSeat(), game="watch-your-back", moves="2,2")
    with pytest.raises(NotNow, match="there is no move to take back"):
        live.undo()


def test_a_forced_move_is_taken_back_together_with_the_choice_before_it() -> None:
    """Who takes back the only legal move would have to play it again."""
    moves = "1 2 3 5 4 6 8 7 9"
    live = live_game(RemoteSeat("a"), Chooser(), game="tic-tac-toe", moves=moves)
    live.undo()
    assert live.record.move_texts == moves.split()[:6]


def test_a_resignation_is_taken_back_with_the_move_before_it() -> None:
    live = live_game(moves="4")
    live.resign()
    assert not live.is_going_on
    live.undo()
    assert live.is_going_on and live.record.moves == []


# --- the loop ----------------------------------------------------------------------------------


def test_programs_play_to_the_end() -> None:
    live = live_game(Chooser(), Chooser())
    record = live.play()
    assert record is live.record and record.is_over and record.termination == Termination.NORMAL


def test_the_loop_waits_for_a_person_elsewhere() -> None:
    live = live_game(RemoteSeat(), Chooser(), game="tic-tac-toe")
    thread = in_thread(live.play)
    with live.events() as events:
        for text in ("9", "8", "4"):
            live.submit(text)
            assert any(isinstance(event, Moved) and event.side == 1 for event in events)
    live.leave()
    assert joined(thread)
    assert live.record.move_texts == ["9", "1", "8", "2", "4", "3"]


def test_an_answer_that_comes_too_late_is_dropped() -> None:
    """While the program thinks, the person takes their move back: the program is stopped, and its
    move is not played."""
    program = Waiting()
    live = live_game(RemoteSeat(), program)
    thread = in_thread(live.play)
    live.submit("4")
    assert program.asked.acquire(timeout=10)
    live.undo()
    assert program.stops == 1 and live.record.moves == []
    live.submit("7")
    assert program.asked.acquire(timeout=10)
    live.stop()
    for _ in range(1000):
        if len(live.record.moves) == 2:
            break
        time.sleep(0.01)
    assert live.record.move_texts == ["7", "1"]
    live.leave()
    assert joined(thread)


@pytest.mark.parametrize(
    "tell",
    [
        LiveGame.resign,
        LiveGame.leave,
        lambda live: live.set_seat(1, RemoteSeat()),
        LiveGame.swap,
        lambda live: live.load(Record("tic-tac-toe"), "random", "random"),
    ],
    ids=["resign", "leave", "set_seat", "swap", "load"],
)
def test_whatever_changes_the_game_stops_the_program_that_thinks(
    tell: Callable[[LiveGame], None],
) -> None:
    program = Waiting()
    live = live_game(RemoteSeat(), program, moves="4")
    thread = in_thread(live.play)
    assert program.asked.acquire(timeout=10)
    tell(live)
    assert program.stopped.wait(10)
    live.leave()
    assert joined(thread)
    assert live.failed is None


def test_a_stop_that_comes_before_the_search_begins_is_not_lost() -> None:
    class Interrupted(ProgramSeat):
        def choose(self, player: Any, turn: Turn) -> int | str:
            turn.live.leave()
            return super().choose(player, turn)

    live = live_game(Interrupted("negascout:time=600,evaluation=zero"), Chooser(), game="qubic")
    make_engine_player("negascout:evaluation=zero").prepare(live.record)  # compiling takes long
    assert joined(in_thread(live.play)) and live.record.moves == []


def test_a_player_gets_a_copy_of_the_record() -> None:
    def spoil(record: Record) -> int:
        record.push(record.legal_moves[0])
        return record.legal_moves[0]

    live = live_game(Chooser(spoil), Chooser(spoil), max_plies=4)
    record = live.play()
    assert [step.side for step in record] == [0, 1, 0, 1]


def test_a_game_that_grows_too_long_is_a_draw() -> None:
    live = live_game(Chooser(), Chooser(), max_plies=3)
    events = heard(live)
    assert live.play().termination == Termination.PLY_LIMIT and live.record.result == "draw"
    assert isinstance(events[-1], Ended) and events[-1].status == "a draw (ply limit)"


# --- failures ----------------------------------------------------------------------------------


def raises(record: Record) -> int:
    raise RuntimeError("no idea")


@pytest.mark.parametrize(
    ("choose", "termination", "reason"),
    [
        (raises, Termination.CRASHED, "RuntimeError: no idea"),
        (lambda record: 99, Termination.ILLEGAL_MOVE, "99 is not a legal move here"),
        (lambda record: "castle", Termination.ILLEGAL_MOVE, "'castle' is not a legal move here"),
        (lambda record: None, Termination.ILLEGAL_MOVE, "None is not a move"),
        (lambda record: b"4", Termination.ILLEGAL_MOVE, "b'4' is not a move"),
        (lambda record: "4" * 10**6, Termination.ILLEGAL_MOVE, "444"),
    ],
    ids=["raises", "illegal", "nonsense", "nothing", "bytes", "flood"],
)
def test_a_program_that_fails_loses_and_the_game_is_intact(
    choose: Callable[[Record], Any], termination: Termination, reason: str
) -> None:
    live = live_game(Chooser(), Chooser(choose))
    events = heard(live)
    record = live.play()
    assert record.winner == 0 and record.termination == termination and len(record.moves) == 1
    failed = next(event for event in events if isinstance(event, SeatFailed))
    assert failed == live.failed and (failed.side, failed.name) == (1, "chooser")
    assert failed.termination == termination and failed.reason.lstrip("'").startswith(
        reason.lstrip("'")
    )
    assert isinstance(events[-1], Ended)
    with pytest.raises((RuntimeError, IllegalMove)):
        live.raise_failure()


def test_a_seat_that_fails_after_the_game_has_gone_on_does_no_harm() -> None:
    class Late(Waiting):
        def choose(self, player: Any, turn: Turn) -> int | str:
            super().choose(player, turn)
            raise RuntimeError("too late")

    program = Late()
    live = live_game(RemoteSeat(), program, moves="4")
    thread = in_thread(live.play)
    assert program.asked.acquire(timeout=10)
    live.set_seat(1, RemoteSeat())
    live.submit("1")
    live.leave()
    assert joined(thread) and live.failed is None and live.record.move_texts == ["4", "1"]


# --- listeners ---------------------------------------------------------------------------------


def test_events_are_messages_that_can_be_read_back() -> None:
    live = live_game("negascout:depth=2,evaluation=zero", raises_later(3), game="tic-tac-toe")
    events = heard(live)
    live.play()
    kinds = {type(event) for event in events}
    assert {TurnBegan, Thinking, Moved, SeatFailed, Ended} <= kinds
    for event in events:
        assert wire.decode(wire.encode(event), type(event)) == event


def raises_later(moves: int) -> Chooser:
    def choose(record: Record) -> int:
        if len(record.moves) >= moves:
            raise RuntimeError("no idea")
        return record.legal_moves[0]

    return Chooser(choose)


def test_a_listener_can_leave() -> None:
    live = live_game()
    events: list[Event] = []
    stop = live.listen(events.append)
    live.submit("4")
    stop()
    live.submit("4")
    assert len(events) == 1


def test_in_a_coroutine() -> None:
    async def watch() -> list[Event]:
        live = live_game(RemoteSeat(), Chooser(), game="tic-tac-toe")
        with live.events() as events:
            task = asyncio.create_task(live.play_async())
            live.submit("9")
            seen = []
            async for event in events:
                seen.append(event)
                if isinstance(event, Moved) and event.side == 1:
                    live.resign()
            record = await task
        assert record.termination == Termination.RESIGNED
        return seen

    names = [type(event).__name__ for event in asyncio.run(watch())]
    assert names.count("Moved") == 2 and names[-1] == "Ended"


def test_a_cancelled_coroutine_leaves_the_game() -> None:
    program = Waiting()

    async def cancel() -> LiveGame:
        live = live_game(program, RemoteSeat())
        task = asyncio.create_task(live.play_async())
        await asyncio.to_thread(program.asked.acquire, timeout=10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return live

    live = asyncio.run(cancel())
    assert live.is_left and program.stops == 1


# --- people at a prompt ------------------------------------------------------------------------


def test_a_person_types_until_a_move_is_legal() -> None:
    lines = ["", "9", "castle", "4"]
    said: list[str] = []
    live = live_game(PersonSeat(lambda record: lines.pop(0), said.append), Chooser(), max_plies=1)
    live.play()
    assert live.record.move_texts == ["4"] and lines == []
    assert [text.partition(" ")[0] for text in said] == ["'9'", "'castle'"]


def test_the_end_of_input_leaves_the_game() -> None:
    def ask(record: Record) -> str:
        raise EOFError

    live = live_game(PersonSeat(ask), Chooser())
    events = heard(live)
    live.play()
    assert live.is_left and not live.record.is_over
    assert isinstance(events[-1], Ended) and events[-1].termination == Termination.INTERRUPTED


# --- clocks ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("60", TimeControl(60)),
        ("60+0.5", TimeControl(60, 0.5)),
        ("40/60+.5", TimeControl(60, 0.5, 40)),
        ("move=1.5", TimeControl(move=1.5)),
        ("nodes=1000,depth=4", TimeControl(nodes=1000, depth=4)),
        (" 1+1,margin=0.05,cpu=1 ", TimeControl(1, 1, margin=0.05, cpu=True)),
    ],
)
def test_time_controls_are_read_and_written(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control
    assert parse_time_control(str(control)) == control


BAD_CONTROLS = """
soon 0 -1 1+ 1+-1 /5 0x1 1e9 inf nan move=0 margin=-1 60,moves=1,moves=2 60,speed=1 1,2 nodes=0
"""


@pytest.mark.parametrize("text", ["", "60 + 1", "9" * 400, *BAD_CONTROLS.split()])
def test_a_bad_time_control_gets_one_sentence(text: str) -> None:
    with pytest.raises(BadOption) as raised:
        parse_time_control(text)
    assert "\n" not in str(raised.value)


@settings(max_examples=200)
@given(
    seconds=st.floats(0.1, 100),
    increment=st.floats(0, 5),
    moves=st.integers(0, 5),
    shares=st.lists(st.floats(0, 1.2), max_size=30),
)
def test_time_is_spent_and_added(
    seconds: float, increment: float, moves: int, shares: list[float]
) -> None:
    """What is left is what was given less what was used, and to use more is to lose."""
    clock = GameClock(TimeControl(seconds, increment, moves))
    given, used = seconds, 0.0
    for number, share in enumerate(shares, 1):
        left = clock.state(0).left
        assert left == pytest.approx(given - used, abs=1e-6)
        if clock.spend(0, share * left):
            assert share * left > left
            return
        used += share * left
        given += increment + (seconds if moves and number % moves == 0 else 0)
    assert clock.left[1] == seconds


class FakeTime:
    """A clock on the wall that only moves by hand."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now

    process_time = perf_counter


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    fake = FakeTime()
    monkeypatch.setattr("plyground.live.game.time", fake)
    monkeypatch.setattr("plyground.live.game.threading.Timer", lambda *args: Timeless())
    return fake


class Timeless:
    daemon = True

    def start(self) -> None:
        """Never rings."""

    cancel = start


@pytest.mark.parametrize("cpu", [False, True])
@pytest.mark.parametrize(("spent", "loses"), [(0.9, False), (1.04, False), (1.06, True)])
def test_who_runs_out_of_time_loses(wall: FakeTime, spent: float, loses: bool, cpu: bool) -> None:
    def think(record: Record) -> int:
        wall.now += spent
        return record.legal_moves[0]

    control = TimeControl(move=1, margin=0.05, cpu=cpu)
    live = live_game(Chooser(), Chooser(think), clock=control, max_plies=2)
    events = heard(live)
    record = live.play()
    assert record.termination == (Termination.CLOCK if loses else Termination.PLY_LIMIT)
    assert (ClockRanOut(side=1) in events) == loses
    if loses:
        assert record.status == "Yellow ran out of time: Red wins" and len(record.moves) == 1


def test_players_see_what_is_left(wall: FakeTime) -> None:
    seen = []

    def think(record: Record) -> int:
        assert record.clock is not None
        seen.append((record.turn, record.clock.left, record.clock.moves_to_go))
        wall.now += 1 + record.turn
        return record.legal_moves[0]

    live = live_game(Chooser(think), Chooser(think), clock=TimeControl(10, 0.5, 2), max_plies=6)
    live.play()
    assert seen == [(0, 10, 2), (1, 10, 2), (0, 9.5, 1), (1, 8.5, 1), (0, 19, 2), (1, 17, 2)]


def test_time_comes_back_with_the_moves_that_are_taken_back(wall: FakeTime) -> None:
    live = live_game(RemoteSeat(), Chooser(), clock=TimeControl(10))
    live._begin_turn()
    wall.now = 4.0
    live.submit("4")
    assert live.left == (6, 10)
    live.undo()
    assert live.left == (10, 10)
    live.redo()
    assert live.left == (10, 10), "nobody thought again"


def test_a_clock_ends_the_game_of_one_who_never_answers() -> None:
    live = live_game(RemoteSeat(), Chooser(), clock=TimeControl(move=0.05))
    events = heard(live)
    live.play()
    assert live.record.termination == Termination.CLOCK and live.record.winner == 1
    assert ClockRanOut(side=0) in events


@pytest.mark.parametrize("cpu", [False, True])
@pytest.mark.parametrize("is_busy", [False, True])
def test_who_waits_uses_no_processor_time(is_busy: bool, cpu: bool) -> None:
    def think(record: Record) -> int:
        if is_busy:
            end = time.process_time() + 0.1
            while time.process_time() < end:
                pass
        else:
            time.sleep(0.1)
        return record.legal_moves[0]

    control = TimeControl(move=0.05, cpu=cpu)
    live = live_game(Chooser(think), Chooser(), clock=control, max_plies=1)
    runs_out = is_busy or not cpu
    assert live.play().termination == (Termination.CLOCK if runs_out else Termination.PLY_LIMIT)


def test_processor_time_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.live.clock.CPU_GRACE", 0.01)
    live = live_game(RemoteSeat(), Chooser(), clock=TimeControl(move=0.01, cpu=True))
    live.play()
    assert live.record.termination == Termination.CLOCK and live.record.winner == 1


@pytest.mark.filterwarnings("error")
def test_a_clock_may_have_more_time_than_a_system_can_wait() -> None:
    live = live_game(Chooser(), Chooser(), clock="move=1e300", max_plies=1)
    assert live.play().termination == Termination.PLY_LIMIT


def test_a_program_that_cannot_get_ready_loses() -> None:
    class Unready(ProgramSeat):
        def prepare(self, record: Record) -> None:
            raise ZeroDivisionError("by nothing")

    live = LiveGame("connect-four", Chooser(), Unready(Chooser()), clock="10")
    live.play()
    assert (live.record.termination, live.record.winner) == (Termination.CRASHED, 0)
    assert live.failed is not None and live.failed.reason == "ZeroDivisionError: by nothing"


def test_compiling_is_not_thinking(wall: FakeTime) -> None:
    from plyground.core.events import on_compile

    def think(record: Record) -> int:
        for listener in on_compile:
            listener("kernel", True)
        wall.now += 100
        for listener in on_compile:
            listener("kernel", False)
        wall.now += 0.5
        return record.legal_moves[0]

    pytest.MonkeyPatch().setattr("plyground.live.compiling.time", wall)
    live = live_game(Chooser(think), Chooser(), clock=TimeControl(1), max_plies=1)
    assert live.play().termination == Termination.PLY_LIMIT
    assert live.left[0] == 0.5


# --- the same, whoever asks ----------------------------------------------------------------------


@settings(max_examples=30)
@given(
    st.lists(
        st.sampled_from(["1", "4", "7", "x", "undo", "redo", "resign", "swap", "seat", "leave"]),
        max_size=20,
    )
)
def test_whatever_it_is_told_the_game_is_sound(told: list[str]) -> None:
    """Each thing is done or refused; the record, the clocks and the events agree."""
    live = live_game(RemoteSeat("a"), RemoteSeat("b"), clock=TimeControl(60))
    events = heard(live)
    tells = {name: getattr(live, name) for name in ("undo", "redo", "resign", "swap", "leave")}
    tells["seat"] = lambda: live.set_seat(1, RemoteSeat("c"))
    for word in told:
        before = live.record.copy(), len(events), live.changes
        try:
            tells.get(word, lambda word=word: live.submit(word))()
        except (NotNow, IllegalMove, InvalidMove, GameOver):
            assert (live.record, len(events), live.changes) == before
        assert len(live._clocks) == len(live.record.positions) == len(live.record.moves) + 1
        replayed = Record("connect-four", moves=live.record.move_texts)
        assert replayed.position == live.record.position
