"""`plyground solve`: what perfect play leads to."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from plyground.cli.common import (
    GameText,
    Json,
    Moves,
    PositionText,
    interruptible,
    print_json,
    verdict_numbers,
)
from plyground.cli.defaults import default
from plyground.cli.exit_codes import ExitCode
from plyground.core.counted import counted
from plyground.core.errors import BadOption
from plyground.core.game import Game, legal_moves
from plyground.core.outcome import NAMES
from plyground.core.settings import Settings
from plyground.core.sizes import check_threads
from plyground.games.registry import make_game
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.api.solve import SolveResult
    from plyground.records.positions import Known
    from plyground.search.dfpn.driver import ProofSearch
    from plyground.search.exact.driver import ExactSolver
    from plyground.search.limits import Limits
    from plyground.search.solution import Bounds, Question, Verdict

EXAMPLES = (
    "plyground solve connect-four --moves '4 4 4 4 4 2' --all-moves",
    "plyground solve connect-four --file positions.txt --json",
    "plyground solve conniption --method dfpn --proof conniption.proof",
    "plyground solve paths:board=5x6,line=4 --method dfpn --replay",
)
METHODS = ("exact", "dfpn")


class Task(NamedTuple):
    """What is to be solved, and how far."""

    record: Record
    limits: "Limits"
    weak: bool
    json: bool


class SolverConfig(NamedTuple):
    """What is solved with."""

    method: str
    table: str | None
    table_file: str | None
    threads: int


def command(
    game_text: GameText,
    moves: Moves = "",
    position_text: PositionText = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE", help="Positions, one a line.")
    ] = None,
    all_moves: Annotated[
        bool, typer.Option("--all-moves", help="What each move leads to.")
    ] = False,
    weak: Annotated[bool, typer.Option("--weak", help="Who wins, not how soon.")] = False,
    method: Annotated[
        str, typer.Option("--method", metavar="METHOD", help="exact, or dfpn for forced wins.")
    ] = "exact",
    proof: Annotated[
        str | None, typer.Option("--proof", metavar="FILE", help="Write a proof to a new file.")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Play a win out against every answer.")
    ] = False,
    time: Annotated[
        float | None, typer.Option("--time", metavar="SECONDS", help="Give up after so long.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="Give up after N nodes.")
    ] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="SIZE", help=f"Memory of the table; {Settings.table}."),
    ] = None,
    table_file: Annotated[
        str | None,
        typer.Option(
            "--table-file", metavar="FILE", help="Keep the table there, and go on with it later."
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", help=f"Solve with N threads; {Settings.threads}."),
    ] = None,
    json: Json = False,
) -> None:
    """Find out how a position ends if nobody errs.

    With --file each line is a position, such as the columns played in Connect Four, and perhaps the
    score that is known of it; the scores are compared. Ctrl-C tells what is known so far. The exit
    code is 0 where all is solved, 3 where it is not, and 1 where a score or a replay is wrong.
    """
    game = make_game(game_text)
    if threads is None:
        threads = default("threads") if method == "exact" else 1
    config = SolverConfig(method, table, table_file, threads)
    _check(config, file, all_moves, proof, position_text, moves)
    if replay and method != "dfpn":
        raise BadOption("--replay goes with --method dfpn alone")
    from plyground.api.limits import limits_of

    limits = limits_of(time, nodes, None)
    if file is not None:
        from plyground.records.positions import read_positions

        collection = read_positions(file, game)
        with _solver(game, config) as solver:
            _solve_file(collection, solver, limits, weak, json)
        return
    record = Record(game, position_text, moves, game_text=game_text)
    if proof is not None:
        from plyground.core.files import refuse_existing

        refuse_existing(proof)
    task = Task(record, limits, weak, json)
    with _solver(game, config) as solver:
        if record.is_over:
            _tell(task, {}, None, "")
        elif all_moves:
            _solve_moves(task, solver)
        else:
            _solve_position(task, solver, proof, replay)


def _check(
    config: SolverConfig,
    file: str | None,
    all_moves: bool,
    proof: str | None,
    position_text: str | None,
    moves: str,
) -> None:
    """Refuse what does not go together."""
    _check_config(config)
    if file is not None and (all_moves or proof is not None or config.method != "exact"):
        raise BadOption("--file goes with neither --all-moves, --proof nor --method dfpn")
    if file is not None and (position_text is not None or moves):
        raise BadOption("--file brings its own positions: leave out --position and --moves")
    if all_moves and (proof is not None or config.method != "exact"):
        raise BadOption("--all-moves goes with neither --proof nor --method dfpn")


def _check_config(config: SolverConfig) -> None:
    if config.method not in METHODS:
        raise BadOption(f"--method {config.method}: expected {' or '.join(METHODS)}")
    check_threads(config.threads)
    if config.method != "exact" and (config.threads > 1 or config.table_file is not None):
        raise BadOption("--method dfpn goes with neither --threads nor --table-file")


@contextlib.contextmanager
def _solver(game: Game, config: SolverConfig) -> Iterator[Any]:
    """The solver asked for, with a table of that size, or with the one in a file."""
    from plyground.api.solve import make_solver
    from plyground.search.exact.table_file import kept_bytes, kept_table
    from plyground.terminal.screen import live_line

    size = None
    if config.table_file is not None and config.table is None:
        size = kept_bytes(config.table_file)
    table = config.table or default("table") if size is None else str(size)
    solver: Any = make_solver(game, config.method, table=table, threads=config.threads)
    with contextlib.ExitStack() as kept:
        if config.table_file:
            with live_line(f"reading {config.table_file}"):
                kept.enter_context(kept_table(config.table_file, solver))
        try:
            yield solver
        finally:
            with live_line(f"writing {config.table_file}"):
                kept.close()


# --- one position ------------------------------------------------------------------------------


def _solve_position(task: Task, solver: Any, proof: str | None, replay: bool) -> None:
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
    _tell(task, found, verdict, _unsolved_text(found, horizon))
    if proof is not None and "proof" not in found:
        _say(f"{proof} is not written", to_messages=True)
    stopped.end()
    if verdict is None:
        raise typer.Exit(ExitCode.UNSOLVED)
    if replay and found["replay"]["holds"] is False:
        raise typer.Exit(ExitCode.DISPROVED)


def _known(
    task: Task, solver: Any, result: "SolveResult | None", interrupted: bool
) -> dict[str, Any]:
    """What it took, and what is known where there is no verdict."""
    progress = solver.progress
    told: dict[str, Any] = {"nodes": progress.nodes, "seconds": progress.seconds}
    if result is not None:
        told = {"nodes": result.nodes, "seconds": result.seconds}
    told |= {"interrupted": interrupted, "known": None}
    if result is None or result.verdict is None:
        bounds = progress.bounds if result is None else result.bounds
        told["known"] = _described_bounds(task, bounds, progress.question)
    return told


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
    """What came of playing a win out; a draw is not played out, nor what limits do not allow."""
    from plyground.core.outcome import DRAW
    from plyground.terminal.screen import compile_notice, live_line
    from plyground.terminal.solving import ReplayLine

    if verdict.outcome == DRAW:
        return {"holds": None, "moves": 0}
    with compile_notice(task.record.game), live_line(ReplayLine(solver)):
        found = solver.replay(task.record.position, verdict, task.limits)
    return {"holds": found.holds, "moves": found.positions}


def _write_proof(result: "SolveResult", solver: Any, path: str) -> dict[str, Any]:
    from plyground.api.solve import prove
    from plyground.terminal.screen import live_line

    with live_line(f"writing {path}") as show:

        def tell(strategy: str, moves: int) -> None:
            show(f"{strategy}: {counted(moves, 'move')}")

        written = prove(result, path, solver=solver, on_step=tell)
    return {"file": path, "moves": written.size}


def _tell(
    task: Task, found: dict[str, Any], verdict: "Verdict | None", without_verdict: str
) -> None:
    """Say what was found of a position; one that is over tells itself."""
    record = task.record
    if record.is_over:
        found = {"outcome": NAMES[record.game.outcome(record.position)], "plies": 0, "best": None}
        found |= {"nodes": 0, "seconds": 0.0, "interrupted": False, "known": None}
    else:
        found = verdict_numbers(verdict) | found
    if task.json:
        place = record.game.position_text(record.position)
        print_json({"game": record.game_text, "position": place} | found)
        return
    if record.is_over:
        _say(f"the game is over: {record.status}")
        return
    best = f" with {found['best']}" if found["best"] else ""
    _say(f"{record.mover} {verdict}{best}" if verdict else without_verdict)
    _say(f"{counted(found['nodes'], 'node')} in {found['seconds']:.2f} s")
    if "proof" in found:
        written: dict[str, Any] = found["proof"]
        _say(f"{written['file']}: a proof of {counted(written['moves'], 'move')}")
    if "replay" in found:
        _say(_replay_text(found["outcome"], **found["replay"]))


def _unsolved_text(found: dict[str, Any], horizon: int | None) -> str:
    """Why there is no verdict, and what is known without one."""
    known = found["known"] or {"text": "", "asked": None}
    told = known["text"] or "nothing is known yet"
    if horizon is not None:
        return f"not solved: {told}, and the solver looks no further"
    if not found["interrupted"]:
        return f"not solved within these limits: {told}"
    return f"not solved: {told}" + (f"; asked last: {known['asked']}" if known["asked"] else "")


def _replay_text(outcome: str, holds: bool | None, moves: int) -> str:
    if outcome == "draw":
        return "a draw is not played out"
    if holds is None:
        return "it was not played out within these limits"
    told = "holds" if holds else "does not hold"
    return f"it {told} against every answer: {counted(moves, 'move')}"


def _say(line: str, to_messages: bool = False) -> None:
    from plyground.terminal.screen import messages, output

    (messages() if to_messages else output()).print(line, markup=False)


# --- every move --------------------------------------------------------------------------------


def _solve_moves(task: Task, solver: "ExactSolver") -> None:
    from plyground.api.solve import solve_moves
    from plyground.search.solution import best_of
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
        solve_moves(task.record, limits=task.limits, weak=task.weak, solver=solver, on_found=take)
    best = best_of(verdicts)
    texts = {game.move_text(position, move): verdict for move, verdict in verdicts.items()}
    progress = solver.progress
    found = {
        "best": None if best is None else game.move_text(position, best),
        "nodes": progress.nodes,
        "seconds": progress.seconds,
        "moves": {text: verdict_numbers(verdict) for text, verdict in texts.items()},
        "interrupted": bool(stopped),
        "known": None,
    }
    if not task.json:
        _print_moves(texts)
    unsolved = _unsolved_moves_text(task, bool(stopped), verdicts)
    _tell(task, found, None if best is None else verdicts[best], unsolved)
    stopped.end()
    if best is None:
        raise typer.Exit(ExitCode.UNSOLVED)


def _unsolved_moves_text(
    task: Task, interrupted: bool, verdicts: "dict[int, Verdict | None]"
) -> str:
    """Why it is not known which move is best."""
    solved = len(verdicts) - [*verdicts.values()].count(None)
    told = f"{solved} of {counted(len(verdicts), 'move')} solved"
    if interrupted:
        return f"not solved: {told}"
    if any(limit != usual for limit, usual in zip(task.limits, type(task.limits)(), strict=True)):
        return f"not solved within these limits: {told}"
    return f"not solved: {told}, and the solver looks no further"


def _print_moves(verdicts: "dict[str, Verdict | None]") -> None:
    from rich.table import Table
    from rich.text import Text

    from plyground.terminal.analysis import verdict_text
    from plyground.terminal.screen import output

    shown = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    shown.add_column("move", style="bold")
    shown.add_column("perfect play")
    for text, verdict in verdicts.items():
        shown.add_row(Text(text), verdict_text(verdict))
    output().print(shown)


# --- a file of positions -----------------------------------------------------------------------


def _solve_file(
    collection: "list[Known]",
    solver: "ExactSolver",
    limits: "Limits",
    weak: bool,
    json: bool,
) -> None:
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
    _tell_of_file(report, solver, bool(stopped), json)
    stopped.end()
    if report.wrong:
        raise typer.Exit(ExitCode.DISPROVED)
    if report.solved < len(collection):
        raise typer.Exit(ExitCode.UNSOLVED)


class FileReport:
    """What is found of the positions of a file, and compared with what is known of them."""

    def __init__(self, game: Game, collection: "list[Known]", weak: bool) -> None:
        self.game, self.collection, self.weak = game, collection, weak
        self.done = self.solved = self.checked = self.wrong = 0

    def add(self, number: int, verdict: "Verdict | None") -> tuple[str, str]:
        """Take one more verdict: what to show of it, and what is wrong with it."""
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


def _tell_of_file(report: FileReport, solver: "ExactSolver", interrupted: bool, json: bool) -> None:
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
    _say(
        "{solved:,} of {positions:,} solved, {checked:,} compared, {wrong:,} wrong, "
        "{told} in {cpu_seconds:.2f} s of CPU".format(told=nodes, **summary)
    )
