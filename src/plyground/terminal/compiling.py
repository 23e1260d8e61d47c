"""The progress of compiling as a terminal shows it."""

from typing import Final

from rich.text import Text

from plyground.live.compile_progress import CompileProgress
from plyground.terminal.palette import FAINT, GOOD

_BAR: Final = 20


class Compiling(CompileProgress):
    """What is being compiled for one game, in a line with a bar."""

    def __rich__(self) -> Text:
        return Text.assemble(f"{self.text} ", *(bar(self.share) if self.expected else []))


def bar(share: float) -> list[tuple[str, str]]:
    """A progress bar."""
    full = int(share * _BAR)
    return [("━" * full, GOOD), ("━" * (_BAR - full), FAINT), (" ", "")]
