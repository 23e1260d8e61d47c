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
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints, overload

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

    @property
    def kind(self) -> str:
        """Which of the messages it is."""
        return str(self.__struct_config__.tag)


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


class MoveVariant(Part, frozen=True):
    """A kind of moves that are made by the same squares as the plain ones."""

    name: str
    squares: tuple[MoveSquares, ...]
    """Empty if no move of this kind is legal."""


class MoveMap(Message, frozen=True, kw_only=True):
    """How each legal move of a position is made on a picture of its board."""

    squares: tuple[MoveSquares, ...]
    """The moves that squares make. No clicks make two moves, and none that make one begin those of
    another."""
    buttons: tuple[str, ...]
    """The texts of the moves that no squares show, such as a pass: each gets a button."""
    variants: tuple[MoveVariant, ...]
    """Where the same squares may mean several moves: the kinds to choose from, the plain one among
    them. Those that are not plain are among the buttons, too."""


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


class MatchGame(Game, frozen=True, kw_only=True):
    """A game of a match, with its number in it."""

    number: int
    """From 1."""
    opening_plies: int
    """How many of the moves are the opening."""


class GradedMove(Part, frozen=True, kw_only=True):
    """A move of a game with its grade; scores and verdicts are for the side that made it."""

    ply: int
    """Its number, from 1."""
    side: int
    """Who made it: 0 or 1."""
    move: str
    grade: Grade
    loss: float
    """How much winning chance it gave away, from 0 to 1."""
    chance_before: float
    """The winning chance of its side before the move, from 0 to 1; a draw counts a half."""
    chance_after: float
    """The same after it."""
    score: int | None
    """After the move, in the units of the evaluation; null if a win or a loss is proven."""
    verdict: Verdict | None
    """What perfect play leads to after the move, where it is known."""
    best: Line
    """The best move in its place, and what follows it."""


class Review(Message, frozen=True, kw_only=True):
    """A game whose moves are graded."""

    game: str
    """The text that names the game."""
    sides: Sides
    result: Result
    turning_point: int | None
    """The ply of the move that decided the game, if there is one."""
    counts: tuple[dict[Grade, int], dict[Grade, int]]
    """For each side, how many of its moves have which grade."""
    moves: tuple[GradedMove, ...]


# --- searches and solvers ----------------------------------------------------------------------


class Term(Part, frozen=True):
    """One part of a static evaluation, for the side to move; null for what is no finite number."""

    name: str
    weight: float | None
    feature: float | None
    points: float | None
    squares: tuple[int, ...]
    """Where a pattern lies on the board, by row from 0; empty for a feature of the whole board."""


class Analysis(Message, frozen=True, kw_only=True):
    """What a player found out about a position."""

    game: str
    """The text that names the game."""
    position: str
    player: str
    best: str | None
    """The best move; null if the game is over or nothing was found."""
    verdict: Verdict | None
    """What perfect play leads to, where it is known."""
    info: Info | None
    """The result of the search."""
    book: Info | None
    """What the opening book of the player says."""
    known: Bounds | None
    """What the solver of the player knows if nothing was found."""
    terms: tuple[Term, ...] | None
    """The static evaluation term by term, with `--explain`."""
    interrupted: bool


class ProofFile(Part, frozen=True):
    """A proof that was written."""

    file: str
    moves: int
    """How many moves its strategies have."""


class Replay(Part, frozen=True):
    """A win that was played out against every reply."""

    holds: bool | None
    """Null for a draw, which is not played out, or if a limit was met first."""
    moves: int
    """How many moves were played."""


class Solution(Message, frozen=True, kw_only=True):
    """What a solver found out about a position."""

    game: str
    """The text that names the game."""
    position: str
    verdict: Verdict | None
    """Null if the position is not solved."""
    best: str | None
    """A move that keeps the verdict."""
    nodes: int
    seconds: float
    known: Bounds | None
    """What is known if there is no verdict."""
    moves: dict[str, Verdict | None] | None
    """The verdict on each legal move, with `--all-moves`."""
    proof: ProofFile | None
    """With `--proof`."""
    replay: Replay | None
    """With `--replay`."""
    interrupted: bool


class SolvedPosition(Message, frozen=True, kw_only=True):
    """A position of a file, said as soon as it is solved."""

    number: int
    """Its place in the file, from 1."""
    position: str
    """As the file has it."""
    verdict: Verdict | None
    """Null if the position is not solved."""
    score: int | None
    """The score of the verdict, if the file has one to compare it with."""
    file_score: int | None
    """The score that the file has."""
    agrees: bool | None
    """Whether they are the same."""


