"""The whole screen, drawn in place: a title, the board, the prompt, and messages.

It uses the terminal's alternate screen, so the normal screen returns when it is closed. Mouse
events are enabled only while a person is asked for a move.
"""

import contextlib
import io
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final, Self

from rich.console import Console
from rich.text import Text

from plyground.records.record import Record
from plyground.terminal.board import NO_MARKS, Drawn, draw_board, side_text
from plyground.terminal.keys import (
    CLOSE,
    DOWN,
    ENTER,
    ESCAPE,
    LEFT,
    MOUSE_OFF,
    MOUSE_ON,
    PAGE_DOWN,
    PAGE_UP,
    REDRAW,
    RIGHT,
    TAB,
    UP,
    Click,
    Key,
    has_keys,
    keys,
)
from plyground.terminal.line import Line
from plyground.terminal.pointing import Pointer
from plyground.terminal.prompt import completions
from plyground.terminal.screen import Screen, is_coloured

_OPEN, _CLOSE = "\x1b[?1049h", "\x1b[?25h\x1b[?1049l"
_BEGIN, _NEXT_LINE, _REST = "\x1b[?25l\x1b[H", "\x1b[K\r\n", "\x1b[J"
_ARROWS: Final = (UP, DOWN, LEFT, RIGHT)
_TITLE: Final = 2
"""The title and the line under it."""
_BESIDE: Final = _TITLE + 3
"""The title, an empty line above the prompt, the prompt, and one line of messages."""
_HINT: Final = "a move, arrows and Enter, or a click; help lists more"


def can_stage(console: Console, record: Record) -> bool:
    """Whether a stage can be used: the terminal can read keys and the board fits."""
    if console.stderr or not (console.is_terminal and sys.stdout.isatty() and has_keys()):
        return False
    _measure(console)
    return _fits(console, record, draw_board(record, console.width))


def _measure(*consoles: Console) -> None:
    """Set the consoles to the current size of the terminal, whatever the environment says."""
    with contextlib.suppress(OSError):
        for console in consoles:
            console.size = os.get_terminal_size(sys.stdout.fileno())


def _fits(console: Console, record: Record, drawn: Drawn) -> bool:
    lines = drawn.text.plain.split("\n")
    has_scene = record.game.scene(record.position) is not None
    is_whole = bool(drawn.cells) if has_scene else max(map(len, lines)) <= console.width
    return is_whole and len(lines) + _BESIDE <= console.height


