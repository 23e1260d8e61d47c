"""`plyground review`: grades the moves of a game."""

import warnings
from typing import TYPE_CHECKING, Annotated, Any

import typer

from plyground.cli.common import Json, Plain, print_json
from plyground.cli.completing import complete_player
from plyground.cli.defaults import default

if TYPE_CHECKING:
    from plyground.reviews.coach import Assessment, GradedMove, Review

EXAMPLES = (
    "plyground review game.txt",
    "plyground review game.txt --by negascout:time=2",
    "plyground review game.txt --json",
)


def command(
    file: Annotated[str, typer.Argument(metavar="RECORD", help="A game as play --save writes it.")],
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="PLAYER",
            help="The coach, such as negascout:time=2.",
            autocompletion=complete_player,
        ),
    ] = None,
    plain: Plain = None,
    json: Json = False,
) -> None:
    """Grade the moves of a game: best, fine, mistake or blunder.

    Each move is compared with the best one: by perfect play if the position can be solved in half
    of the time, or else by a search. The turning point is the move that decided the game.
    """
    from plyground.players.engine import make_engine_player
    from plyground.records.file import load
    from plyground.terminal.review import review_with_progress, show_review
    from plyground.terminal.screen import output

    coach = make_engine_player(default("coach") if by is None else by)
    plain = default("plain") if plain is None else plain
    saved_game, notes = load(file)
    for note in notes:
        warnings.warn(note, stacklevel=1)
    found = review_with_progress(saved_game.record, coach, plain)
    if json:
        print_json({"game": saved_game.record.game_text, **_described(found)})
    else:
        show_review(output(plain), found, plain)


def _described(found: "Review") -> dict[str, Any]:
    from plyground.reviews.coach import GRADES

    sides = found.record.game.sides
    return {
        "result": found.record.result,
        "turning_point": found.turning_point,
        "counts": [{grade: found.number_of(side, grade) for grade in GRADES} for side in (0, 1)],
        "sides": [*sides],
        "moves": [_described_move(found, graded) for graded in found.moves],
    }


def _described_move(found: "Review", graded: "GradedMove") -> dict[str, Any]:
    from plyground.terminal.analysis import move_texts

    record = found.record
    position = record.positions[graded.ply - 1]
    best = move_texts(record.game, position, graded.before.line.moves)
    return {
        "ply": graded.ply,
        "side": record.game.sides[graded.side],
        "move": record.game.move_text(position, graded.move),
        "grade": graded.grade,
        "loss": round(graded.loss, 3),
        "score": graded.line_after.score,
        "exact": _is_known(graded.after),
        "best": {
            "move": best[0],
            "line": best,
            "score": graded.before.line.score,
            "exact": _is_known(graded.before),
        },
    }


def _is_known(assessment: "Assessment") -> bool:
    """Whether the coach has proved how the game ends."""
    return assessment.line.outcome is not None
