"""The Universal Game Interface (UGI): what a host and an engine write to each other, line by line.

host: ugi, isready, setoption, uginewgame, position, query, go, stop, quit
engine: id, option, ugiok, readyok, response, info, bestmove

A move is one word. Where a game writes spaces into its moves, an underscore stands for each.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from plyground.core.errors import BadMessage
from plyground.core.score import MAX_EVAL, WIN_SCORE
from plyground.core.wire import Info, Line

SPACE: Final = "_"
MAX_LINE: Final = 1 << 16
"""No line is longer than this, in characters."""
RESULTS: Final = {"first": "p1win", "second": "p2win", "draw": "draw", "unfinished": "none"}
"""The answers to `query result`, by the result of a record."""
TIMES: Final = ("p1time", "p2time", "p1inc", "p2inc", "movetime")
"""The words of `go` that are followed by milliseconds."""
COUNTS: Final = ("movestogo", "nodes", "depth")
START: Final = "startpos"
MAX_MATE: Final = 100_000
"""No game is won in more moves than this."""


class PositionCommand(NamedTuple):
    """`position startpos moves ...` or `position fen TEXT moves ...`."""

    start: str | None
    """The position's text; None: where the game starts."""
    moves: tuple[str, ...]


class Go(NamedTuple):
    """How long to think. Times are seconds."""

    p1time: float | None = None
    p2time: float | None = None
    p1inc: float = 0.0
    p2inc: float = 0.0
    movetime: float | None = None
    movestogo: int | None = None
    nodes: int | None = None
    depth: int | None = None
    infinite: bool = False


class OptionCommand(NamedTuple):
    """`setoption name NAME value VALUE`."""

    name: str
    value: str


def word(move: str) -> str:
    """A move as one word."""
    return move.replace(" ", SPACE)


def move_text(word: str) -> str:
    """The text of a move that was written as one word."""
    return word.replace(SPACE, " ")


# --- what a host writes --------------------------------------------------------------------------


def format_position(command: PositionCommand) -> str:
    """A `position` command."""
    where = START if command.start is None else f"fen {command.start}"
    moves = " ".join(map(word, command.moves))
    return f"position {where}{f' moves {moves}' if moves else ''}"


def parse_position(rest: str) -> PositionCommand:
    """What follows the word `position`; raises BadMessage."""
    where, _, moves = f" {rest.strip()} ".partition(" moves ")
    kind, _, text = where.strip().partition(" ")
    texts = tuple(map(move_text, moves.split()))
    if kind == START and not text:
        return PositionCommand(None, texts)
    if kind == "fen" and text:
        return PositionCommand(text.strip(), texts)
    raise BadMessage(f"position {rest}: expected startpos or fen TEXT, and moves")


def format_go(go: Go) -> str:
    """A `go` command."""
    words = ["go"]
    for name in TIMES:
        seconds = getattr(go, name)
        if seconds is not None and (seconds or not name.endswith("inc")):
            words += [name, str(max(1, round(1000 * seconds)))]
    for name in COUNTS:
        count = getattr(go, name)
        words += [name, str(count)] if count is not None else []
    return " ".join([*words, "infinite"] if go.infinite or len(words) == 1 else words)


def parse_go(rest: str) -> Go:
    """What follows the word `go`; raises BadMessage."""
    values: dict[str, float | int | bool] = {}
    words = iter(rest.split())
    for name in words:
        if name == "infinite":
            values[name] = True
        elif name in TIMES:
            values[name] = _number(name, next(words, "")) / 1000
        elif name in COUNTS:
            values[name] = _number(name, next(words, ""))
        else:
            raise BadMessage(f"go {rest}: the word {name!r} is not known")
    return Go(**values)  # type: ignore[arg-type]


def _number(name: str, text: str) -> int:
    if not _is_whole(text):
        raise BadMessage(f"go {name} {text}: expected a whole number")
    return max(0, int(text))


def parse_option(rest: str) -> OptionCommand:
    """What follows the word `setoption`; raises BadMessage."""
    name, _, value = rest.strip().removeprefix("name ").partition(" value ")
    if not rest.strip().startswith("name ") or not name.strip():
        raise BadMessage(f"setoption {rest}: expected name NAME value VALUE")
    return OptionCommand(name.strip(), value.strip())


# --- what an engine writes -----------------------------------------------------------------------


def format_option(name: str, kind: str, default: str, bounds: Sequence[int] = ()) -> str:
    """An option that an engine has."""
    limits = f" min {bounds[0]} max {bounds[1]}" if bounds else ""
    return f"option name {name} type {kind} default {default or '<empty>'}{limits}"


def info_lines(info: Info) -> list[str]:
    """What was found out so far, one line for each of the best moves."""
    head = f"info depth {info.depth} seldepth {info.seldepth}"
    tail = f"nodes {info.nodes} time {round(1000 * info.seconds)}"
    tail += f" hashfull {round(1000 * info.hashfull)}"
    tail += f" nps {info.nps}" if info.nps is not None else ""
    lines = []
    for number, line in enumerate(info.lines, 1):
        moves = " ".join(map(word, line.moves))
        lines.append(f"{head} multipv {number} {_score(line)} {tail} pv {moves}")
    return lines


def _score(line: Line) -> str:
    """A score in the units of the evaluation, or in how many moves the game is won or lost."""
    if line.verdict is None or line.verdict.outcome == "draw" or line.verdict.plies is None:
        known = {"win": 1_000_000, "loss": -1_000_000, "draw": 0}
        score = line.score if line.verdict is None else known[line.verdict.outcome]
        return f"score cp {score or 0}"
    moves = (line.verdict.plies + 1) // 2
    return f"score mate {moves if line.verdict.outcome == 'win' else -moves}"


INFO_NUMBERS: Final = ("depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull")


InfoFields = dict[str, int | str | list[str]]


def parse_info(rest: str) -> InfoFields:
    """What follows the word `info`: numbers by their names, `score` as text, `pv` as moves. Words
    that are not known are passed over."""
    found: InfoFields = {}
    words = rest.split()
    place = 0
    while place < len(words):
        name, place = words[place], place + 1
        if name in ("pv", "string"):
            found[name] = words[place:] if name == "pv" else " ".join(words[place:])
            break
        if name == "score" and place + 1 < len(words):
            found["score"] = " ".join(words[place : place + 2])
            place += 2
        elif name in INFO_NUMBERS and place < len(words):
            text, place = words[place], place + 1
            if _is_whole(text):
                found[name] = int(text)
    return found


def parse_score(text: str) -> int | None:
    """The score that an engine tells of its move, `cp 25` or `mate -2`, as ours are: for the side
    to move, and a win or a loss by its plies. None if it is neither."""
    kind, _, number = text.partition(" ")
    if not _is_whole(number):
        return None
    value = int(number)
    if kind == "cp":
        return max(-MAX_EVAL, min(value, MAX_EVAL))
    if kind != "mate" or abs(value) > MAX_MATE:
        return None
    return WIN_SCORE - (2 * value - 1) if value > 0 else 2 * -value - WIN_SCORE


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 15


def parse_bestmove(rest: str) -> str:
    """The move after the word `bestmove`; raises BadMessage."""
    words: Iterable[str] = rest.split()
    move = next(iter(words), "")
    if not move:
        raise BadMessage("bestmove: expected a move after it")
    return move_text(move)