class SolvedFile(Message, frozen=True, kw_only=True):
    """The summary of a file of positions, said after the last of them."""

    game: str
    """The text that names the game."""
    file: str
    positions: int
    solved: int
    checked: int
    """How many have a score in the file that was compared."""
    wrong: int
    """How many of these scores are wrong."""
    nodes: int
    seconds: float
    cpu_seconds: float
    interrupted: bool


class Verification(Message, frozen=True, kw_only=True):
    """Whether a proof holds."""

    file: str
    game: str
    """The text that names the game."""
    position: str
    claim: Verdict
    """What it proves, if it holds."""
    holds: bool
    flaw: str | None
    """Why it does not hold, in a sentence."""
    moves: int
    """How many moves its strategies have."""
    positions: int
    """How many positions were checked."""
    seconds: float


class PerftRow(Part, frozen=True, kw_only=True):
    """The sequences of moves of one length; wins are those of the side to move at the root."""

    depth: int
    leaves: int
    terminal: int
    """How many of the leaves end the game."""
    wins: int
    losses: int
    draws: int
    distinct: int | None
    """How many different positions the leaves are, with `--distinct`."""


class Perft(Message, frozen=True, kw_only=True):
    """How many sequences of moves there are."""

    game: str
    """The text that names the game."""
    position: str
    depths: tuple[PerftRow, ...]
    """For each depth that is complete."""
    divide: dict[str, int] | None
    """The leaves of the last depth after each first move, with `--divide`."""
    nodes: int
    cpu_seconds: float
    nps: int | None
    """Nodes per second of processor time; null where that is too short to tell."""
    interrupted: bool


class BenchRow(Part, frozen=True, kw_only=True):
    """What one search did on the fixed positions of a game."""

    game: str
    search: str
    nodes: int
    visited: int
    """With those of the last depth, which was not completed, and of what was not solved."""
    cpu_seconds: float


class Bench(Message, frozen=True, kw_only=True):
    """The nodes of all searches on fixed positions."""

    nodes: int
    """The signature: the sum of all nodes."""
    searches: tuple[BenchRow, ...]


# --- matches -----------------------------------------------------------------------------------


class Score(Part, frozen=True):
    """Games won, drawn and lost."""

    wins: int
    draws: int
    losses: int


class PlayerScore(Part, frozen=True, kw_only=True):
    """The totals of one player of a match; means are null where there is nothing to divide by."""

    name: str
    wins: int
    draws: int
    losses: int
    score: float | None
    """Points per game, from 0 to 1."""
    as_first: Score
    as_second: Score
    seconds_per_move: float | None
    cpu_seconds_per_move: float | None
    depth: float | None
    """The mean depth of its searches."""
    nodes: float | None
    """The mean nodes of its searches."""
    failures: int
    """How many games it forfeited."""
    first_failure: str | None


class Match(Message, frozen=True, kw_only=True):
    """A match so far. Elo and its bounds are the first player's; null where they are infinite."""

    game: str
    """The text that names the game."""
    players: tuple[PlayerScore, PlayerScore]
    games: int
    pairs: int
    elo: float | None
    elo_low: float | None
    """With `elo_high`, the 95 % confidence interval."""
    elo_high: float | None
    los: float
    """Likelihood of superiority: how likely the first player is the stronger one."""
    plies_per_game: float
    terminations: dict[Termination, int]
    """How many games ended in which way; one that grew too long counts as a draw."""
    clock: str | None
    """How long each player may think, if there is a clock."""
    seed: int
    opening_plies: int
    fair: int
    margin: int | None
    openings: tuple[str, ...]
    """The moves of each."""
    interrupted: bool


class Sprt(Message, frozen=True, kw_only=True):
    """A sequential probability ratio test over pairs of games."""

    model: Literal["normalised", "logistic"]
    """The kind of Elo that the hypotheses are in."""
    elo0: float
    elo1: float
    llr: float
    """Log-likelihood ratio of the two hypotheses."""
    lower: float
    """At this ratio elo0 is accepted."""
    upper: float
    """At this ratio elo1 is accepted."""
    accepted: int | None
    """Which hypothesis is accepted: 0 or 1; null: the test goes on."""
    nelo: float
    """Normalised Elo as measured."""
    elo: float
    """Elo of the usual kind, as measured."""
    decided: float
    """The share of pairs that one of the players won."""
    los: float
    """Likelihood of superiority."""
    pairs: int


