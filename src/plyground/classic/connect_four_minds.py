"""The three minds of the documented Connect Four: forced hand, averaging search, minimax.

Columns count from 0. Scores are always from the view of RED, the AI.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from plyground.classic.any_win import first_of_best
from plyground.classic.connect_four_board import COLUMNS, RED, YELLOW, game, other, red_side
from plyground.core.evaluation import Evaluation, with_perspective
from plyground.core.outcome import DRAW, ONGOING, WIN
from plyground.core.score import plies_to_end

if TYPE_CHECKING:
    from plyground.games.connect_four.rules import Position
    from plyground.search.thought import Thought

INEVITABLE: Final = 125
"""The points of a win that nothing can stop."""
WON: Final = 10.0
"""The end of the scale, which only an actual win reaches."""


# --- scoring -----------------------------------------------------------------------------------


def points(board: "Position", player: str) -> int:
    """The score of a board by the points table."""
    return int(_score("document", INEVITABLE, board, player))


def scaled(board: "Position", player: str) -> float:
    """The same items on the scale from -10 to 10, to three decimals."""
    return _score("document-scale", WON * 1000, board, player) / 1000


def _score(evaluation: str, won: float, board: "Position", player: str) -> float:
    """The score by one of the document's evaluations, or `won` if the game is won."""
    outcome, sign = game().outcome(board), _sign(player)
    if outcome != ONGOING:
        return 0 if outcome == DRAW else -sign * won  # the player to move has lost
    return sign * _evaluation(evaluation, red_side(board, player)).score(game(), board)


def _sign(player: str) -> int:
    return 1 if player == RED else -1


@cache
def _evaluation(name: str, perspective: int) -> Evaluation:
    """An evaluation of the document, from the perspective of a side."""
    from plyground.evaluations.registry import make_evaluation

    evaluation: Evaluation = with_perspective(make_evaluation(game(), name), perspective)
    return evaluation


# --- the forced hand ---------------------------------------------------------------------------


def wins(board: "Position") -> list[int]:
    """The columns with which the player to move wins at once."""
    return [*game().noisy(board)]


def attacks(board: "Position") -> list[int]:
    """The columns with which the other player would win at once."""
    return wins(board._replace(own=board.own ^ board.taken))


def open_columns(board: "Position") -> list[int]:
    """The moves that do not let the other player win next; all moves if every one does."""
    return [*game().non_losing_moves(board)] or [*game().moves(board)]


def double_attacks(board: "Position") -> list[int]:
    """The moves that make two winning places, of which the other player can block only one."""
    from plyground.search.reference import forced

    children = {move: game().play(board, move) for move in open_columns(board)}
    return [move for move, child in children.items() if forced(game(), child, 2, {WIN}, False)]


def forced_hand(board: "Position") -> int | None:
    """The column that wins, else one that blocks a win, else one that makes a double attack."""
    for find in (wins, attacks, double_attacks):
        found = find(board)
        if found:
            return max(found, key=lambda column: game().order(board, column))
    return None


# --- the averaging search ----------------------------------------------------------------------


def average(board: "Position", player: str, depth: int) -> int:
    """A board's points averaged with the averages of its children, to `depth` plies."""
    own = points(board, player)  # step I
    if depth == 0 or game().outcome(board) != ONGOING or is_inevitable(board):
        return own
    children = [game().play(board, column) for column in answers(board)]  # step II
    averages = [average(child, other(player), depth - 1) for child in children]  # step III
    return rounded(own + sum(averages), 1 + len(averages))  # steps IV to VI


def is_inevitable(board: "Position") -> bool:
    """Whether the player to move wins at once, or cannot stop both of two attacks."""
    return bool(wins(board)) or len(attacks(board)) > 1


def answers(board: "Position") -> list[int]:
    """The move that stops an attack, or else all moves that do not lose at once."""
    return attacks(board) or open_columns(board)


def rounded(total: int, count: int) -> int:
    """`total / count` as a whole number, halves rounded away from zero."""
    size = (2 * abs(total) + count) // (2 * count)
    return size if total > 0 else -size


def choose_by_average(board: "Position", depth: int) -> int:
    """RED's forced move, or else the one with the highest average; of equals, the most central."""
    forced_column = forced_hand(board)
    if forced_column is not None:
        return forced_column

    def rank(column: int) -> tuple[int, int]:
        child = game().play(board, column)
        return average(child, YELLOW, depth - 1), game().order(board, column)

    return max(answers(board), key=rank)


# --- minimax -----------------------------------------------------------------------------------


def minimax(board: "Position", player: str, depth: int) -> float:
    """The minimax value of a board on the scale: RED maximises and YELLOW minimises."""
    if depth == 0 or game().outcome(board) != ONGOING:
        return scaled(board, player)
    score = _sign(player) * think(board, player, depth).score
    if plies_to_end(score) is None:
        return score / 1000
    return WON if score > 0 else -WON


class MinimaxOptions(NamedTuple):
    """The evaluation that minimax uses, and whether all wins count the same."""

    scale: str = "document-scale"
    any_win: bool = False


DEFAULT_OPTIONS: Final = MinimaxOptions()


def choose_by_minimax(
    board: "Position", depth: int, options: MinimaxOptions = DEFAULT_OPTIONS
) -> int:
    """RED's best move: the soonest win or the latest loss, unless `any_win`."""
    if not options.any_win:
        return think(board, RED, depth, options).move
    thought = think(board, RED, depth, options, lines=COLUMNS)
    return first_of_best(game(), board, thought)


def think(
    board: "Position",
    player: str,
    depth: int,
    options: MinimaxOptions = DEFAULT_OPTIONS,
    lines: int = 1,
) -> "Thought":
    """Our minimax without pruning, with the scale from the perspective of RED."""
    from plyground.search.alphabeta.driver import AlphaBetaEngine
    from plyground.search.alphabeta.kernel import MINIMAX
    from plyground.search.limits import Limits
    from plyground.terminal.screen import compile_notice

    evaluation = _evaluation(options.scale, red_side(board, player))
    with compile_notice(game()):
        return AlphaBetaEngine(game(), evaluation, MINIMAX).think(board, Limits(depth=depth), lines)


# --- all three ---------------------------------------------------------------------------------


class Mind(NamedTuple):
    """A way to choose RED's column, and how many plies it searches."""

    about: str
    choose: Callable[..., int]
    default_depth: int
    max_depth: int


MINDS: Final = {
    "forced-hand": Mind("wins, blocks, and takes the most points", choose_by_average, 1, 1),
    "averaging": Mind("averages the points of what can follow", choose_by_average, 4, 5),
    "minimax": Mind("expects your best answer to every move", choose_by_minimax, 6, 8),
}
