"""`plyground play`: play a game."""

import contextlib
import warnings
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from plyground.cli.common import Json, Moves, PositionText, print_json, set_up
from plyground.core.errors import BadGameFile, BadOption, PlygroundError
from plyground.core.files import new_file, read_whole, why
from plyground.core.game import summary_of
from plyground.core.record import Record
from plyground.games.registry import all_games, make_game

if TYPE_CHECKING:
    from plyground.match.notation import ParsedRecord
    from plyground.players.player import Player

NAME = "play"
EXAMPLES = (
    "Examples:  plyground play;  plyground play connect-four --first best:time=3 --second human;  "
    "plyground play examples/nim.py:heap=15 --second random;  "
    "plyground play conniption --save game.txt;  plyground play --from game.txt"
)
USUAL_PLAYERS = ("human", "best:time=1")
USUAL_ADVISER = "best:time=1"
_MOST_BYTES = 1 << 24


class Setting(NamedTuple):
    """What is played, by whom, and what happened so far."""

    game_text: str
    players: tuple[str, str]
    record: Record
    other_tags: dict[str, str]


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
    json: Json = False,
) -> None:
    """Play a game in the terminal.

    Players are human, best:time=SECONDS, negascout:depth=N, mcts, random and others; see the page
    docs/playing.md. At the prompt, help lists what can be typed.
    """
    from plyground.terminal.screen import messages, output

    console = messages() if json else output()
    if from_file is not None:
        _refuse_beside_file(position_text, moves)
        setting = _setting_of_file(from_file, game_text, (first, second))
    else:
        chosen = (game_text, make_game(game_text)) if game_text else _chosen_game(console)
        if chosen is None:
            return
        players = (first or USUAL_PLAYERS[0], second or USUAL_PLAYERS[1])
        start = set_up(chosen[1], position_text, moves)
        setting = Setting(chosen[0], players, Record(chosen[1], [start]), {})
    record = _play(console, setting, adviser, save)
    if json:
        print_json(_described(setting, record))


def _play(console: Any, setting: Setting, adviser: str, save: str | None) -> Record:
    """Play the game to its end, or until someone leaves."""
    from plyground.match.referee import play_game
    from plyground.players.player import make_player
    from plyground.terminal.spectator import Seen, Spectator

    before = setting.record
    spectator = Spectator(console, before.moves)
    sitting = [make_player(text) for text in setting.players]
    _prepare_people(console, setting, sitting, adviser)
    first, second = (Seen(player, spectator) for player in sitting)
    with _saved_at_end(console, setting, save, lambda: spectator.record or before):
        if before.game.notice:
            console.print(before.game.notice, markup=False)
        return play_game(before.game, (first, second), before.positions[0], spectator.see)


def _prepare_people(
    console: Any, setting: Setting, sitting: "list[Player]", adviser_text: str
) -> None:
    """Give people a prompt, an adviser, and a way to save."""
    from plyground.players.human import Human
    from plyground.players.player import make_player
    from plyground.terminal.spectator import advice

    adviser = make_player(adviser_text)
    if isinstance(adviser, Human):
        raise BadOption("--adviser human: expected a player who is a program, such as best:time=1")

    def save(record: Record, file: str) -> str:
        with new_file(file) as target:
            target.write(_text(setting, record))
        return f"saved in {file}"

    for person in sitting:
        if isinstance(person, Human):
            person.ask = lambda prompt: str(console.input(prompt, markup=False, emoji=False))
            person.say = lambda line: console.print(line, markup=False, emoji=False)
            person.advise = lambda record: advice(adviser, record)
            person.save = save


# --- choosing a game ---------------------------------------------------------------------------


def _chosen_game(console: Any) -> tuple[str, Any] | None:
    """Let the person choose by number, name or file; None at the end of input."""
    names = [*all_games()]
    for number, (name, cls) in enumerate(all_games().items(), 1):
        console.print(f"{number}  {name:16} {summary_of(cls)}", markup=False)
    while True:
        try:
            text = str(console.input("Which game (number, name or file)? ")).strip()
        except EOFError:
            console.print()
            return None
        if text.isdecimal() and 1 <= int(text) <= len(names):
            text = names[int(text) - 1]
        try:
            return text, make_game(text)
        except PlygroundError as error:
            console.print(str(error), markup=False)


# --- files -------------------------------------------------------------------------------------


def _refuse_beside_file(position_text: str | None, moves: str) -> None:
    given = {"--position": position_text is not None, "--moves": bool(moves)}
    for option in (option for option, is_given in given.items() if is_given):
        raise BadOption(f"{option} and --from exclude each other: the file has a position already")


def _setting_of_file(
    file: str, game_text: str | None, players: tuple[str | None, str | None]
) -> Setting:
    """The game of a file, with its players where no others are given."""
    parsed = _parsed_file(file)
    if parsed.record is None:
        last = parsed.mistakes[-1]
        raise BadGameFile(file, last.message, last.line)
    if game_text not in (None, parsed.tags["Game"]):
        raise BadOption(f"{file} is a game of {parsed.tags['Game']}: leave {game_text} out")
    for mistake in parsed.mistakes:
        warnings.warn(f"{file}, {mistake}", stacklevel=1)
    sitting = [
        given or _player_in_tag(file, parsed.tags.get(tag, usual), usual)
        for given, tag, usual in zip(players, ("First", "Second"), USUAL_PLAYERS, strict=True)
    ]
    return Setting(parsed.tags["Game"], (sitting[0], sitting[1]), parsed.record, parsed.other_tags)


def _parsed_file(file: str) -> "ParsedRecord":
    from plyground.match.notation import parse_record

    try:
        text = read_whole(file, _MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        raise BadGameFile(file, f"cannot be read: {why(error)}") from None
    except UnicodeDecodeError:
        raise BadGameFile(file, "cannot be read: it is not text in UTF-8") from None
    return parse_record(text, make_game)


def _player_in_tag(file: str, text: str, usual: str) -> str:
    """The player that a file names, or the usual one for a name that is no player's."""
    from plyground.players.player import make_player

    try:
        make_player(text)
    except PlygroundError as error:
        warnings.warn(f"{file}: {error}; {usual} plays instead", stacklevel=1)
        return usual
    return text


@contextlib.contextmanager
def _saved_at_end(
    console: Any, setting: Setting, file: str | None, record: Callable[[], Record]
) -> Iterator[None]:
    """Write the game down whatever ends it; the file is there from the beginning."""
    if file is None:
        yield
        return
    with new_file(file) as target:
        try:
            yield
        finally:
            target.write(_text(setting, record()))
            console.print(f"saved in {file}", markup=False, emoji=False)


def _text(setting: Setting, record: Record) -> bytes:
    from plyground.match.notation import format_record

    text = format_record(setting.game_text, setting.players, record, setting.other_tags)
    return text.encode()


def _described(setting: Setting, record: Record) -> dict[str, Any]:
    return {
        "game": setting.game_text,
        "first": setting.players[0],
        "second": setting.players[1],
        "moves": record.move_texts,
        "position": record.game.position_text(record.position),
        "result": record.result,
        "plies": len(record.moves),
    }
