"""Monte Carlo tree search: what it proves is true, its memory is bounded, its tree is kept."""

import math
from functools import cache
from typing import Any
from unittest.mock import Mock

import pytest

from plyground import DRAW, LOSS, ONGOING, WIN, Game
from plyground.core.errors import BadOption
from plyground.core.numbers import Ints
from plyground.core.score import plies_to_end, static_eval
from plyground.evaluations.patterns.network import POINTS
from plyground.search.limits import Limits
from plyground.search.mcts import kernel as tree_words
from plyground.search.mcts.driver import MIN_BYTES, MctsEngine
from plyground.search.mcts.options import FINAL_MOVES, ROLLOUTS, MctsOptions
from plyground.search.mcts.tree import most_visited
from plyground.search.thought import Line, Thought
from tests.patterns import random_network
from tests.positions import NIM, game_of, label, played
from tests.searching import CONNECT_FOUR, DEPTHS, NOISE, PATHS, follow, sampled

TIC_TAC_TOE = "paths"
TINY = "connect-four:width=4,height=3,connect=3"
MEMORY = 1 << 20
MAX_GAME = 450
"""Watch Your Back! has the longest, of 424 plies."""
PROOF = Limits(simulations=300_000)
GAMES = [TINY if name == CONNECT_FOUR else name for name in DEPTHS]
every_game = pytest.mark.parametrize("name", GAMES, ids=label)


def engine(name: str, memory: int = MEMORY, threads: int = 1, **options: Any) -> MctsEngine:
    return MctsEngine(game_of(name), NOISE, MctsOptions(**options), memory, threads)


def children(tree: Any, node: int = tree_words.ROOT) -> dict[int, int]:
    """The places of a node's children by their moves."""
    links = int(tree[node + tree_words.LINKS])
    first, count = tree_words.first_of(links), tree_words.children_of(links)
    places = range(first, first + count * tree_words.NODE, tree_words.NODE)
    return {int(tree[place + tree_words.MOVE]): place for place in places}


def mean(tree: Any, place: int) -> float:
    """The mean result: two for a win, one for a draw."""
    return 2 * float(tree[place + tree_words.POINTS]) / visits(tree, place) / tree_words.WIN_POINTS


def proof(tree: Any, place: int = tree_words.ROOT) -> int:
    return int(tree_words.proof_of(int(tree[place + tree_words.LINKS])))


def is_proven(searching: MctsEngine) -> bool:
    return any(map(proof, searching.trees))


def test_the_move_may_be_the_one_with_the_highest_bound() -> None:
    """UCB1, which the document also uses for the final move."""
    searching = engine(CONNECT_FOUR, final="ucb1", exploration=20.0)
    position = searching.game.start()
    moves = [line.moves[0] for line in searching.think(position, Limits(simulations=500), 7).lines]
    tree = searching.trees[0]
    places = children(tree)
    visits = {move: int(tree[place + tree_words.VISITS]) for move, place in places.items()}
    bounds = {
        move: mean(tree, place) / 2 + 20 * math.sqrt(math.log(sum(visits.values())) / visits[move])
        for move, place in places.items()
    }
    assert [bounds[move] for move in moves] == sorted(bounds.values(), reverse=True)
    assert moves != sorted(moves, key=lambda move: -visits[move])


@cache
def result(name: str, position: Any) -> int:
    """The result of perfect play for the side to move: 1, 0 or -1."""
    game = game_of(name)
    outcome = game.outcome(position)
    if outcome != ONGOING:
        return {WIN: 1, LOSS: -1, DRAW: 0}[outcome]
    return max(-result(name, game.play(position, move)) for move in game.moves(position))


def result_of(score: int) -> int:
    return 0 if plies_to_end(score) is None else 1 if score > 0 else -1


def assert_shows_its_proof(game: Game, position: Any, line: Line) -> None:
    """The line is legal; if it claims a win or loss, it leads to that end."""
    assert follow(game, position, line.moves) == line.leaf
    plies = plies_to_end(line.score)
    if plies is not None:
        outcome = game.outcome(line.leaf)
        assert plies == len(line.moves)
        assert outcome == (WIN if (line.score > 0) == (plies % 2 == 0) else LOSS)


