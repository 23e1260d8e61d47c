"""Reviewing: the coach grades the moves of a game, and moves that a person tries instead."""

from collections.abc import Callable
from typing import Literal

import msgspec

from plyground.core.settings import settings
from plyground.core.wire import GradedMove, Message, Review, decode
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.reviews.job import CoachJob
from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, handles
from plyground.web.work import Task, Work

REVIEW, TRIAL = "review", "trial"


class ReviewGame(Request, frozen=True, kw_only=True):
    """Grade the moves of a game, and of no other from now on."""

    number: int
    """Which question it is; the answers bear it too."""
    game: str
    """The text that names the game."""
    moves: tuple[str, ...]
    start: str | None
    """The position that the moves are played from; null: where the game starts."""
    coach: str | None
    """The player who judges, such as `solver:time=2`; null: the one of the settings."""


class TryMove(Request, frozen=True, kw_only=True):
    """Grade another move after some moves of a game."""

    number: int
    game: str
    moves: tuple[str, ...]
    start: str | None
    coach: str | None
    move: str
    """The move in question."""


class StopCoach(Request, frozen=True, kw_only=True):
    """End what the coach does; what was graded stands."""

    what: Literal["review", "trial"]


class GameReviewed(Message, frozen=True, kw_only=True):
    """The moves of a game that are graded so far: the last ones."""

    number: int
    coach: str
    """The text of the player who judges."""
    review: Review
    is_done: bool
    """Whether the coach has ended, or was stopped."""


class MoveTried(Message, frozen=True, kw_only=True):
    """What a move that was tried is worth."""

    number: int
    graded: GradedMove | None
    """Null if it was stopped."""


@handles(ReviewGame, TryMove, StopCoach)
class ReviewView(View):
    """Reviews one game at a time, and has one move tried at a time."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        self.work = {name: Work(services, outbox, name) for name in (REVIEW, TRIAL)}

    def handle(self, request: ReviewGame | TryMove | StopCoach) -> None:
        match request:
            case ReviewGame():
                self._review(request)
            case TryMove():
                self._try(request)
            case StopCoach(what=what):
                self.work[what].stop()

    def close(self) -> None:
        for work in self.work.values():
            work.close()

    def _review(self, request: ReviewGame) -> None:
        record = self.services.record(request.game, request.moves, request.start)
        coach, number = self._coach(request.coach), request.number

        def told(is_done: bool) -> Callable[[bytes], None]:
            def put(content: bytes) -> None:
                review = _review_of(content, record)
                message = GameReviewed(number=number, coach=coach, review=review, is_done=is_done)
                self.outbox.put_progress(REVIEW, message)

            return put

        self.outbox.drop(REVIEW)
        self.work[REVIEW].begin(Task(CoachJob(coach), record, told(False), told(True)))

    def _try(self, request: TryMove) -> None:
        """A game of this move alone, so that the coach of the review knows it already."""
        before = self.services.record(request.game, request.moves, request.start)
        record = Record(before.game, before.position, game_text=before.game_text)
        record.push(request.move)
        coach, ply = self._coach(request.coach), len(before.moves) + 1

        def done(content: bytes) -> None:
            moves = _review_of(content, record).moves
            graded = msgspec.structs.replace(moves[0], ply=ply) if moves else None
            self.outbox.put(TRIAL, MoveTried(number=request.number, graded=graded))

        self.outbox.drop(TRIAL)
        self.work[TRIAL].begin(Task(CoachJob(coach), record, lambda content: None, done))

    def _coach(self, text: str | None) -> str:
        """The text of a player who can judge; raises BadOption."""
        coach = settings().coach if text is None else self.services.offers.player(text)
        make_engine_player(coach)
        return coach


def _review_of(content: bytes, record: Record) -> Review:
    """A review as a process sends it, with the name of the game that the page knows."""
    return msgspec.structs.replace(decode(content, Review), game=record.game_text)
