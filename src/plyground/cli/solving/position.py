"""`plyground solve` of one position, with its proof and its replay."""

from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.common import interruptible, print_message, say
from plyground.cli.exit_codes import ExitCode
from plyground.cli.solving.task import Task, show_result
from plyground.core.outcome import DRAW
from plyground.core.plurals import counted

if TYPE_CHECKING:
    from plyground.api.solve import SolveResult
    from plyground.api.solvers import Solver
    from plyground.core.wire import ProofFile, Replay
    from plyground.search.solution import Question, Verdict


def solve_position(task: Task, solver: "Solver", proof: str | None, replay: bool) -> None:
    """Solve one position. `proof` is the file for a proof; `replay` plays a win out."""
    from plyground.api.solve import SolveResult, solve
    from plyground.terminal.screen import compile_notice, live_line
    from plyground.terminal.solving import SolverLine

    result: SolveResult | None = None
    written: ProofFile | None = None
    replayed: Replay | None = None
    with interruptible() as stopped:
        with compile_notice(task.record.game), live_line(SolverLine(solver, task.record.names)):
            result = solve(task.record, solver, limits=task.limits, weak=task.weak)
        if result.verdict and proof is not None:
            written = _write_proof(result, solver, proof)
        if result.verdict and replay:
            replayed = _replay(task, solver, result.verdict)
    progress = solver.progress
    found = result or SolveResult(
        task.record, None, None, progress.nodes, progress.seconds, progress.bounds
    )
    if task.json:
        print_message(found.message(progress.question, written, replayed, bool(stopped)))
    else:
        show_result(task, found, _unsolved_text(found, progress.question, bool(stopped)))
        _show_checks(written, replayed, found.verdict)
    if proof is not None and written is None:
        say(f"{proof} is not written", to_messages=True)
    stopped.end()
    if found.verdict is None:
        raise typer.Exit(ExitCode.UNSOLVED)
    if replayed and replayed.holds is False:
        raise typer.Exit(ExitCode.DISPROVED)


def _show_checks(
    written: "ProofFile | None", replayed: "Replay | None", verdict: "Verdict | None"
) -> None:
    """Show the proof that was written and how the replay ended, if they were asked for."""
    if written:
        say(f"{written.file}: a proof of {counted(written.moves, 'move')}")
    if replayed and verdict:
        say(_replay_text(verdict, replayed))


def _replay(task: Task, solver: Any, verdict: "Verdict") -> "Replay":
    """Play a win or loss out against every reply, within the limits; a draw is not played out."""
    from plyground.core.wire import Replay
    from plyground.terminal.screen import compile_notice, live_line
    from plyground.terminal.solving import ReplayLine

    if verdict.outcome == DRAW:
        return Replay(None, 0)
    with compile_notice(task.record.game), live_line(ReplayLine(solver)):
        found = solver.replay(task.record.position, verdict, task.limits)
    return Replay(found.holds, found.positions)


def _write_proof(result: "SolveResult", solver: "Solver", path: str) -> "ProofFile":
    """Write a proof to a new file."""
    from plyground.api.solve import prove
    from plyground.core.wire import ProofFile
    from plyground.terminal.screen import live_line

    with live_line(f"writing {path}") as show:

        def show_step(strategy: str, moves: int) -> None:
            show(f"{strategy}: {counted(moves, 'move')}")

        written = prove(result, path, solver, on_step=show_step)
    return ProofFile(path, written.size)


def _unsolved_text(found: "SolveResult", question: "Question | None", interrupted: bool) -> str:
    """Why there is no verdict, and what is known instead."""
    from plyground.terminal.solving import bounds_text, question_text

    names = found.record.names
    bounds = bounds_text(found.bounds, names) or "nothing is known yet"
    if found.horizon is not None:
        return f"not solved: {bounds}, and the solver looks no further"
    if not interrupted:
        return f"not solved within these limits: {bounds}"
    return f"not solved: {bounds}" + (
        f"; asked last: {question_text(question, names)}" if question else ""
    )


def _replay_text(verdict: "Verdict", replayed: "Replay") -> str:
    if verdict.outcome == DRAW:
        return "a draw is not played out"
    if replayed.holds is None:
        return "it was not played out within these limits"
    result = "holds" if replayed.holds else "does not hold"
    return f"it {result} against every reply: {counted(replayed.moves, 'move')}"
