"""A reviewed game as a person reads it."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from plyground.api.review import review
from plyground.core.score import score_before
from plyground.players.engine import EnginePlayer
from plyground.records.record import Record
from plyground.reviews.coach import (
    BEST,
    BLUNDER,
    FINE,
    GRADES,
    MISTAKE,
    JudgedMove,
    Review,
)
from plyground.terminal.analysis import move_texts
from plyground.terminal.palette import BAD, DOUBTFUL, GOOD
from plyground.terminal.screen import compile_notice, progress_bar

_STYLES = {BEST: GOOD, FINE: "", MISTAKE: DOUBTFUL, BLUNDER: f"bold {BAD}"}
_MAX_MOVES = 8
"""How many moves of a better line are shown."""


def review_seen(record: Record, coach: EnginePlayer, plainly: bool = False) -> Review:
    """Review a game while a person waits; plainly, nothing moves meanwhile."""
    if plainly:
        return review(record, coach)
    with compile_notice(record.game), progress_bar("the coach looks at the game") as progress:
        return review(record, coach, progress)


def show_review(console: Console, found: Review, plainly: bool = False) -> None:
    """Every move with its grade, the better ones, and what turned the game."""
    if plainly:
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
    for heading in ("worth", "better"):
        table.add_column(heading)
    for judged in found.moves:
        better = " ".join(better_line(found.record, judged)[:_MAX_MOVES])
        promised = f"{judged.before.line.worth}: {better}" if better else ""
        table.add_row(
            str(judged.ply),
            Text(found.record.game.sides[judged.side]),
            Text(_text(found.record, judged), "bold"),
            Text(judged.grade, _STYLES[judged.grade]),
            Text(worth_after(judged)),
            Text(promised),
        )
    return table


def _words(found: Review, judged: JudgedMove) -> str:
    """A move in a sentence."""
    side, better = found.record.game.sides[judged.side], better_line(found.record, judged)
    said = f"ply {judged.ply}: {side} {_text(found.record, judged)}, {judged.grade}"
    instead = f"; better {better[0]}, {judged.before.line.worth}" if better else ""
    return f"{said}, {worth_after(judged)}{instead}"


def turning_text(found: Review) -> str:
    """What turned the game, in a sentence."""
    if found.turning_point is None:
        return "no move turned the game"
    judged = found.moves[found.turning_point - 1]
    side, move = found.record.game.sides[judged.side], _text(found.record, judged)
    instead = better_line(found.record, judged)
    hint = f"; {instead[0]} was better ({judged.before.line.worth})" if instead else ""
    return f"turning point: ply {judged.ply}, {side} {move}, {worth_after(judged)}{hint}"


def better_line(record: Record, judged: JudgedMove) -> list[str]:
    """What should have been played, and how it goes on; nothing where the move was best."""
    if judged.grade == BEST:
        return []
    return move_texts(record.game, record.positions[judged.ply - 1], judged.before.line.moves)


def worth_after(judged: JudgedMove) -> str:
    """What the move came to, as the one who made it sees it."""
    line = judged.after.line
    return line._replace(score=score_before(line.score)).worth


def _text(record: Record, judged: JudgedMove) -> str:
    return record.game.move_text(record.positions[judged.ply - 1], judged.move)
