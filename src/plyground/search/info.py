"""What searches and solvers found out, as messages that anyone can read."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from plyground.core import wire
from plyground.core.game import Game
from plyground.core.outcome import NAMES
from plyground.core.score import plies_to_end
from plyground.search.solution import Bounds, Question, Verdict
from plyground.search.thought import Line, Thought


def move_texts(game: Game, position: Any, moves: Iterable[int]) -> list[str]:
    """The moves of a line as people write them."""
    texts = []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def info_of(
    game: Game, position: Any, thought: Thought, verdicts: Mapping[int, Verdict | None] = {}
) -> wire.Info:
    """The result of a search of a position, with exact `verdicts` by first move, where known."""
    return wire.Info(
        depth=thought.depth,
        seldepth=thought.seldepth,
        nodes=thought.nodes,
        seconds=thought.seconds,
        cpu_seconds=thought.cpu_seconds,
        nps=nps(thought.nodes, thought.cpu_seconds),
        hashfull=thought.hashfull,
        from_book=thought.from_book,
        lines=tuple(
            line_info(game, position, line, verdicts.get(line.moves[0])) for line in thought.lines
        ),
    )


def nps(nodes: int, cpu_seconds: float) -> int | None:
    """Nodes per second of processor time; None if no time was measured."""
    return round(nodes / cpu_seconds) if cpu_seconds > 0 else None


def line_info(game: Game, position: Any, line: Line, verdict: Verdict | None = None) -> wire.Line:
    """A line of best play from a position; `verdict` counts if the line itself proves none."""
    known = line.verdict or verdict
    return wire.Line(
        moves=tuple(move_texts(game, position, line.moves)),
        score=plain_score(line.score),
        verdict=known and verdict_info(known),
    )


def plain_score(score: int) -> int | None:
    """A score in the units of the evaluation; None if it stands for a win or a loss."""
    return score if plies_to_end(score) is None else None


def verdict_info(verdict: Verdict) -> wire.Verdict:
    """A verdict."""
    return wire.Verdict(cast(Any, NAMES[verdict.outcome]), verdict.plies)


def bounds_info(bounds: Bounds, question: Question | None, names: tuple[str, str]) -> wire.Bounds:
    """What a solver knows and asks; `names` are those of the side to move and of the other."""
    return wire.Bounds(
        least=cast(Any, NAMES[bounds.least]),
        most=cast(Any, NAMES[bounds.most]),
        no_win_within=bounds.no_win,
        no_loss_within=bounds.no_loss,
        won_within=bounds.latest,
        asked=question and wire.Question(names[not question.by_mover], question.plies),
    )
