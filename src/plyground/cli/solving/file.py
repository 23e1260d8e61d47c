"""`plyground solve --file`: many positions, compared with their known scores."""

from typing import TYPE_CHECKING

import typer

from plyground.cli.common import interruptible, print_json, say
from plyground.cli.exit_codes import ExitCode
from plyground.core.game import Game
from plyground.core.plurals import counted

if TYPE_CHECKING:
    from plyground.records.positions import Known
    from plyground.search.exact.driver import ExactSolver
    from plyground.search.limits import Limits
    from plyground.search.solution import Verdict


def solve_file(
    collection: "list[Known]",
    solver: "ExactSolver",
    limits: "Limits",
    weak: bool,
    json: bool,
) -> None:
    """Solve the positions of a file and show each verdict, wrong scores, and a summary."""
    from plyground.api.solve import solve_many
    from plyground.terminal.screen import compile_notice, live_line, messages, output
    from plyground.terminal.solving import SolverLine

    results, errors = output(), messages()
    report = FileReport(solver.game, collection, weak)

    def take(number: int, verdict: "Verdict | None") -> None:
        shown, wrong = report.add(number, verdict)
        if shown and not json:
            results.print(shown, markup=False)
        if wrong:
            errors.print(wrong, markup=False)

    line = SolverLine(solver, solver.game.sides, lambda: f"{report.done:,} of {len(collection):,}")
    place = results if results.is_terminal and not json else errors
    positions = [known.position for known in collection]
    with interruptible() as stopped, compile_notice(solver.game), live_line(line, place):
        solve_many(solver.game, positions, limits=limits, weak=weak, solver=solver, on_found=take)
    _show_summary(report, solver, bool(stopped), json)
    stopped.end()
    if report.wrong:
        raise typer.Exit(ExitCode.DISPROVED)
    if report.solved < len(collection):
        raise typer.Exit(ExitCode.UNSOLVED)


class FileReport:
    """Counts the positions solved, and compares their scores with the known ones."""

    def __init__(self, game: Game, collection: "list[Known]", weak: bool) -> None:
        self.game, self.collection, self.weak = game, collection, weak
        self.done = self.solved = self.checked = self.wrong = 0

    def add(self, number: int, verdict: "Verdict | None") -> tuple[str, str]:
        """Add a verdict; returns the line to show, and the complaint if the known score differs."""
        from plyground.records.positions import score_of

        known = self.collection[number]
        self.done += 1
        if verdict is None:
            return "", ""
        self.solved += 1
        if known.score is None:
            return f"{known.text}  {verdict}", ""
        self.checked += 1
        found = score_of(self.game, known.position, verdict, self.weak)
        sign = (known.score > 0) - (known.score < 0)
        is_wrong = found != (sign if self.weak else known.score)
        self.wrong += is_wrong
        complaint = f"{known.text}: the score is {found}, not {known.score}" if is_wrong else ""
        return f"{known.text}  {verdict}  {found}", complaint


def _show_summary(report: FileReport, solver: "ExactSolver", interrupted: bool, json: bool) -> None:
    summary = {
        "positions": len(report.collection),
        "solved": report.solved,
        "checked": report.checked,
        "wrong": report.wrong,
        "nodes": solver.progress.nodes,
        "cpu_seconds": solver.clock.cpu_seconds,
        "seconds": solver.clock.seconds,
        "interrupted": interrupted,
    }
    if json:
        print_json(summary)
        return
    nodes = counted(solver.progress.nodes, "node")
    say(
        f"{report.solved:,} of {len(report.collection):,} solved, {report.checked:,} compared, "
        f"{report.wrong:,} wrong, {nodes} in {solver.clock.cpu_seconds:.2f} s of CPU"
    )
