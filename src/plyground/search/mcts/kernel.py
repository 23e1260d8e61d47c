"""Monte Carlo tree search: UCB1 in the tree (UCT), rollouts from its leaves or an evaluation of
them, and proven wins and losses backed up to the root (MCTS-Solver, Winands and others).

The tree is one piece of memory; a node is four words, the children of a node stand together:

    MOVE      the move that leads here
    LINKS     63          28 27    4 2     1    0
              first child    count   again  proof
    VISITS    how many games went through here
    POINTS    what they brought the one who moved here: WIN_POINTS a win, half of them a draw
"""

from math import log, sqrt, tanh
from typing import Any, Final

from plyground.core.bits import bits, signed
from plyground.core.compile import kernel, part
from plyground.core.memory import Memory, new_memory
from plyground.core.outcome import LOSS, ONGOING, WIN
from plyground.core.repetition import MAX_PAST, outcome_after
from plyground.core.score import INFINITE, final_score, static_eval
from plyground.core.turns import moves_again, turn_of, value_before
from plyground.core.words import load, store
from plyground.search.mcts.workspace import (
    EARLIER,
    EVALS,
    MAX_PATH,
    MOVES,
    PAST,
    PATH,
    SELDEPTH,
)
from plyground.search.node_count import count_nodes
from plyground.search.playout import MAX_PLIES as MAX_GAME, next_random
from plyground.search.workspace import LENGTH, OVERFLOW, STOP

USED: Final = 1
"""How many words of the tree are in use."""
RANDOM: Final = 2
SIMULATIONS: Final = 3
EXPLORATION: Final = 4
"""The weight of the unknown in UCB1, in thousandths."""
ROLLOUT: Final = 5
UNIT: Final = 6
"""The score that is worth tanh(1), in thousandths, if leaves are evaluated."""
ROOT: Final = 8

MOVE, LINKS, VISITS, POINTS, NODE = range(5)
FIRST_SHIFT: Final = 28

UNPROVEN, PROVEN_WIN, PROVEN_DRAW, PROVEN_LOSS = range(4)
"""What is certain of a node, for the side to move there."""
PROOF: Final = 3
"""The bits of a node's links that tell it."""
AGAIN: Final = 4
"""Set in a node's links where the one who moved there is to move again."""

DRAW_POINTS: Final = 1 << 19
"""A power of two, so that means are as exact as if a draw were one point."""
WIN_POINTS: Final = 2 * DRAW_POINTS

RANDOM_ROLLOUT, LIGHT, MEDIUM, NO_ROLLOUT = range(4)
EXPAND_AT: Final = 2
"""A leaf gets children at its second visit: the tree stays in the processor's cache longer."""
EPSILON: Final = 8
"""Epsilon-greedy: one light move in this many is random, else all games from a leaf were alike."""


