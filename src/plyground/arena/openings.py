"""The openings of a tournament by their numbers: random, from a file or from a book."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from plyground.arena.plan import Plan
from plyground.book.own import find_book
from plyground.core.errors import BadGameFile, BadOption, PlygroundError
from plyground.core.files import read_whole, why
from plyground.core.game import Game, canonical_key, legal_moves
from plyground.core.outcome import ONGOING
from plyground.games.registry import make_game
from plyground.matches.openings import Opening, openings
from plyground.records.record import Record

MAX_FILE: Final = 1 << 26
COMMENT: Final = "#"


class OpeningList:
    """Openings, found when they are first needed. When there are no more, they come again."""

    def __init__(self, plan: Plan) -> None:
        self._source = _source(plan)
        self._found: list[Opening] = []

    def __getitem__(self, number: int) -> Opening:
        while len(self._found) <= number:
            self._found.append(next(self._source))
        return self._found[number]


def _source(plan: Plan) -> Iterator[Opening]:
    game, given = make_game(plan.game), plan.openings
    if given.file:
        return cycle(read_openings(given.file, game))
    if given.book:
        return cycle(book_openings(plan, game))
    return openings(game, given.plies, plan.seed, given.fair, given.margin)


def read_openings(file: str, game: Game) -> list[Opening]:
    """The openings in a file: in each line the moves of one; raises BadGameFile."""
    try:
        text = read_whole(Path(file), MAX_FILE).decode()
    except (OSError, UnicodeDecodeError) as error:
        reason = why(error) if isinstance(error, OSError) else "it is no text in UTF-8"
        raise BadOption(f"{file}: cannot be read: {reason}") from None
    found = []
    for line, content in enumerate(text.splitlines(), 1):
        moves = content.partition(COMMENT)[0].strip()
        if not moves and content.strip():
            continue
        try:
            record = Record(game, moves=moves)
        except PlygroundError as error:
            raise BadGameFile(file, str(error), line) from None
        if record.is_over:
            raise BadGameFile(file, f"the game is over after {moves!r}", line)
        found.append(tuple(record.moves))
    if not found:
        raise BadGameFile(file, "it has no opening: expected moves such as 4 4 3 in each line")
    return found


def book_openings(plan: Plan, game: Game) -> list[Opening]:
    """All lines of as many plies as the plan says whose positions a book has; none is scored
    further from 0 than the plan's margin, and none leads where an earlier one does."""
    book, given = find_book(plan.openings.book, game), plan.openings
    assert book is not None
    lines: dict[int, tuple[Opening, Any]] = {0: ((), game.start())}
    for _ in range(given.plies):
        longer: dict[int, tuple[Opening, Any]] = {}
        for moves, position in lines.values():
            for move in legal_moves(game, position):
                child = game.play(position, move)
                if game.outcome(child) == ONGOING and book.probe(game, child):
                    longer.setdefault(canonical_key(game, child), ((*moves, move), child))
        lines = longer
    found = []
    for moves, position in lines.values():
        known = book.probe(game, position)
        if known and (given.margin is None or abs(known.score) <= given.margin):
            found.append(moves)
    if not found:
        raise BadOption(f"{given.book} has no opening of {given.plies} plies: choose fewer")
    return found
