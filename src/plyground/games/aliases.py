"""Names that people know for games of ours, with the options that make them those games."""

from typing import Final, NamedTuple


class Alias(NamedTuple):
    """The game that a name stands for, and a summary; only one name of each game has a summary."""

    game_text: str
    summary: str = ""


_TIC_TAC_TOE: Final = "paths:board=3x3"
_MISERE: Final = "paths:board=3x3,misere=1"
_GOMOKU: Final = "paths:board=15x15,line=5"
_QUBIC: Final = "paths:board=4x4x4"
_CONTEST: Final = "dominoes:rows=5,columns=6,line=5"
"""Here neither side can force a win; on the default board of dominoes the first player can."""

ALIASES: Final = {
    "tic-tac-toe": Alias(_TIC_TAC_TOE, "Three in a row win on 3 x 3."),
    "misere-tic-tac-toe": Alias(_MISERE, "Three in a row lose on 3 x 3."),
    "gomoku": Alias(_GOMOKU, "Five in a row win on 15 x 15."),
    "qubic": Alias(_QUBIC, "Four in a row win in a cube of 4 x 4 x 4."),
    "dominoes-in-line": Alias(_CONTEST, "Lay dominoes; five of your own squares in line win."),
    "noughts-and-crosses": Alias(_TIC_TAC_TOE),
    "tictactoe": Alias(_TIC_TAC_TOE),
    "five-in-a-row": Alias(_GOMOKU),
    "3d-tic-tac-toe": Alias(_QUBIC),
    "connect4": Alias("connect-four"),
    "connect-4": Alias("connect-four"),
    "four-in-a-row": Alias("connect-four"),
    "wyb": Alias("watch-your-back"),
}
OFFERED: Final = {"dominoes": "dominoes-in-line"}
"""What a menu offers instead of a game whose default board is a trivial win."""


def without_alias(name: str, options: str) -> tuple[str, str]:
    """A game's own name and options for an alias; options in `options` override the alias's."""
    if name not in ALIASES:
        return name, options
    own_name, _, defaults = ALIASES[name].game_text.partition(":")
    given = {_option(part) for part in options.split(",")}
    kept = [part for part in defaults.split(",") if part and _option(part) not in given]
    return own_name, ",".join(filter(None, [*kept, options]))


def _option(part: str) -> str:
    return part.partition("=")[0].strip()
