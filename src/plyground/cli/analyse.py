"""`plyground analyse`: what a search thinks of a position."""

import contextlib
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from plyground.cli.common import (
    GameText,
    Interruption,
    Json,
    Moves,
    PositionText,
    interruptible,
    print_json,
    set_up,
    verdict_numbers,
)
from plyground.cli.completing import complete_player
from plyground.cli.usual import usual
from plyground.core.outcome import NAMES
from plyground.core.record import Record
from plyground.core.score import plies_to_end
from plyground.games.registry import make_game

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from plyground.core.evaluation import Evaluation
    from plyground.players.engine import EnginePlayer
    from plyground.search.exact.driver import ExactSolver
    from plyground.search.thought import Line, Thought
    from plyground.terminal.analysis import Verdicts

EXAMPLES = (
    "plyground analyse connect-four --moves '4 4' --lines 3",
    "plyground analyse watch-your-back --player negascout:depth=6 --explain",
    "plyground analyse conniption --time 10 --json",
)
_DEFAULT_SECONDS = 3.0
_NO_END = 1e12
"""This many seconds are as good as unlimited, and no player takes them for none given."""
_MAX_LINES = 1000
_VERDICT_SECONDS, _VERDICT_NODES = 1.0, 3_000_000
"""How much work goes into what perfect play leads to."""


def command(
    game_text: GameText,
    player: Annotated[
        str,
        typer.Option(
            "--player",
            metavar="PLAYER",
            help="Who thinks: negascout:depth=8, ...",
            autocompletion=complete_player,
        ),
    ] = "best",
    time: Annotated[
        float | None,
        typer.Option(
            "--time",
            metavar="SECONDS",
            help="How long it may think; 3 unless the player says; inf until Ctrl-C.",
        ),
    ] = None,
    lines: Annotated[
        int, typer.Option("--lines", min=1, max=_MAX_LINES, help="How many best moves to show.")
    ] = 1,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what each feature of the evaluation adds.")
    ] = False,
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
) -> None:
    """Show the best moves with scores and lines.

    A score is from the side to move's view; what it counts is up to the player's evaluation, and
    for mcts it is the mean result on a scale from -1000 to 1000. Ctrl-C shows what was found by
    then.
    """
    game = make_game(game_text)
    record = Record(game, [set_up(game, position_text, moves)])
    thinker = _thinker(player, time)
    if record.is_over:
        _tell_end(game_text, player, record, json)
        return
    from plyground.terminal.screen import messages, output

    thinker.check_for(record)
    console = messages() if json else output()
    found = _think(thinker, record, lines, console)
    evaluation = thinker.make_evaluation(record) if explain else None
    known = thinker.remember(record)
    if json:
        described = _described(game_text, player, record, found, evaluation)
        print_json(described | {"book": _of_the_book(record, known)})
    else:
        _show(console, record, found, known, evaluation)
    found.stopped.end()


class Found(NamedTuple):
    """What a player thinks of a position, and whether it was interrupted."""

    stopped: Interruption
    thought: "Thought | None"
    verdicts: "Verdicts"
    bounds: str
    """What a solver knew in words, where nothing else was found."""


def _think(thinker: "EnginePlayer", record: Record, lines: int, console: "Console") -> Found:
    """Have a player think; where it is interrupted, the last that was seen counts."""
    from plyground.terminal.analysis import live_thoughts
    from plyground.terminal.screen import compile_notice, live_line

    seen: list[Thought] = []
    verdicts: Verdicts = {}
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

        thinker.watch = see
        waiting.enter_context(live_line(_waiting_line(thinker, record)))
        seen.append(thinker.think(record, lines))
        verdicts = _verdicts(record, seen[-1])
    thought = seen[-1] if seen else None
    return Found(stopped, thought, verdicts, "" if thought else _bounds(thinker, record))


def _waiting_line(thinker: "EnginePlayer", record: Record) -> "RenderableType":
    """What is shown before anything is found: what a solver asks, where one comes first."""
    from plyground.terminal.solving import SolverLine

    solver = _solver(thinker, record)
    return SolverLine(solver, record.names) if solver else f"{record.mover} thinks"


def _bounds(thinker: "EnginePlayer", record: Record) -> str:
    from plyground.terminal.solving import bounds_text

    solver = _solver(thinker, record)
    return bounds_text(solver.bounds, record.names) if solver else ""


def _solver(thinker: "EnginePlayer", record: Record) -> "ExactSolver | None":
    """The solver of a player that has one."""
    from plyground.search.solve_or_search import SolveOrSearch

    engine = thinker.engine(record)
    return engine.solver if isinstance(engine, SolveOrSearch) else None


