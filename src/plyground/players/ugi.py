"""Programs of others that speak the Universal Game Interface, as players."""

import math
import shlex
from typing import Final

from plyground.core.errors import BadMessage, BadOption, EngineNonsense, EngineStalled
from plyground.players.player import player
from plyground.protocol import ugi
from plyground.protocol.program import Program
from plyground.records.record import Record
from plyground.search.stop import Stoppable, StopSignal, can_be_stopped

START_SECONDS: Final = 10.0
"""How long a program may take to name itself."""
READY_SECONDS: Final = 60.0
"""How long it may take to get ready; it may have to compile."""
MOVE_SECONDS: Final = 1.0
"""How long it may think where there is no clock."""
GRACE_SECONDS: Final = 10.0
"""How much longer than it may think it is waited for; a game's clock ends a game sooner."""
STOP_SECONDS: Final = 2.0


@player("ugi")
class UgiPlayer(Stoppable):
    """A program that speaks the Universal Game Interface: `ugi:COMMAND`."""

    name: str
    takes_text = True

    def __init__(self, command: str) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadOption(f"ugi:{command}: {error}") from None
        if not self.command:
            raise BadOption("ugi: expected a command after it, as in ugi:./engine")
        self.stop_signal = StopSignal()
        self.info: dict[str, object] = {}
        """What the program said last of the move that it chose."""
        self._program: Program | None = None

    def prepare(self, record: Record) -> None:
        """Start the program before a clock runs."""
        self._ready(record)

    @can_be_stopped
    def choose(self, record: Record) -> str:
        """The program's move; raises EngineFailed where it has none."""
        program = self._ready(record)
        start = record.positions[0]
        text = None if start == record.game.start() else record.game.position_text(start)
        program.send(ugi.format_position(ugi.PositionCommand(text, tuple(record.move_texts))))
        go = _go(record)
        program.send(ugi.format_go(go))
        with self.stop_signal.halting(lambda: program.send("stop")):
            return self._answer(program, _patience(go, record.turn))

    def close(self) -> None:
        """End the program."""
        program, self._program = self._program, None
        if program and program.is_alive:
            program.send("quit")
            program.close()

    def _answer(self, program: Program, seconds: float) -> str:
        """Wait for a move; who does not obey a stop is not waited for."""
        waited = 0.0
        while True:
            try:
                line = program.next_line(0.05)
            except BadMessage as error:
                raise EngineNonsense(str(error)) from None
            word, _, rest = (line or "").strip().partition(" ")
            if word == "bestmove":
                return _move(rest)
            if word == "info":
                self.info.update(ugi.parse_info(rest))
            if line is None:
                waited += 0.05
                if self.stop_signal.is_set:
                    seconds = min(seconds, waited + STOP_SECONDS)
                if waited >= seconds:
                    program.kill()
                    raise EngineStalled(f"the program did not move within {seconds:.3g} seconds")

    def _ready(self, record: Record) -> Program:
        """The program, which has begun and knows the game."""
        if self._program is None or not self._program.is_alive:
            self._program = program = Program(self.command)
            program.send("ugi")
            program.expect("ugiok", START_SECONDS)
            program.send("isready")
            program.expect("readyok", START_SECONDS)
            program.send(f"setoption name Game value {record.game_text}")
            program.send("uginewgame")
            program.send("isready")
            program.expect("readyok", READY_SECONDS)
        return self._program


def _move(rest: str) -> str:
    try:
        return ugi.parse_bestmove(rest)
    except BadMessage as error:
        raise EngineNonsense(f"the program: {error}") from None


def _go(record: Record) -> ugi.Go:
    """How long the program may think, by the game's clock."""
    clock = record.clock
    if clock is None or not math.isfinite(clock.left):
        nodes = clock.nodes if clock and clock.nodes < 1 << 60 else None
        return ugi.Go(movetime=None if nodes else MOVE_SECONDS, nodes=nodes)
    left, increment = clock.left, clock.increment
    return ugi.Go(left, left, increment, increment, movestogo=clock.moves_to_go)


def _patience(go: ugi.Go, side: int) -> float:
    left = go.movetime if go.movetime is not None else (go.p1time, go.p2time)[side]
    return (READY_SECONDS if left is None else left) + GRACE_SECONDS
