"""Grades the moves of a game and finds its turning point.

Every position is searched once, the last one first: the table then already knows the end of the
game when earlier positions are searched. The loss of a move compares winning chances:

    loss = the mover's winning chance before the move - the mover's winning chance after it

A win counts 1, a draw 1/2, a loss 0. A score that proves nothing is scaled to a chance in between.
"""

import math
import statistics
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, NamedTuple

from plyground.boards.html import board_html
from plyground.boards.remarks import COLOURS, NO_REMARKS, Remark, Remarks, trips
from plyground.core.errors import BadPosition
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game, legal_moves
from plyground.core.outcome import DRAW, LOSS, NAMES, WIN
from plyground.core.score import final_score, plies_to_end, score_before, static_eval
from plyground.core.turns import moves_again
from plyground.players.engine import EnginePlayer
from plyground.records.record import Record
from plyground.search.thought import Line

BEST, FINE, MISTAKE, BLUNDER = "best", "fine", "mistake", "blunder"
GRADES: Final = (BEST, FINE, MISTAKE, BLUNDER)
EQUAL_CHANCES: Final = 0.02
"""Winning chances that differ by less count as equal."""
MISTAKE_LOSS: Final = 0.1
"""A move that loses more than this is a mistake."""
BLUNDER_LOSS: Final = 0.5
"""A move that loses more than this, which is more than from a win to a draw, is a blunder."""
NOT_YET_LOST: Final = 0.4
"""With this winning chance or more, a game is not yet lost."""
MAX_UNPROVEN: Final = 0.96
"""How near a score that proves nothing can come to a win (1) or a loss (-1)."""
_SIGNS: Final = {MISTAKE: "?", BLUNDER: "??"}
"""Grades on a picture."""
_SAMPLE_GAMES, _SAMPLE_PLIES = 8, 200
"""The random games in which typical evaluations are measured."""

Scale = Callable[[int], float]
"""Turns a score into a number between -1, a loss, and 1, a win."""


class Assessment(NamedTuple):
    """What the coach found in a position: the winning chance of the side to move, and its line."""

    chance: float
    line: Line


class GradedMove(NamedTuple):
    """A move of the game with its grade, and the positions around it as the coach sees them."""

    ply: int
    """Its number, from 1."""
    side: int
    """Who made it: 0 or 1."""
    move: int
    grade: str
    """`best`, `fine`, `mistake` or `blunder`."""
    before: Assessment
    """The position before the move, from the mover's view."""
    after: Assessment
    """The position after the move, from the view of the side to move then."""
    again: bool = False
    """Whether that is the same side."""

    @property
    def chance_after(self) -> float:
        """The mover's winning chance after the move."""
        return chance_after(self.after, self.again)

    @property
    def loss(self) -> float:
        """How much winning chance the move gave away, from 0 to 1."""
        return loss_of(self.move, self.before, self.after, self.again)

    @property
    def line_after(self) -> Line:
        """The line after the move, with the score that its player sees."""
        line = self.after.line
        return line._replace(score=score_before(line.score, self.again))


class Review(NamedTuple):
    """The graded moves of a game, and its turning point."""

    record: Record
    moves: list[GradedMove]
    turning_point: int | None
    """The ply of the move that decided the game, if there is one."""

    def number_of(self, side: int, grade: str) -> int:
        """How many moves of a side have this grade."""
        return sum((graded.side, graded.grade) == (side, grade) for graded in self.moves)

    def _repr_html_(self) -> str:
        """The board before the turning point with the move and a better one, and all moves with
        their grades, in a notebook."""
        game, record = self.record.game, self.record
        turning = self.moves[self.turning_point - 1] if self.turning_point else None
        caption = f"turning point: ply {turning.ply}" if turning else "no move turned the game"
        rows = [
            (str(one.ply), game.sides[one.side], recorded.text, one.grade)
            for one, recorded in zip(self.moves, record, strict=True)
        ]
        shown = record.before(turning.ply - 1) if turning else record
        remarks = _better_move(shown, turning) if turning else NO_REMARKS
        return board_html(shown, caption, ("ply", "side", "move", "grade"), rows, remarks)


def _better_move(before: Record, graded: GradedMove) -> Remarks:
    """The move that was made, and the one that the coach prefers."""
    best = graded.before.line.moves[0]
    found = trips(before, (graded.move, best))
    said = (
        (best, "best", COLOURS[WIN]),
        (graded.move, _SIGNS.get(graded.grade, ""), COLOURS[LOSS]),
    )
    return Remarks(moves=tuple(Remark(found[move], *how) for move, *how in said if move in found))


