"""Games that end where a position comes again: searches against a plain one that knows the past."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from plyground import Record
from plyground.core.bits import bits
from plyground.core.errors import BadProof, GameOver
from plyground.core.game import legal_moves
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.repetition import is_fresh
from plyground.core.score import final_score, plies_to_end, static_eval
from plyground.core.turns import moves_again
from plyground.proofs.write import make_proof
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import MINIMAX, Techniques
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import Limits
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import ROLLOUTS, MctsOptions
from plyground.search.perft import perft
from plyground.search.playout import playouts
from plyground.search.solution import Verdict
from tests.again import Rounds
from tests.searching import NOISE

GAMES: list[Any] = [Rounds(), Rounds(2), Rounds(2, True)]
TABLE_BYTES = 1 << 21
Past = tuple[Any, ...]

seeds = st.integers(0, 1 << 16)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


def past_of(game: Any, seed: int, plies: int) -> Past:
    """The positions of a random game that goes on, some of them more than once."""
    random = Random(seed)
    past: Past = (game.start()._replace(seed=seed),)
    for _ in range(plies):
        child = game.play(past[-1], random.choice(legal_moves(game, past[-1])))
        if outcome_of(game, (*past, child)) != ONGOING:
            break
        past = (*past, child)
    return past


def outcome_of(game: Any, past: Past) -> int:
    """By the game's own words: the rule once more, as simply as can be."""
    outcome: int = game.outcome(past[-1])
    if outcome == ONGOING and past.count(past[-1]) == game.times:
        if not game.lost:
            return DRAW
        return LOSS if past[-2].turn == past[-1].turn else WIN
    return outcome


def value(game: Any, past: Past, depth: int, ply: int = 0, quiet: bool = False) -> int:
    """Minimax for the side to move, with the whole past; beyond it noisy moves if `quiet`."""
    outcome = outcome_of(game, past)
    if outcome != ONGOING and ply:
        return final_score(outcome, ply)
    moves = [*game.moves(past[-1])]
    best = -(1 << 40)
    if depth <= 0:
        best = static_eval(NOISE, game, past[-1])
        moves = [*game.noisy(past[-1])] if quiet and ply < 9 else []
    for move in moves:
        child = game.play(past[-1], move)
        found = value(game, (*past, child), depth - 1, ply + 1, quiet)
        best = max(best, found if moves_again(game, past[-1], child) else -found)
    return best


def keys(game: Any, past: Past) -> list[int]:
    return [bits(game.key(position)) for position in past[:-1]]


@each_game
@settings(max_examples=60)
@given(
    seed=seeds,
    plies=st.integers(0, 12),
    depth=st.integers(1, 6),
    prune=st.booleans(),
    order=st.booleans(),
    pvs=st.booleans(),
    table=st.booleans(),
)
def test_alpha_beta_knows_the_path_and_the_game_before_it(
    game: Any, seed: int, plies: int, depth: int, prune: bool, order: bool, pvs: bool, table: bool
) -> None:
    table = table and game.times == 2  # deeper rounds are not told apart by the table
    techniques = MINIMAX._replace(
        prune=prune,
        order=order,
        killers=order,
        history=order,
        pvs=pvs,
        table=table,
        exact_depth=True,
    )
    past = past_of(game, seed, plies)
    engine = AlphaBetaEngine(game, NOISE, techniques, TABLE_BYTES)
    found = engine.think(past[-1], Limits(depth=depth), history=keys(game, past))
    assert found.score == value(game, past, depth)


@pytest.mark.parametrize("game", GAMES[1:], ids=str)
def test_what_the_table_learned_after_one_past_is_not_for_another(game: Any) -> None:
    techniques = MINIMAX._replace(prune=True, pvs=True, table=True, exact_depth=True)
    for seed in range(200):
        past, engine = past_of(game, seed, 6), AlphaBetaEngine(game, NOISE, techniques, TABLE_BYTES)
        for known in (past, past[-1:], past):
            found = engine.think(past[-1], Limits(depth=5), history=keys(game, known))
            assert found.score == value(game, known, 5)


