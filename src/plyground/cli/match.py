"""`plyground match`: which of two players is stronger."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli.common import Clock, GameText, Jobs, Json, PoolText, print_message
from plyground.cli.completing import complete_player
from plyground.core.plurals import counted
from plyground.core.wire import Termination
from plyground.games.registry import make_game

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.core.game import Game
    from plyground.matches.rating import Rating
    from plyground.matches.result import GameResult, PlayerScore, Result, Score

EXAMPLES = (
    "plyground match connect-four random random --games 20",
    "plyground match paths:board=3x3 random:seed=1 random:seed=2 --opening-plies 2 --json",
    "plyground match dominoes random random --jobs 2 --record games.jsonl",
    "plyground match connect-four best mcts --pool ray",
)
_MAX_GAMES, _MAX_OPENING_PLIES = 1_000_000, 1000
_MAX_FAIR, _MAX_MARGIN = 30, 1_000_000
_MAX_SEED = 10**9

PlayerText = Annotated[
    str,
    typer.Argument(
        metavar="PLAYER", help="random, random:seed=3, ...", autocompletion=complete_player
    ),
]


def command(
    game_text: GameText,
    first: PlayerText,
    second: PlayerText,
    games: Annotated[int, typer.Option("--games", min=1, max=_MAX_GAMES)] = 100,
    opening_plies: Annotated[
        int,
        typer.Option(min=0, max=_MAX_OPENING_PLIES, help="Random moves at the start of each game."),
    ] = 4,
    fair: Annotated[
        int,
        typer.Option(
            min=0,
            max=_MAX_FAIR,
            metavar="PLIES",
            help="Use no opening that is decided within PLIES plies.",
        ),
    ] = 0,
    margin: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=_MAX_MARGIN,
            metavar="POINTS",
            help="Use no opening that a search of --fair plies scores beyond POINTS.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, max=_MAX_SEED, help="Another seed gives other openings.")
    ] = 1,
    jobs: Jobs = 1,
    pool: PoolText = None,
    clock: Clock = None,
    record: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write each game as a line of JSON.")
    ] = None,
    json: Json = False,
) -> None:
    """Have two players play many games, and show who is stronger.

    Games are played in pairs: each random opening once with either player moving first. A player
    that fails loses that game, and the match goes on. Ctrl-C shows the games played so far.
    """
    game = make_game(game_text)

    from plyground.api.match import match
    from plyground.matches.messages import match_info
    from plyground.terminal.screen import live_line

    so_far: list[Result] = []
    try:
        with live_line("looking for an opening") as show:

            def see(played: "GameResult", result: "Result") -> None:
                so_far[:] = [result]
                show(_running(games, result))

            match(
                game_text,
                first,
                second,
                games,
                opening_plies=opening_plies,
                fair=fair,
                margin=margin,
                seed=seed,
                jobs=jobs,
                pool=pool,
                clock=clock,
                file=record,
                on_game=see,
            )
    finally:
        # Also if the match was stopped: show what was played so far.
        for result in so_far:
            if json:
                print_message(match_info(result))
            else:
                _print_result(game, result)


def _running(games: int, result: "Result") -> str:
    score = result.players[0].score
    done = f"{result.games:,} of {counted(games, 'game')}"
    return f"{done}, {_in_short(score)} ({_percent(score)}) for the first player"


# --- for people --------------------------------------------------------------------------------


def _print_result(game: "Game", result: "Result") -> None:
    from plyground.terminal.screen import output

    console = output()
    console.print(_table(game, result))
    for line in _sentences(result):
        console.print(line, markup=False)


def _table(game: "Game", result: "Result") -> "Table":
    """A column for each player; rows that are empty for both are left out."""
    from rich.text import Text

    from plyground.terminal.table import bare_table

    table = bare_table()
    for heading in ("", *(player.name for player in result.players)):
        table.add_column(Text(heading), overflow="fold")
    shown = [_shown(game, player) for player in result.players]
    for label in shown[0]:
        if any(column[label] for column in shown):
            table.add_row(label, *(column[label] or "-" for column in shown))
    return table


def _shown(game: "Game", player: "PlayerScore") -> dict[str, str]:
    """A player's column of the table, by label; an empty text for no value."""
    from plyground.matches.messages import mean

    usage = player.usage
    return {
        "won/drawn/lost": _in_short(player.score),
        f"as {game.sides[0]}": _in_short(player.as_first),
        f"as {game.sides[1]}": _in_short(player.as_second),
        "score": _percent(player.score),
        "time a move": _milliseconds(mean(usage.seconds, usage.moves)),
        "CPU a move": _milliseconds(mean(usage.cpu_seconds, usage.moves)),
        "depth": _rounded(mean(usage.depth, usage.thoughts), ".1f"),
        "nodes a move": _rounded(mean(usage.nodes, usage.thoughts) or None, ",.0f"),
        "failures": _rounded(player.failures or None, ",d"),
    }


def _in_short(score: "Score") -> str:
    return "/".join(f"{count:,}" for count in score)


def _percent(score: "Score") -> str:
    return "" if score.share is None else f"{score.share:.1%}".replace("%", " %")


def _milliseconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{1000 * seconds:,.3f} ms"


def _rounded(number: float | None, form: str) -> str:
    return "" if number is None else format(number, form)


def _sentences(result: "Result") -> Iterator[str]:
    first, second = (player.name for player in result.players)
    yield (
        f"{counted(result.games, 'game')} of {result.plies / result.games:.1f} plies "
        f"from {counted(len({*result.openings}), 'different opening')}"
    )
    yield f"Elo of {first} over {second}: {_elo_text(result.rating)}"
    too_long = result.terminations[Termination.PLY_LIMIT]
    if too_long:
        yield f"games without an end, counted as draws: {too_long:,}"
    for player in result.players:
        if player.first_failure:
            yield f"first failure of {player.name}: {player.first_failure}"


def _elo_text(rating: "Rating") -> str:
    """The Elo difference with its confidence interval; infinite bounds are put in words."""
    from plyground.matches.rating import elo

    middle, low, high = (elo(score) for score in (rating.score, rating.low, rating.high))
    if high is None:
        bounds = f"over {_signed(low)}"
    elif low is None:
        bounds = f"under {_signed(high)}"
    else:
        bounds = f"from {_signed(low)} to {_signed(high)}"
    return f"{bounds} (95 %)" if middle is None else f"{_signed(middle)} (95 %: {bounds})"


def _signed(number: float | None) -> str:
    return _rounded(number, "+z.0f")
