"""What OpenSpiel does in a benchmark: C++ games, called from Python in the fastest way there is."""

import random
from collections.abc import Iterator
from typing import Any

import pyspiel

from benchmarks.measure import Work

SIMULATIONS = 2
"""The fewest that a bot can choose a move with."""


def playing(text: str, rollouts: int) -> Work:
    """Random games, all of them in C++: one search of two simulations with many rollouts each."""
    game = pyspiel.load_game(text)

    def work(seed: int) -> int:
        _search(game, rollouts, seed)
        return SIMULATIONS * rollouts

    return work


def mean_result(text: str, rollouts: int, seed: int) -> float:
    """Wins less losses of the first player, a game, in random games from the start."""
    root = _search(pyspiel.load_game(text), rollouts, seed)
    # The first simulation plays from the start, the second from the only child it visits.
    mean: float = root.total_reward - sum(child.total_reward for child in root.children)
    return mean


def _search(game: Any, rollouts: int, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=seed)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=2.0,
        max_simulations=SIMULATIONS,
        max_memory_mb=1000,
        solve=False,
        seed=seed,
        verbose=False,
    )
    return bot.mcts_search(game.new_initial_state())


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
        # Our perft too looks at every leaf, so the order of the two conditions matters.
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
