"""What a method of learning is, and how methods are found by name."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, ClassVar, Final, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

import plyground.learning.methods as room
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.names import find_named, modules_of
from plyground.core.options import create, given_options
from plyground.core.threads import Stop
from plyground.evaluations.registry import is_network

State = dict[str, NDArray[Any]]

CHUNK_SECONDS: Final = 0.5
"""How long a chunk of games takes, about."""


class Tally(NamedTuple):
    """What a chunk of learning was: games that ended, and their plies."""

    games: int = 0
    plies: int = 0
    first_wins: int = 0
    draws: int = 0
    second_wins: int = 0
    cpu_seconds: float = 0.0
    """Processor time that was spent in other processes."""

    def __add__(self, other: tuple[Any, ...]) -> "Tally":
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


class Method(Protocol):
    """A way to learn. Its fields are its options: `td-leaf:lambda=0.7,depth=3`."""

    name: ClassVar[str]
    POOLABLE: ClassVar[bool]
    """Whether it is Poolable."""
    ENDINGS: ClassVar[tuple[str, ...]]
    """What the names of files end in that it can write."""

    def begin(self, game: Game, seed: int, threads: int) -> None:
        """Begin with nothing learned, and compile all that `learn` needs."""

    def learn(self, games: int, stop: Stop) -> Tally:
        """Learn from at most this many more games; where `stop` is set it returns soon, and games
        that have not ended do not count. No games: there is nothing left to learn from. If one
        fails, those before it count; the error is raised where there are none."""

    def state(self) -> State:
        """All that `restore` needs to go on as if nothing had happened."""

    def restore(self, state: State) -> None:
        """Go on from a state, after `begin`."""

    def write(self, path: Path) -> None:
        """Write what was learned to the file that `evaluation=FILE` takes, over an old one."""

    def watched(self) -> dict[str, float]:
        """Numbers that are worth a curve."""

    def check(self) -> None:
        """Raise RanAway if what was learned cannot be used."""


class Poolable(Method, Protocol):
    """A method that many processes can learn with, each with a copy."""

    def reseed(self, number: int) -> None:
        """Play other games from now on than with any other number."""

    def merged(self, before: State, after: Iterable[State]) -> State:
        """The state after all that was learned in several processes, which began with the same
        state; it is looked at before the next one of `after` is."""


MethodClass = TypeVar("MethodClass", bound=type)

_methods: dict[str, type] = {}
_refining: dict[str, type] = {}
"""What takes the place of a method, by the same name, where the evaluation is a network."""


def method(name: str, refines: bool = False) -> Callable[[MethodClass], MethodClass]:
    """Register a class as the method called `name`, or as what it is where it `refines` a network
    that a file holds."""

    def register(cls: MethodClass) -> MethodClass:
        cls.name = name  # type: ignore[attr-defined]
        (_refining if refines else _methods)[name] = cls
        return cls

    return register


def all_methods() -> dict[str, type]:
    """Every method, by name."""
    modules_of(room)
    return dict(sorted(_methods.items()))


def find_method(text: str, **options: Any) -> tuple[Any, str]:
    """The class of the method that a text names, and the options in that text; raises BadOption."""
    name, _, given = text.strip().partition(":")
    cls = find_named("method", all_methods(), name)
    given = re.sub(r"(^|,)\s*lambda=", r"\1lambda_=", given)  # a word that Python keeps for itself
    evaluation = options.get("evaluation") or given_options(cls, given).get("evaluation", "")
    return _refining.get(name, cls) if is_network(evaluation) else cls, given


def make_method(text: str, **options: Any) -> Method:
    """The method that a text names, with its options; raises BadOption."""
    cls, given = find_method(text, **options)
    try:
        made: Method = create(cls, given, options)
    except BadOption as error:
        if cls in _refining.values():
            raise BadOption(f"for a network, {error}") from None
        raise
    return made


def next_chunk(chunk: int, games: int, seconds: float) -> int:
    """How many games a chunk should have after one of `chunk`, if `games` took so long."""
    return max(1, min(4 * chunk, int(games * CHUNK_SECONDS / max(seconds, 1e-6))))


def is_finite(array: NDArray[Any]) -> bool:
    """Whether every number of an array is one."""
    return array.dtype.kind != "f" or bool(np.isfinite(array).all())
