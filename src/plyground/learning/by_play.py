"""What methods share that learn while they play, against themselves or against others."""

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numpy as np

from plyground.arena.game import runs_apart, seeded
from plyground.core.errors import BadOption, PlygroundError, told_of
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.outcome import ONGOING
from plyground.core.threads import Stop, stop_flag
from plyground.evaluations.known import HAND_SET
from plyground.learning.errors import CannotLearn
from plyground.learning.linear import Linear, Numbers
from plyground.learning.method import State, Tally
from plyground.learning.rates import Rate
from plyground.learning.self_play import Board, Played, Rules
from plyground.live.process_player import ProcessPlayer
from plyground.live.process_pool import ProcessPool
from plyground.players.player import Player, make_player
from plyground.records.record import Record


@dataclass
class ByPlay:
    """A method that learns from games while it plays them: all but what it learns, which may be
    named weights or a network."""

    POOLABLE: ClassVar = True
    LEARNS_BY_PLY: ClassVar = False
    """Whether it learns after each search, or after each game."""

    evaluation: str = HAND_SET
    """The evaluation whose weights are learned: a name, or a file."""
    depth: int = 2
    """How deep games are searched."""
    exploration: float = 0.02
    """The chance of a random move. What follows one says nothing of what came before."""
    opening: int = 6
    """Random moves at the start of each game."""
    opponents: tuple[str, ...] = ()
    """Players that it meets in turn, with either side; none: it plays against itself."""

    def __post_init__(self) -> None:
        if not 0 <= self.exploration <= 1:
            raise BadOption(f"exploration={self.exploration:g}: expected from 0 to 1")
        if not (1 <= self.depth <= 64 and 0 <= self.opening <= 1000):
            raise BadOption("expected depth=1 to 64 and opening=0 to 1000")
        for text in self.opponents:
            if make_player(text).name == "human":
                raise BadOption("human is no opponent to learn against: it would take too long")

    def begin(self, game: Game, seed: int, threads: int) -> None:
        """Begin to play: what is learned is there already."""
        self.game, self.seed, self.games = game, seed, 0.0
        self.lock = threading.Lock()
        rules = Rules(self.depth, self.opening, self.exploration)
        self.boards = [
            Board(game, rules, teaches=self.LEARNS_BY_PLY) for _ in range(max(threads, 1))
        ]
        self.next_game, self.end, self.shift = 0, 1, 0
        self.fault: PlygroundError | None = None
        before, opponents = self.state(), self.opponents
        self.opponents = ()
        for _ in self.games_on(self.boards[0], stop_flag()):
            self.restore(before)  # it was played to compile all that is needed
        self.opponents = opponents

    def learn(self, games: int, stop: Stop) -> Tally:
        self.next_game = int(self.games) + self.shift
        self.end = self.next_game + games
        self.fault = None
        with ThreadPoolExecutor(len(self.boards)) as pool:
            tallies = [*pool.map(lambda board: self.play_games(board, stop), self.boards)]
        tally = sum(tallies, Tally())
        if self.fault and not tally.games:
            raise self.fault
        return tally

    def play_games(self, board: Board, stop: Stop) -> Tally:
        """What one thread does."""
        tally = Tally()
        try:
            for played in self.games_on(board, stop):
                tally += game_tally(played)
        except PlygroundError as error:
            self.fault = error
        return tally

    def games_on(self, board: Board, stop: Stop) -> Iterator[Played]:
        """The games of one board, each learned from."""
        while not stop[0] and not self.fault:
            with self.lock:
                number = self.next_game
                if number == self.end:
                    return
                self.next_game += 1
            played = self.play(board, number, stop)
            if played is None:
                return
            with self.lock:
                self.take(played)
            yield played

    def play(self, board: Board, number: int, stop: Stop) -> Played | None:
        """Play a game; None if it was stopped."""
        board.begin(self.seed * 1_000_003 + number)
        if not self.LEARNS_BY_PLY and not self.opponents:
            evaluation = self.player()
            board.play_on(evaluation, evaluation, board.rules.max_plies, stop)
        else:
            self.play_by_ply(board, number, stop)
        return None if board.outcome == ONGOING else board.played()

    def play_by_ply(self, board: Board, number: int, stop: Stop) -> None:
        """Play a game ply by ply: against an opponent, or because every search is learned from."""
        others = self.opponents
        opponent = self.opponent(others[number // 2 % len(others)], number) if others else None
        record = Record(self.game)
        while board.outcome == ONGOING and not stop[0]:
            if opponent and board.ply >= self.opening and board.turn != number % 2:
                board.make(self.answer(opponent, record))
            else:
                searches, turn = board.ply >= self.opening, board.turn
                evaluation, ply = self.player(), board.ply
                board.play_on(evaluation, evaluation, 1, stop)
                if board.ply == ply:
                    return
                if searches:
                    self.take_search(board, turn)
            if opponent:
                record.push(board.last_move)

    def opponent(self, text: str, number: int) -> Player:
        """A player, in a process of its own if it is somebody's own code."""
        text = seeded(text, self.seed * 1_000_003 + number)
        return ProcessPlayer(text, _pool()) if runs_apart(text) else make_player(text)

    def answer(self, opponent: Any, record: Record) -> int:
        """An opponent's move; raises CannotLearn where it fails."""
        try:
            return record.parse_move(opponent.choose(record))
        except Exception as error:
            what = str(error) if isinstance(error, PlygroundError) else told_of(error)
            raise CannotLearn(f"the opponent {opponent.name} failed: {what}") from None

    def reseed(self, number: int) -> None:
        """Play games with other numbers, by which openings, sides and opponents are chosen."""
        self.shift = number

    # --- what is learned -----------------------------------------------------------------------

    def player(self) -> Evaluation:
        """The evaluation that games are played with, as far as it is learned."""
        raise NotImplementedError

    def take(self, played: Played) -> None:
        """Count a game, and learn from it."""
        raise NotImplementedError

    def take_search(self, board: Board, turn: int) -> None:
        """Learn from the last search, which was that of the side `turn`."""

    def state(self) -> State:
        """What `restore` needs."""
        raise NotImplementedError

    def restore(self, state: State) -> None:
        """Go on from a state."""
        raise NotImplementedError


@dataclass
class LinearByPlay(ByPlay, Linear):
    """A method that learns named weights from games while it plays them."""

    rate: float = 0.01
    """How far weights move."""
    rates: str = "adam"
    """How the rate is used: `constant`, `coherence` (temporal coherence) or `adam`."""

    def __post_init__(self) -> None:
        Linear.__post_init__(self)
        ByPlay.__post_init__(self)
        if not 0 < self.rate <= 100:
            raise BadOption(f"rate={self.rate:g}: expected more than 0, to 100")
        Rate(self.rates, self.rate, 1)

    def begin(self, game: Game, seed: int, threads: int) -> None:
        Linear.begin(self, game, seed, threads)
        self.step = Rate(self.rates, self.rate, len(self.names))
        ByPlay.begin(self, game, seed, threads)

    def player(self) -> Evaluation:
        return self.evaluation_with(self.weights)

    def take(self, played: Played) -> None:
        self.update_mean()

    def move_weights(self, change: Numbers, errors: float, count: int) -> None:
        """Move the weights by a change, and count its errors."""
        self.weights = self.weights + self.step.step(change)
        self.errors += errors
        self.plies += count

    def state(self) -> State:
        return Linear.state(self) | self.step.state()

    def restore(self, state: State) -> None:
        Linear.restore(self, state)
        self.step.restore(state)

    def merged(self, before: State, after: Iterable[State]) -> State:
        """The means, in which each process counts by its games; counters add up."""
        states, first = [*after], before["counters"]
        games = np.array([state["counters"][0] - first[0] for state in states])
        if not games.any():
            return before
        shares = games / games.sum()

        def mean(name: str) -> Numbers:
            total: Numbers = sum(share * state[name] for share, state in zip(shares, states))
            return total

        counters = first + sum(state["counters"] - first for state in states)
        found = {"weights": mean("weights"), "mean": mean("mean"), "counters": counters}
        return found | self.step.merged(before, states, mean)


@cache
def _pool() -> ProcessPool:
    """The processes of players that are not trusted with this one."""
    return ProcessPool(size=2)


def game_tally(played: Played) -> Tally:
    """A game as it is counted."""
    points = played.points
    return Tally(1, played.plies, points > 0, points == 0, points < 0)


def sides(turns: Any) -> Any:
    """1 where the side that began is to move, else -1."""
    return np.where(turns == 0, 1.0, -1.0)