def _show(
    console: "Console",
    record: Record,
    found: Found,
    known: "Thought | None",
    evaluation: "Evaluation | None",
) -> None:
    from plyground.terminal.analysis import book_words, explanation, thought_table
    from plyground.terminal.screen import show_board

    game, position, thought = record.game, record.position, found.thought
    show_board(console, record)
    console.print(f"{record.mover} to move", markup=False)
    if thought:
        console.print(thought_table(game, position, thought, found.verdicts))
    else:
        console.print(f"not solved: {found.bounds or 'nothing is known yet'}", markup=False)
    if known:
        move = game.move_text(position, known.move)
        console.print(f"the book's move: {move}, {book_words(known)}", markup=False)
    if evaluation and thought:
        console.print(explanation(game, evaluation, position, thought.lines[0]))


def _thinker(text: str, time: float | None) -> "EnginePlayer":
    from plyground.players.engine import make_thinker
    from plyground.search.limits import Limits

    made = make_thinker(text)
    if time is not None or made.given_limits() == Limits():
        made.time = _DEFAULT_SECONDS if time is None else min(time, _NO_END)
        made.limits().check()
    if "threads=" not in text:
        made.threads = usual("threads")
    return made


def _verdicts(record: Record, thought: "Thought") -> "Verdicts":
    """What perfect play leads to after the best moves whose scores do not tell it, where it is
    soon found out."""
    from plyground.search.exact.driver import ExactSolver
    from plyground.search.limits import Limits

    limits = Limits(seconds=_VERDICT_SECONDS, nodes=_VERDICT_NODES)
    moves = [line.moves[0] for line in thought.lines if line.outcome is None]
    if not moves:
        return {}
    found = ExactSolver(record.game).solve_moves(record.position, limits, moves=moves)
    return found if any(found.values()) else {}


def _of_the_book(record: Record, known: "Thought | None") -> dict[str, Any] | None:
    """What the player's book says of the position."""
    if known is None:
        return None
    move = record.game.move_text(record.position, known.move)
    return {"move": move, "score": known.score, "depth": known.depth}


def _tell_end(game_text: str, player: str, record: Record, json: bool) -> None:
    """A game that is over has no best move."""
    outcome = record.game.outcome(record.position)
    if json:
        print_json(_common(game_text, player, record) | {"outcome": NAMES[outcome], "plies": 0})
        return
    from plyground.terminal.screen import output, show_board
    from plyground.terminal.speech import status_text

    console = output()
    show_board(console, record)
    console.print(status_text(record), markup=False)


def _common(game_text: str, player: str, record: Record) -> dict[str, Any]:
    """All that is told of every position, of one that nothing is known of."""
    return {
        "game": game_text,
        "position": record.game.position_text(record.position),
        "player": player,
        "best": None,
        "score": None,
        "outcome": None,
        "plies": None,
        "depth": 0,
        "deepest": 0,
        "nodes": 0,
        "seconds": 0.0,
        "cpu_seconds": 0.0,
        "fill": 0.0,
        "lines": [],
        "book": None,
        "interrupted": False,
    }


def _certain(line: "Line", verdicts: "Verdicts") -> dict[str, Any]:
    """What is known for sure of a line's first move."""
    if line.outcome is None:
        return verdict_numbers(verdicts.get(line.moves[0]))
    return {"outcome": line.outcome, "plies": plies_to_end(line.score)}


def _described(
    game_text: str,
    player: str,
    record: Record,
    found: Found,
    explained: "Evaluation | None",
) -> dict[str, Any]:
    thought, verdicts = found.thought, found.verdicts
    common = _common(game_text, player, record) | {"interrupted": bool(found.stopped)}
    if thought is None:
        return common
    from plyground.evaluations.explain import explain
    from plyground.terminal.analysis import move_texts

    game, position = record.game, record.position
    lines: list[dict[str, Any]] = [
        {
            "moves": move_texts(game, position, line.moves),
            "score": line.score,
            "exact": _certain(line, verdicts),
        }
        for line in thought.lines
    ]
    described = common | {
        "best": game.move_text(position, thought.move),
        "score": thought.score,
        **lines[0]["exact"],
        "depth": thought.depth,
        "deepest": thought.seldepth,
        "nodes": thought.nodes,
        "seconds": thought.seconds,
        "cpu_seconds": thought.cpu_seconds,
        "fill": thought.hashfull,
        "lines": lines,
    }
    if explained:
        described["explain"] = [term._asdict() for term in explain(game, explained, position)]
    return described
