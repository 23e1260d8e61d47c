"""What the three ways to solve share: the task, and how its result is shown."""

from typing import TYPE_CHECKING, Any, NamedTuple

from plyground.cli.common import print_json, say, verdict_numbers
from plyground.core.outcome import NAMES
from plyground.core.plurals import counted
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.search.limits import Limits
    from plyground.search.solution import Verdict


class Task(NamedTuple):
    """What to solve, and within which limits."""

    record: Record
    limits: "Limits"
    weak: bool
    json: bool


def show_finished_game(task: Task) -> None:
    """Show the result of a game that is over."""
    if task.json:
        print_json(
            _described(task)
            | {"outcome": NAMES[task.record.outcome], "plies": 0, "best": None}
            | {"nodes": 0, "seconds": 0.0, "interrupted": False, "known": None}
        )
    else:
        say(f"the game is over: {task.record.status}")


def show_result(
    task: Task, verdict: "Verdict | None", found: dict[str, Any], unsolved: str
) -> None:
    """Show a verdict with the numbers found; `unsolved` is the sentence if there is no verdict."""
    if task.json:
        print_json(_described(task) | verdict_numbers(verdict) | found)
        return
    best = f" with {found['best']}" if found["best"] else ""
    say(f"{task.record.mover} {verdict}{best}" if verdict else unsolved)
    say(f"{counted(found['nodes'], 'node')} in {found['seconds']:.2f} s")


def _described(task: Task) -> dict[str, Any]:
    return {"game": task.record.game_text, "position": task.record.position_text}
