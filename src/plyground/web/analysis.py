"""What engines do for the analysis of a position: lines, verdicts on all moves, whole games."""

import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from msgspec.json import encode

from plyground.book.book import Book
from plyground.book.own import own_book
from plyground.core.errors import PlygroundError
from plyground.core.game import Game
from plyground.core.outcome import DRAW
from plyground.core.turns import moves_again
from plyground.core.wire import Info, Part, Verdict as VerdictInfo
from plyground.live.job import Job, Tell
from plyground.players.engine import EnginePlayer, make_engine_player, same
from plyground.records.record import Ending, Record
from plyground.reviews.coach import Assessment, Scale, assess, chance_of, scale_of
from plyground.search.info import info_of, line_info, verdict_info
from plyground.search.limits import Limits
from plyground.search.solution import Verdict
from plyground.search.thought import Thought, Watch

if TYPE_CHECKING:
    from plyground.search.exact.driver import ExactSolver

ENDLESS: Final = 1e9
"""The seconds of a search that only a stop ends."""
QUICK_NODES: Final = 400_000
"""How many nodes an engine that solves positions may visit before it searches instead."""
FIRST_NODES, GROWTH = 20_000, 8
"""How many nodes a solver may visit for each move in the first round, and how that grows."""


class FoundLines(Part, frozen=True, kw_only=True):
    """The best moves of a position."""

    info: Info
    balance: float
    """How the side to move stands: from -1, it loses, to 1, it wins."""


class MoveVerdict(Part, frozen=True):
    """What is known of a legal move."""

    move: str
    verdict: VerdictInfo | None
    """How the game ends for the side that makes it, if nobody errs from then on."""


class FoundVerdicts(Part, frozen=True, kw_only=True):
    """What is known of the legal moves of a position."""

    moves: tuple[MoveVerdict, ...]
    nodes: int
    seconds: float
    is_done: bool
    """Whether no more will be found."""
    note: str
    """Why nothing can be known; mostly empty."""


class PlyScore(Part, frozen=True, kw_only=True):
    """What a position of a game is worth."""

    ply: int
    """How many moves were played before it."""
    turn: int
    """The side to move: 0 or 1."""
    balance: float
    """How the side to move stands: from -1, it loses, to 1, it wins."""
    score: int | None
    verdict: VerdictInfo | None
    best: str | None
    """The best move."""


class FoundScores(Part, frozen=True, kw_only=True):
    """What the positions of a game are worth, as far as they have been searched: the last first."""

    scores: tuple[PlyScore, ...]
    left: int
    """How many are left."""


class LinesJob(Job):
    """Searches a position for its best moves; its table lasts from one position to the next."""

    def __init__(self, player: str, lines: int, seconds: float | None) -> None:
        super().__init__()
        self.player, self.lines, self.seconds = player, lines, seconds
        self._engine_player: EnginePlayer | None = None

    def run(self, record: Record, tell: Tell) -> bytes:
        """The last lines; `tell` hears of those of each depth."""
        player = self._engine_player = self._engine_player or make_engine_player(self.player)
        player.check_for(record)
        scale = scale_of(record, player)

        def found(thought: Thought) -> bytes:
            info = info_of(record.game, record.position, thought)
            balance = balance_of(chance_of(thought.lines[0], scale))
            return encode(FoundLines(info=info, balance=balance))

        limits = Limits(time=self.seconds or ENDLESS).within(player.given_limits())
        with self.stop_signal.passed_on(player.stop_signal):
            watch: Watch = lambda now: tell(found(now))  # noqa: E731
            return found(_think(player, record, self.lines, limits, watch))


def _think(
    player: EnginePlayer, record: Record, lines: int, limits: Limits, watch: Watch
) -> Thought:
    """Search, with something to see at every depth: an engine that solves first, and tells nothing
    meanwhile, does so for a moment only."""
    from plyground.search.solve_or_search import SolveOrSearch

    engine = player.engine(record)
    if not isinstance(engine, SolveOrSearch):
        return player.think(record, lines, limits, watch)
    asked = (record.position, Limits(nodes=QUICK_NODES).within(limits), lines)
    with player.stop_signal.passed_on(engine.stop_signal):
        quick = engine.think(*asked, history=record.history)
    if all(line.verdict for line in quick.lines):
        watch(quick)
        return quick
    with player.stop_signal.passed_on(engine.searcher.stop_signal):
        return engine.searcher.think(record.position, limits, lines, watch, record.history)


def balance_of(chance: float) -> float:
    """A winning chance from 0 to 1 as a number from -1 to 1."""
    return round(2 * chance - 1, 3)


