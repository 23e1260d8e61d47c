"""A ladder: how a checkpoint does against players of known strength, measured in a process of its
own while the run goes on."""

import shutil
from pathlib import Path
from typing import Final

import msgspec

from plyground.core.files import about, append
from plyground.core.game import Game
from plyground.core.wire import Score, encode
from plyground.games.registry import make_game
from plyground.learning.errors import BadRun
from plyground.learning.folder import LADDER
from plyground.learning.messages import LearnPlan, LearnRung
from plyground.live.job import Job, Tell
from plyground.matches.match import Match
from plyground.matches.result import empty_result
from plyground.matches.series import play_match
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.workers.local import LocalPool
from plyground.workers.pool import Done, Task

MEASURED: Final = "negascout:nodes=2000,evaluation={}"
RUNGS: Final = (
    "random",
    *(f"negamax:depth={depth}" for depth in range(1, 7)),
    *(f"mcts:nodes={nodes}" for nodes in (100, 1000, 10_000)),
)
PERFECT: Final = "solver:time=1"
OPENING_PLIES: Final = 4
LOOK_SECONDS: Final = 0.5


class _Question(msgspec.Struct, frozen=True):
    player: str
    rung: str
    games: int


class LadderJob(Job):
    """Plays the games of a rung."""

    def run(self, record: Record, tell: Tell) -> bytes:
        asked = msgspec.msgpack.decode(self.question, type=_Question)
        match = Match(record.game, (asked.player, asked.rung), asked.games, OPENING_PLIES)
        result = empty_result(match)
        for one in play_match(match):
            result.add(one)
        measured = result.players[0]
        return msgspec.msgpack.encode((measured.as_first, measured.as_second))


def is_solved(game: Game) -> bool:
    """Whether the solver knows at once how the game ends."""
    solver, record = make_engine_player(PERFECT), Record(game)
    thought = solver.remember(record) or solver.think(record)
    return thought.lines[0].verdict is not None


class Ladder:
    """Measures one checkpoint after another; those that come meanwhile are left out."""

    def __init__(self, folder: Path, plan: LearnPlan) -> None:
        self.folder, self.plan = folder, plan
        perfect = [PERFECT] if is_solved(make_game(plan.game)) else []
        self.rungs = (*RUNGS, MEASURED.format(plan.evaluation or "default"), *perfect)
        self.pool = LocalPool(1)
        self.job = LadderJob()
        self.waiting: dict[int, LearnRung] = {}

    @property
    def is_idle(self) -> bool:
        return not self.waiting

    def measure(self, number: int, games: int) -> None:
        """Measure the file as it is now, which is that of a checkpoint."""
        out = Path(self.plan.out)
        copy = self.folder / f"measured{out.suffix}"
        with about(copy, BadRun, "written"):
            shutil.copyfile(out, copy)
        player = MEASURED.format(copy)
        for place, rung in enumerate(self.rungs):
            none = Score(0, 0, 0)
            self.waiting[place] = LearnRung(
                number=number, games=games, player=player, rung=rung, as_first=none, as_second=none
            )
            question = msgspec.msgpack.encode(_Question(player, rung, 2 * self.plan.ladder))
            self.pool.submit(Task(place, self.plan.game, self.job, question))

    def collect(self, wait: bool = False) -> None:
        """Write down what was measured; what was lost or failed is left out."""
        while self.waiting:
            finished = self.pool.finished(LOOK_SECONDS if wait else 0.0)
            for one in finished:
                line = self.waiting.pop(one.number)
                if isinstance(one, Done):
                    scores = msgspec.msgpack.decode(
                        one.content, type=tuple[tuple[int, int, int], tuple[int, int, int]]
                    )
                    first, second = (Score(*score) for score in scores)
                    line = msgspec.structs.replace(line, as_first=first, as_second=second)
                    append(self.folder / LADDER, encode(line) + b"\n")
            if not finished and not wait:
                return

    def close(self) -> None:
        self.pool.close()
