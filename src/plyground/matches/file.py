"""The games of a match in a file: one line of JSON per game."""

from collections.abc import Callable

from plyground.core.files import append, create
from plyground.core.wire import MatchGame, encode


def record_file(file: str | None) -> Callable[[MatchGame], None]:
    """Create a file; returns a function that appends a game to it at once.

    If `file` is None, the function writes nothing.
    """
    if file is None:
        return lambda game: None
    path = create(file)
    return lambda game: append(path, encode(game) + b"\n")
