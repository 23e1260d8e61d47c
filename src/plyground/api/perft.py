"""`perft` counts every sequence of moves; `playouts` plays random games."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING

from plyground.api.records import AnyRecord, as_record
from plyground.core.errors import BadOption
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.core import wire
    from plyground.search.perft import Level

MAX_DEPTH = 500


@dataclass(frozen=True)
class PerftResult:
    """How many sequences of moves there are at each depth."""

    record: Record
    levels: tuple["Level", ...] = ()
    """For each depth from 1 the leaves, and the wins, losses and draws among them for the side to
    move at the root."""
    divide: dict[str, int] = field(default_factory=dict)
    """The leaves of the last depth after each first move."""
    distinct: tuple[int, ...] = ()
    """For each depth the number of different positions, if `distinct` was asked for."""
    cpu_seconds: float = 0.0

    @property
    def leaves(self) -> int:
        """The leaves of the last depth: the number that engines compare."""
        return self.levels[-1].leaves if self.levels else 1

    @property
    def nodes(self) -> int:
        """All positions below the root."""
        return sum(level.leaves for level in self.levels)

    @property
    def nodes_per_second(self) -> float | None:
        """Per second of processor time."""
        return self.nodes / self.cpu_seconds if self.cpu_seconds else None

    def message(self, divide: bool = True, interrupted: bool = False) -> "wire.Perft":
        """The counts as a message; `divide`: those by first move too."""
        from plyground.core import wire
        from plyground.search.info import nps

        rows = [
            wire.PerftRow(**level._asdict(), terminal=level.terminal, distinct=distinct)
            for level, distinct in zip_longest(self.levels, self.distinct)
        ]
        return wire.Perft(
            game=self.record.game_text,
            position=self.record.position_text,
            depths=tuple(rows),
            divide=self.divide if divide else None,
            nodes=self.nodes,
            cpu_seconds=self.cpu_seconds,
            nps=nps(self.nodes, self.cpu_seconds),
            interrupted=interrupted,
        )

    def __str__(self) -> str:
        return "\n".join(f"{level.depth:>3}  {level.leaves:>15,}" for level in self.levels)

    def __repr__(self) -> str:
        counts = ", ".join(f"{level.leaves:,}" for level in self.levels)
        return f"<PerftResult of {self.record!r}: {counts}>"


def perft(
    record: AnyRecord,
    depth: int,
    *,
    distinct: bool = False,
    progress: Callable[[float], None] | None = None,
) -> PerftResult:
    """Count every sequence of 1 to `depth` moves; `distinct` counts the different positions too.

    >>> perft("connect-four", 4).leaves
    2401
    """
    from plyground.search import perft as counting

    if not 0 <= depth <= MAX_DEPTH:
        raise BadOption(f"depth={depth}: expected from 0 to {MAX_DEPTH}")
    record = as_record(record)
    game, position = record.game, record.position
    parts = counting.divide(game, position, depth, progress) if depth else {}
    found = counting.total(parts.values(), depth)
    sizes = distinct_positions(record, depth, progress) if distinct else ()
    divided = {game.move_text(position, move): part.levels[-1] for move, part in parts.items()}
    return PerftResult(
        record,
        tuple(found.levels),
        {text: level.leaves for text, level in divided.items()},
        tuple(sizes),
        found.seconds,
    )


def distinct_positions(
    record: AnyRecord, depth: int, progress: Callable[[float], None] | None = None
) -> Iterator[int]:
    """For each depth from 1 on, how many different positions end the sequences of moves."""
    from plyground.search import perft as counting

    record = as_record(record)
    yield from counting.distinct(record.game, record.position, depth, progress)
