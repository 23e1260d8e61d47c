"""Reviews as messages that anyone can read."""

from typing import Any, cast

from plyground.core import wire
from plyground.reviews.coach import GRADES, GradedMove, Review
from plyground.search.info import line_info


def review_info(found: Review) -> wire.Review:
    """A game with the grades of its moves."""
    first, second = (
        {cast(Any, grade): found.number_of(side, grade) for grade in GRADES} for side in (0, 1)
    )
    return wire.Review(
        game=found.record.game_text,
        sides=found.record.game.sides,
        result=cast(Any, found.record.result),
        turning_point=found.turning_point,
        counts=(first, second),
        moves=tuple(_graded_move(found, graded) for graded in found.moves),
    )


def _graded_move(found: Review, graded: GradedMove) -> wire.GradedMove:
    game, position = found.record.game, found.record.positions[graded.ply - 1]
    after = line_info(game, position, graded.line_after._replace(moves=()))
    return wire.GradedMove(
        ply=graded.ply,
        side=graded.side,
        move=game.move_text(position, graded.move),
        grade=cast(Any, graded.grade),
        loss=round(graded.loss, 3),
        chance_before=round(graded.before.chance, 3),
        chance_after=round(graded.chance_after, 3),
        score=after.score,
        verdict=after.verdict,
        best=line_info(game, position, graded.before.line),
    )
