"""Evaluations that nothing can be learned from."""

from typing import Any, NamedTuple

from plyground import evaluation


@evaluation("nothing", game="paths")
class Nothing(NamedTuple):
    """A feature that is no number."""

    weight: float = 1.0

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return (float("nan"),)


@evaluation("huge", game="paths")
class Huge(NamedTuple):
    """A feature that is far too large."""

    weight: float = 1.0

    def features(self, game: Any, position: Any) -> tuple[float, ...]:
        return (1e300,)


@evaluation("own-score", game="paths")
class OwnScore(NamedTuple):
    """A score that is no sum."""

    weight: float = 1.0

    def score(self, game: Any, position: Any) -> float:
        return self.weight
