"""`plyground play`: play a game."""

import contextlib
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from plyground.cli.common import Json, Moves, PositionText, print_json, set_up
from plyground.core.errors import BadOption
from plyground.core.files import append, create
from plyground.core.game import summary_of
from plyground.core.record import Record
from plyground.games.aliases import ALIASES, OFFERED
from plyground.games.registry import all_games, make_game
from plyground.players.player import USUAL_PLAYERS

if TYPE_CHECKING:
    from rich.console import Console

    from plyground.core.game import Game
    from plyground.match.saved import Setting

EXAMPLES = (
    "Examples:  plyground play;  plyground play connect-four --first best:time=3 --second human;  "
    "plyground play examples/nim.py:heap=15 --second random;  "
    "plyground play conniption --save game.txt;  plyground play --from game.txt"
)
USUAL_ADVISER: Final = "best:time=1"
LEVELS: Final = {
    "easy": ("negascout:depth=1", "looks one move ahead"),
    "medium": ("negascout:depth=4", "looks four moves ahead"),
    "strong": ("best:time=1", "the best player, one second a move"),
    "strongest": ("best:time=10", "the best player, ten seconds a move"),
}
"""How strong a player can be, what it is, and what that means."""
USUAL_LEVEL: Final = "strong"
SEATS: Final = {
    "you begin": ("human", ""),
    "you answer": ("", "human"),
    "two people": ("human", "human"),
    "watch": ("", ""),
}
"""Who can sit at the board; nobody named is a program."""


def command(
    game_text: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Leave it out to choose from a list.")
    ] = None,
    first: Annotated[
        str | None,
        typer.Option("--first", metavar="PLAYER", help=f"Default: {USUAL_PLAYERS[0]}."),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option("--second", metavar="PLAYER", help=f"Default: {USUAL_PLAYERS[1]}."),
    ] = None,
    adviser: Annotated[
        str, typer.Option("--adviser", metavar="PLAYER", help="Who answers to hint.")
    ] = USUAL_ADVISER,
    moves: Moves = "",
    position_text: PositionText = None,
    from_file: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="Go on with a game that was saved."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="FILE", help="Write the game down when it ends or is left."),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="For screen readers: words, no colour, nothing that moves."),
    ] = False,
    scroll: Annotated[
        bool,
        typer.Option("--scroll", help="Print each board below the last, and type moves alone."),
    ] = False,
    json: Json = False,
) -> None:
    """Play a game in the terminal; without a game, choose it, who plays, and how strong.

    Players are human, best:time=SECONDS, negascout:depth=N, mcts, random and others; see the page
    docs/playing.md. At the prompt, help lists what can be typed, and Tab completes it.
    """
    from plyground.terminal.screen import messages, output

    console = messages(plain) if json else output(plain)
    if from_file is not None:
        _refuse_beside_file(position_text, moves)
        setting = _setting_of_file(from_file, game_text, (first, second))
    else:
        try:
            setting = _new_setting(console, game_text, (first, second), plain)
        except EOFError:
            return
        start = set_up(setting.record.game, position_text, moves)
        setting = setting._replace(record=Record(setting.record.game, [start]))
    setting = _play(console, setting, adviser, save, plain, scroll)
    if json:
        print_json(_described(setting))


def _play(
    console: "Console",
    setting: "Setting",
    adviser: str,
    save: str | None,
    plain: bool,
    scroll: bool,
) -> "Setting":
    """Play the game to its end, or until someone leaves."""
    from plyground.terminal.session import Session
    from plyground.terminal.stage import Stage, can_stage

    in_place = not (plain or scroll) and can_stage(console, setting.record)
    session = Session(console, setting, adviser, plain, Stage(console) if in_place else None)
    with _saved_at_end(console, save, lambda: session.setting):
        session.play()
    return session.setting


# --- choosing ----------------------------------------------------------------------------------


