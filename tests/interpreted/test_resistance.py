"""Who cannot win makes the move that is hardest to answer, and gives nothing away for it.

Each of these boards would be compiled apart, so players sit at all but two uncompiled only.
"""

import itertools
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from plyground import DRAW, LOSS, WIN, Game
from plyground.book.book import Entry
from plyground.book.file import write_book
from plyground.cli.book import _think_with
from plyground.core.game import canonical_key, legal_moves
from plyground.core.score import final_score
from plyground.evaluations.zero import Zero
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.limits import Limits
from plyground.search.resistance import NODES, QUESTIONS, resist
from plyground.search.solution import Solution, Verdict
from plyground.search.stop import Stoppable, StopSignal
from plyground.search.thought import Thought, Watch, ignore, line_of
from plyground.search.workspace import MAX_PLY
from tests.positions import NIM, game_of, label
from tests.proving import (
    CONNECT_FOUR,
    CONNIPTION,
    DOMINOES,
    Textbook,
    Verdicts,
    all_verdicts,
    last_verdicts,
    ongoing,
    uncompiled,
)

PATHS = "paths:board=4x4,line=3"
KNOWN = {
    CONNECT_FOUR: partial(last_verdicts, CONNECT_FOUR, 9, 6),
    CONNIPTION: partial(last_verdicts, CONNIPTION, 8, 6),
    PATHS: partial(last_verdicts, PATHS, 9, 4),
    DOMINOES: partial(all_verdicts, DOMINOES),
    NIM: partial(all_verdicts, NIM),
}
"""Every position near the end of some games."""
COMPILED = (CONNECT_FOUR, NIM)
every_board = pytest.mark.parametrize("name", KNOWN, ids=label)
every_seat = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in COMPILED else uncompiled) for name in KNOWN],
    ids=label,
)
SURE = ("solver:book=", "negascout:depth=21", "best:book=,nodes=200000")


# --- what is expected --------------------------------------------------------------------------


def longest(game: Game, known: Verdicts, position: Any) -> list[int]:
    """The moves that keep the verdict and delay the end as long as possible."""
    after = {move: known[game.play(position, move)].before() for move in game.moves(position)}
    return [move for move, verdict in after.items() if verdict == known[position]]


def hardest(game: Game, known: Verdicts, position: Any) -> set[int]:
    """Of these, the moves with the largest share of wrong answers."""
    moves = longest(game, known, position)
    shares = {move: wrong_answers(game, known, game.play(position, move)) for move in moves}
    return {move for move in moves if shares[move] == max(shares.values())}


def wrong_answers(game: Game, known: Verdicts, child: Any) -> float:
    """The share of answers that give the verdict away; those that lose at once do not count."""
    answers = [known[game.play(child, answer)] for answer in legal_moves(game, child)]
    counted = [verdict for verdict in answers if verdict != Verdict(WIN, 1)]
    wrong = {WIN: {WIN, DRAW}, DRAW: {WIN}}[known[child].outcome]
    return sum(verdict.outcome in wrong for verdict in counted) / max(len(counted), 1)


