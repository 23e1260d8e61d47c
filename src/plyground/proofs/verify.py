"""Check a proof by the rules alone: plain Python, no solver, no compiled code."""

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.proofs.claim import Outlook, Task
from plyground.proofs.file import Proof
from plyground.proofs.walk import Flaw, flaw, walk


class Report(NamedTuple):
    """What a check found out."""

    positions: int
    """How many were looked at."""
    flaw: str | None
    """The first position where the proof does not hold, and why; None where it does."""

    @property
    def holds(self) -> bool:
        """Whether the proof holds."""
        return self.flaw is None


def verify(proof: Proof, on_step: Callable[[float], None] = lambda share: None) -> Report:
    """Follow every strategy of a proof; `on_step` is told which share of its moves was used."""
    looked, reader = 0, _Reader(proof, on_step)
    for task in proof.strategies:
        try:
            reader.begin(task)
            looked += walk(proof.game, proof.position, task, reader.choose)
        except Flaw as found:
            return Report(looked, str(found))
    return Report(looked, None)


class _Reader:
    """Tells the moves that stand in a proof."""

    def __init__(self, proof: Proof, on_step: Callable[[float], None]) -> None:
        self.proof, self.on_step, self.asked = proof, on_step, 0
        self.begin(next(iter(proof.strategies)))

    def begin(self, task: Task) -> None:
        self.strategy = self.proof.strategies[task]
        self.outlook = Outlook(self.proof.game, task, self.proof.look)

    def choose(self, position: Any, left: int) -> str | None:
        move = self.strategy.get(position)
        self.asked += move is not None
        self.on_step(min(self.asked / max(self.proof.size, 1), 1.0))
        if move is None and not self.outlook.is_plain(position, left):
            why = f"no move is told, and looking {self.proof.look} plies ahead finds none"
            raise flaw(self.proof.game, position, self.outlook.task, why)
        return move
