"""The parts of a run by name, with a progress bar."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.console import Console
from rich.progress import Progress

from benchmarks import (
    alphabeta,
    depth,
    learning,
    matches,
    mcts,
    page,
    playouts,
    recording,
    resist,
    solved,
    solver,
    startup,
    threads,
    workers,
)
from benchmarks.findings import DIFFER, Finding, Step
from benchmarks.machine import Machine, this_machine
from benchmarks.measure import Effort

PARTS = {
    "playouts": playouts.steps,
    "mcts": mcts.steps,
    "alphabeta": alphabeta.steps,
    "solver": solver.steps,
    "depth": depth.steps,
    "recording": recording.steps,
    "threads": threads.steps,
    "workers": workers.steps,
    "startup": startup.steps,
    "page": page.steps,
    "empty": solver.empty_board,
    "random": matches.against_random,
    "documents": matches.against_documents,
    "long": matches.long,
    "longest": matches.longest,
    "resist": resist.steps,
    "learning": learning.steps,
    **solved.PARTS,
}
LONG = {"empty", "random", "documents", "long", "longest", "resist", "learning", *solved.PARTS}
SPEED = [name for name in PARTS if name not in LONG]
"""What is measured by default: matches take hours, the empty board minutes."""


@dataclass(frozen=True)
class Results:
    """What a part found."""

    part: str
    command: str
    machine: Machine
    findings: list[Finding]

    @property
    def comparable(self) -> bool:
        return all(finding.verdict != DIFFER for finding in self.findings)

    def described(self) -> dict[str, Any]:
        """The part as plain values, for JSON."""
        findings = [asdict(found) | {"verdict": found.verdict} for found in self.findings]
        return {
            "part": self.part,
            "command": self.command,
            "machine": asdict(self.machine),
            "findings": findings,
        }


def run_parts(names: Sequence[str], effort: Effort) -> Iterator[Results]:
    """The results of each part, as soon as it is done."""
    console = Console(stderr=True)
    steps = {name: PARTS[name](effort) for name in names}
    # A bar that redraws itself would use processor time, which is being measured.
    bar = Progress(
        console=console, auto_refresh=False, transient=True, disable=not console.is_terminal
    )
    with bar:
        bar.add_task("", total=sum(map(len, steps.values())))
        for name in names:
            command = f"python -m benchmarks {name}{effort.options}"
            yield Results(name, command, this_machine(), [*_found(bar, steps[name])])


def _found(bar: Progress, steps: list[Step]) -> Iterator[Finding]:
    """The findings of the steps one by one; the bar shows the current step."""
    task = bar.task_ids[0]
    for step in steps:
        bar.update(task, description=step.what, refresh=True)
        yield from step.run()
        bar.update(task, advance=1, refresh=True)
