"""A strategy of a proof as a graph, to be walked move by move: the player's one answer, or all
replies of the opponent. Plain Python: no solver."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from plyground.core.errors import BadProof
from plyground.core.outcome import ONGOING
from plyground.core.turns import moves_again
from plyground.proofs.claim import Outlook, Task
from plyground.proofs.file import Proof

OVER: Final = -1
"""Where a move leads that ends the game, or after which there is nothing left to show."""
MAX_MOVES: Final = 400_000
"""No graph has more moves than this."""


class Point(NamedTuple):
    """A position that the strategy can come to."""

    mine: bool
    """Whether the player of the strategy is to move, and so has one move."""
    moves: tuple[str, ...]
    after: tuple[int, ...]
    """By move: the number of the point it leads to, or OVER."""


class Graph(NamedTuple):
    """A strategy. The first point is the position that is proved."""

    task: Task
    points: list[Point]
    longest: list[int]
    """By point: how many plies there are at most until the task is achieved."""


def graph_of(
    proof: Proof, task: Task, on_step: Callable[[int], None] = lambda points: None
) -> Graph:
    """The graph of one of a proof's strategies; `on_step` gets the number of points so far."""
    builder = _Builder(proof, task)
    layer = {proof.position: 0}
    builder.waiting(task.moves_first)
    for left in range(task.max_plies, 0, -1):
        layer = builder.next_layer(layer, left)
        on_step(len(builder.points))
        if not layer:
            break
    points = builder.points
    longest = [0] * len(points)
    for number in range(len(points) - 1, -1, -1):  # what a move leads to comes later
        after = points[number].after
        longest[number] = max((1 + (longest[n] if n != OVER else 0) for n in after), default=0)
    return Graph(task, points, longest)


class _Builder:
    """Follows a strategy layer by layer, as a check does."""

    def __init__(self, proof: Proof, task: Task) -> None:
        self.game, self.task = proof.game, task
        self.strategy = proof.strategies[task]
        self.outlook = Outlook(proof.game, task, proof.look)
        self.points: list[Point] = []
        self.moves = 0

    def waiting(self, mine: bool) -> int:
        """A new point, whose moves are not known yet."""
        self.points.append(Point(mine, (), ()))
        return len(self.points) - 1

    def next_layer(self, layer: dict[Any, int], left: int) -> dict[Any, int]:
        """Give the points of a layer their moves; returns the positions after them."""
        following: dict[Any, int] = {}
        for position, number in layer.items():
            mine = self.points[number].mine
            moves = [self.answer(position, left)] if mine else [*self.game.moves(position)]
            after = [self.lead(position, move, mine, left, following) for move in moves]
            texts = tuple(self.game.move_text(position, move) for move in moves)
            self.points[number] = Point(mine, texts, tuple(after))
            self.moves += len(moves)
            if self.moves > MAX_MOVES:
                raise BadProof(f"the strategy has more than {MAX_MOVES:,} moves to walk through")
        return following

    def lead(
        self, position: Any, move: int, mine: bool, left: int, following: dict[Any, int]
    ) -> int:
        """The point that a move leads to."""
        child = self.game.play(position, move)
        if left == 1 or self.game.outcome(child) != ONGOING:
            return OVER
        if child not in following:
            following[child] = self.waiting(mine == moves_again(self.game, position, child))
        return following[child]

    def answer(self, position: Any, left: int) -> int:
        """The player's move: the one that is written, or the one that looking ahead finds."""
        text = self.strategy.get(position)
        if text is not None:
            return int(self.game.parse_move(position, text))
        found = self.outlook.move(position, left)
        if found is None:
            where = self.game.position_text(position)
            raise BadProof(
                f"{self.task}: at {where!r} there is no move, and looking ahead finds none"
            )
        return found
