"""What all players that search share: options, limits, opening book, and the choice of a move."""

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from plyground.book.book import Book
from plyground.book.own import find_book
from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation, with_perspective
from plyground.core.game import Game
from plyground.core.sizes import check_threads
from plyground.evaluations.registry import make_evaluation
from plyground.games.registry import game_text, takes_text
from plyground.players.player import AnyPlayer, make_player
from plyground.records.record import Record
from plyground.search.engine import Engine
from plyground.search.engines import EngineOptions
from plyground.search.limits import UNLIMITED, Limits
from plyground.search.resistance import can_resist, resist
from plyground.search.solution import Verdict
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.thought import Thought, Watch, ignore
from plyground.search.time_manager import limits_by

if TYPE_CHECKING:
    from plyground.search.thinking import Thinking


@dataclass
class EnginePlayer(Stoppable, EngineOptions):
    """A player that searches. Its fields are its options: `negamax:time=0.5,threads=2`.

    A subclass also extends a class of `EngineOptions`, which has the options of its engine.
    """

    name: ClassVar[str]

    DEFAULT_SECONDS: ClassVar = 1.0
    """How long it thinks if no limit is given."""
    KEEPS: ClassVar = False
    """Whether its table only saves time: what it holds never changes the result."""
    NEEDS_COMPILED_RULES: ClassVar = True
    time: float = math.inf
    """Seconds for each move."""
    cpu: float = math.inf
    """Seconds of processor time for each move, all threads together."""
    nodes: int = UNLIMITED
    """Nodes for each move, all threads together."""
    evaluation: str = "default"
    threads: int = 1
    """How many threads search, up to 64."""
    book: str = ""
    """The opening book: a file, `own` for the one that comes with the game, or empty for none."""
    thought: Thought | None = field(default=None, init=False)
    watch: Watch = field(default_factory=lambda: ignore, init=False)
    stop_signal: StopSignal = field(default_factory=StopSignal, init=False, compare=False)
    _engine: Engine | None = field(default=None, init=False)
    _opened: tuple[Game, Book | None] | None = field(default=None, init=False)
    _evaluation: tuple[Game, Evaluation] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.limits().check()
        check_threads(self.threads)

    def limits(self) -> Limits:
        """The limits that were set, or else the default time."""
        given = self.given_limits()
        return given if given != Limits() else Limits(time=self.DEFAULT_SECONDS)

    def limits_for(self, record: Record) -> Limits:
        """The limits for a move in this game: those that were set, and what its clock leaves."""
        clock, game = record.clock, record.game
        limits = limits_by(clock, game.plies_left(record.position)) if clock else Limits()
        limits = limits.within(self.given_limits())
        return limits if limits != Limits() else self.limits()

    def given_limits(self) -> Limits:
        """The limits that were set."""
        return Limits(time=self.time, cpu=self.cpu, nodes=self.nodes)

    @can_be_stopped
    def choose(self, record: Record) -> int:
        """The best move: from the book if it has the position, or else by a search."""
        moves = [*record.game.moves(record.position)]
        self.thought = None
        if len(moves) > 1:
            thought = self.remember(record) or self.think(record)
            self.thought = self.resist(record, thought, self.open_book(record.game))
        return self.thought.move if self.thought else moves[0]

    def resist(self, record: Record, thought: Thought, book: Book | None = None) -> Thought:
        """The same thought; if no move wins, its move is the one that is hardest to answer."""
        if not can_resist(thought) or self.stop_signal.is_set:
            return thought

        def known(position: Any) -> Verdict | None:
            entry = book.probe(record.game, position) if book else None
            return entry.thought(record.game, position).lines[0].verdict if entry else None

        engine = self.engine(record)
        with self.stop_signal.passed_on(engine.stop_signal):
            return resist(engine, record.position, thought, self.limits_for(record), known)

    def remember(self, record: Record) -> Thought | None:
        """What the opening book says of this position; None if it does not have it."""
        book = self.open_book(record.game)
        entry = book.probe(record.game, record.position) if book else None
        return entry.thought(record.game, record.position) if entry else None

    def open_book(self, game: Game) -> Book | None:
        """The book for this game, read once."""
        if self._opened is None or not same(self._opened[0], game):
            self._opened = (game, find_book(self.book, game))
        return self._opened[1]

    def check_for(self, record: Record) -> None:
        """Refuse a game that this player's evaluation or book is not for, or that it cannot
        compile."""
        self._check_rules(record.game)
        self.make_evaluation(record)
        self.open_book(record.game)

    @can_be_stopped
    def think(
        self,
        record: Record,
        lines: int = 1,
        limits: Limits | None = None,
        watch: Watch | None = None,
    ) -> Thought:
        """Search within `limits`, or within its own; `watch`, or its own, is called with each
        thought."""
        engine = self.engine(record)
        with self.stop_signal.passed_on(engine.stop_signal):
            limits = limits or self.limits_for(record)
            return engine.think(record.position, limits, lines, watch or self.watch, record.history)

    def thinking(
        self, record: Record, lines: int = 1, limits: Limits | None = None
    ) -> "Thinking[Thought]":
        """Begin to search in a thread of its own: loop over what it finds, or stop it."""
        from plyground.search.thinking import Thinking

        return Thinking(
            lambda watch: self.think(record, lines, limits, watch),
            self.stop_signal,
            lambda thought: thought,
        )

    def prepare(self, record: Record) -> None:
        """Compile what a search needs, so that no clock runs meanwhile."""
        self.think(record, limits=Limits(nodes=1))

    def engine(self, record: Record) -> Engine:
        """The engine for this game, kept with its table from move to move.

        Its evaluation takes the perspective of the side to move.
        """
        self._check_rules(record.game)
        evaluation = self.make_evaluation(record)
        known = self._engine
        if not (known and same(known.game, record.game) and same(known.evaluation, evaluation)):
            known = self._engine = self.make_engine(record.game, evaluation, self.threads)
        return known

    def _check_rules(self, game: Game) -> None:
        if self.NEEDS_COMPILED_RULES and takes_text(type(game)):
            told = f"{self.name} searches compiled rules, and those of {game_text(game)} cannot be"
            raise BadOption(f"{told}: expected a player such as plain, random or {game.name}")

    def make_evaluation(self, record: Record) -> Evaluation:
        """This player's evaluation, read once, from the perspective of the side to move."""
        if self._evaluation is None or not same(self._evaluation[0], record.game):
            self._evaluation = (record.game, make_evaluation(record.game, self.evaluation))
        seated: Evaluation = with_perspective(self._evaluation[1], record.turn)
        return seated


def same(one: Any, other: Any) -> bool:
    """Whether two games or evaluations are the same. Tuples of different classes can be equal, so
    classes are compared too."""
    return type(one) is type(other) and bool(one == other)


def make_engine_player(player: AnyPlayer, **options: Any) -> EnginePlayer:
    """Like `make_player`, for a player that searches."""
    made = make_player(player, **options)
    if not isinstance(made, EnginePlayer):
        raise BadOption(f"the player {player} does not search: expected one such as best or mcts")
    return made
