"""A run of learning on the page: its curves, its ladder and its weights, while it goes on."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from plyground.learning.folder import Folder
from plyground.web import following
from plyground.web.server import PageServer
from tests.learning.runs import add_rung, learned
from tests.page.browsing import faults, overflow, status

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Folder]:
    """A run that this process holds."""
    made = learned(tmp_path)
    add_rung(made, 0, "random", 2)
    with made.driving():
        yield made


@pytest.fixture
def page(
    context: BrowserContext, folder: Folder, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Page]:
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.05)
    with PageServer(runs=[str(folder.path)]) as server:
        made = context.new_page()
        made.goto(server.url)
        expect(made.locator(".learning .curves").first).to_be_visible()
        yield made


def test_the_page_follows_a_run(page: Page, folder: Folder) -> None:
    expect(status(page)).to_have_text("It is learning.")
    strength = page.locator(".figure", has_text="Points against others")
    expect(strength.get_by_role("img")).to_have_attribute("aria-label", _ends("random 20 %"))
    ladder = page.get_by_role("region", name="Ladder")
    expect(ladder).to_contain_text("20 %")
    add_rung(folder, 1, "random", 8)
    expect(strength.get_by_role("img")).to_have_attribute("aria-label", _ends("random 80 %"))
    expect(ladder).to_contain_text("80 %")
    add_rung(folder, 1, "negamax:depth=1", 5)
    expect(page.get_by_role("heading", name="Points against searches")).to_be_visible()
    for title in ("Lacks one", "Error", "Strongest features", "The sample position"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    expect(page.locator(".learning canvas").first).to_be_visible()


def _ends(text: str) -> re.Pattern[str]:
    return re.compile(f"{re.escape(text)}$")


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_read_it(page: Page, width: int, theme: str) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
    assert overflow(page) == 0 and not faults(page)
