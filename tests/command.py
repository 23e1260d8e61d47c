"""Runs the program as a person would, in its own process."""

import contextlib
import io
import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pexpect
from numba.core.config import reload_config

from plyground.cli.app import main, run_command
from plyground.core.wire import decode_lines, encode

ROOT = Path(__file__).parent.parent
PROGRAM = [sys.executable, "-m", "plyground"]
PATIENCE = 300.0

# What tests start writes no bytecode: Python would take it for that of a module which a test edits
# within a second.
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"

FORKING = multiprocessing.get_context("forkserver")
"""Processes of this kind are forked from one that has imported most of what commands need: to start
another Python takes longer than most commands do."""
FORKING.set_forkserver_preload(["tests.forked_start"])


def plyground(
    *args: str,
    typed: str = "",
    cwd: Path = ROOT,
    env: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[str]:
    """The finished process; what is typed comes from a file."""
    env = env or {}
    other_python = any(name.startswith("PYTHON") for name in env)
    return (_started if other_python else _forked)(args, typed, cwd, {**os.environ, **env})


def _started(
    args: tuple[str, ...], typed: str, cwd: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *args],
        input=typed,
        capture_output=True,
        text=True,
        cwd=cwd,
        env=env,
        timeout=PATIENCE,
        check=False,
    )


def _forked(
    args: tuple[str, ...], typed: str, cwd: Path, env: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    with TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("typed", "said", "told")]
        files[0].write_text(typed)
        process = FORKING.Process(target=_run, args=(args, files, cwd, env))
        process.start()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            raise TimeoutError(f"{args} takes too long")
        said, told = (file.read_text() for file in files[1:])
    return subprocess.CompletedProcess(args, process.exitcode or 0, said, told)


def _run(args: tuple[str, ...], files: list[Path], cwd: Path, env: Mapping[str, str]) -> None:
    """The command, in a process whose three streams are files."""
    flags = (os.O_RDONLY, *[os.O_WRONLY | os.O_CREAT | os.O_APPEND] * 2)
    for place, (file, flag) in enumerate(zip(files, flags, strict=True)):
        os.dup2(os.open(file, flag), place)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    reload_config()
    sys.argv = [*PROGRAM, *args][2:]
    main()


def told(said: str) -> Any:
    """The content of the message that a command said, which can be read back."""
    [content] = told_lines(said)
    return content


def told_lines(said: str) -> list[Any]:
    """The content of each message that a command said."""
    messages = [*decode_lines(said.encode())]
    assert "".join(f"{encode(message).decode()}\n" for message in messages) == said
    return [json.loads(line) for line in said.split("\n")[:-1]]


def all_commands(group: Any, *names: str) -> Iterator[tuple[str, Any]]:
    """Every command and command of a group, with its whole name."""
    for name in group.list_commands(None):
        made, full = group.get_command(None, name), (*names, name)
        if hasattr(made, "list_commands"):
            yield from all_commands(made, *full)
        else:
            yield " ".join(full), made


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
