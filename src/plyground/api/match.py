"""`play` has two players play one game, `match` many."""

import contextlib
from collections.abc import Callable

from plyground.api.records import AnyRecord, as_record
from plyground.games.registry import AnyGame
from plyground.matches.file import record_file
from plyground.matches.match import Match
from plyground.matches.messages import match_game_info
from plyground.matches.referee import play_game
from plyground.matches.result import GameResult, Result, empty_result
from plyground.matches.series import check_players, play_match
from plyground.players.player import AnyPlayer, make_player
from plyground.records.record import Record


def play(record: AnyRecord, first: AnyPlayer, second: AnyPlayer) -> Record:
    """Have two players play a game to its end; returns a new record.

    >>> play("tic-tac-toe", "solver:time=0.1", "solver:time=0.1").result
    'draw'
    """
    return play_game(as_record(record).copy(), (make_player(first), make_player(second)))


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
    file: str | None = None,
    on_game: Callable[[GameResult, Result], None] = lambda played, result: None,
) -> Result:
    """Have two players play many games, in pairs: both players play each opening from either side.

    Openings have `opening_plies` random moves. None is decided within `fair` plies, and a search of
    `fair` plies scores none further than `margin` from 0. `jobs` processes play at once; if there
    are several, give players and game as texts. Each game is written to the new file `file` as a
    line of JSON. `on_game` is called after each game with its result and the match so far. A player
    that fails loses that game.

    >>> match("tic-tac-toe", "best:time=0.01", "random:seed=1", games=10).games
    10
    """
    plan = Match(game, (first, second), games, opening_plies, seed, jobs, fair, margin)
    check_players(plan)
    result = empty_result(plan)
    with contextlib.closing(play_match(plan)) as all_played:
        write, start = record_file(file), Record(game).position_text
        for played in all_played:
            result.add(played)
            write(match_game_info(plan, start, played))
            on_game(played, result)
    return result
