"""Values of variables as students read them."""

import math
from collections.abc import Sequence
from typing import Any, Final

from plyground.core.outcome import NAMES
from plyground.core.score import BAND, INFINITE, WIN_SCORE

SCORES: Final = {"alpha", "beta", "best", "floor", "found", "known", "score", "scores", "window"}
"""Variables that hold scores."""
MAX_LISTED: Final = 7


def score_text(score: int) -> str:
    """A score: `12`, `-∞`; `win 3` is a game won at ply 3, counted from the root."""
    if abs(score) >= INFINITE:
        return "∞" if score > 0 else "-∞"
    if abs(score) < BAND:
        return str(score)
    return f"{'win' if score > 0 else 'loss'} {WIN_SCORE - abs(score)}"


def score_words(score: int) -> str:
    """A score in a sentence: `12`, `a win at ply 3`."""
    is_final = BAND <= abs(score) < INFINITE
    return f"a {score_text(score).replace(' ', ' at ply ')}" if is_final else score_text(score)


def window_text(alpha: int, beta: int) -> str:
    """A window: `(-∞, 3)`."""
    return f"({score_text(alpha)}, {score_text(beta)})"


def bound_sign(score: int, alpha: int, beta: int) -> str:
    """How a score that a window was searched for is to be read: `≥` or `≤` outside of it."""
    return "≥" if score >= beta else "≤" if score <= alpha else ""


def number_text(number: float) -> str:
    """A number that may be infinite, or a fraction."""
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    return f"{number:.2f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)


def pair_text(pair: Sequence[float]) -> str:
    """Two numbers: `(1, ∞)`."""
    return f"({', '.join(map(number_text, pair))})"


def variable_text(name: str, value: Any) -> str:
    """The value of a local variable."""
    if name == "outcome":
        return NAMES.get(value, str(value))
    if isinstance(value, bool | str):
        return repr(value)
    if isinstance(value, dict):
        return f"{len(value)} kept"
    if type(value) in (list, tuple):
        inside = ", ".join(variable_text(name, one) for one in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    if isinstance(value, int) and name in SCORES:
        return score_text(value)
    return number_text(value) if isinstance(value, int | float) else str(value)


def listed(words: Sequence[str]) -> str:
    """Words in a row: `1, 2 and 5`; of many only the first."""
    if len(words) > MAX_LISTED:
        shown = words[: MAX_LISTED - 1]
        return f"{', '.join(shown)} and {len(words) - len(shown)} more"
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