# --- what it finds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "moves", "expected"),
    [
        (PATHS, "", 1),
        (TINY, "", 1),
        (NIM, "", 1),
        (NIM, "1", -1),
        (NIM, "1 3", 1),
    ],
    ids=["paths", "connect-four", "nim", "nim after 1", "nim after 1 3"],
)
@pytest.mark.parametrize("threads", [1, 2])
def test_small_games_are_solved(name: str, moves: str, expected: int, threads: int) -> None:
    game = game_of(name)
    position, searching = played(game, moves), engine(name, 1 << 24, threads)
    thought = searching.think(position, PROOF, lines=3)
    assert is_proven(searching)
    assert result_of(thought.score) == expected
    for line in thought.lines:
        assert_shows_its_proof(game, position, line)


@pytest.mark.parametrize("name", [TIC_TAC_TOE, NIM, TINY], ids=label)
@pytest.mark.parametrize("rollout", ROLLOUTS)
def test_what_is_proven_is_true(name: str, rollout: str) -> None:
    """Also with few simulations, when only some moves are proven."""
    game, proven = game_of(name), 0
    for number, position in enumerate(sampled(name, 100)):
        searching = engine(name, rollout=rollout, seed=number)
        thought = searching.think(position, Limits(simulations=10 + 7 * number), lines=9)
        known = is_proven(searching)
        for line in thought.lines:
            assert_shows_its_proof(game, position, line)
            if plies_to_end(line.score) is not None:
                assert result_of(line.score) == -result(name, game.play(position, line.moves[0]))
        if known:
            assert result_of(thought.score) == result(name, position)
            assert -result(name, game.play(position, thought.move)) == result(name, position)
        proven += known
    assert proven > 40


@pytest.mark.parametrize("threads", [1, 2])
def test_the_mean_result_tends_to_the_known_value(threads: int) -> None:
    """Tic-tac-toe is a draw; after a corner only the middle holds it."""
    game, searching = game_of(TIC_TAC_TOE), engine(TIC_TAC_TOE, 1 << 25, threads)
    assert abs(searching.think(game.start(), Limits(simulations=400_000)).score) < 100
    corner_taken = played(game, "1")
    thought = searching.think(corner_taken, Limits(simulations=100_000))
    assert game.move_text(corner_taken, thought.move) == "5"
    assert abs(thought.score) < 50


@every_game
@pytest.mark.parametrize("rollout", ROLLOUTS)
def test_every_rollout_plays_on_from_every_position(name: str, rollout: str) -> None:
    game, searching = game_of(name), engine(name, rollout=rollout)
    for position in sampled(name, 4):
        thought = searching.think(position, Limits(simulations=60), lines=2)
        for line in thought.lines:
            assert_shows_its_proof(game, position, line)
            assert abs(line.score) <= 1000 or plies_to_end(line.score) is not None


def test_a_choice_by_value_takes_the_highest_mean() -> None:
    game = game_of(PATHS)
    for position in sampled(PATHS, 30):
        searching = engine(PATHS, final="max")
        thought = searching.think(position, Limits(simulations=200))
        tree = searching.trees[0]
        if plies_to_end(thought.score) is None:
            open_moves = {m: p for m, p in children(tree).items() if not proof(tree, p)}
            means = {move: mean(tree, place) for move, place in open_moves.items()}
            assert means[thought.move] == max(means.values())
            assert thought.score == round(1000 * (means[thought.move] - 1))
        follow(game, position, thought.lines[0].moves)


# --- leaves that are evaluated -----------------------------------------------------------------


def evaluated(evaluation: Any, position: Any, simulations: int = 1, **options: Any) -> MctsEngine:
    """A tree whose leaves are evaluated, grown from a position of Tic-tac-toe."""
    made = MctsEngine(game_of(TIC_TAC_TOE), evaluation, MctsOptions(**options), MEMORY)
    made.think(position, Limits(simulations=simulations))
    return made


def points_of_root(grown: MctsEngine) -> int:
    return int(grown.trees[0][tree_words.ROOT + tree_words.POINTS])


@pytest.mark.parametrize("unit", [20.0, 50.0, 1000.0])
def test_a_leaf_is_worth_what_the_evaluation_says(unit: float) -> None:
    """To the side to move there; the points are those of the one who moved there."""
    game = game_of(TIC_TAC_TOE)
    for position in sampled(TIC_TAC_TOE, 20):
        value = math.tanh(static_eval(NOISE, game, position) / unit)
        points = points_of_root(evaluated(NOISE, position, rollout="none", unit=unit))
        assert points / tree_words.DRAW_POINTS - 1 == pytest.approx(-value, abs=1e-5)


