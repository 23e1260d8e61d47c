"""What counts most for an evaluation in some position: features, or patterns on squares."""

from random import Random
from typing import Any, Final

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.evaluations.explain import REST, explain
from plyground.learning.messages import Sample, Strong
from plyground.records.record import Record

MOST: Final = 8
MAX_PLIES: Final = 60
SEED: Final = 1


def strongest(game: Game, evaluation: Evaluation, position: Any) -> list[Strong]:
    """What moves a position's score most, up or down."""
    found = [
        Strong(name=term.name, squares=term.squares, points=float(term.points))
        for term in explain(game, evaluation, position)
        if term.name != REST and term.points
    ]
    return sorted(found, key=lambda one: -abs(one.points))[:MOST]


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
