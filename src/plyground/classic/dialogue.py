"""How the programs talk: questions, asked again until an answer is understood."""

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from plyground.core.errors import PlygroundError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

QUIT: Final = "quit"
Answer = TypeVar("Answer")


class Ended(Exception):
    """There is no more input, or the person wants to stop."""


class Dialogue:
    """A person at a console, or a file in a person's place."""

    def __init__(self, console: "Console") -> None:
        self.console = console

    @property
    def is_coloured(self) -> bool:
        """Whether pictures may use colour."""
        from plyground.terminal.screen import is_coloured

        return is_coloured(self.console)

    def say(self, text: "str | Text" = "") -> None:
        """Print a text as it is."""
        self.console.print(text, markup=False, emoji=False)

    def ask(self, prompt: str) -> str:
        """What the person types at a prompt, without blanks around it; `quit` leaves anywhere."""
        try:
            answer = str(self.console.input(prompt, markup=False, emoji=False)).strip()
        except EOFError:
            self.say()  # the prompt's line is still open
            raise Ended from None
        if answer.lower() == QUIT:
            raise Ended
        return answer

    def ask_until(self, prompt: str, read: Callable[[str], Answer]) -> Answer:
        """The first answer that can be read; what is wrong with others is told in a sentence."""
        while True:
            try:
                return read(self.ask(prompt))
            except PlygroundError as error:
                self.say(str(error))


@contextlib.contextmanager
def talking() -> Iterator[Dialogue]:
    """A dialogue on standard input and output that may end anywhere."""
    from plyground.terminal.screen import output

    with contextlib.suppress(Ended):
        yield Dialogue(output())
