"""The three minds of the documented Connect Four: forced hand, averaging search, minimax.

Columns count from 0. What a board is worth is always told from RED's view, who is the AI.
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
"""The end of the scale, which only a real win reaches."""


# --- scoring -----------------------------------------------------------------------------------


def points(board: "Position", player: str) -> int:
    """What a board is worth by the points table."""
    return int(_worth("document", INEVITABLE, board, player))


def scaled(board: "Position", player: str) -> float:
    """The same items on the scale from -10 to 10, in thousandths."""
    return _worth("document-scale", WON * 1000, board, player) / 1000


def _worth(evaluation: str, won: float, board: "Position", player: str) -> float:
    """By one of the document's evaluations, or `won` where the game is over."""
    outcome, sign = game().outcome(board), _sign(player)
    if outcome != ONGOING:
        return 0 if outcome == DRAW else -sign * won  # who is to move has lost
    return sign * _judge(evaluation, red_side(board, player)).score(game(), board)


def _sign(player: str) -> int:
    return 1 if player == RED else -1


@cache
def _judge(name: str, perspective: int) -> Evaluation:
    """An evaluation of the document from the perspective of RED."""
    from plyground.evaluations.registry import make_evaluation

    judge: Evaluation = with_perspective(make_evaluation(game(), name), perspective)
    return judge


# --- the forced hand ---------------------------------------------------------------------------


def wins(board: "Position") -> list[int]:
    """The columns with which the player to move wins now."""
    return [*game().noisy(board)]


def attacks(board: "Position") -> list[int]:
    """The columns with which the other player would win now."""
    return wins(board._replace(own=board.own ^ board.taken))


def open_columns(board: "Position") -> list[int]:
    """The moves that do not let the other player win next; all of them where each one does."""
    return [*game().non_losing_moves(board)] or [*game().moves(board)]


def double_attacks(board: "Position") -> list[int]:
    """The moves after which one of two winning places remains, whatever is answered."""
    from plyground.search.reference import forced

    children = {move: game().play(board, move) for move in open_columns(board)}
    return [move for move, child in children.items() if forced(game(), child, 2, {WIN}, False)]


def forced_hand(board: "Position") -> int | None:
    """The column that wins, else the one that must be blocked, else one that cannot be stopped."""
    for find in (wins, attacks, double_attacks):
        found = find(board)
        if found:
            return max(found, key=lambda column: game().order(board, column))
    return None


# --- the averaging search ----------------------------------------------------------------------


def average(board: "Position", player: str, depth: int) -> int:
    """A board's points averaged with the averages of its children, `depth` plies deep."""
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
    """An attack is answered by the one move that stops it; else all but suicides are tried."""
    return attacks(board) or open_columns(board)


def rounded(total: int, count: int) -> int:
    """A mean as a whole number, halves away from zero."""
    size = (2 * abs(total) + count) // (2 * count)
    return size if total > 0 else -size


def choose_by_average(board: "Position", depth: int) -> int:
    """RED's forced move, or else the one with the highest average; the middle among equals."""
    forced_column = forced_hand(board)
    if forced_column is not None:
        return forced_column

    def worth(column: int) -> tuple[int, int]:
        child = game().play(board, column)
        return average(child, YELLOW, depth - 1), game().order(board, column)

    return max(answers(board), key=worth)


# --- minimax -----------------------------------------------------------------------------------


def minimax(board: "Position", player: str, depth: int) -> float:
    """What a board is worth on the scale if RED goes for the highest and YELLOW for the lowest."""
    if depth == 0 or game().outcome(board) != ONGOING:
        return scaled(board, player)
    score = _sign(player) * think(board, player, depth).score
    if plies_to_end(score) is None:
        return score / 1000
    return WON if score > 0 else -WON


class How(NamedTuple):
    """By what scale minimax judges, and whether one win is as good as another."""

    scale: str = "document-scale"
    any_win: bool = False


AS_USUAL: Final = How()


def choose_by_minimax(board: "Position", depth: int, how: How = AS_USUAL) -> int:
    """RED's best move; the sooner win and the later loss among equals, unless any win will do."""
    if not how.any_win:
        return think(board, RED, depth, how).move
    thought = think(board, RED, depth, how, lines=COLUMNS)
    return first_of_best(game(), board, thought)


def think(
    board: "Position", player: str, depth: int, how: How = AS_USUAL, lines: int = 1
) -> "Thought":
    """Our minimax without pruning, by the scale from the perspective of RED."""
    from plyground.search.alphabeta.driver import AlphaBetaEngine
    from plyground.search.alphabeta.kernel import MINIMAX
    from plyground.search.limits import Limits
    from plyground.terminal.screen import compile_notice

    judge = _judge(how.scale, red_side(board, player))
    with compile_notice(game()):
        return AlphaBetaEngine(game(), judge, MINIMAX).think(board, Limits(depth=depth), lines)


# --- all three ---------------------------------------------------------------------------------


class Mind(NamedTuple):
    """A way to choose RED's column, and how many plies it looks ahead."""

    about: str
    choose: Callable[..., int]
    usual_depth: int
    most_depth: int


MINDS: Final = {
    "forced-hand": Mind("wins, blocks, and takes the most points", choose_by_average, 1, 1),
    "averaging": Mind("averages the points of what can follow", choose_by_average, 4, 5),
    "minimax": Mind("expects your best answer to every move", choose_by_minimax, 6, 8),
}
