"""What is told of a search that was followed line by line."""

from plyground.core.wire import Part


class TraceSource(Part, frozen=True, kw_only=True):
    """The code of a function."""

    function: str
    first_line: int
    """The number of its first line in the file."""
    lines: tuple[str, ...]
    variables: tuple[str, ...]
    """The local variables that are told of."""


class TraceCall(Part, frozen=True, kw_only=True):
    """A call of one of the functions."""

    source: int
    caller: int | None
    """The call that made it; null: it is the first."""


class TraceStep(Part, frozen=True, kw_only=True):
    """A line that is executed next."""

    call: int
    line: int
    node: int
    """The node of the tree that it is about."""
    says: str
    """What the line does, in words."""
    is_return: bool
    """Whether the call ends with it."""
    changed: dict[str, str]
    """The variables of the call that differ from what they were at its last step."""


class TraceNote(Part, frozen=True, kw_only=True):
    """What is known of a node from some step on."""

    step: int
    text: str


class TraceCut(Part, frozen=True, kw_only=True):
    """Moves that were not looked at."""

    step: int
    why: str
    moves: tuple[str, ...]
    spared: int | None
    """How many nodes minimax has below them; null: too many to count."""


class TraceNode(Part, frozen=True, kw_only=True):
    """A node of the tree."""

    parent: int | None
    move: str
    """The move that leads there; empty at the root."""
    mover: int
    """The side to move there: 0 or 1."""
    step: int
    """From which step on it is there."""
    kind: str
    """How it ended: over, leaf, known, inner."""
    windows: tuple[TraceNote, ...]
    """What it was called with: alpha and beta, or the limits of phi and delta."""
    values: tuple[TraceNote, ...]
    cut: TraceCut | None


class Trace(Part, frozen=True, kw_only=True):
    """A search, line by line."""

    search: str
    amount: int
    """Its depth in plies, or its number of simulations."""
    sources: tuple[TraceSource, ...]
    calls: tuple[TraceCall, ...]
    steps: tuple[TraceStep, ...]
    nodes: tuple[TraceNode, ...]
    result: str
    """What it found out in the end; empty: it did not come to its end."""
    is_whole: bool
