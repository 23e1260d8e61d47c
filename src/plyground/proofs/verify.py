"""Check a proof with the rules alone: plain Python, no solver, no compiled code."""

from collections.abc import Callable
from typing import Any, NamedTuple

from plyground.proofs.claim import Outlook, Task, check_provable
from plyground.proofs.file import Proof
from plyground.proofs.walk import Flaw, flaw, walk


class Report(NamedTuple):
    """The result of a check."""

    positions: int
    """How many positions were visited."""
    flaw: str | None
    """The first position where the proof fails, and why; None if it holds."""

    @property
    def holds(self) -> bool:
        """Whether the proof holds."""
        return self.flaw is None


def verify(proof: Proof, on_step: Callable[[float], None] = lambda share: None) -> Report:
    """Follow every strategy of a proof; `on_step` gets the share of its moves used so far."""
    check_provable(proof.game)
    visited, reader = 0, _Reader(proof, on_step)
    for task in proof.strategies:
        try:
            reader.begin(task)
            visited += walk(proof.game, proof.position, task, reader.choose)
        except Flaw as found:
            return Report(visited, str(found))
    return Report(visited, None)


class _Reader:
    """Chooses the moves that are written in a proof."""

    def __init__(self, proof: Proof, on_step: Callable[[float], None]) -> None:
        self.proof, self.on_step, self.used = proof, on_step, 0
        self.begin(next(iter(proof.strategies)))

    def begin(self, task: Task) -> None:
        self.strategy = self.proof.strategies[task]
        self.outlook = Outlook(self.proof.game, task, self.proof.look)

    def choose(self, position: Any, left: int) -> str | None:
        move = self.strategy.get(position)
        self.used += move is not None
        self.on_step(min(self.used / max(self.proof.size, 1), 1.0))
        if move is None and not self.outlook.is_enough(position, left):
            why = f"there is no move, and looking {self.proof.look} plies ahead finds none"
            raise flaw(self.proof.game, position, self.outlook.task, why)
        return move
