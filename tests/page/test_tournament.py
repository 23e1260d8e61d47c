"""A tournament on the page: followed while it runs, and its games clicked through."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.arena.store import Store, create_store
from plyground.web import following
from plyground.web.server import PageServer
from tests.page.browsing import faults, overflow, status
from tests.tournaments import invented, make_plan

pytestmark = pytest.mark.slow
PLAN = make_plan("random", "random", "negamax:depth=1", games=20)
GAMES = invented(PLAN)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A tournament that this process runs."""
    with create_store(tmp_path / "t.db", PLAN) as made, made.driving():
        made.add(GAMES[:30])
        yield made


@pytest.fixture
def server(store: Store, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageServer]:
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.05)
    with PageServer(tournaments=[str(store.path)]) as made:
        yield made


@pytest.fixture
def page(context: BrowserContext, server: PageServer) -> Page:
    made = context.new_page()
    made.goto(server.url)
    expect(made.locator(".tournament .board")).to_be_visible()
    return made


def test_the_page_follows_a_run(page: Page, store: Store) -> None:
    expect(status(page)).to_have_text("It is running.")
    expect(page.locator(".progress p")).to_contain_text("30 of 60 games")
    page.evaluate("window.isTheSame = true")
    store.add(GAMES[30:])
    expect(page.locator(".progress p")).to_contain_text("60 of 60 games")
    expect(status(page)).to_have_text("It is over.")
    expect(page.locator(".said").first).to_contain_text("60 of 60 games")
    expect(page.locator(".list li").first).to_contain_text("60")
    assert page.evaluate("window.isTheSame")
    for title in ("Standings", "Who met whom", "Meetings", "By colour", "Failures", "Openings"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(page.get_by_role("img", name=re.compile(r"p0 [+-]\d+, from"))).to_be_visible()


def test_games_are_chosen_and_walked_through(page: Page) -> None:
    expect(page.locator(".list li")).to_have_count(20)
    page.get_by_role("button", name="Older").click()
    expect(page.locator(".list li")).to_have_count(10)
    page.locator(".list a").last.click()
    first = GAMES[0]
    title = f"1. {first.first} – {first.second}"
    expect(page.locator(".stage h2")).to_contain_text(title)
    expect(status(page)).to_have_text("It is running.")
    count = len(first.moves)
    expect(page.locator(".stepper p")).to_have_text(f"After move {count} of {count}")
    page.keyboard.press("Home")
    expect(page.locator(".stage .how")).to_have_text("The start of the game.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stage .how")).to_contain_text(f"played {first.moves[0]} (opening)")
    page.get_by_role("button", name="Forward").click()
    expect(page.locator(".stage .how")).to_contain_text(f"played {first.moves[1]}: score 0")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator(".analyse h1")).to_be_visible()
    assert page.url.endswith(f"#tic-tac-toe/{'+'.join(first.moves[:2])}")
    page.go_back()
    expect(page.locator(".stage h2")).to_contain_text(title)


def test_failures_are_found_and_told(page: Page) -> None:
    failed = [game for game in GAMES[:30] if game.failed is not None]
    page.locator("[name=result]").select_option("failed")
    expect(page.locator(".list li")).to_have_count(len(failed))
    expect(page.locator(".list .odd").first).to_have_text("crashed")
    page.locator(".list a").first.click()
    loser = (failed[-1].first, failed[-1].second)[failed[-1].failed or 0]
    told = f"(crashed). {loser}: ZeroDivisionError: by nothing"
    expect(page.locator(".stage .how")).to_contain_text(told)


def test_a_file_that_is_gone_is_told(page: Page, store: Store) -> None:
    store.path.rename(store.path.with_name("away.db"))
    expect(status(page)).to_contain_text("t.db is not there any more.")
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 820, 1280])
def test_nothing_serious_is_wrong_for_anyone(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert faults(page) == []
    assert overflow(page) <= 0
