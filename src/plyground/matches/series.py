"""Plays the games of a match one after another, or in several processes at once."""

import multiprocessing
from collections import deque
from collections.abc import Generator, Hashable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import chain, islice
from multiprocessing.process import BaseProcess
from typing import Final, NamedTuple, cast

from plyground.core.errors import BadOption, PlygroundError
from plyground.core.game import Game
from plyground.core.processes import begin_worker, check_sendable, ctrl_c_ignored
from plyground.core.wire import Termination
from plyground.games.registry import make_game
from plyground.live.game import MAX_PLIES, LiveGame
from plyground.live.seat import ProgramSeat
from plyground.matches.match import Match
from plyground.matches.openings import Opening, openings
from plyground.matches.result import GameResult
from plyground.players.engine import EnginePlayer
from plyground.players.player import make_player
from plyground.records.record import Record

_QUEUED_GAMES: Final = 4
"""How many games are queued per process: none is idle while another plays a long game."""

Games = Generator[GameResult, None, None]


class Task(NamedTuple):
    """One game to play. In games of odd numbers player 0 moves first."""

    number: int
    opening: Opening


def play_match(match: Match) -> Games:
    """Play the games of a match, in order; the number of processes does not change them.

    Raises BadOption at once if there is no opening.
    """
    game = make_game(match.game)
    tasks = _tasks(match, game)
    tasks = chain([*islice(tasks, 1)], tasks)
    if match.jobs == 1:
        return (play_one(match, game, task) for task in tasks)
    return _play_in_processes(match, tasks)


def check_players(match: Match) -> None:
    """Refuse a match with a player that cannot be made, or that is human."""
    game = make_game(match.game)
    for given in match.players:
        player = make_player(given)
        if player.name == "human":
            raise BadOption(
                "human plays no matches: expected two computer players; see plyground play"
            )
        if isinstance(player, EnginePlayer):
            player.check_for(Record(game))


def _tasks(match: Match, game: Game) -> Iterator[Task]:
    source = openings(game, match.opening_plies, match.seed, match.fair, match.margin)
    opening: Opening = ()
    for number in range(1, match.games + 1):
        opening = next(source) if number % 2 else opening
        yield Task(number, opening)


def play_one(match: Match, game: Game, task: Task) -> GameResult:
    """Play one game. A player that fails loses it."""
    first = 1 - task.number % 2
    seats = [ProgramSeat(player) for player in match.players]
    record = Record(game, moves=task.opening)
    live = LiveGame(record, seats[first], seats[1 - first], match.clock, MAX_PLIES)
    live.play()
    side, termination = record.winner, record.termination or Termination.INTERRUPTED
    return GameResult(
        number=task.number,
        first=first,
        opening=len(task.opening),
        moves=record.move_texts,
        position=game.position_text(record.position),
        winner=side if side is None else side ^ first,
        termination=termination,
        failure=_failure(live),
        usages=(seats[0].usage, seats[1].usage),
    )


def _failure(live: LiveGame) -> str | None:
    """Why a player lost otherwise than by the rules."""
    if live.failed:
        return live.failed.reason
    return "ran out of time" if live.record.termination == Termination.CLOCK else None


# --- several processes -------------------------------------------------------------------------


def _play_in_processes(match: Match, tasks: Iterator[Task]) -> Games:
    others = {*multiprocessing.active_children()}
    check_sendable(f"jobs={match.jobs}", match.game, *match.players)
    context = multiprocessing.get_context("spawn")
    waiting: deque[Future[GameResult]] = deque()
    jobs = min(match.jobs, match.games)
    ready = [*islice(tasks, jobs * _QUEUED_GAMES)]
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=begin_worker) as pool:
        try:
            with ctrl_c_ignored():
                for task in ready:
                    waiting.append(pool.submit(_play_here, match, task))
            while waiting:
                yield waiting.popleft().result()
                for task in islice(tasks, 1):
                    waiting.append(pool.submit(_play_here, match, task))
        except BrokenProcessPool:
            raise PlygroundError("a process of the match died: try jobs=1") from None
        except BaseException:
            _end(pool, {*multiprocessing.active_children()} - others)
            raise


def _play_here(match: Match, task: Task) -> GameResult:
    return play_one(match, _game_here(cast(Hashable, match.game)), task)


@cache
def _game_here(game: Hashable) -> Game:
    """The game, made once in this process."""
    return make_game(game)  # type: ignore[arg-type]


def _end(pool: ProcessPoolExecutor, workers: set[BaseProcess]) -> None:
    """Stop all games, those being played too."""
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
