"""What programs say to each other: typed messages, written as JSON and read back."""

from enum import StrEnum


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
