"""`plyground play`: plays a game in the terminal."""

import contextlib
import warnings
from collections.abc import Iterator
from itertools import starmap
from typing import TYPE_CHECKING, Annotated, Final

import typer

from plyground.cli.common import Clock, Json, Moves, Plain, PositionText, print_message
from plyground.cli.completing import complete_game, complete_player
from plyground.cli.defaults import default
from plyground.core.errors import BadOption
from plyground.core.settings import Settings
from plyground.games.registry import make_game, offered_games
from plyground.players.levels import DEFAULT_LEVEL, LEVELS
from plyground.records.record import Record

if TYPE_CHECKING:
    from rich.console import Console

    from plyground.core.game import Game
    from plyground.records.file import SavedGame
    from plyground.terminal.session import Session

EXAMPLES = (
    "plyground play",
    "plyground play connect-four --first best:time=3 --second human",
    "plyground play examples/nim.py:heap=15 --second random",
    "plyground play conniption --save game.txt",
    "plyground play --from game.txt",
)
SEATS: Final = {
    "you begin": ("human", ""),
    "you answer": ("", "human"),
    "two people": ("human", "human"),
    "watch": ("", ""),
}
"""Who plays which side; an empty text is a computer player."""


def command(
    game_text: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Leave it out to choose from a list.",
            autocompletion=complete_game,
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(
            "--first", metavar="PLAYER", help="Default: human.", autocompletion=complete_player
        ),
    ] = None,
    second: Annotated[
        str | None,
        typer.Option(
            "--second",
            metavar="PLAYER",
            help=f"Default: {Settings.opponent}, or as config says.",
            autocompletion=complete_player,
        ),
    ] = None,
    adviser: Annotated[
        str | None,
        typer.Option(
            "--adviser",
            metavar="PLAYER",
            help="Who gives hints.",
            autocompletion=complete_player,
        ),
    ] = None,
    moves: Moves = "",
    position_text: PositionText = None,
    from_file: Annotated[
        str | None,
        typer.Option("--from", metavar="FILE", help="Continue a saved game."),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option("--save", metavar="FILE", help="Save the game after each move."),
    ] = None,
    clock: Clock = None,
    plain: Plain = None,
    scroll: Annotated[
        bool | None,
        typer.Option(
            "--scroll/--in-place", help="Print each board below the last one; only type moves."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Play a game in the terminal. Without GAME, choose the game, the players and their strength.

    Players are human, best:time=SECONDS, negascout:depth=N, mcts, random and others; see `plyground
    docs playing`. At the prompt, help lists the commands, and Tab completes them.
    """
    from plyground.terminal.screen import messages, output

    plain = default("plain") if plain is None else plain
    console = messages(plain) if json else output(plain)
    if from_file is not None:
        _refuse_beside_file(position_text, moves)
        saved_game = _loaded_game(from_file, game_text, (first, second))
    else:
        try:
            saved_game = _new_game(console, game_text, (first, second), plain)
        except EOFError:
            return
        game, text = saved_game.record.game, saved_game.record.game_text
        record = Record(game, position_text, moves, game_text=text)
        saved_game = saved_game._replace(record=record)
    scrolls = default("scroll") if scroll is None else scroll
    advises = adviser or default("adviser")
    saved_game = _play(console, saved_game, advises, save, plain, scrolls, clock)
    if json:
        from plyground.records.messages import game_info

        print_message(game_info(saved_game.record, saved_game.players))


def _play(
    console: "Console",
    saved_game: "SavedGame",
    adviser: str,
    save: str | None,
    plain: bool,
    scroll: bool,
    clock: str | None,
) -> "SavedGame":
    """Play the game to its end, or until someone leaves."""
    from plyground.terminal.session import Session
    from plyground.terminal.stage import Stage, can_stage

    in_place = not (plain or scroll) and can_stage(console, saved_game.record)
    stage = Stage(console) if in_place else None
    session = Session(console, saved_game, adviser, plain, stage, clock)
    with _saved(session, save):
        session.play()
    return session.saved_game


# --- choosing ----------------------------------------------------------------------------------


def _new_game(
    console: "Console", game_text: str | None, players: tuple[str | None, str | None], plain: bool
) -> "SavedGame":
    """The game that is named, or that a person chooses, along with the players if none is named."""
    from plyground.records.file import SavedGame

    sitting: tuple[str, str] | None = None
    if game_text:
        game = make_game(game_text)
    else:
        game_text, game, sitting = _chosen(console, players == (None, None), plain)
    first, second = sitting or (players[0] or "human", players[1] or default("opponent"))
    return SavedGame((first, second), Record(game, game_text=game_text), {})


def _chosen(
    console: "Console", with_players: bool, plain: bool
) -> "tuple[str, Game, tuple[str, str] | None]":
    """Let the person choose the game, and then the players; they can go back to the game.

    Raises EOFError if the person leaves."""
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

    another = Choice("", "another: a name with options, or a Python file")
    choices = [*starmap(Choice, offered_games().items()), another]
    question = Question("Which game", choices, ways="number, name or file")
    return choose(console, question, lambda text: (text, make_game(text)), plain)


def _chosen_players(console: "Console", game: "Game", plain: bool) -> tuple[str, str]:
    """Let the person choose the players, and the strength of computer players."""
    from plyground.terminal.menu import Choice, GoBack, Question, choose, one_of

    first, second = game.sides
    meanings = (f"you are {first}", f"you are {second}", "at one keyboard", "two programs play")
    who = Question("Who plays", [*map(Choice, SEATS, meanings)])
    levels = [Choice(name, meaning) for name, (_, meaning) in LEVELS.items()]
    strength = Question("How strong", levels, [*LEVELS].index(DEFAULT_LEVEL))
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


def _loaded_game(
    file: str, game_text: str | None, players: tuple[str | None, str | None]
) -> "SavedGame":
    """The game in a file; mistakes in it are shown as notes."""
    from plyground.players.player import players_of
    from plyground.records.file import load

    saved_game, notes = load(file)
    if game_text is not None and make_game(game_text) != saved_game.record.game:
        raise BadOption(f"{file} is a game of {saved_game.record.game_text}: leave {game_text} out")
    sitting, others = players_of(saved_game.players, players)
    for note in [*notes, *(f"{file}: {note}" for note in others)]:
        warnings.warn(note, stacklevel=1)
    return saved_game._replace(players=sitting)


@contextlib.contextmanager
def _saved(session: "Session", file: str | None) -> Iterator[None]:
    """Save the game after every move: if the program is ended, no move is lost."""
    if file is None:
        yield
        return
    from plyground.records.file import save, save_again

    path = save(session.saved_game, file)

    def keep(saved_game: "SavedGame") -> None:
        with contextlib.suppress(BadOption):  # reported when the game is saved at the end
            save_again(saved_game, path)

    session.keep = keep
    try:
        yield
    finally:
        save_again(session.saved_game, path)
        session.console.print(f"saved in {file}", markup=False, emoji=False)
