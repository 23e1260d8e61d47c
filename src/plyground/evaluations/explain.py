"""The score of a position, term by term."""

from typing import Any, Final, NamedTuple

from plyground.core.errors import BadGame
from plyground.core.evaluation import Evaluation, is_weighted_sum, weight_names, weights_of
from plyground.core.game import Game

REST: Final = "rest"
"""The name of the term for the part of a score that is not weight times feature."""


class Term(NamedTuple):
    """One part of a score, as the side to move sees it."""

    name: str
    weight: float
    feature: float
    points: float


def explain(game: Game, evaluation: Evaluation, position: Any) -> list[Term]:
    """The terms of a score; their points add up to it."""
    terms = _weighted_terms(game, evaluation, position)
    if not is_weighted_sum(type(evaluation)):
        rest = evaluation.score(game, position) - sum(term.points for term in terms)
        terms.append(Term(REST, 1, rest, rest))
    return terms


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
