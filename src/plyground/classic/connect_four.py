"""`plyground classic connect-four`: a person plays YELLOW against a mind of the AI, RED."""

from reprlib import repr as shown
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from plyground.classic.any_win import AnyWin
from plyground.classic.connect_four_board import (
    RED,
    YELLOW,
    cells,
    coloured,
    game,
    is_draw,
    other,
    picture,
    winner,
)
from plyground.classic.connect_four_minds import AS_USUAL, MINDS, How, Mind
from plyground.classic.dialogue import Dialogue, talking
from plyground.core.errors import BadOption
from plyground.core.outcome import ONGOING

if TYPE_CHECKING:
    from plyground.games.connect_four.rules import Position

EXAMPLES = (
    "plyground classic connect-four",
    "plyground classic connect-four --mind averaging",
    "plyground classic connect-four --mind minimax --depth 8 --ai-first",
)


class Opponent(NamedTuple):
    """The mind that plays RED, how many plies it looks ahead, and how if in another way."""

    name: str
    mind: Mind
    depth: int
    how: How = AS_USUAL

    def choose(self, board: "Position") -> int:
        from plyground.terminal.screen import live_line

        more = () if self.how == AS_USUAL else (self.how,)
        with live_line(f"{RED} thinks"):
            return self.mind.choose(board, self.depth, *more)


def command(
    mind: Annotated[
        str | None, typer.Option("--mind", metavar="MIND", help=f"One of {', '.join(MINDS)}.")
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option("--depth", metavar="PLIES", help="How far the AI looks ahead.", min=1, max=8),
    ] = None,
    ai_first: Annotated[bool, typer.Option("--ai-first", help="Let RED start.")] = False,
    document_evaluation: Annotated[
        bool,
        typer.Option(
            "--document-evaluation",
            help="Minimax adds its items one after another, each counting less, as described.",
        ),
    ] = False,
    any_win: AnyWin = False,
) -> None:
    """Connect Four as documented: you are YELLOW, the AI is RED.

    The AI has three minds: forced-hand makes forced moves and counts points, averaging averages
    the points of all that can follow, minimax expects your best answers.
    """
    how = How("document-running" if document_evaluation else AS_USUAL.scale, any_win)
    with talking(game()) as dialogue:
        if mind is None:
            opponent = ask_for_opponent(dialogue, depth, how)
        else:
            opponent = read_opponent(mind, depth, how)
        dialogue.say(f"You are {YELLOW} (Y), the AI is {RED} (R): {opponent.name}.")
        play(dialogue, opponent, RED if ai_first else YELLOW)


def ask_for_opponent(dialogue: Dialogue, depth: int | None, how: How) -> Opponent:
    """Let the person choose among the minds by number or name."""
    for number, (name, mind) in enumerate(MINDS.items(), 1):
        dialogue.say(f"{number}  {name:12} {mind.about}")
    prompt = "Which mind do you want to meet (number or name)? "
    return dialogue.ask_until(prompt, lambda text: read_opponent(text, depth, how))


def read_opponent(text: str, depth: int | None, how: How = AS_USUAL) -> Opponent:
    """The mind of this name or number, with as many plies as are wanted or usual."""
    name = dict(zip("123", MINDS, strict=True)).get(text, text)
    if name not in MINDS:
        raise BadOption(f"there is no mind {shown(text)}: expected one of {', '.join(MINDS)}")
    mind = MINDS[name]
    wanted = mind.usual_depth if depth is None else depth
    if not 1 <= wanted <= mind.most_depth:
        raise BadOption(f"--depth {depth}: {name} looks from 1 to {mind.most_depth} plies ahead")
    if how != AS_USUAL and name != "minimax":
        raise BadOption(f"--document-evaluation and --any-win are for minimax: {name} has neither")
    return Opponent(name, mind, wanted, how)


def play(dialogue: Dialogue, opponent: Opponent, player: str) -> None:
    """A game to its end; this player starts."""
    board = game().start()
    show(dialogue, board, player)
    while game().outcome(board) == ONGOING:
        if player == RED:
            column = opponent.choose(board)
            dialogue.say(f"{RED} plays {column + 1}.")
        else:
            column = ask_for_column(dialogue, board)
        board, player = game().play(board, column), other(player)
        show(dialogue, board, player)
    dialogue.say(ending(board, player))


def show(dialogue: Dialogue, board: "Position", player: str) -> None:
    """The picture, in colour where there is any."""
    drawn = picture(cells(board, player))
    dialogue.say()
    dialogue.say(coloured(drawn) if dialogue.is_coloured else drawn)


def ask_for_column(dialogue: Dialogue, board: "Position") -> int:
    """The column that the person drops a token in."""

    def read(text: str) -> int:
        column: int = game().parse_move(board, text)
        return column

    return dialogue.ask_until(f"{YELLOW}, your column? ", read)


def ending(board: "Position", player: str) -> str:
    """How the game ended."""
    final = cells(board, player)
    return "The board is full: a draw." if is_draw(final) else f"{winner(final)} wins."
