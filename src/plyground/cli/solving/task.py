"""What the three ways to solve share: the task, and how its result is shown."""

from typing import TYPE_CHECKING, NamedTuple

from plyground.cli.common import print_message, say
from plyground.core.plurals import counted
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.api.solve import SolvedMoves, SolveResult
    from plyground.search.limits import Limits


class Task(NamedTuple):
    """What to solve, and within which limits."""

    record: Record
    limits: "Limits"
    weak: bool
    json: bool


def show_finished_game(task: Task) -> None:
    """Show the result of a game that is over."""
    from plyground.api.solve import solve

    if task.json:
        print_message(solve(task.record).message())
    else:
        say(f"the game is over: {task.record.status}")


def show_result(task: Task, found: "SolveResult | SolvedMoves", unsolved: str) -> None:
    """Show a verdict with its cost; `unsolved` is the sentence if there is no verdict."""
    best = f" with {found.best}" if found.best else ""
    say(f"{task.record.mover} {found.verdict}{best}" if found.verdict else unsolved)
    say(f"{counted(found.nodes, 'node')} in {found.seconds:.2f} s")
