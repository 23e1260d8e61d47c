"""A game looked at again: how good each move was, and which one turned it.

Every position is thought about once, the last one first, so that what is known of the end helps
with what comes before it. A move costs what the best one promised less than what came of it:

    chance of the mover before   -   chance of the mover after  =  loss
    1 a won game, 1/2 a drawn one, 0 a lost one; in between what the score promises
"""

import math
import statistics
from collections.abc import Callable
from random import Random
from typing import Any, Final, NamedTuple

from plyground.core.errors import BadPosition
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game, legal_moves
from plyground.core.outcome import DRAW, NAMES
from plyground.core.score import final_score, plies_to_end, static_eval
from plyground.players.engine import EnginePlayer
from plyground.records.record import Record
from plyground.search.thought import Line

BEST, FINE, MISTAKE, BLUNDER = "best", "fine", "mistake", "blunder"
GRADES: Final = (BEST, FINE, MISTAKE, BLUNDER)
ALIKE: Final = 0.02
"""Chances that differ by less are the same."""
SMALL: Final = 0.1
"""A loss up to this is no mistake."""
HALF: Final = 0.5
"""A loss above this, more than from a win to a draw, is a blunder."""
NEVER_SURE: Final = 0.96
"""What a judgement promises at most of what a win is worth."""
_GAMES, _PLIES = 8, 200
"""Random games that show how large judgements are."""

Scale = Callable[[int], float]
"""Where a score stands between a loss, -1, and a win, 1."""


class Look(NamedTuple):
    """What a position is worth to the side to move, and how it should go on."""

    chance: float
    line: Line


class JudgedMove(NamedTuple):
    """A move of the game: what it was worth to the mover, beside the best."""

    ply: int
    side: int
    move: int
    grade: str
    before: Look
    after: Look
    """As the other side sees it."""

    @property
    def loss(self) -> float:
        return loss_of(self.move, self.before, self.after)


class Review(NamedTuple):
    """All moves of a game judged, and the ply of the one that turned it, if one did."""

    record: Record
    moves: list[JudgedMove]
    turning_point: int | None

    def number_of(self, side: int, grade: str) -> int:
        return sum((judged.side, judged.grade) == (side, grade) for judged in self.moves)


def review(
    record: Record, thinker: EnginePlayer, progress: Callable[[float], None] = lambda share: None
) -> Review:
    """Judge every move of a game by what a player thinks of it."""
    if not record.moves:
        raise BadPosition("there is no move in this game to review")
    scale = scale_of(record, thinker)
    looks: list[Look] = []
    for played in range(len(record.moves), -1, -1):
        looks.insert(0, look_at(record.before(played), thinker, scale))
        progress(len(looks) / len(record.positions))
    moves = [
        judged(record.before(ply), record.moves[ply], *looks[ply : ply + 2])
        for ply in range(len(record.moves))
    ]
    return Review(record, moves, turning_point(record, moves))


def look_at(record: Record, thinker: EnginePlayer, scale: Scale) -> Look:
    """What a position is worth to the side to move."""
    if record.is_over:
        outcome = record.game.outcome(record.position)
        line = Line((), final_score(outcome, 0), record.position, exact=True)
    else:
        thought = thinker.remember(record) or thinker.think(record)
        line = thought.lines[0]
    return Look(chance_of(line, scale), line)


def chance_of(line: Line, scale: Scale) -> float:
    """From 0 for a lost game to 1 for a won one."""
    if line.outcome == NAMES[DRAW]:
        return 0.5
    if line.outcome:
        return 1.0 if line.score > 0 else 0.0
    return 0.5 + 0.5 * NEVER_SURE * scale(line.score)


def scale_of(record: Record, thinker: EnginePlayer) -> Scale:
    """How a player's scores are to be read."""
    certain = thinker.engine(record).score_scale
    if certain:
        return lambda score: score / certain
    unit = usual_judgement(record.game, thinker.make_evaluation(record))
    return lambda score: math.tanh(score / (2 * unit))


def usual_judgement(game: Game, evaluation: Evaluation) -> float:
    """How far judgements of an evaluation usually are from 0, from positions of random games."""
    random, seen = Random(1), [1.0]
    for _ in range(_GAMES):
        position: Any = game.start()
        for _ in range(_PLIES):
            moves = legal_moves(game, position)
            if not moves:
                break
            seen.append(static_eval(evaluation, game, position))
            position = game.play(position, random.choice(moves))
    return max(1.0, statistics.pstdev(seen))


def loss_of(move: int, before: Look, after: Look) -> float:
    """How much of a game a move gave away.

    What the coach would have played gives nothing away, even if more was seen after it; nor does
    a move after which things look better than before.
    """
    return 0.0 if move == before.line.moves[0] else max(0.0, before.chance - (1 - after.chance))


def judged(record: Record, move: int, before: Look, after: Look) -> JudgedMove:
    """A move with its grade."""
    loss = loss_of(move, before, after)
    if loss > HALF:
        grade = BLUNDER
    elif loss > SMALL:
        grade = MISTAKE
    elif move == before.line.moves[0] or (loss < ALIKE and not is_slower(before, after)):
        grade = BEST
    else:
        grade = FINE
    return JudgedMove(len(record.moves) + 1, record.turn, move, grade, before, after)


def is_slower(before: Look, after: Look) -> bool:
    """Whether a won game takes longer after a move than it had to, or a lost one ends sooner."""
    best, came = plies_to_end(before.line.score), plies_to_end(after.line.score)
    if best is None or came is None:
        return False
    return came + 1 > best if before.line.score > 0 else came + 1 < best


def turning_point(record: Record, moves: list[JudgedMove]) -> int | None:
    """The ply of the move that decided the game.

    The loser's last that gave away a game not yet lost; in a game without one, the costliest.
    """
    costly = [judged for judged in moves if judged.grade in (MISTAKE, BLUNDER)]
    if record.winner is None:
        return max(costly, key=lambda judged: judged.loss).ply if costly else None
    lost = [
        judged
        for judged in costly
        if judged.side != record.winner and judged.before.chance >= HALF - SMALL
    ]
    return lost[-1].ply if lost else None
