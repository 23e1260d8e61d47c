"""The games of a match in a file: a line of JSON each, in the words of `plyground play --json`."""

from collections.abc import Callable
from typing import Any

from plyground.core.files import append, create
from plyground.matches.match import Match
from plyground.matches.result import GameResult


def record_file(file: str | None) -> Callable[[dict[str, Any]], None]:
    """A function that writes a game to a new file at once, so that none is lost; if no file is
    named, it writes nothing."""
    if file is None:
        return lambda content: None
    import msgspec

    path = create(file)
    return lambda content: append(path, msgspec.json.encode(content) + b"\n")


def described_game(match: Match, played: GameResult) -> dict[str, Any]:
    """A game as a line of the file."""
    winner = None if played.winner is None else played.winner ^ played.first
    return {
        "game": match.game_text,
        "number": played.number,
        "first": match.names[played.first],
        "second": match.names[1 - played.first],
        "opening_plies": played.opening,
        "moves": played.moves,
        "position": played.position,
        "result": "draw" if winner is None else ("first", "second")[winner],
        "plies": len(played.moves),
        "reason": _reason(played),
    }


def _reason(played: GameResult) -> str | None:
    """Why a game ended otherwise than by the rules."""
    return f"no end after {len(played.moves):,} plies" if played.endless else played.failure
