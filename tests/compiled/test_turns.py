"""Games in which a side may move again: every search and solver against the plain ones."""

from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings, strategies as st

from plyground.core.errors import BadProof
from plyground.core.evaluation import evaluation
from plyground.core.game import legal_moves
from plyground.core.outcome import DRAW, ONGOING, WIN
from plyground.core.turns import moves_again
from plyground.proofs.verify import verify
from plyground.proofs.write import make_proof
from plyground.search import reference
from plyground.search.alphabeta.driver import AlphaBetaEngine
from plyground.search.alphabeta.kernel import MINIMAX, Techniques
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import Limits
from plyground.search.mcts import kernel as words
from plyground.search.mcts.driver import MctsEngine
from plyground.search.mcts.options import ROLLOUTS, MctsOptions
from plyground.search.perft import perft
from plyground.search.playout import playouts
from plyground.search.solution import Verdict
from tests.again import AgainNim, Maze, TinyBoxes
from tests.searching import NOISE, assert_grows_the_textbooks_tree

MAZE: Any = Maze()
SURE: Any = Maze(30, sure=True)
GAMES: list[Any] = [AgainNim(), AgainNim(9, True), TinyBoxes(), MAZE, Maze(bounded=False)]
TABLE_BYTES = 1 << 21

seeds = st.integers(0, 1 << 20)
sound = st.builds(
    Techniques,
    *(st.booleans() for _ in range(6)),
    symmetry=st.booleans(),
    exact_depth=st.just(True),
    quiescence=st.just(False),
    lmr=st.just(False),
    futility=st.just(0),
    beam=st.just(False),
)
"""Techniques that leave the value at a depth as it is."""


def position_of(game: Any, seed: int) -> Any:
    """A position of a random game that is not over."""
    random, position = Random(seed), game.start()
    if isinstance(game, Maze):
        position = position._replace(seed=seed)
    for _ in range(random.randrange(4)):
        child = game.play(position, random.choice(legal_moves(game, position)))
        if game.outcome(child) != ONGOING:
            break
        position = child
    return position


def verdict_of(game: Any, position: Any) -> Verdict:
    return reference.solve(game, position, {})


def verdict_after(game: Any, position: Any, move: int) -> Verdict:
    child = game.play(position, move)
    return verdict_of(game, child).before(moves_again(game, position, child))


each_game = pytest.mark.parametrize("game", GAMES, ids=str)


@each_game
@settings(max_examples=30)
@given(seed=seeds, depth=st.integers(1, 5), techniques=sound)
def test_alpha_beta_finds_the_value_of_minimax(
    game: Any, seed: int, depth: int, techniques: Techniques
) -> None:
    position = position_of(game, seed)
    engine = AlphaBetaEngine(game, NOISE, techniques, TABLE_BYTES)
    found = engine.think(position, Limits(depth=depth)).score
    wanted = reference.minimax(game, NOISE, position, depth)
    assert found == wanted


@each_game
@settings(max_examples=30)
@given(seed=seeds, depth=st.integers(1, 4))
def test_the_textbook_searches_agree(game: Any, seed: int, depth: int) -> None:
    position = position_of(game, seed)
    wanted = reference.minimax(game, NOISE, position, depth)
    assert reference.alphabeta(game, NOISE, position, depth) == wanted
    assert reference.negamax(game, NOISE, position, depth, {}) == wanted
    assert reference.negascout(game, NOISE, position, depth) == wanted


@settings(max_examples=40)
@given(seed=seeds, depth=st.integers(1, 4), pvs=st.booleans())
def test_quiescence_search_follows_noisy_moves_of_either_side(
    seed: int, depth: int, pvs: bool
) -> None:
    position = position_of(MAZE, seed)
    techniques = MINIMAX._replace(prune=True, pvs=pvs, quiescence=True)
    found = AlphaBetaEngine(MAZE, NOISE, techniques).think(position, Limits(depth=depth)).score
    assert found == reference.alphabeta(MAZE, NOISE, position, depth, quiet=True)


@each_game
@settings(max_examples=30)
@given(seed=seeds, weak=st.booleans(), threads=st.integers(1, 2))
def test_the_exact_solver_finds_the_verdict(game: Any, seed: int, weak: bool, threads: int) -> None:
    position = position_of(game, seed)
    solver, wanted = ExactSolver(game, TABLE_BYTES, threads), verdict_of(game, position)
    found = solver.solve(position, weak=weak)
    assert found.verdict == (Verdict(wanted.outcome) if weak else wanted)
    assert found.best is not None
    after = verdict_after(game, position, found.best)
    assert (after.outcome if weak else after) == (wanted.outcome if weak else wanted)


@each_game
@settings(max_examples=15)
@given(seed=seeds)
def test_every_move_has_its_verdict(game: Any, seed: int) -> None:
    position = position_of(game, seed)
    wanted = {move: verdict_after(game, position, move) for move in game.moves(position)}
    assert ExactSolver(game, TABLE_BYTES).solve_moves(position) == wanted


@each_game
@settings(max_examples=30)
@given(seed=seeds, weak=st.booleans())
def test_proof_number_search_finds_the_verdict(game: Any, seed: int, weak: bool) -> None:
    position = position_of(game, seed)
    wanted = verdict_of(game, position)
    search = ProofSearch(game, 1 << 16)
    found = search.solve(position, weak=weak)
    assert found.verdict == (Verdict(wanted.outcome) if weak else wanted)
    if found.verdict and found.verdict.outcome != DRAW:
        assert search.replay(position, found.verdict).holds


