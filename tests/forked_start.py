"""What the processes of `tests.command` are forked from: a small match has loaded what all commands
need, and no kernel, since a command may have a cache of its own."""

import contextlib
import io
import sys
from unittest.mock import patch

from numba.core.registry import cpu_target

import plyground.book.build
import plyground.core.compile
import plyground.terminal.session  # noqa: F401
from plyground.cli.app import run_command

_MATCH = ["plyground", "match", "paths:board=3x3", "random", "random", "--games", "2"]

with patch.object(sys, "argv", _MATCH), contextlib.redirect_stdout(io.StringIO()):
    assert run_command() == 0

cpu_target.typing_context.refresh()  # what numba itself learns before its first kernel
