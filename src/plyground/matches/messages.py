"""Matches and their games as messages that anyone can read."""

from typing import Any, cast

from plyground.core import wire
from plyground.core.wire import Termination
from plyground.matches.match import Match
from plyground.matches.result import GameResult, PlayerScore, Result
from plyground.matches.sprt import Model, Sprt


def match_info(result: Result) -> wire.Match:
    """A match so far; it has at least one game."""
    plan, (low, high) = result.match, result.elo_bounds
    first, second = map(_player, result.players)
    return wire.Match(
        game=plan.game_text,
        players=(first, second),
        games=result.games,
        pairs=result.games // 2,
        elo=result.elo,
        elo_low=low,
        elo_high=high,
        los=result.rating.los,
        plies_per_game=result.plies / result.games,
        terminations=dict(result.terminations),
        clock=None if plan.clock is None else str(plan.clock),
        seed=plan.seed,
        opening_plies=plan.opening_plies,
        fair=plan.fair,
        margin=plan.margin,
        openings=tuple(result.openings),
        interrupted=result.games < plan.games,
    )


def _player(player: PlayerScore) -> wire.PlayerScore:
    usage = player.usage
    return wire.PlayerScore(
        name=player.name,
        **player.score._asdict(),
        score=player.score.share,
        as_first=wire.Score(*player.as_first),
        as_second=wire.Score(*player.as_second),
        seconds_per_move=mean(usage.seconds, usage.moves),
        cpu_seconds_per_move=mean(usage.cpu_seconds, usage.moves),
        depth=mean(usage.depth, usage.thoughts),
        nodes=mean(usage.nodes, usage.thoughts) or None,
        failures=player.failures,
        first_failure=player.first_failure,
    )


def mean(total: float, count: int) -> float | None:
    """A mean; None of nothing."""
    return total / count if count else None


def match_game_info(match: Match, start: str, played: GameResult) -> wire.MatchGame:
    """A game of a match, which began from the position `start`."""
    winner = None if played.winner is None else played.winner ^ played.first
    return wire.MatchGame(
        game=match.game_text,
        number=played.number,
        first=match.names[played.first],
        second=match.names[1 - played.first],
        opening_plies=played.opening,
        start=start,
        moves=tuple(played.moves),
        position=played.position,
        plies=len(played.moves),
        result=cast(Any, "draw" if winner is None else ("first", "second")[winner]),
        termination=played.termination,
        reason=_reason(played),
    )


def _reason(played: GameResult) -> str | None:
    """Why a game did not end by the rules; None if it did."""
    too_long = played.termination == Termination.PLY_LIMIT
    return f"no end after {len(played.moves):,} plies" if too_long else played.failure


def sprt_message(found: Sprt, elo0: float, elo1: float, model: Model) -> wire.Sprt:
    """A test so far."""
    accepted = found.accepted
    return wire.Sprt(model=model, elo0=elo0, elo1=elo1, accepted=accepted, **found._asdict())
