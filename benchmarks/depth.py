"""Watch Your Back!: the depth of a full-width search, and the rate of MCTS simulations."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar

from benchmarks import ours
from benchmarks.findings import Step
from benchmarks.measure import Effort, Spread, spread
from benchmarks.words import ranged, significant, significant_range
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.limits import Limits

GAME = "watch-your-back"
POSITIONS = 20
SECONDS, MONTE_CARLO_SECONDS = 0.9, 0.5
"""Seconds of processor time for each position."""
PLACING, MOVING = range(6, 19), range(34, 101)
"""The plies from which positions are taken."""
MIN_PIECES = 6
DOCUMENT_DEPTH = "3 to 4, with its cut"
DOCUMENT_SIMULATIONS = 85


@dataclass(frozen=True)
class Reach:
    """What a search of 900 ms reached, beside what the game's document reports of its own."""

    TITLE: ClassVar = "Watch Your Back!"
    HEADINGS: ClassVar = [
        "positions",
        "number",
        "depth",
        "the document's",
        "simulations/s",
        "the document's",
        "ratio",
    ]

    what: str
    positions: int
    depth: Spread
    simulations: Spread

    @property
    def verdict(self) -> str:
        return ""

    def row(self) -> list[str]:
        ratio = self.simulations.median / DOCUMENT_SIMULATIONS
        return [
            self.what,
            str(self.positions),
            ranged(self.depth, "g"),
            DOCUMENT_DEPTH,
            significant_range(self.simulations),
            str(DOCUMENT_SIMULATIONS),
            f"{significant(ratio)}x",
        ]


def steps(effort: Effort) -> list[Step]:
    return [
        _step("placing", PLACING, lambda position: True, effort),
        _step("moving", MOVING, is_balanced, effort),
    ]


def is_balanced(position: Any) -> bool:
    """Whether both sides have at least `MIN_PIECES` pieces."""
    pieces: int = min(position.own.bit_count(), position.other.bit_count())
    return pieces >= MIN_PIECES


def _step(what: str, plies: range, wanted: Callable[[Any], bool], effort: Effort) -> Step:
    title = f"{what}, ply {plies[0]} to {plies[-1]}"
    return Step(f"{GAME}, {title}", lambda: [_reach(title, plies, wanted, effort)])


def _reach(what: str, plies: range, wanted: Callable[[Any], bool], effort: Effort) -> Reach:
    found = ours.random_positions(ours.load(GAME), plies, wanted)
    positions = [*islice(found, effort.of(POSITIONS))]
    depths = [_depth(position, effort) for position in positions]
    simulations = [_simulations(position, effort) for position in positions]
    return Reach(what, len(positions), spread(depths), spread(simulations))


def _depth(position: Any, effort: Effort) -> int:
    """Full width: no beam, no reductions; quiescence search follows captures beyond the depth."""
    player = make_engine_player(f"negascout:cpu={effort.seconds(SECONDS)}")
    return player.think(Record(ours.load(GAME), position)).depth


def _simulations(position: Any, effort: Effort) -> float:
    search = ours.monte_carlo(ours.load(GAME))
    thought = search.think(position, Limits(cpu=effort.seconds(MONTE_CARLO_SECONDS)))
    return ours.simulations_of(search) / thought.cpu_seconds
