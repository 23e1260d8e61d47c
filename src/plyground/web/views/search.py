"""Looking at searches: the tree of one that was recorded, or of two side by side."""

import threading
from collections.abc import Sequence
from itertools import count
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from plyground.api.record_search import record_search, searching_player
from plyground.core.errors import BadOption, NotNow
from plyground.core.game import legal_moves
from plyground.core.wire import Message, Part, Sides
from plyground.live.job import Job, Tell
from plyground.records.record import Record
from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, handles
from plyground.web.work import Task, Work

WORK: Final = "search"
MAX_SHOWN: Final = 100_000
"""How many nodes of a tree are sent to a page: those with the most nodes below them."""
MAX_SECONDS: Final = 30.0
"""After this, a search is ended; what it has found so far is shown."""
MAX_NAMED: Final = 1000
"""How many nodes a page may ask about at once."""
MAX_KEPT: Final = 12
"""How many recordings of a tab can still be asked about."""


class RecordSearch(Request, frozen=True, kw_only=True):
    """Search the position after some moves, and show the tree."""

    name: str
    """What the page calls this; said with the trees."""
    game: str
    """The text that names the game."""
    moves: tuple[str, ...]
    start: str | None
    """The position that the moves are played from; null: where the game starts."""
    players: tuple[str, ...]
    """One player of the alpha-beta family, or two to compare."""


class OpenNode(Request, frozen=True, kw_only=True):
    """Search again as before, and show what is below one node (a replay)."""

    recording: int
    node: int
    """Its index in that recording."""


class NameNodes(Request, frozen=True, kw_only=True):
    """Say what the moves of some nodes are called."""

    recording: int
    nodes: tuple[int, ...]


class StopSearch(Request, frozen=True, kw_only=True):
    """End the search that is being recorded, and show what it has found so far."""

    name: str
    """What the page calls it; another one goes on."""


class TreeColumns(Part, frozen=True, kw_only=True):
    """The nodes of a tree in the order of their entry, parents before children. For each thing that
    is known of them there are the numbers of all nodes, as the bytes of an array (little-endian, in
    base64)."""

    parents: bytes
    """int32: the index of the parent, -1 for the first node."""
    moves: bytes
    """int64: the move that leads to a node, -1 where there is none."""
    plies: bytes
    """int16: how many moves from the position that was searched."""
    depths: bytes
    """int16: how many plies were left to search."""
    alphas: bytes
    """int32: the window and the value, from the view of the side to move at the node."""
    betas: bytes
    """int32"""
    values: bytes
    """int32"""
    reasons: bytes
    """uint8: why the node ended; see `Reason`."""
    flags: bytes
    """uint8: what else is known of it; see `Flag`."""
    below: bytes
    """float64: how many nodes its subtree has, itself included, shown or not."""


class SearchRecorded(Message, frozen=True, kw_only=True):
    """The tree of a search, or of one of its nodes."""

    name: str
    """What the page called it."""
    recording: int
    pane: int
    """Which of the players searched: 0 or 1."""
    searches: int
    """How many searches were asked for together: 1 or 2."""
    opens: int | None
    """The recording with the node that was opened; null: it is a whole search, whose first node
    stands for it and has a child for each search of the root."""
    node: int
    """That node."""
    player: str
    sides: Sides
    turn: int
    """The side to move at the first node: 0 or 1."""
    nodes: int
    """How many nodes the search counted."""
    depth: int
    """The depth that was searched completely."""
    score: int
    """For the side to move."""
    seconds: float
    tree: TreeColumns


class NodesNamed(Message, frozen=True, kw_only=True):
    """What the moves of some nodes are called."""

    recording: int
    nodes: tuple[int, ...]
    moves: tuple[str, ...]
    """The move that leads to each; empty where there is none."""
    choices: tuple[int, ...]
    """How many legal moves there are at each."""


