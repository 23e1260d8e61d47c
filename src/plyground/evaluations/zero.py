"""The evaluation that every game has."""

from typing import Any, NamedTuple

from plyground.core.evaluation import evaluation


@evaluation("zero", game="any")
class Zero(NamedTuple):
    """Every position scores 0, so that a search sees only wins and losses."""

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return ()
