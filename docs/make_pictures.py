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
ROOT = Path(__file__).parents[1]
PICTURES = {
    "connect-four": ("connect-four", "4 4 3 5 5 4 3 3 2 6 4 4"),
    "conniption": ("conniption", "4 f4 3 5 4f 5 3 2"),
    "paths": ("paths:board=5x5,line=4", "13 12 8 7 18 3 9"),
    "dominoes": ("dominoes:rows=6,columns=7,line=5", "1,3,4 2,3,3 1,4,4 2,1,4 1,2,5"),
    "watch-your-back": ("watch-your-back", "3,4 3,3 4,4 4,2 2,3 5,3 4,1 3,6 5,4 2,5"),
    "othello": (
        "examples/othello.py",
        "d3 e3 f3 e2 f6 c6 f2 c2 c3 g4 c5 f1 g3 h4 c7 e6 h3 c4 d6 c8 d1",
    ),
    "hex": (
        "examples/hex.py:size=9",
        "d7 a8 b8 h6 e5 g7 c7 f8 c5 d5 i2 c6 f6 e7 a9 a3 h7 e6 b7 d6 b6 d4 d3 c4",
    ),
    "nine-mens-morris": (
        "examples/nine_mens_morris.py",
        "e4 b6 f4 g4 f2 f6 e3 d6xe3 b2 d2 e5 e3 d5 c5 d3 g1 g7 a1 d3-c3",
    ),
    "ataxx": (
        "examples/ataxx.py",
        "b6 f6 c6 a1c1 a7c5 g7e5 a7 d6 b6d5 b1 c6a5 d1 g2 d1e3 c4 b1b3",
    ),
    "domineering": (
        "examples/domineering.py",
        "e1e2 c4d4 g5g6 c2d2 b7b8 d6e6 d7d8 b5c5 b3b4 g4h4 e4e5 a2b2 g2g3 e7f7 h7h8",
    ),
    "ultimate-tic-tac-toe": (
        "examples/ultimate_tic_tac_toe.py",
        "a9 b7 d3 c7 i2 g5 b6 d7 c2 i5 h5 f6 h9 d8 b4 e3 e9 d9 a7 a1 c1 h2 d4",
    ),
    "dots-and-boxes": (
        "examples/dots_and_boxes.py",
        "h9 g4 c6 i8 d1 c8 i4 a2 h3 c2 e4 a6 f9 d3 f5 d7 e2 a8 a4 b1 c4 f7 h5 f3 e8 g2",
    ),
    "kalah": ("examples/kalah.py", "e d c f f"),
    "breakthrough": (
        "examples/breakthrough.py",
        "f2f3 d7c6 c2c3 c7d6 d2d3 c6b5 f3f4 b5c4 d3c4 d6e5 c4c5 e7d6 f4e5 d6c5 c3b4",
    ),
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
    game = make_game(f"{ROOT}/{game_text}" if game_text.startswith("examples/") else game_text)
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
