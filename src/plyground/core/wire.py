"""What programs say to each other: typed messages, written as JSON and read back.

A message says its `kind` and the `version` of this schema; its parts do not. Every `--json` is made
of messages, and so is what engines, live games and files say. What is written can be read back.
The version changes when something written before can no longer be read.
"""

import math
import re
from collections.abc import Iterator
from enum import EnumType, StrEnum
from reprlib import repr as shown
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from plyground.core.errors import BadMessage

VERSION: Final = 1

Outcome = Literal["ongoing", "win", "loss", "draw"]
"""How a game stands for the side to move."""
Result = Literal["first", "second", "draw", "unfinished"]
"""Which side won a game, if one did."""
Grade = Literal["best", "fine", "mistake", "blunder"]
"""How good a move was."""
Sides = tuple[str, str]
"""The names of both sides: who starts the game, and the other."""


class Termination(StrEnum):
    """Why a game ended."""

    NORMAL = "normal"
    """By the rules of the game."""
    RESIGNED = "resigned"
    CLOCK = "clock"
    """A side ran out of time."""
    ILLEGAL_MOVE = "illegal move"
    CRASHED = "crashed"
    """A player failed."""
    STALLED = "stalled"
    """A player did not answer."""
    PLY_LIMIT = "ply limit"
    """The game grew too long."""
    ADJUDICATED = "adjudicated"
    """It was known how it would end."""
    INTERRUPTED = "interrupted"
    """It was left before its end."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What messages are made of."""


class Message(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag=lambda name: re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower(),
):
    """What can be said by itself. `kind` is the name of its class, with hyphens."""

    version: Literal[1] = VERSION
    """The version of this schema."""


# --- what is known of a position ---------------------------------------------------------------


class Verdict(Part, frozen=True):
    """How a game ends for the side to move if nobody errs."""

    outcome: Literal["win", "loss", "draw"]
    plies: int | None = None
    """In how many plies; null for a draw, or where only who wins is known."""


class Question(Part, frozen=True):
    """What a solver asked last: does a side win?"""

    side: str
    """The name of the side."""
    plies: int | None
    """Within how many plies; null: at all."""


class Bounds(Part, frozen=True, kw_only=True):
    """What is known, for the side to move, of a position that is not solved."""

    least: Outcome
    """The least outcome that is still possible."""
    most: Outcome
    """The greatest outcome that is still possible."""
    no_win_within: int
    """The side to move cannot force a win within this many plies."""
    no_loss_within: int
    """The other side cannot force a win within this many plies."""
    won_within: int | None
    """Within how many plies the winner wins, where it is known who that is."""
    asked: Question | None
    """What the solver asked last."""


class Line(Part, frozen=True, kw_only=True):
    """A line of best play: the principal variation from a position."""

    moves: tuple[str, ...]
    score: int | None
    """For the side to move, in the units of the evaluation; null if a win or a loss is proven."""
    verdict: Verdict | None
    """What perfect play leads to, where it is known."""


class Info(Message, frozen=True, kw_only=True):
    """What a search has found out so far."""

    depth: int
    """The depth that was searched completely, in plies."""
    seldepth: int
    """The greatest distance from the root that was reached, in plies."""
    nodes: int
    seconds: float
    """By the clock."""
    cpu_seconds: float
    """Processor time, of all threads together."""
    nps: int | None
    """Nodes per second of processor time; null where that is too short to tell."""
    hashfull: float
    """The share of the table or tree memory that is in use, from 0 to 1."""
    from_book: bool
    """Whether nothing was searched: a book told it."""
    lines: tuple[Line, ...]
    """The best moves with what follows them, the best one first (multi-PV)."""


# --- games -------------------------------------------------------------------------------------


class Position(Message, frozen=True, kw_only=True):
    """A position and the moves that can be played there."""

    game: str
    """The text that names the game."""
    position: str
    sides: Sides
    turn: int
    """The side to move: 0 for the one that starts the game, 1 for the other."""
    mover: str
    """The name of the side to move."""
    outcome: Outcome
    legal_moves: tuple[str, ...]
    picture: str
    """The board as text."""


class MoveSquares(Part, frozen=True):
    """A move that is made by clicks on squares of the board."""

    move: str
    """Its text."""
    steps: tuple[tuple[int, ...], ...]
    """What is clicked, one after another: at each step one of these squares, and none twice."""


class MoveMap(Message, frozen=True, kw_only=True):
    """How each legal move of a position is made on a picture of its board."""

    squares: tuple[MoveSquares, ...]
    """The moves that squares make. No clicks make two moves, and none that make one begin those of
    another."""
    buttons: tuple[str, ...]
    """The texts of the moves that no squares show, such as a pass: each gets a button."""