@settings(max_examples=40)
@given(seed=seeds)
def test_a_replay_notices_a_verdict_that_is_wrong(seed: int) -> None:
    position = position_of(MAZE, seed)
    wanted = verdict_of(MAZE, position)
    search = ProofSearch(MAZE, 1 << 16)
    for outcome in (WIN, -WIN):
        if wanted.outcome != outcome:
            assert not search.replay(position, Verdict(outcome)).holds
        elif wanted.plies and wanted.plies > 1:
            assert not search.replay(position, Verdict(outcome, wanted.plies - 1)).holds


@settings(max_examples=20)
@given(seed=seeds, depth=st.integers(1, 5), attacks=st.booleans())
def test_the_textbook_proof_numbers_tell_what_is_forced(
    seed: int, depth: int, attacks: bool
) -> None:
    position = position_of(MAZE, seed)
    phi, delta = reference.dfpn(MAZE, position, depth, attacks, {})
    won = reference.forced(MAZE, position, depth, (WIN,), attacks)
    assert (phi == 0) == (won == attacks)
    assert (phi == 0) != (delta == 0)


@each_game
@settings(max_examples=12)
@given(seed=seeds, rollout=st.sampled_from(ROLLOUTS))
def test_monte_carlo_proves_only_what_is_true(game: Any, seed: int, rollout: str) -> None:
    position = position_of(game, seed)
    engine = MctsEngine(game, NOISE, MctsOptions(rollout=rollout), 1 << 22)
    line = engine.think(position, Limits(simulations=4000)).lines[0]
    wanted = verdict_of(game, position)
    assert line.outcome is None or line.verdict is not None
    if line.verdict:
        assert line.verdict.outcome == wanted.outcome
        told = engine.solve(position).verdict
        assert told is not None
        assert told.outcome == wanted.outcome
        assert verdict_after(game, position, line.moves[0]).outcome == wanted.outcome


@evaluation("sure", game="maze", unit=1)
class Sure(NamedTuple):
    """Knows that the first player wins."""

    points: int = 1000

    def score(self, game: Any, position: Any) -> int:
        return self.points if position.turn == 0 else -self.points


@settings(max_examples=10)
@given(seed=seeds, rollout=st.sampled_from(ROLLOUTS))
def test_monte_carlo_credits_each_node_to_the_one_who_moved_there(seed: int, rollout: str) -> None:
    """Where one side always wins, its moves bring a win at every visit, and others nothing."""
    root: Any = SURE.start()._replace(seed=seed)
    sure: Any = Sure()
    engine = MctsEngine(SURE, sure, MctsOptions(rollout=rollout), 1 << 22)
    engine.think(root, Limits(simulations=200))
    tree, seen = engine.trees[0], 0
    waiting = [(words.ROOT, root)]
    while waiting:
        node, position = waiting.pop()
        first, number = (
            f(int(tree[node + words.LINKS])) for f in (words.first_of, words.children_of)
        )
        for child in range(first, first + words.NODE * number, words.NODE):
            visits = int(tree[child + words.VISITS])
            wins = visits if position.turn == 0 else 0
            assert tree[child + words.POINTS] == words.WIN_POINTS * wins
            seen += visits
            waiting.append((child, SURE.play(position, int(tree[child + words.MOVE]))))
    assert seen
    assert playouts(SURE, root, 10).wins == 10
    textbook = reference.mcts(SURE, root, 50, seed)
    assert all(child.points == child.visits for child in textbook.children.values())


def test_evaluated_leaves_count_for_the_one_who_moved_there() -> None:
    assert_grows_the_textbooks_tree(SURE, 60, 50.0, 1.0)


@each_game
@settings(max_examples=10)
@given(seed=seeds)
def test_perft_and_playouts_count_for_the_side_to_move_at_the_root(game: Any, seed: int) -> None:
    position = position_of(game, seed)
    depth = 4
    wanted = [[0, 0, 0] for _ in range(depth)]

    def count(place: Any, ply: int) -> None:
        for move in legal_moves(game, place) if ply < depth else []:
            child = game.play(place, move)
            outcome = game.outcome(child)
            mine = game.side(child) == game.side(position)
            if outcome in (WIN, -WIN):
                wanted[ply][0 if (outcome == WIN) == mine else 1] += 1
            wanted[ply][2] += outcome == DRAW
            count(child, ply + 1)

    count(position, 0)
    levels = perft(game, position, depth).levels
    assert [[level.wins, level.losses, level.draws] for level in levels] == wanted
    tally, verdict = playouts(game, position, 200), verdict_of(game, position)
    if all(verdict_after(game, position, move).plies == 1 for move in legal_moves(game, position)):
        assert (tally.wins > 0) == (verdict.outcome == WIN)


@settings(max_examples=25)
@given(seed=seeds, look=st.integers(0, 3), dfpn=st.booleans())
def test_proofs_hold_and_wrong_claims_do_not(seed: int, look: int, dfpn: bool) -> None:
    game: Any = MAZE
    position = position_of(game, seed)
    wanted = verdict_of(game, position)
    solver = ProofSearch(game, 1 << 16) if dfpn else ExactSolver(game, TABLE_BYTES)
    proof = make_proof(game, "maze", position, wanted, solver, look=look)
    assert verify(proof).holds
    claimed = Verdict(wanted.outcome, (wanted.plies or 1) + 1)
    if wanted.outcome != DRAW:
        with pytest.raises(BadProof):
            make_proof(game, "maze", position, claimed, solver, look=look)
