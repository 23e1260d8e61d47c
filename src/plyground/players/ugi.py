"""Programs of others that speak the Universal Game Interface, as players."""

import math
from typing import Final

from plyground.core.errors import BadMessage, EngineNonsense, PlygroundError
from plyground.players.outside import OutsidePlayer, patience, words_of
from plyground.players.player import player
from plyground.protocol import ugi
from plyground.protocol.program import Program, check_command
from plyground.records.record import Record
from plyground.search.stop import can_be_stopped
from plyground.search.thought import Thought, line_of

START_SECONDS: Final = 10.0
"""How long a program may take to name itself."""
READY_SECONDS: Final = 60.0
"""How long it may take to get ready; it may have to compile."""
MOVE_SECONDS: Final = 1.0
"""How long it may think where there is no clock."""


@player("ugi")
class UgiPlayer(OutsidePlayer):
    """A program that speaks the Universal Game Interface: `ugi:COMMAND`."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = words_of("ugi", command)
        self.thought: Thought | None = None
        """What the program said of its last move."""
        self._info: ugi.InfoFields = {}

    def check_for(self, record: Record) -> None:
        """Refuse a program that is not there; which games it plays, only it can tell."""
        check_command(self.command)

    def prepare(self, record: Record) -> None:
        """Start the program before a clock runs."""
        self._ready(record)

    @can_be_stopped
    def choose(self, record: Record) -> str:
        """The program's move; raises EngineFailed where it has none."""
        program = self._ready(record)
        self.thought, self._info = None, {}
        start = record.positions[0]
        text = None if start == record.game.start() else record.game.position_text(start)
        program.send(ugi.format_position(ugi.PositionCommand(text, tuple(record.move_texts))))
        go = _go(record)
        program.send(ugi.format_go(go))
        with self.stop_signal.halting(lambda: program.send("stop")):
            move = self.wait_for(program, patience(record, _seconds(go, record)), self._hear)
        self.thought = _thought(record, move, self._info)
        return move

    def farewell(self, program: Program) -> None:
        program.send("quit")

    def _hear(self, line: str) -> str | None:
        """The move that a line tells, if it does."""
        word, _, rest = line.strip().partition(" ")
        if word == "info":
            said = ugi.parse_info(rest)
            self._info |= said if said.get("multipv", 1) == 1 else {}
        return _move(rest) if word == "bestmove" else None

    def _ready(self, record: Record) -> Program:
        """The program, which has begun and knows the game."""
        if self._program is None or not self._program.is_alive:
            self._program = program = Program(self.command, self.max_memory)
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


def _thought(record: Record, move: str, info: ugi.InfoFields) -> Thought | None:
    """What a program said of its move; None if that is no score, or if the move is illegal."""
    score = ugi.parse_score(str(info.get("score", "")))
    if score is None:
        return None
    try:
        line = line_of(record.game, record.position, [record.parse_move(move)], score)
    except PlygroundError:
        return None
    depth, seldepth, nodes, milliseconds, hashfull = (
        max(0, int(str(info.get(name, 0))))
        for name in ("depth", "seldepth", "nodes", "time", "hashfull")
    )
    return Thought((line,), depth, seldepth, nodes, milliseconds / 1000, 0.0, hashfull / 1000)


def _go(record: Record) -> ugi.Go:
    """How long the program may think, by the game's clock."""
    clock = record.clock
    if clock is None or not math.isfinite(clock.left):
        nodes = clock.nodes if clock and clock.nodes < 1 << 60 else None
        return ugi.Go(movetime=None if nodes else MOVE_SECONDS, nodes=nodes)
    left, increment = clock.left, clock.increment
    return ugi.Go(left, left, increment, increment, movestogo=clock.moves_to_go)


def _seconds(go: ugi.Go, record: Record) -> float:
    left = go.movetime if go.movetime is not None else (go.p1time, go.p2time)[record.turn]
    return READY_SECONDS if left is None else left
