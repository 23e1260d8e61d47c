"""Positions from a file, one per line, each with or without a known score.

A score counts the moves that the winner saves. If at most `left` plies can follow, a win in d plies
scores (left + 2 - d) // 2, a loss the negative of that, a draw 0. Public collections of Connect
Four positions use these scores.
"""

from typing import Any, Final, NamedTuple

from plyground.core.errors import BadPosition, PlygroundError
from plyground.core.files import read_whole, why
from plyground.core.game import UNBOUNDED, Game
from plyground.core.outcome import DRAW, WIN
from plyground.search.solution import Verdict

MAX_BYTES: Final = 64 << 20


class Known(NamedTuple):
    """A position of the file, with its text and its score, if it has one."""

    text: str
    position: Any
    score: int | None


def read_positions(path: str, game: Game) -> list[Known]:
    """Every position of a file. Blank lines and lines that begin with # are skipped."""
    try:
        lines = read_whole(path, MAX_BYTES).decode().splitlines()
    except OSError as error:
        raise BadPosition(f"{path} cannot be read: {why(error)}") from None
    except UnicodeDecodeError:
        raise BadPosition(f"{path} is not text in UTF-8") from None
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(_known(line.strip(), game))
            except PlygroundError as error:
                raise BadPosition(f"{path}, line {number}: {error}") from None
    if not found:
        raise BadPosition(f"{path} has no positions: expected one per line")
    if any(known.score is not None for known in found) and not _has_scores(game):
        raise BadPosition(
            f"{path} has scores, which need a game with plies_left: {game.name} has none"
        )
    return found


def _known(line: str, game: Game) -> Known:
    text, _, last = line.rpartition(" ")
    if text and last.lstrip("+-").isdecimal():
        return Known(text.strip(), game.parse_position(text.strip()), int(last))
    return Known(line, game.parse_position(line), None)


def _has_scores(game: Game) -> bool:
    return game.plies_left(game.start()) != UNBOUNDED


def score_of(game: Game, position: Any, verdict: Verdict, weak: bool) -> int:
    """The score of a verdict; if `weak`: 1, 0 or -1."""
    if verdict.outcome == DRAW:
        return 0
    saved = 1 if weak else (game.plies_left(position) + 2 - (verdict.plies or 0)) // 2
    return saved if verdict.outcome == WIN else -saved
