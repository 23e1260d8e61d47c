"""`plyground analyse`: the best moves of a position."""

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import (
    GameText,
    Interruption,
    Json,
    Moves,
    PositionText,
    interruptible,
    print_message,
)
from plyground.cli.completing import complete_player
from plyground.cli.defaults import default
from plyground.records.record import Record

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from plyground.api.analyse import Analysis
    from plyground.core.wire import Bounds
    from plyground.players.engine import EnginePlayer
    from plyground.search.exact.driver import ExactSolver
    from plyground.search.limits import Limits
    from plyground.search.thought import Thought

EXAMPLES = (
    "plyground analyse connect-four --moves '4 4' --lines 3",
    "plyground analyse watch-your-back --player negascout:depth=6 --explain",
    "plyground analyse conniption --time 10 --json",
)
_MAX_LINES = 1000


def command(
    game_text: GameText,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Who searches: negascout:depth=8, ...",
            autocompletion=complete_player,
        ),
    ] = "best",
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="SECONDS",
            help="How long to search; default 3, or the player's own limit; inf until Ctrl-C.",
        ),
    ] = None,
    lines: Annotated[
        int, typer.Option("--lines", min=1, max=_MAX_LINES, help="How many best moves to show.")
    ] = 1,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what each feature adds to the evaluation.")
    ] = False,
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
) -> None:
    """Show the best moves with scores and lines.

    Scores are from the point of view of the side to move, in the units of the player's evaluation;
    for mcts they are mean results on a scale from -1000 to 1000. Ctrl-C shows what was found so
    far.
    """
    from plyground.api.analyse import Analysis, analysis_limits

    record = Record(game_text, position_text, moves)
    engine_player = _engine_player(player)
    analysis = Analysis(record, player)
    limits = analysis_limits(engine_player, time)
    limits.check()
    if record.is_over:
        _show_end(analysis, json)
        return
    from plyground.terminal.screen import messages, output

    console = messages() if json else output()
    analysis, stopped = _analyse(analysis, engine_player, limits, lines, console)
    if json:
        known = None if analysis.thought else _known(engine_player, record)
        print_message(analysis.message(explain, known, bool(stopped)))
    else:
        _show(
            console, analysis, "" if analysis.thought else _bounds(engine_player, record), explain
        )
    stopped.end()


def _analyse(
    begun: "Analysis",
    engine_player: "EnginePlayer",
    limits: "Limits",
    lines: int,
    console: "Console",
) -> "tuple[Analysis, Interruption]":
    """Analyse with a player; if it is interrupted, its last thought is the result."""
    from plyground.api.analyse import analyse
    from plyground.terminal.analysis import live_thoughts
    from plyground.terminal.screen import compile_notice, live_line

    record = begun.record
    engine_player.check_for(record)
    seen: list[Thought] = []
    with (
        interruptible() as stopped,
        compile_notice(record.game),
        live_thoughts(console, record.game, record.position) as show,
        contextlib.ExitStack() as waiting,
    ):

        def see(thought: "Thought") -> None:
            waiting.close()
            seen.append(thought)
            show(thought)

        waiting.enter_context(live_line(_waiting_line(engine_player, record)))
        found = analyse(record, engine_player, limits=limits, lines=lines, watch=see)
        return replace(found, player=begun.player), stopped
    evaluation, book = engine_player.make_evaluation(record), engine_player.remember(record)
    thought = seen[-1] if seen else None
    return replace(begun, thought=thought, book=book, evaluation=evaluation), stopped


def _waiting_line(engine_player: "EnginePlayer", record: Record) -> "RenderableType":
    """What is shown before the first result: the progress of the solver, if there is one."""
    from plyground.terminal.solving import SolverLine

    solver = _solver(engine_player, record)
    return SolverLine(solver, record.names) if solver else f"{record.mover} thinks"


def _bounds(engine_player: "EnginePlayer", record: Record) -> str:
    from plyground.terminal.solving import bounds_text

    solver = _solver(engine_player, record)
    return bounds_text(solver.bounds, record.names) if solver else ""


def _known(engine_player: "EnginePlayer", record: Record) -> "Bounds | None":
    from plyground.search.info import bounds_info

    solver = _solver(engine_player, record)
    if solver is None:
        return None
    return bounds_info(solver.bounds, solver.progress.question, record.names)


def _solver(engine_player: "EnginePlayer", record: Record) -> "ExactSolver | None":
    """The solver of a player, if it has one."""
    from plyground.search.solve_or_search import SolveOrSearch

    engine = engine_player.engine(record)
    return engine.solver if isinstance(engine, SolveOrSearch) else None


def _show(console: "Console", analysis: "Analysis", bounds: str, explain: bool) -> None:
    from plyground.terminal.analysis import book_words, explanation, thought_table
    from plyground.terminal.screen import show_board

    record, thought = analysis.record, analysis.thought
    game, position = record.game, record.position
    show_board(console, record)
    console.print(f"{record.mover} to move", markup=False)
    if thought:
        console.print(thought_table(game, position, thought, analysis.verdicts))
    else:
        console.print(f"not solved: {bounds or 'nothing is known yet'}", markup=False)
    if analysis.book:
        move = game.move_text(position, analysis.book.move)
        console.print(f"the book's move: {move}, {book_words(analysis.book)}", markup=False)
    if explain and analysis.evaluation and thought:
        console.print(explanation(game, analysis.evaluation, position, thought.lines[0]))


def _engine_player(text: str) -> "EnginePlayer":
    from plyground.players.engine import make_engine_player

    own = {} if "threads=" in text else {"threads": default("threads")}
    return make_engine_player(text, **own)


def _show_end(analysis: "Analysis", json: bool) -> None:
    """Show the result of a game that is over."""
    if json:
        print_message(analysis.message(explain=False))
        return
    from plyground.terminal.screen import output, show_board

    console = output()
    show_board(console, analysis.record)
    console.print(analysis.record.status, markup=False)
