"""OpenSpiel's side of a benchmark: C++ games, called from Python in the fastest way."""

import random
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pyspiel
from open_spiel.python.algorithms import minimax

from benchmarks.measure import Work

SIMULATIONS = 2
"""The smallest number with which a bot can choose a move."""
EXPLORATION = 2.0
"""Its values lie between -1 and 1, ours between 0 and 1: the same curve as our 1.0."""
CENTRE = (0, 1, 2, 3, 2, 1, 0)
"""The value of a disc in each column of Connect Four."""

Value = Callable[[Any], float]


def playing(text: str, rollouts: int) -> Work:
    """Random games, all of them in C++: one search of two simulations with many rollouts each."""
    game = pyspiel.load_game(text)

    def work(seed: int) -> int:
        _search(game, rollouts, seed)
        return SIMULATIONS * rollouts

    return work


def mean_result(text: str, rollouts: int, seed: int) -> float:
    """The first player's wins minus losses per game, in random games from the start."""
    root = _search(pyspiel.load_game(text), rollouts, seed)
    # The first simulation plays from the start, the second from the only child it visits.
    mean: float = root.total_reward - sum(child.total_reward for child in root.children)
    return mean


def _search(game: Any, rollouts: int, seed: int) -> Any:
    return _bot(game, SIMULATIONS, rollouts, seed).mcts_search(game.new_initial_state())


def _bot(game: Any, simulations: int, rollouts: int, seed: int) -> Any:
    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed),
        uct_c=EXPLORATION,
        max_simulations=simulations,
        max_memory_mb=1000,
        solve=False,
        seed=seed,
        verbose=False,
    )


def growing(text: str, simulations: int) -> Work:
    """Monte Carlo tree search from the start, all of it in C++."""

    def work(seed: int) -> int:
        return int(grow(text, simulations, seed).explore_count)

    return work


def grow(text: str, simulations: int, seed: int) -> Any:
    """The root of a tree after `simulations` simulations."""
    game = pyspiel.load_game(text)
    return _bot(game, simulations, 1, seed).mcts_search(game.new_initial_state())


def searching(text: str, depth: int, times: int, value: Value) -> Work:
    """OpenSpiel's alpha-beta, which is a Python function over C++ states, from the start."""
    state = pyspiel.load_game(text).new_initial_state()

    def work(seed: int) -> int:
        for _ in range(times):
            alpha_beta(state, depth, value)
        return times

    return work


def alpha_beta(state: Any, depth: int, value: Value) -> float:
    """The score of a position for the side to move."""
    found: float = minimax.alpha_beta_search(
        state.get_game(), state, value, depth, state.current_player()
    )[0]
    return found


def searched_nodes(text: str, depth: int, value: Value) -> int:
    """The nodes that alpha-beta visits below the start, counted in a separate run."""
    with mock.patch.object(minimax, "_alpha_beta", wraps=minimax._alpha_beta) as search:
        searching(text, depth, 1, value)(0)
    return search.call_count - 1


def central(state: Any) -> float:
    """A cheap evaluation of Connect Four for the first player: discs near the centre."""
    columns = state.history()
    first, second = columns[::2], columns[1::2]
    return (sum(CENTRE[c] for c in first) - sum(CENTRE[c] for c in second)) / 1000


def nothing(state: Any) -> float:
    """The evaluation of a player who knows only the rules."""
    return 0


def connect_four_after(texts: list[str]) -> Any:
    """The state after drops as Plyground writes them."""
    state = pyspiel.load_game("connect_four").new_initial_state()
    for column in texts:
        state.apply_action(int(column) - 1)
    return state


def breakthrough_after(texts: list[str]) -> Any:
    """The state after moves as Plyground writes them: its first side is at the bottom."""
    state = pyspiel.load_game("breakthrough(rows=8,columns=8)").new_initial_state()
    upside_down = str.maketrans("12345678", "87654321")
    for text in texts:
        known = {state.action_to_string(a).rstrip("*"): a for a in state.legal_actions()}
        state.apply_action(known[text.translate(upside_down)])
    return state


def counting(text: str, depth: int) -> Work:
    """The sequences of moves from the start, by a Python loop over C++ states."""
    return lambda seed: count_nodes(text, depth)


def count_nodes(text: str, depth: int) -> int:
    return _below(pyspiel.load_game(text).new_initial_state(), depth)


def _below(state: Any, depth: int) -> int:
    nodes = 0
    for action in state.legal_actions():
        child = state.child(action)
        nodes += 1
        # Our perft also checks every leaf, so the order of the two conditions matters.
        if not child.is_terminal() and depth > 1:
            nodes += _below(child, depth - 1)
    return nodes


def game_lengths(text: str, count: int, seed: int) -> Iterator[int]:
    """How many moves each of several random games has, by a Python loop."""
    game, chooser = pyspiel.load_game(text), random.Random(seed)
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
        yield state.move_number()
