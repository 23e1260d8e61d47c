"""The bench signature: how many nodes each search visits on fixed positions for all the depths that
it completes within a budget, and each solver for all the positions that it solves.

It changes when a search, a rule, an order or an evaluation does, and by nothing else.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from plyground.core.bits import mix
from plyground.core.game import Game
from plyground.core.outcome import ONGOING
from plyground.evaluations.known import HAND_SET
from plyground.evaluations.registry import make_evaluation
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import ALPHABETA, MINIMAX, NEGAMAX, NEGASCOUT
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import MctsOptions
from plyground.search.solution import Solver

POSITIONS: Final = 6
SPACING: Final = 4
"""How many plies lie between one position of a random game and the next."""
TABLE: Final = 1 << 20

BUDGET: Final = Limits(nodes=200_000)

SEARCHES: Final = {
    "minimax": MINIMAX,
    "alphabeta": ALPHABETA,
    "negamax": NEGAMAX,
    "negascout": NEGASCOUT,
    "selective": NEGASCOUT._replace(lmr=True, futility=400),
}
SOLVERS: Final[dict[str, Callable[[Game, int], Solver]]] = {
    "exact": ExactSolver,
    "dfpn": ProofSearch,
}
NAMES: Final = (*SEARCHES, "mcts", *SOLVERS)
"""In the order in which they are counted."""


class Count(NamedTuple):
    """What one search did on all positions of a game."""

    game: str
    search: str
    nodes: int
    visited: int
    """With those of the last depth, which was not completed, and of what was not solved."""
    cpu_seconds: float


def fixed_positions(game: Game) -> Iterator[Any]:
    """Positions of one game whose moves are picked by a fixed rule."""
    position, ply, found = game.start(), 0, 0
    while found < POSITIONS and game.outcome(position) == ONGOING:
        if ply % SPACING == 0:
            yield position
            found += 1
        moves = [*game.moves(position)]
        position = game.play(position, moves[mix(ply, 1) % len(moves)])
        ply += 1


def counts(game: Game, name: str) -> Iterator[Count]:
    """What every search does in a game."""
    evaluation = make_evaluation(game, HAND_SET)
    for search, techniques in SEARCHES.items():
        count = Count(name, search, 0, 0, 0.0)
        for position in fixed_positions(game):
            engine = AlphaBetaEngine(game, evaluation, techniques, TABLE)
            count = _added(count, engine, position)
        yield count
    count = Count(name, "mcts", 0, 0, 0.0)
    for position in fixed_positions(game):
        count = _added(count, MctsEngine(game, evaluation, MctsOptions(), TABLE), position)
    yield count
    for solver, make in SOLVERS.items():
        count = Count(name, solver, 0, 0, 0.0)
        make(game, 2 * TABLE).solve(game.start(), Limits(nodes=1))  # compiles before time counts
        for position in fixed_positions(game):
            count = _solved(count, make(game, 2 * TABLE), position)
        yield count


def _added(count: Count, engine: AlphaBetaEngine | MctsEngine, position: Any) -> Count:
    """With one more position searched."""
    completed = [0]
    thought = engine.think(position, BUDGET, watch=lambda seen: completed.append(seen.nodes))
    depth_first = isinstance(engine, AlphaBetaEngine)
    return count._replace(
        nodes=count.nodes + (completed[-1] if depth_first else thought.nodes),
        visited=count.visited + thought.nodes,
        cpu_seconds=count.cpu_seconds + thought.cpu_seconds,
    )


def _solved(count: Count, solver: Solver, position: Any) -> Count:
    """With one more position solved, if it was within the budget."""
    began = time.process_time()
    found = solver.solve(position, BUDGET)
    return count._replace(
        nodes=count.nodes + (found.nodes if found.verdict else 0),
        visited=count.visited + found.nodes,
        cpu_seconds=count.cpu_seconds + time.process_time() - began,
    )
