"""The score of a position, term by term."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from plyground.core import wire
from plyground.core.errors import BadGame
from plyground.core.evaluation import Evaluation, is_weighted_sum, weight_names, weights_of
from plyground.core.game import Game
from plyground.evaluations.patterns.network import Network

REST: Final = "rest"
"""The name of the term for the part of a score that no other term tells."""
MAX_PATTERNS: Final = 8
"""How many of a network's patterns are told, the strongest ones."""


class Term(NamedTuple):
    """One part of a score, as the side to move sees it."""

    name: str
    weight: float
    feature: float
    points: float
    squares: tuple[int, ...] = ()
    """Where a pattern lies on the board; empty for a feature of the whole board."""


def explain(
    game: Game, evaluation: Evaluation, position: Any, like: Sequence[Term] = ()
) -> list[Term]:
    """The terms of a score; their points add up to it. Of many patterns they are the strongest, or
    the same as in `like`, terms of another position."""
    if isinstance(evaluation, Network):
        terms = _patterns(game, evaluation, position, like)
    else:
        terms = _weighted_terms(game, evaluation, position)
    if not is_weighted_sum(type(evaluation)):
        rest = evaluation.score(game, position) - sum(term.points for term in terms)
        terms.append(Term(REST, 1, rest, rest))
    return terms


def term_info(term: Term) -> wire.Term:
    """A term as a message tells it."""
    weight, feature, points = map(wire.finite, term[1:4])
    return wire.Term(term.name, weight, feature, points, term.squares)


def _patterns(game: Game, network: Network, position: Any, like: Sequence[Term]) -> list[Term]:
    from plyground.evaluations.patterns.strongest import pattern_points  # late: it imports NumPy

    found = {
        f"pattern {number}": Term(f"pattern {number}", points, 1, points, squares)
        for number, (squares, points) in enumerate(pattern_points(game, network, position), 1)
    }
    if like:
        return [found[term.name] for term in like if term.name in found]
    weighty = sorted(found.values(), key=lambda term: -abs(term.points))
    return [term for term in weighty if term.points][:MAX_PATTERNS]


def _weighted_terms(game: Game, evaluation: Evaluation, position: Any) -> list[Term]:
    if not hasattr(evaluation, "features"):
        return []
    names, weights = weight_names(type(evaluation)), weights_of(evaluation)
    features = evaluation.features(game, position)
    if len(features) != len(names):
        raise BadGame(
            f"the evaluation {evaluation.name!r} gives {len(features)} features: "
            f"expected one for each weight ({', '.join(names)})"
        )
    return [Term(n, w, f, w * f) for n, w, f in zip(names, weights, features, strict=True)]
