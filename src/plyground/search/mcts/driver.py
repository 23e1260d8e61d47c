"""Monte Carlo tree search with limits, threads, and a tree that is kept from move to move."""

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyground.core.bits import bits
from plyground.core.compile import native, native_evaluation, raw
from plyground.core.errors import BadGame, BadOption, GameOver
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game, legal_moves
from plyground.core.memory import Memory
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.repetition import repeats, write_path
from plyground.core.score import WIN_SCORE
from plyground.core.threads import run_together
from plyground.core.words import Words, to_words
from plyground.evaluations.registry import make_evaluation
from plyground.evaluations.unit import unit_of
from plyground.search.limits import NO_LIMITS, Clock, Limits, Stopped
from plyground.search.mcts import kernel as tree_words, workspace as layout
from plyground.search.mcts.options import MAX, ROBUST, ROLLOUTS, UCB1, MctsOptions
from plyground.search.mcts.tree import RootMove, children_places, read_children
from plyground.search.playout import random_state
from plyground.search.solution import Solution, Verdict
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped
from plyground.search.thought import Line, Thought, Watch, ignore, line_of
from plyground.search.workspace import NODE_LIMIT, NODES, OVERFLOW, STOP, halt

REPORT_SECONDS: Final = 0.25
SCALE: Final = 1000
"""The score of a certain win; a draw scores 0."""
MIN_BYTES: Final = 2048
"""The least bytes of a tree. There is one for each thread, and one more to copy subtrees to."""
BATCH: Final = 256
"""The simulations before the clock is looked at for the first time, so that a move is known."""

MAX_LOOKED_AT: Final = 1_000_000
"""How many nodes are looked at to tell how long a proven win takes."""
NEVER: Final = 1 << 62
PROOF_BITS: Final = 4
FIRST_BIT: Final = 1 << tree_words.FIRST_SHIFT
"""Where a node's links tell what."""

Numbers = NDArray[np.int64]


