"""Programs of others that speak the Go Text Protocol, as players."""

import math
from typing import Final

from plyground.core.errors import BadMessage, BadOption, EngineIllegalMove, EngineNonsense
from plyground.players.outside import OutsidePlayer, patience, time_left, words_of
from plyground.players.player import Resigns, player
from plyground.protocol import gtp
from plyground.protocol.program import Program, check_command
from plyground.records.record import Record
from plyground.search.stop import can_be_stopped

START_SECONDS: Final = 60.0
"""How long a program may take to answer all but `genmove`; it may have to load or compile."""
MOVE_SECONDS: Final = 10.0
"""How long it may think where there is no clock."""


@player("gtp")
class GtpPlayer(OutsidePlayer):
    """A program that speaks the Go Text Protocol: `gtp:COMMAND`."""

    def __init__(self, command: str) -> None:
        super().__init__()
        self.command = words_of("gtp", command)
        self._told: list[int] | None = None
        """The moves that the program knows."""
        self._size = 0

    def check_for(self, record: Record) -> None:
        """Refuse games whose moves are not single squares, and a program that is not there."""
        gtp.check_game(record)
        check_command(self.command)

    def prepare(self, record: Record) -> None:
        """Start the program before a clock runs."""
        self._catch_up(self._ready(record), record)

    @can_be_stopped
    def choose(self, record: Record) -> int:
        """The program's move; raises EngineFailed where it has none, and Resigns."""
        program = self._ready(record)
        self._catch_up(program, record)
        colour, left = gtp.COLOURS[record.turn], time_left(record)
        if left < math.inf:
            self._ask(program, f"time_left {colour} {max(int(left), 1)} 0", is_needed=False)
        seconds = left if left < math.inf else MOVE_SECONDS
        program.send(f"genmove {colour}")
        answer = self._answer(program, patience(record, seconds))
        self._told = None  # the program has played it, too; it is told again if it is another one
        return self._move(record, answer)

    def farewell(self, program: Program) -> None:
        program.send("quit")

    def close(self) -> None:
        super().close()
        self._told = None

    def _move(self, record: Record, answer: str) -> int:
        if answer.lower() == gtp.RESIGN:
            raise Resigns
        try:
            move = gtp.vertex_move(record, answer, self._size)
        except BadMessage as error:
            raise EngineIllegalMove(f"the program: {error}") from None
        self._told = [*record.moves, move]
        return move

    def _ready(self, record: Record) -> Program:
        """The program, which has begun and knows the size of the board."""
        if self._program is None or not self._program.is_alive:
            self._size = gtp.check_game(record)
            if record.positions[0] != record.game.start():
                raise BadOption("gtp plays from the start of the game only")
            self._program, self._told = Program(self.command, self.max_memory), None
            self._ask(self._program, f"boardsize {self._size}")
            control = time_left(record)
            if control < math.inf:
                self._ask(self._program, f"time_settings {int(control)} 0 0", is_needed=False)
        return self._program

    def _catch_up(self, program: Program, record: Record) -> None:
        """Tell the program what was played since its last move, or all if it was not that."""
        told = self._told
        if told is None or record.moves[: len(told)] != told:
            self._ask(program, "clear_board")
            told = []
        steps = [*record]
        for step in steps[len(told) :]:
            before = Record(record.game, step.position)
            vertex = gtp.move_vertex(before, step.move, self._size)
            self._ask(program, f"play {gtp.COLOURS[step.side]} {vertex}")
        self._told = [*record.moves]

    def _ask(self, program: Program, line: str, is_needed: bool = True) -> str:
        program.send(line)
        try:
            return self._answer(program, START_SECONDS)
        except EngineNonsense as error:
            if is_needed:
                raise EngineNonsense(f"{line}: {error}") from None
            return ""

    def _answer(self, program: Program, seconds: float) -> str:
        """The first line of the next answer; raises EngineNonsense if it is a refusal."""
        answer = self.wait_for(program, seconds, _answer_in)
        self.wait_for(program, seconds, lambda line: None if line.strip() else "end")
        if answer[0] == "?":
            raise EngineNonsense(f"the program refuses: {answer[1:].strip()[:100]}")
        return answer[1:].strip()


def _answer_in(line: str) -> str | None:
    return line.strip() if line.startswith(("=", "?")) else None
