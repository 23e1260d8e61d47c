"""What the server of the page refuses to read, and how little one tab can do to the others."""

import asyncio
import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings, strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from plyground.core.errors import BadOption, NotNow
from plyground.core.wire import VERSION, kinds
from plyground.live.events import TurnBegan
from plyground.live.process import DEFAULT_MEMORY
from plyground.live.process_player import ProcessPlayer
from plyground.records.record import Record
from plyground.web import (
    app,
    games as served,
    line as lines,
    outbox,
    server as servers,
    slots,
    tab as tabs,
)
from plyground.web.games import ServedGames
from plyground.web.kept import Kept
from plyground.web.line import Line
from plyground.web.messages import Refused, Request
from plyground.web.offers import Offers
from plyground.web.outbox import Outbox
from plyground.web.server import MAX_MESSAGE, PageServer
from plyground.web.services import Services
from plyground.web.slots import Slots
from plyground.web.views.play import PlayView
from tests.command import ROOT
from tests.serving import SECONDS, Page, cookie, opened
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

PEOPLE = ("human", "human")


def lines_of(server: PageServer) -> list[Line]:
    """The sockets of all tabs."""
    return [line for line in [*server._server.server_state.connections] if isinstance(line, Line)]


# --- malformed messages ------------------------------------------------------------------------

NONSENSE = (
    "",
    " ",
    "{",
    "[]",
    "null",
    "NaN",
    '{"kind":"act"}',
    '{"kind":"act","version":2,"action":"undo"}',
    '{"kind":"act","version":1,"action":"leave"}',
    '{"kind":"act","version":1,"action":"undo","more":1}',
    '{"kind":"act","version":1,"action":NaN}',
    '{"kind":"act","version":1e999,"action":"undo"}',
    '{"kind":"game-state","version":1}',
    '{"kind":"request","version":1}',
    '{"kind":["act"],"version":1,"action":"undo"}',
    '{"kind":"play-move","version":1,"move":4,"ply":0}',
    '{"kind":"play-move","version":1,"move":"4","ply":0.5}',
    '{"kind":"play-move","version":1,"move":"4","ply":' + "9" * 5000 + "}",
    '{"kind":"play-move","version":1,"move":"\\ud800","ply":0}',
    b"\xff\xfe",
    b"\x00",
    "[" * 5000,
    '{"a":' * 5000,
    '{"kind":"' + "x" * 60000 + '","version":1}',
)


def is_one_sentence(reason: str) -> bool:
    return 0 < len(reason) <= outbox.MAX_REASON + 3 and "\n" not in reason


@pytest.mark.parametrize("content", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_gets_a_sentence_and_the_line_stays(page: Page, content: str | bytes) -> None:
    page.line.send(content)
    reason = page.heard("refused")["reason"]
    assert is_one_sentence(reason) and "Traceback" not in reason and "Error" not in reason
    assert page.begin("tic-tac-toe")["moves"] == []


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=2**63, max_value=2**200),
    st.floats(),
    st.text(),
    st.sampled_from(["human", "tic-tac-toe", "random", "x", "", "1"]),
)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))
ASKED = {kind: cls for kind, cls in kinds().items() if issubclass(cls, Request)}


@st.composite
def requests(draw: st.DrawFn) -> str:
    """What looks like a request of any kind, but for its values."""
    kind = draw(st.sampled_from([*ASKED]))
    names = draw(st.permutations([*ASKED[kind].__struct_fields__, "more"]))
    kept = names[: draw(st.integers(0, len(names)))]
    fields = {name: draw(VALUES) for name in kept}
    return json.dumps({"kind": kind, "version": VERSION, **fields})


@settings(max_examples=60, deadline=None)
@given(st.one_of(requests(), st.text(), st.binary(), VALUES.map(json.dumps)))
def test_whatever_is_sent_is_refused(server: PageServer, content: str | bytes) -> None:
    with opened(server) as page:
        page.line.send(content)
        page.say("no-such-kind")
        while "no-such-kind" not in (reason := page.heard("refused")["reason"]):
            assert is_one_sentence(reason)


