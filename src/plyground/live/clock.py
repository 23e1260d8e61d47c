"""Clocks: how long the players of a game may think, and how much of it is left."""

import math
import re
from dataclasses import dataclass, field
from typing import ClassVar, Final, cast

from plyground.core.errors import BadOption
from plyground.core.options import create
from plyground.search.clock import CPU_PATIENCE, ClockState
from plyground.search.limits import MAX_DEPTH, UNLIMITED, Limits

_PERIOD: Final = re.compile(r"(?:(\d{1,6})/)?(\d+\.?\d*|\.\d+)(?:\+(\d+\.?\d*|\.\d+))?", re.ASCII)
"""`40/60+0.5`: moves, seconds, increment."""
CPU_GRACE: Final = 10.0
"""How many seconds more than CPU_PATIENCE allows who thinks by processor time may take."""


@dataclass(frozen=True)
class TimeControl:
    """How long each player may think.

    As text: `60+0.5` is a minute for the game and half a second more after each move, `40/60` a
    minute for every 40 moves, `move=1` a second for each move. Options follow, as in
    `60+0.5,margin=0.05,cpu=1` or `nodes=1000`.
    """

    name: ClassVar = "clock"
    seconds: float = math.inf
    """For the game, or for every period of `moves` moves."""
    increment: float = 0.0
    """Seconds that are added after each move."""
    moves: int = 0
    """The moves of a period; 0: the game is one period."""
    move: float = math.inf
    """Seconds for each move."""
    nodes: int = UNLIMITED
    """Nodes for each move."""
    depth: int = MAX_DEPTH
    """Plies that may be searched for each move."""
    margin: float = 0.0
    """By how many seconds the clock may be overstepped without a loss."""
    cpu: bool = False
    """Whether processor time is counted instead of time by the clock on the wall."""

    def __post_init__(self) -> None:
        Limits(time=min(self.seconds, self.move), nodes=self.nodes, depth=self.depth).check()
        for name in ("increment", "margin", "moves"):
            value = getattr(self, name)
            if not 0 <= value < math.inf:
                raise BadOption(f"{name}={value}: expected 0 or more")

    @property
    def has_time(self) -> bool:
        """Whether time is limited, not only nodes or depth."""
        return min(self.seconds, self.move) < math.inf

    def __str__(self) -> str:
        parts = []
        if self.seconds < math.inf:
            period = f"{self.moves}/" if self.moves else ""
            increment = f"+{self.increment:g}" if self.increment else ""
            parts.append(f"{period}{self.seconds:g}{increment}")
        for name, usual in _OPTIONS.items():
            value = getattr(self, name)
            parts += [f"{name}={value:g}"] if value != usual else []
        return ",".join(parts)


_OPTIONS: Final = {
    name: TimeControl.__dataclass_fields__[name].default
    for name in ("move", "nodes", "depth", "margin", "cpu")
}


def parse_time_control(text: str) -> TimeControl:
    """The time control that a text means; raises BadOption."""
    first, _, rest = text.strip().partition(",")
    if "=" in first:
        return cast(TimeControl, create(TimeControl, text))
    found = _PERIOD.fullmatch(first.strip())
    if not found:
        raise BadOption(
            f"the clock {text!r}: expected seconds for the game as in 60+0.5, for some moves as in "
            "40/60, or for each move as in move=1"
        )
    moves, seconds, increment = found.groups()
    given = {
        "seconds": float(seconds),
        "increment": float(increment or 0),
        "moves": int(moves or 0),
    }
    return cast(TimeControl, create(TimeControl, rest, given))


@dataclass
class GameClock:
    """The clock of a game: what is left to either side."""

    control: TimeControl
    left: list[float] = field(default_factory=list)
    moved: list[int] = field(default_factory=lambda: [0, 0])
    """How many moves each side has made."""

    def __post_init__(self) -> None:
        self.left = self.left or [self.control.seconds] * 2

    def copy(self) -> "GameClock":
        """The clock as it stands."""
        return GameClock(self.control, [*self.left], [*self.moved])

    def state(self, side: int) -> ClockState:
        """What is left to a side that is to move."""
        control, to_go = self.control, None
        if control.moves:
            to_go = control.moves - self.moved[side] % control.moves
        left, increment = self.left[side], control.increment
        if control.move < left:
            left, increment, to_go = control.move, 0.0, 1
        return ClockState(left, increment, to_go, control.cpu, control.nodes, control.depth)

    def deadline(self, side: int) -> float:
        """After how many seconds the side to move loses."""
        return self.state(side).left + self.control.margin

    def patience(self, side: int) -> float:
        """After how many seconds by the clock on the wall the side to move loses, whatever it did
        meanwhile."""
        if self.control.cpu:
            return CPU_PATIENCE * self.deadline(side) + CPU_GRACE
        return self.deadline(side)

    def spend(self, side: int, seconds: float) -> bool:
        """Take the seconds of a move off a side's time; returns whether it has run out."""
        if seconds > self.deadline(side):
            self.left[side] = 0.0
            return True
        self.left[side] = max(self.left[side] - seconds, 0.0) + self.control.increment
        self.moved[side] += 1
        if self.control.moves and self.moved[side] % self.control.moves == 0:
            self.left[side] += self.control.seconds
        return False
