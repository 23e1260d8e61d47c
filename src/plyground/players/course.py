"""Players that were written for a course: a class `Player` with `action` and `update`."""

import ast
import contextlib
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from plyground.core.errors import BadOption, EngineNonsense, EngineStalled, IllegalMove
from plyground.players.outside import OutsidePlayer, patience, time_left
from plyground.players.player import player
from plyground.protocol import agent, course
from plyground.protocol.program import Program
from plyground.records.record import Record, RecordedMove
from plyground.search.stop import can_be_stopped

CPU_SECONDS: Final = 60.0
"""Processor time for a whole game, where there is no clock."""


@player("course")
class CoursePlayer(OutsidePlayer):
    """A class `Player` as the course COMP30024 asks for it: `course:FILE`."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = _file_or_module(file)
        self.cpu_left = CPU_SECONDS
        self._known: list[int] = []
        """The moves of the game that the class knows."""

    @property
    def needs_whole_games(self) -> bool:
        """Whether the class can only begin at the start, as far as its file tells."""
        return self.file.endswith(".py") and not _may_begin_later(Path(self.file))

    def prepare(self, record: Record) -> None:
        """Make the class's player before a clock runs."""
        self._ready(record)

    @can_be_stopped
    def choose(self, record: Record) -> str:
        """The class's action; raises EngineFailed where it has none."""
        program = self._ready(record)
        self._catch_up(program, record)
        action = self._ask(program, record, "action", course.turns(record))
        try:
            text = course.parse_action(record.game, action)
        except IllegalMove as error:
            raise EngineNonsense(f"the action {str(action)[:50]}: {error}") from None
        with contextlib.suppress(ValueError):  # whoever plays an illegal move has lost anyway
            self._known.append(record.parse_move(text))
        return text

    def close(self) -> None:
        super().close()
        self._known = []

    def _ready(self, record: Record) -> Program:
        """The program, in which the class's player is made."""
        if not self._can_go_on(record):
            self.close()
        if self._program is None:
            self._check_start(record)
            self.cpu_left = CPU_SECONDS
            self._program = program = agent.start_agent("course", self.file, self.max_memory)
            self._ask(program, record, "make", course.colours(record.game)[record.turn])
            if _has_moved(record.turn, record):
                self._ask(program, record, "begin", _actions(record, record))
                self._known = [*record.moves]
        return self._program

    def _can_go_on(self, record: Record) -> bool:
        """Whether only the opponent has moved since the class was asked."""
        known = len(self._known)
        new = [*record][known:]
        return record.moves[:known] == self._known and not _has_moved(record.turn, new)

    def _check_start(self, record: Record) -> None:
        if record.positions[0] != record.game.start():
            raise BadOption(f"course:{self.file} plays from the start of the game only")

    def _catch_up(self, program: Program, record: Record) -> None:
        """Tell the class what was played since its last action."""
        new = [*record][len(self._known) :]
        for action in _actions(record, new):
            self._ask(program, record, "update", action)
        self._known += [step.move for step in new]

    def _ask(self, program: Program, record: Record, method: str, *args: Any) -> Any:
        by_clock = time_left(record)  # or twice the processor time: it may have to wait for one
        most = patience(record, by_clock if by_clock < math.inf else 2 * self.cpu_left)
        agent.ask(program, method, *args)
        seconds, value = self.wait_for(program, most, agent.read_answer)
        self.cpu_left -= seconds
        if self.cpu_left < 0 and by_clock == math.inf:
            program.kill()
            raise EngineStalled(
                f"the class took over {CPU_SECONDS:g} seconds of processor time in a game"
            )
        return value


def _actions(record: Record, steps: Iterable[RecordedMove]) -> list[Any]:
    return [course.format_action(record.game, step.position, step.move) for step in steps]


def _has_moved(side: int, steps: Iterable[RecordedMove]) -> bool:
    return any(step.side == side for step in steps)


def _may_begin_later(file: Path) -> bool:
    """Whether a class has a method `begin`, or inherits what is not in the file."""
    try:
        content = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return True
    classes = [node for node in content.body if isinstance(node, ast.ClassDef)]
    players = [node for node in classes if node.name == "Player" and not node.bases]
    return not players or any(
        isinstance(node, ast.FunctionDef) and node.name == "begin" for node in players[-1].body
    )


def _file_or_module(name: str) -> str:
    """A Python file that is there, or the name of a module as the course's referee takes it."""
    name = name.strip()
    if not name.endswith(".py") and all(part.isidentifier() for part in name.split(".")):
        return name
    return agent.check_file("course", name)
