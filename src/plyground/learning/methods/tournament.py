"""The tournament of weights that the Watch Your Back! document describes: random weights meet, and
winners stay. Then CMA-ES looks around the winners, and TD-Leaf goes on from there."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, NamedTuple

import numpy as np

from plyground.core.errors import BadOption
from plyground.core.extras import extra
from plyground.core.game import Game
from plyground.core.threads import Stop
from plyground.learning.by_play import game_tally
from plyground.learning.linear import Numbers
from plyground.learning.method import State, Tally, method
from plyground.learning.methods.td_leaf import TdLeaf
from plyground.learning.self_play import Board, Played, Rules


class Fixture(NamedTuple):
    """A game between two vectors of weights; the same seed begins with the same opening."""

    first: Numbers
    second: Numbers
    seed: int


Rounds = Generator[list[Fixture], list[int], None]
"""Yields games that can be played at once, and is sent what each brought to its first side."""


@method("tournament")
@dataclass
class Tournament(TdLeaf):
    """Random weights meet and winners stay; then CMA-ES around the winners; then TD-Leaf."""

    POOLABLE: ClassVar = False

    rate: float = 0.003
    """How far weights move when TD-Leaf goes on."""
    entrants: int = 32
    """How many random vectors of weights take part, each within `spread` of 0."""
    winners: int = 4
    """How many of them remain."""
    pairs: int = 4
    """How many pairs of games a meeting has, each pair with one opening."""
    generations: int = 20
    """How many generations CMA-ES has."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.entrants <= 4096 or not 1 <= self.winners <= self.entrants:
            raise BadOption("expected entrants=2 to 4096, and from 1 winner to as many as entrants")
        if not (1 <= self.pairs <= 1000 and 0 <= self.generations <= 10_000):
            raise BadOption("expected pairs=1 to 1000 and generations=0 to 10000")
        with extra("learn"):
            import cmaes  # noqa: F401

    def begin(self, game: Game, seed: int, threads: int) -> None:
        self.points_so_far: list[int] = []
        self.fixtures: list[Fixture] | None = None
        super().begin(game, seed, threads)
        rules = Rules(self.depth, self.opening, 0.0)
        self.tables = [Board(game, rules) for _ in range(threads)]
        self.start_again()

    def start_again(self) -> None:
        """Before the first game."""
        self.rounds = self.all_rounds()
        self.fixtures = next(self.rounds)
        self.round_points: list[int] = []

    # --- who meets whom ------------------------------------------------------------------------

    def all_rounds(self) -> Rounds:
        alive = yield from self.knock_out()
        yield from self.evolution(alive)

    def knock_out(self) -> Generator[list[Fixture], list[int], list[Numbers]]:
        """Pairs of vectors meet, and winners stay, until few enough remain."""
        random = np.random.default_rng(self.seed)
        alive = [self.weights if self.start != "random" else self.drawn(random)]
        alive += [self.drawn(random) for _ in range(self.entrants - 1)]
        number = 0
        while len(alive) > self.winners:
            meetings = [*zip(alive[::2], alive[1::2], strict=False)]
            points = yield [
                game for one, two in meetings for game in self.meeting(one, two, number)
            ]
            scores = self.scores(points)
            odd = alive[len(alive) - len(alive) % 2 :]
            alive = [one if score >= 0 else two for (one, two), score in zip(meetings, scores)]
            alive += odd
            number += 1
            self.choose(alive[0])
        return alive

    def evolution(self, alive: list[Numbers]) -> Rounds:
        """CMA-ES: candidates around a mean meet the mean, which moves towards the better ones."""
        from cmaes import CMA

        start = np.mean(alive, axis=0)
        optimiser = CMA(mean=start, sigma=max(self.spread / 2, 1e-3), seed=self.seed)
        for generation in range(self.generations):
            mean = np.array(optimiser.mean)
            candidates = [optimiser.ask() for _ in range(optimiser.population_size)]
            points = yield [
                game
                for candidate in candidates
                for game in self.meeting(candidate, mean, 1000 + generation)
            ]
            scores = self.scores(points)
            optimiser.tell(
                [(c, -float(score)) for c, score in zip(candidates, scores, strict=True)]
            )
            self.choose(np.array(optimiser.mean))

    def drawn(self, random: np.random.Generator) -> Numbers:
        return random.uniform(-self.spread, self.spread, len(self.names))

    def meeting(self, one: Numbers, two: Numbers, number: int) -> list[Fixture]:
        """The games of two vectors in a round: every meeting of it has the same openings."""
        seeds = [self.seed * 1_000_003 + number * self.pairs + pair for pair in range(self.pairs)]
        return [
            game for seed in seeds for game in (Fixture(one, two, seed), Fixture(two, one, seed))
        ]

    def scores(self, points: list[int]) -> list[int]:
        """What each meeting brought to the vector that is named first."""
        games = 2 * self.pairs
        rows = (points[n : n + games] for n in range(0, len(points), games))
        return [sum(row[::2]) - sum(row[1::2]) for row in rows]

    def choose(self, weights: Numbers) -> None:
        """These weights are the best so far."""
        self.weights, self.mean = weights.copy(), weights.copy()

    # --- how it is played ----------------------------------------------------------------------

    def learn(self, games: int, stop: Stop) -> Tally:
        if self.fixtures is None:
            return super().learn(games, stop)
        done = len(self.round_points)
        played = self.played(self.fixtures[done : done + games], stop)
        for one in played:
            self.points_so_far.append(one.points)
            self.take_points(one.points)
        self.games += len(played)
        return sum((game_tally(one) for one in played), Tally())

    def played(self, fixtures: list[Fixture], stop: Stop) -> list[Played]:
        """The games that have ended, up to the first one that was stopped."""
        count = len(self.tables)
        with ThreadPoolExecutor(count) as pool:
            lists = [
                *pool.map(
                    lambda place: [
                        self.played_at(self.tables[place], fixture, stop)
                        for fixture in fixtures[place::count]
                    ],
                    range(count),
                )
            ]
        in_order = (lists[number % count][number // count] for number in range(len(fixtures)))
        return [one for one in takewhile(lambda one: one is not None, in_order) if one]

    def played_at(self, board: Board, fixture: Fixture, stop: Stop) -> Played | None:
        first, second = map(self.evaluation_with, (fixture.first, fixture.second))
        found = board.play(first, second, fixture.seed, stop)
        return found and found._replace(notes=found.notes[:0], leaves=found.leaves[:0])

    def take_points(self, points: int) -> None:
        """Count a game; after the last one of a round the next is drawn."""
        assert self.fixtures is not None
        self.round_points.append(points)
        if len(self.round_points) == len(self.fixtures):
            try:
                self.fixtures = self.rounds.send(self.round_points)
            except StopIteration:
                self.fixtures = None
            self.round_points = []

    def watched(self) -> dict[str, float]:
        found = super().watched()
        if self.fixtures is not None:
            del found["error"]
        return found

    def state(self) -> State:
        return super().state() | {"points": np.array(self.points_so_far, dtype=np.int8)}

    def restore(self, state: State) -> None:
        if self.fixtures is not None:
            self.points_so_far = [*map(int, state["points"])]
            self.weights = self.first_weights(self.given_weights())
            self.start_again()
            for points in self.points_so_far:  # what was drawn depends on nothing else
                self.take_points(points)
        super().restore(state)
