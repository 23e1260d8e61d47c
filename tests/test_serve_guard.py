"""Who may talk to the server of the page: nobody but the page that it serves."""

import json
import logging
import re
import secrets
import socket
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from starlette.routing import BaseRoute, Host, Mount, Route, WebSocketRoute
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from plyground.core.errors import BadOption
from plyground.web.address import bind
from plyground.web.app import PAGE, import_map_hash, make_app
from plyground.web.games import ServedGames
from plyground.web.offers import Offers
from plyground.web.server import PageServer
from plyground.web.services import Services
from tests.serving import SECONDS, asked, cookie, opened

SERVED = {"/page": "index.html", "/modules": "preact.mjs"}
"""A file in each folder that is served."""


# --- every route -------------------------------------------------------------------------------


def walk(routes: list[BaseRoute], before: str = "") -> Iterator[tuple[str, bool]]:
    """An address of every route, and whether it is a socket. A kind of route that is not known here
    has to be made known."""
    for route in routes:
        assert isinstance(route, Mount | Route | WebSocketRoute) and not isinstance(route, Host)
        path = before + re.sub(r"\{[^}]*\}", "0", route.path)
        if isinstance(route, Mount) and route.routes:
            yield from walk(route.routes, path)
        elif isinstance(route, Mount):
            yield f"{path}/{SERVED[path]}", False
        else:
            yield path, isinstance(route, WebSocketRoute)


WALKED = [*walk(make_app(Services(ServedGames(), Offers())).routes)]
SOCKETS = [path for path, is_socket in WALKED if is_socket]
PATHS = [*(path for path, _ in WALKED), "/nothing", "*", "http://example/"]
FOREIGN: tuple[Mapping[str, str | None], ...] = (
    {"cookie": None},
    {"cookie": ""},
    {"cookie": "plyground=1"},
    {"cookie": "plyground-{port}="},
    {"cookie": "plyground-{port}"},
    {"cookie": "plyground-{port}=guess"},
    {"cookie": "plyground-{port}={token}x"},
    {"cookie": "plyground-{port}=\xff\xfe"},
    {"cookie": "plyground-1={token}"},
    {"cookie": "{token}"},
    {"host": "localhost:{port}"},
    {"host": "127.0.0.1"},
    {"host": "127.0.0.1:1"},
    {"host": "rebound.example:{port}"},
    {"host": "127.0.0.1:{port}.example"},
    {"host": ""},
    {"host": None},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://127.0.0.1"},
    {"origin": "http://localhost:{port}"},
    {"origin": "http://127.0.0.1:{port}/"},
    {"origin": "http://127.0.0.1:{port}.example"},
    {"origin": "http://example@127.0.0.1:{port}"},
    {"origin": "https://127.0.0.1:{port}"},
)
METHODS = ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "X")


def filled(server: PageServer, headers: Mapping[str, str | None]) -> dict[str, Any]:
    return {
        name: value and value.format(port=server.port, token=server.token)
        for name, value in headers.items()
    }


def test_the_walk_meets_every_kind_of_route() -> None:
    assert {"/", "/games/0/record.txt", "/page/index.html", "/modules/preact.mjs"} <= {*PATHS}
    assert SOCKETS == ["/socket"]


def test_the_page_itself_is_answered(server: PageServer) -> None:
    """Otherwise the tests below would prove nothing."""
    for path in ("/", "/page/index.html", "/modules/preact.mjs"):
        for method in ("GET", "HEAD"):
            assert asked(server, path, method).status == 200
        assert asked(server, path, origin=f"http://{server.host}").status == 200


@pytest.mark.parametrize("path", PATHS)
def test_no_route_answers_a_stranger(server: PageServer, path: str) -> None:
    for headers in FOREIGN:
        answer = asked(server, path, **filled(server, headers))
        # A server that gets no host refuses it before the guard does.
        assert answer.status in (403, 400), (path, headers)
        assert not answer.getheader("set-cookie")


@pytest.mark.parametrize("path", PATHS)
def test_no_route_does_anything_but_answer(server: PageServer, path: str) -> None:
    for method in METHODS:
        assert asked(server, path, method).status in (400, 405), (path, method)


HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_policy(server: PageServer, path: str) -> None:
    for sent in (cookie(server), None):
        answer = asked(server, path, cookie=sent)
        policy = answer.getheader("content-security-policy") or ""
        assert policy.startswith("default-src 'self'; script-src 'self' 'sha256-")
        assert "unsafe" not in policy and "*" not in policy
        for part in ("frame-ancestors", "base-uri", "form-action", "object-src"):
            assert f"{part} 'none'" in policy
        assert {name: answer.getheader(name) for name in HEADERS} == HEADERS
        assert not answer.getheader("server")


def test_the_page_itself_holds_no_script_but_its_map_of_imports(server: PageServer) -> None:
    text = asked(server, "/").read().decode()
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, re.DOTALL)
    assert [bool(inner) for _, inner in scripts] == [True, False]
    assert not re.search(r"\son\w+=|style=|javascript:", text)
    assert import_map_hash() in (asked(server, "/").getheader("content-security-policy") or "")


