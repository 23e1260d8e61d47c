"""Every search of the alpha-beta family against the textbook's searches."""

import subprocess
import sys
from itertools import product
from random import Random
from typing import Any, NamedTuple, cast

import pytest

from plyground import LOSS, ONGOING, Game
from plyground.core.bits import bits, mix
from plyground.core.evaluation import evaluation
from plyground.core.score import BAND, INFINITE, MAX_EVAL, final_score, static_eval
from plyground.evaluations.registry import make_evaluation
from plyground.search import reference
from plyground.search.alphabeta import driver, kernel, workspace
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.limits import MAX_DEPTH, Limits
from plyground.search.perft import perft
from plyground.search.thought import Thought
from tests.positions import NIM, ROOT, game_of, label
from tests.searching import (
    CONNECT_FOUR,
    DEPTHS,
    NOISE,
    PATHS,
    SYMMETRIC_NOISE,
    WATCH_YOUR_BACK,
    follow,
    leaf_score,
    sampled,
)

PLAIN = kernel.MINIMAX._replace(exact_depth=True)
"""Depths must be exact if a table is used and values are compared."""
MINIMAX, ALPHABETA = PLAIN, PLAIN._replace(prune=True, order=True, killers=True, history=True)
NEGAMAX = ALPHABETA._replace(table=True)
NEGASCOUT = NEGAMAX._replace(pvs=True)
SWITCHES = [*product((False, True), repeat=3)]
WITHOUT_SYMMETRY = [
    PLAIN._replace(prune=prune, order=order, killers=order, history=order, table=table, pvs=scout)
    for (prune, order, table), scout in product(SWITCHES, (False, True))
] + [NEGASCOUT._replace(killers=False), NEGASCOUT._replace(history=False)]
SYMMETRY = [
    PLAIN._replace(
        prune=prune, order=order, killers=order, history=order, pvs=scout, table=True, symmetry=True
    )
    for prune, order, scout in SWITCHES
]
TABLE = 1 << 14
SHUFFLED_GAME = "dominoes:rows=4,columns=4,line=3"
every_game = pytest.mark.parametrize("name", DEPTHS, ids=label)


def engine(
    game: Game, evaluation: Any, techniques: Techniques, threads: int = 1
) -> AlphaBetaEngine:
    return AlphaBetaEngine(game, evaluation, techniques, TABLE, threads)


def found(game: Game, position: Any, techniques: Techniques, depth: int, lines: int = 1) -> Thought:
    """The result of a search with an empty table."""
    return engine(game, NOISE, techniques).think(position, Limits(depth=depth), lines)


def compare(name: str, evaluation: Any, choices: list[Techniques], size: int) -> None:
    """Search the same positions with all techniques; each keeps its table between positions."""
    game = game_of(name)
    engines = [engine(game, evaluation, techniques) for techniques in choices]
    for number, position in enumerate(sampled(name, size)):
        depth = DEPTHS[name] - number % DEPTHS[name]
        quiet = choices[0].quiescence
        expected = reference.alphabeta(game, evaluation, position, depth, quiet=quiet)
        for searching in engines:
            score = searching.think(position, Limits(depth=depth)).score
            assert score == expected, (searching.techniques, game.position_text(position), depth)


@every_game
def test_every_technique_gives_the_value_of_the_textbook(name: str) -> None:
    compare(name, NOISE, WITHOUT_SYMMETRY, 40)


@every_game
def test_symmetry_gives_it_too_if_images_score_the_same(name: str) -> None:
    compare(name, SYMMETRIC_NOISE, SYMMETRY, 25)


@pytest.mark.slow
@every_game
def test_quiescence_gives_the_value_of_the_textbook(name: str) -> None:
    choices = [techniques._replace(quiescence=True) for techniques in WITHOUT_SYMMETRY]
    compare(name, NOISE, choices, 15)


