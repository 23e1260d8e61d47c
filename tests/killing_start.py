"""What the processes of `tests.killing` are forked from: a small match has loaded what all commands
need, and compiled nothing."""

import contextlib
import io
import sys
from unittest.mock import patch

import plyground.book.build
import plyground.core.compile
import plyground.terminal.session  # noqa: F401
from plyground.cli.app import run_command

_MATCH = ["plyground", "match", "paths:board=3x3", "random", "random", "--games", "2"]

with patch.object(sys, "argv", _MATCH), contextlib.redirect_stdout(io.StringIO()):
    assert run_command() == 0
