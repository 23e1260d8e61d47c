"""Which move to make where nothing wins: the one that is hardest to answer.

Among moves that lose, in this order:

1. the one that perfect play takes longest to refute;
2. the one with the smallest share of refutations among its answers. An answer that allows a win by
   the very next move is not counted: who looks one move ahead does not fall for it;
3. the one after which the position looks best;
4. the one that the search likes best.

Among moves that draw, all are equally long, and what counts are answers that keep the draw.

Connect Four, 200 lost positions against negascout of depth 2, 4 and 6: 111, 95 and 82 points; by
length alone 97, 83 and 68. With all answers counted 98, 83 and 73; with moves that lose up to two
plies sooner counted as equal, no better; up to four, worse than by length alone.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from plyground.core.game import legal_moves, wins_at_once
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.score import final_score, static_eval
from plyground.core.turns import moves_again, value_before
from plyground.search.engine import Engine
from plyground.search.limits import Clock, Limits, Stopped
from plyground.search.solution import Verdict
from plyground.search.thought import Line, Thought, line_of

NODES: Final = 1_000_000
"""Resisting visits no more than this, or than finding the verdict did, whatever else is allowed."""
QUESTIONS: Final = 2_000
"""At most this many positions are asked about: a board may have hundreds of moves and answers."""


class Resistance(NamedTuple):
    """How hard a move is to answer that leads to the same as others: the greater, the harder."""

    wrong: float
    """The share of answers that give something away."""
    looks: int


def resist(
    engine: Engine,
    position: Any,
    thought: Thought,
    limits: Limits,
    known: Callable[[Any], Verdict | None] = lambda position: None,
) -> Thought:
    """What was thought, with the move that is hardest to answer where none wins.

    The limits are those that the thought was found in: what is left of them is made use of. What
    `known` tells of a position, by a book perhaps, need not be found out.
    """
    verdict = thought.lines[0].verdict
    if verdict is None or not can_resist(thought):
        return thought
    if thought.from_book:
        engine.solve(position, Limits(depth=1, nodes=1))  # compiles before time counts
    best = thought.lines[0]
    with engine.stop_signal.running():
        inquiry = _Inquiry(engine, position, _left_of(limits, thought), known)
        move, verdict = inquiry.hardest(thought.move, verdict)
        if move != thought.move:
            best = inquiry.line(move, verdict)._replace(exact=best.exact)
    return thought._replace(
        lines=(best, *thought.lines[1:]),
        nodes=thought.nodes + inquiry.nodes,
        seconds=thought.seconds + inquiry.clock.seconds,
        cpu_seconds=thought.cpu_seconds + inquiry.clock.cpu_seconds,
        from_book=thought.from_book and move == thought.move,
    )


def can_resist(thought: Thought) -> bool:
    """Whether it is known that no move wins."""
    verdict = thought.lines[0].verdict
    return verdict is not None and verdict.outcome != WIN


def _left_of(limits: Limits, thought: Thought) -> Limits:
    """What a thought has left of its limits, and not more nodes than resisting may take."""
    limits = limits.softened
    return limits._replace(
        time=limits.time - thought.seconds,
        cpu=limits.cpu - thought.cpu_seconds,
        nodes=min(limits.nodes - thought.nodes, max(NODES, thought.nodes)),
    )


class _Inquiry:
    """One call of `resist`: questions that share what is left of the limits."""

    def __init__(
        self,
        engine: Engine,
        position: Any,
        limits: Limits,
        known: Callable[[Any], Verdict | None],
    ) -> None:
        self.engine, self.game, self.position = engine, engine.game, position
        self.limits, self.clock = limits, Clock(limits, engine.stop_signal)
        self.known = known
        self.nodes = self.questions = 0

    def hardest(self, likes: int, verdict: Verdict) -> tuple[int, Verdict]:
        """The move that is hardest to answer and what it leads to; the search likes one best."""
        moves = legal_moves(self.game, self.position)
        found = self.verdicts(sorted(moves, key=lambda move: move != likes), {likes: verdict})
        most = max(verdict.sort_key for verdict in found.values())
        equal = [move for move, verdict in found.items() if verdict.sort_key == most]
        tried = {equal[0]: Resistance(0.0, 0)}
        try:
            for place, move in enumerate(equal if len(equal) > 1 else []):
                tried[move] = self.resistance(move, found[move], len(equal) - place)
        except Stopped:
            pass
        chosen = max(tried, key=lambda move: tried[move])
        return chosen, found[chosen]

    def verdicts(self, moves: list[int], found: dict[int, Verdict]) -> dict[int, Verdict]:
        """What each move leads to, of all that can be found out in half of what is left."""
        weak = all(verdict.outcome == DRAW for verdict in found.values())
        try:
            for place, move in enumerate(moves):
                child = self.game.play(self.position, move)
                known = self.ask(child, 1, 2 * (len(moves) - place), weak)
                if known:
                    found[move] = known.before(moves_again(self.game, self.position, child))
        except Stopped:
            pass
        return found

    def resistance(self, move: int, verdict: Verdict, candidates: int) -> Resistance:
        """How hard a move is to answer."""
        child = self.game.play(self.position, move)
        again = moves_again(self.game, self.position, child)
        looks = value_before(static_eval(self.engine.evaluation, self.game, child), again)
        if again:
            return Resistance(0.0, looks)  # there is no answer to go wrong
        answers = [self.game.play(child, answer) for answer in legal_moves(self.game, child)]
        tempting = [answer for answer in answers if not self.loses_at_once(child, answer)]
        wrong = 0
        for place, answer in enumerate(tempting):
            known = self.ask(answer, 2, candidates * (len(tempting) - place), weak=True)
            told = known and known.before(moves_again(self.game, child, answer))
            wrong += not self.is_right(told, verdict)
        return Resistance(wrong / max(len(tempting), 1), looks)

    def loses_at_once(self, child: Any, answer: Any) -> bool:
        """Whether the position after an answer is won by a single move of the other side; by plain
        rules, which takes long where there are many moves."""
        if self.clock.left <= 0:
            raise Stopped
        goes_on = self.game.outcome(answer) == ONGOING
        theirs = goes_on and not moves_again(self.game, child, answer)
        return theirs and wins_at_once(self.game, answer)

    def is_right(self, told: Verdict | None, verdict: Verdict) -> bool:
        """Whether an answer keeps what the verdict gives the side that answers, as far as is
        known."""
        if verdict.outcome == LOSS:
            return told is not None and told.outcome == WIN
        return told is None or told.outcome != LOSS

    def ask(self, position: Any, below: int, questions: int, weak: bool) -> Verdict | None:
        """What a position `below` plies below comes to, with `questions` questions to go."""
        outcome = self.game.outcome(position)
        if outcome != ONGOING:
            return Verdict(outcome, None if outcome == DRAW else 0)
        limits = self.share(below, questions)
        told = self.known(position)
        if told or limits.depth < 1:
            return told
        solution = self.engine.solve(position, limits, weak)
        self.nodes += solution.nodes
        return solution.verdict

    def share(self, below: int, questions: int) -> Limits:
        """What the next of `questions` questions may take."""
        self.questions += 1
        nodes = (self.limits.nodes - self.nodes) // questions
        # Each clock is read once: between two looks, what was left may pass.
        time = self.limits.time - self.clock.seconds
        cpu = self.limits.cpu - self.clock.cpu_seconds
        over = min(time, cpu) <= 0 or self.clock.stop.is_set
        if over or nodes < 1 or self.questions > QUESTIONS:
            raise Stopped
        return self.limits._replace(
            time=time / questions,
            cpu=cpu / questions,
            depth=self.limits.depth - below,
            nodes=nodes,
        )

    def line(self, move: int, verdict: Verdict) -> Line:
        """A move and how the search goes on after it, if there is time to ask."""
        moves, child = [move], self.game.play(self.position, move)
        try:
            limits = self.share(1, 1)
            if self.game.outcome(child) == ONGOING and limits.depth:
                after = self.engine.think(child, limits)
                self.nodes += after.nodes
                moves += after.lines[0].moves
        except Stopped:
            pass
        score = final_score(verdict.outcome, verdict.plies or 0)
        return line_of(self.game, self.position, moves, score)