@pytest.mark.parametrize(("name", "depth"), [(CONNECT_FOUR, 7), (PATHS, 5), (WATCH_YOUR_BACK, 3)])
def test_deep_searches_agree_with_minimax(name: str, depth: int) -> None:
    """Transpositions occur only in deep searches."""
    game, pruning = game_of(name), [t for t in (*WITHOUT_SYMMETRY, *SYMMETRY) if t.prune]
    for position in sampled(name, 20)[::2]:
        for symmetric in (0, 1):
            minimax = engine(game, (NOISE, SYMMETRIC_NOISE)[symmetric], MINIMAX)
            expected = minimax.think(position, Limits(depth=depth)).score
            for techniques in pruning:
                if techniques.symmetry <= symmetric:
                    searching = engine(game, (NOISE, SYMMETRIC_NOISE)[symmetric], techniques)
                    thought = searching.think(position, Limits(depth=depth))
                    assert thought.score == expected, techniques


def eval_count(game: Game, position: Any, techniques: Techniques, depth: int) -> int:
    searching = engine(game, NOISE, techniques)
    searching.think(position, Limits(depth=depth))
    return int(searching.workspaces[0][workspace.EVALS])


@every_game
def test_minimax_visits_all_of_perft_and_alphabeta_no_more(name: str) -> None:
    game, depth = game_of(name), DEPTHS[name]
    fewer = 0
    for position in sampled(name, 12):
        thought = found(game, position, MINIMAX, depth)
        assert thought.nodes == perft(game, position, depth).nodes
        assert found(game, position, ALPHABETA, depth).nodes <= thought.nodes
        all_leaves = eval_count(game, position, MINIMAX, depth)
        some_leaves = eval_count(game, position, ALPHABETA, depth)
        assert some_leaves <= all_leaves
        fewer += some_leaves < all_leaves
    assert fewer


@pytest.mark.parametrize("killers", [True, False])
@pytest.mark.parametrize("history", [True, False])
def test_killers_and_history_are_kept_only_where_they_are_used(
    killers: bool, history: bool
) -> None:
    game = game_of(CONNECT_FOUR)
    searching = engine(game, NOISE, NEGASCOUT._replace(killers=killers, history=history))
    searching.think(game.start(), Limits(depth=6))
    kept = searching.workspaces[0]
    best = kept[workspace.HISTORY : workspace.HISTORY + 2 * workspace.HISTORY_SIZE]
    assert (
        bool((kept[workspace.KILLERS : workspace.HISTORY] != workspace.NO_KILLER).any()) == killers
    )
    assert bool(best.any()) == history


@every_game
def test_the_same_search_twice_is_the_same(name: str) -> None:
    game, depth = game_of(name), DEPTHS[name] + 1
    for position in sampled(name, 12):
        for techniques in (MINIMAX, ALPHABETA, NEGAMAX, NEGASCOUT, Techniques(lmr=True)):
            one, two = (found(game, position, techniques, depth) for _ in range(2))
            assert (one.lines, one.nodes, one.seldepth) == (two.lines, two.nodes, two.seldepth)


@every_game
def test_a_line_ends_where_its_score_comes_from(name: str) -> None:
    """With any techniques, even those that change the value."""
    game, random = game_of(name), Random(1)
    for position in sampled(name, 120):
        techniques = Techniques(*(random.random() < 0.5 for _ in Techniques._fields))
        if not techniques.prune:
            techniques = techniques._replace(pvs=False)
        depth = random.randint(1, DEPTHS[name] + techniques.prune)
        for line in found(game, position, techniques, depth, random.randint(1, 3)).lines:
            assert follow(game, position, line.moves) == line.leaf
            assert leaf_score(game, NOISE, line) == line.score, techniques
            if not techniques.quiescence and abs(line.score) < BAND:
                assert len(line.moves) <= depth


