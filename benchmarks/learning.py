"""Networks of patterns: how fast they learn, and how well one plays Connect Four without a search
against perfect play (BitBully) after fifteen minutes of two cores."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from bitbully.bitbully_core import BitBullyCore, BoardCore

from benchmarks import ours
from benchmarks.findings import Finding, Step
from benchmarks.measure import Effort, Goal
from benchmarks.words import goal_text, significant
from plyground.conformance.compiled import CompiledEvaluation
from plyground.core.game import Game
from plyground.core.outcome import DRAW, LOSS, ONGOING
from plyground.core.threads import stop_flag
from plyground.evaluations.patterns.network import IMAGES
from plyground.learning.methods.patterns import Patterns

GAME = ours.load("connect-four")
EXAMPLES = Path(__file__).parents[1] / "examples"
SPEEDS: dict[str, Goal | None] = {
    "connect-four": Goal(143_000),
    "dominoes": None,
    str(EXAMPLES / "othello.py"): None,
    str(EXAMPLES / "hex.py"): None,
    str(EXAMPLES / "breakthrough.py"): None,
}
SPEED_SECONDS = 10.0
MINUTES, THREADS = 15, 2
"""How long a network learns: as many minutes of processor time for each thread."""
CHUNK = 500
GAMES, POSITIONS = 200, 1500
PLIES = range(8, 21)
ERRORS = {0.1: Goal(0.5), 0.2: Goal(0.8), 0.3: Goal(0.9)}
FIRST, WRONG = Goal(0.95), Goal(0.03, at_most=True)


@dataclass(frozen=True)
class Speed:
    """Plies that are played and learned from in a second of one core."""

    TITLE: ClassVar = "Learning from games against itself"
    HEADINGS: ClassVar = ["game", "images", "games/s", "plies/s", "goal", "verdict"]

    game: str
    images: int
    games: float
    plies: float
    goal: Goal | None

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.plies) if self.goal else ""

    def row(self) -> list[str]:
        numbers = significant(self.games), significant(self.plies)
        return [self.game, str(self.images), *numbers, goal_text(self.goal, ""), self.verdict]


@dataclass(frozen=True)
class Strength:
    """How often a network does well."""

    TITLE: ClassVar = "Connect Four without a search"
    HEADINGS: ClassVar = ["test", "number", "share", "goal", "verdict"]

    what: str
    number: int
    share: float
    goal: Goal

    @property
    def verdict(self) -> str:
        return self.goal.verdict(self.share)

    def row(self) -> list[str]:
        share = f"{100 * self.share:.1f} %"
        goal = f"{'at most' if self.goal.at_most else 'at least'} {100 * self.goal.value:g} %"
        return [self.what, str(self.number), share, goal, self.verdict]


def steps(effort: Effort) -> list[Step]:
    return [
        *(_speed_step(name, effort) for name in SPEEDS),
        Step("learning Connect Four", lambda: _strength(effort)),
    ]


def _speed_step(name: str, effort: Effort) -> Step:
    return Step(f"learning speed, {Path(name).stem}", lambda: [_speed(name, effort)])


def _speed(name: str, effort: Effort) -> Speed:
    method = _begun(ours.load(name), 1)
    began, games, plies = time.process_time(), 0, 0
    while time.process_time() - began < effort.seconds(SPEED_SECONDS):
        tally = method.learn(20, stop_flag())
        games, plies = games + tally.games, plies + tally.plies
    seconds = time.process_time() - began
    images = method.learner.network.layout[IMAGES]
    return Speed(Path(name).stem, images, games / seconds, plies / seconds, SPEEDS[name])


def _begun(game: Game, threads: int) -> Patterns:
    method = Patterns()
    method.begin(game, 1, threads)
    return method


def _strength(effort: Effort) -> Sequence[Finding]:
    method = _begun(GAME, THREADS)
    began, seconds = time.process_time(), 60 * MINUTES * THREADS * effort.share**2
    while time.process_time() - began < seconds:
        method.learn(CHUNK, stop_flag())
    given: Any = method.learner.network
    player, random = OnePly(given), Random(1)
    games, positions = effort.of(GAMES), effort.of(POSITIONS)
    wins = _wins(player, 0, 0.0, games, random)
    found = [Strength("wins as first against perfect play", games, wins, FIRST)]
    for chance, goal in ERRORS.items():
        wins = _wins(player, 1, chance, games, random)
        found.append(Strength(f"wins as second, {chance:g} of its moves random", games, wins, goal))
    wrong = _wrong_moves(player, positions, random)
    found.append(Strength("wrong moves in random positions", positions, wrong, WRONG))
    return found


class OnePly:
    """Takes a win, prevents a loss at once, or else plays the move that its network likes best."""

    def __init__(self, network: Any) -> None:
        self.compiled = CompiledEvaluation(GAME, network)

    def move(self, position: Any) -> int:
        legal = [*GAME.moves(position)]
        for move in legal:
            if GAME.outcome(GAME.play(position, move)) == LOSS:
                return move
        safe = [*GAME.non_losing_moves(position)] or legal
        return max(safe, key=lambda move: self.value(GAME.play(position, move)))

    def value(self, child: Any) -> int:
        return 0 if GAME.outcome(child) == DRAW else -self.compiled.static_eval(child)


def _wins(player: OnePly, seat: int, chance: float, games: int, random: Random) -> float:
    """The share of games that a player wins against one that plays perfectly, or at random."""
    return sum(_won(player, seat, chance, random) for _ in range(games)) / games


def _won(player: OnePly, seat: int, chance: float, random: Random) -> bool:
    position, columns = GAME.start(), ""
    while GAME.outcome(position) == ONGOING:
        if len(columns) % 2 == seat:
            move = player.move(position)
        else:
            scores = _scores(columns)
            best = max(scores[move] for move in GAME.moves(position))
            errs = random.random() < chance
            move = random.choice([m for m in GAME.moves(position) if errs or scores[m] == best])
        columns += str(move)
        position = GAME.play(position, move)
    return GAME.outcome(position) == LOSS and (len(columns) - 1) % 2 == seat


def _wrong_moves(player: OnePly, count: int, random: Random) -> float:
    """The share of random positions in which its move loses a win or a draw."""
    wrong = number = 0
    while number < count:
        position, columns = GAME.start(), ""
        plies = random.choice(PLIES)
        while len(columns) < plies and GAME.outcome(position) == ONGOING:
            move = random.choice([*GAME.moves(position)])
            position, columns = GAME.play(position, move), columns + str(move)
        if GAME.outcome(position) == ONGOING:
            scores = _scores(columns)
            signs = {move: (scores[move] > 0) - (scores[move] < 0) for move in GAME.moves(position)}
            wrong += signs[player.move(position)] < max(signs.values())
            number += 1
    return wrong / count


@cache
def _perfect() -> BitBullyCore:
    from bitbully_databases import BitBullyDatabases

    return BitBullyCore(Path(str(BitBullyDatabases.get_database_path("12-ply-dist"))))


@cache
def _scores(columns: str) -> list[int]:
    """What each move is worth by perfect play."""
    board = BoardCore()
    if not board.setBoard([*map(int, columns)]):
        raise ValueError(f"{columns} cannot be played")
    return [*_perfect().scoreMoves(board)]
