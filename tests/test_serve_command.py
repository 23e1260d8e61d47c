"""`plyground serve`: says where it is, and ends with all that it has started."""

import json
import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from plyground.cli.exit_codes import ExitCode
from plyground.web.server import PageServer
from tests.command import PROGRAM, ROOT, refused
from tests.serving import SECONDS, Page, opened, opened_at
from tests.waiting import children, has_ended, wait_until

pytestmark = pytest.mark.slow

ENDINGS = [signal.SIGINT, signal.SIGTERM]


@contextmanager
def serving(*given: str, env: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    """The command as a process."""
    with subprocess.Popen(
        [*PROGRAM, "serve", "--no-browser", *given],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def told(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What it says with --json when it is ready."""
    assert process.stdout
    message: dict[str, Any] = json.loads(process.stdout.readline())
    return message


def think(page: Page) -> None:
    """Let a program think for ever."""
    page.begin("connect-four", second="negascout:depth=99")
    page.play("4")
    page.heard("thinking")


@pytest.mark.parametrize("number", ENDINGS)
def test_it_says_where_it_is_and_ends_with_its_engines(number: signal.Signals) -> None:
    with serving("connect-four", "--json") as process:
        message = told(process)
        assert message.keys() == {"kind", "version", "url"}
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{32}", message["url"])
        started = children(process.pid)
        assert started
        process.send_signal(number)
        assert process.wait(SECONDS) == 0
        assert process.stderr and process.stderr.read() == "stopped\n"
    wait_until(lambda: all(map(has_ended, started)))


@pytest.mark.parametrize("number", ENDINGS)
def test_it_ends_while_a_program_thinks(number: signal.Signals) -> None:
    with serving("--json") as process, opened_at(told(process)["url"]) as page:
        think(page)
        started = children(process.pid)
        process.send_signal(number)
        assert process.wait(SECONDS) == 0
        assert process.stderr and process.stderr.read() == "stopped\n"
        wait_until(lambda: all(map(has_ended, started)))


@pytest.mark.compiles
def test_it_ends_while_a_program_compiles(tmp_path: Path) -> None:
    cache = {"PLYGROUND_CACHE": str(tmp_path)}
    with serving("--json", env=cache) as process, opened_at(told(process)["url"]) as page:
        page.begin("connect-four", second="negascout:depth=99")
        page.play("4")
        page.heard("compiling")
        started = children(process.pid)
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0
        wait_until(lambda: all(map(has_ended, started)))


def test_a_server_that_is_killed_leaves_no_engine() -> None:
    with serving("--json") as process, opened_at(told(process)["url"]) as page:
        think(page)
        started = children(process.pid)
        process.kill()
        assert started
        wait_until(lambda: all(map(has_ended, started)))


@pytest.mark.parametrize("given", [(), ("--json",)])
def test_a_reader_that_is_gone_ends_it(given: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [*PROGRAM, "serve", "--no-browser", *given],
        cwd=ROOT,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=SECONDS,
    )
    os.close(writer)
    assert (process.returncode, process.stderr) == (ExitCode.READER_GONE, "")


def test_it_says_how_to_stop_it() -> None:
    with serving() as process:
        assert process.stdout
        lines = process.stdout.readline(), process.stdout.readline()
        assert re.match(r"Plyground is at http://127\.0\.0\.1:\d+/\?token=[\w-]{32}$", lines[0])
        assert lines[1] == "Ctrl-C stops it.\n"


def test_a_network_is_served_only_if_that_is_meant() -> None:
    assert "add --allow-network" in refused("serve", "--host", "0.0.0.0", "--no-browser")
    assert "expected a name" in refused("serve", "--host", "a b", "--no-browser")
    given = ("--host", "0.0.0.0", "--name", "box.local", "--allow-network", "--json")
    with serving(*given) as process:
        assert told(process)["url"].startswith("http://box.local:")
        process.send_signal(signal.SIGTERM)
        assert process.wait(SECONDS) == 0
        said = " ".join(process.stderr.read().split()) if process.stderr else ""
        for part in ("whoever has it with its token can play", "Nothing is encrypted"):
            assert part in said


def test_a_server_that_is_closed_has_no_games_and_no_engines() -> None:
    with PageServer() as server, opened(server) as page:
        id = page.begin("connect-four", second="negascout:depth=99")["id"]
        page.play("4")
        page.heard("thinking")
        game = server.games.find(id)
        process = getattr(game.live.seats[1], "player")._process  # noqa: B009
    wait_until(lambda: not process.is_alive)
    assert not game.live.is_going_on
    assert server.games.pool.waiting == 0


def test_bad_arguments_get_one_sentence() -> None:
    assert "there is no game 'chess'" in refused("serve", "chess", "--no-browser")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = refused("serve", "--port", str(port), "--no-browser")
    assert told == f"port {port} cannot be used: address already in use"