def _new_setting(
    console: "Console", game_text: str | None, players: tuple[str | None, str | None], plain: bool
) -> "Setting":
    """What was asked for; without a game a person chooses it, and the players if none is named."""
    from plyground.match.saved import Setting

    sitting: tuple[str, str] | None = None
    if game_text:
        game = make_game(game_text)
    else:
        game_text, game, sitting = _chosen(console, players == (None, None), plain)
    first, second = sitting or (players[0] or USUAL_PLAYERS[0], players[1] or USUAL_PLAYERS[1])
    return Setting(game_text, (first, second), Record(game, [game.start()]), {})


def _chosen(
    console: "Console", with_players: bool, plain: bool
) -> "tuple[str, Game, tuple[str, str] | None]":
    """The game, and who plays it; who goes back from the players chooses the game again.

    Raises EOFError where the person leaves."""
    from plyground.terminal.menu import GoBack

    while True:
        try:
            game_text, game = _chosen_game(console, plain)
        except GoBack:
            raise EOFError from None
        with contextlib.suppress(GoBack):
            return game_text, game, _chosen_players(console, game, plain) if with_players else None


def _chosen_game(console: "Console", plain: bool) -> "tuple[str, Game]":
    """Let the person choose by arrow keys, number, name or file."""
    from plyground.terminal.menu import Choice, Question, choose

    known = {name: summary_of(cls) for name, cls in all_games().items()}
    known |= {name: alias.summary for name, alias in ALIASES.items() if alias.summary}
    names = dict.fromkeys(OFFERED.get(name, name) for name in known)
    another = Choice("", "another: a name with options, or a Python file")
    choices = [*(Choice(name, known[name]) for name in names), another]
    question = Question("Which game", choices, ways="number, name or file")
    return choose(console, question, lambda text: (text, make_game(text)), plain)


def _chosen_players(console: "Console", game: "Game", plain: bool) -> tuple[str, str]:
    """Let the person choose who plays whom, and how strong programs are."""
    from plyground.terminal.menu import Choice, GoBack, Question, choose, one_of

    first, second = game.sides
    meanings = (f"you are {first}", f"you are {second}", "at one keyboard", "two programs play")
    who = Question("Who plays", [*map(Choice, SEATS, meanings)])
    levels = [Choice(name, meaning) for name, (_, meaning) in LEVELS.items()]
    strength = Question("How strong", levels, [*LEVELS].index(USUAL_LEVEL))
    while True:
        seats = SEATS[choose(console, who, one_of(who), plain)]
        if all(seats):
            return seats
        with contextlib.suppress(GoBack):
            program, _ = LEVELS[choose(console, strength, one_of(strength), plain)]
            return seats[0] or program, seats[1] or program


# --- files -------------------------------------------------------------------------------------


def _refuse_beside_file(position_text: str | None, moves: str) -> None:
    given = {"--position": position_text is not None, "--moves": bool(moves)}
    for option in (option for option, is_given in given.items() if is_given):
        raise BadOption(f"{option} and --from exclude each other: the file has a position already")


def _setting_of_file(
    file: str, game_text: str | None, players: tuple[str | None, str | None]
) -> "Setting":
    """The game of a file; what is wrong there is told in notes."""
    from plyground.match.saved import load

    setting, notes = load(file, players)
    if game_text is not None and make_game(game_text) != setting.record.game:
        raise BadOption(f"{file} is a game of {setting.game_text}: leave {game_text} out")
    for note in notes:
        warnings.warn(note, stacklevel=1)
    return setting


@contextlib.contextmanager
def _saved_at_end(
    console: "Console", file: str | None, setting: "Callable[[], Setting]"
) -> Iterator[None]:
    """Write the game down whatever ends it; the file is there from the beginning."""
    if file is None:
        yield
        return
    path = create(file)
    try:
        yield
    finally:
        append(path, setting().content())
        console.print(f"saved in {file}", markup=False, emoji=False)


def _described(setting: "Setting") -> dict[str, Any]:
    record = setting.record
    return {
        "game": setting.game_text,
        "first": setting.players[0],
        "second": setting.players[1],
        "start": record.game.position_text(record.positions[0]),
        "moves": record.move_texts,
        "position": record.game.position_text(record.position),
        "result": record.result,
        "plies": len(record.moves),
    }
