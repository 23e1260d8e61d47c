"""Boards of path games as text: checked while they are typed, and shown."""

from plyground.core.errors import BadGameFile
from plyground.core.plurals import counted
from plyground.core.wire import Message, Part
from plyground.games.paths.file import ParsedPaths, one_line, parse_paths
from plyground.games.registry import make_game
from plyground.records.record import Record
from plyground.web.messages import BoardPicture, Request
from plyground.web.pictures import board_picture
from plyground.web.views.view import View, handles

CHECKED = "checked-paths"


class CheckPaths(Request, frozen=True, kw_only=True):
    """Say whether a text is a board of a path game, and what that looks like."""

    text: str


class TextRemark(Part, frozen=True, kw_only=True):
    """What is wrong at a place of a text, or worth a word."""

    line: int
    """From 1; 0: the text as a whole."""
    column: int
    """From 1; 0: the line as a whole."""
    message: str


class CheckedPaths(Message, frozen=True, kw_only=True):
    """What a text is as a board of a path game."""

    text: str
    """The text that was checked."""
    game: str | None
    """The text that names the game; null: there is none."""
    summary: str
    """How many spaces and paths it has."""
    mistake: TextRemark | None
    """Why there is no such game."""
    remarks: tuple[TextRemark, ...]
    """What was left out."""
    board: BoardPicture | None


@handles(CheckPaths)
class PathsView(View):
    """Reads texts, never files."""

    def handle(self, request: CheckPaths) -> None:
        self.outbox.put(CHECKED, lambda: checked(request.text))


def checked(text: str) -> CheckedPaths:
    """A text as a board."""
    try:
        parsed = parse_paths(text, "the text")
    except BadGameFile as error:
        mistake = TextRemark(line=error.line, column=error.column, message=_problem(error))
        return CheckedPaths(
            text=text, game=None, summary="", mistake=mistake, remarks=(), board=None
        )
    name = f"paths:text={one_line(parsed.spaces, parsed.paths)}"
    return CheckedPaths(
        text=text,
        game=name,
        summary=_summary(parsed),
        mistake=None,
        remarks=tuple(
            TextRemark(line=line, column=column, message=message)
            for line, column, message in parsed.remarks
        ),
        board=board_picture(Record(make_game(name), game_text=name)),
    )


def _summary(parsed: ParsedPaths) -> str:
    spaces, count = parsed.spaces, len(parsed.paths)
    lengths = sorted({len(path) for path in parsed.paths})
    if not lengths:
        return f"{counted(spaces, 'space')}, no paths: every game is a draw"
    sizes = str(lengths[0]) if len(lengths) == 1 else f"{lengths[0]} to {lengths[-1]}"
    return f"{counted(spaces, 'space')}, {counted(count, 'path')} of {sizes}"


def _problem(error: BadGameFile) -> str:
    """The message without its place."""
    return str(error).partition(": ")[2]
