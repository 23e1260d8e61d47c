"""A person who types moves."""

from collections.abc import Callable

from plyground.core.errors import BadOption, IllegalMove, PlygroundError
from plyground.core.record import Record
from plyground.players.player import Leave, TakeBack, player

HELP = (
    "Type a move, or: moves (list the legal ones), undo (take your last move back), "
    "hint (ask the adviser), save FILE (write the game down), help, quit."
)


def _no_adviser(record: Record) -> str:
    return "there is no adviser here"


def _no_shelf(record: Record, file: str) -> str:
    return "games cannot be saved here"


def _alone(command: Callable[["Human", Record], None]) -> Callable[..., None]:
    """A command that takes nothing after its name."""

    def checked(human: "Human", record: Record, rest: str = "") -> None:
        if rest:
            raise BadOption(f"this command stands alone: {rest!r} is not understood")
        command(human, record)

    return checked


@player("human")
class Human:
    """You: type moves at a prompt."""

    def __init__(
        self,
        ask: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
        advise: Callable[[Record], str] = _no_adviser,
        save: Callable[[Record, str], str] = _no_shelf,
    ) -> None:
        self.ask, self.say, self.advise, self.save = ask, say, advise, save

    @classmethod
    def create(cls) -> "Human":
        return cls()

    def choose(self, record: Record) -> int:
        while True:
            text = self._asked(record)
            try:
                if not self._obeys(text, record):
                    return record.game.parse_move(record.position, text)
            except IllegalMove as error:
                self.say(f"{error} (type help for more)")
            except PlygroundError as error:
                self.say(str(error))

    def _asked(self, record: Record) -> str:
        try:
            return self.ask(f"{record.mover}> ").strip()
        except EOFError:
            self.say("")  # the prompt's line is still open
            raise Leave from None

    def _obeys(self, text: str, record: Record) -> bool:
        """Whether the text was a command, which is carried out, or nothing at all."""
        word, *rest = text.split(maxsplit=1) or [""]
        command = self._COMMANDS.get(word.lower())
        if command:
            command(self, record, *rest)
        return bool(command) or not word

    @_alone
    def _help(self, record: Record) -> None:
        self.say(HELP)

    @_alone
    def _list(self, record: Record) -> None:
        game, position = record.game, record.position
        self.say(" ".join(game.move_text(position, move) for move in game.moves(position)))

    @_alone
    def _undo(self, record: Record) -> None:
        if not record.moves:
            raise BadOption("there is no move to take back")
        raise TakeBack

    @_alone
    def _hint(self, record: Record) -> None:
        self.say(self.advise(record))

    def _save(self, record: Record, file: str = "") -> None:
        if not file:
            raise BadOption("save needs the name of a file, such as save game.txt")
        self.say(self.save(record, file))

    @_alone
    def _quit(self, record: Record) -> None:
        raise Leave

    _COMMANDS: dict[str, Callable[..., None]] = {
        "help": _help,
        "?": _help,
        "moves": _list,
        "undo": _undo,
        "hint": _hint,
        "save": _save,
        "quit": _quit,
    }
