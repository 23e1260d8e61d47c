"""Tournaments behind the page: followed while another process writes, locked and changed by nobody
else."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from plyground.arena.messages import TournamentGame
from plyground.arena.store import Store, create_store, open_store
from plyground.core.errors import BadOption, BadTournament
from plyground.web import following, tournaments
from plyground.web.offers import Offers
from plyground.web.server import PageServer
from plyground.web.tournaments import ServedTournaments
from tests.serving import Page, opened
from tests.tournaments import invented, make_plan, stored
from tests.waiting import wait_until

PLAN = make_plan("random", "random", "negamax:depth=1", games=20)
GAMES = invented(PLAN)
FIND = {"name": "t.db", "player": None, "opponent": None, "wanted": None, "start": 0}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.02)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A tournament that this process runs."""
    with create_store(tmp_path / "t.db", PLAN) as made, made.driving():
        made.add(GAMES[:10])
        yield made


@pytest.fixture
def page(store: Store) -> Iterator[Page]:
    with PageServer(tournaments=[str(store.path)]) as server, opened(server) as made:
        yield made


def shown(page: Page, done: int, **wanted: Any) -> dict[str, Any]:
    """What is told of the tournament when so many games have ended, and its tables say so."""
    while True:
        found = page.heard("tournament-shown")
        has_tables = f"{done:,} of" in "".join(found["sentences"])
        if found["done"] == done and has_tables and wanted.items() <= found.items():
            return found


def listed(page: Page, **wanted: Any) -> dict[str, Any]:
    page.say("find-tournament-games", **{**FIND, **wanted})
    return page.heard("tournament-games")


def test_a_tournament_is_followed_while_it_runs(page: Page, store: Store) -> None:
    assert page.offer["tournaments"] == ["t.db"]
    page.say("watch-tournament", name="t.db")
    found = shown(page, 10, state="running")
    assert (found["games"], found["error"]) == (60, None)
    assert found["summary"] == "round-robin of 3 players in tic-tac-toe"
    store.add(GAMES[10:59])
    assert shown(page, 59)["state"] == "running"
    store.add(GAMES[59:])
    found = shown(page, 60)
    assert found["state"] == "over" and found["tables"][0]["title"] == "standings"
    assert {*found["players"]} == {"p0", "p1", "p2"}


def test_nobody_looks_at_a_file_that_nobody_watches(page: Page, store: Store) -> None:
    page.say("watch-tournament", name="t.db")
    shown(page, 10)
    page.say("watch-tournament", name=None)
    wait_until(lambda: not any(thread.name == "follower" for thread in threading.enumerate()))
    store.add(GAMES[10:])
    assert listed(page)["total"] == 10
    page.say("watch-tournament", name="t.db")
    shown(page, 60)


def test_games_are_listed_by_pages(page: Page, store: Store) -> None:
    store.add(GAMES)
    page.say("watch-tournament", name="t.db")
    shown(page, 60)
    numbers: list[int] = []
    while len(numbers) < 60:
        found = listed(page, start=len(numbers))
        assert found["total"] == 60 and found["start"] == len(numbers)
        assert 0 < len(found["games"]) <= tournaments.PAGE_GAMES
        numbers += [game["number"] for game in found["games"]]
    assert numbers == [*range(60, 0, -1)]
    assert listed(page, start=60)["games"] == []


POINTS = {"won": "first", "drawn": "draw", "lost": "second"}


def belongs(game: TournamentGame, player: str | None, wanted: str) -> bool:
    """Whether a game is to be listed, by what is stored of it."""
    both = (game.first, game.second)
    if player is not None and player not in both:
        return False
    if wanted == "failed":
        return game.failed is not None and (player is None or both[game.failed] == player)
    flipped = {"first": "second", "second": "first", "draw": "draw"}
    own = flipped[game.result] if player == game.second else game.result
    return own == POINTS[wanted]


