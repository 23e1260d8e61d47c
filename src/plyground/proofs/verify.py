"""Check a proof by the rules alone: plain Python, no solver, no compiled code."""

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.proofs.file import Proof, Strategy
from plyground.proofs.walk import Flaw, walk


class Report(NamedTuple):
    """What a check found out."""

    positions: int
    """How many were looked at."""
    flaw: str | None
    """The first position where the proof does not hold, and why; None where it does."""


class _Reader:
    """Tells a strategy's moves, and which share of all of them was asked for."""

    def __init__(self, proof: Proof, on_step: Callable[[float], None]) -> None:
        self.strategy: Strategy = {}
        self.total, self.asked, self.on_step = proof.size, 0, on_step

    def choose(self, position: Any, left: int) -> str | None:
        move = self.strategy.get(position)
        self.asked += move is not None
        self.on_step(min(self.asked / self.total, 1.0) if self.total else 1.0)
        return move


def verify(proof: Proof, on_step: Callable[[float], None] = lambda share: None) -> Report:
    """Follow every strategy of a proof; `on_step` is told which share of its moves was used."""
    looked, reader = 0, _Reader(proof, on_step)
    for task, strategy in proof.strategies.items():
        reader.strategy = strategy
        try:
            looked += walk(proof.game, proof.position, task, reader.choose, proof.look)
        except Flaw as flaw:
            return Report(looked, str(flaw))
    return Report(looked, None)