class MctsEngine(Stoppable):
    """A Monte Carlo search. Keeps the part of its tree that the next position stands in."""

    score_scale = SCALE

    def __init__(
        self,
        game: Game,
        evaluation: Evaluation,
        options: MctsOptions,
        memory_bytes: int,
        threads: int = 1,
    ) -> None:
        self.game, self.evaluation, self.options = game, evaluation, options
        self.rollout = options.rollout_with(evaluation)
        self.unit = options.unit
        if self.rollout == "none" and not self.unit:
            self.unit = unit_of(game, evaluation)
        share = memory_bytes // (threads + 1)
        if share < MIN_BYTES:
            raise BadOption(
                f"a tree of {memory_bytes} bytes is too small for {threads} threads: "
                f"expected {MIN_BYTES * (threads + 1)} or more"
            )
        self.trees = [tree_words.new_tree(share) for _ in range(threads)]
        self.spare_tree = tree_words.new_tree(share)
        self.workspaces = [layout.LAYOUT.new_memory() for _ in range(threads)]
        self.words: Words | None = None
        self.past: list[int] = []
        """The keys of the game so far, where a repetition may end it."""
        self.stop_signal = StopSignal()
        for number, tree in enumerate(self.trees):
            tree[tree_words.RANDOM] = random_state(options.seed + number)

    @can_be_stopped
    def think(
        self,
        position: Any,
        limits: Limits,
        lines: int = 1,
        watch: Watch = ignore,
        history: Sequence[int] = (),
    ) -> Thought:
        """Search until a limit is met or the result is proven."""
        limits.check()
        if not legal_moves(self.game, position):
            raise GameOver("the game is over: there is nothing to search")
        past = [*history, bits(self.game.key(position))] if repeats(self.game) else []
        if past[: len(self.past)] != self.past:
            self._forget()
        if self.words is None:
            self._advance_root(position)  # compiles before time counts
        self.past = past
        search = _Search(self, position, limits)
        for workspace in self.workspaces:
            earlier = write_path(self.game, history, position, layout.PAST, workspace)
            workspace[layout.EARLIER] = earlier
        self._advance_root(position)
        batch, reported = BATCH, 0.0
        while search.goes_on:
            before = search.clock.seconds
            search.play(batch)
            took = search.clock.seconds - before
            batch = batch * 2 if took < REPORT_SECONDS / 2 else batch
            if search.clock.seconds - reported >= REPORT_SECONDS:
                reported = search.clock.seconds
                watch(search.thought(lines))
        return search.thought(lines)

    @can_be_stopped
    def solve(self, position: Any, limits: Limits = NO_LIMITS, weak: bool = False) -> Solution:
        """What the trees have proven of a position at most two moves on; no game is played."""
        told = (self._told(tree, to_words(self.game, position), weak) for tree in self.trees)
        verdict = None
        with contextlib.suppress(Stopped):
            verdict = next((verdict for verdict in told if verdict), None)
        return Solution(verdict, None, 0, 0.0)

    def _told(self, tree: Memory, wanted: Words, weak: bool) -> Verdict | None:
        """What a tree has proven of a position."""
        if self.words is None:
            return None
        node = tree_words.find(native(self.game), self.words, wanted, wanted.copy(), raw(tree))
        proof = tree_words.proof_of(int(tree[node + tree_words.LINKS])) if node else 0
        if proof in (tree_words.UNPROVEN, tree_words.PROVEN_DRAW):
            return Verdict(DRAW) if proof else None
        plies = None if weak else _plies_to_end(tree, node, self.stop_signal)
        return Verdict(WIN if proof == tree_words.PROVEN_WIN else LOSS, plies)

    def _forget(self) -> None:
        """Another game has begun: what a repetition ends there is not what it ended before."""
        self.words = None
        for tree in self.trees:
            tree_words.clear(tree)

    def _advance_root(self, position: Any) -> None:
        """Keep of every tree what is below the position, which may be up to two moves on."""
        wanted = to_words(self.game, position)
        if self.words is None:
            self.words = wanted
        workspace = self.workspaces[0]
        workspace[STOP] = 0
        with self.stop_signal.halting(partial(halt, [workspace])):
            self.trees = [self._subtree(tree, self.words, wanted) for tree in self.trees]
        self.words = wanted

    def _subtree(self, tree: Memory, known: Words, wanted: Words) -> Memory:
        """The tree below a position where it is known, else a new one; the rest is forgotten."""
        fresh = self.spare_tree
        tree_words.clear(fresh)
        node = tree_words.find(native(self.game), known, wanted, wanted.copy(), raw(tree))
        if node:
            tree_words.reuse_subtree(raw(tree), node, raw(fresh), raw(self.workspaces[0]))
        fresh[tree_words.RANDOM] = tree[tree_words.RANDOM]
        fresh[tree_words.SIMULATIONS] = 0
        fresh[tree_words.EXPLORATION] = round(self.options.exploration * 1000)
        fresh[tree_words.ROLLOUT] = ROLLOUTS.index(self.rollout)
        fresh[tree_words.UNIT] = round(self.unit * 1000)
        self.spare_tree = tree
        return fresh


