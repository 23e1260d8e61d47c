"""What the page and its server say to each other, beside the events of live games."""

from typing import Literal

from plyground.core.wire import Message, MoveMap, Option, Part, Result, Sides, Termination
from plyground.reports.messages import ReportCurves, ReportPlot, ReportTable

Action = Literal["undo", "redo", "resign", "swap", "stop"]
"""What a page can tell its game; `stop` lets a program play the best move it has found."""
State = Literal["idle", "waiting", "compiling", "thinking"]
"""What an engine does: it waits while as many others think as there are processors."""


# --- from the page -----------------------------------------------------------------------------


class Request(Message, frozen=True, kw_only=True):
    """What a page asks for."""


class NewGame(Request, frozen=True, kw_only=True):
    """Begin a game, and watch it."""

    game: str
    """The text that names the game."""
    first: str
    """The player who starts the game."""
    second: str
    clock: str | None
    """How long each player may think; null: as long as they like."""
    moves: tuple[str, ...] = ()
    """What was played already."""
    start: str | None = None
    """The position that the moves are played from; null: where the game starts."""


class LoadGame(Request, frozen=True, kw_only=True):
    """Go on with a saved game, and watch it."""

    record: str
    """The text of its file."""
    clock: str | None = None
    """How long each player may think from now on; null: as long as they like."""


class OpenGame(Request, frozen=True, kw_only=True):
    """Watch a game that the server has."""

    id: str


class PlayMove(Request, frozen=True, kw_only=True):
    """Play a move in the game that is watched."""

    move: str
    ply: int
    """How many moves were played before it: a move for an older position is refused."""


class Act(Request, frozen=True, kw_only=True):
    """Do something else in that game."""

    action: Action


class SeatPlayer(Request, frozen=True, kw_only=True):
    """Let another player play a side of that game."""

    side: int
    player: str


# --- to the page -------------------------------------------------------------------------------


class OfferedOption(Option, frozen=True, kw_only=True):
    """An option of a game or a player."""

    help: str
    """What it does, if that is written down."""


class OfferedGame(Part, frozen=True, kw_only=True):
    """A game that can be begun."""

    name: str
    """The name; options may follow it."""
    summary: str
    sides: Sides
    options: tuple[OfferedOption, ...]


class OfferedPlayer(Part, frozen=True, kw_only=True):
    """A player that can play a side."""

    name: str
    summary: str
    options: tuple[OfferedOption, ...]


class Level(Part, frozen=True, kw_only=True):
    """A strength: a player with its options."""

    name: str
    player: str
    summary: str


class Offer(Message, frozen=True, kw_only=True):
    """What can be played, and by whom; said first."""

    server: str
    """A name of this server: another one does not have its games."""
    games: tuple[OfferedGame, ...]
    """The first one is chosen unless another is."""
    players: tuple[OfferedPlayer, ...]
    levels: tuple[Level, ...]
    level: str
    """The usual strength."""
    tournaments: tuple[str, ...]
    """The names of those that can be followed."""
    runs: tuple[str, ...]
    """The names of runs of learning that can be followed."""


class SeatState(Part, frozen=True, kw_only=True):
    """Who plays a side."""

    side: str
    """The name of the side."""
    player: str
    is_person: bool
    left: float | None
    """The seconds left when the turn began; null without a clock."""


class PlayedMove(Part, frozen=True):
    """A move that was played, and the side that played it."""

    side: int
    move: str


class Cell(Part, frozen=True, kw_only=True):
    """A square in the picture of a board, in hundredths of its width and height."""

    square: int
    row: int
    left: float
    top: float
    width: float
    height: float
    words: str
    """Where it is and what stands there."""


class BoardPicture(Part, frozen=True, kw_only=True):
    """A board as it is shown."""

    svg: str
    """The picture; empty if the game has none."""
    text: str
    """The board as text, for games without a picture."""
    width: int
    height: int
    layout: str
    """How its squares lie: squares, hexagons, points or edges."""
    cells: tuple[Cell, ...]
    words: tuple[str, ...]
    """The board in words, row by row."""


