"""Analyses and verdicts as a notebook shows them: the board, and a table beside it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from plyground.boards.html import board_html
from plyground.boards.remarks import COLOURS, Remark, Remarks, Trip, trips
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.plurals import counted
from plyground.records.record import Record
from plyground.search.solution import Verdict
from plyground.search.thought import format_score

if TYPE_CHECKING:
    from plyground.api.analyse import AnalysedLine, Analysis
    from plyground.api.solve import SolvedMoves, SolveResult

NUMBERED: Final = 6
"""How many moves of the best line have numbers on the board."""
_LETTERS: Final = {WIN: "W", LOSS: "L", DRAW: "D"}


def analysis_html(analysis: "Analysis") -> str:
    """The board with the best line and the scores of moves, and all lines in a table."""
    record, lines = analysis.record, analysis.lines
    moves = analysis.thought.lines[0].moves if analysis.thought else ()
    found = trips(record, (line.move for line in lines))
    scores = (Remark(found[line.move], *_score_label(line)) for line in lines if line.move in found)
    return board_html(
        record,
        f"{record.status}; {analysis.player}: depth {analysis.depth}, "
        f"{counted(analysis.nodes, 'node')}",
        ("move", "score", "line"),
        ((line.moves[0], line.score_text, " ".join(line.moves[1:])) for line in lines),
        Remarks(_line_trips(record, moves[:NUMBERED]), tuple(scores)),
    )


def _line_trips(record: Record, moves: tuple[int, ...]) -> tuple[Trip, ...]:
    """Where the moves of a line begin and end, as far as squares show them."""
    record, found = record.copy(), []
    for move in moves:
        trip = trips(record, [move]).get(move)
        if trip is None:
            break
        found.append(trip)
        record.push(move)
    return tuple(found)


def _score_label(line: "AnalysedLine") -> tuple[str, str]:
    if line.verdict:
        return _verdict_label(line.verdict)
    return format_score(line.score), COLOURS[DRAW]


def _verdict_label(verdict: Verdict) -> tuple[str, str]:
    """`W9` for a win in 9 plies, `L` for a loss of unknown length, `D` for a draw."""
    plies = verdict.plies if verdict.outcome != DRAW else None
    letter = _LETTERS[verdict.outcome]
    return f"{letter}{plies}" if plies is not None else letter, COLOURS[verdict.outcome]


def solved_moves_html(solved: "SolvedMoves") -> str:
    """The board with the verdict on each move, and the same in a table."""
    verdict = f"{solved.record.mover} {solved.verdict}" if solved.verdict else "not solved"
    return _verdicts_html(solved.record, solved.verdicts, verdict)


def solution_html(solved: "SolveResult") -> str:
    """The board with the move that keeps the verdict."""
    known = {} if solved.move is None else {solved.move: solved.verdict}
    return _verdicts_html(solved.record, known, str(solved))


def _verdicts_html(record: Record, verdicts: Mapping[int, Verdict | None], caption: str) -> str:
    game, position = record.game, record.position
    found = trips(record, verdicts)
    labels = (
        Remark(found[move], *_verdict_label(verdict))
        for move, verdict in verdicts.items()
        if verdict and move in found
    )
    rows = (
        (game.move_text(position, move), str(verdict or "not solved"))
        for move, verdict in verdicts.items()
    )
    remarks = Remarks(moves=tuple(labels))
    return board_html(record, caption, ("move", "perfect play"), rows, remarks)
