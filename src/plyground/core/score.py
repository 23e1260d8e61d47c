"""Scores: whole numbers from the side to move's view.

-WIN + plies .. -BAND | -MAX_EVAL .. 0 (a draw) .. MAX_EVAL | BAND .. WIN - plies
   a loss, later is better             static evaluations                 a win, sooner is better
"""

from typing import Any, Final

from plyground.core.outcome import DRAW, WIN

WIN_SCORE: Final = 1 << 30
BAND: Final = WIN_SCORE - (1 << 20)
"""A score from here on is a win, and tells how many plies away it is."""
MAX_EVAL: Final = 1 << 29
"""Evaluations stay within this, on both sides."""
INFINITE: Final = WIN_SCORE + 1


def final_score(outcome: int, ply: int) -> int:
    """The score of a game that is over, for the side to move there, `ply` plies below the root."""
    if outcome == DRAW:
        return 0
    return WIN_SCORE - ply if outcome == WIN else ply - WIN_SCORE


def plies_to_end(score: int) -> int | None:
    """In how many plies a score says that the game is won or lost; None if it does not."""
    return WIN_SCORE - abs(score) if abs(score) >= BAND else None


def score_before(score: int, again: bool = False) -> int:
    """A position's score one ply before, from the view of the side that moved there, which may be
    to move `again`."""
    seen = score if again else -score
    if plies_to_end(score) is None:
        return seen
    return seen - 1 if seen > 0 else seen + 1


def static_eval(evaluation: Any, game: Any, position: Any) -> int:
    """The static evaluation of a position: a whole number within MAX_EVAL."""
    score = evaluation.score(game, position)
    return int(min(max(score, -MAX_EVAL), MAX_EVAL))
