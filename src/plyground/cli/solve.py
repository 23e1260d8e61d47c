"""`plyground solve`: what perfect play leads to."""

import contextlib
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from plyground.cli.common import (
    GameText,
    Json,
    Moves,
    PositionText,
    print_json,
    set_up,
    verdict_numbers,
)
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.outcome import NAMES
from plyground.core.record import Record
from plyground.core.sizes import check_threads, parse_size
from plyground.games.registry import make_game

if TYPE_CHECKING:
    from plyground.search.collection import Known
    from plyground.search.limits import Limits
    from plyground.search.proving import ProofSearch
    from plyground.search.solution import Verdict
    from plyground.search.solving import ExactSolver

EXAMPLES = (
    "Examples:  plyground solve connect-four --moves '4 4 4 4 4 2' --all-moves;  "
    "plyground solve connect-four --file positions.txt --json;  "
    "plyground solve conniption --method proof --proof conniption.proof;  "
    "plyground solve paths:board=5x6,line=4 --method proof --replay"
)
USUAL_TABLE = "64MB"
METHODS = ("exact", "proof")
WRONG = 1


class Means(NamedTuple):
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
        str, typer.Option("--method", metavar="METHOD", help="exact, or proof for forced wins.")
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
        int | None, typer.Option("--nodes", metavar="N", help="Give up after so many nodes.")
    ] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="SIZE", help=f"Memory of the table; {USUAL_TABLE}."),
    ] = None,
    table_file: Annotated[
        str | None,
        typer.Option(
            "--table-file", metavar="FILE", help="Keep the table there, and go on with it later."
        ),
    ] = None,
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="Solve with so many.")] = 1,
    json: Json = False,
) -> None:
    """Find out how a position ends if nobody errs.

    With --file each line is a position, such as the columns played in Connect Four, and perhaps the
    score that is known of it; the scores are compared.
    """
    game = make_game(game_text)
    means = Means(method, table, table_file, threads)
    _check(means, file, all_moves, proof, position_text, moves)
    if replay and method != "proof":
        raise BadOption("--replay goes with --method proof alone")
    from plyground.search.limits import UNLIMITED, Limits

    limits = Limits(
        seconds=math.inf if time is None else time, nodes=UNLIMITED if nodes is None else nodes
    )
    limits.check()
    if file is not None:
        from plyground.search.collection import read_positions

        collection = read_positions(file, game)
        with _solver(game, means) as solver:
            _solve_file(file, collection, solver, limits, weak, json)
        return
    record = Record(game, [set_up(game, position_text, moves)])
    if proof is not None:
        from plyground.core.files import refuse_existing

        refuse_existing(proof)
    with _solver(game, means) as solver:
        if record.is_over:
            _tell(game_text, record, {}, None, json)
        elif all_moves:
            _solve_moves(game_text, record, solver, limits, weak, json)
        else:
            _solve_position(game_text, record, solver, limits, weak, proof, replay, json)


def _check(
    means: Means,
    file: str | None,
    all_moves: bool,
    proof: str | None,
    position_text: str | None,
    moves: str,
) -> None:
    """Refuse what does not go together."""
    _check_means(means)
    if file is not None and (all_moves or proof is not None or means.method != "exact"):
        raise BadOption("--file goes with neither --all-moves, --proof nor --method proof")
    if file is not None and (position_text is not None or moves):
        raise BadOption("--file brings its own positions: leave out --position and --moves")
    if all_moves and (proof is not None or means.method != "exact"):
        raise BadOption("--all-moves goes with neither --proof nor --method proof")


def _check_means(means: Means) -> None:
    if means.method not in METHODS:
        raise BadOption(f"--method {means.method}: expected {' or '.join(METHODS)}")
    check_threads("--threads ", means.threads)
    if means.method != "exact" and (means.threads > 1 or means.table_file is not None):
        raise BadOption("--method proof goes with neither --threads nor --table-file")


@contextlib.contextmanager
def _solver(game: Game, means: Means) -> Iterator[Any]:
    """The solver asked for, with a table of that size, or with the one in a file."""
    from plyground.search.proving import ProofSearch
    from plyground.search.solving import ExactSolver
    from plyground.search.table_file import kept_bytes, kept_table

    size = None
    if means.table_file is not None and means.table is None:
        size = kept_bytes(means.table_file)
    if size is None:
        size = parse_size("--table", means.table or USUAL_TABLE)
    if means.method == "proof":
        yield ProofSearch(game, size)
        return
    solver = ExactSolver(game, size, means.threads)
    with kept_table(means.table_file, solver) if means.table_file else contextlib.nullcontext():
        yield solver


# --- one position ------------------------------------------------------------------------------


def _solve_position(
    game_text: str,
    record: Record,
    solver: "ExactSolver | ProofSearch",
    limits: "Limits",
    weak: bool,
    proof: str | None,
    replay: bool,
    json: bool,
) -> None:
    from plyground.terminal.screen import compile_notice, live_line

    game, position = record.game, record.position
    with compile_notice(game), live_line(f"solving {game.name}"):
        solution = solver.solve(position, limits, weak)
    best = None if solution.best is None else game.move_text(position, solution.best)
    found: dict[str, Any] = {"best": best}
    found |= {"nodes": solution.nodes, "seconds": solution.seconds}
    if proof is not None:
        if solution.verdict is None:
            raise BadOption(f"nothing was proven within these limits: {proof} is not written")
        found["proof"] = _write_proof(game_text, record, solver, solution.verdict, proof)
    if replay and solution.verdict is not None:
        found["replay"] = _replay(record, solver, solution.verdict, limits)
    _tell(game_text, record, found, solution.verdict, json)
    if "replay" in found and found["replay"]["holds"] is False:
        raise typer.Exit(WRONG)


