"""Watch Your Back! as the course COMP30024 of 2018 plays it: the class its referee asks for.

The referee makes a `Player` for each colour, asks it for actions and tells it the opponent's. All
the processor time that a player takes, in `__init__` and `update` too, counts against one budget
for the whole game. Loading compiled code takes about a second of it, and compiling for the first
time on a machine about fifteen; `plyground warm watch-your-back` compiles beforehand. Memory is
told on the page of protocols (`plyground docs protocols`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from reprlib import repr as shown
from typing import TYPE_CHECKING, Final

from plyground.core.errors import BadOption, IllegalMove
from plyground.core.game import legal_moves
from plyground.games.registry import make_game
from plyground.games.watch_your_back.rules import Position
from plyground.protocol.comp30024 import (
    LAST_PLY,
    Action,
    BadAction,
    action_of,
    text_of,
    without_limit,
)
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.players.engine import EnginePlayer

SECONDS: Final = 60.0
TABLE: Final = "16MB"
COLOURS: Final = ("white", "black")
LIKELY_LENGTH: Final = LAST_PLY + 40
"""Time is spread over this many plies; in a longer game each turn gets a part of what is left."""
MARGIN: Final = 0.05
"""This part of the budget is never thought away: what a referee does around a call counts too."""
MIN_SECONDS: Final = 0.005
"""With less than this for a turn, the move that looks best is played without a search."""


class Player:
    """The strongest player within a budget of processor time for a whole game."""

    def __init__(self, colour: str, seconds: float = SECONDS) -> None:
        if colour not in COLOURS:
            raise BadOption(f"there is no colour {shown(colour)}: expected {' or '.join(COLOURS)}")
        self.budget = Budget(seconds)
        with self.budget.counted():
            self.side = COLOURS.index(colour)
            self.game = make_game("watch-your-back")
            self.position: Position = self.game.start()
            self.engine_player = self.make_engine_player()
            self._load()

    def action(self, turns: int) -> Action:
        """The own next action; `turns` is not needed, for the player counts itself."""
        with self.budget.counted():
            self._expect(self.side)
            if not (moves := legal_moves(self.game, self.position)):
                raise BadAction("the game is over: there is no action")
            move = self._chosen(moves)
            self._play(move)
            return action_of(move)

    def update(self, action: Action) -> None:
        """Take note of the opponent's action."""
        with self.budget.counted():
            self._expect(1 - self.side)
            self._play(self._read(action))

    def make_engine_player(self) -> "EnginePlayer":
        """The player that searches for this one."""
        from plyground.players.engine import make_engine_player

        return make_engine_player(f"{self.game.strongest},book=own,table={TABLE}")

    def _load(self) -> None:
        """Search once, so that the search is loaded, or compiled, before the first turn."""
        from plyground.search.limits import Limits

        self.engine_player.engine(self._record).think(self.position, Limits(depth=1))

    @property
    def _record(self) -> Record:
        return Record(self.game, self.position)

    def _expect(self, side: int) -> None:
        if self.game.side(self.position) != side:  # type: ignore[attr-defined]
            raise BadAction(f"it is not {COLOURS[side]}'s turn")

    def _chosen(self, moves: list[int]) -> int:
        """The best move that is found in this turn's share of the budget."""
        share = self.budget.share(turns_left(self.position))
        if share < MIN_SECONDS:
            return max(moves, key=lambda move: self.game.order(self.position, move))
        self.engine_player.cpu = share
        with self.budget.expected(share):
            return self.engine_player.choose(self._record)

    def _read(self, action: Action) -> int:
        try:
            return self.game.parse_move(self.position, text_of(action))
        except IllegalMove as error:
            raise BadAction(f"{COLOURS[1 - self.side]}'s action {shown(action)}: {error}") from None

    def _play(self, move: int) -> None:
        self.position = without_limit(self.game.play(self.position, move))


class Budget:
    """Processor time for a whole game."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.reserve = seconds * MARGIN
        self.excess = 0.0
        """The most that a search took beyond its share."""

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Whatever happens meanwhile is paid for."""
        start = time.process_time()
        try:
            yield
        finally:
            self.left -= time.process_time() - start

    @contextmanager
    def expected(self, share: float) -> Iterator[None]:
        """What happens meanwhile should take this share; what it takes beyond it is remembered."""
        start = time.process_time()
        yield
        self.excess = max(self.excess, time.process_time() - start - share)

    def share(self, turns: int) -> float:
        """What one of `turns` turns may take; nothing where another search might take too much."""
        free = self.left - self.reserve
        return free / turns if free > 2 * self.excess else 0.0


def turns_left(position: Position) -> int:
    """How many more own turns a game has if it lasts as long as is likely."""
    return (LIKELY_LENGTH - position.ply) // 2
