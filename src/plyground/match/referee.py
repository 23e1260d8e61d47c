"""Lets two players play one game by the rules."""

from collections.abc import Callable
from typing import Any

from plyground.core.errors import IllegalMove
from plyground.core.game import Game
from plyground.core.record import Record
from plyground.players.player import Leave, Player, TakeBack

Observer = Callable[[Record], None]


def play_game(
    game: Game,
    players: tuple[Player, Player],
    position: Any,
    observe: Observer = lambda record: None,
) -> Record:
    """Play to the end, or until a player leaves; the observer sees every position."""
    record = Record(game, [position])
    observe(record)
    while not record.is_over:
        mover = players[record.side]
        try:
            move = mover.choose(record)
        except Leave:
            break
        except TakeBack:
            # Against another kind of player, its answer goes back too.
            record.take_back(1 if players[0].name == players[1].name else 2)
            observe(record)
            continue
        if move not in game.moves(record.position):
            raise IllegalMove(f"the player {mover.name} played {move}, which is not legal")
        record.play(move)
        observe(record)
    return record
