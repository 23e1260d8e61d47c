"""Plays the games of a match one after another, or in several processes at once."""

from collections.abc import Generator, Iterator
from itertools import chain, islice
from typing import NamedTuple

import msgspec

from plyground.core.errors import BadOption
from plyground.core.game import Game
from plyground.core.processes import check_sendable
from plyground.core.wire import Termination
from plyground.games.registry import make_game
from plyground.live.game import MAX_PLIES, LiveGame
from plyground.live.job import Job, Tell
from plyground.live.seat import ProgramSeat
from plyground.matches.match import Match
from plyground.matches.openings import Opening, openings
from plyground.matches.result import GameResult
from plyground.players.player import check_player, make_player
from plyground.records.record import Record
from plyground.workers.in_order import in_order
from plyground.workers.pool import Pool

Games = Generator[GameResult, None, None]


class Task(NamedTuple):
    """One game to play. In games of odd numbers player 0 moves first."""

    number: int
    opening: Opening


def play_match(match: Match, pool: Pool | None = None) -> Games:
    """Play the games of a match, in order, here or in the processes of a pool, which changes none.

    Raises BadOption at once if there is no opening.
    """
    game = make_game(match.game)
    tasks = _tasks(match, game)
    tasks = chain([*islice(tasks, 1)], tasks)
    if pool is None:
        return (play_one(match, game, task) for task in tasks)
    check_sendable("several processes", match.game, *match.players)
    return _play_in_processes(match, tasks, pool)


def check_players(match: Match) -> None:
    """Refuse a match with a player that cannot be made, or that is human."""
    game = make_game(match.game)
    for given in match.players:
        player = make_player(given)
        if player.name == "human":
            raise BadOption(
                "human plays no matches: expected two computer players; see plyground play"
            )
        check_player(player, Record(game), match.opening_plies > 0)


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


class MatchJob(Job):
    """Plays the games of a match that it is asked for."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def run(self, record: Record, tell: Tell) -> bytes:
        task = msgspec.msgpack.decode(self.question, type=Task)
        return msgspec.msgpack.encode(play_one(self.match, record.game, task))


def _play_in_processes(match: Match, tasks: Iterator[Task], pool: Pool) -> Games:
    questions = (msgspec.msgpack.encode(task) for task in tasks)
    for content in in_order(pool, match.game, MatchJob(match), questions):
        yield msgspec.msgpack.decode(content, type=GameResult)