def choices(name: str, outcome: int, count: int) -> list[Any]:
    """Some positions with this outcome in which the longest moves are not all equally hard."""
    game, known = game_of(name), KNOWN[name]()
    found = [place for place in ongoing(game, known) if known[place].outcome == outcome]
    chosen = [
        place
        for place in found
        if len(hardest(game, known, place)) < len(longest(game, known, place))
    ]
    return chosen[:: max(1, len(chosen) // count)][:count]


def at(name: str, position: Any) -> Record:
    return Record(game_of(name), position)


# --- the choice itself, by the textbook's verdicts ---------------------------------------------


class Sure(Textbook, Stoppable):
    """A search that knows everything, takes all the nodes it gets, and notes its limits."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.evaluation: Any = Zero()
        self.calls: list[Limits] = []
        self.score_scale = 0
        self.stop_signal = StopSignal()

    def solve(self, position: Any, limits: Limits = Limits(), weak: bool = False) -> Solution:  # noqa: B008
        self.calls.append(limits)
        return super().solve(position, limits, weak)._replace(nodes=limits.nodes)

    def think(
        self,
        position: Any,
        limits: Limits,
        lines: int = 1,
        watch: Watch = ignore,
        history: Sequence[int] = (),
    ) -> Thought:
        self.calls.append(limits)
        thought = thought_of(self.game, position, super().solve(position))
        return thought._replace(nodes=min(thought.nodes, limits.nodes))


def thought_of(game: Game, position: Any, solution: Solution) -> Thought:
    """The thought of a search that found a solution."""
    verdict, best = solution.verdict, solution.best
    assert verdict is not None and best is not None
    score = final_score(verdict.outcome, verdict.plies or 0)
    line = line_of(game, position, [best], score, exact=True)
    return Thought((line,), 9, 9, 100, 0.0, 0.0, 0.0)


@every_board
@pytest.mark.parametrize("outcome", [LOSS, DRAW], ids=["lost", "drawn"])
def test_the_move_is_the_hardest_to_answer(name: str, outcome: int) -> None:
    game, known = game_of(name), KNOWN[name]()
    engine = Sure(game)
    for position in choices(name, outcome, 60):
        thought = thought_of(game, position, engine.solve(position))
        found = resist(engine, position, thought, Limits())
        assert found.move in hardest(game, known, position), game.position_text(position)
        assert found.lines[0].verdict == known[position]
        assert found.lines[0].leaf == line_of(game, position, [*found.lines[0].moves], 0).leaf


def test_there_are_such_positions() -> None:
    assert all(choices(name, LOSS, 60) for name in KNOWN)
    assert all(choices(name, DRAW, 60) for name in (CONNECT_FOUR, CONNIPTION))


def test_of_equals_the_one_that_looks_best_is_made() -> None:
    """Nim's moves from 12 are all equal; an evaluation may still rank them."""
    game: Any = game_of(NIM)

    class Fewest(Zero):
        def score(self, game: Any, position: Any) -> int:
            return int(position.left)

    engine = Sure(game)
    position = game.parse_position("12,0")
    thought = thought_of(game, position, engine.solve(position))
    assert resist(engine, position, thought, Limits()).move == thought.move == 1
    engine.evaluation = Fewest()
    assert resist(engine, position, thought, Limits()).move == 3


def test_a_won_or_unknown_position_is_left_alone() -> None:
    game = game_of(NIM)
    engine, position = Sure(game), game.start()
    won = thought_of(game, position, engine.solve(position))
    engine.calls.clear()
    assert resist(engine, position, won, Limits()) is won
    unknown = won._replace(lines=(line_of(game, position, [1], 5),))
    assert resist(engine, position, unknown, Limits()) is unknown
    assert not engine.calls


# --- limits ------------------------------------------------------------------------------------


@every_board
@pytest.mark.parametrize("nodes", [101, 150, 10_000, 1 << 62])
def test_no_more_nodes_are_asked_for_than_are_left(name: str, nodes: int) -> None:
    engine = Sure(game_of(name))
    for position in choices(name, LOSS, 5):
        thought = thought_of(engine.game, position, engine.solve(position))
        engine.calls.clear()
        found = resist(engine, position, thought, Limits(nodes=nodes, depth=9))
        assert found.nodes <= min(nodes, thought.nodes + NODES)
        assert all(limits.depth in (7, 8) for limits in engine.calls)
        assert len(engine.calls) <= QUESTIONS


def test_without_time_the_search_has_its_way() -> None:
    engine = Sure(game_of(CONNECT_FOUR))
    for position in choices(CONNECT_FOUR, LOSS, 5):
        thought = thought_of(engine.game, position, engine.solve(position))
        spent = thought._replace(seconds=2.0, cpu_seconds=2.0)
        for limits in (Limits(time=2.0), Limits(cpu=2.0), Limits(nodes=100)):
            engine.calls.clear()
            assert resist(engine, position, spent, limits).lines == thought.lines
            assert not engine.calls


@pytest.mark.parametrize("spent", range(1, 12))
def test_time_may_run_out_between_two_looks_at_the_clock(
    spent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both clocks go on by a second whenever somebody looks: no limit handed on is used up."""
    engine = Sure(game_of(CONNECT_FOUR))
    for clock in ("process_time", "perf_counter"):
        monkeypatch.setattr(time, clock, partial(next, itertools.count()))
    for position in choices(CONNECT_FOUR, LOSS, 5):
        thought = thought_of(engine.game, position, engine.solve(position))
        engine.calls.clear()
        resist(engine, position, thought, Limits(cpu=spent, time=spent + 2))
        for limits in engine.calls:
            limits.check()


@pytest.mark.parametrize("text", ["solver:book=", "negascout", "mcts:memory=1MB"])
@pytest.mark.parametrize("nodes", [300, 3000])
def test_players_keep_their_limit_of_nodes(text: str, nodes: int) -> None:
    joint = ":" if ":" not in text else ","
    for position in choices(CONNECT_FOUR, LOSS, 5):
        player = make_engine_player(f"{text}{joint}nodes={nodes}")
        player.choose(at(CONNECT_FOUR, position))
        assert player.thought and player.thought.nodes < nodes + MAX_PLY


# --- players -----------------------------------------------------------------------------------


@every_seat
@pytest.mark.parametrize("text", SURE)
def test_players_who_know_that_they_are_lost_resist(name: str, text: str) -> None:
    game, known = game_of(name), KNOWN[name]()
    player = make_engine_player(text)
    for position in choices(name, LOSS, 6):
        move = player.choose(at(name, position))
        assert move in hardest(game, known, position), game.position_text(position)


def test_a_solver_seeks_chances_in_a_draw() -> None:
    game, known = game_of(CONNECT_FOUR), KNOWN[CONNECT_FOUR]()
    player = make_engine_player("solver:book=")
    for position in choices(CONNECT_FOUR, DRAW, 8):
        assert player.choose(at(CONNECT_FOUR, position)) in hardest(game, known, position)


@every_seat
@pytest.mark.parametrize("text", SURE)
def test_nothing_is_given_away(name: str, text: str) -> None:
    game, known = game_of(name), KNOWN[name]()
    player, places = make_engine_player(text), ongoing(game, known)
    for position in places[:: max(1, len(places) // 25)]:
        after = known[game.play(position, player.choose(at(name, position)))].before()
        assert after.outcome == known[position].outcome, game.position_text(position)


@pytest.mark.parametrize("name", COMPILED, ids=label)
def test_monte_carlo_does_not_lose_at_once_what_lasts(name: str) -> None:
    """Its proofs give the length of a loss roughly, and of short losses exactly."""
    game, known = game_of(name), KNOWN[name]()
    player = make_engine_player("mcts:simulations=3000,memory=4MB")
    for position in choices(name, LOSS, 40):
        after = known[game.play(position, player.choose(at(name, position)))]
        assert player.thought and player.thought.lines[0].verdict
        assert after.plies != 1 or known[position].plies == 2


def test_monte_carlo_plays_no_more_games_to_resist() -> None:
    for position in choices(CONNECT_FOUR, LOSS, 8):
        player = make_engine_player("mcts:simulations=3000,memory=4MB")
        record = at(CONNECT_FOUR, position)
        thought = player.think(record)
        found = player.resist(record, thought)
        assert found.lines[0].outcome == "loss" and found.nodes == thought.nodes


# --- books -------------------------------------------------------------------------------------


def blind_book(file: Path, name: str, position: Any, known: Verdicts) -> int:
    """A book that knows that a position is lost and has its worst move; returns that move."""
    game, verdict = game_of(name), known[position]
    after = {move: game.play(position, move) for move in game.moves(position)}
    worst = min(
        after,
        key=lambda move: (
            known[after[move]].before().sort_key,
            move in hardest(game, known, position),
        ),
    )
    score = final_score(verdict.outcome, verdict.plies or 0)
    entry = Entry(canonical_key(game, after[worst]), score, 9)
    write_book(file, game, "somebody", {canonical_key(game, position): entry})
    return worst


@pytest.mark.parametrize("text", ["solver", "negascout:depth=21"])
def test_a_book_that_says_lost_is_not_followed_blindly(text: str, tmp_path: Path) -> None:
    game, known = game_of(CONNECT_FOUR), KNOWN[CONNECT_FOUR]()
    joint, played = ":" if ":" not in text else ",", 0
    for position in choices(CONNECT_FOUR, LOSS, 8):
        file = tmp_path / "blind.book"
        worst = blind_book(file, CONNECT_FOUR, position, known)
        player = make_engine_player(f"{text}{joint}book={file}")
        move = player.choose(at(CONNECT_FOUR, position))
        assert move in hardest(game, known, position)
        assert player.thought and player.thought.from_book == (move == worst)
        played += move != worst
    assert played


def test_what_a_book_knows_of_answers_needs_no_search(tmp_path: Path) -> None:
    """A player without any time to search finds the move by the book alone."""
    game, known = game_of(NIM), KNOWN[NIM]()
    entries = {}
    for position in ongoing(game, known):
        best = longest(game, known, position)[0]
        score = final_score(known[position].outcome, known[position].plies or 0)
        child = canonical_key(game, game.play(position, best))
        entries[canonical_key(game, position)] = Entry(child, score, 9)
    write_book(tmp_path / "nim.book", game, "somebody", entries)
    player = make_engine_player(f"mcts:simulations=1,memory=1MB,book={tmp_path}/nim.book")
    for position in choices(NIM, LOSS, 9):
        assert player.choose(at(NIM, position)) in hardest(game, known, position)
        assert player.thought and player.thought.nodes == 0


def test_a_book_keeps_the_moves_that_resist() -> None:
    game, known = game_of(CONNECT_FOUR), KNOWN[CONNECT_FOUR]()
    think = _think_with("solver:book=")
    for position in choices(CONNECT_FOUR, LOSS, 8):
        thought = think(at(CONNECT_FOUR, position))
        assert thought.move in hardest(game, known, position)
        assert thought.lines[0].verdict == known[position]