class ScoresJob(Job):
    """Searches every position of a game, the last one first: its table then knows the end of the
    game when earlier positions are searched."""

    def __init__(self, player: str, seconds: float) -> None:
        super().__init__()
        self.player, self.seconds = player, seconds

    def run(self, record: Record, tell: Tell) -> bytes:
        """The scores that were found; `tell` hears of them after each position."""
        player = make_engine_player(self.player)
        player.time = min(player.time, self.seconds)
        player.check_for(record)
        scale = scale_of(record, player)
        scores: list[PlyScore] = []

        def found(left: int) -> bytes:
            return encode(FoundScores(scores=tuple(scores), left=left))

        with self.stop_signal.passed_on(player.stop_signal):
            for ply in range(len(record.moves), -1, -1):
                if self.stop_signal.is_set:
                    break
                scores.append(_score(record.before(ply, _ending(record, ply)), player, scale))
                tell(found(ply))
        return found(0)


def _ending(record: Record, ply: int) -> Ending | None:
    return record.ending if ply == len(record.moves) else None


def _score(record: Record, player: EnginePlayer, scale: Scale) -> PlyScore:
    assessed: Assessment = assess(record, player, scale)
    line = line_info(record.game, record.position, assessed.line)
    return PlyScore(
        ply=len(record.moves),
        turn=record.turn,
        balance=balance_of(assessed.chance),
        score=line.score,
        verdict=line.verdict,
        best=line.moves[0] if line.moves else None,
    )


class VerdictsJob(Job):
    """Solves each move of a position, with more and more nodes for those that resist. What the
    solver has found out lasts from one position to the next."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds = seconds
        self._solver: ExactSolver | None = None

    def run(self, record: Record, tell: Tell) -> bytes:
        """The verdicts that were found; `tell` hears of them as they are."""
        found = _Found(record, self.seconds)
        note = ""
        try:
            found.look(own_book(record.game))
            tell(found.message(is_done=False))
            if found.unknown:
                solver = self._solver_for(record.game)
                with self.stop_signal.passed_on(solver.stop_signal):
                    for _ in found.rounds(solver):
                        tell(found.message(is_done=False))
        except PlygroundError as error:
            note = str(error)
        return found.message(is_done=not self.stop_signal.is_set, note=note)

    def _solver_for(self, game: Game) -> "ExactSolver":
        from plyground.search.exact.driver import ExactSolver

        if self._solver is None or not same(self._solver.game, game):
            self._solver = ExactSolver(game)
        return self._solver


class _Found:
    """The verdicts on the moves of a position."""

    def __init__(self, record: Record, seconds: float) -> None:
        self.record, self.until = record, time.monotonic() + seconds
        self.began, self.nodes = time.monotonic(), 0
        self.verdicts: dict[int, Verdict | None] = dict.fromkeys(record.legal_moves)

    @property
    def unknown(self) -> list[int]:
        return [move for move, verdict in self.verdicts.items() if verdict is None]

    def look(self, book: Book | None) -> None:
        """Note what the rules say of moves that end the game, and what a book knows."""
        game, position = self.record.game, self.record.position
        choice = book.probe(game, position) if book else None
        for move in self.verdicts:
            after = self.record.copy()
            after.push(move)
            verdict = _final(after) or (book and book_verdict(book, game, after.position))
            again = moves_again(game, position, after.position)
            self.verdicts[move] = verdict.before(again) if verdict else None
        if book and choice and self.verdicts.get(choice.move) is None:
            self.verdicts[choice.move] = book_verdict(book, game, position)

    def rounds(self, solver: "ExactSolver") -> Iterator[None]:
        """Solve what is not known; goes on after each move that is solved."""
        nodes = FIRST_NODES
        while self.unknown:
            for move in self.unknown:
                left = self.until - time.monotonic()
                if left <= 0 or solver.stop_signal.is_set:
                    return
                limits = Limits(time=left, nodes=nodes)
                solved = solver.solve_moves(self.record.position, limits, moves=[move])
                self.verdicts |= solved
                self.nodes += solver.nodes
                yield
            nodes *= GROWTH

    def message(self, is_done: bool, note: str = "") -> bytes:
        moves = tuple(
            MoveVerdict(text, verdict and verdict_info(verdict))
            for text, verdict in self._by_text().items()
        )
        seconds = round(time.monotonic() - self.began, 2)
        return encode(
            FoundVerdicts(
                moves=moves, nodes=self.nodes, seconds=seconds, is_done=is_done, note=note
            )
        )

    def _by_text(self) -> Mapping[str, Verdict | None]:
        game, position = self.record.game, self.record.position
        return {game.move_text(position, move): found for move, found in self.verdicts.items()}


def _final(record: Record) -> Verdict | None:
    """The verdict on a game that is over."""
    if not record.is_over:
        return None
    return Verdict(int(record.outcome), None if record.outcome == DRAW else 0)


def book_verdict(book: Book, game: Game, position: object) -> Verdict | None:
    """What a book knows for certain: a win, a loss, or a draw that was searched to the end."""
    entry = book.probe(game, position)
    if entry is None:
        return None
    verdict = entry.thought(game, position).lines[0].verdict
    is_whole = 0 <= game.plies_left(position) <= entry.depth
    return verdict or (Verdict(DRAW) if entry.score == 0 and is_whole else None)