# --- books -------------------------------------------------------------------------------------


class Book(Part, frozen=True, kw_only=True):
    """An opening book. Its depths are null if it is empty."""

    game: str
    """The text that names the game."""
    file: str
    player: str
    """Who searched its positions."""
    positions: int
    least_depth: int | None
    mean_depth: float | None
    most_depth: int | None


class BookBuild(Message, frozen=True, kw_only=True):
    """A book that was built."""

    book: Book
    searched: int
    """How many of its positions were searched now."""


class BookLine(Part, frozen=True):
    """The line of a book from a position, or from the position after a move."""

    after: str | None
    """The move before the line, if any."""
    line: Line
    depth: int
    """Of the search that found its first move."""


class BookShow(Message, frozen=True, kw_only=True):
    """A book, and what it says of a position."""

    book: Book
    position: str
    lines: tuple[BookLine, ...]
    """Its line from the position; if it has none, its lines after each legal move."""


# --- this program ------------------------------------------------------------------------------


class Law(Part, frozen=True, kw_only=True):
    """A law of all games, and whether one keeps it."""

    law: str
    statement: str
    passed: bool
    detail: str
    """What was tried, or what is wrong."""
    tried: bool
    """False if it could not be tried because another law is broken."""


class Check(Message, frozen=True, kw_only=True):
    """Whether a game keeps the laws."""

    game: str
    """The text that names the game."""
    passed: bool
    laws: tuple[Law, ...]


class Option(Part, frozen=True, kw_only=True):
    """An option of a game."""

    name: str
    type: str
    default: bool | int | float | str | None
    """Null if it has to be given."""


class KnownGame(Part, frozen=True, kw_only=True):
    """A game with its options."""

    name: str
    summary: str
    options: tuple[Option, ...]


class Games(Message, frozen=True, kw_only=True):
    """All games."""

    games: tuple[KnownGame, ...]
    aliases: dict[str, str]
    """Other names of games, and what they mean."""


class Rules(Message, frozen=True, kw_only=True):
    """The rules of a game in words."""

    game: str
    """The text that names the game."""
    rules: str


class Compiled(Part, frozen=True, kw_only=True):
    """A game that was compiled for."""

    game: str
    compiled: int
    """How many kernels."""
    seconds: float


class Warm(Message, frozen=True, kw_only=True):
    """What was compiled ahead of time."""

    games: tuple[Compiled, ...]


class Config(Message, frozen=True, kw_only=True):
    """The settings."""

    file: str
    """Where they are kept."""
    settings: dict[str, bool | int | str]


class PageSummary(Part, frozen=True, kw_only=True):
    """A page of the documents."""

    name: str
    title: str
    about: str
    path: str


class Pages(Message, frozen=True, kw_only=True):
    """All pages of the documents."""

    pages: tuple[PageSummary, ...]


class Page(Message, frozen=True, kw_only=True):
    """A page of the documents with its text."""

    page: PageSummary
    text: str
    """In Markdown."""


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


@overload
def decode(content: bytes | str) -> Message: ...
@overload
def decode(content: bytes | str, expected: type[M]) -> M: ...
def decode(content: bytes | str, expected: type[Message] = Message) -> Message:
    """The message that a JSON text holds, of the kind that is expected.

    Raises BadMessage.
    """
    head = _decoded(content, _Head, "message")
    if head.version != VERSION:
        raise BadMessage(f"it is a message of version {head.version}: expected {VERSION}")
    if head.kind == _kind(expected):
        return _decoded(content, expected, head.kind)
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
    """The classes of all messages by their kinds; one that says nothing is only a base."""
    found: dict[str, type[Message]] = {}
    waiting = Message.__subclasses__()
    while waiting:
        cls = waiting.pop()
        kind = _kind(cls)
        if kind:
            found[kind] = cls
        waiting += cls.__subclasses__()
    return found


def _kind(cls: type[Message]) -> str:
    """The kind of a class of messages; empty if it is only a base of others."""
    is_base = cls.__struct_fields__ == Message.__struct_fields__
    return "" if is_base else str(cls.__struct_config__.tag)


@overload
def decode_lines(content: bytes) -> Iterator[Message]: ...
@overload
def decode_lines(content: bytes, expected: type[M]) -> Iterator[M]: ...
def decode_lines(content: bytes, expected: type[Message] = Message) -> Iterator[Message]:
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
    try:
        return float(number) if math.isfinite(number) else None
    except OverflowError:  # a whole number beyond all numbers with a point
        return None