class BoardState(Part, frozen=True, kw_only=True):
    """A position as it is shown, and how it is reached."""

    game: str
    """The text that names the game."""
    start: str | None
    """The position that the moves are played from; null: where the game starts."""
    moves: tuple[PlayedMove, ...]
    position: str
    """The position as text."""
    sides: Sides
    turn: int
    """The side to move: 0 or 1."""
    status: str
    """Who is to move, or how the game ended."""
    is_over: bool
    board: BoardPicture
    move_map: MoveMap | None
    """How each legal move is made; null: the game is over."""


class GameState(Message, frozen=True, kw_only=True):
    """All that a page shows of a game."""

    id: str
    """Its name in the address."""
    game: str
    """The text that names the game."""
    start: str | None
    """The position that it began from; null: where the game starts."""
    seats: tuple[SeatState, SeatState]
    turn: int
    """The side to move: 0 or 1."""
    elapsed: float
    """For how many seconds that side has been thinking."""
    clock: str | None
    moves: tuple[PlayedMove, ...]
    status: str
    """Who is to move, or how the game ended."""
    is_over: bool
    termination: Termination | None
    winner: int | None
    failure: str | None
    """Why a program failed, if one did."""
    can_undo: bool
    can_redo: bool
    board: BoardPicture
    move_map: MoveMap | None
    """How a person who is to move makes each move."""
    rules: str
    """How to play: paragraphs, and lines that begin with a blank are shown as they are."""


class Compiling(Message, frozen=True, kw_only=True):
    """A program compiles the game before it thinks, which is done once."""

    side: int
    kernels: int
    """How many have begun."""
    seconds: float
    """For how long so far."""
    expected: float | None
    """How long it took before, if that is known."""


class WorkState(Message, frozen=True, kw_only=True):
    """What an engine does that works for a view of the page."""

    name: str
    """The name of the work."""
    state: State
    kernels: int
    """How many kernels have begun to be compiled for it, which is done once."""
    seconds: float
    """For how long they have been compiled so far."""
    expected: float | None
    """How long that took before, if it is known."""


class Refused(Message, frozen=True, kw_only=True):
    """Why something cannot be done."""

    reason: str


class Serving(Message, frozen=True, kw_only=True):
    """The server is ready; said by `plyground serve --json`."""

    url: str
    """The address to open, with its token."""


# --- tournaments -------------------------------------------------------------------------------

TournamentState = Literal["running", "over", "stopped"]
Wanted = Literal["won", "drawn", "lost", "failed"]
"""Which games are listed: as the player sees them, or the one who started the game."""


class TournamentShown(Message, frozen=True, kw_only=True):
    """How a tournament stands; said again whenever that changes."""

    name: str
    error: str | None
    """Why its file cannot be read now; what was read before still stands."""
    summary: str
    """What is played, in a few words."""
    game: str
    """The text that names the game."""
    players: tuple[str, ...]
    """The best one first."""
    games: int
    done: int
    state: TournamentState
    progress: str
    """How far it has come, how fast, and how long it may take."""
    sentences: tuple[str, ...]
    warnings: tuple[str, ...]
    tables: tuple[ReportTable, ...]
    plots: tuple[ReportPlot, ...]


class ListedGame(Part, frozen=True, kw_only=True):
    """A game in a list."""

    number: int
    first: str
    second: str
    result: Result
    termination: Termination
    plies: int


class TournamentGames(Message, frozen=True, kw_only=True):
    """Some games of a tournament, the newest one first."""

    name: str
    start: int
    """How many newer ones come before them."""
    total: int
    """How many there are of those that were asked for."""
    games: tuple[ListedGame, ...]


# --- learning ----------------------------------------------------------------------------------


class LearningShown(Message, frozen=True, kw_only=True):
    """How far a run of learning has come; said again whenever that changes."""

    name: str
    error: str | None
    """Why its folder cannot be read now; what was read before still stands."""
    title: str
    """What is learned, and how."""
    share: float | None
    """How much of it is done, from 0 to 1; null if that is not known."""
    is_running: bool
    sentences: tuple[str, ...]
    tables: tuple[ReportTable, ...]
    curves: tuple[ReportCurves, ...]
    """Strength first, then results and speed."""
    weights: tuple[ReportCurves, ...]
    boards: tuple[ReportPlot, ...]
    """What counts most in some position, on its board."""
