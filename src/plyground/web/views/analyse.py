"""Analysing: lines, verdicts, the evaluation in terms and the book, for the position of a tab."""

from collections.abc import Callable
from typing import Final, Literal

from msgspec.json import decode

from plyground.book.book import Book
from plyground.book.own import own_book
from plyground.core import wire
from plyground.core.errors import BadOption, NotNow
from plyground.core.evaluation import with_perspective
from plyground.core.score import score_before
from plyground.core.turns import moves_again
from plyground.core.wire import Message, Part, Term, Verdict
from plyground.evaluations.explain import explain, term_info
from plyground.evaluations.registry import evaluation_names, make_evaluation
from plyground.live.job import Job
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.info import plain_score, verdict_info
from plyground.web.analysis import (
    FoundLines,
    FoundScores,
    FoundVerdicts,
    LinesJob,
    ScoresJob,
    VerdictsJob,
    book_verdict,
)
from plyground.web.editing import passed_turn
from plyground.web.messages import Request
from plyground.web.outbox import Outbox
from plyground.web.services import Services
from plyground.web.views.view import View, handles
from plyground.web.work import Task, Work

LINES, VERDICTS, SCORES = "lines", "verdicts", "scores"
MAX_LINES: Final = 5
SOLVER_SECONDS: Final = 60.0
"""How long a position's moves are solved."""
MAX_SECONDS: Final = 3600.0

# --- what the page asks for --------------------------------------------------------------------


class FindLines(Request, frozen=True, kw_only=True):
    """Search a position for its best moves, and no other from now on."""

    number: int
    """Which question it is; the answers bear it too."""
    game: str
    moves: tuple[str, ...]
    start: str | None
    player: str
    """The text of a player that searches."""
    lines: int
    seconds: float | None
    """For how long; null: until it is stopped."""
    threat: bool
    """Whether to search what the other side would do if it were its turn."""


class FindVerdicts(Request, frozen=True, kw_only=True):
    """Find out how the game ends after each legal move of a position."""

    number: int
    game: str
    moves: tuple[str, ...]
    start: str | None


class FindScores(Request, frozen=True, kw_only=True):
    """Search every position of a game."""

    number: int
    game: str
    moves: tuple[str, ...]
    start: str | None
    player: str
    seconds: float
    """For each position."""


class StopFinding(Request, frozen=True, kw_only=True):
    """End one of these searches; what it has found stands."""

    what: Literal["lines", "verdicts", "scores"]


class ExplainPosition(Request, frozen=True, kw_only=True):
    """Tell what the evaluation of a position is made of, and what the book knows of its moves."""

    number: int
    game: str
    moves: tuple[str, ...]
    start: str | None
    evaluation: str
    """The name of the evaluation."""


# --- what it is told ---------------------------------------------------------------------------


class LinesFound(Message, frozen=True, kw_only=True):
    """The best moves of a position, as far as they are known."""

    number: int
    turn: int
    """The side that the lines begin with: 0 or 1."""
    found: FoundLines
    is_done: bool
    """Whether the search has ended."""


class VerdictsFound(Message, frozen=True, kw_only=True):
    """What is known of the legal moves of a position."""

    number: int
    found: FoundVerdicts


class ScoresFound(Message, frozen=True, kw_only=True):
    """What the positions of a game are worth, as far as they have been searched."""

    number: int
    found: FoundScores
    is_done: bool


class KnownMove(Part, frozen=True, kw_only=True):
    """A move that leads to a position of the opening book."""

    move: str
    score: int | None
    """For the side that makes it; null if a win or a loss is proven."""
    verdict: Verdict | None
    depth: int
    """How far that was searched, in plies."""
    is_choice: bool
    """Whether it is the move that the book plays."""


class PositionExplained(Message, frozen=True, kw_only=True):
    """The static evaluation of a position, term by term, and the moves of the opening book."""

    number: int
    evaluations: tuple[str, ...]
    """The names of all evaluations of the game."""
    evaluation: str
    terms: tuple[Term, ...]
    """For the side to move."""
    score: float | None
    """Their sum."""
    book: str | None
    """The player that made the game's book; null if the game has none."""
    book_size: int
    book_moves: tuple[KnownMove, ...]


# --- the view ----------------------------------------------------------------------------------


