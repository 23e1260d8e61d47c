"""The server of the page: who may talk to it, what it answers, and how it ends."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from plyground.boards.clicks import clicks
from plyground.games.registry import offered_games
from plyground.live.events import TurnBegan
from plyground.records.record import Record
from plyground.web import tab as tabs
from plyground.web.app import PAGE, import_map_hash, make_app
from plyground.web.games import ServedGames
from plyground.web.messages import Compiling
from plyground.web.offers import Offers
from plyground.web.pictures import board_picture, clickable_moves
from plyground.web.server import MAX_MESSAGE, PageServer
from plyground.web.services import Services
from plyground.web.views.play import PlayView
from tests.command import PROGRAM, ROOT, refused
from tests.serving import SECONDS, Page, asked, cookie, opened

NIM = "examples/nim.py"


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with PageServer(NIM) as made:
        yield made


@pytest.fixture
def page(server: PageServer) -> Iterator[Page]:
    with opened(server) as made:
        yield made


# --- who may talk to it ------------------------------------------------------------------------


def paths(routes: list[BaseRoute]) -> list[str]:
    """An address of every route that is not a socket."""
    found = []
    for route in routes:
        if isinstance(route, Mount):
            found += [f"{route.path}/{name}" for name in ("index.html", "preact.mjs")]
        elif isinstance(route, Route):
            found.append(route.path.replace("{id}", "0"))
        else:
            assert isinstance(route, WebSocketRoute) and route.path == "/socket"
    return found


PATHS = [*paths(make_app(Services(ServedGames(), Offers())).routes), "/nothing", "/socket"]
FOREIGN: tuple[Mapping[str, str | None], ...] = (
    {"cookie": None},
    {"cookie": "plyground=1"},
    {"cookie": "plyground-{port}=guess"},
    {"cookie": "plyground-1={token}"},
    {"host": "localhost:{port}"},
    {"host": "127.0.0.1"},
    {"host": "rebound.example:{port}"},
    {"host": None},
    {"origin": "null"},
    {"origin": "http://127.0.0.1:{port}.example"},
    {"origin": "https://127.0.0.1:{port}"},
)


def filled(server: PageServer, headers: Mapping[str, str | None]) -> dict[str, Any]:
    return {
        name: value and value.format(port=server.port, token=server.token)
        for name, value in headers.items()
    }


def test_the_walk_meets_every_kind_of_route() -> None:
    assert {"/", "/games/0/record.txt", "/page/index.html", "/modules/preact.mjs"} <= {*PATHS}


@pytest.mark.parametrize("path", PATHS)
def test_no_route_answers_a_stranger(server: PageServer, path: str) -> None:
    for headers in FOREIGN:
        answer = asked(server, path, **filled(server, headers))
        # A server that gets no host refuses it before the guard does.
        assert answer.status in (403, 400), (path, headers)
        assert not answer.getheader("set-cookie")


@pytest.mark.parametrize("path", PATHS)
def test_no_route_does_anything_but_answer(server: PageServer, path: str) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"):
        assert asked(server, path, method).status in (400, 405), (path, method)


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_policy(server: PageServer, path: str) -> None:
    for sent in (cookie(server), None):
        policy = asked(server, path, cookie=sent).getheader("content-security-policy") or ""
        assert policy.startswith("default-src 'self'; script-src 'self' 'sha256-")
        assert "unsafe" not in policy


def test_the_page_itself_holds_no_script_but_its_map_of_imports(server: PageServer) -> None:
    text = asked(server, "/").read().decode()
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL)
    assert [bool(inner) for _, inner in scripts] == [True, False]
    assert not re.search(r"\son\w+=|style=|javascript:", text)
    assert import_map_hash() in (asked(server, "/").getheader("content-security-policy") or "")


def test_the_token_becomes_a_cookie_that_scripts_cannot_read(server: PageServer) -> None:
    answer = asked(server, f"/?token={server.token}", cookie=None)
    assert (answer.status, answer.getheader("location")) == (303, "/")
    given = answer.getheader("set-cookie") or ""
    assert given == f"{cookie(server)}; HttpOnly; SameSite=Strict; Path=/"
    assert asked(server, "/").status == 200


@pytest.mark.parametrize("query", ["token=", "token=guess", "token={token}&token={token}"])
def test_another_token_is_refused(server: PageServer, query: str) -> None:
    path = f"/?{query.format(token=server.token)}"
    assert asked(server, path, cookie=None).status == 403


def test_the_token_opens_only_the_page_and_only_here(server: PageServer) -> None:
    assert asked(server, f"/page/app.js?token={server.token}", cookie=None).status == 403
    assert asked(server, f"/?token={server.token}", cookie=None, host="x:1").status == 403


@pytest.mark.parametrize("path", ["/page/../app.py", "/page/%2e%2e/app.py", "/page/..%2fapp.py"])
def test_no_other_file_is_served(server: PageServer, path: str) -> None:
    assert asked(server, path).status == 404


def socket_status(server: PageServer, **headers: str | None) -> int:
    """What the server answers to a page that wants a socket: 101 if it gets one."""
    wanted = {"host": server.host, "origin": f"http://{server.host}", "cookie": cookie(server)}
    given = {**wanted, **headers}
    host, origin, sent = given["host"], given["origin"], given["cookie"]
    line = socket.create_connection(("127.0.0.1", server.port))
    try:
        with connect(
            f"ws://{host}/socket",
            sock=line,
            origin=origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": sent} if sent else {},
        ):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


def test_a_socket_is_opened_for_the_page(server: PageServer) -> None:
    assert socket_status(server) == 101


@pytest.mark.parametrize(
    "headers",
    [*(headers for headers in FOREIGN if headers != {"host": None}), {"origin": None}],
    ids=str,
)
def test_no_socket_is_opened_for_a_stranger(
    server: PageServer, headers: Mapping[str, str | None]
) -> None:
    assert socket_status(server, **filled(server, headers)) == 403


# --- what it refuses to read -------------------------------------------------------------------

NONSENSE = (
    "",
    "{",
    "[]",
    '{"kind":"act"}',
    '{"kind":"act","version":2,"action":"undo"}',
    '{"kind":"act","version":1,"action":"leave"}',
    '{"kind":"act","version":1,"action":"undo","more":1}',
    '{"kind":"game-state","version":1}',
    '{"kind":"play-move","version":1,"move":4,"ply":0}',
    b"\xff\xfe",
    "[" * 5000,
)


@pytest.mark.parametrize("content", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_gets_a_sentence_and_the_line_stays(page: Page, content: str | bytes) -> None:
    page.line.send(content)
    reason = page.heard("refused")["reason"]
    assert reason and "\n" not in reason and "Traceback" not in reason
    assert page.begin("tic-tac-toe")["moves"] == []


@settings(max_examples=30)
@given(st.one_of(st.text(), st.binary(), st.recursive(st.integers(), st.lists).map(json.dumps)))
def test_whatever_is_sent_is_refused(server: PageServer, content: str | bytes) -> None:
    with opened(server) as page:
        page.line.send(content)
        assert page.heard("refused")["reason"]


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
    assert closed.value.rcvd and closed.value.rcvd.code == tabs.FLOODED
    assert page.begin("tic-tac-toe")["moves"] == []


FILES = (
    "examples/hex.py",
    "paths:/etc/passwd",
    "paths:file=README.md",
    "paths:README.md",
    "tic-tac-toe:file=README.md",
)


@pytest.mark.parametrize("game", FILES)
def test_no_page_opens_a_file_as_a_game(page: Page, game: str) -> None:
    reason = page.refusal("new-game", game=game, first="human", second="human", clock=None)
    assert "cannot be opened by a page" in reason
    reason = page.refusal("load-game", record=f'[Game "{game}"]\n\n*\n')
    assert "cannot be opened by a page" in reason


@pytest.mark.parametrize(
    "player",
    ["mine.py", "best:book=README.md", "negascout:evaluation=a.json", "solver:book=../a"],
)
def test_no_page_opens_a_file_as_a_player(page: Page, player: str) -> None:
    reason = page.refusal("new-game", game="paths", first=player, second="human", clock=None)
    assert "cannot be opened by a page" in reason


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "connect-four:width=99"}, "width"),
        ({"first": "nobody"}, "nobody"),
        ({"second": "negascout:depth=x"}, "depth=x: expected a whole number"),
        ({"clock": "soon"}, "the clock 'soon'"),
    ],
)
def test_a_bad_choice_gets_one_sentence(page: Page, wanted: dict[str, str], told: str) -> None:
    usual = {"game": "connect-four", "first": "human", "second": "human", "clock": None}
    assert told in page.refusal("new-game", **{**usual, **wanted})


# --- games -------------------------------------------------------------------------------------


def test_the_game_of_the_command_line_is_offered_first(page: Page) -> None:
    names = [game["name"] for game in page.offer["games"]]
    assert names == [NIM, *offered_games()]
    assert page.begin(f"{NIM}:heap=3")["board"]["text"] == "|||  (3 left)"


def test_a_game_is_played_to_its_end_and_taken_back(page: Page) -> None:
    page.begin("tic-tac-toe")
    state = page.play("1", "4", "2", "5", "3")
    assert (state["status"], state["is_over"], state["winner"]) == ("X wins", True, 0)
    assert state["move_map"] is None and state["termination"] == "normal"
    page.say("act", action="undo")
    assert page.state(4)["can_redo"]
    page.say("act", action="redo")
    assert page.state(5)["is_over"]
    page.say("act", action="undo")
    page.state(4)
    assert page.play("9", after=4)["status"] == "O to move"
    page.say("act", action="resign")
    ended = page.state(5, is_over=True)
    assert (ended["winner"], ended["termination"]) == (0, "resigned")


def test_a_game_begins_from_any_position(page: Page) -> None:
    wanted = {"game": "connect-four", "first": "human", "second": "human", "clock": None}
    page.say("new-game", **wanted, moves=["5"], start="444")
    state = page.heard("game-state")
    assert [move["move"] for move in state["moves"]] == ["5"]
    assert state["start"] == "......./......./......./...X.../...O.../...X..."
    assert "move 1, 9: '9' is not" in page.refusal("new-game", **wanted, moves=["9"])


def test_a_program_goes_on_after_an_end_is_taken_back(page: Page) -> None:
    page.begin("tic-tac-toe:board=1x3,line=3", second="random:seed=1")
    free = [move["move"] for move in page.answered("1")["move_map"]["squares"]]
    assert page.play(*free, after=2)["is_over"]
    page.say("act", action="resign")
    assert "over" in page.heard("refused")["reason"]
    page.say("act", action="undo")
    page.state(0)
    page.answered("2")


def test_what_cannot_be_played_gets_one_sentence(page: Page) -> None:
    assert page.refusal("act", action="undo") == "there is no game yet: begin one"
    page.begin("tic-tac-toe")
    page.play("5")
    assert "5" in page.refusal("play-move", move="5", ply=1)
    assert "gone on" in page.refusal("play-move", move="6", ply=0)
    assert "nothing would change" in page.refusal("act", action="swap")
    assert "side 2" in page.refusal("seat-player", side=2, player="random")
    assert "not here any more" in page.refusal("open-game", id="0")


def test_two_tabs_see_one_game(server: PageServer, page: Page) -> None:
    state = page.begin("connect-four")
    with opened(server) as other:
        other.say("open-game", id=state["id"])
        assert other.state(0)["game"] == "connect-four"
        page.play("4")
        assert other.state(1)["moves"] == [{"side": 0, "move": "4"}]
        other.say("play-move", move="3", ply=1)
        assert page.state(2)["moves"][1] == {"side": 1, "move": "3"}


def test_a_program_answers_and_says_what_it_thinks(page: Page) -> None:
    page.begin("connect-four", second="negascout:depth=9")
    page.play("4")
    thinking = page.heard("thinking")
    assert thinking["side"] == 1 and thinking["info"]["lines"]
    assert page.state(2)["move_map"]["squares"]


def test_another_player_takes_a_seat(page: Page) -> None:
    page.begin("tic-tac-toe", second="random:seed=1")
    state = page.answered("1")
    page.say("seat-player", side=1, player="human")
    while not state["seats"][1]["is_person"]:
        state = page.state(2)
    free = [move["move"] for move in state["move_map"]["squares"]]
    page.play(*free[:2], after=2)
    page.say("seat-player", side=0, player="random:seed=1")
    assert [move["side"] for move in page.state(5)["moves"]] == [0, 1, 0, 1, 0]
    page.say("act", action="swap")
    page.state(6)


def test_a_player_who_leaves_gives_its_process_back(server: PageServer, page: Page) -> None:
    id = page.begin("connect-four", second="negascout:depth=99")["id"]
    page.play("4")
    page.heard("thinking")
    seat: Any = server.games.find(id).live.seats[1]
    assert seat.player._process
    page.say("seat-player", side=1, player="human")
    state = page.state(1)
    while not state["move_map"]:
        state = page.state(1)
    assert page.play("4", after=1)["status"] == "Red to move"
    deadline = time.monotonic() + 10
    while seat.player._process and time.monotonic() < deadline:
        time.sleep(0.01)
    assert seat.player._process is None


def test_two_programs_play_and_nobody_resigns(page: Page) -> None:
    page.begin("connect-four", "random:seed=1", "negascout:depth=99")
    assert "two programs play" in page.refusal("act", action="resign")
    page.heard("thinking")
    page.say("act", action="stop")
    while len(page.heard("game-state")["moves"]) < 2:  # the first player may have moved again
        pass


COMPILES = """
from plyground.core.events import on_compile
from plyground.players.player import player

