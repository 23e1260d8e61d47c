"""Observations and rewards as Gymnasium and PettingZoo take them."""

from typing import Any

from plyground.adapters.spaces import Planes, Spaces
from plyground.core.extras import extra
from plyground.records.record import Record

with extra("gymnasium"):
    import numpy as np
    from gymnasium import spaces


def observation_space(described: Spaces) -> Any:
    """The space of what `observation_of` gives."""
    planes = spaces.Box(-1.0, 1.0, described.shape, np.float32)
    if not described.has_dict:
        return planes
    mask = spaces.Box(0, 1, (len(described.actions),), np.int8)
    return spaces.Dict({"observation": planes, "action_mask": mask})


def observation_of(described: Spaces, record: Record, side: int) -> "Planes | dict[str, Any]":
    """What a side sees, in the form that was chosen."""
    planes = described.observe(record, side)
    if not described.has_dict:
        return planes
    return {"observation": planes, "action_mask": described.mask(record, side)}


def reward_of(record: Record, side: int) -> int:
    """1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
    return 0 if record.winner is None else 1 if record.winner == side else -1
