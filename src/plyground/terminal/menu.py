"""Questions with a few answers, chosen by arrow keys on a terminal and by number elsewhere."""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.live import Live
from rich.text import Text

from plyground.core.errors import BadOption, PlygroundError
from plyground.terminal.keys import (
    CLOSE,
    DOWN,
    END,
    ENTER,
    ESCAPE,
    HOME,
    UP,
    Key,
    has_keys,
    keys,
)

Answer = TypeVar("Answer")
LEAVE, BACK = "q", "b"
"""What to type to leave, and to go back to the previous question without an Escape key."""


class GoBack(Exception):
    """Raised to go back to the previous question."""


class Choice(NamedTuple):
    """An answer and its description; a choice with an empty text lets the person type one."""

    text: str
    meaning: str


class Question(NamedTuple):
    """A question, its choices, the choice that Enter gives (`default`), and how to answer
    (`ways`)."""

    text: str
    choices: Sequence[Choice]
    default: int = 0
    ways: str = "number"


def choose(
    console: Console, question: Question, read: Callable[[str], Answer], plain: bool = False
) -> Answer:
    """The first answer that `read` accepts; its error for any other is printed.

    Raises GoBack, or EOFError if the person leaves or there is no more input.
    """
    by_keys = has_keys() and console.is_terminal and not plain
    if not by_keys:
        _list(console, question)
    while True:
        text = _picked(console, question) if by_keys else _typed(console, question)
        if text.lower() == LEAVE:
            raise EOFError
        if text.lower() == BACK:
            raise GoBack
        try:
            return read(text)
        except PlygroundError as error:
            console.print(str(error), markup=False, emoji=False)


def one_of(question: Question) -> Callable[[str], str]:
    """A reader that accepts only the texts of a question's choices."""

    def read(text: str) -> str:
        known = [choice.text for choice in question.choices]
        if text not in known:
            raise BadOption(f"{text!r} is not one of the choices: expected 1 to {len(known)}")
        return text

    return read


# --- by number ---------------------------------------------------------------------------------


def _list(console: Console, question: Question) -> None:
    for number, choice in enumerate(_named(question), 1):
        console.print(f"{number}  {_line(question, choice)}", markup=False, emoji=False)


def _typed(console: Console, question: Question) -> str:
    default = f"Enter for {question.default + 1}"
    prompt = f"{question.text} ({question.ways}; {default}; {BACK} goes back, {LEAVE} leaves)? "
    try:
        text = str(console.input(prompt, markup=False, emoji=False)).strip()
    except EOFError:
        console.print()  # the prompt's line is still open
        raise
    named = _named(question)
    if not text:
        return question.choices[question.default].text
    return named[int(text) - 1].text if _is_number(text, len(named)) else text


def _is_number(text: str, limit: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4 and 1 <= int(text) <= limit


def _named(question: Question) -> list[Choice]:
    return [choice for choice in question.choices if choice.text]


def _line(question: Question, choice: Choice) -> str:
    size = max(len(choice.text) for choice in question.choices)
    return f"{choice.text:{size}}  {choice.meaning}".rstrip()


# --- by arrow keys -----------------------------------------------------------------------------


def _picked(console: Console, question: Question) -> str:
    """The text of the choice on which Enter was pressed, or the text typed for it. An empty line
    shows the choices again."""
    while True:
        choice = question.choices[_place(console, question)]
        shown = choice.text or choice.meaning
        console.print(Text.assemble(f"{question.text}? ", (shown, "bold")))
        text = choice.text or str(console.input("> ", markup=False)).strip()
        if text:
            return text


def _place(console: Console, question: Question) -> int:
    """Move through the choices by keys until Enter."""
    place = question.default
    with keys() as key, Live(console=console, transient=True, auto_refresh=False) as live:
        while True:
            live.update(_drawn(question, place, console.height), refresh=True)
            pressed = key()
            if pressed == ENTER:
                return place
            if pressed in (CLOSE, LEAVE):
                raise EOFError
            if pressed == ESCAPE:
                raise GoBack
            place = _moved(place, pressed, len(question.choices))


def _moved(place: int, pressed: Key, count: int) -> int:
    """Where a key moves the cursor, which wraps around at both ends."""
    if isinstance(pressed, str) and _is_number(pressed, count):
        return int(pressed) - 1
    up, down = (place - 1) % count, (place + 1) % count
    ways: dict[Key, int] = {UP: up, "k": up, DOWN: down, "j": down, HOME: 0, END: count - 1}
    return ways.get(pressed, place)


_KEYS = f"arrows or number, then Enter; Esc goes back, {LEAVE} leaves"


def _drawn(question: Question, place: int, height: int) -> Text:
    """The choices around the marked one, as many as fit on the screen."""
    room = max(1, height - 3)
    first = max(0, min(place - room // 2, len(question.choices) - room))
    lines = [Text.assemble(f"{question.text}? ", (_KEYS, "dim"))]
    for number, choice in [*enumerate(question.choices)][first : first + room]:
        line = f"{number + 1}  {_line(question, choice)}"
        marked = number == place
        lines.append(Text(f"{'›' if marked else ' '} {line} ", "reverse" if marked else ""))
    return Text("\n").join(lines)
