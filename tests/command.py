"""Runs the program as a person would, in its own process."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pexpect

from plyground.cli.app import run_command

ROOT = Path(__file__).parent.parent
PROGRAM = [sys.executable, "-m", "plyground"]


def plyground(
    *args: str,
    typed: str = "",
    cwd: Path = ROOT,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The finished process; what is typed comes through a pipe."""
    return subprocess.run(
        [*PROGRAM, *args],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        timeout=300,
        check=False,
    )


def imported_by(*args: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    script = (
        "import sys; from plyground.cli.app import main\n"
        "try: main()\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script, *args], capture_output=True, text=True, check=True
    )
    return {*finished.stderr.splitlines()[-1].split()}


def refused(*args: str, cwd: Path = ROOT) -> str:
    """The one sentence with which a command is refused, run in this process: starting one takes
    longer than most refusals."""
    return complaint(ran(*args, cwd=cwd))


def ran(*args: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """A command that was run in this process."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with (
        patch.object(sys, "argv", [*PROGRAM, *args][2:]),
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(stdout),
        contextlib.redirect_stderr(stderr),
    ):
        status = run_command()
    return subprocess.CompletedProcess(args, status, stdout.getvalue(), stderr.getvalue())


def complaint(finished: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a command that was refused."""
    assert finished.returncode == 2, finished
    assert finished.stdout == ""
    lines = finished.stderr.splitlines()
    assert len(lines) == 1, finished.stderr
    assert lines[0].startswith("plyground: ")
    assert "Traceback" not in finished.stderr and "mistake of" not in finished.stderr
    return lines[0].removeprefix("plyground: ")


def on_a_terminal(*args: str, **env: str) -> Any:
    """The program as it runs on a terminal with colours, for pexpect."""
    command, *rest = [*PROGRAM, *args]
    environment = {**os.environ, "TERM": "xterm-256color", **env}
    environment.pop("NO_COLOR", None) if "NO_COLOR" not in env else None
    return pexpect.spawn(
        command, rest, cwd=ROOT, env=environment, encoding="utf-8", timeout=60, dimensions=(50, 80)
    )
