"""Our players as agents for Kaggle's ConnectX, and the files that Kaggle takes."""

import base64
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

from plyground import __version__
from plyground.adapters import kaggle_standalone
from plyground.book.book import Book
from plyground.book.own import own_book
from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.games.connect_four.rules import ConnectFour, Position
from plyground.games.registry import make_game
from plyground.players.player import NamedPlayer, check_player, make_player
from plyground.protocol import kaggle
from plyground.records.record import Record
from plyground.search.clock import ClockState

SHARE: Final = 0.85
"""How much of a move's time a player gets."""
RESERVE: Final = 10.0
"""How many seconds of the bank are never waited for."""
BOOK_LINE: Final = 'BOOK = ""\n'

FILE: Final = '''\
"""The player {player} of Plyground as an agent for Kaggle's ConnectX.

It runs where Plyground {version} is installed. Its first move takes longer than others, as it
compiles.
"""

from plyground.adapters.kaggle import Agent

player = Agent({player!r})


def agent(observation, configuration):
    return player(observation, configuration)
'''


class Agent:
    """A player as an agent. It compiles in the time of its first move; while that takes longer than
    Kaggle allows, the agent that needs no compiler answers."""

    def __init__(self, player: str) -> None:
        self.player_text = player
        self._game_text, self._is_prepared = "", False
        self._player: NamedPlayer | None = None
        self._thread: threading.Thread | None = None
        self._answer: int | None = None

    def __call__(self, observation: Any, configuration: Any) -> int:
        """The column to play."""
        began, seconds = time.monotonic(), float(configuration["actTimeout"])
        bank = float(observation["remainingOverageTime"])
        patience = seconds * SHARE + max(bank - RESERVE, 0.0)
        record = self._record(observation, configuration)
        record.clock = ClockState(seconds * SHARE, moves_to_go=1)
        self._wait(patience)
        if self._thread is None:
            self._answer = None
            self._thread = threading.Thread(target=self._choose, args=(record,), daemon=True)
            self._thread.start()
            self._wait(began + patience - time.monotonic())
            if self._answer is not None:
                return self._answer
        return kaggle_standalone.agent(observation, configuration)

    def _record(self, observation: Any, configuration: Any) -> Record:
        """The position, with a new player if the board is not the one before."""
        text = kaggle.game_text(configuration)
        if text != self._game_text:
            self._game_text, self._player = text, make_player(self.player_text)
            self._is_prepared = False
        game: Any = make_game(text)
        return Record(game, kaggle.position(game, observation))

    def _choose(self, record: Record) -> None:
        assert self._player is not None
        prepare = getattr(self._player, "prepare", None)
        if prepare and not self._is_prepared:  # else it might compile when an opening book ends
            self._is_prepared = True
            prepare(record)
        self._answer = record.parse_move(self._player.choose(record))

    def _wait(self, seconds: float) -> None:
        """Wait for a thread that thinks; it is not stopped, as it may be compiling."""
        if self._thread:
            self._thread.join(max(seconds, 0.0))
            if not self._thread.is_alive():
                self._thread = None


def agent_file(game_text: str, player: str) -> str:
    """A file for Kaggle that runs where Plyground is installed; raises BadOption."""
    game = make_game(game_text)
    kaggle.connect_x(game, "an agent")
    made = make_player(player)
    if made.name == "human":
        raise BadOption("human cannot play on Kaggle: expected a player that is a program")
    check_player(made, Record(game))
    return FILE.format(player=player, version=__version__)


def standalone_file(game_text: str) -> str:
    """A file for Kaggle that needs the standard library only, with the game's own opening book."""
    game: Any = make_game(game_text)
    board = kaggle.connect_x(game, "an agent")
    source = Path(kaggle_standalone.__file__).read_text()
    book = own_book(game)
    if book is None:
        return source
    found = (board.width, board.height, board.connect)
    source = source.replace(f"BOOK_BOARD = {kaggle_standalone.BOOK_BOARD}", f"BOOK_BOARD = {found}")
    return source.replace(BOOK_LINE, f"BOOK = {_literal(book_text(game, book))}\n")


def book_text(game: Game, book: Book) -> str:
    """A book as `kaggle_standalone.read_book` reads it."""
    words = b"".join((key << 4 | column).to_bytes(8, "big") for key, column in _moves(game, book))
    return base64.b85encode(zlib.compress(words, 9)).decode()


def _moves(game: Any, book: Book) -> Iterator[tuple[int, int]]:
    """The keys of a book's positions, and the column in each."""
    for key in book.keys.tolist():
        known = book.probe(game, position_of(game, key))
        if known:
            yield key, known.move


def position_of(game: ConnectFour, key: int) -> Position:
    """The position with a key, `own + taken`: in each column n discs are 2 ** n - 1 in `taken`."""
    own = taken = 0
    bits = game.height + 1
    for column in range(game.width):
        above = (key >> column * bits & (1 << bits) - 1) + 1
        discs = above.bit_length() - 1
        own |= (above - (1 << discs)) << column * bits
        taken |= ((1 << discs) - 1) << column * bits
    return Position(own, taken)


def _literal(text: str) -> str:
    """A long text as Python, in lines."""
    lines = "\n".join(f"    {part!r}" for part in wrap(text, 90, break_on_hyphens=False))
    return f"(\n{lines}\n)"
