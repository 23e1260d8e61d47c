"""The class `Player` that the referee of the course COMP30024 (2018, Watch Your Back!) asks for.

The referee makes a `Player` for each colour, asks it for actions and passes it the opponent's. All
processor time that a player takes, also in `__init__` and `update`, counts against one budget for
the whole game. Loading compiled code takes about a second of it. Compiling takes about fifteen, the
first time on a machine; `plyground warm watch-your-back` compiles beforehand. The page of protocols
(`plyground docs protocols`) has the memory it needs.
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
"""The budget is spread over this many plies; after them, each turn gets a share of the rest."""
MARGIN: Final = 0.05
"""The share of the budget that searches never use: the referee's work around a call counts too."""
MIN_SECONDS: Final = 0.005
"""With less time for a turn, the first move in the move ordering is played without a search."""


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
        """This player's next action. `turns` is not used: the player counts turns itself."""
        with self.budget.counted():
            self._expect(self.side)
            if not (moves := legal_moves(self.game, self.position)):
                raise BadAction("the game is over: there is no action")
            move = self._chosen(moves)
            self._play(move)
            return action_of(move)

    def update(self, action: Action) -> None:
        """Play the opponent's action."""
        with self.budget.counted():
            self._expect(1 - self.side)
            self._play(self._read(action))

    def make_engine_player(self) -> "EnginePlayer":
        """The player that chooses the moves."""
        from plyground.players.engine import make_engine_player

        return make_engine_player(f"{self.game.strongest},book=own,table={TABLE}")

    def _load(self) -> None:
        """Search once: this loads or compiles the kernels before the first turn."""
        from plyground.search.limits import Limits

        self.engine_player.engine(self._record).think(self.position, Limits(depth=1))

    @property
    def _record(self) -> Record:
        return Record(self.game, self.position)

    def _expect(self, side: int) -> None:
        if self.game.side(self.position) != side:
            raise BadAction(f"it is not {COLOURS[side]}'s turn")

    def _chosen(self, moves: list[int]) -> int:
        """The best move found within this turn's share of the budget."""
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


def turns_left(position: Position) -> int:
    """How many turns this player still has in a game of the likely length."""
    return (LIKELY_LENGTH - position.ply) // 2
