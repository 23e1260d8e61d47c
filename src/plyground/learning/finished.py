"""Finished games to learn from: record files, the games of a match, and tournaments."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from plyground.arena.export import record_of
from plyground.arena.store import open_store
from plyground.core.errors import BadMessage, PlygroundError
from plyground.core.files import about, open_plain
from plyground.core.game import Game
from plyground.core.wire import MatchGame, decode
from plyground.learning.errors import CannotLearn
from plyground.records.file import load_record
from plyground.records.record import Record

_DATABASE: Final = b"SQLite format 3\0"
_MATCH: Final = b"{"


class Finished(NamedTuple):
    """A game that has ended: its positions before the end, who is to move in each, and what it
    brought to the side that began (1, 0 or -1)."""

    positions: list[Any]
    turns: list[int]
    points: int


def finished_games(sources: Iterable[str], game: Game) -> Iterator[Finished]:
    """The games of all files, in order; those without a result are left out. Raises CannotLearn
    where a file is of another game."""
    for source in sources:
        for record, opening in _records(source):
            if type(record.game) is not type(game) or record.game != game:
                raise CannotLearn(
                    f"{source} is of the game {record.game_text}: expected {game.name}"
                )
            if record.is_over:
                yield _finished(record, opening)


def _finished(record: Record, opening: int) -> Finished:
    count = len(record.moves)
    turns = [record._turn_at(ply) for ply in range(opening, count)]
    points = 0 if record.winner is None else 1 - 2 * record.winner
    return Finished([*record.positions[opening:count]], turns, points)


def _records(source: str) -> Iterator[tuple[Record, int]]:
    """The games of a file, each with how many plies of it were an opening."""
    with about(source, CannotLearn, "read"), open_plain(source) as file:
        head = file.read(len(_DATABASE))
    if head == _DATABASE:
        with open_store(Path(source)) as store:
            for game in store.games():
                yield record_of(store.plan, game), game.opening_plies
    elif head.startswith(_MATCH):
        yield from _match_games(source)
    else:
        yield load_record(source), 0


def _match_games(source: str) -> Iterator[tuple[Record, int]]:
    with about(source, CannotLearn, "read"), open_plain(source) as file:
        for number, line in enumerate(file, 1):
            try:
                game = decode(line, MatchGame)
                record = Record(game.game, position=game.start, moves=game.moves)
            except (BadMessage, PlygroundError) as error:
                raise CannotLearn(f"line {number}: {error}") from None
            yield record, game.opening_plies
