"""Ten players of five kinds in one tournament: the same games wherever they are played, whoever is
killed meanwhile."""

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from plyground.arena.driver import run
from plyground.arena.messages import TournamentReport
from plyground.arena.plan import Plan, read_plan
from plyground.arena.report import report
from plyground.arena.store import create_store
from plyground.workers.making import make_pool
from tests.positions import ROOT
from tests.test_pools import cluster, random_kills
from tests.test_tournament import outcomes

KINDS = ("examples/players/centre.py", "ugi:", "kaggle:", "course:")


def ten(games: int) -> Plan:
    """The plan of the page about tournaments."""
    plan = read_plan(str(ROOT / "examples" / "players" / "ten.toml"))
    python = [
        replace(entry, player=entry.player.replace("python3", sys.executable))
        for entry in plan.players
    ]
    return replace(plan, players=tuple(python), games=games)


def test_the_plan_has_ten_players_of_five_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    players = [entry.player for entry in ten(2).players]
    kinds = {next((kind for kind in KINDS if one.startswith(kind)), "ours") for one in players}
    assert len(players) == 10 and len(kinds) == 5


@pytest.mark.peers
def test_the_table_is_the_same_through_kills_and_on_a_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    plan, made = ten(games=2), cluster()
    here = create_store(tmp_path / "here.db", plan)
    with make_pool("local", 2) as pool:
        run(here, pool, random_kills(0.1))
    there = create_store(tmp_path / "there.db", plan)
    with make_pool(f"ray:{made.address}") as pool:
        run(there, pool, random_kills(0.1))
    assert outcomes(here) == outcomes(there)
    one, other = report(here), report(there)
    assert one.done == other.done == 90 and one.terminations == {"normal": 90}
    assert agree(one, other)
    here.close()
    there.close()
    made.shutdown()


def agree(one: TournamentReport, other: TournamentReport) -> bool:
    """Whether each rating lies within the interval of the other."""
    elos = {player.name: player.elo or 0.0 for player in other.players}
    return all((p.low or 0.0) <= elos[p.name] <= (p.high or 0.0) for p in one.players)