@each_game
@settings(max_examples=40)
@given(seed=seeds, plies=st.integers(0, 12), pvs=st.booleans())
def test_a_win_that_a_search_with_all_techniques_finds_is_one(
    game: Any, seed: int, plies: int, pvs: bool
) -> None:
    past = past_of(game, seed, plies)
    engine = AlphaBetaEngine(game, NOISE, Techniques(pvs=pvs), TABLE_BYTES)
    score = engine.think(past[-1], Limits(depth=7), history=keys(game, past)).score
    ends = plies_to_end(score)
    if ends is not None and game.times == 2:
        assert value(game, past, ends) == score


@settings(max_examples=40)
@given(seed=seeds, plies=st.integers(0, 8), depth=st.integers(1, 3))
def test_quiescence_search_knows_them_too(seed: int, plies: int, depth: int) -> None:
    game = GAMES[1]
    past = past_of(game, seed, plies)
    techniques = MINIMAX._replace(prune=True, quiescence=True)
    engine = AlphaBetaEngine(game, NOISE, techniques)
    found = engine.think(past[-1], Limits(depth=depth), history=keys(game, past)).score
    assert found == value(game, past, depth, quiet=True)


@each_game
@settings(max_examples=25)
@given(seed=seeds, plies=st.integers(0, 12), rollout=st.sampled_from(ROLLOUTS))
def test_monte_carlo_proves_only_what_is_true(
    game: Any, seed: int, plies: int, rollout: str
) -> None:
    past = past_of(game, seed, plies)
    engine = MctsEngine(game, NOISE, MctsOptions(rollout=rollout), 1 << 22)
    engine.think(past[-1], Limits(simulations=2000))  # another past, which is forgotten
    line = engine.think(past[-1], Limits(simulations=2000), history=keys(game, past)).lines[0]
    plies_on = plies_to_end(line.score)
    if plies_on is not None and plies_on <= 8:
        assert (value(game, past, 8) > 1 << 29) == (line.score > 0)


@each_game
def test_random_games_end_and_perft_counts_them_all(game: Any) -> None:
    tally = playouts(game, game.start(), 300)
    assert tally.unfinished == 0
    assert tally.longest <= game.times * 2 * game.size
    if not game.lost:
        assert tally.draws
    longest = perft(game, game.start(), 8).levels[-1]
    assert longest.draws == 0  # perft counts by the rules of a position alone


@each_game
@settings(max_examples=30)
@given(seed=seeds)
def test_what_solvers_find_holds_in_a_new_game(game: Any, seed: int) -> None:
    """Of a shortest win no line has a position twice, so that a repetition cannot spoil it."""
    start = game.start()._replace(seed=seed)
    for solver in (ExactSolver(game, TABLE_BYTES), ProofSearch(game, 1 << 16)):
        verdict = solver.solve(start, Limits(depth=8, nodes=1_000)).verdict
        if verdict and verdict.outcome != DRAW and verdict.plies and verdict.plies < 8:
            wanted = final_score(verdict.outcome, verdict.plies)
            if game.lost:
                assert (value(game, (start,), verdict.plies) > 0) == (verdict.outcome == WIN)
            else:
                assert value(game, (start,), verdict.plies) == wanted


def test_a_record_ends_by_a_repetition() -> None:
    ended = {True: 0, False: 0}
    for game in GAMES:
        for seed in range(60):
            random, record = Random(seed), Record(game, game.start()._replace(seed=seed))
            while record.legal_moves:
                assert not record.is_over
                record.push(random.choice(record.legal_moves))
            assert record.outcome == outcome_of(game, tuple(record.positions))
            assert record.is_over
            if record.is_repetition:
                ended[game.lost] += 1
                assert record.status.endswith("by repetition")
                assert game.lost or record.result == "draw"
                assert not game.lost or record.winner == 1 - record.last_side
                with pytest.raises(GameOver):
                    record.push(0)
                record.pop()
                assert not record.is_over
    assert min(ended.values()) > 5


def test_a_past_is_fresh_until_a_position_may_not_come_again() -> None:
    assert is_fresh(GAMES[0], [1, 2, 3]) and not is_fresh(GAMES[0], [1, 2, 1])
    assert is_fresh(GAMES[1], []) and not is_fresh(GAMES[1], [1])


def test_no_proof_where_a_repetition_is_lost() -> None:
    game = GAMES[2]
    with pytest.raises(BadProof, match="a repetition is no draw"):
        make_proof(game, "rounds", game.start(), Verdict(WIN, 1), ProofSearch(game, 1 << 16))
