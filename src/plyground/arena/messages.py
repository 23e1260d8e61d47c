"""What tournaments say to programs, and what is stored of their games."""

from plyground.core.wire import Message, Part, Result, Sprt, Termination, Verdict


class MoveInfo(Part, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of a move that was played, beside the move itself."""

    seconds: float
    """How long it took."""
    depth: int | None = None
    nodes: int | None = None
    score: int | None = None
    """For the side that moved."""
    verdict: Verdict | None = None
    side: int | None = None
    """Who moved, in a game in which a side may move again; else sides take turns."""


class TournamentGame(Message, frozen=True, kw_only=True):
    """A game of a tournament, as it is stored the moment it ends."""

    number: int
    """From 1, in the order of the schedule."""
    round: int
    first: str
    """Who started the game."""
    second: str
    opening_plies: int
    moves: tuple[str, ...]
    position: str
    """The last position."""
    result: Result
    termination: Termination
    reason: str | None
    """Why it ended, if not by the rules."""
    failed: int | None
    """The side that lost through its own fault: 0 or 1."""
    infos: tuple[MoveInfo, ...]
    """One for each move after the opening."""
    seed: int
    versions: dict[str, str]
    machine: str


class TournamentStatus(Message, frozen=True, kw_only=True):
    """How far a tournament has come."""

    file: str
    game: str
    format: str
    players: tuple[str, ...]
    games: int
    """How many are planned; in a tournament by rounds, those of the rounds so far."""
    done: int
    """How many of them have ended."""
    is_over: bool
    is_running: bool
    """Whether a process is running it now."""


class TournamentPlayer(Part, frozen=True, kw_only=True):
    """A player in the table of a tournament."""

    name: str
    player: str
    """The text that names the player."""
    points: float
    games: int
    wins: int
    draws: int
    losses: int
    elo: float | None
    """Relative to the mean of all players; null before the first game."""
    low: float | None
    """The lower bound of its 95 % interval."""
    high: float | None
    failures: dict[str, int]
    """Games lost through its own fault, by their terminations."""
    as_first: float
    """Points as the one who starts the game."""
    as_second: float
    games_as_first: int
    seconds_per_move: float | None
    depth: float | None
    """The mean depth of its searches."""
    nodes: float | None
    """The mean number of nodes of its searches."""


class Meeting(Part, frozen=True, kw_only=True):
    """Two players against each other, seen by the first of them."""

    one: str
    other: str
    points: float
    games: int
    los: float
    """Likelihood of superiority."""
    nelo: float | None
    """Normalised Elo over pairs; null before the first pair."""


class OpeningScore(Part, frozen=True, kw_only=True):
    """What the player who started the game got from an opening."""

    moves: tuple[str, ...]
    games: int
    points: float


class TournamentReport(Message, frozen=True, kw_only=True):
    """The table of a tournament, and all that its games tell."""

    file: str
    game: str
    format: str
    games: int
    done: int
    players: tuple[TournamentPlayer, ...]
    """The best one first."""
    meetings: tuple[Meeting, ...]
    first_move: float | None
    """What it is worth to start the game, in Elo."""
    draws: float | None
    """The share of draws between equals."""
    openings: tuple[OpeningScore, ...]
    terminations: dict[str, int]
    copies: int
    """Games with the same moves as an earlier game of the same players; a test leaves them out."""
    sprt: Sprt | None
    llr_curve: tuple[tuple[int, float], ...]
    """The test's log-likelihood ratio after some of its pairs, from none to all."""
    warnings: tuple[str, ...]