@player("compiles")
class Compiles:
    def choose(self, record):
        for starts in (True, False):
            for listener in [*on_compile]:
                listener("kernel", starts)
        return record.legal_moves[0]
"""


def test_a_page_hears_that_a_game_is_compiled(tmp_path: Path) -> None:
    file = tmp_path / "compiles.py"
    file.write_text(COMPILES)
    games, heard = ServedGames(), list[Any]()
    game = games.begin(Record("paths"), ("human", str(file)), None)
    game.watch(heard.append)
    game.submit("1", 0)
    deadline = time.monotonic() + SECONDS
    while len(game.live.record.moves) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    games.close()
    compiling = [one for one in heard if isinstance(one, Compiling)]
    assert [(one.side, one.kernels) for one in compiling] == [(1, 1), (1, 1)]


def test_a_clock_runs_out(page: Page) -> None:
    state = page.begin("tic-tac-toe", clock="0.3")
    assert [seat["left"] for seat in state["seats"]] == [0.3, 0.3]
    ended = page.state(0, is_over=True)
    assert (ended["termination"], ended["winner"]) == ("clock", 1)


def test_a_game_is_saved_and_loaded(server: PageServer, page: Page) -> None:
    id = page.begin("connect-four:width=5", second="random:seed=1")["id"]
    moves = page.answered("3")["moves"]
    answer = asked(server, f"/games/{id}/record.txt")
    assert "attachment" in (answer.getheader("content-disposition") or "")
    page.say("load-game", record=answer.read().decode())
    loaded = page.state(2)
    while loaded["id"] == id:
        loaded = page.state(2)
    assert (loaded["moves"], loaded["game"]) == (moves, "connect-four:width=5")
    assert [seat["player"] for seat in loaded["seats"]] == ["human", "random:seed=1"]
    assert asked(server, "/games/none/record.txt").status == 404


def test_a_file_that_is_no_game_gets_one_sentence(page: Page) -> None:
    assert "line 1" in page.refusal("load-game", record="hello")


def test_the_oldest_game_that_nobody_watches_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.web.games.MAX_GAMES", 2)
    games = ServedGames()
    kept, *rest = (games.begin(Record("paths"), ("human", "human"), None) for _ in range(2))
    kept.watch(lambda message: None)
    newest = games.begin(Record("paths"), ("human", "human"), None)
    assert games.find(kept.id) and games.find(newest.id) and not rest[0].live.is_going_on
    games.close()


# --- boards ------------------------------------------------------------------------------------

BOARDS = [*offered_games(), *(f"examples/{name}.py" for name in ("hex", "othello", "ataxx"))]


@pytest.mark.parametrize("game", BOARDS)
def test_every_move_is_made_by_squares_of_the_picture(game: str) -> None:
    record = Record(game)
    picture, moves = board_picture(record), clickable_moves(record)
    squares = {cell.square for cell in picture.cells}
    made = [*moves.buttons, *(move.move for move in moves.squares)]
    assert sorted(made) == sorted(record.legal_move_texts)
    for move in moves.squares:
        assert any({*way} <= squares for way in clicks(move.steps))
    for cell in picture.cells:
        assert cell.left >= 0 and cell.left + cell.width <= 100.01
        assert cell.top >= 0 and cell.top + cell.height <= 100.01
        assert cell.words


@pytest.mark.parametrize("game", ["connect-four", "watch-your-back", "examples/hex.py"])
def test_squares_lie_where_the_picture_draws_them(game: str) -> None:
    picture = board_picture(Record(game))
    left, top, width, height = map(int, re.findall(r'viewBox="(.*?)"', picture.svg)[0].split())
    drawn = {}
    for down, row in re.findall(r'translate\(0[ ,](\d+)\)">(.*?)</g>', picture.svg, re.DOTALL):
        for number, x in re.findall(r'data-square="(\d+)" href="[^"]+" x="(\d+)"', row):
            drawn[int(number)] = (int(x), int(down))
    assert drawn.keys() == {cell.square for cell in picture.cells}
    for cell in picture.cells:
        middle = cell.left + cell.width / 2, cell.top + cell.height / 2
        x, y = drawn[cell.square]
        wanted = 100 * (x - left) / width, 100 * (y - top) / height
        assert middle == pytest.approx(wanted, abs=0.5)


def test_no_square_lies_on_another() -> None:
    cells = board_picture(Record("watch-your-back")).cells
    for one, other in product(cells, cells):
        if one is not other:
            apart_x = max(one.left, other.left) + 0.01 >= min(
                one.left + one.width, other.left + other.width
            )
            apart_y = max(one.top, other.top) + 0.01 >= min(
                one.top + one.height, other.top + other.height
            )
            assert apart_x or apart_y


# --- a tab that reads slowly -------------------------------------------------------------------


class SlowSocket:
    """Takes what is sent only when it is told to."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.reads = asyncio.Event()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.sent.append(json.loads(text))


