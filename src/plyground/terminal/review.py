"""A reviewed game as a person reads it."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from plyground.core.record import Record
from plyground.core.score import score_before
from plyground.players.engine import EnginePlayer
from plyground.review.coach import (
    BEST,
    BLUNDER,
    FINE,
    GRADES,
    MISTAKE,
    JudgedMove,
    Review,
    review,
)
from plyground.terminal.analysis import move_texts
from plyground.terminal.palette import BAD, DOUBTFUL, GOOD
from plyground.terminal.screen import compile_notice, progress_bar

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
        for judged in found.moves:
            console.print(Text(_words(found, judged)))
    else:
        console.print(_moves_table(found))
        console.print()
    for side, name in enumerate(found.record.game.sides):
        counts = ", ".join(f"{found.number_of(side, grade)} {grade}" for grade in GRADES)
        console.print(Text(f"{name}: {counts}"))
    console.print(Text(turning_text(found)))


def _moves_table(found: Review) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("", justify="right")
    for heading in ("side", "move", "grade"):
        table.add_column(heading, no_wrap=True)
    for heading in ("score", "better"):
        table.add_column(heading)
    for judged in found.moves:
        better = " ".join(better_line(found.record, judged)[:_MAX_MOVES])
        alternative = f"{judged.before.line.score_text}: {better}" if better else ""
        table.add_row(
            str(judged.ply),
            Text(found.record.game.sides[judged.side]),
            Text(_text(found.record, judged), "bold"),
            Text(judged.grade, _STYLES[judged.grade]),
            Text(score_after(judged)),
            Text(alternative),
        )
    return table


def _words(found: Review, judged: JudgedMove) -> str:
    """A move in a sentence."""
    side, better = found.record.game.sides[judged.side], better_line(found.record, judged)
    said = f"ply {judged.ply}: {side} {_text(found.record, judged)}, {judged.grade}"
    instead = f"; better {better[0]}, {judged.before.line.score_text}" if better else ""
    return f"{said}, {score_after(judged)}{instead}"


def turning_text(found: Review) -> str:
    """The turning point in a sentence."""
    if found.turning_point is None:
        return "no move turned the game"
    judged = found.moves[found.turning_point - 1]
    side, move = found.record.game.sides[judged.side], _text(found.record, judged)
    instead = better_line(found.record, judged)
    hint = f"; {instead[0]} was better ({judged.before.line.score_text})" if instead else ""
    return f"turning point: ply {judged.ply}, {side} {move}, {score_after(judged)}{hint}"


def better_line(record: Record, judged: JudgedMove) -> list[str]:
    """The better move and the line after it; empty if the move was best."""
    if judged.grade == BEST:
        return []
    return move_texts(record.game, record.positions[judged.ply - 1], judged.before.line.moves)


def score_after(judged: JudgedMove) -> str:
    """The score after a move, as its player sees it."""
    line = judged.after.line
    return line._replace(score=score_before(line.score)).score_text


def _text(record: Record, judged: JudgedMove) -> str:
    return record.game.move_text(record.positions[judged.ply - 1], judged.move)
