"""Check a proof by the rules alone: plain Python, no solver, no compiled code."""

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.proofs.file import Proof
from plyground.proofs.walk import Flaw, flaw, walk


class Report(NamedTuple):
    """What a check found out."""

    positions: int
    """How many were looked at."""
    flaw: str | None
    """The first position where the proof does not hold, and why; None where it does."""


def verify(proof: Proof, on_step: Callable[[float], None] = lambda share: None) -> Report:
    """Follow every strategy of a proof; `on_step` is told which share of its moves was used."""
    looked, reader = 0, _Reader(proof, on_step)
    for task in proof.strategies:
        try:
            reader.task = task
            looked += walk(proof.game, proof.position, task, reader.choose)
        except Flaw as found:
            return Report(looked, str(found))
    return Report(looked, None)


class _Reader:
    """Tells the moves that stand in a proof."""

    def __init__(self, proof: Proof, on_step: Callable[[float], None]) -> None:
        self.proof, self.on_step = proof, on_step
        self.task, self.asked = next(iter(proof.strategies)), 0

    def choose(self, position: Any, left: int) -> str | None:
        game, look = self.proof.game, self.proof.look
        move = self.proof.strategies[self.task].get(position)
        self.asked += move is not None
        self.on_step(min(self.asked / max(self.proof.size, 1), 1.0))
        if move is None and not self.task.is_plain(game, position, left, look):
            why = f"no move is told, and looking {look} plies ahead finds none"
            raise flaw(game, position, self.task, why)
        return move
