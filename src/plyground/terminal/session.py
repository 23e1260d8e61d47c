"""A session at the board: players, swapped sides, and one game after another."""

import contextlib
import sys
from collections.abc import Callable
from functools import partial

from rich.console import Console

from plyground.core.errors import BadOption
from plyground.matches.referee import play_game
from plyground.players.human import Human
from plyground.players.player import NamedPlayer, make_player
from plyground.records.file import SavedGame
from plyground.records.record import Record
from plyground.terminal.commands import CommandContext, LoadGame, SwapSides
from plyground.terminal.prompt import ask
from plyground.terminal.spectator import Spectator, WatchedPlayer
from plyground.terminal.stage import Stage


class OnStage(Spectator):
    """Shows a game on a stage, drawn in place."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.console)
        self.stage = stage

    def _show_board(self, record: Record) -> None:
        self.stage.show(record)


class Session:
    """The game that is being played, its players, and where it is shown."""

    def __init__(
        self,
        console: Console,
        saved_game: SavedGame,
        adviser: str,
        plain: bool,
        stage: Stage | None = None,
    ) -> None:
        self.console, self.saved_game, self.stage = console, saved_game, stage
        self.keep: Callable[[SavedGame], None] = lambda saved_game: None
        """Called with the game after every move."""
        printed_on = stage.console if stage else console
        self.context = CommandContext(printed_on, saved_game, make_player(adviser), plain)
        if isinstance(self.context.adviser, Human):
            raise BadOption("the adviser human: expected a computer player, such as best:time=1")
        self.spectator = OnStage(stage) if stage else Spectator(console, plain)
        self.players = self._make_players()

    def play(self) -> Record:
        """Play to the end, or until a person leaves."""
        with self.stage or contextlib.nullcontext():
            played = self._play()
        if self.stage:
            self.context.console = self.console
            self._show_game(played)
        self._offer_review(played)
        return played

    def _play(self) -> Record:
        self._say_intro()
        while True:
            self._set_title()
            first, second = (WatchedPlayer(player, self.spectator) for player in self.players)
            try:
                return play_game(self.saved_game.record, (first, second), self._see)
            except SwapSides:
                self.players.reverse()
                self._use(self.saved_game._replace(players=self.saved_game.players[::-1]))
                self._say_players()
            except LoadGame as loaded:
                self._use(loaded.saved_game)
                self.players = self._make_players()
                self._say_players()
                self._say_intro()

    def _see(self, record: Record) -> None:
        self.keep(self.saved_game)
        self.spectator.see(record)

    def _show_game(self, played: Record) -> None:
        """Print the moves and the last board on the normal screen after the stage is closed."""
        if played.moves:
            self.context.say(f"moves: {' '.join(played.move_texts)}")
        Spectator(self.console).see(played)

    def _offer_review(self, played: Record) -> None:
        """After a finished game, ask a person at a terminal whether to review it."""
        people = any(isinstance(player, Human) for player in self.players)
        if played.is_over and played.moves and people and sys.stdin.isatty():
            with contextlib.suppress(EOFError):
                answer = self.console.input("Shall the coach review this game (y/n)? ")
                if answer.strip().lower() in ("y", "yes"):
                    self.context.handle("review", played)

    def _use(self, saved_game: SavedGame) -> None:
        self.saved_game = self.context.saved_game = saved_game

    def _say_intro(self) -> None:
        intro = self.saved_game.record.game.intro
        if intro:
            self.context.say(intro)

    def _say_players(self) -> None:
        self.context.say(self._players_text())

    def _set_title(self) -> None:
        if self.stage:
            self.stage.title = f"{self.saved_game.record.game_text}   {self._players_text()}"

    def _players_text(self) -> str:
        players = zip(self.saved_game.record.game.sides, self.saved_game.players, strict=True)
        return ", ".join(f"{side}: {player}" for side, player in players)

    def _make_players(self) -> list[NamedPlayer]:
        """The players; people get a prompt with commands, and no spoilers about the outcome."""
        players = [make_player(text) for text in self.saved_game.players]
        people = [player for player in players if isinstance(player, Human)]
        for person in people:
            person.ask = self.stage.ask if self.stage else partial(ask, self.console)
            person.say, person.handle = self.context.say, self.context.handle
        self.spectator.reveals_outcome = not people
        return players
