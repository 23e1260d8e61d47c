"""The searches as a textbook prints them: the tests' oracle, and what the documents show.

All of them work on any game and evaluation. Scores are from the point of view of the side to
move, except in minimax. They look at a position alone: that it stood there before is nothing to
them.
"""

import math
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.outcome import DRAW, LOSS, ONGOING, WIN
from plyground.core.score import BAND, INFINITE, final_score, static_eval
from plyground.core.turns import moves_again, value_before, window_below
from plyground.search.solution import Verdict


def minimax(
    game: Game, evaluation: Evaluation, position: Any, depth: int, ply: int = 0, mine: bool = True
) -> int:
    """The score of a position for the side to move at the root, which is ply 0."""
    outcome = game.outcome(position)
    if outcome != ONGOING or depth == 0:
        over = outcome != ONGOING
        score = final_score(outcome, ply) if over else static_eval(evaluation, game, position)
        return score if mine else -score
    scores = []
    for move in game.moves(position):
        child = game.play(position, move)
        below = mine == moves_again(game, position, child)
        scores.append(minimax(game, evaluation, child, depth - 1, ply + 1, below))
    return max(scores) if mine else min(scores)


def alphabeta(
    game: Game,
    evaluation: Evaluation,
    position: Any,
    depth: int,
    alpha: int = -INFINITE,
    beta: int = INFINITE,
    ply: int = 0,
    quiet: bool = False,
) -> int:
    """The value of minimax without searching moves that cannot change it."""
    outcome = game.outcome(position)
    if outcome != ONGOING:
        return final_score(outcome, ply)
    if depth == 0:
        return leaf(game, evaluation, position, ply, quiet)
    best = -INFINITE
    for move in game.moves(position):
        child = game.play(position, move)
        again = moves_again(game, position, child)
        window = window_below(alpha, beta, again)
        found = alphabeta(game, evaluation, child, depth - 1, *window, ply + 1, quiet)
        score = value_before(found, again)
        best, alpha = max(best, score), max(alpha, score)
        if alpha >= beta:
            break
    return best


def leaf(game: Game, evaluation: Evaluation, position: Any, ply: int, quiet: bool) -> int:
    """The static evaluation, or if `quiet` the value of a quiescence search."""
    best = static_eval(evaluation, game, position)
    for move in game.noisy(position) if quiet else ():
        child = game.play(position, move)
        outcome, again = game.outcome(child), moves_again(game, position, child)
        if outcome != ONGOING:
            best = max(best, value_before(final_score(outcome, ply + 1), again))
        else:
            found = leaf(game, evaluation, child, ply + 1, quiet)
            best = max(best, value_before(found, again))
    return best


Table = dict[tuple[Any, int], tuple[int, str]]
"""For a position and depth: a score seen from there, and whether it is exact or a bound."""


def negamax(
    game: Game,
    evaluation: Evaluation,
    position: Any,
    depth: int,
    table: Table,
    alpha: int = -INFINITE,
    beta: int = INFINITE,
    ply: int = 0,
) -> int:
    """Alpha-beta with a transposition table."""
    outcome = game.outcome(position)
    if outcome != ONGOING:
        return final_score(outcome, ply)
    if depth == 0:
        return static_eval(evaluation, game, position)
    known, bound = table.get((position, depth), (0, ""))
    score = moved(known, -ply)
    if bound in ("exact", "lower") and score >= beta:
        return score
    if bound in ("exact", "upper") and score <= alpha:
        return score
    best, floor = -INFINITE, alpha
    for move in game.moves(position):
        child = game.play(position, move)
        again = moves_again(game, position, child)
        window = window_below(alpha, beta, again)
        found = negamax(game, evaluation, child, depth - 1, table, *window, ply + 1)
        score = value_before(found, again)
        best, alpha = max(best, score), max(alpha, score)
        if alpha >= beta:
            break
    bound = "lower" if best >= beta else "exact" if best > floor else "upper"
    table[position, depth] = (moved(best, ply), bound)
    return best


def moved(score: int, plies: int) -> int:
    """A score seen from a node `plies` plies further down: wins are nearer there."""
    if abs(score) < BAND:
        return score
    return score + plies if score > 0 else score - plies


def negascout(
    game: Game,
    evaluation: Evaluation,
    position: Any,
    depth: int,
    alpha: int = -INFINITE,
    beta: int = INFINITE,
    ply: int = 0,
) -> int:
    """Principal variation search: tests every move but the first with a null window."""
    outcome = game.outcome(position)
    if outcome != ONGOING:
        return final_score(outcome, ply)
    if depth == 0:
        return static_eval(evaluation, game, position)
    best = -INFINITE
    for number, move in enumerate(game.moves(position)):
        child = game.play(position, move)
        again = moves_again(game, position, child)
        below = (game, evaluation, child, depth - 1)
        window = window_below(alpha, alpha + 1 if number else beta, again)
        score = value_before(negascout(*below, *window, ply + 1), again)
        if number and alpha < score < beta:
            window = window_below(score, beta, again)
            score = value_before(negascout(*below, *window, ply + 1), again)
        best, alpha = max(best, score), max(alpha, score)
        if alpha >= beta:
            break
    return best


# --- perfect play ------------------------------------------------------------------------------