class _Search:
    """One call of `think`."""

    def __init__(self, engine: MctsEngine, position: Any, limits: Limits) -> None:
        self.engine, self.position, self.limits = engine, position, limits
        self.words = to_words(engine.game, position)
        self.game = native(engine.game)
        self.evaluation = native_evaluation(engine.evaluation, engine.game)
        for workspace in engine.workspaces:
            layout.forget(workspace)
            workspace[STOP] = workspace[NODES] = 0
            workspace[NODE_LIMIT] = max(1, limits.nodes // len(engine.workspaces))
        self.grow(engine.trees[0], engine.workspaces[0], 0)  # compiles before time counts
        self.clock = Clock(limits, engine.stop_signal, len(engine.workspaces))

    @property
    def simulations(self) -> int:
        return sum(int(tree[tree_words.SIMULATIONS]) for tree in self.engine.trees)

    @property
    def nodes(self) -> int:
        return sum(int(workspace[NODES]) for workspace in self.engine.workspaces)

    @property
    def goes_on(self) -> bool:
        """Whether no limit is met and nothing is proven. Unless stopped, one batch is played."""
        if self.simulations == 0 and not self.clock.stop.is_set:
            return not self.is_proven
        in_limits = self.simulations < self.limits.simulations and self.nodes < self.limits.nodes
        in_time = self.clock.left > 0 and self.clock.soft_share < 1
        return in_limits and in_time and not self.is_proven

    @property
    def is_proven(self) -> bool:
        root = tree_words.ROOT + tree_words.LINKS
        return any(tree_words.proof_of(int(tree[root])) for tree in self.engine.trees)

    def play(self, batch: int) -> None:
        """Some simulations in every thread."""
        left = self.limits.simulations - self.simulations
        share = max(1, min(batch, -(-left // len(self.engine.trees))))
        calls = []
        for tree, workspace in zip(self.engine.trees, self.engine.workspaces, strict=True):
            workspace[STOP] = 0
            calls.append(partial(self.grow, tree, workspace, share))
        look, first_look = self.clock.watch(self.halt_later), self.clock.next_look
        with self.clock.stop.halting(self.halt):
            run_together(calls, self.halt, look, first_look)
        if any(workspace[OVERFLOW] for workspace in self.engine.workspaces):
            raise BadGame(f"{self.engine.game.name} has more moves than a search can hold")

    def grow(self, tree: Memory, workspace: Memory, simulations: int) -> None:
        """What one thread does."""
        memories = (raw(tree), raw(workspace))
        tree_words.grow(self.game, self.evaluation, self.words, simulations, *memories)

    def halt(self) -> None:
        halt(self.engine.workspaces)

    def halt_later(self) -> None:
        """Once there is a simulation: a move has to be known when time is over."""
        if self.simulations:
            self.halt()

    def thought(self, lines: int) -> Thought:
        """The best moves so far, each with the line that the tree likes best after it."""
        found = [self.line(child) for child in self.ranked(self.root_children())[:lines]]
        trees, clock = self.engine.trees, self.clock
        hashfull = max(int(tree[tree_words.USED]) / len(tree) for tree in trees)
        seldepth = max(int(workspace[layout.SELDEPTH]) for workspace in self.engine.workspaces)
        depth = len(found[0].moves)
        return Thought(
            tuple(found), depth, seldepth, self.nodes, clock.seconds, clock.cpu_seconds, hashfull
        )

    def root_children(self) -> list[RootMove]:
        """Root parallelization: every move with what all threads found together."""
        together: dict[int, RootMove] = {}
        for tree in self.engine.trees:
            for child in _read_children(tree, tree_words.ROOT):
                known = together.get(child.move, RootMove(child.move, 0, 0, 0))
                together[child.move] = RootMove(
                    child.move,
                    known.visits + child.visits,
                    known.points + child.points,
                    known.proof or child.proof,
                )
        moves = legal_moves(self.engine.game, self.position)
        return [*together.values()] or [RootMove(move, 0, 0, 0) for move in moves]

    def ranked(self, children: list[RootMove]) -> list[RootMove]:
        """The best first: wins that are proven, then what was tried most, losses last."""
        certain = {tree_words.PROVEN_WIN: 1, tree_words.PROVEN_LOSS: -1}
        proven = [child.proof for child in children if child.proof]
        drawn = len(proven) == len(children) and tree_words.PROVEN_DRAW in proven
        preference = self.final_rule(children)

        def merit(child: RootMove) -> tuple[float, ...]:
            is_draw = drawn and child.proof == tree_words.PROVEN_DRAW
            return (certain.get(child.proof, 0), is_draw, preference(child), child.visits)

        return sorted(children, key=merit, reverse=True)

    def final_rule(self, children: list[RootMove]) -> Callable[[RootMove], float]:
        """By what the final move is chosen where nothing is proven: the option `final`."""
        options = self.engine.options
        visits = sum(child.visits for child in children)
        ways: dict[str, Callable[[RootMove], float]] = {
            ROBUST: lambda child: child.visits,
            MAX: lambda child: child.value,
            UCB1: lambda child: child.bound(visits, options.exploration),
        }
        return ways[options.final]

    def line(self, child: RootMove) -> Line:
        """The move, and the best play after it by the tree that visited it most."""
        moves, game = [child.move], self.engine.game
        nodes = [(tree, _node_of(tree, child.move)) for tree in self.engine.trees]
        tree, node = max(nodes, key=lambda pair: _knowledge(*pair))
        while children := _read_children(tree, node):
            best = self.ranked(children)[0]
            if not best.visits and not best.proof:
                break
            moves.append(best.move)
            node = next(
                place
                for place in children_places(tree, node)
                if tree[place + tree_words.MOVE] == best.move
            )
        return line_of(game, self.position, moves, self.score(child, len(moves)))

    def score(self, child: RootMove, plies: int) -> int:
        """The mean result on a scale of 1,000, or the win or loss that is proven."""
        if child.proof == tree_words.PROVEN_WIN:
            return WIN_SCORE - plies
        if child.proof == tree_words.PROVEN_LOSS:
            return plies - WIN_SCORE
        return 0 if child.proof or not child.visits else round(child.value * SCALE)


def _node_of(tree: Memory, move: int) -> int:
    """The root's child that a move leads to; the root itself where there is none."""
    for place in children_places(tree, tree_words.ROOT):
        if tree[place + tree_words.MOVE] == move:
            return place
    return tree_words.ROOT


class _Layer(NamedTuple):
    """Nodes of a tree equally far down, the number of each one's parent, and which of them win."""

    places: Numbers
    parents: Numbers
    wins: NDArray[np.bool_]

    def proven_below(self, tree: Memory) -> "_Layer":
        """The children by which these nodes are proven wins or losses."""
        links = tree[self.places + tree_words.LINKS]
        first, number = links >> tree_words.FIRST_SHIFT, (links & FIRST_BIT - 1) >> PROOF_BITS
        parents = np.repeat(np.arange(len(first)), number)
        ranks = np.arange(len(parents)) - np.repeat(np.cumsum(number) - number, number)
        children = first[parents] + tree_words.NODE * ranks
        below = tree[children + tree_words.LINKS]
        wins = below & tree_words.PROOF == tree_words.PROVEN_WIN
        loses = below & tree_words.PROOF == tree_words.PROVEN_LOSS
        again = below & tree_words.AGAIN != 0
        proving = np.where(self.wins[parents] == again, wins, loses)
        return _Layer(children[proving], parents[proving], wins[proving])


def _plies_to_end(tree: Memory, node: int, stop: StopSignal) -> int:
    """How long a proven win or loss takes in the tree, if the winner hurries and the loser delays.

    The winner may have a shorter way outside the tree; ends below the first MAX_LOOKED_AT nodes
    are taken for as far away as those nodes.
    """
    proof = tree_words.proof_of(int(tree[node + tree_words.LINKS]))
    wins = proof == tree_words.PROVEN_WIN
    layers = [_Layer(np.array([node]), np.array([0]), np.array([wins]))]
    while len(layers[-1].places) and sum(len(layer.places) for layer in layers) < MAX_LOOKED_AT:
        if stop.is_set:
            raise Stopped
        layers.append(layers[-1].proven_below(tree))
    plies = np.zeros(len(layers[-1].places), dtype=np.int64)
    for layer, below in zip(layers[-2::-1], layers[:0:-1], strict=True):
        soonest, latest = np.full(len(layer.places), NEVER), np.zeros(len(layer.places), np.int64)
        np.minimum.at(soonest, below.parents, plies + 1)
        np.maximum.at(latest, below.parents, plies + 1)
        plies = np.where(layer.wins, np.where(soonest == NEVER, 0, soonest), latest)
    return int(plies[0])


def _knowledge(tree: Memory, node: int) -> tuple[bool, int]:
    """How much a tree knows of a node: a proof is more than any number of visits."""
    proof = tree_words.proof_of(int(tree[node + tree_words.LINKS]))
    return proof != tree_words.UNPROVEN, int(tree[node + tree_words.VISITS])


def _read_children(tree: Memory, node: int) -> list[RootMove]:
    return [child.found for child in read_children(tree, node)]


def exercise(game: Game) -> None:
    """Use every kernel of this file once."""
    search = MctsEngine(game, make_evaluation(game, "default"), MctsOptions(), 2 * MIN_BYTES)
    for _ in range(2):
        search.think(game.start(), Limits(simulations=1))