# --- the token ---------------------------------------------------------------------------------


def test_the_token_becomes_a_cookie_that_scripts_cannot_read(server: PageServer) -> None:
    answer = asked(server, f"/?token={server.token}", cookie=None)
    assert (answer.status, answer.getheader("location")) == (303, "/")
    given = answer.getheader("set-cookie") or ""
    assert given == f"{cookie(server)}; HttpOnly; SameSite=Strict; Path=/"
    assert answer.getheader("referrer-policy") == "no-referrer"
    assert asked(server, "/").status == 200


QUERIES = (
    "token=",
    "token=guess",
    "token={token}&token={token}",
    "token={token}x",
    "Token={token}",
)


@pytest.mark.parametrize("query", [*QUERIES, "token=%ff", "token={token}%00", "x={token}", "%"])
def test_another_token_is_refused(server: PageServer, query: str) -> None:
    path = f"/?{query.format(token=server.token)}"
    assert asked(server, path, cookie=None).status == 403


def test_the_token_opens_only_the_page_and_only_here(server: PageServer) -> None:
    token = f"token={server.token}"
    assert asked(server, f"/page/app.js?{token}", cookie=None).status == 403
    assert asked(server, f"/?{token}", "HEAD", cookie=None).status == 403
    for host in ("x:1", "127.0.0.1", f"localhost:{server.port}", None):
        assert asked(server, f"/?{token}", cookie=None, host=host).status in (400, 403)


def test_cookies_of_other_programs_do_not_matter(server: PageServer) -> None:
    own = cookie(server)
    for cookies in (f'a="; {own}', f"x; {own}; =;", f"{own};b=\xff", f"a=1;{own}", f"[]=1; {own}"):
        assert asked(server, "/", cookie=cookies).status == 200, cookies


def test_the_token_is_compared_in_constant_time(
    server: PageServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[bytes] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(one)
        return False

    monkeypatch.setattr("plyground.web.guard.secrets.compare_digest", compare)
    assert asked(server, "/").status == 403
    assert asked(server, f"/?token={server.token}", cookie=None).status == 403
    assert compared == 2 * [server.token.encode()]


def test_two_servers_have_two_tokens(server: PageServer) -> None:
    with PageServer() as other:
        assert len(other.token) >= 32 and other.token != server.token
        both = f"{cookie(server)}; {cookie(other)}"
        assert asked(server, "/", cookie=both).status == 200
        assert asked(server, "/", cookie=cookie(other)).status == 403
        crossed = f"plyground-{server.port}={other.token}"
        assert asked(server, "/", cookie=crossed).status == 403


def test_the_token_is_never_logged(server: PageServer, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    asked(server, f"/?token={server.token}", cookie=None)
    asked(server, f"/page/app.js?token={server.token}", cookie=None)
    with opened(server):
        pass
    socket_status(server, path=f"/socket?token={server.token}", cookie=None)
    assert server.token not in caplog.text


# --- files -------------------------------------------------------------------------------------

OUTSIDE = (
    "../app.py",
    "%2e%2e/app.py",
    "..%2fapp.py",
    "..%5capp.py",
    "/etc/passwd",
    "%2fetc/passwd",
)
STRANGE = ("", ".", "..", "%00", "a" * 5000, "index.html%00", "~root", "\\app.js")


@pytest.mark.parametrize("path", ["page", "modules"])
def test_no_other_file_and_no_folder_is_served(server: PageServer, path: str) -> None:
    for name in (*OUTSIDE, *STRANGE):
        answer = asked(server, f"/{path}/{name}")
        assert answer.status in (404, 405) and b"import" not in answer.read(), name
    assert asked(server, f"/{path}").status in (307, 404)


def test_every_module_that_the_page_imports_is_served(server: PageServer) -> None:
    text = (PAGE / "index.html").read_text()
    names = json.loads(re.findall(r'importmap">(.*?)</script>', text)[0])["imports"].values()
    own = [f"/page/{file.name}" for file in PAGE.iterdir() if file.is_file()]
    for path in [*names, *own]:
        answer = asked(server, path)
        assert answer.status == 200 and answer.read()
        if path.endswith("js"):
            assert "javascript" in (answer.getheader("content-type") or "")


# --- sockets -----------------------------------------------------------------------------------


def socket_status(server: PageServer, path: str = "/socket", **headers: str | None) -> int:
    """What the server answers to a page that wants a socket: 101 if it gets one."""
    wanted = {"host": server.host, "origin": f"http://{server.host}", "cookie": cookie(server)}
    key = {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-version": "13"}
    key["sec-websocket-key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    return int(asked(server, path, "GET", **{**key, **wanted, **headers}).status)


@pytest.mark.parametrize("path", SOCKETS)
def test_a_socket_is_opened_for_the_page(server: PageServer, path: str) -> None:
    assert socket_status(server, path) == 101


@pytest.mark.parametrize("path", [*SOCKETS, "/", "/page/app.js", "/nothing"])
def test_no_socket_is_opened_for_a_stranger(server: PageServer, path: str) -> None:
    for headers in (*FOREIGN, {"origin": None}):
        status = socket_status(server, path, **filled(server, headers))
        assert status in (400, 403), headers


def test_a_token_in_the_address_opens_no_socket(server: PageServer) -> None:
    path = f"/socket?token={server.token}"
    assert socket_status(server, path, cookie=None) == 403


def test_a_browsers_library_is_refused_too(server: PageServer) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"ws://{server.host}/socket").close()


# --- other hosts -------------------------------------------------------------------------------


def served_at(host: str, *names: str, allow: bool = False) -> PageServer:
    return PageServer(None, bind(host, 0, names, allow))


@pytest.mark.parametrize(
    ("host", "written"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "[::1]"),
        ("[::1]", "[::1]"),
        ("0:0:0:0:0:0:0:1", "[::1]"),
        ("localhost", "localhost"),
        ("LOCALHOST", "localhost"),
        ("127.0.0.2", "127.0.0.2"),
    ],
)
def test_any_name_of_this_machine_can_be_served(host: str, written: str) -> None:
    with served_at(host) as server:
        own = f"{written}:{server.port}"
        assert server.url.startswith(f"http://{own}/?token=") and not server.address.is_open
        assert asked(server, "/").status == 200
        assert socket_status(server) == 101
        for other in (f"other:{server.port}", written, f"{own}0"):
            assert asked(server, "/", host=other).status == 403
        assert socket_status(server, origin=f"http://other:{server.port}") == 403


def test_exactly_the_names_that_are_given_are_answered() -> None:
    with served_at("0.0.0.0", "box.local", "10.0.0.7:81", "plain:80", allow=True) as server:
        assert server.address.is_open
        names = f"box.local:{server.port}", "10.0.0.7:81", "plain"
        assert server.address.hosts == names and server.host == names[0]
        for name in names:
            assert asked(server, "/", host=name).status == 200
            assert socket_status(server, host=name, origin=f"http://{name}") == 101
            other = "plain" if name != "plain" else names[0]
            assert socket_status(server, host=name, origin=f"http://{other}") == 403
            assert f"ws://{name}" in str(asked(server, "/").getheader("content-security-policy"))
        for name in ("box.local", "0.0.0.0", f"127.0.0.1:{server.port}", f"plain:{server.port}"):
            assert asked(server, "/", host=name).status == 403


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "[2001:db8::1]", "::ffff:0.0.0.0"])
def test_other_machines_are_let_in_only_if_that_is_meant(host: str) -> None:
    with pytest.raises(BadOption, match="other machines: add --allow-network"):
        bind(host, 0, ["box"])