class Game(Message, frozen=True, kw_only=True):
    """A game, over or not, with its players."""

    game: str
    """The text that names the game."""
    first: str
    """The player who starts the game."""
    second: str
    start: str
    """The position that it began from."""
    moves: tuple[str, ...]
    position: str
    """The position after the last move."""
    plies: int
    result: Result
    termination: Termination | None
    """Why it ended; null while it goes on, or where that is not known."""
    reason: str | None
    """More about that in words."""


# --- reading and writing -----------------------------------------------------------------------

M = TypeVar("M", bound=Message)


def encode(message: Message) -> bytes:
    """A message as strict JSON, in one line without its end."""
    try:
        return msgspec.json.encode(message)
    except UnicodeEncodeError:  # bytes of a file name that are not Unicode
        return msgspec.json.encode(_escaped(msgspec.to_builtins(message)))


def _escaped(content: Any) -> Any:
    if isinstance(content, str):
        return content.encode("utf-8", "backslashreplace").decode()
    if isinstance(content, list | tuple):
        return [_escaped(one) for one in content]
    if isinstance(content, dict):
        return {_escaped(name): _escaped(one) for name, one in content.items()}
    return content


class _Head(msgspec.Struct):
    """What every message begins with."""

    kind: str
    version: int


def decode(content: bytes | str, expected: type[M] = Message) -> M:  # type: ignore[assignment]
    """The message that a JSON text holds, of the kind that is expected.

    Raises BadMessage.
    """
    head = _decoded(content, _Head, "message")
    if head.version != VERSION:
        raise BadMessage(f"it is a message of version {head.version}: expected {VERSION}")
    known = {kind: cls for kind, cls in kinds().items() if issubclass(cls, expected)}
    if head.kind not in known:
        one_of = "one of " if len(known) > 1 else ""
        raise BadMessage(
            f"it is a message of kind {shown(head.kind)}: expected {one_of}{', '.join(known)}"
        )
    return _decoded(content, known[head.kind], head.kind)


T = TypeVar("T")


def _decoded(content: bytes | str, cls: type[T], name: str) -> T:
    try:
        return msgspec.json.decode(content, type=cls)
    except msgspec.ValidationError as error:
        raise BadMessage(f"it is no {name}: {_sentence(cls, str(error))}") from None
    except msgspec.DecodeError as error:
        raise BadMessage(f"it is no {name} in JSON: {_sentence(cls, str(error))}") from None
    except (RecursionError, UnicodeError):
        raise BadMessage(f"it is no {name} in JSON: expected one object in UTF-8") from None


def _sentence(cls: type, message: str) -> str:
    """What msgspec says about the JSON of a message, as the end of a sentence."""
    message = message.removeprefix("JSON is malformed: ").replace("`", "")
    what, _, where = message.partition(" - at ")
    what = what[:1].lower() + what[1:]
    values = _values_at(cls, re.findall(r"\.(\w+)", where)) if "enum value" in what else []
    expected = f", expected {' or '.join(map(str, values))}" if values else ""
    return f"{what}{expected}" + (f", at {where.removeprefix('$.')}" if where else "")


def _values_at(annotation: Any, names: list[str]) -> list[Any]:
    """The values that a field may have, found by the names on the way to it."""
    for one in _unpacked(annotation):
        if names and isinstance(one, type) and issubclass(one, msgspec.Struct):
            return _values_at(get_type_hints(one)[names[0]], names[1:])
        if isinstance(one, EnumType):
            return [*one]
        if get_origin(one) is Literal:
            return [*get_args(one)]
    return []


def _unpacked(annotation: Any) -> Iterator[Any]:
    """A type and those that it is made of."""
    yield annotation
    if get_origin(annotation) is not Literal:
        for inner in get_args(annotation):
            yield from _unpacked(inner)


def kinds() -> dict[str, type[Message]]:
    """The classes of all messages by their kinds."""
    found: dict[str, type[Message]] = {}
    waiting = Message.__subclasses__()
    while waiting:
        cls = waiting.pop()
        found[str(cls.__struct_config__.tag)] = cls
        waiting += cls.__subclasses__()
    return found


def decode_lines(content: bytes, expected: type[M] = Message) -> Iterator[M]:  # type: ignore[assignment]
    """The messages of a text that has one in each line.

    A last line without its end is left out: its writer was ended before it was whole.
    """
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        try:
            yield decode(line, expected)
        except BadMessage as error:
            raise BadMessage(f"line {number}: {error}") from None


def finite(number: float) -> float | None:
    """A number, or None for one that JSON does not have: infinity, or not a number."""
    return number if math.isfinite(number) else None
