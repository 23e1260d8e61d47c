"""The games of a match in a file: one line of JSON per game, with the keys of `play --json`."""

from collections.abc import Callable
from typing import Any

from plyground.core.files import append, create
from plyground.core.wire import Termination
from plyground.matches.match import Match
from plyground.matches.result import GameResult


def record_file(file: str | None) -> Callable[[dict[str, Any]], None]:
    """Create a file; returns a function that appends a game to it at once.

    If `file` is None, the function writes nothing.
    """
    if file is None:
        return lambda content: None
    import msgspec

    path = create(file)
    return lambda content: append(path, msgspec.json.encode(content) + b"\n")


def described_game(match: Match, played: GameResult) -> dict[str, Any]:
    """A game as an object of JSON."""
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
    """Why a game did not end by the rules; None if it did."""
    return (
        f"no end after {len(played.moves):,} plies"
        if played.termination == Termination.PLY_LIMIT
        else played.failure
    )
