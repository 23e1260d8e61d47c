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
from plyground.classic.connect_four_minds import DEFAULT_OPTIONS, MINDS, Mind, MinimaxOptions
from plyground.classic.dialogue import Dialogue, talking
from plyground.core.errors import BadOption

if TYPE_CHECKING:
    from plyground.games.connect_four.rules import Position
    from plyground.live.game import Turn
    from plyground.records.record import Record

EXAMPLES = (
    "plyground classic connect-four",
    "plyground classic connect-four --mind averaging",
    "plyground classic connect-four --mind minimax --depth 8 --ai-first",
)


class Opponent(NamedTuple):
    """The mind that plays RED, its search depth, and the options of minimax."""

    name: str
    mind: Mind
    depth: int
    options: MinimaxOptions = DEFAULT_OPTIONS

    def choose(self, record: "Record") -> int:
        from plyground.terminal.screen import live_line

        more = () if self.options == DEFAULT_OPTIONS else (self.options,)
        with live_line(f"{RED} thinks"):
            return self.mind.choose(record.position, self.depth, *more)


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
            help="Minimax uses a running sum to which each item adds less, as described.",
        ),
    ] = False,
    any_win: AnyWin = False,
) -> None:
    """Connect Four as documented: you are YELLOW, the AI is RED.

    The AI has three minds: forced-hand makes forced moves and counts points, averaging averages
    the points of the positions that can follow, minimax expects your best answers.
    """
    options = MinimaxOptions(
        "document-running" if document_evaluation else DEFAULT_OPTIONS.scale, any_win
    )
    with talking(game()) as dialogue:
        if mind is None:
            opponent = ask_for_opponent(dialogue, depth, options)
        else:
            opponent = read_opponent(mind, depth, options)
        dialogue.say(f"You are {YELLOW} (Y), the AI is {RED} (R): {opponent.name}.")
        play(dialogue, opponent, RED if ai_first else YELLOW)


def ask_for_opponent(dialogue: Dialogue, depth: int | None, options: MinimaxOptions) -> Opponent:
    """Let the person choose a mind by number or name."""
    for number, (name, mind) in enumerate(MINDS.items(), 1):
        dialogue.say(f"{number}  {name:12} {mind.about}")
    prompt = "Which mind do you want to meet (number or name)? "
    return dialogue.ask_until(prompt, lambda text: read_opponent(text, depth, options))


def read_opponent(
    text: str, depth: int | None, options: MinimaxOptions = DEFAULT_OPTIONS
) -> Opponent:
    """The mind with this name or number, at `depth` or its default depth."""
    name = dict(zip("123", MINDS, strict=True)).get(text, text)
    if name not in MINDS:
        raise BadOption(f"there is no mind {shown(text)}: expected one of {', '.join(MINDS)}")
    mind = MINDS[name]
    wanted = mind.default_depth if depth is None else depth
    if not 1 <= wanted <= mind.max_depth:
        raise BadOption(f"--depth {depth}: {name} looks from 1 to {mind.max_depth} plies ahead")
    if options != DEFAULT_OPTIONS and name != "minimax":
        raise BadOption(f"--document-evaluation and --any-win are for minimax: {name} has neither")
    return Opponent(name, mind, wanted, options)


def play(dialogue: Dialogue, opponent: Opponent, player: str) -> None:
    """Play a game to its end; `player` starts."""
    from plyground.classic.seats import DialogueSeat, play_shown
    from plyground.live.game import LiveGame
    from plyground.records.record import Record

    person = DialogueSeat(dialogue, f"{YELLOW}, your column? ", read_column)
    seats = (person, opponent) if player == YELLOW else (opponent, person)
    colours = player, other(player)

    def see(record: "Record") -> None:
        mover = colours[record.turn]
        if record.moves and mover == YELLOW:
            dialogue.say(f"{RED} plays {record.move_texts[-1]}.")
        show(dialogue, record.position, mover)

    live = LiveGame(Record(game()), *seats)
    if play_shown(live, see):
        dialogue.say(ending(live.record.position, colours[live.record.turn]))


def show(dialogue: Dialogue, board: "Position", player: str) -> None:
    """Print the board, in colour if the terminal has it."""
    drawn = picture(cells(board, player))
    dialogue.say()
    dialogue.say(coloured(drawn) if dialogue.is_coloured else drawn)


def read_column(turn: "Turn", text: str) -> int:
    """The column into which the person drops a token."""
    column: int = game().parse_move(turn.record.position, text)
    return column


def ending(board: "Position", player: str) -> str:
    """How the game ended."""
    final = cells(board, player)
    return "The board is full: a draw." if is_draw(final) else f"{winner(final)} wins."
