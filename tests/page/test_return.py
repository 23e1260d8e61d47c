"""Games that are come back to: after a reload, in another tab, when a server is there again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from plyground.web.address import bind
from plyground.web.server import PageServer
from tests.page.browsing import SECONDS, begin, played, square, status

pytestmark = pytest.mark.slow


def test_a_reload_and_another_tab_find_the_game(page: Page, context: BrowserContext) -> None:
    begin(page, "connect-four")
    square(page, 3).click()
    played(page, 1)
    page.reload()
    played(page, 1)
    other = context.new_page()
    other.goto(page.url)
    played(other, 1)
    square(other, 2).click()
    played(page, 2)
    expect(status(page)).to_have_text("Yellow played 3. Red to move.")


def test_a_lost_connection_comes_back(page: Page, server: PageServer) -> None:
    begin(page, "connect-four")
    square(page, 3).click()
    played(page, 1)
    id = page.url.rpartition("/")[2]
    for socket in [*server._server.server_state.connections]:
        getattr(socket, "transport").abort()  # noqa: B009
    server.games.find(id).submit("2", 1)
    played(page, 2)


def test_a_game_is_saved_and_loaded(page: Page, tmp_path: Path) -> None:
    begin(page, "connect-four")
    square(page, 3).click()
    played(page, 1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    page.get_by_role("link", name="New game").click()
    page.locator("input[name=record]").set_input_files(file)
    played(page, 1)


def test_a_game_that_is_gone_leads_to_a_new_one(page: Page, server: PageServer) -> None:
    page.goto(f"http://{server.host}/#play/none")
    expect(status(page)).to_contain_text("not here any more")
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


# --- a server that is stopped and started again --------------------------------------------------


class Port:
    """A port whose server comes and goes."""

    def __init__(self) -> None:
        self.server = PageServer()
        self.port = self.server.port
        self.server.start()

    def stop(self) -> None:
        self.server.close()

    def start_again(self) -> str:
        """Another server there; returns its address, which has another token."""
        self.server = PageServer(address=bind(port=self.port))
        self.server.start()
        return self.server.url


@pytest.fixture
def port() -> Iterator[Port]:
    made = Port()
    yield made
    made.stop()


@pytest.fixture
def tab(browser: Browser, port: Port) -> Iterator[Page]:
    """A game with three moves and a clock."""
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(1000 * SECONDS)
    page = context.new_page()
    page.goto(port.server.url)
    page.locator("[name=clock]").fill("300+5")
    begin(page, "connect-four")
    for ply, column in enumerate((3, 2, 3), 1):
        square(page, column).click()
        played(page, ply)
    yield page
    context.close()


def test_a_stopped_server_is_told_and_the_game_can_be_saved(
    tab: Page, port: Port, tmp_path: Path
) -> None:
    port.stop()
    expect(status(tab)).to_have_text("The line to the server is lost; trying again.")
    expect(status(tab)).to_contain_text("start plyground serve again and open its new address")
    with tab.expect_download() as download:
        tab.get_by_role("link", name="Save").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert '[Game "connect-four"]' in file.read_text()
    assert file.read_text().split()[-4:] == ["4", "3", "4", "unfinished"]


def test_a_tab_goes_on_when_another_opens_the_new_address(tab: Page, port: Port) -> None:
    port.stop()
    expect(status(tab)).to_contain_text("lost")
    other = tab.context.new_page()
    other.goto(port.start_again())
    expect(status(tab)).to_contain_text("not here any more")
    expect(tab.get_by_text("This browser has kept connect-four with 3 moves.")).to_be_visible()
    tab.get_by_role("button", name="Go on with it").click()
    played(tab, 3)
    expect(tab.get_by_role("timer")).to_have_count(2)
    square(tab, 0).click()
    played(tab, 4)
    other.reload()  # there is nothing left to go on with
    expect(other.get_by_role("heading", name="New game")).to_be_visible()
    expect(other.locator(".go-on")).to_have_count(0)


def test_the_form_offers_the_game_of_a_server_that_is_gone(tab: Page, port: Port) -> None:
    port.stop()
    tab.goto(port.start_again())
    expect(tab.locator(".go-on")).to_contain_text("connect-four with 3 moves was not finished")
    tab.get_by_role("button", name="Go on with it").click()
    played(tab, 3)
    expect(tab).to_have_url(re.compile("#play/"))
    tab.get_by_role("link", name="New game").click()
    expect(tab.get_by_role("heading", name="New game")).to_be_visible()
    expect(tab.locator(".go-on")).to_have_count(0)


def test_a_game_can_be_forgotten(tab: Page, port: Port) -> None:
    port.stop()
    tab.goto(port.start_again())
    tab.get_by_role("button", name="Forget it").click()
    expect(tab.locator(".go-on")).to_have_count(0)
    tab.reload()
    expect(tab.get_by_role("heading", name="New game")).to_be_visible()
    expect(tab.locator(".go-on")).to_have_count(0)
