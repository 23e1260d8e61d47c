"""One evening at the board: the players sit down, change sides, and may turn to another game."""

import contextlib
import sys
from collections.abc import Callable
from functools import partial

from rich.console import Console

from plyground.core.errors import BadOption
from plyground.matches.referee import play_game
from plyground.players.human import Human
from plyground.players.player import NamedPlayer, make_player
from plyground.records.file import Setting
from plyground.records.record import Record
from plyground.terminal.commands import CommandContext, GoOn, SwapSides
from plyground.terminal.prompt import ask
from plyground.terminal.spectator import Seen, Spectator
from plyground.terminal.stage import Stage


class OnStage(Spectator):
    """Shows a game in place."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.console)
        self.stage = stage

    def _show_board(self, record: Record) -> None:
        self.stage.show(record)


class Session:
    """What is played at the moment, and where it is shown."""

    def __init__(
        self,
        console: Console,
        setting: Setting,
        adviser: str,
        plainly: bool,
        stage: Stage | None = None,
    ) -> None:
        self.console, self.setting, self.stage = console, setting, stage
        self.keep: Callable[[Setting], None] = lambda setting: None
        """Is handed the game after every move."""
        said_on = stage.console if stage else console
        self.context = CommandContext(said_on, setting, make_player(adviser), plainly)
        if isinstance(self.context.adviser, Human):
            raise BadOption(
                "the adviser human: expected a player who is a program, such as best:time=1"
            )
        self.spectator = OnStage(stage) if stage else Spectator(console, plainly)
        self.players = self._sit_down()

    def play(self) -> Record:
        """Play to the end, or until somebody leaves."""
        with self.stage or contextlib.nullcontext():
            played = self._play()
        if self.stage:
            self.context.console = self.console
            self._tell_game(played)
        self._offer_review(played)
        return played

    def _play(self) -> Record:
        self._tell_intro()
        while True:
            self._set_title()
            first, second = (Seen(player, self.spectator) for player in self.players)
            try:
                return play_game(self.setting.record, (first, second), self._see)
            except SwapSides:
                self.players.reverse()
                self._take(self.setting._replace(players=self.setting.players[::-1]))
                self._tell_seats()
            except GoOn as wish:
                self._take(wish.setting)
                self.players = self._sit_down()
                self._tell_seats()
                self._tell_intro()

    def _see(self, record: Record) -> None:
        self.keep(self.setting)
        self.spectator.see(record)

    def _tell_game(self, played: Record) -> None:
        """What was seen on a screen of its own stays on the usual one: the moves and the board."""
        if played.moves:
            self.context.say(f"moves: {' '.join(played.move_texts)}")
        Spectator(self.console).see(played)

    def _offer_review(self, played: Record) -> None:
        """After a game that is over, a person at a terminal may have it looked at."""
        people = any(isinstance(player, Human) for player in self.players)
        if played.is_over and played.moves and people and sys.stdin.isatty():
            with contextlib.suppress(EOFError):
                answer = self.console.input("Shall the coach look at this game (y/n)? ")
                if answer.strip().lower() in ("y", "yes"):
                    self.context.handle("review", played)

    def _take(self, setting: Setting) -> None:
        self.setting = self.context.setting = setting

    def _tell_intro(self) -> None:
        intro = self.setting.record.game.intro
        if intro:
            self.context.say(intro)

    def _tell_seats(self) -> None:
        self.context.say(self._seats())

    def _set_title(self) -> None:
        if self.stage:
            self.stage.title = f"{self.setting.record.game_text}   {self._seats()}"

    def _seats(self) -> str:
        seats = zip(self.setting.record.game.sides, self.setting.players, strict=True)
        return ", ".join(f"{side}: {player}" for side, player in seats)

    def _sit_down(self) -> list[NamedPlayer]:
        """The players; people get a prompt and its commands, and are not told how it will end."""
        sitting = [make_player(text) for text in self.setting.players]
        for person in sitting:
            if isinstance(person, Human):
                person.ask = self.stage.ask if self.stage else partial(ask, self.console)
                person.say, person.obey = self.context.say, self.context.handle
        self.spectator.tells_end = not any(isinstance(player, Human) for player in sitting)
        return sitting
