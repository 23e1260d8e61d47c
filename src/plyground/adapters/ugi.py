"""Our players as an engine that speaks the Universal Game Interface.

Nothing slow is done before it is needed: the engine names itself and its options before it loads a
game. It compiles when it is asked whether it is ready for a new game, or when it has to think. A
stop is obeyed even then: the best move so far is told, or the first legal one.
"""

import math
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from plyground import __version__
from plyground.core.errors import BadMessage, PlygroundError
from plyground.protocol import ugi

if TYPE_CHECKING:
    from plyground.core.wire import Info
    from plyground.players.engine import EnginePlayer
    from plyground.players.player import NamedPlayer
    from plyground.records.record import Record
    from plyground.search.limits import Limits
    from plyground.search.thought import Thought

Write = Callable[[str], None]
STOP_SECONDS: Final = 0.04
"""How long a search may take to end after a stop; then it is answered for."""
MAX_LINES: Final = 64
OVERHEAD_SECONDS: Final = 0.02
"""What it takes to read a command and to write a move."""


class UgiEngine:
    """Answers the lines of a host. `write` gets each line that it says."""

    def __init__(self, write: Write, game: str = "connect-four", player: str = "best") -> None:
        self.write = write
        self.game_text, self.player_text = game, player
        self.lines = 1
        self._record: Record | None = None
        self._player: NamedPlayer | None = None
        self._search: _Search | None = None
        self._is_new = False
        """Whether a new game was announced that nothing was compiled for yet."""
        self._preparing: threading.Thread | None = None

    def handle(self, line: str) -> bool:
        """Do what a line says; returns whether to go on."""
        name, _, rest = line.strip().partition(" ")
        if name == "quit":
            self.close()
            return False
        handlers: dict[str, Callable[[str], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._begin,
            "position": self._set_position,
            "query": self._answer,
            "go": self._go,
            "stop": lambda rest: self.stop(),
            "": lambda rest: None,
        }
        try:
            if name not in handlers:
                raise BadMessage(
                    f"{line.strip()[:100]}: expected {', '.join(filter(None, handlers))} or quit"
                )
            handlers[name](rest)
        except PlygroundError as error:
            self.write(f"info string error: {' '.join(str(error).split())}")
        return True

    def stop(self) -> None:
        """End the search; its move is told within a moment."""
        if self._search:
            self._search.stop()

    def close(self) -> None:
        """End whatever is going on, without a word."""
        search, self._search = self._search, None
        if search:
            search.is_answered = True
            search.stop()

    # --- what a host asks for ------------------------------------------------------------------

    def _introduce(self, rest: str) -> None:
        self.write(f"id name Plyground {__version__}")
        self.write("id author the Plyground authors")
        self.write(ugi.format_option("Game", "string", self.game_text))
        self.write(ugi.format_option("Player", "string", self.player_text))
        self.write(ugi.format_option("MultiPV", "spin", str(self.lines), (1, MAX_LINES)))
        self.write("ugiok")

    def _set_option(self, rest: str) -> None:
        name, value = ugi.parse_option(rest)
        self._idle("setoption")
        if name == "MultiPV":
            if not (value.isascii() and value.isdecimal() and 1 <= int(value) <= MAX_LINES):
                raise BadMessage(f"MultiPV {value}: expected a number from 1 to {MAX_LINES}")
            self.lines = int(value)
        elif name == "Game":
            from plyground.records.record import Record

            self._record, self.game_text = Record(value), value
        elif name == "Player":
            from plyground.players.player import make_player

            self._player, self.player_text = make_player(value), value
        else:
            raise BadMessage(f"setoption name {name}: expected Game, Player or MultiPV")

    def _begin(self, rest: str) -> None:
        self._idle("uginewgame")
        self._record = self._player = None
        self._is_new = True

    def _get_ready(self, rest: str) -> None:
        """Answer at once, but for a new game: then after compiling what it needs."""
        if not self._is_new or self._search:
            return self.write("readyok")
        self._is_new = False
        self._preparing = threading.Thread(target=self._prepare, daemon=True)
        self._preparing.start()

    def _prepare(self) -> None:
        try:
            prepare = getattr(self.player(), "prepare", None)
            if prepare and not self.record().is_over:
                prepare(self.record())
        except Exception as error:
            self.write(f"info string error: {' '.join(str(error).split())}")
        self.write("readyok")

    def _set_position(self, rest: str) -> None:
        from plyground.records.record import Record

        self._idle("position")
        command = ugi.parse_position(rest)
        known = self.record()
        self._record = Record(known.game, command.start, command.moves, self.game_text)

    def _answer(self, rest: str) -> None:
        record, question = self.record(), rest.strip()
        answers = {
            "gameover": str(record.is_over).lower(),
            "p1turn": str(record.turn == 0).lower(),
            "result": ugi.RESULTS[record.result],
        }
        if question not in answers:
            raise BadMessage(f"query {question}: expected {', '.join(answers)}")
        self.write(f"response {answers[question]}")

    def _go(self, rest: str) -> None:
        go = ugi.parse_go(rest)
        self._idle("go")
        record = self.record()
        if record.is_over:
            raise BadMessage("go: the game is over")
        self._search = _Search(self, record.copy(), go)
        self._search.start()

    def _idle(self, what: str) -> None:
        """Wait for a search that was answered for; refuse to interrupt one that was not."""
        if self._preparing:
            self._preparing.join()
            self._preparing = None
        if self._search:
            if not self._search.is_answered:
                raise BadMessage(f"{what}: a search is going on; say stop first")
            self._search.join()
            self._search = None

    # --- what is played --------------------------------------------------------------------------

    def record(self) -> "Record":
        """The game so far."""
        from plyground.records.record import Record

        if self._record is None:
            self._record = Record(self.game_text)
        return self._record

    def player(self) -> "NamedPlayer":
        """Who thinks."""
        from plyground.players.player import make_player

        if self._player is None:
            self._player = make_player(self.player_text)
        return self._player


class _Search(threading.Thread):
    """One `go`: tells what it finds, and its move once."""

    def __init__(self, engine: UgiEngine, record: "Record", go: ugi.Go) -> None:
        super().__init__(daemon=True)
        self.engine, self.record, self.asked = engine, record, go
        self.is_answered = False
        self._best: str | None = None
        self._answering = threading.Lock()

    def run(self) -> None:
        try:
            move = self._found()
        except Exception as error:
            self.engine.write(f"info string error: {' '.join(str(error).split())}")
            move = None
        self.answer(move)

    def answer(self, move: str | None = None) -> None:
        """Tell the move, unless it was told: the best one so far, or the first legal one."""
        with self._answering:
            if not self.is_answered:
                self.is_answered = True
                chosen = move or self._best or self.record.legal_move_texts[0]
                self.engine.write(f"bestmove {ugi.word(chosen)}")

    def stop(self) -> None:
        """End soon; a search that cannot, as it is compiling, is answered for."""
        from plyground.search.stop import Stoppable

        player = self.engine._player
        if isinstance(player, Stoppable):
            player.stop()
        self.join(STOP_SECONDS)
        self.answer()

    def _found(self) -> str:
        from plyground.players.engine import EnginePlayer
        from plyground.search.stop import Stoppable

        player, record = self.engine.player(), self.record
        if not isinstance(player, EnginePlayer):
            chosen = player.choose(record)
            return (
                chosen
                if isinstance(chosen, str)
                else record.game.move_text(record.position, chosen)
            )
        assert isinstance(player, Stoppable)
        thought = player.think(record, self._lines(), self._limits(player), self._tell)
        return record.game.move_text(record.position, thought.move)

    def _lines(self) -> int:
        return min(self.engine.lines, len(self.record.legal_move_texts))

    def _limits(self, player: "EnginePlayer") -> "Limits":
        """How long to think: what the host says, within what the player's own options say."""
        from plyground.search.clock import ClockState
        from plyground.search.limits import MAX_DEPTH, UNLIMITED, Limits

        go, side = self.asked, self.record.turn
        left = go.movetime if go.movetime is not None else (go.p1time, go.p2time)[side]
        if go.infinite:
            return Limits().within(player.given_limits())
        if left is None and go.nodes is None and go.depth is None:
            return player.limits()
        self.record.clock = ClockState(
            math.inf if left is None else max(left - OVERHEAD_SECONDS, 0.001),
            0.0 if go.movetime is not None else (go.p1inc, go.p2inc)[side],
            1 if go.movetime is not None else go.movestogo,
            nodes=max(1, go.nodes or UNLIMITED),
            depth=max(1, min(go.depth or MAX_DEPTH, MAX_DEPTH)),
        )
        return player.limits_for(self.record)

    def _tell(self, thought: "Thought") -> None:
        from plyground.search.info import info_of

        game, position = self.record.game, self.record.position
        self._best = game.move_text(position, thought.move)
        if not self.is_answered:
            info: Info = info_of(game, position, thought)
            for line in ugi.info_lines(info):
                self.engine.write(line)


def serve(lines: Iterator[str], write: Write, game: str, player: str) -> None:
    """Answer a host until it says quit or hangs up."""
    engine = UgiEngine(write, game, player)
    for line in lines:
        if len(line) > ugi.MAX_LINE:
            write("info string error: a line is too long")
        elif not engine.handle(line):
            return
    engine.close()