class Finished(msgspec.Struct, frozen=True, kw_only=True):
    """What the process of an engine tells: a search and its tree."""

    pane: int
    nodes: int
    depth: int
    score: int
    seconds: float
    numbers: bytes
    tree: TreeColumns


class RecordingJob(Job):
    """Searches a position as each of some players would, and tells the trees."""

    def __init__(self, players: Sequence[str], below: int | None = None, pane: int = 0) -> None:
        super().__init__()
        self.players, self.below, self.pane = tuple(players), below, pane

    def run(self, record: Record, tell: Tell) -> bytes:
        with self.stop_signal.running():
            timer = threading.Timer(MAX_SECONDS, self.stop)
            timer.daemon = True
            timer.start()
            try:
                for pane, text in enumerate(self.players, self.pane):
                    tell(msgspec.msgpack.encode(self.search(record, text, pane)))
            finally:
                timer.cancel()
        return b""

    def search(self, record: Record, text: str, pane: int) -> Finished:
        """The search of one player."""
        from plyground.search.alphabeta.recording import top_nodes

        thought, tree = record_search(record, text, below=self.below, stop_signal=self.stop_signal)
        shown = top_nodes(tree, MAX_SHOWN)
        return Finished(
            pane=pane,
            nodes=thought.nodes,
            depth=thought.depth,
            score=thought.score,
            seconds=thought.seconds,
            numbers=_bytes(shown.numbers, "<i8"),
            tree=tree_columns(shown),
        )


def tree_columns(tree: Any) -> TreeColumns:
    """A recorded tree as it is sent."""
    return TreeColumns(
        parents=_bytes(tree.parents, "<i4"),
        moves=_bytes(tree.moves, "<i8"),
        plies=_bytes(tree.plies, "<i2"),
        depths=_bytes(tree.depths, "<i2"),
        alphas=_bytes(tree.alphas, "<i4"),
        betas=_bytes(tree.betas, "<i4"),
        values=_bytes(tree.values, "<i4"),
        reasons=_bytes(tree.reasons, "u1"),
        flags=_bytes(tree.flags, "u1"),
        below=_bytes(tree.below, "<f8"),
    )


def _bytes(column: Any, dtype: str) -> bytes:
    return bytes(np.ascontiguousarray(column, dtype=dtype).tobytes())


class Recording(NamedTuple):
    """A tree that a page was shown, so that it can be asked about."""

    name: str
    searched: Record
    """The position that was searched."""
    first: Record
    """The position of the tree's first node."""
    player: str
    pane: int
    finished: Finished
    positions: dict[int, Any]
    """Those of some nodes."""

    @property
    def size(self) -> int:
        return len(self.finished.tree.reasons)

    def number(self, node: int) -> int:
        """The number of a node in the whole search."""
        return int(np.frombuffer(self.finished.numbers, "<i8")[node])

    def parent(self, node: int) -> int:
        return int(np.frombuffer(self.finished.tree.parents, "<i4")[node])

    def move(self, node: int) -> int | None:
        """The move that leads to a node; None where there is none."""
        plies = np.frombuffer(self.finished.tree.plies, "<i2")
        if node == 0 or plies[node] == plies[self.parent(node)]:
            return None
        return int(np.frombuffer(self.finished.tree.moves, "<i8")[node])

    def moves_to(self, node: int) -> list[int]:
        """The moves from the first node to another."""
        moves = []
        while node:
            moves.append(self.move(node))
            node = self.parent(node)
        return [move for move in moves[::-1] if move is not None]

    def position(self, node: int) -> Any:
        """The position of a node."""
        if not node:
            return self.first.position
        if node not in self.positions:
            before, move = self.position(self.parent(node)), self.move(node)
            self.positions[node] = before if move is None else self.first.game.play(before, move)
        return self.positions[node]

    def move_name(self, node: int) -> str:
        """The move that leads to a node, as people write it."""
        move = self.move(node)
        if move is None:
            return ""
        return self.first.game.move_text(self.position(self.parent(node)), move)

    def check(self, *nodes: int) -> None:
        """Refuse nodes that there are not."""
        for node in nodes:
            if not 0 <= node < self.size:
                raise BadOption(f"there is no node {node}: expected one from 0 to {self.size - 1}")


