"""Books in files: checked strictly when read, written completely or not at all.

   8  "plybook" and a newline         little-endian; n positions in the order of their keys
   2  version
   4  length of the game's text       22 bytes each:   8  key of the position
   4  length of the player's text                      8  key of the position after its best move
   4  n                                                4  score for the side to move
  16  fingerprint of the game                          2  depth
   .  the game's text
   .  the player's text
22 n  positions  . . . . . . . . . .
  32  SHA-256 of all before
"""

import hashlib
import struct
from collections.abc import Mapping
from pathlib import Path
from reprlib import repr as shown
from typing import Any, Final, NamedTuple

import numpy as np

from plyground.book.book import ROW, Book, Entry, make_book
from plyground.core.errors import BadBook, BookOfAnotherGame
from plyground.core.files import about, read_whole, write_whole
from plyground.core.game import Game, canonical_key, legal_moves
from plyground.games.registry import game_text

MAGIC: Final = b"plybook\n"
VERSION: Final = 1
MAX_BYTES: Final = 256 << 20
_HEAD: Final = struct.Struct("<8sHIII16s")
_CHECKSUM: Final = hashlib.sha256().digest_size
_FINGERPRINT_PLIES: Final = 8


class _Head(NamedTuple):
    """The header of a file."""

    magic: bytes
    version: int
    game_size: int
    player_size: int
    positions: int
    fingerprint: bytes

    @property
    def file_size(self) -> int:
        texts = self.game_size + self.player_size
        return _HEAD.size + texts + self.positions * ROW.itemsize + _CHECKSUM


def read_book(path: Path | str, game: Game) -> Book:
    """The book of a game in a file; the error if it is wrong is one sentence."""
    with about(path, BadBook, "read"):
        return _parsed(read_whole(path, MAX_BYTES), game)


def write_book(path: Path | str, game: Game, player: str, entries: Mapping[int, Entry]) -> None:
    """Write the book of a game; an existing file is replaced."""
    content = _content(game, make_book(player, entries))
    with about(path, BadBook, "written"):
        if len(content) > MAX_BYTES:
            raise BadBook(f"{len(entries):,} positions take more than {MAX_BYTES} bytes")
        write_whole(Path(path), content)


def fingerprint(game: Any) -> bytes:
    """A hash of a game's options and tables, and of the keys along the line of first legal moves.

    It changes if the rules lead to other positions or keys, but not if only a comment changes.
    """
    keys, position = [], game.start()
    for _ in range(_FINGERPRINT_PLIES):
        keys.append(canonical_key(game, position))
        moves = legal_moves(game, position)
        position = game.play(position, moves[0]) if moves else position
    return hashlib.sha256(repr((game.name, *game, keys)).encode()).digest()[:16]


def _content(game: Game, book: Book) -> bytes:
    name, player = game_text(game).encode(), book.player.encode()
    head = _Head(MAGIC, VERSION, len(name), len(player), len(book), fingerprint(game))
    content = b"".join((_HEAD.pack(*head), name, player, book.rows.tobytes()))
    return content + hashlib.sha256(content).digest()


def _parsed(content: bytes, game: Game) -> Book:
    head = _head(content)
    if hashlib.sha256(content[:-_CHECKSUM]).digest() != content[-_CHECKSUM:]:
        raise BadBook("was changed: its checksum does not match its content")
    game_end = _HEAD.size + head.game_size
    player_end = game_end + head.player_size
    _check_game(game, _text(content[_HEAD.size : game_end]), head.fingerprint)
    rows = np.frombuffer(content, ROW, head.positions, player_end)
    if np.any(rows["key"][1:] <= rows["key"][:-1]):
        raise BadBook("its positions are not in the order of their keys")
    return Book(_text(content[game_end:player_end]), rows)


def _head(content: bytes) -> _Head:
    """The header, after checking that the size of the file agrees with it."""
    if not content.startswith(MAGIC):
        raise BadBook("is not an opening book")
    if len(content) < _HEAD.size:
        raise BadBook(f"is cut short: it has {len(content)} bytes")
    head = _Head(*_HEAD.unpack_from(content))
    if head.version != VERSION:
        raise BadBook(f"is a book of version {head.version}: expected {VERSION}")
    if len(content) != head.file_size:
        sizes = f"has {len(content):,} bytes: expected {head.file_size:,}"
        raise BadBook(f"{sizes} for its {head.positions:,} positions")
    return head


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        raise BadBook(f"a text in it is not UTF-8: {shown(content)}") from None


def _check_game(game: Game, text: str, found: bytes) -> None:
    wanted = game_text(game)
    if text != wanted:
        raise BookOfAnotherGame(f"is a book for {text!r}: expected {wanted}")
    if found != fingerprint(game):
        raise BookOfAnotherGame(f"is a book for another {wanted}: its tables or rules differ")