def new_tree(size: int) -> Memory:
    """An empty tree in at most `size` bytes."""
    tree = new_memory(max(size // 8, ROOT + NODE))
    clear(tree)
    return tree


def clear(tree: Memory) -> None:
    """Leave nothing but a root that was never visited."""
    tree[ROOT : ROOT + NODE] = 0
    tree[USED] = ROOT + NODE


@kernel
def grow(
    game: Any, evaluation: Any, words: Any, simulations: int, tree: Any, workspace: Any
) -> None:
    """Play `simulations` games, each through the tree and on to its end."""
    root = load(game, words)
    state, earlier = bits(tree[RANDOM]), workspace[EARLIER]
    deepest = MAX_PAST - earlier - 2 if game.repetition[0] else MAX_PATH - 1
    for _ in range(simulations):
        if workspace[STOP] or proof_of(tree[ROOT + LINKS]) != UNPROVEN:
            break
        # 1. Down the tree where UCB1 leads; a leaf that is met again gets its children.
        node, position, depth = ROOT, root, 0
        workspace[PATH] = node
        while proof_of(tree[node + LINKS]) == UNPROVEN and depth < deepest:
            if children_of(tree[node + LINKS]) == 0:
                if tree[node + VISITS] < EXPAND_AT or not expand(
                    game, position, node, earlier + depth + 1, tree, workspace
                ):
                    break
            else:
                node = select(game, node, tree)
                child = game.play(position, tree[node + MOVE])
                depth += 1
                if game.repetition[0]:
                    outcome_after(game, position, child, PAST, earlier + depth, workspace)
                position = child
                workspace[PATH + depth] = node
        # 2. If its end is not known already: an evaluation, or a game from there to its end.
        outcome, plies, leaf = outcome_of(proof_of(tree[node + LINKS])), 0, position
        is_evaluated = outcome == ONGOING and tree[ROLLOUT] == NO_ROLLOUT
        longest = MAX_PAST - earlier - depth - 2 if game.repetition[0] else MAX_GAME
        while not is_evaluated and outcome == ONGOING and plies < longest and not workspace[STOP]:
            state = next_random(state)
            number = int(state >> 32)
            if tree[ROLLOUT] == RANDOM_ROLLOUT:
                move = game.sample(position, number)
            elif tree[ROLLOUT] == LIGHT and number % EPSILON:
                move = light(game, evaluation, position, number, workspace)
            elif tree[ROLLOUT] == MEDIUM:
                move = medium(game, evaluation, position, workspace)
            else:
                move = game.sample(position, number)
            child = game.play(position, move)
            plies += 1
            number = earlier + depth + plies
            outcome = outcome_after(game, position, child, PAST, number, workspace)
            position = child
        if outcome == ONGOING and plies < MAX_GAME and not is_evaluated:
            break  # stopped on the way: this game counts for nothing
        # 3. Back to the root: each node counts for the one who moved there.
        points = DRAW_POINTS
        if is_evaluated:
            points = leaf_points(game, evaluation, leaf, tree, workspace)
        elif outcome == WIN or outcome == LOSS:
            same = turn_of(game, position, plies) == turn_of(game, leaf, 0)
            points = WIN_POINTS if (outcome == WIN) == same else 0
        if not is_again(game, tree[node + LINKS]):
            points = WIN_POINTS - points
        count(depth, plies, tree, workspace)
        while depth >= 0:
            node = workspace[PATH + depth]
            tree[node + VISITS] += 1
            tree[node + POINTS] += points
            if depth:
                above = workspace[PATH + depth - 1]
                if not is_again(game, tree[above + LINKS]):
                    points = WIN_POINTS - points
                if proof_of(tree[node + LINKS]) != UNPROVEN:
                    backup_proof(game, above, tree)
            depth -= 1
    tree[RANDOM] = signed(state)


@part
def leaf_points(game: Any, evaluation: Any, leaf: Any, tree: Any, workspace: Any) -> int:
    """Leaf evaluation: what tanh(score / unit) brings the side to move there."""
    workspace[EVALS] += 1
    value = tanh(static_eval(evaluation, game, leaf) * 1000.0 / tree[UNIT])
    return DRAW_POINTS + int(value * DRAW_POINTS)


@part
def count(depth: int, plies: int, tree: Any, workspace: Any) -> None:
    """Count a simulation: its nodes, and how deep it was in the tree."""
    tree[SIMULATIONS] += 1
    count_nodes(plies + 1, workspace)
    if depth > workspace[SELDEPTH]:
        workspace[SELDEPTH] = depth


@part
def select(game: Any, node: int, tree: Any) -> int:
    """Selection by UCB1: the child with the highest upper confidence bound, or the first that was
    never visited. A child that is proven lost for the one who moves there is the last choice."""
    links = tree[node + LINKS]
    explored = log(tree[node + VISITS]) * tree[EXPLORATION] * tree[EXPLORATION] * 1e-6
    best, most = first_of(links), -1.0
    for child in children(links):
        visits, known = tree[child + VISITS], tree[child + LINKS]
        if proof_of(known) == (PROVEN_LOSS if is_again(game, known) else PROVEN_WIN):
            bound = -0.5
        elif visits == 0:
            return child
        else:
            bound = tree[child + POINTS] / (float(WIN_POINTS) * visits) + sqrt(explored / visits)
        if bound > most:
            best, most = child, bound
    return best


@part
def expand(game: Any, position: Any, node: int, past: int, tree: Any, workspace: Any) -> bool:
    """Give a node its children, as far as there is memory; those that end the game are proven."""
    end = collect(game, position, MOVES, workspace)
    first, number = tree[USED], end - MOVES
    if first + NODE * number > tree[LENGTH]:
        return False
    tree[USED] += NODE * number
    for index in range(number):
        child, move = first + NODE * index, workspace[MOVES + index]
        tree[child + MOVE] = move
        after = game.play(position, move)
        again = AGAIN if moves_again(game, position, after) else 0
        outcome = outcome_after(game, position, after, PAST, past, workspace)
        tree[child + LINKS] = proof_for(outcome) | again
        tree[child + VISITS] = tree[child + POINTS] = 0
    tree[node + LINKS] = first << FIRST_SHIFT | number << 4 | tree[node + LINKS] & AGAIN
    backup_proof(game, node, tree)
    return True


@part
def backup_proof(game: Any, node: int, tree: Any) -> None:
    """MCTS-Solver: a node is won if one move wins, and decided once all moves are."""
    links = tree[node + LINKS]
    open_children = draws = 0
    proof = PROVEN_LOSS
    for child in children(links):
        known = proof_of(tree[child + LINKS])
        if known == (PROVEN_WIN if is_again(game, tree[child + LINKS]) else PROVEN_LOSS):
            proof = PROVEN_WIN
        open_children += known == UNPROVEN
        draws += known == PROVEN_DRAW
    if proof != PROVEN_WIN:
        proof = UNPROVEN if open_children else PROVEN_DRAW if draws else PROVEN_LOSS
    tree[node + LINKS] = links & ~PROOF | proof


@part
def collect(game: Any, position: Any, at: int, workspace: Any) -> int:
    """Write the moves from a place on; returns where they end."""
    for move in game.moves(position):
        if at == workspace[LENGTH]:
            workspace[OVERFLOW] = workspace[STOP] = 1
            break
        workspace[at] = move
        at += 1
    return at


@part
def light(game: Any, evaluation: Any, position: Any, number: int, workspace: Any) -> int:
    """Light rollout: the move of the highest `order`, any one of equals."""
    end = collect(game, position, MOVES, workspace)
    best, most, equals = workspace[MOVES], -INFINITE, 0
    for place in range(MOVES, end):
        value = evaluation.order(game, position, workspace[place])
        if value > most:
            best, most, equals = workspace[place], value, 1
        elif value == most:
            equals += 1
            number = number * 1664525 + 1013904223 & 0xFFFFFFFF
            if number * equals >> 32 == 0:
                best = workspace[place]
    return best  # type: ignore[no-any-return]


@part
def medium(game: Any, evaluation: Any, position: Any, workspace: Any) -> int:
    """Medium rollout: the best move by negamax two plies deep."""
    end = collect(game, position, MOVES, workspace)
    best, most = workspace[MOVES], -INFINITE
    for place in range(MOVES, end):
        child = game.play(position, workspace[place])
        outcome, again = game.outcome(child), moves_again(game, position, child)
        found = final_score(outcome, 1) if outcome != ONGOING else -INFINITE
        last = collect(game, child, end, workspace) if outcome == ONGOING else end
        for reply in range(end, last):
            answer = game.play(child, workspace[reply])
            outcome = game.outcome(answer)
            if outcome != ONGOING:
                value = final_score(outcome, 2)
            else:
                workspace[EVALS] += 1
                value = static_eval(evaluation, game, answer)
            found = max(found, value_before(value, moves_again(game, child, answer)))
            if not again and -found <= most:
                break
        score = value_before(found, again)
        if score > most:
            best, most = workspace[place], score
    return best  # type: ignore[no-any-return]


@kernel
def find(game: Any, known: Any, wanted: Any, words: Any, tree: Any) -> int:
    """The node of the position `wanted`, at most two moves below the root, which is `known`; 0 if
    there is none."""
    root = load(game, known)
    if is_stored(game, root, wanted, words):
        return ROOT
    for child in children(tree[ROOT + LINKS]):
        position = game.play(root, tree[child + MOVE])
        if is_stored(game, position, wanted, words):
            return child
        for grandchild in children(tree[child + LINKS]):
            reply = game.play(position, tree[grandchild + MOVE])
            if is_stored(game, reply, wanted, words):
                return grandchild
    return 0


@part
def is_stored(game: Any, position: Any, wanted: Any, words: Any) -> bool:
    """Whether the words `wanted` are those of a position, which are written to `words`."""
    store(game, position, words)
    same = True
    for number in range(len(wanted)):
        same = same and words[number] == wanted[number]
    return same


@part
def children(links: int) -> range:
    """The places of a node's children, by its links."""
    first = first_of(links)
    return range(first, first + NODE * children_of(links), NODE)


@kernel
def reuse_subtree(source: Any, node: int, target: Any, workspace: Any) -> None:
    """Subtree reuse: copy the tree below a node, layer by layer; what finds no room, or no time
    before a stop, is left."""
    for word in range(NODE):
        target[ROOT + word] = source[node + word]
    used, place = ROOT + NODE, ROOT
    while place < used:
        links = target[place + LINKS]
        size = NODE * children_of(links)
        if size and used + size <= target[LENGTH] and not workspace[STOP]:
            first = first_of(links)
            for word in range(size):
                target[used + word] = source[first + word]
            target[place + LINKS] = used << FIRST_SHIFT | links & (1 << FIRST_SHIFT) - 1
            used += size
        elif size:
            target[place + LINKS] = links & (PROOF | AGAIN)
        place += NODE
    target[USED] = used


@kernel
def first_of(links: int) -> int:
    return links >> FIRST_SHIFT


@kernel
def children_of(links: int) -> int:
    return (links & (1 << FIRST_SHIFT) - 1) >> 4


@kernel
def proof_of(links: int) -> int:
    return links & PROOF


@part
def is_again(game: Any, links: int) -> bool:
    """Whether the one who moved to a node is to move there again."""
    return bool(not game.alternates and links & AGAIN)


@kernel
def proof_before(links: int) -> int:
    """What is certain of a node for the one who moved there."""
    proof = proof_of(links)
    return proof if links & AGAIN or not proof & 1 else PROVEN_WIN + PROVEN_LOSS - proof


@part
def proof_for(outcome: int) -> int:
    """An outcome as a proof."""
    return PROVEN_LOSS if outcome == LOSS else outcome


@part
def outcome_of(proof: int) -> int:
    """A proof as an outcome."""
    return LOSS if proof == PROVEN_LOSS else proof
