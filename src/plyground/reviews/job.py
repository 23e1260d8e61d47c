"""Reviews in the process of an engine: the page sees each grade as soon as it is known."""

from plyground.core.wire import encode
from plyground.live.job import Job, Tell
from plyground.players.engine import EnginePlayer, make_engine_player
from plyground.records.record import Record
from plyground.reviews.coach import GradedMove, Review, graded_moves, turning_point
from plyground.reviews.messages import review_info


class CoachJob(Job):
    """Grades the moves of a game, the last one first, and tells the review so far after each. It
    goes on where it was stopped."""

    def __init__(self, coach: str) -> None:
        super().__init__()
        self.coach = coach
        self._player: EnginePlayer | None = None
        self._key: object = None
        self._found: list[GradedMove] = []
        """The graded moves of the game of this key."""

    def run(self, record: Record, tell: Tell) -> bytes:
        self._player = self._player or make_engine_player(self.coach)
        key = record.positions[0], tuple(record.moves)
        if key != self._key:
            self._key, self._found = key, []
        with self.stop_signal.running(), self.stop_signal.passed_on(self._player.stop_signal):
            self._grade(record, self._player, tell)
        return self._content(record)

    def _grade(self, record: Record, coach: EnginePlayer, tell: Tell) -> None:
        left = record.before(len(record.moves) - len(self._found))
        if self._found and not left.moves:
            return
        for graded in graded_moves(left, coach, self._found[0].before if self._found else None):
            if self.stop_signal.is_set:  # the last search was cut short: its result is not kept
                return
            self._found.insert(0, graded)
            tell(self._content(record))

    def _content(self, record: Record) -> bytes:
        moves = [*self._found]
        return encode(review_info(Review(record, moves, turning_point(record, moves))))
