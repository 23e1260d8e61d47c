"""The results of a match: of one game, and summed up for each player."""

from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.match.rating import Rating, rate
from plyground.match.seat import Usage


class GameResult(NamedTuple):
    """One game of a match. Players are told by number: 0 and 1 as the match names them."""

    number: int
    first: int
    """Which player moved first."""
    opening: int
    """How many of the moves were the opening's."""
    moves: list[str]
    position: str
    winner: int | None
    failure: str | None
    """Why the loser lost, where it was not by the rules."""
    endless: bool
    """Stopped undecided, because it grew too long."""
    usages: tuple[Usage, Usage]
    """What the moves of each player have cost."""

    @property
    def points(self) -> float:
        """1 where the match's first player won, 0 where it lost."""
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
        """With one game more."""
        return Score(
            self.wins + (points == 1), self.draws + (points == 0.5), self.losses + (points == 0)
        )

    @property
    def share(self) -> float | None:
        """The part of all points; None before the first game."""
        games = sum(self)
        return (self.wins + self.draws / 2) / games if games else None


@dataclass
class PlayerScore:
    """What one player has brought home."""

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
        """Count a game in which this one was the player of that number."""
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


@dataclass
class Result:
    """A match so far. Games come in their order: two and two share an opening."""

    players: tuple[PlayerScore, PlayerScore]
    points: list[float] = field(default_factory=list)
    openings: list[str] = field(default_factory=list)
    plies: int = 0
    endless: int = 0

    def add(self, played: GameResult) -> None:
        """Count one more game."""
        if len(self.points) % 2 == 0:
            self.openings.append(played.opening_text)
        self.points.append(played.points)
        self.plies += len(played.moves)
        self.endless += played.endless
        for number, standing in enumerate(self.players):
            standing.add(played, number)

    @property
    def games(self) -> int:
        return len(self.points)

    @property
    def rating(self) -> Rating:
        """The first player's against the second, after one game or more."""
        return rate([self.points[start : start + 2] for start in range(0, self.games, 2)])


def empty_result(names: tuple[str, str]) -> Result:
    """The result of a match that has not begun."""
    return Result((PlayerScore(names[0]), PlayerScore(names[1])))
