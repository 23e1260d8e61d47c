"""Draws the pictures of the documentation: `python docs/make_pictures.py`."""

import io
from pathlib import Path

from rich.console import Console
from rich.text import Text

from plyground import make_game
from plyground.boards.svg import board_svg
from plyground.records.record import Record
from plyground.terminal.keys import UP
from plyground.terminal.line import Line
from plyground.terminal.pointing import Pointer
from plyground.terminal.stage import Stage

FOLDER = Path(__file__).parent / "pictures"
PICTURES = {
    "connect-four": ("connect-four", "4 4 3 5 5 4 3 3 2 6 4 4"),
    "conniption": ("conniption", "4 f4 3 5 4f 5 3 2"),
    "paths": ("paths:board=5x5,line=4", "13 12 8 7 18 3 9"),
    "dominoes": ("dominoes:rows=6,columns=7,line=5", "1,3,4 2,3,3 1,4,4 2,1,4 1,2,5"),
    "watch-your-back": ("watch-your-back", "3,4 3,3 4,4 4,2 2,3 5,3 4,1 3,6 5,4 2,5"),
}

POINTED = (
    "watch-your-back",
    "3,4 3,3 4,4 4,2 2,3 5,3 4,1 3,6 5,4 2,5 6,4 6,5 "
    "1,4 1,5 2,1 4,6 6,2 6,6 1,2 5,6 5,1 2,6 3,1 1,6",
)
SHOWN = (
    "watch-your-back   White: human, Black: best:time=1",
    8 * 4 + 5,
    "Black: 1,6",
)

# Rich's own frame names a font on a server; this one asks for any fixed-width font.
FRAME = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: monospace; font-size: {char_height}px;
 line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}</defs>
<rect fill="#1c1c24" width="{width}" height="{height}" rx="8" />
<g transform="translate({terminal_x}, 24)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix" xml:space="preserve">{matrix}</g></g>
</svg>
"""


def paper(width: int) -> Console:
    """A terminal with all colours, of which pictures are made."""
    return Console(
        record=True,
        width=width,
        height=24,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
    )


def played(game_text: str, moves: str) -> Record:
    game = make_game(game_text)
    record = Record(game)
    for text in moves.split():
        record.push(game.parse_move(record.position, text))
    return record


def stage_text(record: Record, title: str, piece: int, said: str) -> Text:
    """The screen of a person who has chosen a piece and looks where it can go."""
    stage = Stage(paper(60))
    stage.title, stage.record = title, record
    stage.line, stage.pointer = Line([]), Pointer(record)
    stage.pointer.choose(piece)
    stage.pointer.step(UP)
    stage.pointer.step(UP)
    stage.console.print(said)
    return Text.from_ansi("\n".join(stage.lines()[0]))


def draw(name: str, drawn: Text) -> None:
    """Write one picture."""
    width = max(len(line) for line in drawn.plain.splitlines())
    console = paper(width)
    console.print(drawn)
    svg = console.export_svg(code_format=FRAME, unique_id=name)
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    for name, (game_text, moves) in PICTURES.items():
        drawn = board_svg(played(game_text, moves))
        (FOLDER / f"{name}.svg").write_text(drawn, encoding="utf-8")
    draw("in-place", stage_text(played(*POINTED), *SHOWN))
