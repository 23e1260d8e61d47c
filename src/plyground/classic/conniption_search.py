"""The document's search: `alpha_beta_search`, and its two halves as in a textbook."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from plyground.classic.any_win import first_of_best
from plyground.classic.conniption_board import AI, GAME, Conniption
from plyground.core.errors import BadPosition
from plyground.core.game import legal_moves
from plyground.core.outcome import ONGOING
from plyground.core.score import INFINITE, final_score

if TYPE_CHECKING:
    from plyground.core.evaluation import Evaluation
    from plyground.games.conniption.rules import Position
    from plyground.search.alphabeta.driver import AlphaBetaEngine

TABLE_BYTES = 1 << 24
MAX_VISITED = 1 << 17


def alpha_beta_search(
    board: Conniption,
    max_depth: int,
    save_visited: bool = False,
    evaluation: str = "default",
    any_win: bool = False,
) -> tuple[Conniption, int]:
    """The best next state and its value to the AI, by iterative deepening to `max_depth`.

    Visited states are stored in a transposition table of fixed size, which `save_visited` keeps for
    later calls. If the game is over, the best state is the board itself. With `any_win` the first
    winning move is as good as the one that wins soonest.
    """
    from plyground.search.limits import Limits

    limits = Limits(depth=max_depth)
    limits.check()
    position = board.position
    sign = 1 if board.player1Turn else -1
    outcome = GAME.outcome(position)
    if outcome != ONGOING:
        return board, sign * final_score(outcome, 0)
    depth = min(max_depth, GAME.plies_left(position))
    search = (_kept_search if save_visited else _new_search)(evaluation)
    lines = len(legal_moves(GAME, position)) if any_win else 1
    thought = search.think(position, limits._replace(depth=depth), lines)
    move = first_of_best(GAME, position, thought) if any_win else thought.move
    score = next(line.score for line in thought.lines if line.moves[0] == move)
    return board.after(move), sign * score


def _new_search(evaluation: str) -> "AlphaBetaEngine":
    """A search that evaluates at exactly the given depth, so that values do not depend on what the
    table holds."""
    from plyground.search.alphabeta.driver import AlphaBetaEngine
    from plyground.search.alphabeta.kernel import NEGAMAX

    techniques = NEGAMAX._replace(quiescence=False, exact_depth=True)
    return AlphaBetaEngine(GAME, _evaluation(evaluation), techniques, TABLE_BYTES)


_kept_search = lru_cache(maxsize=2)(_new_search)


def _evaluation(name: str) -> "Evaluation":
    """The evaluation with this name, from the AI's perspective."""
    from plyground.core.evaluation import with_perspective
    from plyground.evaluations.registry import make_evaluation

    evaluation: Evaluation = with_perspective(make_evaluation(GAME, name), AI)
    return evaluation


class Visited:
    """An evaluation that remembers the scores of `max_size` states and forgets the oldest."""

    def __init__(self, evaluation: str = "default", max_size: int = MAX_VISITED) -> None:
        self.evaluation = _evaluation(evaluation)
        self.max_size = max_size
        self.scores: dict[Position, float] = {}

    def score(self, game: Any, position: "Position") -> float:
        """The remembered score of a position, or a new one."""
        if position not in self.scores:
            while len(self.scores) >= max(self.max_size, 1):
                del self.scores[next(iter(self.scores))]
            self.scores[position] = self.evaluation.score(game, position)
        return self.scores[position]


def max_value(
    board: Conniption,
    alpha: float,
    beta: float,
    depth: int,
    max_depth: int,
    visited: Visited | None = None,
) -> float:
    """The value to the AI, which is to move, of a state at `depth`, searched to `max_depth`."""
    if not board.player1Turn:
        raise BadPosition("max_value needs a state in which the AI is to move")
    return _value(board, alpha, beta, depth, max_depth, visited)


def min_value(
    board: Conniption,
    alpha: float,
    beta: float,
    depth: int,
    max_depth: int,
    visited: Visited | None = None,
) -> float:
    """The same if the opponent is to move."""
    if board.player1Turn:
        raise BadPosition("min_value needs a state in which the opponent is to move")
    return -_value(board, -beta, -alpha, depth, max_depth, visited)


def _value(
    board: Conniption,
    alpha: float,
    beta: float,
    depth: int,
    max_depth: int,
    visited: Visited | None,
) -> float:
    """The value of a state to the side to move."""
    from plyground.search.reference import alphabeta

    if max_depth < depth:
        raise BadPosition(f"depth {depth} is below max_depth {max_depth}: expected at most that")
    evaluation: Any = _evaluation("default") if visited is None else visited
    low, high = int(max(alpha, -INFINITE)), int(min(beta, INFINITE))
    return alphabeta(GAME, evaluation, board.position, max_depth - depth, low, high, depth)
