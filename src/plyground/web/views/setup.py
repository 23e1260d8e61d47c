"""Setting positions up: by moves, by text, square by square, and games with variations in files."""

from typing import Any, Final

from plyground.core.errors import BadOption, PlygroundError
from plyground.core.wire import Message
from plyground.records.movetext import MoveReader, Unreadable, words_of
from plyground.records.notation import format_record, parse_record
from plyground.records.record import Record
from plyground.records.tree import TreeMove, main_line, tidy_comment
from plyground.web.editing import CellEditor, cell_editor
from plyground.web.messages import BoardState, Request
from plyground.web.pictures import board_state, start_text
from plyground.web.views.view import View, handles

_PLAYERS: Final = ("First", "Second")


Entry = tuple[int, str, str]
"""A move of a game with variations: the number of the entry that it follows, its text, and what is
said of it. The first entry, which is no move, follows -1."""


class ReadMoves(Request, frozen=True, kw_only=True):
    """Read moves that a person typed or pasted."""

    number: int
    game: str
    moves: tuple[str, ...]
    """What was played before them."""
    start: str | None
    text: str


class MovesRead(Message, frozen=True, kw_only=True):
    """The moves that could be read, as the game writes them."""

    number: int
    moves: tuple[str, ...]
    mistake: str | None
    """What could not be read."""


class CheckPosition(Request, frozen=True, kw_only=True):
    """Read the text of a position while it is being written."""

    number: int
    game: str
    text: str


class PositionChecked(Message, frozen=True, kw_only=True):
    """The position that a text means."""

    number: int
    mistake: str | None
    """Why there is none."""
    state: BoardState | None
    cells: CellEditor | None
    """How it is changed square by square; null where the game's texts do not show it."""


class ReadRecord(Request, frozen=True, kw_only=True):
    """Read a game with variations and comments."""

    number: int
    text: str


class RecordRead(Message, frozen=True, kw_only=True):
    """A game with variations and comments."""

    number: int
    game: str
    start: str | None
    entries: tuple[Entry, ...]
    players: tuple[str, str]
    mistakes: tuple[str, ...]
    """What could not be read; all moves before it are there."""


class WriteRecord(Request, frozen=True, kw_only=True):
    """Write a game with variations and comments."""

    number: int
    game: str
    start: str | None
    entries: tuple[Entry, ...]
    players: tuple[str, str]


class RecordWritten(Message, frozen=True, kw_only=True):
    """The text of a file."""

    number: int
    text: str


@handles(ReadMoves, CheckPosition, ReadRecord, WriteRecord)
class SetupView(View):
    """Answers each question by itself."""

    def handle(self, request: Request) -> None:
        answers: dict[type[Request], Any] = {
            ReadMoves: self._moves,
            CheckPosition: self._position,
            ReadRecord: self._read,
            WriteRecord: self._write,
        }
        answer: Message = answers[type(request)](request)
        self.outbox.put(answer.kind, answer)

    def _moves(self, request: ReadMoves) -> MovesRead:
        record = self.services.record(request.game, request.moves, request.start)
        lines = [*enumerate(request.text.split("\n"), 1)]
        mistake = None
        try:
            MoveReader(record).read(words_of(lines))
        except Unreadable as error:
            mistake = error.message
        read = tuple(record.move_texts[len(request.moves) :])
        return MovesRead(number=request.number, moves=read, mistake=mistake)

    def _position(self, request: CheckPosition) -> PositionChecked:
        game = self.services.offers.game(request.game)
        mistake = state = None
        try:
            position = game.parse_position(request.text) if request.text.strip() else game.start()
            state = board_state(Record(game, position, game_text=request.game))
        except PlygroundError as error:
            mistake = str(error)
        cells = cell_editor(game)
        return PositionChecked(number=request.number, mistake=mistake, state=state, cells=cells)

    def _read(self, request: ReadRecord) -> RecordRead:
        parsed = parse_record(request.text, self.services.offers.game)
        if parsed.record is None:
            raise BadOption(f"the record cannot be read: {parsed.mistakes[-1]}")
        first, second = (parsed.tags.get(tag, "") for tag in _PLAYERS)
        return RecordRead(
            number=request.number,
            game=parsed.record.game_text,
            start=start_text(parsed.record),
            entries=tuple((*entry,) for entry in parsed.tree),
            players=(first, second),
            mistakes=tuple(map(str, parsed.mistakes)),
        )

    def _write(self, request: WriteRecord) -> RecordWritten:
        tree = tuple(
            TreeMove(parent, move, tidy_comment(comment))
            for parent, move, comment in request.entries
        )
        if not tree or any(not -1 < one.parent < n for n, one in enumerate(tree[1:], 1)):
            raise BadOption("the moves are no tree: each has to follow one before it")
        line = tuple(tree[n].move for n in main_line(tree))
        record = self.services.record(request.game, line, request.start)
        text = format_record(record, request.players, tree=tree)
        mistakes = parse_record(text, self.services.offers.game).mistakes
        if mistakes:
            raise BadOption(f"the moves cannot be written: {mistakes[0].message}")
        return RecordWritten(number=request.number, text=text)