@pytest.mark.parametrize("player", [None, "p0", "p2"])
@pytest.mark.parametrize("wanted", ["won", "drawn", "lost", "failed"])
def test_games_are_found_by_player_and_result(
    page: Page, store: Store, player: str | None, wanted: str
) -> None:
    store.add(GAMES)
    page.say("watch-tournament", name="t.db")
    shown(page, 60)
    right = [game.number for game in reversed(GAMES) if belongs(game, player, wanted)]
    found = listed(page, player=player, wanted=wanted)
    assert found["total"] == len(right)
    assert [game["number"] for game in found["games"]] == right[: tournaments.PAGE_GAMES]


def test_games_between_two_players_are_found(page: Page, store: Store) -> None:
    store.add(GAMES)
    page.say("watch-tournament", name="t.db")
    shown(page, 60)
    found = listed(page, player="p0", opponent="p2")
    assert found["total"] == 20
    assert all({game["first"], game["second"]} == {"p0", "p2"} for game in found["games"])


def test_a_game_is_shown_with_all_that_is_stored(page: Page) -> None:
    page.say("open-tournament-game", name="t.db", number=3)
    found = page.heard("tournament-game-shown")["game"]
    assert found["moves"] == [*GAMES[2].moves] and len(found["infos"]) == len(GAMES[2].infos)
    assert "has no game 99" in page.refusal("open-tournament-game", name="t.db", number=99)


def test_a_file_that_goes_wrong_is_told_in_a_sentence(tmp_path: Path) -> None:
    file, away = tmp_path / "t.db", tmp_path / "away.db"
    stored(file, PLAN, GAMES[:10]).close()
    with PageServer(tournaments=[str(file)]) as server, opened(server) as page:
        page.say("watch-tournament", name="t.db")
        assert shown(page, 10, state="stopped")["error"] is None
        file.rename(away)
        assert "t.db is not there any more" in shown(page, 10)["error"]
        file.write_bytes(b"This is no tournament. " * 1000)
        while "not a tournament" not in str(page.heard("tournament-shown")["error"]):
            pass
        away.replace(file)
        assert shown(page, 10, error=None)["tables"]


def test_a_page_follows_nothing_but_what_the_command_line_names(
    page: Page, store: Store, tmp_path: Path
) -> None:
    other = tmp_path / "other.db"
    stored(other, PLAN, GAMES).close()
    for name in (str(other), "other.db", "../t.db", str(store.path), ""):
        assert "is not offered" in page.refusal("watch-tournament", name=name)
        assert "is not offered" in page.refusal("open-tournament-game", name=name, number=1)
        refused = page.refusal("find-tournament-games", **{**FIND, "name": name})
        assert "is not offered" in refused


def test_names_are_told_apart(tmp_path: Path) -> None:
    paths = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        paths.append(str(tmp_path / folder / "t.db"))
        stored(Path(paths[-1]), PLAN, []).close()
    found = ServedTournaments(paths)
    assert [*found.games] == ["t.db", "t.db (2)"] and found.address == "#tournament/t.db"
    assert found.find("t.db (2)").path == paths[1]
    assert ServedTournaments([]).address == ""
    with pytest.raises(BadTournament, match=r"none\.db"):
        ServedTournaments([str(tmp_path / "none.db")])


def test_the_game_of_a_tournament_can_be_shown_even_if_it_is_in_a_file(tmp_path: Path) -> None:
    plan = replace(PLAN, game="examples/nim.py")
    stored(tmp_path / "t.db", plan, []).close()
    offers = Offers(None, ServedTournaments([str(tmp_path / "t.db")]).games)
    assert offers.game("examples/nim.py")
    with pytest.raises(BadOption, match="cannot be opened by a page"):
        offers.game("examples/hex.py")


def test_following_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    stored(file, PLAN, GAMES).close()
    before = file.read_bytes()
    with PageServer(tournaments=[str(file)]) as server, opened(server) as page:
        page.say("watch-tournament", name="t.db")
        assert shown(page, 60)["state"] == "over"
        with open_store(file) as another, another.driving():
            pass  # nobody is kept from running it
    assert sorted(one.name for one in tmp_path.iterdir()) == ["t.db", "t.db.lock"]
    assert file.read_bytes() == before
