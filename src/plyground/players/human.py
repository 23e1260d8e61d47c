"""A person who types moves."""

from typing import ClassVar

from plyground.players.player import player
from plyground.records.record import Record


@player("human")
class Human:
    """You: type moves at a prompt."""

    name: ClassVar[str]

    def ask(self, record: Record) -> str:
        """What the person types at a plain prompt; raises EOFError at the end of input."""
        try:
            return input(f"{record.mover}> ")
        except EOFError:
            print()  # the prompt's line is still open
            raise

    def choose(self, record: Record) -> int:
        return record.parse_move(self.ask(record).strip())