def test_a_slow_tab_gets_the_newest_state_only() -> None:
    async def watch() -> list[dict[str, Any]]:
        slow: Any = SlowSocket()
        games = ServedGames()
        game = games.begin(Record("connect-four"), ("human", "human"), None)
        tab = tabs.Tab(slow, Services(games, Offers()))
        view = tab.view(PlayView)
        assert isinstance(view, PlayView)
        view.watch(game)
        sender = asyncio.create_task(tab.send_what_is_due())
        await asyncio.sleep(0.2)
        for ply in range(6):
            await asyncio.to_thread(game.submit, "4", ply)
        for _ in range(1000):
            view.hear(TurnBegan(side=0, name="x", left=(None, None)))
        await asyncio.sleep(0.2)
        slow.reads.set()
        await asyncio.sleep(0.3)
        sender.cancel()
        games.close()
        return list(slow.sent)

    sent = asyncio.run(watch())
    assert [len(state["moves"]) for state in sent] == [0, 6]


# --- the command -------------------------------------------------------------------------------


def engines(parent: int) -> list[int]:
    """The processes that a process has started."""
    children = Path(f"/proc/{parent}/task/{parent}/children")
    threads = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for file in {children, *threads} for pid in file.read_text().split()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_with_its_engines(number: signal.Signals) -> None:
    command = [*PROGRAM, "serve", "connect-four", "--no-browser", "--json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout and process.stderr
        line = process.stdout.readline()
        message = json.loads(line)
        assert message.keys() == {"kind", "version", "url"}
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", message["url"])
        started = engines(process.pid)
        assert started
        process.send_signal(number)
        assert process.wait(SECONDS) == 0
        assert process.stderr.read() == "stopped\n"
    deadline = time.monotonic() + 10
    while any(_runs(pid) for pid in started) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(_runs(pid) for pid in started)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_server_that_is_closed_has_no_games_and_no_engines() -> None:
    with PageServer() as server, opened(server) as page:
        id = page.begin("connect-four", second="negascout:depth=99")["id"]
        page.play("4")
        page.heard("thinking")
        game = server.games.find(id)
        process = getattr(game.live.seats[1], "player")._process  # noqa: B009
    deadline = time.monotonic() + 10
    while process.is_alive and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not process.is_alive and not game.live.is_going_on
    assert server.games.pool.waiting == 0


def test_bad_arguments_get_one_sentence() -> None:
    assert "there is no game 'chess'" in refused("serve", "chess", "--no-browser")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refused("serve", "--port", str(port), "--no-browser")
    assert told == f"port {port} cannot be used: address already in use"


def test_every_module_that_the_page_imports_is_served(server: PageServer) -> None:
    text = (PAGE / "index.html").read_text()
    names = json.loads(re.findall(r'importmap">(.*?)</script>', text)[0])["imports"].values()
    own = [f"/page/{file.name}" for file in PAGE.iterdir()]
    for path in [*names, *own]:
        answer = asked(server, path)
        assert answer.status == 200 and answer.read()
        if path.endswith("js"):
            assert "javascript" in (answer.getheader("content-type") or "")