def test_a_bug_in_a_view_is_told_and_the_line_stays(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(PlayView, "handle", lambda *given: dict[str, int]()["a bug"])
        assert page.refusal("act", action="undo") == "KeyError: 'a bug'"
    assert page.begin("tic-tac-toe")["moves"] == []


def test_a_reason_is_never_long(page: Page) -> None:
    long = "x" * 60000
    for fields in ({"clock": long}, {"game": long}, {"first": long}, {"game": f"paths:{long}"}):
        usual = {"game": "paths", "first": "human", "second": "human", "clock": None}
        assert is_one_sentence(page.refusal("new-game", **{**usual, **fields})), fields
    assert is_one_sentence(page.refusal("load-game", record=long))


# --- too long, too often, too many -------------------------------------------------------------


def test_a_message_that_is_too_long_ends_the_line(page: Page) -> None:
    page.line.send(json.dumps({"kind": "load-game", "version": 1, "record": "x" * MAX_MESSAGE}))
    with pytest.raises(ConnectionClosed) as closed:
        page.heard("refused")
    assert closed.value.rcvd and closed.value.rcvd.code == 1009


def test_a_flood_ends_the_line_and_hurts_nobody_else(server: PageServer, page: Page) -> None:
    with opened(server) as flooding, pytest.raises(ConnectionClosed) as closed:
        for _ in range(10 * tabs.MAX_RATE):
            flooding.say("act", action="undo")
        while True:
            flooding.heard("refused")
    told = closed.value.rcvd
    assert told and (told.code, "50 things a second" in told.reason) == (tabs.FLOODED, True)
    assert page.begin("tic-tac-toe")["moves"] == []


def test_as_many_requests_as_allowed_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("plyground.web.tab.time.monotonic", lambda: now[0])

    async def counted() -> list[bool]:
        tab = tabs.Tab(cast(Any, None), cast(Any, None))
        seen = [tab._is_flooded() for _ in range(tabs.MAX_RATE + 1)]
        now[0] += 1
        return [*seen, tab._is_flooded()]

    assert asyncio.run(counted()) == [*[False] * tabs.MAX_RATE, True, False]


def test_a_tab_too_many_is_told_so(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    wait_until(lambda: not lines_of(server))
    monkeypatch.setattr(app, "MAX_SOCKETS", 2)
    with opened(server) as first, opened(server):
        with pytest.raises(ConnectionClosed) as closed, opened(server):
            pass
        told = closed.value.rcvd
        assert told and told.code == app.TOO_MANY and "close one" in told.reason
        first.line.close()
        wait_until(lambda: len(lines_of(server)) == 1)
        with opened(server):
            pass


def test_a_game_file_that_is_gone_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text((ROOT / "examples" / "nim.py").read_text())
    with PageServer(str(file)) as server:
        file.unlink()
        with connect(
            f"ws://{server.host}/socket",
            origin=cast(Any, f"http://{server.host}"),
            additional_headers={"Cookie": cookie(server)},
        ) as line:
            told = json.loads(line.recv(SECONDS))
            assert told["kind"] == "refused" and "cannot be read" in told["reason"]


# --- tabs that do not read ---------------------------------------------------------------------


class SlowSocket:
    """Takes what is sent only when it is told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.reads, self.has_one = asyncio.Event(), asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.has_one.set()
        await self.reads.wait()
        self.sent.append(json.loads(text))


def test_a_slow_tab_gets_the_newest_state_only() -> None:
    async def watch() -> list[dict[str, Any]]:
        slow: Any = SlowSocket()
        games = ServedGames()
        game = games.begin(Record("connect-four"), PEOPLE, None)
        tab = tabs.Tab(slow, Services(games, Offers()))
        view = tab.view(PlayView)
        assert isinstance(view, PlayView)
        view.watch(game)
        sender = asyncio.create_task(tab.send_what_is_due())
        await slow.has_one.wait()
        for ply in range(6):
            await asyncio.to_thread(game.submit, "4", ply)
        for _ in range(1000):
            view.hear(TurnBegan(side=0, name="x", left=(None, None)))
        slow.reads.set()
        while len(slow.sent) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)  # whatever else there is would come
        sender.cancel()
        games.close()
        return list(slow.sent)

    sent = asyncio.run(asyncio.wait_for(watch(), SECONDS))
    assert [len(state["moves"]) for state in sent] == [0, 6]


def test_little_waits_for_a_tab_and_its_loop_is_woken_once() -> None:
    async def fill() -> tuple[int, list[Any]]:
        box, woken = Outbox(), list[Any]()
        box._loop = cast(Any, type("Loop", (), {"is_closed": lambda self: False})())
        cast(Any, box._loop).call_soon_threadsafe = woken.append
        for number in range(10 * outbox.MAX_WAITING):
            box.put(f"position {number}", Refused(reason="x"))
        return len(box._waiting), woken

    waiting, woken = asyncio.run(fill())
    assert waiting == outbox.MAX_WAITING and len(woken) == 1


def frame(content: bytes, length: int = 0) -> bytes:
    """A message as a browser writes it; `length` is what it claims to have."""
    size = length or len(content)
    head = bytes([0xFF]) + size.to_bytes(8, "big") if size > 65535 else b"\xfe" + size.to_bytes(2)
    return b"\x81" + head + bytes(4) + content


class SilentTab(socket.socket):
    """A tab that reads nothing, not even whether it is asked if it is still there."""

    def __init__(self, server: PageServer) -> None:
        super().__init__()
        self.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.connect(("127.0.0.1", server.port))
        head = (
            f"GET /socket HTTP/1.1\r\nHost: {server.host}\r\nOrigin: http://{server.host}\r\n"
            f"Cookie: {cookie(server)}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        self.sendall(head.encode())

    def ask(self, count: int) -> None:
        """Ask for something large, so often."""
        shown = {"kind": "show-position", "version": 1, "game": "paths:board=16x16,line=5"}
        for name in range(count):
            self.say(json.dumps({**shown, "name": str(name), "moves": [], "start": None}).encode())

    def say(self, content: bytes, length: int = 0) -> None:
        self.sendall(frame(content, length))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Iterator[PageServer]:
    """A server with small buffers that asks nobody by itself whether they are there."""
    monkeypatch.setattr(servers, "PING_SECONDS", 1000.0)
    monkeypatch.setattr(lines, "GOODBYE_SECONDS", 0.5)
    with PageServer() as made:
        made.address.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        yield made


def test_silent_tabs_are_closed_and_hurt_nobody_meanwhile(
    small: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tabs, "MAX_RATE", 10**6)  # they ask until nothing more can be sent
    silent = [SilentTab(small) for _ in range(4)]

    def are_stuck() -> bool:
        for tab in silent:
            tab.ask(1)
        return sum(not line.writable.is_set() for line in lines_of(small)) == len(silent)

    wait_until(are_stuck)
    with opened(small) as page:
        page.begin("tic-tac-toe")
        page.play("1", "2", "3")
        assert len(lines_of(small)) == 5  # they are still there
        for line in lines_of(small):
            if line.writable.is_set():
                continue  # the one that reads
            line.ping_timeout = 0.2
            line.loop.call_soon_threadsafe(line.send_keepalive_ping)
        wait_until(lambda: len(lines_of(small)) == 1)
        assert page.play("4", after=3)["moves"]
    for tab in silent:
        tab.close()


@pytest.mark.parametrize("is_flood", [False, True])
def test_a_silent_tab_that_breaks_the_rules_is_closed(
    monkeypatch: pytest.MonkeyPatch, small: PageServer, is_flood: bool
) -> None:
    with SilentTab(small) as silent:
        wait_until(lambda: lines_of(small))
        (line,) = lines_of(small)
        line.transport.set_write_buffer_limits(1 << 30)  # so that it can be told goodbye

        def is_stuck() -> bool:
            silent.ask(1)
            return line.transport.get_write_buffer_size() > 0

        with monkeypatch.context() as patched:
            patched.setattr(tabs, "MAX_RATE", 10**6)
            wait_until(is_stuck)
        if is_flood:
            with suppress(OSError):  # closed before all was said
                for _ in range(2 * tabs.MAX_RATE):  # more than one second's, whenever it begins
                    silent.say(b"x" * 200)
        else:
            silent.say(b"", MAX_MESSAGE + 1)
        wait_until(lambda: not lines_of(small))


# --- engines -----------------------------------------------------------------------------------


def entered(slots: Slots, hold: Any) -> tuple[threading.Thread, threading.Event]:
    """A thread that waits for a slot; the event says that it has it."""
    has = threading.Event()

    def run() -> None:
        with suppress(NotNow), hold:
            has.set()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, has


def test_a_program_that_thinks_for_ever_gives_way_to_those_who_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slots, "GAME_SECONDS", 0.3)
    one, asked = Slots(1), threading.Event()
    with one.held_by_game(asked.set, True):
        assert not asked.wait(0.6)  # nobody waits
        _, has = entered(one, one.held_by_game(lambda: None, True))
        assert asked.wait(SECONDS) and not has.is_set()
    assert has.wait(SECONDS)


def test_a_game_that_nobody_watches_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "GAME_SECONDS", 1000.0)
    monkeypatch.setattr(slots, "SLICE_SECONDS", 1000.0)
    one, asked, order = Slots(1), threading.Event(), list[bool]()

    def play(is_watched: bool) -> None:
        with one.held_by_game(lambda: None, is_watched):
            order.append(is_watched)

    threads = [threading.Thread(target=play, args=(is_watched,)) for is_watched in (False, True)]
    with one.held_by_game(asked.set, False):
        for waiting, thread in enumerate(threads, 1):
            thread.start()
            wait_until(lambda waiting=waiting: len(one._waiting) == waiting)  # type: ignore[misc]
        assert asked.wait(SECONDS)  # at once: a game that is watched waits
    for thread in threads:
        thread.join(SECONDS)
    assert order == [True, False]


def test_only_so_many_tabs_analyse(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "SLICE_SECONDS", 1000.0)
    two, own = Slots(2), "a tab"
    with two.held(lambda: None, own), two.held(lambda: None, own):
        others = [entered(two, two.held(lambda: None)) for _ in range(slots.MAX_ANALYSING - 1)]
        wait_until(lambda: len(two._waiting) == slots.MAX_ANALYSING - 1)
        with pytest.raises(NotNow, match="8 tabs analyse"):
            two._refuse_too_many("another tab")
        refused, has = entered(two, two.held(lambda: None))
        refused.join(SECONDS)
        assert not refused.is_alive() and not has.is_set()
        others.append(entered(two, two.held(lambda: None, own)))  # a tab may have several
        wait_until(lambda: len(two._waiting) == slots.MAX_ANALYSING)
    for thread, let_in in others:
        thread.join(SECONDS)
        assert let_in.is_set()


def test_two_endless_games_do_not_keep_others_from_playing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slots, "GAME_SECONDS", 0.2)
    games = ServedGames()
    endless = [
        games.begin(Record("connect-four"), ("negascout:depth=99", "human"), None)
        for _ in range(games.slots.size)
    ]
    for game in endless:
        game.watch(lambda message: None)
    wait_until(lambda: len(games.slots._thinking) == games.slots.size)
    quick = games.begin(Record("tic-tac-toe"), ("random:seed=1", "human"), None)
    quick.watch(lambda message: None)
    wait_until(lambda: len(quick.live.record.moves) == 1)
    games.close()


def test_few_programs_keep_their_processes() -> None:
    games = ServedGames()
    started = [
        games.begin(Record("tic-tac-toe"), ("random:seed=1", "human"), None)
        for _ in range(3 * games.slots.size)
    ]
    wait_until(lambda: all(len(game.live.record.moves) == 1 for game in started))
    wait_until(lambda: not games.slots._thinking)
    players = [cast(Any, game.live.seats[0]).player for game in started]
    assert sum(player._process is not None for player in players) == games.slots.size
    wait_until(lambda: games.pool.waiting <= games.pool.size)
    for game in started:  # those that gave theirs back get another one
        free = game.live.record.legal_move_texts[0]
        game.submit(free, 1)
    wait_until(lambda: all(len(game.live.record.moves) == 3 for game in started))
    games.close()
    wait_until(lambda: not any(player._process for player in players))


def test_a_game_that_nobody_watches_keeps_no_process() -> None:
    games = ServedGames()
    game = games.begin(Record("tic-tac-toe"), ("random:seed=1", "human"), None)
    unwatch, other = (game.watch(lambda message: None) for _ in range(2))
    wait_until(lambda: len(game.live.record.moves) == 1 and not games.slots._thinking)
    player = cast(Any, game.live.seats[0]).player
    unwatch()
    assert player._process
    other()
    assert player._process is None
    games.close()


def test_the_players_that_thought_last_keep_their_processes() -> None:
    closed: list[str] = []

    class Fake:
        def __init__(self, name: str) -> None:
            self.name = name

        def close(self) -> None:
            closed.append(self.name)

    kept = Kept(2)
    first, second, third = (cast(ProcessPlayer, Fake(name)) for name in "123")
    for player in (first, second, first):
        with kept.busy(player):
            pass
    assert closed == []
    with kept.busy(third):
        kept.release(third)
        assert closed == []  # it thinks
    assert closed == ["2"]
    kept.release(first)
    kept.release(first)
    assert closed == ["2", "1"]


def test_an_engine_has_a_share_of_the_memory() -> None:
    games = ServedGames()
    own = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    most = games.pool.max_memory
    assert served.LEAST_MEMORY <= most <= DEFAULT_MEMORY
    assert most == served.LEAST_MEMORY or most * games.slots.size <= own // 2
    games.close()


# --- games -------------------------------------------------------------------------------------


def test_the_oldest_game_that_nobody_watches_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "MAX_GAMES", 2)
    games = ServedGames()
    kept, other = (games.begin(Record("paths"), PEOPLE, None) for _ in range(2))
    kept.watch(lambda message: None)
    with pytest.raises(BadOption):
        games.begin(Record("paths"), PEOPLE, "soon")
    assert games.find(other.id)  # a game that cannot begin needs no room
    newest = games.begin(Record("paths"), PEOPLE, None)
    assert games.find(kept.id) and games.find(newest.id) and not other.live.is_going_on
    newest.watch(lambda message: None)
    with pytest.raises(NotNow, match="2 games are watched"):
        games.begin(Record("paths"), PEOPLE, None)
    games.close()


def test_a_game_does_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "MAX_PLIES", 3)
    games = ServedGames()
    game = games.begin(Record("connect-four"), PEOPLE, None)
    for ply in range(3):
        game.submit("4", ply)
    assert game.live.record.termination == "ply limit"
    games.close()


def test_a_tab_that_cannot_be_told_anything_is_closed() -> None:
    """A bug in what is sent would leave a page that waits for ever."""

    class Breaking:
        closed: list[Any]

        def __init__(self) -> None:
            self.closed = []

        async def send_text(self, text: str) -> None:
            raise KeyError("a bug")

        async def close(self, code: int, reason: str) -> None:
            self.closed += [code, reason]

    async def send() -> list[Any]:
        breaking: Any = Breaking()
        tab = tabs.Tab(breaking, cast(Any, None))
        tab.outbox.put("x", Refused(reason="x"))
        await asyncio.wait_for(tab.send_what_is_due(), SECONDS)
        return list(breaking.closed)

    assert asyncio.run(send()) == [tabs.BROKEN, "a bug in Plyground: KeyError"]
