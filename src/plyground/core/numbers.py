"""Many 32-bit numbers in one piece of memory: what an evaluation holds that has too many weights
to be named. The first place has their count, as in all memory that kernels work in.

Plain rules read and write them as Python's numbers. Compiled code gets their address alone.
"""

from typing import TYPE_CHECKING, Any, ClassVar, Final

from plyground.core.errors import BadOption

if TYPE_CHECKING:
    from numpy.typing import NDArray

SCRATCH: Final = 1024
"""How many numbers `scratch_ints` has room for, the count among them."""


class Numbers:
    """Numbers of one type. Two of them are equal only if they are the same memory."""

    __slots__ = ("address", "array")

    dtype: ClassVar[str]

    def __init__(self, array: "NDArray[Any]") -> None:
        self.array = array
        self.address = array.ctypes.data

    @classmethod
    def new(cls, count: int) -> Any:
        """Memory for `count` numbers, all zero but the first."""
        import numpy as np  # late: every game imports this file

        try:
            array: NDArray[Any] = np.zeros(count, dtype=cls.dtype)
        except MemoryError:
            raise BadOption(f"there is no memory for {4 * count:,} bytes") from None
        array[:1].view(np.int32)[0] = count
        return cls(array)

    def __len__(self) -> int:
        return len(self.array)


class Ints(Numbers):
    """Whole numbers."""

    __slots__ = ()
    dtype = "int32"

    def __getitem__(self, place: int) -> int:
        return int(self.array[place])

    def __setitem__(self, place: int, number: int) -> None:
        self.array[place] = number


class Floats(Numbers):
    """Floating-point numbers; they are calculated with in double precision."""

    __slots__ = ()
    dtype = "float32"

    def __getitem__(self, place: int) -> float:
        return float(self.array[place])

    def __setitem__(self, place: int, number: float) -> None:
        self.array[place] = number


def scratch_ints() -> Ints:
    """Whole numbers to work with until a function returns; in compiled code on the stack, so that
    threads that share an evaluation do not share them."""
    made: Ints = Ints.new(SCRATCH)
    return made