@handles(FindLines, FindVerdicts, FindScores, StopFinding, ExplainPosition)
class AnalyseView(View):
    """Searches, solves and explains the positions that a tab looks at."""

    def __init__(self, services: Services, outbox: Outbox) -> None:
        super().__init__(services, outbox)
        names = (LINES, VERDICTS, SCORES)
        self.works = {name: Work(services, outbox, name) for name in names}

    def handle(self, request: Request) -> None:
        match request:
            case FindLines():
                self._find_lines(request)
            case FindVerdicts():
                self._find_verdicts(request)
            case FindScores():
                self._find_scores(request)
            case StopFinding(what=what):
                self.works[what].stop()
            case ExplainPosition():
                self._explain(request)

    def close(self) -> None:
        for work in self.works.values():
            work.close()

    def _record(self, request: FindLines | FindVerdicts | FindScores | ExplainPosition) -> Record:
        return self.services.record(request.game, request.moves, request.start)

    def _player(self, text: str) -> str:
        """A player that searches; raises BadOption."""
        make_engine_player(self.services.offers.player(text))
        return text

    # --- searches ------------------------------------------------------------------------------

    def _find_lines(self, request: FindLines) -> None:
        if not 1 <= request.lines <= MAX_LINES:
            raise BadOption(f"{request.lines} lines: expected 1 to {MAX_LINES}")
        job = LinesJob(self._player(request.player), request.lines, _seconds(request.seconds))
        record = _other_side(self._record(request)) if request.threat else self._record(request)
        number, turn = request.number, record.turn

        def message(content: bytes, is_done: bool) -> Message:
            found = decode(content, type=FoundLines)
            return LinesFound(number=number, turn=turn, found=found, is_done=is_done)

        self._begin(LINES, job, record, message)

    def _find_verdicts(self, request: FindVerdicts) -> None:
        number = request.number

        def message(content: bytes, is_done: bool) -> Message:
            return VerdictsFound(number=number, found=decode(content, type=FoundVerdicts))

        self._begin(VERDICTS, VerdictsJob(SOLVER_SECONDS), self._record(request), message)

    def _find_scores(self, request: FindScores) -> None:
        seconds = _seconds(request.seconds) or MAX_SECONDS
        job, number = ScoresJob(self._player(request.player), seconds), request.number

        def message(content: bytes, is_done: bool) -> Message:
            return ScoresFound(
                number=number, found=decode(content, type=FoundScores), is_done=is_done
            )

        self._begin(SCORES, job, self._record(request), message)

    def _begin(
        self, name: str, job: Job, record: Record, message: Callable[[bytes, bool], Message]
    ) -> None:
        """Have a job done, and nothing else of this name from now on."""
        work, outbox = self.works[name], self.outbox
        if record.is_over:
            return work.stop()

        def hear(content: bytes) -> None:
            outbox.put_progress(name, lambda: message(content, False))

        def done(content: bytes) -> None:
            outbox.put_progress(name, lambda: message(content, True))

        work.begin(Task(job, record, hear, done))

    # --- explanations --------------------------------------------------------------------------

    def _explain(self, request: ExplainPosition) -> None:
        record, name = self._record(request), request.evaluation
        names = evaluation_names(record.game)
        if name not in names:
            raise BadOption(f"the evaluation {name!r}: expected one of {', '.join(names)}")
        seated = with_perspective(make_evaluation(record.game, name), record.turn)
        terms = [] if record.is_over else explain(record.game, seated, record.position)
        book = own_book(record.game)
        explained = PositionExplained(
            number=request.number,
            evaluations=names,
            evaluation=name,
            terms=tuple(map(term_info, terms)),
            score=wire.finite(sum(term.points for term in terms)),
            book=book.player if book else None,
            book_size=len(book) if book else 0,
            book_moves=tuple(_book_moves(book, record)) if book else (),
        )
        self.outbox.put("explained", explained)


def _seconds(given: float | None) -> float | None:
    if given is not None and not 0 < given <= MAX_SECONDS:
        raise BadOption(f"{given} seconds: expected more than 0 and at most {MAX_SECONDS:.0f}")
    return given


def _other_side(record: Record) -> Record:
    """The same board with the other side to move."""
    passed = passed_turn(record)
    if passed is None:
        raise NotNow(
            f"no threat is shown: {record.game.name} has no such position with "
            f"{record.names[1]} to move"
        )
    return passed


def _book_moves(book: Book, record: Record) -> list[KnownMove]:
    """The moves that lead to positions of the book, and the one that it plays, the best first."""
    game, position = record.game, record.position
    choice = None if record.is_over else book.probe(game, position)
    found: list[tuple[int, KnownMove]] = []
    for move in record.legal_moves:
        after = game.play(position, move)
        entry, again = book.probe(game, after), moves_again(game, position, after)
        verdict = book_verdict(book, game, after)
        verdict, score = verdict and verdict.before(again), 0
        if choice and choice.move == move:
            entry, verdict = choice, book_verdict(book, game, position)
            score = choice.score
        elif entry:
            score = score_before(entry.score, again)
        else:
            continue
        known = KnownMove(
            move=game.move_text(position, move),
            score=plain_score(score),
            verdict=verdict and verdict_info(verdict),
            depth=entry.depth,
            is_choice=entry is choice,
        )
        found.append((score, known))
    return [known for _, known in sorted(found, key=lambda one: -one[0])]