def review(
    record: Record, coach: EnginePlayer, progress: Callable[[float], None] = lambda share: None
) -> Review:
    """Grade every move of a game. `progress` is called with the share of positions searched."""
    moves: list[GradedMove] = []
    for graded in graded_moves(record, coach):
        moves.insert(0, graded)
        progress((len(moves) + 1) / len(record.positions))
    return Review(record, moves, turning_point(record, moves))


def graded_moves(
    record: Record, coach: EnginePlayer, after: Assessment | None = None
) -> Iterator[GradedMove]:
    """The moves of a game with their grades, the last one first; `after` is what is known of its
    last position already."""
    if not record.moves:
        raise BadPosition("there is no move in this game to review")
    scale = scale_of(record, coach)
    after = after or assess(record, coach, scale)
    for ply in range(len(record.moves) - 1, -1, -1):
        earlier = record.before(ply)
        before = assess(earlier, coach, scale)
        yield grade_move(earlier, record.moves[ply], before, after)
        after = before


def assess(record: Record, coach: EnginePlayer, scale: Scale) -> Assessment:
    """Search a position, or look it up in the coach's book."""
    if record.is_over:
        outcome = int(record.outcome)
        line = Line((), final_score(outcome, 0), record.position, exact=True)
    else:
        thought = coach.remember(record) or coach.think(record)
        line = thought.lines[0]
    return Assessment(chance_of(line, scale), line)


def chance_of(line: Line, scale: Scale) -> float:
    """The winning chance of the side to move: 0 if the game is lost, 1 if it is won."""
    if line.outcome == NAMES[DRAW]:
        return 0.5
    if line.outcome:
        return 1.0 if line.score > 0 else 0.0
    return 0.5 + 0.5 * MAX_UNPROVEN * scale(line.score)


def scale_of(record: Record, coach: EnginePlayer) -> Scale:
    """How the coach's scores are scaled: by the engine's own scale, or by typical evaluations."""
    score_scale = coach.engine(record).score_scale
    if score_scale:
        return lambda score: score / score_scale
    unit = typical_eval(record.game, coach.make_evaluation(record))
    return lambda score: math.tanh(score / (2 * unit))


def typical_eval(game: Game, evaluation: Evaluation) -> float:
    """How far from 0 the evaluation typically is: its standard deviation in random games."""
    random, seen = Random(1), [1.0]
    for _ in range(_SAMPLE_GAMES):
        position: Any = game.start()
        for _ in range(_SAMPLE_PLIES):
            moves = legal_moves(game, position)
            if not moves:
                break
            seen.append(static_eval(evaluation, game, position))
            position = game.play(position, random.choice(moves))
    return max(1.0, statistics.pstdev(seen))


def loss_of(move: int, before: Assessment, after: Assessment, again: bool = False) -> float:
    """How much winning chance a move gave away.

    The coach's own move loses nothing, even if the search after it finds a lower chance. Neither
    does a move after which the chance is higher than before.
    """
    if move == before.line.moves[0]:
        return 0.0
    return max(0.0, before.chance - chance_after(after, again))


def chance_after(after: Assessment, again: bool) -> float:
    """The winning chance of the side that moved, which may be to move `again`."""
    return after.chance if again else 1 - after.chance


def grade_move(record: Record, move: int, before: Assessment, after: Assessment) -> GradedMove:
    """Grade a move by what it lost."""
    position = record.position
    again = moves_again(record.game, position, record.game.play(position, move))
    loss = loss_of(move, before, after, again)
    if loss > BLUNDER_LOSS:
        grade = BLUNDER
    elif loss > MISTAKE_LOSS:
        grade = MISTAKE
    elif move == before.line.moves[0] or (loss < EQUAL_CHANCES and not is_slower(before, after)):
        grade = BEST
    else:
        grade = FINE
    return GradedMove(len(record.moves) + 1, record.turn, move, grade, before, after, again)


def is_slower(before: Assessment, after: Assessment) -> bool:
    """Whether a move wins later, or loses sooner, than the best one."""
    best, played = plies_to_end(before.line.score), plies_to_end(after.line.score)
    if best is None or played is None:
        return False
    return played + 1 > best if before.line.score > 0 else played + 1 < best


def turning_point(record: Record, moves: list[GradedMove]) -> int | None:
    """The ply of the move that decided the game.

    If a side lost: its last mistake or blunder in a position that was not yet lost. Otherwise the
    costliest mistake or blunder of both sides.
    """
    costly = [graded for graded in moves if graded.grade in (MISTAKE, BLUNDER)]
    if record.winner is None:
        return max(costly, key=lambda graded: graded.loss).ply if costly else None
    decisive = [
        graded
        for graded in costly
        if graded.side != record.winner and graded.before.chance >= NOT_YET_LOST
    ]
    return decisive[-1].ply if decisive else None
