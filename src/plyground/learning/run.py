"""Runs a method until its time is over or its games are played; nothing learned is lost."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from plyground.core.compile import rules_digest
from plyground.core.errors import BadOption, PlygroundError
from plyground.core.files import refuse_existing
from plyground.core.game import Game
from plyground.core.options import options_of
from plyground.core.threads import GRACE_SECONDS, Stop, run as run_in_thread, stop_flag
from plyground.games.registry import make_game
from plyground.learning.errors import BadRun, RanAway
from plyground.learning.folder import Folder, create_folder, open_folder
from plyground.learning.ladder import Ladder
from plyground.learning.messages import Learned, LearnPlan, LearnProgress
from plyground.learning.method import Method, Tally, find_method, make_method, next_chunk
from plyground.learning.pooled import LearnJob, Pooled
from plyground.workers.making import check_pool, pool_for_many
from plyground.workers.pool import Pool

MAX_GAMES: Final = 10**12
MAX_MINUTES: Final = 60 * 24 * 365
MAX_THREADS: Final = 64
MAX_PAIRS: Final = 10_000
CHECKPOINT_SECONDS: Final = 20.0
"""How often a checkpoint is written; the first ones come sooner."""
STOP_SECONDS: Final = 10.0
"""How long those of a pool may take to hand in what they have learned, after Ctrl-C."""


class Progress(NamedTuple):
    """How far a run has come."""

    plan: LearnPlan
    tally: Tally
    """All games so far."""
    seconds: float
    cpu_seconds: float
    lines: tuple[LearnProgress, ...]
    """The checkpoints so far."""

    @property
    def left(self) -> float | None:
        """How many seconds it will take still, if that is known."""
        estimates = []
        if self.plan.minutes is not None:
            estimates.append(60 * self.plan.minutes - self.seconds)
        if self.plan.games is not None and self.tally.games:
            missing = self.plan.games - self.tally.games
            estimates.append(missing * self.seconds / self.tally.games)
        return max(min(estimates), 0.0) if estimates else None


OnProgress = Callable[[Progress], None]


def ignore(progress: Progress) -> None:
    """Watch nothing."""


def check_plan(plan: LearnPlan) -> Method:
    """Refuse a plan that cannot be carried out; returns its method."""
    if plan.games is None and plan.minutes is None:
        raise BadOption("there is no limit: expected --minutes or --games")
    if plan.games is not None and not 1 <= plan.games <= MAX_GAMES:
        raise BadOption(f"games={plan.games}: expected from 1 to {MAX_GAMES:,}")
    if plan.minutes is not None and not 0 < plan.minutes <= MAX_MINUTES:
        raise BadOption(f"minutes={plan.minutes:g}: expected more than 0, to {MAX_MINUTES:,}")
    if not 0 <= plan.ladder <= MAX_PAIRS:
        raise BadOption(f"ladder={plan.ladder}: expected from 0 to {MAX_PAIRS:,}")
    if not 1 <= plan.threads <= MAX_THREADS:
        raise BadOption(f"threads={plan.threads}: expected from 1 to {MAX_THREADS}")
    if plan.deterministic and plan.threads > 1:
        raise BadOption(
            f"threads={plan.threads}: a deterministic run has one thread, as two differ in time"
        )
    check_pool(plan.pool, plan.jobs)
    method = method_of(plan)
    if plan.jobs > 1 or plan.pool:
        if plan.deterministic:
            raise BadOption("a deterministic run has one process: leave out jobs and pool")
        if not method.POOLABLE:
            raise BadOption(
                f"the method {method.name} learns in one process: leave out jobs and pool"
            )
    return method


def method_of(plan: LearnPlan) -> Method:
    """The method of a plan, with what the plan says of it."""
    given: dict[str, Any] = {
        "evaluation": plan.evaluation,
        "opponents": plan.opponents,
        "sources": plan.sources,
    }
    wanted = {name: value for name, value in given.items() if value}
    cls, _ = find_method(plan.method, **wanted)
    known = {option.name for option in options_of(cls)}
    for name in wanted:
        if name not in known:
            raise BadOption(f"the method {cls.name} takes no {name}")
    return make_method(plan.method, **wanted)


def new_run(plan: LearnPlan, folder: Path | str | None = None) -> Folder:
    """The folder of a new run; by default its name is that of the file, followed by `.run`."""
    method, game, out = check_plan(plan), make_game(plan.game), Path(plan.out)
    if out.suffix.lower() not in method.ENDINGS:
        endings = " or ".join(method.ENDINGS)
        raise BadOption(
            f"{out.name}: expected a name that ends in {endings}, as {method.name} writes"
        )
    refuse_existing(out)
    if not out.absolute().parent.is_dir():
        raise BadOption(f"{out.parent} is no folder: there is no place for {out.name}")
    path = Path(folder) if folder else out.with_name(f"{out.name}.run")
    return create_folder(path, msgspec.structs.replace(plan, digest=rules_digest(game)))


def resumed(
    path: Path | str,
    minutes: float | None = None,
    games: int | None = None,
    jobs: int | None = None,
    pool: str | None = None,
) -> Folder:
    """The folder of a run that goes on, perhaps with other limits or in other processes."""
    folder = open_folder(Path(path))
    if minutes is not None or games is not None:
        folder.plan = msgspec.structs.replace(folder.plan, minutes=minutes, games=games)
    if jobs is not None or pool is not None:
        folder.plan = msgspec.structs.replace(folder.plan, jobs=jobs or 1, pool=pool)
    check_plan(folder.plan)
    return folder


def run(folder: Folder, on_progress: OnProgress = ignore) -> Learned:
    """Learn until a limit is met; goes on from the last checkpoint if there is one."""
    with folder.driving():
        return _Run(folder, on_progress).run()


class _Run:
    """One call of `run`."""

    def __init__(self, folder: Folder, on_progress: OnProgress) -> None:
        self.folder, self.plan, self.on_progress = folder, folder.plan, on_progress
        self.game: Game = make_game(self.plan.game)
        self.method = check_plan(self.plan)
        self.pooled: Pooled | None = None
        self.tally, self.since = Tally(), Tally()
        self.seconds = self.cpu_seconds = self.written_at = 0.0
        self.number = self.measured = -1
        self.interrupted = False
        self.lines: list[LearnProgress] = []
        self.ladder = Ladder(folder.path, self.plan) if self.plan.ladder else None

    def run(self) -> Learned:
        if self.plan.digest and self.plan.digest != rules_digest(self.game):
            raise BadRun(
                f"{self.folder.path}: the rules of {self.plan.game} have changed since it began: "
                "begin a new run"
            )
        try:
            with pool_for_many(self.plan.pool, self.plan.jobs) as pool:
                self.begin(pool)
                self.restore()
                return self.run_on()
        finally:
            if self.ladder:
                self.ladder.close()

    def begin(self, pool: Pool | None) -> None:
        seed, threads = self.plan.seed, self.plan.threads
        self.method.begin(self.game, seed, threads)
        if pool:
            here: Any = self.method
            there: Any = method_of(self.plan)
            self.pooled = Pooled(here, self.plan.game, LearnJob(there, seed, threads), pool)
            self.pooled.begin()

    def run_on(self) -> Learned:
        try:
            self.learn()
        except KeyboardInterrupt:
            self.interrupted = True
        except RanAway:
            raise
        except PlygroundError:
            if self.since.games:
                self.checkpoint()  # what was learned before stays
            raise
        if self.since.games:
            self.checkpoint()
        if self.ladder and not self.interrupted:
            self.measure_last(self.ladder)
        return self.learned()

    def measure_last(self, ladder: Ladder) -> None:
        """Measure the last checkpoint, if it was not measured already."""
        ladder.collect(wait=True)
        if self.measured < self.number:
            ladder.measure(self.number, self.games)
            ladder.collect(wait=True)

    def restore(self) -> None:
        """Go on from the last checkpoint that can be read; where there is none, write the first."""
        complaints = []
        for number, path in reversed(self.folder.checkpoints().items()):
            try:
                state, counters = self.folder.read(path)
                self.method.restore(state)
                self.method.watched()  # what there is to watch begins here
            except (PlygroundError, KeyError) as error:
                complaints.append(str(error))
                continue
            self.tally = Tally(int(counters["games"]), int(counters["plies"]))
            self.seconds, self.cpu_seconds = counters["seconds"], counters["cpu_seconds"]
            self.number, self.written_at = number, self.seconds
            self.lines = self.folder.progress(number + 1)
            return
        if complaints:
            raise BadRun(complaints[0])
        self.checkpoint()

    def learn(self) -> None:
        chunk = MAX_GAMES if self.pooled else 1  # rounds end by the clock
        while (games := self.games_left(chunk)) > 0 and self.seconds_left > 0:
            began, spent = self.seconds, self.games
            if not self.learn_chunk(games):
                return
            self.on_progress(self.progress)
            self.check()
            if not self.pooled:
                chunk = next_chunk(chunk, self.games - spent, self.seconds - began)
            if self.seconds - self.written_at >= min(CHECKPOINT_SECONDS, 1 + self.seconds / 8):
                self.checkpoint()

    @property
    def games(self) -> int:
        return self.tally.games

    def games_left(self, chunk: int) -> int:
        return chunk if self.plan.games is None else min(chunk, self.plan.games - self.games)

    @property
    def seconds_left(self) -> float:
        return float("inf") if self.plan.minutes is None else 60 * self.plan.minutes - self.seconds

    def learn_chunk(self, games: int) -> bool:
        """Learn from some games; returns whether there may be more."""
        stop, began, cpu = stop_flag(), time.monotonic(), time.process_time()
        end = began + self.seconds_left

        def look() -> None:
            stop[0] = stop[0] or time.monotonic() >= end

        learner, tallies = self.pooled or self.method, []

        def learn(stop: Stop) -> None:
            tallies.append(learner.learn(games, stop))

        grace = STOP_SECONDS if self.pooled else GRACE_SECONDS
        try:
            run_in_thread(learn, stop=stop, on_wait=look, grace=grace)
        finally:  # also if it was interrupted: the games that have ended count
            tally = sum(tallies, Tally())
            self.seconds += time.monotonic() - began
            self.cpu_seconds += time.process_time() - cpu + tally.cpu_seconds
            self.tally += tally
            self.since += tally
        return tally.games > 0 or bool(stop[0])

    def check(self) -> None:
        """Stop where weights ran away."""
        try:
            self.method.check()
        except RanAway as error:
            kept = [*self.folder.checkpoints().values()]
            last = f"; the last good checkpoint is {kept[-1]}" if kept else ""
            raise RanAway(
                f"the weights ran away after {self.games:,} games: {error}: "
                f"try a smaller rate{last}"
            ) from None

    @property
    def progress(self) -> Progress:
        lines = tuple(self.lines)
        return Progress(self.plan, self.tally, self.seconds, self.cpu_seconds, lines)

    def checkpoint(self) -> None:
        """Write what was learned: the state, and the file that players take."""
        self.check()
        self.number += 1
        line = LearnProgress(
            number=self.number,
            games=self.games,
            plies=self.tally.plies,
            seconds=round(self.seconds, 3),
            cpu_seconds=round(self.cpu_seconds, 3),
            first_wins=self.since.first_wins,
            draws=self.since.draws,
            second_wins=self.since.second_wins,
            watched=self.method.watched(),
        )
        self.folder.write(line, self.method.state())
        self.method.write(Path(self.plan.out))
        self.lines.append(line)
        self.since, self.written_at = Tally(), self.seconds
        if self.ladder:
            self.ladder.collect()
            if self.ladder.is_idle:
                self.ladder.measure(self.number, self.games)
                self.measured = self.number
        self.on_progress(self.progress)

    def learned(self) -> Learned:
        return Learned(
            game=self.plan.game,
            method=self.method.name,
            games=self.games,
            plies=self.tally.plies,
            seconds=round(self.seconds, 3),
            cpu_seconds=round(self.cpu_seconds, 3),
            plies_per_second=round(self.tally.plies / max(self.cpu_seconds, 1e-6), 1),
            out=self.plan.out,
            folder=str(self.folder.path),
            checkpoints=self.number + 1,
            interrupted=self.interrupted,
        )