def test_what_is_good_for_one_side_is_as_bad_for_the_other() -> None:
    network = random_network(TIC_TAC_TOE)
    network.weights.array[1:] //= 64  # else all is won or lost
    opposite = network._replace(weights=Ints(network.weights.array.copy()))
    opposite.weights.array[1:] *= -1
    seen = set()
    for position in sampled(TIC_TAC_TOE, 20):
        both = [points_of_root(evaluated(one, position)) for one in (network, opposite)]
        assert sum(both) == tree_words.WIN_POINTS
        seen |= {*both}
    assert len(seen) > 20


def test_an_evaluation_that_says_its_unit_needs_no_rollouts() -> None:
    """`mcts:evaluation=FILE.net` is all that has to be said."""
    position = game_of(TIC_TAC_TOE).start()
    network = random_network(TIC_TAC_TOE)
    assert (evaluated(network, position).rollout, evaluated(network, position).unit) == (
        "none",
        POINTS,
    )
    assert evaluated(network, position, unit=7.0).unit == 7
    assert evaluated(network, position, rollout="random").rollout == "random"
    assert evaluated(NOISE, position).rollout == "random"
    nodes = evaluated(network, position).think(position, Limits(simulations=50)).nodes
    assert nodes == 50


def test_nothing_is_random_where_leaves_are_evaluated() -> None:
    grown = [
        evaluated(NOISE, game_of(TIC_TAC_TOE).start(), 500, rollout="none", seed=seed)
        for seed in (1, 1, 2)
    ]
    shown = [most_visited(one.trees[0], tree_words.ROOT, 200) for one in grown]
    assert shown[0] == shown[1] == shown[2]
    assert len(shown[0]) == 201


@pytest.mark.parametrize("name", [TIC_TAC_TOE, NIM, TINY], ids=label)
def test_a_proven_result_is_more_than_any_evaluation(name: str) -> None:
    """A root with a winning move is proven as soon as it has children, and evaluated no more."""
    game, seen = game_of(name), 0
    for position in sampled(name, 40):
        children = (game.play(position, move) for move in game.moves(position))
        if LOSS in map(game.outcome, children):
            searching = engine(name, rollout="none", unit=50.0)
            searching.think(position, Limits(simulations=1))
            once = points_of_root(searching)
            line = searching.think(position, Limits(simulations=9)).lines[0]
            assert plies_to_end(line.score) == 1
            assert visits(searching.trees[0]) == tree_words.EXPAND_AT + 1
            assert points_of_root(searching) == tree_words.EXPAND_AT * once > 0
            seen += 1
    assert seen > 3


# --- its memory --------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [MIN_BYTES, 3001, 1 << 15])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_tree_keeps_to_its_memory_and_still_answers(share: int, threads: int) -> None:
    memory = share * (threads + 1)
    game, searching = game_of(PATHS), engine(PATHS, memory, threads)
    assert sum(tree.nbytes for tree in (*searching.trees, searching.spare_tree)) <= memory
    position = game.start()
    while game.outcome(position) == ONGOING:
        thought = searching.think(position, Limits(simulations=2000), lines=3)
        assert 0 < thought.hashfull <= 1
        for tree in searching.trees:
            assert tree[tree_words.USED] <= len(tree) == tree[0]
        for line in thought.lines:
            assert_shows_its_proof(game, position, line)
        position = game.play(position, thought.move)


def test_a_tree_without_room_for_moves_is_refused() -> None:
    expected = "^a tree of 6143 bytes is too small for 2 threads: expected 6144 or more$"
    with pytest.raises(BadOption, match=expected):
        engine(NIM, 3 * MIN_BYTES - 1, threads=2)


def test_the_tree_below_two_moves_is_kept() -> None:
    game, searching = game_of(PATHS), engine(PATHS, 1 << 22)
    position = game.start()
    searching.think(position, Limits(simulations=5000))
    for kept in (2, 1, 0):
        tree, node = searching.trees[0], tree_words.ROOT
        for _ in range(kept):
            move, node = max(
                children(tree, node).items(), key=lambda child: tree[child[1] + tree_words.VISITS]
            )
            position = game.play(position, move)
        before, points = visits(tree, node), int(tree[node + tree_words.POINTS])
        assert before > 10
        searching.think(position, Limits(simulations=1))
        tree = searching.trees[0]
        assert visits(tree) == before + 1
        gained = tree[tree_words.ROOT + tree_words.POINTS] - points
        assert gained in (0, tree_words.DRAW_POINTS, tree_words.WIN_POINTS)


