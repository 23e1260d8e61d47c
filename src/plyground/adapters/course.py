"""Our players as a class `Player`, as a course's referee asks for it.

The referee makes a `Player` for each colour, asks it for actions and passes it the opponent's. All
processor time that a player takes, also in `__init__` and `update`, counts against one budget for
the whole game.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from reprlib import repr as shown
from typing import TYPE_CHECKING, Any, ClassVar, Final

from plyground import __version__
from plyground.core.errors import BadOption, EngineNonsense, GameOver, IllegalMove
from plyground.games.registry import make_game
from plyground.protocol import course
from plyground.protocol.comp30024 import BadAction
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.players.player import NamedPlayer

SECONDS: Final = 60.0
MARGIN: Final = 0.05
"""The share of the budget that searches never use: the referee's work around a call counts too."""
MIN_SECONDS: Final = 0.005
"""With less time for a turn, the first move in the move ordering is played without a search."""

FILE: Final = '''\
"""The player {player} of Plyground in {game}, as a class for a course's referee.

It runs where Plyground {version} is installed.
"""

from plyground.adapters.course import make_class

Player = make_class({game!r}, {player!r})
'''


class CoursePlayer:
    """A player of ours in a game of ours, within a budget of processor time for a whole game."""

    game_text: ClassVar[str]
    player_text: ClassVar[str] = "best"

    def __init__(self, colour: str, seconds: float = SECONDS) -> None:
        self.budget = Budget(seconds)
        with self.budget.counted():
            self.game = make_game(self.game_text)
            self.side = course.side_of(self.game, colour)
            self.record = Record(self.game)
            self.player = self.make_player()
            self._own_cpu = getattr(self.player, "cpu", 0.0)
            self._load()

    @property
    def position(self) -> Any:
        """Where the game stands."""
        return self.record.position

    @position.setter
    def position(self, position: Any) -> None:
        self.record = Record(self.game, position)

    def begin(self, actions: Sequence[Any]) -> None:
        """Play the actions of both sides with which a game begins."""
        with self.budget.counted():
            for action in actions:
                self._play(self._read(action))

    def action(self, turns: int) -> Any:
        """This player's next action. `turns` is not used: the player counts turns itself."""
        with self.budget.counted():
            if self.record.is_over:
                raise BadAction("the game is over: there is no action")
            self._expect(self.side)
            move = self._chosen()
            action = course.format_action(self.game, self.position, move)
            self._play(move)
            return action

    def update(self, action: Any) -> None:
        """Play the opponent's action."""
        with self.budget.counted():
            self._expect(1 - self.side)
            self._play(self._read(action))

    def make_player(self) -> "NamedPlayer":
        """The player that chooses the moves."""
        from plyground.players.player import make_player

        return make_player(self.player_text)

    def turns_left(self) -> int:
        """How many turns this player still has in a game of the likely length."""
        from plyground.search.clock import ClockState
        from plyground.search.time_manager import moves_to_come

        return moves_to_come(ClockState(), self.game.plies_left(self.position))

    def _load(self) -> None:
        """Load or compile what a player needs before its first turn."""
        prepare = getattr(self.player, "prepare", None)
        if prepare:
            prepare(self.record)

    def _expect(self, side: int) -> None:
        if self.record.turn != side:
            raise BadAction(f"it is not {course.colours(self.game)[side]}'s turn")

    def _chosen(self) -> int:
        """The player's move; a search gets this turn's share of the budget."""
        from plyground.players.engine import EnginePlayer

        if not isinstance(self.player, EnginePlayer):
            return self.record.parse_move(self.player.choose(self.record))
        share = self.budget.share(self.turns_left())
        if share < MIN_SECONDS:
            position = self.position
            return max(self.record.legal_moves, key=lambda move: self.game.order(position, move))
        self.player.cpu = min(share, self._own_cpu)
        with self.budget.expected(share):
            return self.player.choose(self.record)

    def _read(self, action: Any) -> int:
        colour = course.colours(self.game)[self.record.turn]
        try:
            return self.record.parse_move(course.parse_action(self.game, action))
        except (IllegalMove, GameOver, EngineNonsense) as error:
            raise BadAction(f"{colour}'s action {shown(action)}: {error}") from None

    def _play(self, move: int) -> None:
        self.record.push(move)


class Budget:
    """Processor time for a whole game."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.reserve = seconds * MARGIN
        self.excess = 0.0
        """The most seconds that a search took beyond its share."""

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Take the processor time of the body from the budget."""
        start = time.process_time()
        try:
            yield
        finally:
            self.left -= time.process_time() - start

    @contextmanager
    def expected(self, share: float) -> Iterator[None]:
        """The body should take `share` seconds; the largest excess is kept."""
        start = time.process_time()
        yield
        self.excess = max(self.excess, time.process_time() - start - share)

    def share(self, turns: int) -> float:
        """The seconds that each of `turns` turns may take; 0 if another search might exceed the
        budget."""
        free = self.left - self.reserve
        return free / turns if free > 2 * self.excess else 0.0


def make_class(game_text: str, player: str) -> type[CoursePlayer]:
    """The class `Player` of a game and a player."""
    from plyground.adapters import comp30024
    from plyground.games.watch_your_back.rules import WatchYourBack

    is_of_the_course = isinstance(make_game(game_text), WatchYourBack)
    base = comp30024.Player if is_of_the_course else CoursePlayer
    return type("Player", (base,), {"game_text": game_text, "player_text": player})


def course_file(game_text: str, player: str) -> str:
    """A file that defines such a class; raises BadOption if there is no such game or player."""
    from plyground.players.player import check_player, make_player

    made = make_player(player)
    if made.name == "human":
        raise BadOption("human cannot play for a referee: expected a player that is a program")
    check_player(made, Record(game_text))
    return FILE.format(game=game_text, player=player, version=__version__)
