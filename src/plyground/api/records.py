"""What functions take for a game: a record, or whatever names a game, which then begins."""

from plyground.games.registry import AnyGame
from plyground.records.record import Record

AnyRecord = Record | AnyGame
"""A record, or a game (as a text, a class or an object) at its start."""


def as_record(given: AnyRecord) -> Record:
    """The record itself, or a new one of a game."""
    return given if isinstance(given, Record) else Record(given)
