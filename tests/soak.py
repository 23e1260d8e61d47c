"""`make soak`: how soon searches and solvers end after a stop at any moment, and what is left.

    python -m tests.soak [STOPS] [NAME ...]

Each is stopped STOPS times (1,000), at random moments of the first 100 ms, a fifth of them in the
first millisecond. The time is that from the call of `stop` to the return of the search; the last
column is the most processor time of all threads in between, which other programs do not disturb.
"""

import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from plyground.live.process_player import ProcessPlayer
from plyground.live.process_pool import ProcessPool
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.alphabeta.kernel import Techniques
from plyground.search.limits import Limits
from tests.compiled.test_stop import CASES, Case, alphabeta, dfpn, exact, mcts
from tests.positions import BREAKTHROUGH, game_of

STOPS = 1000
LIMIT = 0.05
GAMES = ("conniption", "dominoes", BREAKTHROUGH)


def choosing(name: str, text: str, moves: str = "") -> Case:
    """A player with all that it does for a move: book, search, and the choice among lost moves."""
    player, record = make_engine_player(text), Record(game_of(name), moves=moves)
    return Case(player, lambda: player.choose(record), lambda: 0)


def in_a_process(name: str, text: str, pool: ProcessPool) -> Case:
    player, record = ProcessPlayer(text, pool), Record(game_of(name), game_text=name)
    player.prepare(record)
    return Case(player, lambda: player.think(record, limits=Limits()), lambda: 0)


def cases(pool: ProcessPool) -> dict[str, Callable[[], Case]]:
    """Everything that can be stopped, by name."""
    found: dict[str, Callable[[], Case]] = dict(CASES)
    for game in GAMES:
        short = game.split("/")[-1].removesuffix(".py")
        found |= {
            f"negascout, {short}": partial(alphabeta, game, Techniques(), 1),
            f"mcts, {short}": partial(mcts, game, "light", 1),
            f"exact, {short}": partial(exact, game, 1),
            f"dfpn, {short}": partial(dfpn, game, False),
        }
    lost = "4 4 4 4 4 4 3 5 3 3 3"
    return found | {
        "best, a move": lambda: choosing("watch-your-back", "best:time=1000,book="),
        "solver, a move": lambda: choosing("connect-four", "solver:time=1000,book="),
        "solver, late": lambda: choosing("connect-four", "solver:time=1000,book=", lost),
        "process, negascout": lambda: in_a_process("connect-four", "negascout", pool),
        "process, mcts": lambda: in_a_process("connect-four", "mcts:memory=64MB", pool),
    }


class Taken(NamedTuple):
    """How long a call went on after a stop."""

    seconds: float
    cpu_seconds: float


def taken_after_a_stop(case: Case, delay: float) -> Taken | None:
    """Stop a call; None if it ended by itself before."""
    stopped: list[Taken] = []
    ended = threading.Event()

    def stop() -> None:
        if not ended.wait(delay):
            stopped.append(Taken(time.perf_counter(), time.process_time()))
            case.engine.stop()

    stopper = threading.Thread(target=stop)
    with case.engine.stop_signal.running():
        stopper.start()
        case.call()
        now = Taken(time.perf_counter(), time.process_time())
        ended.set()
        stopper.join()
    if not stopped or stopped[0].seconds >= now.seconds:
        return None
    return Taken(now.seconds - stopped[0].seconds, now.cpu_seconds - stopped[0].cpu_seconds)


def percentile(times: list[Taken], share: float) -> float:
    return times[min(int(share * len(times)), len(times) - 1)].seconds


def measure(make: Callable[[], Case], stops: int, random: Random) -> list[Taken]:
    """The times after many stops, sorted; an engine is made anew now and then."""
    times = []
    case: Any = None
    for number in range(stops):
        case = make() if number % 50 == 0 else case
        if number % 50 == 0:
            taken_after_a_stop(case, 0.001)  # compiles
        delay = random.random() * (0.001 if random.random() < 0.2 else 0.1)
        took = taken_after_a_stop(case, delay)
        times += [] if took is None else [took]
    return sorted(times)


def main(stops: int, names: list[str]) -> int:
    """Print a table; the exit code tells whether all kept to the limit."""
    print("| what is stopped | stops | median | 99 % | 99.9 % | longest | processor time |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    every: list[Taken] = []
    with ProcessPool(size=1) as pool:
        for name, make in cases(pool).items():
            if not names or any(wanted in name for wanted in names):
                times = measure(make, stops, Random(name))
                every += times
                print(row(name, times), flush=True)
    every.sort()
    print(row("all together", every))
    left = [thread.name for thread in threading.enumerate() if thread.name == "thinking"]
    assert not left, "a thread thinks on"
    return int(percentile(every, 0.999) > LIMIT)


def row(name: str, times: list[Taken]) -> str:
    shown = [percentile(times, share) for share in (0.5, 0.99, 0.999, 1.0)]
    shown.append(max(taken.cpu_seconds for taken in times))
    return f"| {name} | {len(times):,} | " + " | ".join(f"{1000 * x:.1f} ms" for x in shown) + " |"


if __name__ == "__main__":
    given = sys.argv[1:]
    count = int(given.pop(0)) if given and given[0].isdigit() else STOPS
    sys.exit(main(count, given))
