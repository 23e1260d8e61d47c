"""The finding of a step of a run: a row of a table, and plain values for programs."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

DIFFER = "differ"
"""The verdict on two games or searches that should be the same but are not: then no ratio between
them means anything."""


class Finding(Protocol):
    """A frozen dataclass; findings of one class form one table."""

    __dataclass_fields__: ClassVar[dict[str, Any]]
    TITLE: ClassVar[str]
    HEADINGS: ClassVar[list[str]]

    @property
    def verdict(self) -> str:
        """A verdict in a word, or an empty text."""

    def row(self) -> list[str]:
        """A text for each heading."""


class Step(NamedTuple):
    """A part of a run, with a name to show while it runs."""

    what: str
    run: Callable[[], Sequence[Finding]]


def sameness_verdict(same: bool) -> str:
    """The verdict on two things that should be the same."""
    return "same" if same else DIFFER
