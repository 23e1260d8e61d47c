"""Monte Carlo: the tree of a search as it grows, and any node of it from near."""

import threading
from typing import Final, Literal, NamedTuple

import msgspec

from plyground.core.errors import GameOver
from plyground.core.memory import Memory
from plyground.core.wire import Message, Part, Sides, decode, encode
from plyground.evaluations.registry import make_evaluation
from plyground.live.job import Job, Tell
from plyground.records.record import Record
from plyground.search.engines import make_engine
from plyground.search.limits import Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.kernel import (
    EXPLORATION,
    PROVEN_DRAW,
    PROVEN_LOSS,
    PROVEN_WIN,
    ROOT,
    USED,
)
from plyground.search.mcts.tree import (
    RootMove,
    TreeNode,
    most_visited,
    node_after,
    read_children,
    read_node,
)
from plyground.search.thought import Thought, Watch
from plyground.web.messages import Request
from plyground.web.outbox import PROGRESS_SECONDS, Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, handles
from plyground.web.work import Task, Work

WORK: Final = "mcts"
MAX_SHOWN: Final = 200
"""How many nodes are shown below the one in view."""
MAX_SIMULATIONS: Final = 1_000_000_000
Proof = Literal["win", "draw", "loss"]
PROOFS: Final[dict[int, Proof]] = {
    PROVEN_WIN: "win",
    PROVEN_DRAW: "draw",
    PROVEN_LOSS: "loss",
}
TURNED: Final[dict[Proof, Proof]] = {"win": "loss", "draw": "draw", "loss": "win"}


# --- messages ----------------------------------------------------------------------------------


class GrowTree(Request, frozen=True, kw_only=True):
    """Let a Monte Carlo search grow a tree, and show the part of it below some moves. Another part
    of the same tree is shown if only `below` or the limits are others."""

    game: str
    moves: tuple[str, ...]
    start: str | None
    below: tuple[str, ...]
    """The moves from the root to the node in view."""
    search: str
    """The search with its options: `mcts:exploration=1.4`."""
    number: int
    """Another number begins another tree."""
    simulations: int
    """How many there shall be in all; 0: look at the tree as it is."""
    rate: int
    """How many simulations a second; 0: as many as possible."""


class PauseTree(Request, frozen=True, kw_only=True):
    """Let a tree grow no further for now."""

    number: int


class TreeMove(Part, frozen=True, kw_only=True):
    """A move from the node in view."""

    move: str
    visits: int
    value: float | None
    """The mean result for the one who makes it, from 0 (a loss) to 1; null: never tried."""
    proof: Proof | None
    """What is certain for the one who makes it."""
    bound: float | None
    """Its upper confidence bound (UCB1); null: it is tried next."""


class TreeShown(Message, frozen=True, kw_only=True):
    """The part of a tree that is in view: its most visited nodes in columns, each after its parent;
    the first is the node in view."""

    number: int
    below: tuple[str, ...]
    sides: Sides
    turn: int
    """The side to move at the node in view."""
    simulations: int
    """How many there have been in all."""
    seconds: float
    """For how long it has been growing."""
    hashfull: float
    """The share of its memory that is in use."""
    is_done: bool
    """Whether it has ended: its limit is met, or the result is proven."""
    value: float | None
    """The mean result for the side to move at the node in view, from 0 to 1."""
    proof: Proof | None
    """What is certain for that side."""
    parents: tuple[int, ...]
    """By node: the number of the node above it; -1 for the first."""
    moves: tuple[str, ...]
    movers: tuple[int, ...]
    """By node: the side that made the move."""
    visits: tuple[int, ...]
    values: tuple[float, ...]
    """By node: the mean result for the side that made the move, from 0 to 1."""
    proofs: tuple[Proof | None, ...]
    children: tuple[TreeMove, ...]
    """All moves from the node in view: wins that are proven, then the most visited, losses last."""


# --- the view ----------------------------------------------------------------------------------


