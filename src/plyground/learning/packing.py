"""States as they are sent to other processes: only the numbers that are not zero, or that differ
from a state that both sides have. Half of a network has been met when it has learned for a minute,
and a third of it changes in some seconds; zlib would save no more and take five times as long."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.learning.method import State


class Packed(NamedTuple):
    """An array."""

    dtype: str
    shape: tuple[int, ...]
    places: bytes
    """A bit for each number: whether it is sent."""
    numbers: bytes


PackedState = dict[str, Packed]


def pack(state: State, before: State | None = None) -> PackedState:
    """What is not zero in a state, or what differs from the one before."""
    return {
        name: _pack(array, 0 if before is None else _words(before[name]))
        for name, array in state.items()
    }


def unpack(packed: PackedState, before: State | None = None) -> State:
    """The state, to the last bit."""
    return {
        name: _unpack(one, np.zeros(one.shape, one.dtype) if before is None else before[name])
        for name, one in packed.items()
    }


def _pack(array: NDArray[Any], before: NDArray[Any] | int) -> Packed:
    differs = _words(array) != before
    places, numbers = np.packbits(differs).tobytes(), array.reshape(-1)[differs].tobytes()
    return Packed(array.dtype.str, array.shape, places, numbers)


def _words(array: NDArray[Any]) -> NDArray[Any]:
    """The numbers as they are stored, so that -0 is not 0 and what is no number equals itself."""
    return array.reshape(-1).view(f"u{array.itemsize}")


def _unpack(packed: Packed, before: NDArray[Any]) -> NDArray[Any]:
    array = before.copy()
    places = np.unpackbits(np.frombuffer(packed.places, np.uint8), count=array.size)
    array.reshape(-1)[places.view(np.bool_)] = np.frombuffer(packed.numbers, packed.dtype)
    return array
