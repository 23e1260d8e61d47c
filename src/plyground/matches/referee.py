"""The referee: has two players play one game by the rules."""

from collections.abc import Callable

from plyground.core.errors import IllegalMove
from plyground.players.player import Leave, NamedPlayer, Redo, Resign, Undo
from plyground.records.record import Record

Observer = Callable[[Record], None]


def play_game(
    record: Record,
    players: tuple[NamedPlayer, NamedPlayer],
    observe: Observer = lambda record: None,
) -> Record:
    """Play to the end, or until a player leaves. `observe` is called with every position."""
    observe(record)
    while not record.is_over:
        try:
            _take_turn(record, players)
        except Leave:
            break
        observe(record)
    return record


def _take_turn(record: Record, players: tuple[NamedPlayer, NamedPlayer]) -> None:
    """Ask the side to move, and do what it chooses: a move, or undo, redo or resign."""
    mover = players[record.turn]
    try:
        move = mover.choose(record)
    except Undo:
        # Against another kind of player, its reply is taken back too.
        record.undo(1 if players[0].name == players[1].name else 2)
    except Redo:
        record.redo()
    except Resign:
        record.resign()
    else:
        try:
            record.push(move)
        except IllegalMove as error:
            raise IllegalMove(f"the player {mover.name}: {error}") from None
