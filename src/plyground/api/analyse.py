"""`analyse`: the best moves of a position, with scores and lines."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from plyground.api.notebook import analysis_html
from plyground.api.records import AnyRecord, as_record
from plyground.core import wire
from plyground.core.evaluation import Evaluation
from plyground.core.outcome import DRAW, NAMES
from plyground.core.plurals import counted
from plyground.evaluations.explain import Term, explain, term_info
from plyground.games.registry import takes_text
from plyground.players.engine import EnginePlayer, make_engine_player
from plyground.players.player import AnyPlayer, player_text
from plyground.records.record import Record
from plyground.search.info import info_of, move_texts, verdict_info
from plyground.search.limits import Limits
from plyground.search.solution import Verdict
from plyground.search.thought import Thought, Watch, format_score, ignore

DEFAULT_SECONDS: Final = 3.0
MAX_SECONDS: Final = 1e12
"""Stands for `inf`: a limit that is never met, but still counts as given."""
_VERDICT_LIMITS: Final = Limits(time=1.0, nodes=3_000_000)
"""Limits of the search for exact verdicts on the best moves."""


class AnalysedLine(NamedTuple):
    """A line of best play."""

    move: int
    """Its first move."""
    moves: tuple[str, ...]
    """The texts of its moves."""
    score: int
    """From the point of view of the side to move, in the units of the evaluation."""
    verdict: Verdict | None
    """What perfect play leads to after the first move, if that is known."""

    @property
    def score_text(self) -> str:
        """The score as people read it: `wins in 9`, `draw`, `+12`."""
        is_draw = self.verdict is not None and self.verdict.outcome == DRAW
        return NAMES[DRAW] if is_draw else format_score(self.score)

    def __repr__(self) -> str:
        return f"<{self.score_text}: {' '.join(self.moves)}>"


@dataclass(frozen=True)
class Analysis:
    """What an engine found out about a position."""

    record: Record
    """The game that was analysed, up to the position."""
    player: str
    """The text that names the player who searched."""
    thought: Thought | None = None
    """The result of the search; None if the game is over or nothing was found in time."""
    verdicts: Mapping[int, Verdict | None] = field(default_factory=dict)
    """Exact verdicts by first move, for lines whose scores prove nothing."""
    book: Thought | None = None
    """What the player's opening book says of the position."""
    evaluation: Evaluation | None = None
    """The player's evaluation."""

    @cached_property
    def lines(self) -> tuple[AnalysedLine, ...]:
        """The lines found, best first."""
        if self.thought is None:
            return ()
        game, position = self.record.game, self.record.position
        found = []
        for line in self.thought.lines:
            texts = tuple(move_texts(game, position, line.moves))
            verdict = line.verdict or self.verdicts.get(line.moves[0])
            found.append(AnalysedLine(line.moves[0], texts, line.score, verdict))
        return tuple(found)

    @property
    def move(self) -> int | None:
        """The best move."""
        return self.thought.move if self.thought else None

    @property
    def best(self) -> str | None:
        """The best move's text."""
        return self.lines[0].moves[0] if self.thought else None

    @property
    def score(self) -> int | None:
        """The score of the best move, from the point of view of the side to move."""
        return self.thought.score if self.thought else None

    @property
    def verdict(self) -> Verdict | None:
        """What perfect play leads to, if that is known."""
        if self.record.is_over:
            return Verdict(int(self.record.outcome), 0)
        return self.lines[0].verdict if self.thought else None

    @property
    def terms(self) -> list[Term]:
        """The static evaluation of the position, term by term."""
        if self.evaluation is None:
            return []
        return explain(self.record.game, self.evaluation, self.record.position)

    @property
    def depth(self) -> int:
        """The depth that was searched completely, in plies."""
        return self.thought.depth if self.thought else 0

    @property
    def nodes(self) -> int:
        """How many positions were visited."""
        return self.thought.nodes if self.thought else 0

    def message(
        self, explain: bool = True, known: wire.Bounds | None = None, interrupted: bool = False
    ) -> wire.Analysis:
        """The analysis as a message; `explain`: with the terms of the evaluation. `known` is what
        a solver knows of a position for which nothing was found."""
        record, thought = self.record, self.thought
        game, position = record.game, record.position
        terms = tuple(term_info(term) for term in self.terms if explain)
        return wire.Analysis(
            game=record.game_text,
            position=record.position_text,
            player=self.player,
            best=self.best,
            verdict=self.verdict and verdict_info(self.verdict),
            info=thought and info_of(game, position, thought, self.verdicts),
            book=self.book and info_of(game, position, self.book),
            known=known,
            terms=terms if explain else None,
            interrupted=interrupted,
        )

    def __str__(self) -> str:
        if not self.lines:
            return self.record.status
        shown = [f"{line.score_text:>12}  {' '.join(line.moves)}" for line in self.lines]
        searched = f"depth {self.depth}, {counted(self.nodes, 'node')}"
        return "\n".join([f"{self.record.status}; {self.player}: {searched}", *shown])

    def _repr_html_(self) -> str:
        """The board with the best line and the scores, and the lines, in a notebook."""
        return analysis_html(self)

    def __repr__(self) -> str:
        return f"<Analysis of {self.record!r}: {'; '.join(map(repr, self.lines))}>"


def analyse(
    record: AnyRecord,
    player: AnyPlayer = "best",
    *,
    time: float | None = None,
    limits: Limits | None = None,
    lines: int = 1,
    watch: Watch = ignore,
) -> Analysis:
    """Search a position for its best moves, as many as `lines`, with their scores and lines.

    The player searches for `time` seconds, or within `limits`, or within its own limits, or else
    for 3 seconds. `watch` is called with each `Thought` on the way. If the position can be solved
    quickly, the lines have exact verdicts.

    >>> analyse(Record("connect-four", moves="4 4 3 3"), time=0.1).best
    '5'
    """
    record = as_record(record)
    engine_player = make_engine_player(player)
    chosen = limits or analysis_limits(engine_player, time)
    chosen.check()
    begun = Analysis(record, player_text(player))
    if record.is_over:
        return begun
    engine_player.check_for(record)
    engine_player.watch = watch
    thought = engine_player.think(record, lines, chosen)
    return replace(
        begun,
        thought=thought,
        verdicts=exact_verdicts(record, thought),
        book=engine_player.remember(record),
        evaluation=engine_player.make_evaluation(record),
    )


def analysis_limits(engine_player: EnginePlayer, time: float | None) -> Limits:
    """How long a player searches: `time` seconds, or within its own limits, or else 3 seconds."""
    given = engine_player.given_limits()
    if time is None and given != Limits():
        return given
    return given._replace(time=DEFAULT_SECONDS if time is None else min(time, MAX_SECONDS))


def exact_verdicts(record: Record, thought: Thought) -> Mapping[int, Verdict | None]:
    """Exact verdicts on best moves whose scores prove nothing, if they are found quickly."""
    from plyground.search.exact.driver import ExactSolver

    moves = [line.moves[0] for line in thought.lines if line.outcome is None]
    if not moves or takes_text(type(record.game)):  # no solver works without compiled rules
        return {}
    found = ExactSolver(record.game).solve_moves(record.position, _VERDICT_LIMITS, moves=moves)
    return found if any(found.values()) else {}
