"""A person who types moves."""

from collections.abc import Callable

from plyground.core.errors import IllegalMove, PlygroundError
from plyground.players.player import Leave, player
from plyground.records.record import Record


def _ask(record: Record) -> str:
    return input(f"{record.mover}> ")


def _handle_nothing(text: str, record: Record) -> bool:
    return False


@player("human")
class Human:
    """You: type moves at a prompt."""

    def __init__(
        self,
        ask: Callable[[Record], str] = _ask,
        say: Callable[[str], None] = print,
        handle: Callable[[str, Record], bool] = _handle_nothing,
    ) -> None:
        self.ask, self.say = ask, say
        self.handle = handle
        """Carries out a text that is a command; returns whether it was one."""

    @classmethod
    def create(cls) -> "Human":
        return cls()

    def choose(self, record: Record) -> int:
        while True:
            text = self._asked(record)
            try:
                if text and not self.handle(text, record):
                    return record.game.parse_move(record.position, text)
            except IllegalMove as error:
                self.say(f"{error} (type help for more)")
            except PlygroundError as error:
                self.say(str(error))

    def _asked(self, record: Record) -> str:
        try:
            return self.ask(record).strip()
        except EOFError:
            self.say("")  # the prompt's line is still open
            raise Leave from None
