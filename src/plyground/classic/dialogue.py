"""Questions and answers of the programs: a question is repeated until an answer is understood."""

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from plyground.core.errors import PlygroundError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from plyground.core.game import Game

RULES, HELP, QUIT = "rules", "help", "quit"
EVERYWHERE: Final = {
    RULES: "how to play, and how a move is written",
    HELP: "list all commands",
    QUIT: "leave the program",
}
"""The commands that every question of every program understands."""
Answer = TypeVar("Answer")


class Ended(EOFError):
    """There is no more input, or the person wants to stop."""


class Dialogue:
    """A person at a console, or a file instead of a person."""

    def __init__(self, console: "Console", game: "Game | None" = None) -> None:
        self.console, self.game = console, game
        self.commands: dict[str, str] = {}
        """Further commands at the prompt for a move, and what they do."""
        self.how = ""
        """A remark of the help text on how commands can be typed."""

    @property
    def is_coloured(self) -> bool:
        """Whether pictures may use colour."""
        from plyground.terminal.screen import is_coloured

        return is_coloured(self.console)

    def say(self, text: "str | Text" = "") -> None:
        """Print a text as it is."""
        self.console.print(text, markup=False, emoji=False)

    def ask(self, prompt: str) -> str:
        """What the person types at a prompt, without blanks around it. Commands that every question
        understands are carried out here."""
        while True:
            try:
                answer = str(self.console.input(prompt, markup=False, emoji=False)).strip()
            except EOFError:
                self.say()  # the prompt's line is still open
                raise Ended from None
            if answer.lower() not in EVERYWHERE:
                return answer
            self.handle(answer.lower())

    def handle(self, command: str) -> None:
        """Carry out a command that every question understands."""
        if command == QUIT:
            raise Ended
        from plyground.terminal.commands import help_lines
        from plyground.terminal.speech import rules_words

        if command == HELP:
            meanings = {**self.commands, **EVERYWHERE}
            self.say("\n".join(help_lines(meanings, self.how)))
        elif self.game is not None:
            self.say(rules_words(self.game, self.console.width))

    def ask_until(self, prompt: str, read: Callable[[str], Answer]) -> Answer:
        """The first answer that `read` accepts; its error for any other is printed."""
        while True:
            try:
                return read(self.ask(prompt))
            except PlygroundError as error:
                self.say(str(error))


@contextlib.contextmanager
def talking(game: "Game | None" = None) -> Iterator[Dialogue]:
    """A dialogue about a game on standard input and output, which the person may end anywhere."""
    from plyground.terminal.screen import output

    with contextlib.suppress(Ended):
        yield Dialogue(output(), game)