def solve(game: Game, position: Any, known: dict[Any, Verdict]) -> Verdict:
    """The verdict of a position, searched to the end; `known` keeps every verdict."""
    if position not in known:
        outcome = game.outcome(position)
        if outcome != ONGOING:
            known[position] = Verdict(outcome, None if outcome == DRAW else 0)
        else:
            verdicts = []
            for move in game.moves(position):
                child = game.play(position, move)
                again = moves_again(game, position, child)
                verdicts.append(solve(game, child, known).before(again))
            known[position] = max(verdicts, key=lambda verdict: verdict.sort_key)
    return known[position]


def forced(game: Game, position: Any, plies: int, goals: Collection[int], mine: bool) -> bool:
    """Whether a player, who is to move if `mine`, can force one of `goals` within `plies` plies."""
    outcome = game.outcome(position)
    if outcome != ONGOING or not plies:
        return (outcome if mine else {WIN: LOSS, LOSS: WIN}.get(outcome, outcome)) in goals
    children = (game.play(position, move) for move in game.moves(position))
    answers = (
        forced(game, child, plies - 1, goals, mine == moves_again(game, position, child))
        for child in children
    )
    return any(answers) if mine else all(answers)


Numbers = dict[tuple[Any, int, bool], tuple[float, float]]
"""For a position, the plies left and whether the attacker is to move, phi and delta."""


def dfpn(
    game: Game,
    position: Any,
    plies: int,
    attacks: bool,
    numbers: Numbers,
    phi_limit: float = math.inf,
    delta_limit: float = math.inf,
) -> tuple[float, float]:
    """Phi and delta, one of them at its limit. Without limits one is 0: phi if the side to move
    succeeds. The attacker succeeds by a win within `plies` plies, the defender by preventing it."""
    outcome = game.outcome(position)
    if outcome != ONGOING or not plies:
        won = outcome == (WIN if attacks else LOSS)
        return (0, math.inf) if won == attacks else (math.inf, 0)
    children = [game.play(position, move) for move in game.moves(position)]
    again = [moves_again(game, position, child) for child in children]
    keys = [
        (child, plies - 1, attacks == same) for child, same in zip(children, again, strict=True)
    ]
    while True:
        told = [numbers.get(key, (1, 1)) for key in keys]
        # A child's numbers as the other side sees them: they change places if this one moves again.
        known = [pair[::-1] if same else pair for pair, same in zip(told, again, strict=True)]
        phi, delta = min(delta for _, delta in known), sum(phi for phi, _ in known)
        if phi >= phi_limit or delta >= delta_limit:
            return phi, delta
        best, *others = sorted(range(len(keys)), key=lambda number: known[number][1])
        second = known[others[0]][1] if others else math.inf
        limits = (delta_limit - delta + known[best][0], min(phi_limit, second + 1))
        below = limits[::-1] if again[best] else limits
        numbers[keys[best]] = dfpn(game, *keys[best], numbers, *below)


# --- Monte Carlo -------------------------------------------------------------------------------


@dataclass
class Node:
    """A node of the tree. A win counts 1 and a draw 1/2 for the side that moved there."""

    position: Any
    again: bool = False
    """Whether that side is to move again."""
    children: dict[int, "Node"] = field(default_factory=dict)
    visits: int = 0
    points: float = 0.0

    def bound(self, parent_visits: int, exploration: float) -> float:
        """UCB1: the mean result plus an exploration bonus."""
        if not self.visits:
            return math.inf
        bonus = exploration * math.sqrt(math.log(parent_visits) / self.visits)
        return self.points / self.visits + bonus


def play_out(game: Game, position: Any, random: Random) -> float:
    """The result of a random game for the side to move: 1 a win, 1/2 a draw, 0 a loss."""
    outcome, mine = game.outcome(position), True
    while outcome == ONGOING:
        child = game.play(position, random.choice([*game.moves(position)]))
        mine = mine == moves_again(game, position, child)
        position, outcome = child, game.outcome(child)
    if outcome == DRAW:
        return 0.5
    return 1.0 if outcome == (WIN if mine else LOSS) else 0.0


def leaf_value(
    evaluation: Evaluation, unit: float, game: Game, position: Any, random: Random
) -> float:
    """The static evaluation in place of a random game; a score of `unit` is worth tanh(1)."""
    if game.outcome(position) != ONGOING:
        return play_out(game, position, random)
    return (1 + math.tanh(static_eval(evaluation, game, position) / unit)) / 2


LeafValue = Callable[[Game, Any, Random], float]
"""What a leaf is worth to the side to move, from 0 to 1: `play_out`, or `leaf_value` of some
evaluation."""


def mcts(
    game: Game,
    position: Any,
    simulations: int,
    seed: int,
    exploration: float = 1.0,
    value_of: LeafValue = play_out,
) -> Node:
    """Grow a tree by playouts; the root's child with the most visits is the move to play."""
    random, root = Random(seed), Node(position)
    for _ in range(simulations):
        path = [*descend(game, root, exploration)]
        points = value_of(game, path[-1].position, random)
        for node in reversed(path):
            points = points if node.again else 1 - points  # for the side that moved there
            node.visits += 1
            node.points += points
    return root


def descend(game: Game, node: Node, exploration: float) -> Iterator[Node]:
    """Selection by UCB1 down to a leaf, which is expanded when it is visited again."""
    yield node
    while game.outcome(node.position) == ONGOING:
        if not node.children:
            if not node.visits:
                return
            for move in game.moves(node.position):
                child = game.play(node.position, move)
                node.children[move] = Node(child, moves_again(game, node.position, child))
        visits = node.visits
        node = max(node.children.values(), key=lambda child: child.bound(visits, exploration))
        yield node
