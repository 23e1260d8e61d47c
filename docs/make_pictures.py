"""Draws the pictures of the documentation: `python docs/make_pictures.py`."""

import io
from pathlib import Path

from rich.console import Console

from plyground import make_game
from plyground.core.record import Record
from plyground.terminal.board import board_text

FOLDER = Path(__file__).parent / "pictures"
PICTURES = {
    "connect-four": ("connect-four", "4 4 3 5 5 4 3 3 2 6 4 4"),
    "conniption": ("conniption", "4 f4 3 5 4f 5 3 2"),
    "paths": ("paths:board=5x5,line=4", "13 12 8 7 18 3 9"),
    "dominoes": ("dominoes:rows=6,columns=7,line=5", "1,3,4 2,3,3 1,4,4 2,1,4 1,2,5"),
    "watch-your-back": ("watch-your-back", "3,4 3,3 4,4 4,2 2,3 5,3 4,1 3,6 5,4 2,5"),
}

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


def draw(name: str, game_text: str, moves: str) -> None:
    """Write one picture."""
    game = make_game(game_text)
    record = Record(game, [game.start()])
    for text in moves.split():
        record.play(game.parse_move(record.position, text))
    drawn = board_text(record)
    width = max(len(line) for line in drawn.plain.splitlines())
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
    console.print(drawn)
    svg = console.export_svg(code_format=FRAME, unique_id=name)
    (FOLDER / f"{name}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    for name, (game_text, moves) in PICTURES.items():
        draw(name, game_text, moves)