@every_game
def test_a_line_is_as_true_with_a_table_full_of_other_searches(name: str) -> None:
    game = game_of(name)
    searching = engine(game, NOISE, Techniques(lmr=True))
    for position in sampled(name, 60):
        for line in searching.think(position, Limits(depth=DEPTHS[name] + 1), 2).lines:
            assert follow(game, position, line.moves) == line.leaf
            assert leaf_score(game, NOISE, line) == line.score


def with_futility(
    game: Game, position: Any, depth: int, margin: int, alpha: int, beta: int, ply: int = 0
) -> int:
    """The textbook's negascout with futility pruning and razoring."""
    if game.outcome(position) != ONGOING:
        return final_score(game.outcome(position), ply)
    looks = static_eval(NOISE, game, position)
    if depth == 0:
        return looks
    if ply and depth <= kernel.FUTILITY_DEPTH and beta - alpha == 1:
        hopeless = depth == 1 and looks + kernel.RAZOR_MARGINS * margin <= alpha
        if hopeless or looks - margin >= beta > -BAND:
            return looks
    best = -INFINITE
    for number, move in enumerate(game.moves(position)):
        below = (game, game.play(position, move), depth - 1, margin)
        score = -with_futility(*below, -alpha - 1 if number else -beta, -alpha, ply + 1)
        if number and alpha < score < beta:
            score = -with_futility(*below, -beta, -alpha, ply + 1)
        best, alpha = max(best, score), max(alpha, score)
        if alpha >= beta:
            break
    return best