@handles(RecordSearch, OpenNode, NameNodes, StopSearch)
class SearchView(View):
    """Records one search at a time, and remembers the last ones."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.work = Work(services, outbox, WORK)
        self.recordings: dict[int, Recording] = {}
        self._numbers, self._newest = count(0, 2), -1
        self._answers = count()
        self._searching = ""
        """The name of the newest search."""

    def handle(self, request: Request) -> None:
        match request:
            case RecordSearch():
                self._record(request)
            case OpenNode(recording=number, node=node):
                self._open(number, node)
            case NameNodes(recording=number, nodes=nodes):
                self._name(number, nodes)
            case StopSearch(name=name):
                if name == self._searching:
                    self.work.stop()

    def close(self) -> None:
        self.work.close()

    def _record(self, request: RecordSearch) -> None:
        if not 1 <= len(request.players) <= 2:
            raise BadOption(f"{len(request.players)} players: expected one, or two to compare")
        players = tuple(map(self.services.offers.player, request.players))
        for text in players:
            searching_player(text)
        record = self.services.record(request.game, request.moves, request.start)
        if record.is_over:
            raise NotNow(f"there is nothing to search: {record.status}")
        self._begin(request.name, RecordingJob(players), record, record, None, 0)

    def _open(self, number: int, node: int) -> None:
        opened = self._recording(number)
        opened.check(node)
        first = opened.first.copy()
        for move in opened.moves_to(node):
            first.push(move)
        below = opened.number(node)
        job = RecordingJob((opened.player,), below, opened.pane)
        self._begin(opened.name, job, opened.searched, first, number, node)

    def _begin(
        self,
        name: str,
        job: RecordingJob,
        searched: Record,
        first: Record,
        opens: int | None,
        node: int,
    ) -> None:
        newest = self._newest = next(self._numbers)
        self._searching = name

        def hear(content: bytes) -> None:
            if newest != self._newest:  # a newer search has begun
                return
            finished = msgspec.msgpack.decode(content, type=Finished)
            text = job.players[finished.pane - job.pane]
            made = Recording(name, searched, first, text, finished.pane, finished, {})
            self._keep(newest + finished.pane, made)
            self._show(newest + finished.pane, made, len(job.players), opens, node)

        self.work.begin(Task(job, searched, hear, lambda found: None))

    def _keep(self, number: int, made: Recording) -> None:
        self.recordings[number] = made
        for old in [*self.recordings][:-MAX_KEPT]:
            del self.recordings[old]

    def _show(
        self, number: int, made: Recording, searches: int, opens: int | None, node: int
    ) -> None:
        finished = made.finished
        message = SearchRecorded(
            name=made.name,
            recording=number,
            pane=made.pane,
            searches=searches,
            opens=opens,
            node=node,
            player=made.player,
            sides=made.first.game.sides,
            turn=made.first.turn,
            nodes=finished.nodes,
            depth=finished.depth,
            score=finished.score,
            seconds=round(finished.seconds, 3),
            tree=finished.tree,
        )
        self.outbox.put(f"search {made.pane}", message)

    def _name(self, number: int, nodes: tuple[int, ...]) -> None:
        if len(nodes) > MAX_NAMED:
            raise BadOption(f"{len(nodes)} nodes: expected at most {MAX_NAMED}")
        named = self._recording(number)
        named.check(*nodes)
        game = named.first.game
        message = NodesNamed(
            recording=number,
            nodes=nodes,
            moves=tuple(map(named.move_name, nodes)),
            choices=tuple(len(legal_moves(game, named.position(node))) for node in nodes),
        )
        self.outbox.put(f"named {next(self._answers)}", message)

    def _recording(self, number: int) -> Recording:
        if number not in self.recordings:
            raise NotNow("this tree is not here any more: search again")
        return self.recordings[number]
