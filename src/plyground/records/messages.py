"""Positions and games as messages that anyone can read."""

from typing import Any, cast

from plyground.core import wire
from plyground.core.outcome import NAMES
from plyground.records.record import Record


def position_info(record: Record) -> wire.Position:
    """The position that a game has come to."""
    return wire.Position(
        game=record.game_text,
        position=record.position_text,
        sides=record.game.sides,
        turn=record.turn,
        mover=record.mover,
        outcome=cast(Any, NAMES[record.outcome]),
        legal_moves=tuple(record.legal_move_texts),
        picture=record.game.picture(record.position),
    )


def game_info(record: Record, players: tuple[str, str] = ("", "")) -> wire.Game:
    """A game with the names of its players."""
    return wire.Game(
        game=record.game_text,
        first=players[0],
        second=players[1],
        start=record.game.position_text(record.positions[0]),
        moves=tuple(record.move_texts),
        position=record.position_text,
        plies=len(record.moves),
        result=cast(Any, record.result),
        termination=record.termination,
        reason=None,
    )
