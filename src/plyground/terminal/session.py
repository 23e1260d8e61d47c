"""A session at the board: a live game whose events are shown, and people who type moves."""

import contextlib
import sys
from collections.abc import Callable
from functools import partial

from rich.console import Console

from plyground.core.errors import BadOption
from plyground.core.wire import Termination
from plyground.live.events import Ended, Event, Loaded, Moved, PlayedAgain, SeatChanged, TakenBack
from plyground.live.game import LiveGame
from plyground.live.seat import PersonSeat, Seat
from plyground.players.human import Human
from plyground.players.player import make_player
from plyground.records.file import SavedGame
from plyground.records.record import Record
from plyground.terminal.commands import CommandContext
from plyground.terminal.prompt import ask
from plyground.terminal.spectator import Spectator, WatchedSeat
from plyground.terminal.stage import Stage


class OnStage(Spectator):
    """Shows a game on a stage, drawn in place."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage.console)
        self.stage = stage

    def _show_board(self, record: Record) -> None:
        self.stage.show(record)


class Session:
    """The game that is being played, and where it is shown."""

    def __init__(
        self,
        console: Console,
        saved_game: SavedGame,
        adviser: str,
        plain: bool,
        stage: Stage | None = None,
        clock: str | None = None,
    ) -> None:
        self.console, self.stage = console, stage
        self.keep: Callable[[SavedGame], None] = lambda saved_game: None
        """Called with the game after every move."""
        self.spectator = OnStage(stage) if stage else Spectator(console, plain)
        self.live = LiveGame(saved_game.record, *self._seats(saved_game.players), clock)
        printed_on = stage.console if stage else console
        advising = make_player(adviser)
        if isinstance(advising, Human):
            raise BadOption("the adviser human: expected a computer player, such as best:time=1")
        tags, load = saved_game.other_tags, self._load
        self.context = CommandContext(printed_on, self.live, advising, plain, tags, load)
        self._hide_outcome()

    @property
    def saved_game(self) -> SavedGame:
        """The game as it is written to a file."""
        return self.context.saved_game

    def play(self) -> Record:
        """Play to the end, or until a person leaves."""
        with self.stage or contextlib.nullcontext():
            self._play()
        played = self.live.record
        if self.stage:
            self.context.console = self.console
            self._show_game(played)
        self.live.raise_failure()
        self._offer_review(played)
        return played

    def _play(self) -> None:
        self._set_title()
        self._say_intro()
        self._see()
        self.spectator.see_end(self.live.record)
        stop = self.live.listen(self._hear)
        try:
            self.live.play()
        finally:
            stop()

    def _hear(self, event: Event) -> None:
        """Show what happened."""
        if isinstance(event, Moved | TakenBack | PlayedAgain):
            self._see()
        elif isinstance(event, SeatChanged):
            self._announce_players(event)
        elif isinstance(event, Loaded):
            self._hide_outcome()
            self._say_players()
            self._say_intro()
            self._see()
        elif isinstance(event, Ended) and event.termination != Termination.INTERRUPTED:
            self.keep(self.saved_game)
            self.spectator.see_end(self.live.record)

    def _announce_players(self, event: SeatChanged) -> None:
        if event.side:  # both sides have changed
            self._set_title()
            self._say_players()

    def _see(self) -> None:
        self._set_title()
        self.keep(self.saved_game)
        self.spectator.see(self.live.record)
        clock = self._clock_text()
        if clock and not self.stage:
            self.context.say(f"  {clock}")

    def _show_game(self, played: Record) -> None:
        """Print the moves and the last board on the normal screen after the stage is closed."""
        if played.moves:
            self.context.say(f"moves: {' '.join(played.move_texts)}")
        spectator = Spectator(self.console)
        spectator.see(played)
        spectator.see_end(played)

    def _offer_review(self, played: Record) -> None:
        """After a finished game, ask a person at a terminal whether to review it."""
        if played.is_over and played.moves and self._has_people and sys.stdin.isatty():
            with contextlib.suppress(EOFError):
                answer = self.console.input("Shall the coach review this game (y/n)? ")
                if answer.strip().lower() in ("y", "yes"):
                    self.context.handle("review", played)

    def _load(self, saved_game: SavedGame) -> None:
        seats = self._seats(saved_game.players)
        self.context.tags = saved_game.other_tags
        self.live.load(saved_game.record, *seats)

    def _say_intro(self) -> None:
        intro = self.live.record.game.intro
        if intro:
            self.context.say(intro)

    def _say_players(self) -> None:
        self.context.say(self._players_text())

    def _set_title(self) -> None:
        if self.stage:
            texts = self.live.record.game_text, self._players_text(), self._clock_text()
            self.stage.title = "   ".join(filter(None, texts))

    def _players_text(self) -> str:
        players = zip(self.live.record.game.sides, self.live.names, strict=True)
        return ", ".join(f"{side}: {player}" for side, player in players)

    def _clock_text(self) -> str:
        """The time that is left to either side; empty without a clock."""
        times = zip(self.live.record.game.sides, self.live.left, strict=True)
        left = [f"{side} {left:.1f} s" for side, left in times if left is not None]
        return f"left: {', '.join(left)}" if left else ""

    @property
    def _has_people(self) -> bool:
        return any(seat.is_person for seat in self.live.seats)

    def _hide_outcome(self) -> None:
        """Programs tell no person who plays what they have found out about the outcome."""
        self.spectator.reveals_outcome = not self._has_people

    def _seats(self, players: tuple[str, str]) -> tuple[Seat, Seat]:
        """The seats of players; people get a prompt with commands."""
        first, second = map(self._seat, players)
        return first, second

    def _seat(self, player: str) -> Seat:
        made = make_player(player)
        if not isinstance(made, Human):
            seat = WatchedSeat(player, self.spectator)
            seat.player = made
            return seat
        at_prompt = self.stage.ask if self.stage else partial(ask, self.console)
        return PersonSeat(at_prompt, self._say, self._handle)

    def _say(self, text: str) -> None:
        self.context.say(text)

    def _handle(self, text: str, record: Record) -> bool:
        return self.context.handle(text, record)
