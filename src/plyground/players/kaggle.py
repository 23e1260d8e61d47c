"""Agents that were written for Kaggle's ConnectX, as players."""

import time
from typing import Any, Final

from plyground.core.errors import EngineNonsense
from plyground.players.outside import OutsidePlayer, patience, time_left
from plyground.players.player import player
from plyground.protocol import agent, kaggle
from plyground.protocol.program import Program
from plyground.records.record import Record
from plyground.search.stop import can_be_stopped
from plyground.search.time_manager import limits_by

ACT_SECONDS: Final = kaggle.ACT_SECONDS
OVERAGE_SECONDS: Final = kaggle.OVERAGE_SECONDS


@player("kaggle")
class KagglePlayer(OutsidePlayer):
    """An agent for Kaggle's ConnectX: `kaggle:FILE`."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.file = agent.check_file("kaggle", file)
        self.overage = OVERAGE_SECONDS
        """What is left of the seconds that moves may take beyond their own."""

    def check_for(self, record: Record) -> None:
        """Refuse games that Kaggle does not have."""
        kaggle.connect_x(record.game, f"kaggle:{self.file}")

    def prepare(self, record: Record) -> None:
        """Start the process before a clock runs."""
        self.check_for(record)
        self._ready()

    @can_be_stopped
    def choose(self, record: Record) -> int:
        """The column that the agent answers; raises EngineFailed where that is none."""
        game = kaggle.connect_x(record.game, f"kaggle:{self.file}")
        program, seconds = self._ready(), act_seconds(record)
        overage = min(self.overage, max(time_left(record) - seconds, 0.0))
        seen, told = kaggle.observation(record, overage), kaggle.configuration(game, seconds)
        most = min(seconds + self.overage, patience(record, time_left(record)))
        began = time.monotonic()
        agent.ask(program, "act", seen, told)
        _, column = self.wait_for(program, most, agent.read_answer)
        excess = max(time.monotonic() - began - seconds, 0.0)
        self.overage = max(self.overage - excess, 0.0)
        return _column(column)

    def _ready(self) -> Program:
        if self._program is None or not self._program.is_alive:
            self._program = agent.start_agent("kaggle", self.file, self.max_memory)
        return self._program


def act_seconds(record: Record) -> float:
    """How long this move may take: Kaggle's time, or less by the game's clock."""
    if record.clock is None:
        return ACT_SECONDS
    limits = limits_by(record.clock, record.game.plies_left(record.position))
    return min(ACT_SECONDS, limits.soft, limits.time, limits.cpu)


def _column(answer: Any) -> int:
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise EngineNonsense(f"the agent answered {str(answer)[:50]!r}: expected a column from 0")
    return answer