@handles(GrowTree, PauseTree)
class MctsView(View):
    """Grows one tree at a time."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.work = Work(services, outbox, WORK)
        self.number = 0

    def handle(self, request: GrowTree | PauseTree) -> None:
        if isinstance(request, PauseTree):
            if request.number == self.number:
                self.work.stop()
            return
        root = self.services.record(request.game, request.moves, request.start)
        if root.is_over:
            raise GameOver(f"{root.status}: there is nothing to search")
        for move in request.below:
            root.push(move)
        search, self.number = self.services.offers.player(request.search), request.number
        asked = Asked(min(request.simulations, MAX_SIMULATIONS), request.rate)
        self.work.begin(
            Task(
                MctsJob(search, len(request.moves), request.number),
                root,
                self.hear,
                self.hear,
                msgspec.json.encode(asked),
            )
        )

    def close(self) -> None:
        self.work.close()

    def hear(self, content: bytes) -> None:
        """The tree has grown."""
        self.outbox.put_progress(WORK, decode(content, TreeShown))


# --- in the process of an engine ---------------------------------------------------------------


class Asked(NamedTuple):
    """What is asked of a tree that may have grown before."""

    simulations: int
    rate: int


class MctsJob(Job):
    """Keeps its tree as long as nothing but the part in view and the limits change."""

    def __init__(self, search: str, plies: int, number: int) -> None:
        super().__init__()
        self.search, self.plies, self.number = search, plies, number
        self.engine: MctsEngine | None = None
        self.seconds = 0.0
        """For how long the tree was growing before this search."""

    def run(self, record: Record, tell: Tell) -> bytes:
        asked = msgspec.json.decode(self.question, type=Asked)
        if self.engine is None:
            evaluation = make_evaluation(record.game, "default")
            made = make_engine(self.search, record.game, evaluation)
            assert isinstance(made, MctsEngine)
            self.engine = made

        def watch(thought: Thought) -> None:
            tell(encode(self.shown(record, thought.seconds)))

        self.grow(self.engine, record.before(self.plies), asked, watch)
        is_done = asked.simulations > 0 and not self.goes_on(asked)
        return encode(self.shown(record, 0.0, is_done))

    def grow(self, engine: MctsEngine, root: Record, asked: Asked, watch: Watch) -> None:
        """Until there are as many simulations as asked for, in steps where it shall be slow."""
        step = max(1, round(asked.rate * PROGRESS_SECONDS)) if asked.rate else asked.simulations
        while self.goes_on(asked) and not self.stop_signal.is_set:
            limits = Limits(simulations=min(step, asked.simulations - self.simulations))
            with self.stop_signal.passed_on(engine.stop_signal):
                thought = engine.think(root.position, limits, 1, watch, root.history)
            if asked.rate:
                watch(thought)
                self.wait(step / asked.rate)
            self.seconds += max(thought.seconds, step / asked.rate if asked.rate else 0.0)

    def wait(self, seconds: float) -> None:
        """Do nothing for a while, unless there is a stop."""
        stopped = threading.Event()
        with self.stop_signal.halting(stopped.set):
            stopped.wait(seconds)

    @property
    def tree(self) -> Memory:
        assert self.engine is not None
        return self.engine.trees[0]

    @property
    def simulations(self) -> int:
        """How many there have been in all."""
        return read_node(self.tree, ROOT).found.visits

    def goes_on(self, asked: Asked) -> bool:
        """Whether the limit is not met, nor the result proven."""
        root = read_node(self.tree, ROOT).found
        return not root.proof and root.visits < asked.simulations

    def shown(self, record: Record, seconds: float, is_done: bool = False) -> TreeShown:
        """The part of the tree below the last position of a game."""
        tree, game = self.tree, record.game
        place = node_after(tree, record.moves[self.plies :])
        nodes = most_visited(tree, place, MAX_SHOWN) if place is not None else []
        top = nodes[0].found if nodes else RootMove(0, 0, 0, 0)
        same = bool(nodes and nodes[0].again)
        moves, movers = named(record, nodes)
        proof = PROOFS.get(top.proof)
        return TreeShown(
            number=self.number,
            below=tuple(record.move_texts[self.plies :]),
            sides=game.sides,
            turn=record.turn,
            simulations=self.simulations,
            seconds=self.seconds + seconds,
            hashfull=int(tree[USED]) / len(tree),
            is_done=is_done,
            value=turned(value_of(top), same),
            proof=proof if same or proof is None else TURNED[proof],
            parents=tuple(node.parent for node in nodes),
            moves=moves,
            movers=movers,
            visits=tuple(node.found.visits for node in nodes),
            values=tuple(value_of(node.found) or 0.0 for node in nodes),
            proofs=tuple(PROOFS.get(node.found.proof) for node in nodes),
            children=self.children(record, place),
        )

    def children(self, record: Record, place: int | None) -> tuple[TreeMove, ...]:
        """The moves from the node in view."""
        if place is None:
            return ()
        tree, game = self.tree, record.game
        visits, exploration = read_node(tree, place).found.visits, int(tree[EXPLORATION]) / 1000
        found = sorted((child.found for child in read_children(tree, place)), key=merit)
        return tuple(
            TreeMove(
                move=game.move_text(record.position, child.move),
                visits=child.visits,
                value=value_of(child),
                proof=PROOFS.get(child.proof),
                bound=round(child.bound(visits, exploration), 4) if child.visits else None,
            )
            for child in found
        )


def merit(child: RootMove) -> tuple[int, int]:
    """The best first: wins that are proven, then what was tried most, losses last."""
    return {PROVEN_WIN: -1, PROVEN_LOSS: 1}.get(child.proof, 0), -child.visits


def named(record: Record, nodes: list[TreeNode]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The texts of the moves to nodes below the last position, and the sides that make them."""
    game = record.game
    positions, turns = [record.position], [record.turn]
    texts, movers = [""], [1 - record.turn]
    for node in nodes[1:]:
        position, turn = positions[node.parent], turns[node.parent]
        texts.append(game.move_text(position, node.found.move))
        movers.append(turn)
        positions.append(game.play(position, node.found.move))
        turns.append(turn if node.again else 1 - turn)
    return tuple(texts), tuple(movers)


def value_of(found: RootMove) -> float | None:
    """The mean result, from 0 to 1."""
    return round(found.share, 4) if found.visits else None


def turned(value: float | None, same: bool) -> float | None:
    """A value as the side to move sees it, which may be the same."""
    return value if same or value is None else round(1 - value, 4)
