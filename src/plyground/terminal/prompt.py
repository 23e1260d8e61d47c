"""The prompt: with Tab completion and history on a terminal, a plain line elsewhere."""

import contextlib
import glob
import os
import re
import sys
from collections.abc import Iterable
from types import ModuleType

from rich.console import Console
from rich.text import Text

from plyground.core.game import legal_moves
from plyground.records.record import Record
from plyground.terminal.board import side_text
from plyground.terminal.commands import COMMANDS, FILE

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def ask(console: Console, record: Record) -> str:
    """What the person types for the side to move."""
    prompt = Text.assemble(side_text(record, record.turn) + ">", " ")
    reader = _line_reader(console)
    try:
        if reader is None:
            return str(console.input(prompt))
        _prepare(reader, record)
        return input(_with_hidden_colour(console, prompt))
    except EOFError:
        console.print()  # the prompt's line is still open
        raise


def completions(record: Record, before: str, word: str) -> list[str]:
    """The completions of a word, given the text before it in the line."""
    first = before.strip().lower()
    if first:
        takes_file = first in COMMANDS and COMMANDS[first].takes == FILE
        return _files(word) if takes_file else []
    game, position = record.game, record.position
    moves = (game.move_text(position, move) for move in legal_moves(game, position))
    return _beginning_with([*moves, *COMMANDS], word)


def _beginning_with(words: Iterable[str], begun: str) -> list[str]:
    return [word for word in words if word.lower().startswith(begun.lower())]


def _files(begun: str) -> list[str]:
    """Files and folders whose names begin so; folders end with a slash."""
    with contextlib.suppress(ValueError):  # not a valid file name
        found = sorted(glob.glob(glob.escape(os.path.expanduser(begun)) + "*"))
        return [name + "/" * os.path.isdir(name) for name in found]
    return []


def _line_reader(console: Console) -> ModuleType | None:
    """The readline module, if input and output are on a terminal."""
    if console.stderr or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    try:
        import readline
    except ImportError:  # not on every system
        return None
    return readline


def _prepare(reader: ModuleType, record: Record) -> None:
    """Let Tab complete moves and commands."""

    def complete(word: str, number: int) -> str | None:
        before = reader.get_line_buffer()[: reader.get_begidx()]
        found = completions(record, before, word)
        return found[number] if number < len(found) else None

    reader.set_completer(complete)
    reader.set_completer_delims(" \t\n")
    is_editline = "libedit" in (reader.__doc__ or "")
    reader.parse_and_bind("bind ^I rl_complete" if is_editline else "tab: complete")


def _with_hidden_colour(console: Console, prompt: Text) -> str:
    """The prompt with marks around its colour codes, so that readline does not count them."""
    with console.capture() as captured:
        console.print(prompt, end="")
    return _COLOUR.sub("\x01\\g<0>\x02", captured.get())
