"""Tournaments for tests: plans, and games that nobody had to play."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from plyground.arena.messages import MoveInfo, TournamentGame
from plyground.arena.plan import Entry, Openings, Plan
from plyground.arena.schedule import Fixture, schedule
from plyground.arena.store import Store, create_store
from plyground.core.wire import Termination
from plyground.records.record import Record

GAME = "tic-tac-toe"


def make_plan(*players: str, **options: Any) -> Plan:
    entries = tuple(Entry(player=player, name=f"p{n}") for n, player in enumerate(players))
    return Plan(game=GAME, players=entries, openings=Openings(plies=1), **options)


def invented(plan: Plan, seed: int = 1) -> list[TournamentGame]:
    """All games of a plan, with random moves; some of them end by a fault."""
    random = Random(seed)
    return [_invented(plan, fixture, random) for fixture in schedule(plan, {}).fixtures]


def _invented(plan: Plan, fixture: Fixture, random: Random) -> TournamentGame:
    record = Record(plan.game)
    moves = 0
    fails = random.random() < 0.1
    while not record.is_over and not (fails and moves == 3):
        record.push(random.choice(record.legal_moves))
        moves += 1
    loser = record.turn
    result = ("second", "first")[loser] if fails else record.result
    info = MoveInfo(seconds=0.001, depth=2, nodes=9, score=0)
    return TournamentGame(
        number=fixture.number,
        round=fixture.round,
        first=plan.players[fixture.first].shown,
        second=plan.players[fixture.second].shown,
        opening_plies=1,
        moves=tuple(record.move_texts),
        position=record.position_text,
        result=result,  # type: ignore[arg-type]
        termination=Termination.CRASHED if fails else Termination.NORMAL,
        reason="ZeroDivisionError: by nothing" if fails else None,
        failed=loser if fails else None,
        infos=(info,) * (moves - 1),
        seed=fixture.number,
        versions={},
        machine="here",
    )


def stored(path: Path, plan: Plan, games: Sequence[TournamentGame]) -> Store:
    """A new file with these games."""
    store = create_store(path, plan)
    with store.driving():
        store.add(games)
    return store
