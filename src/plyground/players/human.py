"""A person who types moves."""

from collections.abc import Callable

from plyground.core.errors import IllegalMove
from plyground.core.record import Record
from plyground.players.player import Leave, TakeBack, player

HELP = "Type a move, or: moves (list the legal ones), undo, help, quit."


@player("human")
class Human:
    """You: type moves at a prompt."""

    def __init__(
        self, ask: Callable[[str], str] = input, say: Callable[[str], None] = print
    ) -> None:
        self.ask, self.say = ask, say

    @classmethod
    def create(cls) -> "Human":
        return cls()

    def choose(self, record: Record) -> int:
        while True:
            try:
                text = self.ask(f"{record.mover}> ").strip()
            except EOFError:
                raise Leave from None
            command = self._COMMANDS.get(text.lower())
            if command:
                command(self, record)
            elif text:
                try:
                    return record.game.parse_move(record.position, text)
                except IllegalMove as error:
                    self.say(f"{error} (type help for more)")

    def _help(self, record: Record) -> None:
        self.say(HELP)

    def _list(self, record: Record) -> None:
        game, position = record.game, record.position
        self.say(" ".join(game.move_text(position, move) for move in game.moves(position)))

    def _undo(self, record: Record) -> None:
        if not record.moves:
            self.say("there is no move to take back")
        else:
            raise TakeBack

    def _quit(self, record: Record) -> None:
        raise Leave

    _COMMANDS = {"help": _help, "?": _help, "moves": _list, "undo": _undo, "quit": _quit}