class Stage:
    """A screen for one session; as a context manager it opens and always closes again."""

    def __init__(self, screen: Console) -> None:
        self.screen = screen
        self.paper = io.StringIO()
        self.console = Screen(
            file=self.paper,
            force_terminal=True,
            color_system=screen.color_system or None,  # type: ignore[arg-type]
            no_color=screen.no_color,
            highlight=False,
        )
        """What is printed here appears below the prompt."""
        self.title = ""
        self.record: Record | None = None
        self.line: Line | None = None
        self.pointer: Pointer | None = None
        self.history: list[str] = []
        self.home: int | None = None
        """Where the cursor was last."""
        self.drawn = Drawn(Text(), {})
        self.drawing = self.changed = False
        self.answers = False
        """Whether the messages answer a command, so that all of them must be shown."""
        self.key: Callable[[], Key] = lambda: CLOSE
        self._leave: Callable[[], object] = lambda: None

    # --- opening and closing -------------------------------------------------------------------

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as stack:
            sys.stdout.flush()
            self.key = stack.enter_context(keys())
            stack.callback(self._write, MOUSE_OFF + _CLOSE)
            self._write(_OPEN)
            for name, handler in (("SIGWINCH", self._resized), ("SIGTSTP", self._suspended)):
                number = getattr(signal, name)
                stack.callback(signal.signal, number, signal.signal(number, handler))
            stack.enter_context(_warnings_shown(self.console))
            self._leave = stack.pop_all().close
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()

    def _resized(self, number: int, frame: FrameType | None) -> None:
        self.changed = True
        if not self.drawing:
            self.draw()

    def _suspended(self, number: int, frame: FrameType | None) -> None:
        """Restore the terminal, stop until the process is continued, and open the stage again."""
        self._write(MOUSE_OFF + _CLOSE)
        with _cooked_terminal():
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
        self._write(_OPEN + (MOUSE_ON if self.line else ""))
        self.draw()

    # --- showing -------------------------------------------------------------------------------

    def show(self, record: Record) -> None:
        """Draw the current board of a game, with the messages about the last move."""
        self.record, self.answers = record, False
        self.draw()

    def draw(self) -> None:
        """Draw everything, and again if the screen size changed meanwhile."""
        self.changed = True
        while self.changed:
            self.changed, self.drawing = False, True
            try:
                self._draw()
            finally:
                self.drawing = False

    def _draw(self) -> None:
        """Write all lines from the top and place the cursor at the prompt."""
        lines, row, column = self.lines()
        shown = _NEXT_LINE.join(lines)
        self._write(f"{_BEGIN}{shown}\x1b[K{_REST}\x1b[{row + 1};{column + 1}H\x1b[?25h")

    def lines(self) -> tuple[list[str], int, int]:
        """All lines with escape codes, and the row and column of the cursor."""
        _measure(self.screen, self.console)
        title = self._cut(Text(self.title, "dim"))
        lines = [self._rendered(title), "", *self._board_lines(), ""]
        prompt, column = self._prompt()
        row = len(lines)
        lines.append(self._rendered(prompt))
        room = max(0, self.screen.height - len(lines))
        lines += self._output_lines()[-room:] if room else []
        return lines[: self.screen.height], row, column

    def _board_lines(self) -> list[str]:
        if self.record is None:
            return []
        coloured = is_coloured(self.screen)
        marks = self.pointer.marks() if self.pointer else NO_MARKS
        self.drawn = draw_board(self.record, self.screen.width, coloured, marks)
        if not _fits(self.screen, self.record, self.drawn):
            self.drawn = Drawn(Text("the screen is too small"[: self.screen.width]), {})
        return [self._rendered(self._cut(line)) for line in self.drawn.text.split("\n")]

    def _cut(self, line: Text) -> Text:
        """A line, truncated to the width of the screen."""
        line.truncate(self.screen.width, overflow="ellipsis")
        return line

    def _prompt(self) -> tuple[Text, int]:
        """The prompt with what is typed, and the column of the cursor in it."""
        if self.record is None or self.line is None:
            return Text(), 0
        prompt = Text.assemble(side_text(self.record, self.record.turn) + ">", " ")
        room = max(1, self.screen.width - len(prompt) - 1)
        first = max(0, self.line.place - room + 1)
        shown = self.line.text[first : first + room]
        ghost = "" if self.line.text else self._ghost()[:room]
        return Text.assemble(prompt, shown, (ghost, "dim")), len(prompt) + self.line.place - first

    def _ghost(self) -> str:
        """The dim text in an empty prompt: the move under the cursor, or a hint."""
        if self.pointer and self.pointer.cursor is not None:
            return self.pointer.preview()
        return _HINT if self.pointer and self.pointer.can_point else ""

    def _output_lines(self) -> list[str]:
        return self.paper.getvalue().rstrip("\n").split("\n") if self.paper.getvalue() else []

    def _clear_output(self) -> None:
        self.paper.seek(0)
        self.paper.truncate()

    def _rendered(self, text: Text) -> str:
        with self.screen.capture() as captured:
            self.screen.print(text, end="", soft_wrap=True)
        return captured.get()

    def _write(self, text: str) -> None:
        """Write straight to the terminal: a signal may interrupt a buffered write."""
        data = text.encode()
        while data:
            data = data[os.write(sys.stdout.fileno(), data) :]

    # --- asking --------------------------------------------------------------------------------

    def ask(self, record: Record) -> str:
        """What the person types for the side to move, or the text of the move they point at.

        Raises EOFError if there is no more input.
        """
        self.record = record
        self._show_all()
        self.line, self.pointer = Line(self.history), Pointer(record, self.home)
        self._write(MOUSE_ON)
        try:
            text = self._answer()
        finally:
            self._write(MOUSE_OFF)
            self.home = self.pointer.cursor
            self.line = self.pointer = None
        self._clear_output()
        self.answers = True
        self.draw()
        return text

    def _answer(self) -> str:
        """Handle keys until there is an answer."""
        while True:
            self.draw()
            text = self._pressed(self.key())
            if text:
                return text

    def _pressed(self, key: Key) -> str:
        """Handle a key; returns the answer once there is one, else an empty text."""
        line, pointer = self.line, self.pointer
        assert line is not None and pointer is not None
        if isinstance(key, Click):
            return self._clicked(key)
        points = not line.text and pointer.can_point
        if key == CLOSE and not line.text:
            raise EOFError
        if key == ENTER and line.text.strip():
            self.history.append(line.text)
            return line.text
        if points and key in (ENTER, " ") and pointer.cursor is not None:
            return self._chosen(pointer.cursor)
        if points and key in _ARROWS:
            pointer.step(key)
        elif key == ESCAPE:
            pointer.clear()
            line.clear()
        elif key == TAB:
            self._complete(line)
        elif key == REDRAW:
            self._write("\x1b[2J")
        else:
            line.press(key)
        return ""

    def _clicked(self, click: Click) -> str:
        square = self.drawn.square_at(click.row - _TITLE, click.column)
        if square is None or self.line is None:
            return ""
        self.line.clear()
        return self._chosen(square)

    def _chosen(self, square: int) -> str:
        """The text of the move that a chosen square completes; empty if it completes none."""
        assert self.pointer is not None
        game, position = self.pointer.game, self.pointer.position
        self._clear_output()
        before = self.pointer.picked
        found = [game.move_text(position, move) for move in self.pointer.choose(square)]
        if len(found) > 1:
            self.console.print(f"which move: {', '.join(found)}? Type it.", markup=False)
        elif not found and square not in self.pointer.picked:
            self._explain(self.pointer, before)
        return found[0] if len(found) == 1 else ""

    def _explain(self, pointer: Pointer, before: tuple[int, ...]) -> None:
        """Say why a square makes no move, unless it was only deselected."""
        if before and not pointer.picked:
            return
        where = "leads there; Esc lets you choose another piece" if before else "begins there"
        self.console.print(f"no move {where}", markup=False)

    def _complete(self, line: Line) -> None:
        assert self.record is not None
        record = self.record
        found = line.complete(lambda before, word: completions(record, before, word))
        self._clear_output()
        if found:
            self.console.print(" ".join(found), markup=False, emoji=False)

    def _show_all(self) -> None:
        """Show messages that do not fit under the board alone, page by page."""
        lines, first = self._output_lines(), 0
        room = max(1, self.screen.height - 1)
        under = self.screen.height - _TITLE - len(self._board_lines()) - 2
        if not self.answers or len(lines) <= under:
            return
        while True:
            shown = _NEXT_LINE.join(lines[first : first + room])
            more = "PgDn and PgUp turn pages, " if len(lines) > room else ""
            self._write(f"{_BEGIN}{shown}{_NEXT_LINE}{more}any other key goes back{_REST}\x1b[?25h")
            pressed = self.key()
            last = max(0, len(lines) - room)
            ways: dict[Any, int] = {
                PAGE_DOWN: min(first + room, last),
                DOWN: min(first + 1, last),
                PAGE_UP: max(first - room, 0),
                UP: max(first - 1, 0),
            }
            if pressed not in ways:
                self._clear_output()
                return
            first = ways[pressed]


@contextlib.contextmanager
def _warnings_shown(console: Console) -> Iterator[None]:
    """Print warnings on the stage: on standard error they would be drawn over."""

    def show(message: Warning | str, *_: object, **__: object) -> None:
        console.print(f"note: {message}", markup=False, emoji=False)

    before = warnings.showwarning
    warnings.showwarning = show
    try:
        yield
    finally:
        warnings.showwarning = before


@contextlib.contextmanager
def _cooked_terminal() -> Iterator[None]:
    """The terminal in cooked mode (whole lines, echo), as a shell expects it."""
    import termios

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    cooked = [*before]
    cooked[3] |= termios.ICANON | termios.ECHO
    termios.tcsetattr(terminal, termios.TCSADRAIN, cooked)
    try:
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