def _replay(record: Record, solver: Any, verdict: "Verdict", limits: "Limits") -> dict[str, Any]:
    """What came of playing a win out; a draw is not played out, nor what limits do not allow."""
    from plyground.core.outcome import DRAW
    from plyground.terminal.screen import compile_notice, live_line

    if verdict.outcome == DRAW:
        return {"holds": None, "moves": 0}
    with compile_notice(record.game), live_line("playing it out"):
        found = solver.replay(record.position, verdict, limits)
    return {"holds": found.holds, "moves": found.positions}


def _write_proof(
    game_text: str,
    record: Record,
    solver: "ExactSolver | ProofSearch",
    verdict: "Verdict",
    path: str,
) -> dict[str, Any]:
    from plyground.proofs.write import write_proof
    from plyground.terminal.screen import live_line

    with live_line(f"writing {path}") as show:
        written = write_proof(
            path,
            record.game,
            game_text,
            record.position,
            verdict,
            solver,
            lambda task, moves: show(f"{task}: {moves:,} moves"),
        )
    return {"file": path, "moves": written.size}


def _solve_moves(
    game_text: str,
    record: Record,
    solver: Any,
    limits: "Limits",
    weak: bool,
    json: bool,
) -> None:
    from plyground.search.solution import best_of
    from plyground.terminal.screen import compile_notice, live_line

    game, position = record.game, record.position
    with compile_notice(game), live_line(f"solving every move of {game.name}"):
        verdicts = solver.solve_moves(position, limits, weak)
    best = best_of(verdicts)
    texts = {game.move_text(position, move): verdict for move, verdict in verdicts.items()}
    found: dict[str, Any] = {"best": None if best is None else game.move_text(position, best)}
    found |= {"nodes": solver.nodes, "seconds": solver.seconds}
    found["moves"] = {text: verdict_numbers(verdict) for text, verdict in texts.items()}
    if not json:
        _print_moves(texts)
    _tell(game_text, record, found, None if best is None else verdicts[best], json)


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


def _tell(
    game_text: str, record: Record, found: dict[str, Any], verdict: "Verdict | None", json: bool
) -> None:
    """Say what was found of a position; one that is over tells itself."""
    game, position = record.game, record.position
    if record.is_over:
        found = {"outcome": NAMES[game.outcome(position)], "plies": 0, "best": None}
        found |= {"nodes": 0, "seconds": 0.0}
    else:
        found = verdict_numbers(verdict) | found
    if json:
        print_json({"game": game_text, "position": game.position_text(position)} | found)
        return
    from plyground.terminal.screen import output
    from plyground.terminal.words import standing

    console = output()
    if record.is_over:
        console.print(f"the game is over: {standing(record)}", markup=False)
        return
    best = f" with {found['best']}" if found["best"] else ""
    said = f"{record.mover} {verdict}{best}" if verdict else "not solved within these limits"
    console.print(said, markup=False)
    console.print(f"{found['nodes']:,} nodes in {found['seconds']:.2f} s", markup=False)
    if "proof" in found:
        written: dict[str, Any] = found["proof"]
        console.print(f"{written['file']}: a proof of {written['moves']:,} moves", markup=False)
    if "replay" in found:
        console.print(_replay_text(found["outcome"], **found["replay"]), markup=False)


def _replay_text(outcome: str, holds: bool | None, moves: int) -> str:
    if outcome == "draw":
        return "a draw is not played out"
    if holds is None:
        return "it was not played out within these limits"
    return f"it {'holds' if holds else 'does not hold'} against every answer: {moves:,} moves"


# --- a file of positions -----------------------------------------------------------------------


def _solve_file(
    file: str,
    collection: "list[Known]",
    solver: "ExactSolver",
    limits: "Limits",
    weak: bool,
    json: bool,
) -> None:
    from plyground.search.collection import score_of
    from plyground.terminal.screen import compile_notice, messages, output, progress_bar

    game = solver.game
    positions = [known.position for known in collection]
    with compile_notice(game), progress_bar(f"solving {file}") as progress:
        verdicts = solver.solve_many(
            positions, limits, weak, lambda done: progress(done / len(positions))
        )
    checked, wrong = 0, []
    for known, verdict in zip(collection, verdicts, strict=True):
        if verdict is None:
            continue
        shown = f"{known.text}  {verdict}"
        if known.score is not None:
            checked += 1
            found = score_of(game, known.position, verdict, weak)
            sign = (known.score > 0) - (known.score < 0)
            if found != (sign if weak else known.score):
                wrong.append(f"{known.text}: the score is {found}, not {known.score}")
            shown += f"  {found}"
        if not json:
            output().print(shown, markup=False)
    for line in wrong:
        messages().print(line, markup=False)
    summary = {
        "positions": len(collection),
        "solved": len(verdicts) - verdicts.count(None),
        "checked": checked,
        "wrong": len(wrong),
        "nodes": solver.nodes,
        "cpu_seconds": solver.cpu_seconds,
        "seconds": solver.seconds,
    }
    if json:
        print_json(summary)
    else:
        output().print(
            "{solved:,} of {positions:,} solved, {checked:,} compared, {wrong:,} wrong, "
            "{nodes:,} nodes in {cpu_seconds:.2f} s of CPU".format(**summary),
            markup=False,
        )
    if wrong:
        raise typer.Exit(WRONG)
