"""Step by step: a textbook search executed line by line, its tree and its boards."""

import threading
from functools import partial
from typing import Final

import msgspec

from plyground.core.wire import Message, Part, Sides, decode, encode
from plyground.evaluations.known import HAND_SET
from plyground.evaluations.registry import make_evaluation
from plyground.live.job import Job, Tell
from plyground.records.record import Record
from plyground.search.trace.messages import Trace
from plyground.search.trace.searches import SEARCHES, find_search, follow
from plyground.web.messages import BoardPicture, Request
from plyground.web.outbox import Outbox
from plyground.web.pictures import board_picture
from plyground.web.services import Services
from plyground.web.views.view import View, handles
from plyground.web.work import Task, Work

MAX_SECONDS: Final = 10.0
"""How long a search is followed."""
BOARDS: Final = 25
"""So many boards are sent at a time."""


class StepThrough(Request, frozen=True, kw_only=True):
    """Run a textbook search on a position, and tell all its steps."""

    id: int
    """Chosen by the page; what answers it has the same."""
    game: str
    """The text that names the game."""
    moves: tuple[str, ...]
    start: str | None
    """The position that the moves are played from; null: where the game starts."""
    search: str
    amount: int | None
    """Its depth, or its number of simulations; null: what gives a small tree."""


class SteppedSearch(Part, frozen=True, kw_only=True):
    """A search that can be followed."""

    name: str
    title: str
    amount: str
    """What its amount is called; empty: it takes none."""
    most: int
    """The largest amount."""


class SteppedSearches(Message, frozen=True, kw_only=True):
    """All searches that can be followed."""

    searches: tuple[SteppedSearch, ...]


class Steps(Message, frozen=True, kw_only=True):
    """A search, line by line."""

    id: int
    sides: Sides
    trace: Trace


class StepBoards(Message, frozen=True, kw_only=True):
    """The boards of some nodes of that search, one after another."""

    id: int
    first: int
    """The number of the first of these nodes."""
    boards: tuple[BoardPicture, ...]


class StepsJob(Job):
    """Follows a search in a process of its own: the rules may be anybody's."""

    def __init__(self, search: str, amount: int | None) -> None:
        super().__init__()
        self.search, self.amount = search, amount

    def run(self, record: Record, tell: Tell) -> bytes:
        tell(b"")
        evaluation = make_evaluation(record.game, HAND_SET)
        trace, paths = follow(
            self.search,
            record.game,
            evaluation,
            record.position,
            record.turn,
            self.amount,
            lambda: self.stop_signal.is_set,
        )
        tell(encode(Steps(id=0, sides=record.game.sides, trace=trace)))
        for first in range(0, len(paths), BOARDS):
            if self.stop_signal.is_set:
                break
            boards = tuple(_board(record, path) for path in paths[first : first + BOARDS])
            tell(encode(StepBoards(id=0, first=first, boards=boards)))
        return b""


def _board(record: Record, path: tuple[int, ...]) -> BoardPicture:
    """The board after moves, which are not asked whether a repetition has ended the game."""
    later = record.copy()
    later.undone.append([*path])
    later.redo()
    return msgspec.structs.replace(board_picture(later), cells=())


@handles(StepThrough)
class StepsView(View):
    """Follows one search at a time; the last one that was asked for is told."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.work = Work(services, outbox, "steps")
        self.latest: StepThrough | None = None
        self._timer = threading.Timer(0, self.work.stop)

    def handle(self, request: StepThrough) -> None:
        self.outbox.put("stepped-searches", SteppedSearches(searches=_searches()))
        find_search(request.search, request.amount)
        record = self.services.record(request.game, request.moves, request.start)
        self.latest = request
        job = StepsJob(request.search, request.amount)
        hear = partial(self._hear, request)
        self.work.begin(Task(job, record, hear, lambda content: self._timer.cancel()))

    def close(self) -> None:
        self.latest = None
        self._timer.cancel()
        self.work.close()

    def _hear(self, request: StepThrough, content: bytes) -> None:
        if self.latest is not request:
            return
        if not content:  # it has begun
            self._timer.cancel()
            self._timer = threading.Timer(MAX_SECONDS, self._end, [request])
            self._timer.start()
            return
        message = decode(content)
        assert isinstance(message, Steps | StepBoards)
        first = message.first if isinstance(message, StepBoards) else ""
        name = f"{message.kind} {first}"
        self.outbox.put(name, msgspec.structs.replace(message, id=request.id))

    def _end(self, request: StepThrough) -> None:
        """It has taken too long."""
        if self.latest is request:
            self.work.stop()


def _searches() -> tuple[SteppedSearch, ...]:
    return tuple(
        SteppedSearch(name=name, title=one.title, amount=one.amount, most=one.most)
        for name, one in SEARCHES.items()
    )
