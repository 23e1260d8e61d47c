"""The commands that a person can type instead of a move: one table, one small function each."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.console import Console, RenderableType

from plyground.core.errors import BadOption
from plyground.core.game import legal_moves
from plyground.core.settings import about_setting, settings
from plyground.evaluations.explain import explain
from plyground.evaluations.registry import make_evaluation
from plyground.live.game import LiveGame
from plyground.players.engine import EnginePlayer, make_engine_player
from plyground.players.player import NamedPlayer, players_of
from plyground.records import file as saved
from plyground.records.file import SavedGame
from plyground.records.record import Record
from plyground.terminal.analysis import terms_table, where
from plyground.terminal.review import review_with_progress, show_review
from plyground.terminal.spectator import advice
from plyground.terminal.speech import rules_words

FILE = "FILE"


@dataclass
class CommandContext:
    """What commands need: where to print, the game, and the adviser."""

    console: Console
    live: LiveGame
    adviser: NamedPlayer
    plain: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    """Further tags of the game in a file."""
    load: Callable[[SavedGame], None] = lambda saved_game: None
    """Goes on with another game."""
    words: Collection[str] | None = None
    """The commands that can be typed; None: all of them."""

    def say(self, what: RenderableType) -> None:
        """Print a text as it is, or a table."""
        self.console.print(what, markup=False, emoji=False)

    def handle(self, text: str, record: Record) -> bool:
        """Carry out a command; False if the text is not one."""
        word, _, rest = text.strip().partition(" ")
        command = self.commands.get(word.lower())
        if command:
            command.call(self, record, rest.strip())
        return command is not None

    @property
    def commands(self) -> "dict[str, Command]":
        """The commands that can be typed, by word."""
        known = COMMANDS.items()
        return {word: found for word, found in known if self.words is None or word in self.words}

    @property
    def saved_game(self) -> SavedGame:
        """The game as it is written to a file."""
        return SavedGame(self.live.names, self.live.record, self.tags)


class Command(NamedTuple):
    """A word, the argument it takes, and the function that does it."""

    word: str
    takes: str
    run: Callable[..., None]

    @property
    def usage(self) -> str:
        return f"{self.word} {self.takes}".strip()

    @property
    def meaning(self) -> str:
        """The function's docstring in one line."""
        return " ".join((self.run.__doc__ or "").split())

    def call(self, context: CommandContext, record: Record, rest: str) -> None:
        """Run the command after checking its argument."""
        if rest and not self.takes:
            raise BadOption(f"{self.word} takes no argument: {rest!r} is not understood")
        if self.takes and not rest:
            raise BadOption(f"{self.word} needs a file name, such as {self.word} game.txt")
        self.run(context, record, *([rest] if self.takes else []))


def help_lines(meanings: Mapping[str, str], how: str = "", plain: bool = False) -> Iterator[str]:
    """The help text of every program: what can be typed, one command per line."""
    yield f"Type a move, or one of these{how}:"
    size = max(map(len, meanings))
    for usage, meaning in meanings.items():
        yield f"{usage}: {meaning}" if plain else f"  {usage:{size}}  {meaning}"


COMMANDS: dict[str, Command] = {}
"""By word, in the order of the help text."""


def _command(word: str, takes: str = "") -> Callable[[Callable[..., None]], Callable[..., None]]:
    def register(run: Callable[..., None]) -> Callable[..., None]:
        COMMANDS[word] = Command(word, takes, run)
        return run

    return register


@_command("moves")
def _moves(context: CommandContext, record: Record) -> None:
    """list the legal moves"""
    position = record.position
    moves = legal_moves(record.game, position)
    context.say(" ".join(record.game.move_text(position, move) for move in moves))


@_command("rules")
def _rules(context: CommandContext, record: Record) -> None:
    """how to play, and how a move is written"""
    context.say(rules_words(record.game, context.console.width))


@_command("undo")
def _undo(context: CommandContext, record: Record) -> None:
    """take back your last move and the answer to it"""
    context.live.undo()


@_command("redo")
def _redo(context: CommandContext, record: Record) -> None:
    """play again the moves that were taken back"""
    context.live.redo()


@_command("hint")
def _hint(context: CommandContext, record: Record) -> None:
    """ask the adviser for a move, its score and the line it expects"""
    context.say(advice(context.adviser, record, context.plain))


@_command("eval")
def _eval(context: CommandContext, record: Record) -> None:
    """the static evaluation of the position, feature by feature"""
    if isinstance(context.adviser, EnginePlayer):
        evaluation = context.adviser.make_evaluation(record)
    else:
        evaluation = make_evaluation(record.game, "default")
    terms = explain(record.game, evaluation, record.position)
    if not context.plain:
        context.say(terms_table(record.game, evaluation, terms))
        return
    for term in terms:
        factors = f"{term.feature:z,.6g} times {term.weight:z,.6g}"
        shown = where(record.game, term) if term.squares else factors
        context.say(f"{term.name}: {shown}, {term.points:z,.6g}")
    context.say(f"sum: {sum(term.points for term in terms):z,.6g}")


@_command("review")
def _review(context: CommandContext, record: Record) -> None:
    """let the coach grade the moves so far"""
    with about_setting("coach"):
        coach = make_engine_player(settings().coach)
    show_review(context.console, review_with_progress(record, coach, context.plain), context.plain)


@_command("flip")
def _flip(context: CommandContext, record: Record) -> None:
    """swap sides with the other player"""
    context.live.swap()


@_command("save", FILE)
def _save(context: CommandContext, record: Record, file: str) -> None:
    """save the game so far in a new file"""
    saved.save(context.saved_game, file)
    context.say(f"saved in {file}")


@_command("load", FILE)
def _load(context: CommandContext, record: Record, file: str) -> None:
    """continue a saved game with its players"""
    saved_game, notes = saved.load(file)
    players, others = players_of(saved_game.players)
    for note in [*notes, *(f"{file}: {note}" for note in others)]:
        context.say(note)
    context.load(saved_game._replace(players=players))


@_command("resign")
def _resign(context: CommandContext, record: Record) -> None:
    """give up the game"""
    context.live.resign()


@_command("help")
def _help(context: CommandContext, record: Record) -> None:
    """list all commands"""
    commands = {command.usage: command.meaning for command in context.commands.values()}
    context.say("\n".join(help_lines(commands, "; Tab completes words", context.plain)))


@_command("quit")
def _quit(context: CommandContext, record: Record) -> None:
    """leave the game"""
    context.live.leave()