def test_all_addresses_need_a_name() -> None:
    for host in ("0.0.0.0", "::"):
        with pytest.raises(BadOption, match="add --name"):
            bind(host, allow_network=True)


BAD = (
    "",
    " ",
    "a b",
    "-x",
    "x_y",
    "1.2.3",
    "127.1",
    "[::1",
    "http://x",
    "x/y",
    "é",
    "a..b",
    "::1%lo",
)


@pytest.mark.parametrize(
    "host", [*BAD, "a" * 300, "x\ny", "1.2.3.4.5", "[127.0.0.1]", "0x7f.1", "*"]
)
def test_a_bad_host_gets_one_sentence(host: str) -> None:
    for given in ((host, 0, ()), ("127.0.0.1", 0, (host,))):
        with pytest.raises(BadOption) as refused:
            bind(*given)
        told = str(refused.value)
        assert "expected a name or an address" in told and "\n" not in told and len(told) < 200


@pytest.mark.parametrize(
    ("host", "names", "told"),
    [
        ("nowhere.invalid", (), "the host nowhere.invalid cannot be used"),
        ("192.0.2.1", (), "192.0.2.1, port 0, cannot be used"),
        ("127.0.0.1", ("x:99999",), "expected a port up to 65535"),
        ("127.0.0.1", ("x:",), "expected a name or an address"),
    ],
)
def test_a_host_that_cannot_be_used_gets_one_sentence(
    host: str, names: tuple[str, ...], told: str
) -> None:
    with pytest.raises(BadOption, match=told):
        bind(host, 0, names, allow_network=True)


def test_a_port_that_is_taken_gets_one_sentence() -> None:
    for host in ("127.0.0.1", "::1"):
        with bind(host).socket as taken, pytest.raises(BadOption, match="already in use"):
            bind(host, taken.getsockname()[1])


def test_what_is_no_request_is_refused_quietly(
    server: PageServer, capfd: pytest.CaptureFixture[str]
) -> None:
    for sent in (b"\x16\x03\x01\r\n\r\n", b"GET\r\n\r\n", secrets.token_bytes(2000) + b"\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), SECONDS) as line:
            line.sendall(sent)
            line.shutdown(socket.SHUT_WR)
            assert line.recv(4096).startswith((b"HTTP/1.1 400", b""))
    assert asked(server, "/").status == 200
    assert capfd.readouterr().err == ""
