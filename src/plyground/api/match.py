"""`play` has two players play one game, `match` many."""

import contextlib
from collections.abc import Callable

from plyground.api.records import AnyRecord, as_record
from plyground.games.registry import AnyGame
from plyground.live.clock import parse_time_control
from plyground.live.game import LiveGame
from plyground.matches.file import record_file
from plyground.matches.match import Match
from plyground.matches.messages import match_game_info
from plyground.matches.result import GameResult, Result, empty_result
from plyground.matches.series import check_players, play_match
from plyground.players.player import AnyPlayer
from plyground.records.record import Record
from plyground.workers.making import pool_for_many


def play(
    record: AnyRecord, first: AnyPlayer, second: AnyPlayer, *, clock: str | None = None
) -> Record:
    """Have two players play a game to its end; returns a new record.

    `clock` is how long each may think: `60+0.5`, `40/60`, `move=1`.

    >>> play("tic-tac-toe", "solver:time=0.1", "solver:time=0.1").result
    'draw'
    """
    live = LiveGame(as_record(record).copy(), first, second, clock)
    live.play()
    live.raise_failure()
    return live.record


def match(
    game: AnyGame,
    first: AnyPlayer,
    second: AnyPlayer,
    games: int = 100,
    *,
    opening_plies: int = 4,
    fair: int = 0,
    margin: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    pool: str | None = None,
    clock: str | None = None,
    file: str | None = None,
    on_game: Callable[[GameResult, Result], None] = lambda played, result: None,
) -> Result:
    """Have two players play many games, in pairs: both players play each opening from either side.

    Openings have `opening_plies` random moves. None is decided within `fair` plies, and a search of
    `fair` plies scores none further than `margin` from 0. `jobs` processes play at once, or all
    processors of the cluster `pool`, such as `ray` or `ray:ADDRESS`; if so, give players and game
    as texts. `clock` is how long each player may think, as in `play`; who runs out of time loses.
    Each game is written to the new file `file` as a line of JSON. `on_game` is called after each
    game with its result and the match so far. A player that fails loses that game.

    >>> match("tic-tac-toe", "best:time=0.01", "random:seed=1", games=10).games
    10
    """
    control = None if clock is None else parse_time_control(clock)
    plan = Match(game, (first, second), games, opening_plies, seed, fair, margin, control)
    check_players(plan)
    result = empty_result(plan)
    with (
        pool_for_many(pool, min(jobs, games)) as workers,
        contextlib.closing(play_match(plan, workers)) as all_played,
    ):
        write, start = record_file(file), Record(game).position_text
        for played in all_played:
            result.add(played)
            write(match_game_info(plan, start, played))
            on_game(played, result)
    return result
