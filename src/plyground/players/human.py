"""A person who types moves."""

from plyground.players.player import player
from plyground.records.record import Record


@player("human")
class Human:
    """You: type moves at a prompt."""

    def ask(self, record: Record) -> str:
        """What the person types at a plain prompt; raises EOFError at the end of input."""
        return input(f"{record.mover}> ")

    def choose(self, record: Record) -> int:
        return record.parse_move(self.ask(record).strip())
