"""A reviewed game as a person reads it."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from plyground.api.review import review
from plyground.players.engine import EnginePlayer
from plyground.records.record import Record
from plyground.reviews.coach import (
    BEST,
    BLUNDER,
    FINE,
    GRADES,
    MISTAKE,
    GradedMove,
    Review,
)
from plyground.search.info import move_texts
from plyground.terminal.palette import BAD, DOUBTFUL, GOOD
from plyground.terminal.screen import compile_notice, progress_bar
from plyground.terminal.table import bare_table

_STYLES = {BEST: GOOD, FINE: "", MISTAKE: DOUBTFUL, BLUNDER: f"bold {BAD}"}
_MAX_MOVES = 8
"""How many moves of a better line are shown."""


def review_with_progress(record: Record, coach: EnginePlayer, plain: bool = False) -> Review:
    """Review a game with a progress bar; without one if `plain`."""
    if plain:
        return review(record, coach)
    with compile_notice(record.game), progress_bar("the coach looks at the game") as progress:
        return review(record, coach, progress)


def show_review(console: Console, found: Review, plain: bool = False) -> None:
    """Print every move with its grade and the better move, and the turning point."""
    if plain:
        for graded in found.moves:
            console.print(Text(_words(found, graded)))
    else:
        console.print(_moves_table(found))
        console.print()
    for side, name in enumerate(found.record.game.sides):
        counts = ", ".join(f"{found.number_of(side, grade)} {grade}" for grade in GRADES)
        console.print(Text(f"{name}: {counts}"))
    console.print(Text(turning_text(found)))


def _moves_table(found: Review) -> Table:
    table = bare_table()
    table.add_column("", justify="right")
    for heading in ("side", "move", "grade"):
        table.add_column(heading, no_wrap=True)
    for heading in ("score", "better"):
        table.add_column(heading)
    for graded in found.moves:
        better = " ".join(better_line(found.record, graded)[:_MAX_MOVES])
        alternative = f"{graded.before.line.score_text}: {better}" if better else ""
        table.add_row(
            str(graded.ply),
            Text(found.record.game.sides[graded.side]),
            Text(_text(found.record, graded), "bold"),
            Text(graded.grade, _STYLES[graded.grade]),
            Text(score_after(graded)),
            Text(alternative),
        )
    return table


def _words(found: Review, graded: GradedMove) -> str:
    """A move in a sentence."""
    side, better = found.record.game.sides[graded.side], better_line(found.record, graded)
    said = f"ply {graded.ply}: {side} {_text(found.record, graded)}, {graded.grade}"
    instead = f"; better {better[0]}, {graded.before.line.score_text}" if better else ""
    return f"{said}, {score_after(graded)}{instead}"


def turning_text(found: Review) -> str:
    """The turning point in a sentence."""
    if found.turning_point is None:
        return "no move turned the game"
    graded = found.moves[found.turning_point - 1]
    side, move = found.record.game.sides[graded.side], _text(found.record, graded)
    instead = better_line(found.record, graded)
    hint = f"; {instead[0]} was better ({graded.before.line.score_text})" if instead else ""
    return f"turning point: ply {graded.ply}, {side} {move}, {score_after(graded)}{hint}"


def better_line(record: Record, graded: GradedMove) -> list[str]:
    """The better move and the line after it; empty if the move was best."""
    if graded.grade == BEST:
        return []
    return move_texts(record.game, record.positions[graded.ply - 1], graded.before.line.moves)


def score_after(graded: GradedMove) -> str:
    """The score after a move, as its player sees it."""
    return graded.line_after.score_text


def _text(record: Record, graded: GradedMove) -> str:
    return record.game.move_text(record.positions[graded.ply - 1], graded.move)
