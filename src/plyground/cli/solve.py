"""`plyground solve`: the result of perfect play."""

import contextlib
from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import typer

from plyground.cli.common import GameText, Jobs, Json, Moves, PoolText, PositionText
from plyground.cli.defaults import default
from plyground.core.errors import BadOption
from plyground.core.files import refuse_existing
from plyground.core.game import Game
from plyground.core.settings import Settings
from plyground.core.sizes import check_threads
from plyground.games.registry import make_game
from plyground.records.record import Record

EXAMPLES = (
    "plyground solve connect-four --moves '4 4 4 4 4 2' --all-moves",
    "plyground solve connect-four --file positions.txt --json",
    "plyground solve connect-four --file positions.txt --jobs 2",
    "plyground solve conniption --method dfpn --proof conniption.proof",
    "plyground solve paths:board=5x6,line=4 --method dfpn --replay",
)


class SolverConfig(NamedTuple):
    """The method, table, threads and processes of the solver."""

    method: str
    table: str | None
    table_file: str | None
    threads: int
    jobs: int
    pool: str | None

    @property
    def has_pool(self) -> bool:
        return self.jobs > 1 or self.pool is not None


def command(
    game_text: GameText,
    moves: Moves = "",
    position_text: PositionText = None,
    file: Annotated[
        str | None,
        typer.Option("--file", metavar="FILE", help="Positions, one per line."),
    ] = None,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="Solve each legal move.")] = False,
    weak: Annotated[bool, typer.Option("--weak", help="Find only who wins, not how soon.")] = False,
    method: Annotated[
        str, typer.Option("--method", metavar="METHOD", help="exact, or dfpn for long forced wins.")
    ] = "exact",
    proof: Annotated[
        str | None, typer.Option("--proof", metavar="FILE", help="Write a proof to a new file.")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Play a win out against every reply.")
    ] = False,
    time: Annotated[
        float | None,
        typer.Option("--time", metavar="SECONDS", help="Give up after this time."),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option("--nodes", metavar="N", help="Give up after N nodes.")
    ] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="SIZE", help=f"Table memory; default {Settings.table}."),
    ] = None,
    table_file: Annotated[
        str | None,
        typer.Option(
            "--table-file", metavar="FILE", help="Keep the table in FILE, to continue later."
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option("--threads", metavar="N", help=f"Use N threads; default {Settings.threads}."),
    ] = None,
    jobs: Jobs = 1,
    pool: PoolText = None,
    json: Json = False,
) -> None:
    """Find out how a position ends with perfect play.

    With --file each line is a position, such as the columns played in Connect Four, with or without
    its known score; known scores are compared. Ctrl-C shows what is known so far. The exit code is
    0 if everything is solved, 3 if not, and 1 if a score or a replay is wrong.
    """
    game = make_game(game_text)
    if threads is None:
        threads = default("threads") if method == "exact" else 1
    config = SolverConfig(method, table, table_file, threads, jobs, pool)
    _check(config, file, all_moves, proof, replay, position_text, moves)
    from plyground.api.limits import limits_of

    limits = limits_of(time, nodes, None)
    if file is not None:
        from plyground.cli.solving.file import PositionFile, solve_file
        from plyground.records.positions import read_positions

        positions = PositionFile(game_text, file, read_positions(file, game))
        used = _pool_solver(game_text, config) if config.has_pool else _solver(game, config)
        with used as solver:
            solve_file(positions, solver, limits, weak, json)
        return
    record = Record(game, position_text, moves, game_text=game_text)
    from plyground.cli.solving.moves import solve_moves
    from plyground.cli.solving.position import solve_position
    from plyground.cli.solving.task import Task, show_finished_game

    task = Task(record, limits, weak, json)
    with _solver(game, config) as solver:
        if record.is_over:
            show_finished_game(task)
        elif all_moves:
            solve_moves(task, solver)
        else:
            solve_position(task, solver, proof, replay)


def _check(
    config: SolverConfig,
    file: str | None,
    all_moves: bool,
    proof: str | None,
    replay: bool,
    position_text: str | None,
    moves: str,
) -> None:
    """Refuse options that exclude each other, and a file that exists for the proof."""
    _check_config(config)
    if config.has_pool and file is None:
        raise BadOption("--jobs and --pool solve many positions at once: they need --file")
    if replay and config.method != "dfpn":
        raise BadOption("--replay needs --method dfpn")
    if file is not None and (all_moves or proof is not None or config.method != "exact"):
        raise BadOption("--file excludes --all-moves, --proof and --method dfpn")
    if file is not None and (position_text is not None or moves):
        raise BadOption("--file has its own positions: leave out --position and --moves")
    if all_moves and (proof is not None or config.method != "exact"):
        raise BadOption("--all-moves excludes --proof and --method dfpn")
    if proof is not None:
        refuse_existing(proof)


def _check_config(config: SolverConfig) -> None:
    from plyground.api.solvers import METHODS

    if config.method not in METHODS:
        raise BadOption(f"--method {config.method}: expected {' or '.join(METHODS)}")
    check_threads(config.threads)
    if config.method != "exact" and (config.threads > 1 or config.table_file is not None):
        raise BadOption("--method dfpn excludes --threads and --table-file")
    if config.has_pool and config.table_file is not None:
        raise BadOption("--table-file is the table of one process: leave out --jobs and --pool")


def _pool_solver(game_text: str, config: SolverConfig) -> contextlib.AbstractContextManager[Any]:
    """A solver in many processes, each with a table of its own."""
    from plyground.api.pool_solver import pool_solver

    table = config.table or default("table")
    solver = f"exact:table={table},threads={config.threads}"
    return pool_solver(game_text, solver, config.jobs, config.pool)


@contextlib.contextmanager
def _solver(game: Game, config: SolverConfig) -> Iterator[Any]:
    """The solver, with its table from `config.table_file` if given, which is written at the end."""
    from plyground.api.solvers import make_solver
    from plyground.search.exact.table_file import kept_bytes, kept_table
    from plyground.terminal.screen import live_line

    size = None
    if config.table_file is not None and config.table is None:
        size = kept_bytes(config.table_file)
    table = config.table or default("table") if size is None else str(size)
    options = {"threads": config.threads} if config.method == "exact" else {}
    solver: Any = make_solver(game, config.method, table=table, **options)
    with contextlib.ExitStack() as kept:
        if config.table_file:
            with live_line(f"reading {config.table_file}"):
                kept.enter_context(kept_table(config.table_file, solver))
        try:
            yield solver
        finally:
            with live_line(f"writing {config.table_file}"):
                kept.close()
