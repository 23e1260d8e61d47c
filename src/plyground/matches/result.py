"""The results of a match: of each game, and the totals of each player."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.core.wire import Termination
from plyground.live.seat import Usage
from plyground.matches.match import Match
from plyground.matches.rating import Rating, elo, rate


class GameResult(NamedTuple):
    """One game of a match. Players are numbered 0 and 1, in the order of the match."""

    number: int
    first: int
    """The player who moved first."""
    opening: int
    """How many of the moves are the opening."""
    moves: list[str]
    position: str
    winner: int | None
    termination: Termination
    """Why it ended; a game that grew too long counts as a draw."""
    failure: str | None
    """Why the loser lost, if not by the rules."""
    usages: tuple[Usage, Usage]
    """The time and the searches of each player."""

    @property
    def points(self) -> float:
        """1 if player 0 won, 0.5 for a draw, 0 if it lost."""
        return 0.5 if self.winner is None else 1.0 - self.winner

    @property
    def opening_text(self) -> str:
        return " ".join(self.moves[: self.opening])


class Score(NamedTuple):
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def plus(self, points: float) -> "Score":
        """This score and one more game."""
        return Score(
            self.wins + (points == 1), self.draws + (points == 0.5), self.losses + (points == 0)
        )

    @property
    def share(self) -> float | None:
        """The points per game, from 0 to 1; None before the first game."""
        games = sum(self)
        return (self.wins + self.draws / 2) / games if games else None


@dataclass
class PlayerScore:
    """The totals of one player."""

    name: str
    as_first: Score = field(default_factory=Score)
    as_second: Score = field(default_factory=Score)
    usage: Usage = field(default_factory=Usage)
    failures: int = 0
    first_failure: str | None = None

    @property
    def score(self) -> Score:
        """In all games."""
        return Score(*map(sum, zip(self.as_first, self.as_second, strict=True)))

    def add(self, played: GameResult, player: int) -> None:
        """Count a game. `player` is this one's number in it."""
        points = abs(player - played.points)
        if played.first == player:
            self.as_first = self.as_first.plus(points)
        else:
            self.as_second = self.as_second.plus(points)
        self.usage.add(played.usages[player])
        if played.failure and played.winner != player:
            ply = len(played.moves) + 1
            place = f"game {played.number}, ply {ply}: {played.failure}"
            self.first_failure = self.first_failure or place
            self.failures += 1


@dataclass(repr=False)
class Result:
    """A match so far. Games are added in order; each pair of them shares an opening."""

    match: Match
    players: tuple[PlayerScore, PlayerScore]
    points: list[float] = field(default_factory=list)
    openings: list[str] = field(default_factory=list)
    plies: int = 0
    terminations: Counter[Termination] = field(default_factory=Counter)
    """How many games ended in which way."""

    def add(self, played: GameResult) -> None:
        """Count one more game."""
        if len(self.points) % 2 == 0:
            self.openings.append(played.opening_text)
        self.points.append(played.points)
        self.plies += len(played.moves)
        self.terminations[played.termination] += 1
        for number, player in enumerate(self.players):
            player.add(played, number)

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.points)

    @property
    def score(self) -> Score:
        """The first player's wins, draws and losses."""
        return self.players[0].score

    @property
    def rating(self) -> Rating:
        """The first player's rating against the second; needs at least one game."""
        return rate([self.points[start : start + 2] for start in range(0, self.games, 2)])

    @property
    def elo(self) -> float | None:
        """The first player's Elo over the second; None if all games went one way."""
        return elo(self.rating.score)

    @property
    def elo_bounds(self) -> tuple[float | None, float | None]:
        """The 95 % confidence interval of `elo`; None for a bound that is infinite."""
        return elo(self.rating.low), elo(self.rating.high)

    def __repr__(self) -> str:
        first, second = self.match.names
        counts = "/".join(map(str, self.score))
        return f"<Result of {self.match.game_text}: {first} {counts} against {second}>"


def empty_result(match: Match) -> Result:
    """The result of a match that has not begun."""
    first, second = map(PlayerScore, match.names)
    return Result(match, (first, second))
