"""A server, a browser, and a page in it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from plyground.web.server import PageServer
from tests.page.browsing import CHROMIUM, EXAMPLE, FLAGS, SECONDS


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.fail("the page is tested in Chromium: install it with apt-get install chromium")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with PageServer(EXAMPLE) as made:
        yield made


@pytest.fixture(params=["light"])
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A browser's window that nothing goes wrong in."""
    made = browser.new_context(color_scheme=request.param, reduced_motion="reduce")
    made.set_default_timeout(1000 * SECONDS)
    wrong: list[str] = []
    made.on("weberror", lambda error: wrong.append(str(error.error)))
    made.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    yield made
    made.close()
    assert wrong == []


@pytest.fixture
def page(context: BrowserContext, server: PageServer) -> Page:
    made = context.new_page()
    made.goto(server.url)
    expect(made.get_by_role("heading", name="New game")).to_be_visible()
    return made
