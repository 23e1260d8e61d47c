"""`plyground solve` of one position, with its proof and its replay."""

from typing import TYPE_CHECKING, Any

import typer

from plyground.cli.common import interruptible, say
from plyground.cli.exit_codes import ExitCode
from plyground.cli.solving.task import Task, show_result
from plyground.core.outcome import DRAW, NAMES
from plyground.core.plurals import counted

if TYPE_CHECKING:
    from plyground.api.solve import SolveResult
    from plyground.search.dfpn.driver import ProofSearch
    from plyground.search.solution import Bounds, Question, Verdict


def solve_position(task: Task, solver: Any, proof: str | None, replay: bool) -> None:
    """Solve one position. `proof` is the file for a proof; `replay` plays a win out."""
    from plyground.api.solve import solve
    from plyground.terminal.screen import compile_notice, live_line
    from plyground.terminal.solving import SolverLine

    game = task.record.game
    result: SolveResult | None = None
    found: dict[str, Any] = {"best": None}
    with interruptible() as stopped:
        with compile_notice(game), live_line(SolverLine(solver, task.record.names)):
            result = solve(task.record, limits=task.limits, weak=task.weak, solver=solver)
        found["best"] = result.best
        if result.verdict is not None:
            if proof is not None:
                found["proof"] = _write_proof(result, solver, proof)
            if replay:
                found["replay"] = _replay(task, solver, result.verdict)
    found |= _known(task, solver, result, bool(stopped))
    verdict, horizon = (result.verdict, result.horizon) if result else (None, None)
    show_result(task, verdict, found, _unsolved_text(found, horizon))
    if verdict and not task.json:
        _show_checks(found, verdict)
    if proof is not None and "proof" not in found:
        say(f"{proof} is not written", to_messages=True)
    stopped.end()
    if verdict is None:
        raise typer.Exit(ExitCode.UNSOLVED)
    if replay and found["replay"]["holds"] is False:
        raise typer.Exit(ExitCode.DISPROVED)


def _show_checks(found: dict[str, Any], verdict: "Verdict") -> None:
    """Show the proof that was written and how the replay ended, if they were asked for."""
    if "proof" in found:
        written: dict[str, Any] = found["proof"]
        say(f"{written['file']}: a proof of {counted(written['moves'], 'move')}")
    if "replay" in found:
        say(_replay_text(NAMES[verdict.outcome], **found["replay"]))


def _known(
    task: Task, solver: Any, result: "SolveResult | None", interrupted: bool
) -> dict[str, Any]:
    """Nodes and seconds, and what is known if there is no verdict."""
    progress = solver.progress
    known: dict[str, Any] = {"nodes": progress.nodes, "seconds": progress.seconds}
    if result is not None:
        known = {"nodes": result.nodes, "seconds": result.seconds}
    known |= {"interrupted": interrupted, "known": None}
    if result is None or result.verdict is None:
        bounds = progress.bounds if result is None else result.bounds
        known["known"] = _described_bounds(task, bounds, progress.question)
    return known


def _described_bounds(task: Task, bounds: "Bounds", question: "Question | None") -> dict[str, Any]:
    from plyground.terminal.solving import bounds_text, question_text

    sides = task.record.names
    return {
        "least": NAMES[bounds.least],
        "most": NAMES[bounds.most],
        "no_win_within": bounds.no_win,
        "no_loss_within": bounds.no_loss,
        "text": bounds_text(bounds, sides),
        "asked": question and question_text(question, sides),
    }


def _replay(task: Task, solver: "ProofSearch", verdict: "Verdict") -> dict[str, Any]:
    """Play a win or loss out against every reply, within the limits; a draw is not played out."""
    from plyground.terminal.screen import compile_notice, live_line
    from plyground.terminal.solving import ReplayLine

    if verdict.outcome == DRAW:
        return {"holds": None, "moves": 0}
    with compile_notice(task.record.game), live_line(ReplayLine(solver)):
        found = solver.replay(task.record.position, verdict, task.limits)
    return {"holds": found.holds, "moves": found.positions}


def _write_proof(result: "SolveResult", solver: Any, path: str) -> dict[str, Any]:
    """Write a proof to a new file; returns the file and the number of moves."""
    from plyground.api.solve import prove
    from plyground.terminal.screen import live_line

    with live_line(f"writing {path}") as show:

        def show_step(strategy: str, moves: int) -> None:
            show(f"{strategy}: {counted(moves, 'move')}")

        written = prove(result, path, solver=solver, on_step=show_step)
    return {"file": path, "moves": written.size}


def _unsolved_text(found: dict[str, Any], horizon: int | None) -> str:
    """Why there is no verdict, and what is known instead."""
    known = found["known"] or {"text": "", "asked": None}
    bounds = known["text"] or "nothing is known yet"
    if horizon is not None:
        return f"not solved: {bounds}, and the solver looks no further"
    if not found["interrupted"]:
        return f"not solved within these limits: {bounds}"
    return f"not solved: {bounds}" + (f"; asked last: {known['asked']}" if known["asked"] else "")


def _replay_text(outcome: str, holds: bool | None, moves: int) -> str:
    if outcome == "draw":
        return "a draw is not played out"
    if holds is None:
        return "it was not played out within these limits"
    result = "holds" if holds else "does not hold"
    return f"it {result} against every reply: {counted(moves, 'move')}"
