"""Monte Carlo's tree in a real browser."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from plyground.web.server import PageServer
from tests.page.browsing import EXAMPLE, faults, overflow, status

pytestmark = pytest.mark.slow


COMPILED = 120_000
"""The milliseconds within which a game is compiled."""


def look(page: Page, server: PageServer, address: str) -> None:
    page.goto(f"http://{server.host}/#mcts/{address}")
    expect(page.get_by_role("heading", name="Monte Carlo")).to_be_visible()


def watch(page: Page, server: PageServer, address: str) -> None:
    """Look until something has grown."""
    look(page, server, address)
    expect(page.locator(".figures tbody tr").first).to_be_visible(timeout=COMPILED)


def grow(page: Page, simulations: int) -> None:
    """As fast as possible, to a number of simulations."""
    page.get_by_role("button", name="Pause").click()
    expect(status(page)).to_contain_text("Paused")
    page.locator("[name=rate]").select_option("0")
    page.locator("[name=simulations]").fill(str(simulations))
    page.get_by_role("button", name="Grow").click()
    expect(status(page)).to_contain_text(f"After {simulations:,} simulations")


def visits(page: Page) -> list[int]:
    cells = page.locator(".figures tbody td:nth-child(2)").all_inner_texts()
    return [int(cell) for cell in cells]


def test_the_tree_grows_and_is_walked(page: Page, server: PageServer) -> None:
    watch(page, server, "connect-four/4+4")
    expect(page.locator(".tree-picture .node").nth(5)).to_be_visible()
    grow(page, 4000)
    assert sum(visits(page)) == 4000 - 2
    first = page.locator(".figures tbody button").first
    move = first.inner_text()
    first.press("Enter")
    expect(page.locator(".way li")).to_have_text(["root", move])
    expect(page.get_by_role("grid", name="board, Yellow to move")).to_be_visible()
    expect(page.locator(".tree-picture svg")).to_have_attribute("aria-label", re.compile("Yellow"))
    page.locator(".tree-picture [data-node='1']").click()
    expect(page.locator(".way li")).to_have_count(3)
    expect(page.get_by_role("grid", name="board, Red to move")).to_be_visible()
    page.get_by_role("button", name="root").click()
    expect(page.locator(".way li")).to_have_count(1)
    page.get_by_role("button", name="tree", exact=True).click()
    expect(page.locator(".tree-picture circle").first).to_be_visible()
    assert page.get_by_role("button", name="Grow").is_visible()


def test_a_proof_ends_the_search(page: Page, server: PageServer) -> None:
    watch(page, server, "tic-tac-toe/1+2")
    expect(status(page)).to_have_text(re.compile(r"X wins with \d: it is proven after \d+ simul"))
    expect(page.locator(".figures tbody tr").first).to_contain_text("✓ win")
    page.get_by_role("button", name="New tree").click()
    expect(status(page)).to_have_text("The tree grows.")


def test_a_game_of_ones_own_has_a_tree(page: Page, server: PageServer) -> None:
    watch(page, server, quote(EXAMPLE, safe=""))
    expect(page.locator(".figures tbody tr").nth(5)).to_be_visible()


def test_another_node_becomes_the_root_of_a_new_search(page: Page, server: PageServer) -> None:
    watch(page, server, "connect-four")
    page.locator(".figures tbody button", has_text="4").click()
    page.get_by_role("link", name="Search from here").click()
    expect(page).to_have_url(re.compile("#mcts/connect-four/4$"))
    expect(page.locator(".way li")).to_have_count(1)
    expect(page.get_by_role("grid", name="board, Yellow to move")).to_be_visible()


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_serious_is_wrong(page: Page, server: PageServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    watch(page, server, "connect-four")
    expect(page.locator(".curve-plot canvas")).to_be_visible()
    page.get_by_text("Options of a new tree").click()
    assert faults(page) == []
    assert overflow(page) == 0


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("no-such-game", "no-such-game"),
        ("connect-four/4+9", "move 2, 9"),
        ("tic-tac-toe/1+4+2+5+3", "X wins: there is nothing to search"),
    ],
)
def test_an_address_that_leads_nowhere_is_told(
    page: Page, server: PageServer, address: str, told: str
) -> None:
    look(page, server, address)
    expect(status(page)).to_contain_text(told)


def test_a_bad_option_is_told(page: Page, server: PageServer) -> None:
    watch(page, server, "connect-four")
    page.get_by_text("Options of a new tree").click()
    page.locator("[name=exploration]").fill("-1")
    page.get_by_role("button", name="New tree").click()
    expect(status(page)).to_contain_text("exploration=-1.0: expected from 0 to 1000")
