"""Proofs in a real browser: numbers, a verdict, and a certificate that is walked."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from plyground.web.server import PageServer
from tests.page.browsing import EXAMPLE, faults, overflow, square, status

pytestmark = pytest.mark.slow


COMPILED = 120_000
"""The milliseconds within which a game is compiled."""


def look(page: Page, server: PageServer, address: str) -> None:
    page.goto(f"http://{server.host}/#proof/{address}")
    expect(page.get_by_role("heading", name="Proof")).to_be_visible()


def watch(page: Page, server: PageServer, address: str) -> None:
    """Look until something is known."""
    look(page, server, address)
    expect(page.locator(".question")).not_to_have_text("", timeout=COMPILED)


def explain(page: Page, outcome: str) -> None:
    page.get_by_role("button", name=f"Why is this {outcome}?").click()
    expect(status(page)).to_contain_text(re.compile(r"Checked: \d+ positions, no solver used."))


def test_a_win_is_solved_and_walked_to_its_end(page: Page, server: PageServer) -> None:
    watch(page, server, "tic-tac-toe/1+2")
    expect(status(page)).to_have_text("X wins in 5 plies, beginning with 4.")
    expect(page.locator(".question")).to_have_text("Can X force a win within 5 plies? Yes.")
    expect(page.locator(".figures tbody tr").first).to_contain_text("∞")
    expect(page.locator(".figures tbody tr").first).to_contain_text("✓ proven")
    explain(page, "won")
    expect(page.locator(".way li")).to_have_text(["root", "4"])
    expect(status(page)).to_contain_text("In every line from here X wins within 4 plies.")
    replies = page.locator(".why .figures button")
    expect(replies).to_have_count(6)
    replies.first.press("Enter")
    expect(page.locator(".way li")).to_have_count(4)
    expect(status(page)).to_contain_text("X wins within 2 plies.")
    square(page, 8).click()
    expect(page.locator(".way li")).to_have_count(6)
    expect(status(page)).to_contain_text("X wins.")
    expect(page.get_by_role("heading", name="The line ends here")).to_be_visible()
    page.get_by_role("button", name="root").click()
    expect(page.locator(".way li")).to_have_text(["root", "4"])
    page.get_by_role("button", name="O holds for 4 plies").click()
    expect(status(page)).to_contain_text("In no line from here O loses within 4 plies.")
    page.get_by_role("button", name="Back to the numbers").click()
    expect(page.locator(".tree-picture")).to_be_visible()


def test_a_loss_and_a_draw_are_explained(page: Page, server: PageServer) -> None:
    watch(page, server, "tic-tac-toe/1+2+4")
    expect(status(page)).to_have_text("O loses in 4 plies.")
    explain(page, "lost")
    watch(page, server, "tic-tac-toe/1+5")
    expect(status(page)).to_contain_text("Neither side can force a win: a draw")
    page.get_by_role("button", name="Why is this a draw?").click()
    expect(page.get_by_role("button", name="X does not lose")).to_be_visible()
    expect(status(page)).to_contain_text("In no line from here X loses")


def test_a_position_of_ones_own_game_is_solved(page: Page, server: PageServer) -> None:
    start = f"{1 << 40},{1 << 63},0"  # white has two steps to go, and black is far away
    watch(page, server, f"{quote(EXAMPLE, safe='')}//{start}")
    expect(status(page)).to_contain_text("White wins in 3 plies")


def test_numbers_are_shown_while_it_solves_and_a_stop_is_answered(
    page: Page, server: PageServer
) -> None:
    watch(page, server, "connect-four/4+4")
    expect(page.locator(".tree-picture .node").nth(20)).to_be_visible()
    expect(page.locator(".question")).to_contain_text(re.compile(r"Can (Red|Yellow) force a win"))
    page.locator(".figures tbody button").first.click()
    expect(page.locator(".way li")).to_have_count(2)
    page.get_by_role("button", name="Stop").click()
    expect(status(page)).to_contain_text(re.compile("Stopped|Not solved after"))
    expect(page.get_by_role("button", name="Why?")).to_be_disabled()
    expect(page.get_by_role("button", name="Solve")).to_be_visible()


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_serious_is_wrong(page: Page, server: PageServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    watch(page, server, "tic-tac-toe/1+2")
    expect(status(page)).to_contain_text("X wins in 5")
    page.get_by_text("Options", exact=True).click()
    assert faults(page) == []
    assert overflow(page) == 0
    explain(page, "won")
    assert faults(page) == []
    assert overflow(page) == 0


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("no-such-game", "no-such-game"),
        ("connect-four/4+9", "move 2, 9"),
        ("tic-tac-toe/1+4+2+5+3", "X wins: there is nothing to prove"),
    ],
)
def test_an_address_that_leads_nowhere_is_told(
    page: Page, server: PageServer, address: str, told: str
) -> None:
    look(page, server, address)
    expect(status(page)).to_contain_text(told)
    expect(page.get_by_role("button", name="Solve")).to_be_visible()
