"""Plays one game of a tournament, wherever it is sent."""

import platform
import sys
from functools import cache
from typing import Final, cast

import msgspec

from plyground import __version__
from plyground.arena.adjudicator import Adjudicator
from plyground.arena.messages import MoveInfo, TournamentGame
from plyground.arena.plan import Plan
from plyground.core.game import Game
from plyground.core.options import options_of
from plyground.core.python_files import split_file
from plyground.core.wire import Result, Termination
from plyground.live.events import Event, Moved
from plyground.live.game import LiveGame
from plyground.live.job import Job, Tell
from plyground.live.process_player import ProcessPlayer, ProcessSeat
from plyground.live.process_pool import ProcessPool
from plyground.live.seat import ProgramSeat
from plyground.players.player import player_class, takes_text
from plyground.records.record import Record

FAILURES: Final = (
    Termination.CLOCK,
    Termination.ILLEGAL_MOVE,
    Termination.CRASHED,
    Termination.STALLED,
)
"""How a game can end through the fault of a player."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A game to be played, as it is sent to a worker."""

    number: int
    round: int
    first: int
    second: int
    opening: list[int]
    seed: int
    apart: bool = False
    """Whether both players get processes of their own, whatever they are."""


class TournamentJob(Job):
    """Plays the games of a plan that it is asked for."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan

    def run(self, record: Record, tell: Tell) -> bytes:
        order = msgspec.msgpack.decode(self.question, type=Order)
        return msgspec.json.encode(play(self.plan, record.game, order))


def play(plan: Plan, game: Game, order: Order) -> TournamentGame:
    """Play a game. A player that fails loses it."""
    first, second = (_seat(plan, number, order) for number in (order.first, order.second))
    record = Record(game, moves=order.opening, game_text=plan.game)
    live = LiveGame(record, first, second, plan.clock or None, plan.adjudication.max_plies)
    moves: list[MoveInfo] = []
    adjudicator = Adjudicator(plan.adjudication, live)

    def hear(event: Event) -> None:
        if isinstance(event, Moved):
            moves.append(_move_info(event, None if game.alternates else event.side))
            adjudicator.look(event)

    live.listen(hear)
    live.play()
    return TournamentGame(
        number=order.number,
        round=order.round,
        first=plan.players[order.first].shown,
        second=plan.players[order.second].shown,
        opening_plies=len(order.opening),
        moves=tuple(record.move_texts),
        position=record.position_text,
        result=cast(Result, record.result),
        termination=record.termination or Termination.INTERRUPTED,
        reason=_reason(live, adjudicator),
        failed=_failed(live),
        infos=tuple(moves),
        seed=order.seed,
        versions=versions(),
        machine=platform.node(),
    )


def _seat(plan: Plan, number: int, order: Order) -> ProcessSeat | ProgramSeat:
    text = seeded(plan.players[number].player, 2 * order.seed + (number == order.second))
    if order.apart or runs_apart(text):
        return ProcessSeat(ProcessPlayer(text, _pool(plan.memory << 20), plan.move_seconds))
    return ProgramSeat(text, plan.memory << 20)


@cache
def _pool(max_memory: int) -> ProcessPool:
    """The processes of players that are not trusted with this one."""
    return ProcessPool(size=2, max_memory=max_memory)


def runs_apart(text: str) -> bool:
    """Whether a player is somebody's own code, which gets a process of its own."""
    cls = player_class(text)
    return bool(getattr(cls, "runs_apart", split_file(text) and not takes_text(cls)))


def seeded(text: str, seed: int) -> str:
    """A player's text with a seed, if it takes one and has none: each game differs, and is the
    same whenever it is played again."""
    cls = player_class(text)
    takes_seed = any(option.name == "seed" for option in options_of(cls))
    if not takes_seed or split_file(text) or takes_text(cls) or "seed=" in text:
        return text
    return f"{text}{',' if ':' in text else ':'}seed={seed % 10**9}"


def _move_info(event: Moved, side: int | None) -> MoveInfo:
    info, best = event.info, event.info.lines[0] if event.info and event.info.lines else None
    return MoveInfo(
        seconds=round(event.seconds, 6),
        depth=info.depth if info else None,
        nodes=info.nodes if info else None,
        score=best.score if best else None,
        verdict=best.verdict if best else None,
        side=side,
    )


def _reason(live: LiveGame, adjudicator: Adjudicator) -> str | None:
    """Why a game did not end by its rules; None if it did."""
    if live.failed:
        return live.failed.reason
    reasons = {
        Termination.CLOCK: "ran out of time",
        Termination.PLY_LIMIT: f"no end after {len(live.record.moves):,} plies",
        Termination.ADJUDICATED: adjudicator.reason,
    }
    return reasons.get(live.record.termination or Termination.NORMAL)


def _failed(live: LiveGame) -> int | None:
    """The side that lost through its own fault."""
    record = live.record
    if record.termination in FAILURES and record.winner is not None:
        return 1 - record.winner
    return None


@cache
def versions() -> dict[str, str]:
    """The versions of what plays here."""
    import numba

    return {
        "plyground": __version__,
        "python": platform.python_version(),
        "numba": numba.__version__,
        "system": sys.platform,
    }
