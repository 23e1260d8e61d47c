"""What a step of a run finds out: a row of a table, and plain values for programs."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

DIFFER = "differ"
"""The verdict on two games or searches that ought to be the same; no ratio means anything then."""


class Finding(Protocol):
    """A frozen dataclass; findings of one class stand in one table."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    TITLE: ClassVar[str]
    HEADINGS: ClassVar[list[str]]

    @property
    def verdict(self) -> str:
        """What is to be said of it in a word, if anything."""

    def row(self) -> list[str]:
        """A text for each heading."""


class Step(NamedTuple):
    """A piece of a run, with a name to show while it is taken."""

    what: str
    run: Callable[[], Sequence[Finding]]


def alike(same: bool) -> str:
    """The verdict on two that ought to be the same."""
    return "same" if same else DIFFER
