"""`plyground solve --all-moves`: the verdict on each legal move."""

from typing import TYPE_CHECKING

import typer

from plyground.cli.common import interruptible, print_message
from plyground.cli.exit_codes import ExitCode
from plyground.cli.solving.task import Task, show_result
from plyground.core.game import legal_moves
from plyground.core.plurals import counted

if TYPE_CHECKING:
    from plyground.api.solve import SolvedMoves
    from plyground.search.exact.driver import ExactSolver
    from plyground.search.solution import Verdict


def solve_moves(task: Task, solver: "ExactSolver") -> None:
    """Solve each legal move, and show all verdicts and the best move."""
    from plyground.api import solve
    from plyground.terminal.screen import compile_notice, live_line
    from plyground.terminal.solving import SolverLine

    game, position = task.record.game, task.record.position
    verdicts: dict[int, Verdict | None] = dict.fromkeys(legal_moves(game, position))
    done: list[int] = []

    def take(move: int, verdict: "Verdict | None") -> None:
        verdicts[move] = verdict
        done.append(move)

    def before() -> str:
        return f"move {min(len(done) + 1, len(verdicts))} of {len(verdicts)}"

    line = SolverLine(solver, task.record.names[::-1], before)
    with interruptible() as stopped, compile_notice(game), live_line(line):
        solve.solve_moves(task.record, solver, limits=task.limits, weak=task.weak, on_found=take)
    progress = solver.progress
    found = solve.SolvedMoves(task.record, verdicts, progress.nodes, progress.seconds)
    if task.json:
        print_message(found.message(bool(stopped)))
    else:
        _print_moves(found)
        show_result(task, found, _unsolved_moves_text(task, bool(stopped), verdicts))
    stopped.end()
    if found.best is None:
        raise typer.Exit(ExitCode.UNSOLVED)


def _unsolved_moves_text(
    task: Task, interrupted: bool, verdicts: "dict[int, Verdict | None]"
) -> str:
    """Why it is not known which move is best."""
    solved = len(verdicts) - [*verdicts.values()].count(None)
    count = f"{solved} of {counted(len(verdicts), 'move')} solved"
    if interrupted:
        return f"not solved: {count}"
    if task.limits != type(task.limits)():
        return f"not solved within these limits: {count}"
    return f"not solved: {count}, and the solver looks no further"


def _print_moves(verdicts: "SolvedMoves") -> None:
    from rich.text import Text

    from plyground.terminal.analysis import verdict_text
    from plyground.terminal.screen import output
    from plyground.terminal.table import bare_table

    shown = bare_table()
    shown.add_column("move", style="bold")
    shown.add_column("perfect play")
    for text, verdict in verdicts.items():
        shown.add_row(Text(text), verdict_text(verdict))
    output().print(shown)
