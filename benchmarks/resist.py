"""What resisting gains: lost positions played on against players that make mistakes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, ClassVar, NamedTuple

from benchmarks.findings import Step
from benchmarks.measure import Effort
from plyground import Game, make_game
from plyground.core.game import legal_moves
from plyground.core.outcome import LOSS
from plyground.live.game import LiveGame
from plyground.players.engine import make_engine_player
from plyground.players.player import make_player
from plyground.records.record import Record
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import Limits
from plyground.search.solution import Solver

POSITIONS = 100
MIN_PLIES = 6
"""Positions that are lost in fewer plies than this are left out."""
ENOUGH = Limits(nodes=2_000_000)
"""Positions that take longer to solve are left out too."""


class Trial(NamedTuple):
    """A game, the losing player, the solver that finds lost positions, and their range of plies."""

    game: str
    player: str
    solver: Callable[[Game], Solver]
    plies: tuple[int, int]


TRIALS = [
    Trial("connect-four", "solver:nodes=20000000,book=", ExactSolver, (10, 18)),
    Trial("conniption", "negascout:nodes=100000", ProofSearch, (4, 12)),
]
OPPONENTS = ["negascout:depth=2", "negascout:depth=4", "negascout:depth=6", "mcts:simulations=500"]


@dataclass(frozen=True)
class Resisted:
    """How many points the losing player saved, with and without looking for the hardest move."""

    TITLE: ClassVar = "Points saved in lost positions"
    HEADINGS: ClassVar = [
        "game",
        "lost player",
        "opponent",
        "positions",
        "longest move",
        "resisting",
    ]

    game: str
    player: str
    opponent: str
    positions: int
    before: float
    after: float

    @property
    def verdict(self) -> str:
        return ""

    def row(self) -> list[str]:
        names = [f"`{name}`" for name in (self.game, self.player, self.opponent)]
        return [*names, str(self.positions), f"{self.before:g}", f"{self.after:g}"]


def lost_positions(trial: Trial) -> Iterator[Any]:
    """Positions of random games that the side to move loses, but not soon."""
    game, random = make_game(trial.game), Random(1)
    solver = trial.solver(game)
    while True:
        position = game.start()
        for _ in range(random.randint(*trial.plies)):
            moves = legal_moves(game, position)
            position = game.play(position, random.choice(moves)) if moves else position
        if len(legal_moves(game, position)) > 1:
            verdict = solver.solve(position, ENOUGH).verdict
            if verdict and verdict.outcome == LOSS and (verdict.plies or 0) >= MIN_PLIES:
                yield position


def points_of(trial: Trial, opponent: str, position: Any, resists: bool) -> float:
    """The points that the side to move gets from a lost position."""
    record = Record(make_game(trial.game), position)
    lost: Any = make_engine_player(trial.player)
    if not resists:
        lost.resist = lambda record, thought, book: thought
    side, other = record.turn, make_player(opponent)
    LiveGame(record, *((other, lost) if side else (lost, other))).play()
    return 0.5 if record.winner is None else float(record.winner == side)


def resisted(trial: Trial, opponent: str, positions: list[Any]) -> Resisted:
    before, after = (
        sum(points_of(trial, opponent, position, resists) for position in positions)
        for resists in (False, True)
    )
    return Resisted(trial.game, trial.player, opponent, len(positions), before, after)


def steps(effort: Effort) -> list[Step]:
    return [_step(trial, effort.of(POSITIONS)) for trial in TRIALS]


def _step(trial: Trial, number: int) -> Step:
    def run() -> list[Resisted]:
        positions = [*islice(lost_positions(trial), number)]
        return [resisted(trial, opponent, positions) for opponent in OPPONENTS]

    return Step(f"{trial.game}, lost", run)
