"""What counts most for an evaluation in some position: features, or patterns on squares."""

from random import Random
from typing import Any, Final

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.evaluations.explain import REST, explain
from plyground.evaluations.patterns.network import Network
from plyground.evaluations.patterns.strongest import pattern_points
from plyground.learning.messages import Sample, Strong
from plyground.records.record import Record

MOST: Final = 8
MAX_PLIES: Final = 60
SEED: Final = 1


def strongest(game: Game, evaluation: Evaluation, position: Any) -> list[Strong]:
    """What moves a position's score most, up or down."""
    if isinstance(evaluation, Network):
        found = [
            Strong(name=f"pattern {n}", squares=squares, points=round(points, 1))
            for n, (squares, points) in enumerate(pattern_points(game, evaluation, position), 1)
        ]
    else:
        found = [
            Strong(name=term.name, squares=(), points=float(term.points))
            for term in explain(game, evaluation, position)
            if term.name != REST
        ]
    weighty = sorted(found, key=lambda one: -abs(one.points))
    return [one for one in weighty if one.points][:MOST]


def sample_record(game: Game, game_text: str) -> Record:
    """The middle of a random game, the same whenever it is asked for."""
    random, record = Random(SEED), Record(game, game_text=game_text)
    while not record.is_over and len(record.moves) < MAX_PLIES:
        record.push(random.choice(record.legal_moves))
    record.undo((len(record.moves) + 1) // 2)
    return record


def sample_of(game: Game, game_text: str, evaluation: Evaluation) -> Sample | None:
    """A position with what counts most in it; None if nothing does."""
    record = sample_record(game, game_text)
    found = strongest(game, evaluation, record.position)
    if not found:
        return None
    return Sample(
        position=record.position_text,
        moves=tuple(record.move_texts),
        score=float(evaluation.score(game, record.position)),
        strongest=tuple(found),
    )
