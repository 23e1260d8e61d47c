"""The evaluation that every game has."""

from typing import Any, NamedTuple

from plyground.core.evaluation import evaluation


@evaluation("zero", game="any")
class Zero(NamedTuple):
    """Every position is worth nothing: a search sees wins and losses alone."""

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return ()
