"""One run of everything, with a bar that shows how far it is."""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Protocol, TypeVar

from rich.console import Console
from rich.progress import Progress

from benchmarks.machine import Machine, this_machine
from benchmarks.races import Finish, all_races, run_race
from benchmarks.sameness import PAIRS, Sameness, compare
from benchmarks.startup import STARTS, Answer, run_start


@dataclass(frozen=True)
class Results:
    """What a run found."""

    machine: Machine
    sameness: list[Sameness]
    races: list[Finish]
    starts: list[Answer]

    @property
    def comparable(self) -> bool:
        return all(pair.verdict == "same" for pair in self.sameness)


class Step(Protocol):
    """Anything with a name to show."""

    @property
    def what(self) -> str: ...


AnyStep = TypeVar("AnyStep", bound=Step)


def run_all() -> Results:
    console = Console(stderr=True)
    # A bar that redraws itself would use up processor time while that is measured.
    bar = Progress(
        console=console, auto_refresh=False, transient=True, disable=not console.is_terminal
    )
    with bar:
        return _run_all(bar)


def _run_all(bar: Progress) -> Results:
    races = all_races()
    bar.add_task("", total=len(PAIRS) + len(races) + len(STARTS))
    return Results(
        machine=this_machine(),
        sameness=[compare(pair) for pair in _shown(bar, PAIRS)],
        races=[run_race(race) for race in _shown(bar, races)],
        starts=[answer for start in _shown(bar, STARTS) for answer in run_start(start)],
    )


def _shown(bar: Progress, steps: Iterable[AnyStep]) -> Iterator[AnyStep]:
    """The steps one by one, each on the bar while it is taken."""
    task = bar.task_ids[0]
    for step in steps:
        bar.update(task, description=step.what, refresh=True)
        yield step
        bar.update(task, advance=1, refresh=True)


def described(results: Results) -> dict[str, Any]:
    """The run as plain values, for JSON."""
    return {
        "machine": asdict(results.machine),
        "sameness": [asdict(pair) | {"verdict": pair.verdict} for pair in results.sameness],
        "races": [asdict(race) | {"verdict": race.verdict} for race in results.races],
        "starts": [asdict(start) | {"verdict": start.verdict} for start in results.starts],
    }
