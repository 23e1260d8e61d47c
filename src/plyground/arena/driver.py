"""Runs a tournament: plays what is not stored yet, and stores every game the moment it ends."""

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

import msgspec

from plyground.arena.game import Order, TournamentJob
from plyground.arena.messages import TournamentGame
from plyground.arena.openings import OpeningList
from plyground.arena.report import Tally, read_tally
from plyground.arena.schedule import Fixture
from plyground.arena.store import Store
from plyground.arena.table import Table
from plyground.core.wire import decode
from plyground.workers.pool import Done, Failed, Finished, Lost, Pool, Task
from plyground.workers.resubmitting import Resubmitting

LOOK_SECONDS: Final = 0.5
"""How long the driver waits for something to happen before it looks at everything again."""
WAITING: Final = 3
"""How many games per worker are submitted ahead: none is idle while another plays a long game."""
APART_AFTER: Final = 3
"""A game whose worker was lost this often is played with both players in processes of their own."""
MAX_LOSSES: Final = 20
"""A game that is lost this often ends the run: something is wrong with the machine. It is that many
since whoever kills workers may well hit one game several times."""


class Progress(NamedTuple):
    """How far a tournament has come."""

    tally: Tally
    played: TournamentGame | None
    """The game that was stored last, if one was."""
    lost: str
    """Why the last worker was lost that was; empty if none was."""


OnProgress = Callable[[Progress], None]


def run(store: Store, pool: Pool, on_progress: OnProgress = lambda progress: None) -> Table:
    """Play until the tournament is over; whatever was stored before stays and counts once."""
    with store.driving():
        return _Driver(store, pool, on_progress).run()


class _Driver:
    """One call of `run`."""

    def __init__(self, store: Store, pool: Pool, on_progress: OnProgress) -> None:
        self.store, self.on_progress = store, on_progress
        self.pool = Resubmitting(pool, MAX_LOSSES, self.remade)
        self.plan = store.plan
        self.job = TournamentJob(self.plan)
        self.openings = OpeningList(self.plan)
        self.tally = read_tally(store)
        self.table = self.tally.table
        self.flying: dict[int, Fixture] = {}

    def run(self) -> Table:
        self.on_progress(Progress(self.tally, None, ""))
        self.submit()
        while self.flying:
            finished = self.pool.finished(LOOK_SECONDS)
            self.take(finished)
            if finished:
                self.submit()
        return self.table

    def submit(self) -> None:
        """Hand out games until enough are under way."""
        if self.table.is_decided:
            return
        room = WAITING * self.pool.size - len(self.flying)
        for fixture in self.table.open_fixtures(room, self.flying):
            self.flying[fixture.number] = fixture
            self.pool.submit(self.task(fixture))

    def remade(self, task: Task, losses: int) -> Task:
        """The task in place of one that was lost."""
        return self.task(self.flying[task.number], apart=losses >= APART_AFTER)

    def task(self, fixture: Fixture, apart: bool = False) -> Task:
        order = Order(
            number=fixture.number,
            round=fixture.round,
            first=fixture.first,
            second=fixture.second,
            opening=[*self.openings[fixture.opening]],
            seed=Random(f"{self.plan.seed} {fixture.number}").randrange(10**8),
            apart=apart,
        )
        question = msgspec.msgpack.encode(order)
        return Task(fixture.number, self.plan.game, self.job, question)

    def take(self, finished: list[Finished]) -> None:
        """Store what is done. What comes together is stored together."""
        games = [decode(one.content, TournamentGame) for one in finished if isinstance(one, Done)]
        self.store.add(games)
        for game in games:
            del self.flying[game.number]
            self.tally.add(game)
            self.on_progress(Progress(self.tally, game, ""))
        for one in finished:
            if isinstance(one, Failed):
                raise one.error
            if isinstance(one, Lost):
                self.on_progress(Progress(self.tally, None, one.reason))
