"""A person of a dialogue at the board, and a game whose positions are shown one after another."""

from collections.abc import Callable
from functools import partial

from plyground.classic.dialogue import Dialogue, Ended
from plyground.core.wire import Termination
from plyground.live.events import BOARD_CHANGES, Ended as GameEnded, Event
from plyground.live.game import LiveGame, Turn
from plyground.live.seat import RemoteSeat
from plyground.records.record import Record

Read = Callable[[Turn, str], int | None]
"""The move that an answer means; None for a command, which is carried out."""


class DialogueSeat(RemoteSeat):
    """A person who answers a question with a move."""

    def __init__(self, dialogue: Dialogue, prompt: str, read: Read) -> None:
        super().__init__("person")
        self.dialogue, self.prompt, self.read = dialogue, prompt, read

    def take(self, turn: Turn) -> None:
        try:
            move = self.dialogue.ask_until(self.prompt, partial(self.read, turn))
        except Ended:
            return turn.live.leave()
        if move is not None:
            turn.live.submit(move)


def play_shown(live: LiveGame, show: Callable[[Record], None]) -> bool:
    """Play to the end and show every position; returns whether the game was played to its end."""

    def hear(event: Event) -> None:
        given_up = isinstance(event, GameEnded) and event.termination == Termination.RESIGNED
        if isinstance(event, BOARD_CHANGES) or given_up:
            show(live.record)

    live.listen(hear)
    show(live.record)
    live.play()
    live.raise_failure()
    return not live.is_left
