"""`plyground solve --file`: many positions, compared with their known scores."""

from typing import TYPE_CHECKING, NamedTuple

import typer

from plyground.cli.common import interruptible, print_message, say
from plyground.cli.exit_codes import ExitCode
from plyground.core.game import Game
from plyground.core.plurals import counted

if TYPE_CHECKING:
    from plyground.api.pool_solver import PoolSolver
    from plyground.core.wire import SolvedFile, SolvedPosition
    from plyground.records.positions import Known
    from plyground.search.exact.driver import ExactSolver
    from plyground.search.limits import Limits
    from plyground.search.solution import Verdict


class PositionFile(NamedTuple):
    """A file of positions of a game."""

    game_text: str
    path: str
    positions: "list[Known]"


def solve_file(
    file: PositionFile, solver: "ExactSolver | PoolSolver", limits: "Limits", weak: bool, json: bool
) -> None:
    """Solve the positions of a file and show each verdict, wrong scores, and a summary."""
    from plyground.api.solve import solve_many
    from plyground.terminal.screen import compile_notice, live_line, messages, output
    from plyground.terminal.solving import SolverLine

    results, errors = output(), messages()
    report = FileReport(solver.game, file.positions, weak)

    def take(number: int, verdict: "Verdict | None") -> None:
        solved = report.add(number, verdict)
        if json:
            print_message(solved)
        elif verdict:
            results.print(f"{solved.position}  {verdict}{_score_text(solved)}", markup=False)
        if solved.agrees is False:
            wrong = f"the score is {solved.score}, not {solved.file_score}"
            errors.print(f"{solved.position}: {wrong}", markup=False)

    count = len(file.positions)
    line = SolverLine(solver, solver.game.sides, lambda: f"{report.done:,} of {count:,}")
    place = results if results.is_terminal and not json else errors
    positions = [known.position for known in file.positions]
    with interruptible() as stopped, compile_notice(solver.game), live_line(line, place):
        solve_many(solver.game, positions, solver, limits=limits, weak=weak, on_found=take)
        for number in range(report.done, count):  # those that a limit left unsolved
            take(number, None)
    if json:
        print_message(report.summary(file, solver, bool(stopped)))
    else:
        say(report.summary_text(solver))
    stopped.end()
    if report.wrong:
        raise typer.Exit(ExitCode.DISPROVED)
    if report.solved < count:
        raise typer.Exit(ExitCode.UNSOLVED)


def _score_text(solved: "SolvedPosition") -> str:
    return "" if solved.score is None else f"  {solved.score}"


class FileReport:
    """Counts the positions solved, and compares their scores with the known ones."""

    def __init__(self, game: Game, collection: "list[Known]", weak: bool) -> None:
        self.game, self.collection, self.weak = game, collection, weak
        self.done = self.solved = self.checked = self.wrong = 0

    def add(self, number: int, verdict: "Verdict | None") -> "SolvedPosition":
        """Count the verdict on a position, and compare its score with the one in the file."""
        from plyground.core.wire import SolvedPosition
        from plyground.search.info import verdict_info

        known = self.collection[number]
        score, agrees = self._compared(known, verdict)
        self.done += 1
        self.solved += verdict is not None
        self.checked += agrees is not None
        self.wrong += agrees is False
        return SolvedPosition(
            number=number + 1,
            position=known.text,
            verdict=verdict and verdict_info(verdict),
            score=score,
            file_score=known.score,
            agrees=agrees,
        )

    def _compared(
        self, known: "Known", verdict: "Verdict | None"
    ) -> tuple[int | None, bool | None]:
        """The score of a verdict, and whether it is the known one; None where one is missing."""
        from plyground.records.positions import score_of

        if verdict is None or known.score is None:
            return None, None
        score = score_of(self.game, known.position, verdict, self.weak)
        sign = (known.score > 0) - (known.score < 0)
        return score, score == (sign if self.weak else known.score)

    def summary(
        self, file: PositionFile, solver: "ExactSolver | PoolSolver", interrupted: bool
    ) -> "SolvedFile":
        """All positions in numbers."""
        from plyground.core.wire import SolvedFile

        return SolvedFile(
            game=file.game_text,
            file=file.path,
            positions=len(file.positions),
            solved=self.solved,
            checked=self.checked,
            wrong=self.wrong,
            nodes=solver.progress.nodes,
            seconds=solver.clock.seconds,
            cpu_seconds=solver.clock.cpu_seconds,
            interrupted=interrupted,
        )

    def summary_text(self, solver: "ExactSolver | PoolSolver") -> str:
        """The same in a sentence."""
        nodes = counted(solver.progress.nodes, "node")
        return (
            f"{self.solved:,} of {len(self.collection):,} solved, {self.checked:,} compared, "
            f"{self.wrong:,} wrong, {nodes} in {solver.clock.cpu_seconds:.2f} s of CPU"
        )