def test_the_kept_tree_is_not_looked_for_by_plain_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """In positions with many moves they would take as long as the whole search."""
    game = game_of(PATHS)
    searching = engine(PATHS)
    position = game.start()
    for _ in range(2):
        thought = searching.think(position, Limits(simulations=3000))
        position = follow(game, position, thought.lines[0].moves[:2])
    play = Mock(side_effect=type(game).play)
    monkeypatch.setattr(type(game), "play", lambda *args: play(*args))
    line = searching.think(position, Limits(simulations=1)).lines[0]
    assert play.call_count == len(line.moves) > 0
    assert sum(visits(tree) for tree in searching.trees) > 2


def visits(tree: Any, place: int = tree_words.ROOT) -> int:
    return int(tree[place + tree_words.VISITS])


def test_more_moves_than_16_bits_can_count() -> None:
    game = game_of(f"{NIM}:heap=65536,most=65536")
    searching = MctsEngine(game, NOISE, MctsOptions(), 1 << 23)
    thought = searching.think(game.start(), Limits(simulations=5))
    assert len(children(searching.trees[0])) == 65_536
    assert thought.move == 65_536 and thought.lines[0].outcome == "win"


def test_another_position_begins_another_tree() -> None:
    game, searching = game_of(PATHS), engine(PATHS)
    searching.think(game.start(), Limits(simulations=5000))
    for position in sampled(PATHS, 12)[3:]:
        if (position.own | position.other).bit_count() > 3:
            searching.think(position, Limits(simulations=1))
            assert searching.trees[0][tree_words.ROOT + tree_words.VISITS] == 1


# --- limits ------------------------------------------------------------------------------------


@every_game
def test_the_same_seed_gives_the_same_result(name: str) -> None:
    def found(seed: int) -> Thought:
        thought = engine(name, seed=seed).think(game_of(name).start(), Limits(simulations=300), 3)
        return thought._replace(seconds=0.0, cpu_seconds=0.0)

    assert found(1) == found(1)
    assert len({found(seed).nodes for seed in range(5)}) > 1


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("simulations", [1, 2, 10, 1000])
def test_no_more_simulations_than_allowed(simulations: int, threads: int) -> None:
    game, searching = game_of(PATHS), engine(PATHS, threads=threads)
    thought = searching.think(game.start(), Limits(simulations=simulations))
    played_out = sum(int(tree[tree_words.SIMULATIONS]) for tree in searching.trees)
    assert 1 <= played_out < simulations + threads
    follow(game, game.start(), thought.lines[0].moves)


@every_game
@pytest.mark.parametrize("nodes", [1, 1000])
def test_no_more_nodes_than_allowed(name: str, nodes: int) -> None:
    """Except in the last simulation, which is played to its end."""
    game = game_of(name)
    for position in sampled(name, 3):
        one, two = (engine(name).think(position, Limits(nodes=nodes)) for _ in range(2))
        assert one.nodes < nodes + MAX_GAME
        assert (one.lines, one.nodes) == (two.lines, two.nodes)
        follow(game, position, one.lines[0].moves)


@every_game
@pytest.mark.parametrize("seconds", [1e-9, 0.001])
def test_a_moment_is_enough_for_a_legal_move(name: str, seconds: float) -> None:
    """Even after the subtree was reused, which may take longer than that."""
    game, searching = game_of(name), engine(name, threads=2)
    for position in sampled(name, 3):
        for limits in (Limits(time=seconds), Limits(cpu=seconds)):
            thought = searching.think(position, limits)
            follow(game, position, thought.lines[0].moves)


def test_reports_come_while_it_thinks() -> None:
    seen: list[Thought] = []
    thought = engine("watch-your-back", threads=2).think(
        game_of("watch-your-back").start(), Limits(time=1.0), 2, seen.append
    )
    assert seen and thought.seconds < 20
    assert all(len(report.lines) == 2 for report in seen)
    assert [report.nodes for report in seen] == sorted(report.nodes for report in seen)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"rollout": "heavy"}, "rollout=heavy: expected auto or random or light or medium or none"),
        ({"final": "luck"}, f"final=luck: expected {' or '.join(FINAL_MOVES)}"),
        ({"exploration": -0.1}, "exploration=-0.1: expected from 0 to 1000"),
        ({"exploration": float("nan")}, "exploration=nan: expected from 0 to 1000"),
        ({"exploration": float("inf")}, "exploration=inf: expected from 0 to 1000"),
        ({"unit": -1.0}, "unit=-1: expected 0, or 0.001 to 1,000,000,000"),
        ({"unit": float("nan")}, "unit=nan: expected 0, or 0.001 to 1,000,000,000"),
    ],
)
def test_options_that_no_search_has_are_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadOption) as refused:
        MctsOptions(**options)
    assert str(refused.value) == complaint
