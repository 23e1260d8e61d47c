"""The book that a game ships with, and books as people type them."""

import sys
from pathlib import Path
from typing import Final

from plyground.book.book import Book
from plyground.book.file import read_book
from plyground.core.errors import BookOfAnotherGame
from plyground.core.game import Game

OWN: Final = "own"
FILE_NAME: Final = "opening.book"


def find_book(text: str, game: Game) -> Book | None:
    """The book that a text names: a file, or `own` for the game's own if it has one."""
    if text == OWN:
        return own_book(game)
    return read_book(text, game) if text else None


def own_book(game: Game) -> Book | None:
    """The book beside a game's rules; None if the book is for other options."""
    path = own_path(game)
    try:
        return read_book(path, game) if path and path.exists() else None
    except BookOfAnotherGame:
        return None


def own_path(game: Game) -> Path | None:
    """Where a game's own book would be; None for a game that is not in a file."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    return Path(file).with_name(FILE_NAME) if file else None
