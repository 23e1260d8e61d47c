"""Limits as people give them: `time=1`, `nodes=10_000`, or all at once as `Limits`."""

import math

from plyground.core.errors import BadOption
from plyground.search.limits import UNLIMITED, Limits


def limits_of(time: float | None, nodes: int | None, limits: Limits | None) -> Limits:
    """The limits given as `time` and `nodes`, or as `limits`; no limit if all are None."""
    if limits is None:
        limits = Limits(
            time=math.inf if time is None else time,
            nodes=UNLIMITED if nodes is None else nodes,
        )
    elif time is not None or nodes is not None:
        raise BadOption("limits are given twice: give either limits, or time and nodes")
    limits.check()
    return limits
