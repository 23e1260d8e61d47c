"""Make a proof from a solver's answers, which are checked on the way."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from plyground.core.errors import BadProof, GameOver
from plyground.core.files import refuse_existing
from plyground.core.game import Game, legal_moves
from plyground.core.outcome import LOSS, ONGOING, WIN
from plyground.core.turns import has_lost, moves_again
from plyground.proofs.claim import Outlook, Task, check_provable, claim_text, tasks_of
from plyground.proofs.file import Proof, Strategy, save_proof
from plyground.proofs.walk import Flaw, walk
from plyground.search.limits import MAX_DEPTH, Limits
from plyground.search.solution import Solution, Solver, Verdict

LOOK: Final = 3

OnStep = Callable[[str, int], None]
"""Called with the strategy that is being made, in words, and its number of moves so far."""


def write_proof(
    path: Path | str,
    game: Game,
    game_text: str,
    position: Any,
    verdict: Verdict,
    solver: Solver,
    on_step: OnStep = lambda task, moves: None,
    look: int = LOOK,
) -> Proof:
    """Write the proof of a verdict to a new file.

    The solver solves every position where a strategy needs a move.
    """
    refuse_existing(path)
    proof = make_proof(game, game_text, position, verdict, solver, on_step, look)
    save_proof(path, proof)
    return proof


def make_proof(
    game: Game,
    game_text: str,
    position: Any,
    verdict: Verdict,
    solver: Solver,
    on_step: OnStep = lambda task, moves: None,
    look: int = LOOK,
) -> Proof:
    """The proof of a verdict; raises BadProof if the solver's answers do not make one."""
    if not legal_moves(game, position):
        raise GameOver("the game is over: there is nothing to prove")
    check_provable(game)
    strategies: dict[Task, Strategy] = {}
    for task in tasks_of(verdict):
        strategist = _Strategist(game, task, solver, look, on_step)
        try:
            walk(game, position, task, strategist.choose)
        except Flaw as found:
            raise BadProof(f"the solver's answers do not make a proof: {found}") from None
        strategies[task] = strategist.moves
    return Proof(game, game_text, position, verdict, look, strategies)


class _Strategist:
    """Takes the moves of a strategy from a solver and stores them."""

    def __init__(self, game: Game, task: Task, solver: Solver, look: int, on_step: OnStep) -> None:
        self.game, self.task, self.solver = game, task, solver
        self.outlook, self.on_step = Outlook(game, task, look), on_step
        self.moves: dict[Any, str] = {}

    def choose(self, position: Any, left: int) -> str | None:
        if position in self.moves:
            return self.moves[position]
        look = self.outlook.look
        near = left <= look or self.task.plies is None
        if near and self.outlook.is_enough(position, left):
            return None
        found = self.solve(position, left)
        won = found.verdict is not None and found.verdict.sort_key >= (1, -look)
        if not near and won and self.outlook.is_enough(position, left):
            return None
        self.moves[position] = self.game.move_text(position, self.best(position, left, found))
        self.on_step(str(self.task), len(self.moves))
        return self.moves[position]

    def best(self, position: Any, left: int, found: Solution) -> int:
        """The solver's move; its verdict must agree that the task can be achieved."""
        if found.verdict is None and not self.task.wins:
            return self.delaying(position, left)
        if found.best is None or not self.agrees(found.verdict, left):
            raise self.contradiction(position, left, found)
        return found.best

    def agrees(self, verdict: Verdict | None, left: int) -> bool:
        in_time = verdict is not None and (verdict.plies is None or verdict.plies <= left)
        outcome = verdict.outcome if verdict else None
        return outcome == WIN and in_time if self.task.wins else outcome != LOSS or not in_time

    def delaying(self, position: Any, left: int) -> int:
        """A move after which the solver finds no win for the opponent in time."""
        for move in self.game.moves(position):
            child = self.game.play(position, move)
            outcome, again = self.game.outcome(child), moves_again(self.game, position, child)
            if outcome == ONGOING and left > 1:
                verdict = self.solve(child, left - 1).verdict
                in_time = verdict is not None and (verdict.plies or 0) < left
                outcome = verdict.outcome if verdict and in_time else ONGOING
            if not has_lost(outcome, again):
                return move
        raise self.contradiction(position, left, self.solve(position, left))

    def solve(self, position: Any, left: int) -> Solution:
        """Solve a position only as far ahead as the task needs."""
        if self.task.plies is None:
            return self.solver.solve(position, weak=True)
        return self.solver.solve(position, Limits(depth=min(left, MAX_DEPTH)))

    def contradiction(self, position: Any, left: int, found: Solution) -> BadProof:
        where = f"at {self.game.position_text(position)!r} with {left} plies left"
        said = "nothing" if found.verdict is None else claim_text(found.verdict)
        return BadProof(f"the solver contradicts itself: {self.task}: {where} it says {said}")
