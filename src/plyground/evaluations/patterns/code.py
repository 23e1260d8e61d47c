"""Perfect codes: each state of each cell of a pattern adds a number to the pattern's index, so that
all combinations that can occur have different indices and few indices are left over.

Squares that do not depend on each other get the digits of a mixed-radix number. Where they do, as
the discs of a column that fills from the bottom, the code is much denser: Connect Four's weights
take a tenth of the memory and stay in the processor's cache.
"""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.evaluations.patterns.sample import States
from plyground.evaluations.patterns.symmetry import Permutation

EXPECTED: Final = 8
"""States of two cells exclude each other if chance would have shown them together this often."""

Together = NDArray[np.bool_]
"""Whether a cell's state and another cell's state may occur together: cell, state, cell, state."""


class Code(NamedTuple):
    """What each state adds to the index, for every cell of a pattern."""

    addends: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """How many indices there are; no combination, seen or not, is outside."""
        return 1 + sum(map(max, self.addends))


def states_together(states: States, count: int, symmetries: list[Permutation]) -> Together:
    """Which pairs occur, or are too rare to tell."""
    rows, cells = states.shape
    one_hot = (states[:, :, None] == np.arange(count)).reshape(rows, cells * count)
    numbers = one_hot.astype(np.float32)
    seen = numbers.T @ numbers
    alone = one_hot.sum(axis=0)
    expected = np.outer(alone, alone) / rows
    occurs = alone > 0
    free = np.outer(occurs, occurs) & (expected < EXPECTED)
    together: Any = ((seen > 0) | free).reshape(cells, count, cells, count)
    images = [together[np.ix_(p, range(count), p, range(count))] for p in symmetries]
    result: Together = np.logical_or.reduce(images)
    return result


def perfect_code(cells: tuple[int, ...], together: Together, most: int) -> Code | None:
    """The code of a pattern; None where it would take more than `most` indices."""
    codes = np.zeros(1, dtype=np.int64)
    digits = np.zeros((1, 0), dtype=np.int64)
    addends = []
    for number, cell in enumerate(cells):
        fitting = []
        for state in range(together.shape[1]):
            fits = np.full(len(codes), together[cell, state, cell, state])
            for earlier in range(number):
                fits &= together[cells[earlier], digits[:, earlier], cell, state]
            fitting.append(fits)
        shifts = _shifts([codes[fits] for fits in fitting])
        addends.append(tuple(shifts))
        codes = np.concatenate([codes[f] + d for f, d in zip(fitting, shifts, strict=True)])
        rows = [digits[fits] for fits in fitting]
        states = np.repeat(np.arange(len(rows)), [*map(len, rows)])
        digits = np.column_stack([np.concatenate(rows), states])
        if Code(tuple(addends)).size > most:
            return None
    return Code(tuple(addends))


def _shifts(codes: list[NDArray[np.int64]]) -> list[int]:
    """What to add to the codes of each state so that all are different; the most come first."""
    used = np.zeros(0, dtype=np.bool_)
    shifts = [0] * len(codes)
    for state in sorted(range(len(codes)), key=lambda state: -len(codes[state])):
        shifts[state] = _least_shift(used, codes[state])
        used = _with(used, codes[state] + shifts[state])
    return shifts


def _least_shift(used: NDArray[np.bool_], codes: NDArray[np.int64]) -> int:
    """The smallest number that can be added to all codes so that none of them is used."""
    if not len(codes) or not len(used):
        return 0
    wanted = _with(np.zeros(0, dtype=np.bool_), codes)
    size = 1 << (len(used) + len(wanted)).bit_length()
    # How many codes meet a used one, for every shift at once: a correlation.
    spectrum = np.fft.rfft(used, size) * np.conj(np.fft.rfft(wanted, size))
    meetings = np.fft.irfft(spectrum, size)[: len(used)]
    free = np.flatnonzero(meetings < 0.5)
    return int(free[0]) if len(free) else len(used)


def _with(used: NDArray[np.bool_], codes: NDArray[np.int64]) -> NDArray[np.bool_]:
    longest = max(len(used), int(codes.max(initial=-1)) + 1)
    result = np.zeros(longest, dtype=np.bool_)
    result[: len(used)] = used
    result[codes] = True
    return result