@every_game
def test_futility_pruning_cuts_where_the_textbook_does(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a full window: the edges of a narrow one decide what is pruned."""
    monkeypatch.setattr(driver, "ASPIRATION_FROM", MAX_DEPTH)
    game, depth, saved = game_of(name), DEPTHS[name] + 1, 0
    plain = PLAIN._replace(prune=True, pvs=True)
    for number, position in enumerate(sampled(name, 20)):
        margin = 1 + 3 * (number % 5)
        expected = with_futility(game, position, depth, margin, -INFINITE, INFINITE)
        thought = found(game, position, plain._replace(futility=margin), depth)
        assert thought.score == expected
        saved += found(game, position, plain, depth).nodes - thought.nodes
    assert saved > 0


@every_game
def test_a_margin_that_no_evaluation_reaches_changes_nothing(name: str) -> None:
    game, depth = game_of(name), DEPTHS[name] + 1
    for position in sampled(name, 12):
        default = found(game, position, Techniques(), depth)
        wide = found(game, position, Techniques(futility=MAX_EVAL), depth)
        assert (default.lines, default.nodes) == (wide.lines, wide.nodes)


def test_a_loss_is_not_refuted_by_looks() -> None:
    """After one disc on so small a board the side to move is lost, whatever it does."""
    game = game_of("conniption:width=4,height=4,connect=3")
    position = game.parse_position("..../..../..../.X.. O 3/4")
    lost = final_score(LOSS, 4)
    assert reference.alphabeta(game, NOISE, position, 4) == lost
    assert found(game, position, Techniques(futility=1), 4).score == lost


def test_futility_pruning_saves_most_of_the_work() -> None:
    game, work = game_of(WATCH_YOUR_BACK), {}
    evaluation = make_evaluation(game, "default")
    for margin in (0, 400):
        searching = engine(game, evaluation, Techniques(futility=margin))
        positions = sampled(WATCH_YOUR_BACK, 8)
        work[margin] = sum(searching.think(each, Limits(depth=5)).nodes for each in positions)
    assert work[400] < work[0] / 2


@evaluation("far", game="any")
class Far(NamedTuple):
    """Scores of any size, as good for one side as bad for the other."""

    points: int = 1

    def score(self, game: Any, position: Any) -> int:
        return self.points if position.turn == 0 else -self.points


@pytest.mark.parametrize("points", [1 << shift for shift in range(0, 30, 2)] + [300_000_000])
def test_a_window_around_any_score_is_wide_enough_in_the_end(points: int) -> None:
    """The side to move seems to be ahead until the loss is seen."""
    game, evaluation = game_of(NIM), cast(Any, Far(points))
    position = game.parse_position("16,0")
    thought = engine(game, evaluation, Techniques()).think(position, Limits(depth=12))
    assert len(thought.lines[0].moves) == 8
    assert (
        thought.score == reference.alphabeta(game, evaluation, position, 12) == final_score(LOSS, 8)
    )


@every_game
def test_several_lines_are_the_best_first_moves(name: str) -> None:
    game, depth = game_of(name), DEPTHS[name]
    for position in sampled(name, 12):
        children = [game.play(position, move) for move in game.moves(position)]
        values = [reference.alphabeta(game, NOISE, child, depth - 1, ply=1) for child in children]
        best = sorted((-value for value in values), reverse=True)
        for techniques in (MINIMAX, NEGASCOUT):
            thought = found(game, position, techniques, depth, 3)
            if thought.depth == depth:
                assert [line.score for line in thought.lines] == best[:3]
                assert len({line.moves[0] for line in thought.lines}) == len(thought.lines)


@evaluation("shuffled", game="any")
class Shuffled(NamedTuple):
    """Moves in an arbitrary order, with many ties."""

    def score(self, game: Any, position: Any) -> int:
        return int(mix(bits(game.key(position)), 0) >> 32) % 101

    def order(self, game: Any, position: Any, move: int) -> int:
        return int(mix(bits(game.key(position)), move) >> 32) % 7


def best_of_the_first(game: Game, position: Any, depth: int, ply: int = 0) -> int:
    """Minimax over the moves that the beam leaves at each position."""
    outcome, evaluation = game.outcome(position), Shuffled()
    if outcome != ONGOING:
        return final_score(outcome, ply)
    if depth == 0:
        return evaluation.score(game, position)
    moves = sorted(game.moves(position), key=lambda move: -evaluation.order(game, position, move))
    count = len(moves)
    kept = count if count < 10 else 10 if count <= 16 else count // 2
    children = [game.play(position, move) for move in moves[:kept]]
    return max(-best_of_the_first(game, child, depth - 1, ply + 1) for child in children)


def test_a_cut_leaves_the_moves_that_come_first_in_order() -> None:
    game, evaluation = game_of(SHUFFLED_GAME), cast(Any, Shuffled())
    for position in sampled(SHUFFLED_GAME, 12):
        searching = engine(game, evaluation, PLAIN._replace(order=True, beam=True))
        expected = best_of_the_first(game, position, 2)
        assert searching.think(position, Limits(depth=2)).score == expected


@pytest.mark.slow
def test_code_from_the_cache_searches_too() -> None:
    """Recursive code may run where it was compiled and crash when loaded from the cache."""
    search = (
        "from tests.compiled.test_search_laws import NEGASCOUT, NIM, found, game_of\n"
        "thought = found(game_of(NIM), game_of(NIM).start(), NEGASCOUT, 5)\n"
        "print(thought.score, thought.nodes)"
    )
    printed = {
        subprocess.run([sys.executable, "-c", search], capture_output=True, cwd=ROOT).stdout
        for _ in range(2)
    }
    thought = found(game_of(NIM), game_of(NIM).start(), NEGASCOUT, 5)
    assert printed == {f"{thought.score} {thought.nodes}\n".encode()}


@every_game
def test_threads_find_the_same_value_at_a_depth(name: str) -> None:
    game, depth = game_of(name), DEPTHS[name]
    for position in sampled(name, 12):
        expected = found(game, position, MINIMAX, depth).score
        for threads in (2, 4):
            searching = engine(game, NOISE, NEGASCOUT, threads)
            thought = searching.think(position, Limits(depth=depth))
            assert thought.score == expected
            assert leaf_score(game, NOISE, thought.lines[0]) == expected
