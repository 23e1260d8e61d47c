"""Commands that are killed with -9 at random moments.

They are forked, so that little of a command's time is its start.
"""

import os
import select
import sys
import time
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from multiprocessing.connection import Connection
from random import Random

from tests.command import FORKING, ROOT

KILLS = 200 if os.environ.get("PLYGROUND_LONG") else 20
_PATIENCE = 60.0
"""A process needs a moment to see that its parent is gone, more on a busy computer."""

Settings = Mapping[str, float]
"""Constants of modules to override, by full name."""


class Killer:
    """Runs one command again and again, with extra environment variables."""

    def __init__(self, *args: str, settings: Settings | None = None, **env: str) -> None:
        self.args, self.settings, self.env = args, settings or {}, env
        self.random = Random(args[0])
        self.seconds = 0.0
        """How long the command takes if nobody kills it."""
        _wake_server()

    def finish(self) -> None:
        """Run the command to its end."""
        began = time.monotonic()
        running = _Running(self.args, self.settings, self.env)
        assert running.exit_code() == 0
        self.seconds = time.monotonic() - began

    def kill(self) -> bool:
        """Run it and kill it at a random moment of the time it takes; all that it started must be
        gone soon, too. Tells whether it was still there to be killed."""
        began = time.monotonic()
        running = _Running(self.args, self.settings, self.env)
        running.process.join(self.random.uniform(0, self.seconds))
        was_there = running.process.is_alive()
        if not was_there:
            self.seconds = time.monotonic() - began
        running.process.kill()
        running.process.join()
        assert running.is_all_over(), "a process goes on that the command started"
        return was_there


@cache
def _wake_server() -> None:
    """The first process waits for all that is imported; it should not be one whose time counts."""
    first = FORKING.Process(target=_do_nothing)
    first.start()
    first.join()


def _do_nothing() -> None:
    pass


class _Running:
    """A command in its own process."""

    def __init__(self, args: tuple[str, ...], settings: Settings, env: Mapping[str, str]) -> None:
        self.output, written = FORKING.Pipe(duplex=False)
        self.process = FORKING.Process(target=_run, args=(args, settings, env, written))
        self.process.start()
        written.close()

    def exit_code(self) -> int | None:
        assert self.is_all_over()
        self.process.join()
        return self.process.exitcode

    def is_all_over(self) -> bool:
        """Whether its output has an end: it has none while any process could write there."""
        while select.select([self.output], [], [], _PATIENCE)[0]:
            if not os.read(self.output.fileno(), 1 << 16):
                return True
        return False


def _run(
    args: tuple[str, ...], settings: Settings, env: Mapping[str, str], output: Connection
) -> None:
    from plyground.cli.app import main

    for place in (1, 2):
        os.dup2(output.fileno(), place)
    output.close()
    os.chdir(ROOT)
    os.environ.update(env)
    for name, value in settings.items():
        module, _, attribute = name.rpartition(".")
        setattr(import_module(module), attribute, value)
    sys.argv = ["plyground", *args]
    main()
