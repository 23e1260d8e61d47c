"""Features of positions as rows of numbers, written by compiled code."""

from typing import Any

from numba import types
from numba.extending import overload

from plyground.core.compile.game_types import OWN_ERROR
from plyground.core.compile.numba_private import TypingError
from plyground.core.evaluation import weight_names


def write_features(evaluation: Any, features: tuple[float, ...], row: Any) -> None:
    """Write features to a row of numbers, one for each weight."""
    for index, feature in enumerate(features):
        row[index] = feature


@overload(write_features, strict=False)
def _write_features(evaluation: Any, features: Any, row: Any) -> Any:
    """The loop, written out: each feature has its own type."""
    count = len(weight_names(evaluation.instance_class))
    if not isinstance(features, types.BaseTuple) or len(features) != count:
        raise TypingError(f"{OWN_ERROR}features gives {features}: expected a tuple of {count}")
    lines = [f"    row[{index}] = features[{index}]" for index in range(count)]
    scope: dict[str, Any] = {}
    exec("def write(evaluation, features, row):\n" + "\n".join(lines or ["    pass"]), scope)
    return scope["write"]
