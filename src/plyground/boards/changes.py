"""What a game's moves changed on its board, and which squares are one piece."""

from collections.abc import Iterator
from typing import Any, Protocol

from plyground.core.game import Game
from plyground.core.style import style_table


class Standing(Protocol):
    """A position of a game, and what can be played there."""

    @property
    def game(self) -> Game: ...

    @property
    def position(self) -> Any: ...

    @property
    def mover(self) -> str: ...

    @property
    def legal_moves(self) -> list[int]: ...


class Played(Standing, Protocol):
    """A game so far, such as a `Record`."""

    positions: list[Any]
    moves: list[int]

    @property
    def status(self) -> str: ...


def last_squares(played: Played) -> set[int]:
    """The squares of the piece that was placed last, or else all that the last move changed."""
    if not played.moves:
        return set()
    return squares_after(played.game, played.positions[-2], played.moves[-1])


def squares_after(game: Game, before: Any, move: int) -> set[int]:
    """The squares of the piece that a move places, or else all that the move changes; where a piece
    came to a free square, without those that were only turned over."""
    placed = {*game.placed_squares(before, move)}
    if placed:
        return placed
    after = game.play(before, move)
    changed, old, new = changed_squares(game, before, after), game.scene(before), game.scene(after)
    if not changed or old is None or new is None:
        return changed
    pieces = piece_symbols(game)
    was = {square for square in changed if "".join(old.rows)[square] in pieces}
    turned = {square for square in was if "".join(new.rows)[square] in pieces}
    return changed - turned if changed - was else changed


def changed_squares(game: Game, before: Any, now: Any) -> set[int]:
    """The squares whose symbol changed from or to a piece."""
    old, new = game.scene(before), game.scene(now)
    if not (old and new) or [*map(len, old.rows)] != [*map(len, new.rows)]:
        return set()
    pieces = piece_symbols(game)
    pairs = enumerate(zip("".join(old.rows), "".join(new.rows), strict=True))
    return {n for n, pair in pairs if pair[0] != pair[1] and pieces & {*pair}}


def piece_symbols(game: Game) -> set[str]:
    """The symbols of what has a name."""
    return {symbol for symbol, style in style_table(game.styles).items() if style.name}


def large_pieces(played: Played) -> Iterator[frozenset[int]]:
    """The squares of each piece that lies on several, in the order in which they were placed."""
    for position, move in zip(played.positions, played.moves, strict=False):
        piece = frozenset(played.game.placed_squares(position, move))
        if len(piece) > 1:
            yield piece
