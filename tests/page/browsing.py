"""What tests of the page share: how a person finds things there."""

import shutil
from functools import cache
from typing import Any

from playwright.sync_api import Page, expect

from tests.command import ROOT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
SERIOUS = ("serious", "critical")
EXAMPLE = "examples/breakthrough.py"
SECONDS = 10
COMPILE_SECONDS = 180
"""How long the first move of a program may take after a change of its kernels."""

expect.set_options(timeout=1000 * SECONDS)


def begin(page: Page, game: str, first: str = "human", second: str = "human") -> None:
    """Fill in the form, and play; the second player may be a text with options."""
    page.locator("[name=game]").select_option(game)
    page.locator("select[name=first]").select_option(first)
    if "=" in second:
        page.locator("select[name=second]").select_option("typed")
        page.locator("[name=second-text]").fill(second)
    else:
        page.locator("select[name=second]").select_option(second)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".play h1")).to_be_visible()


def square(page: Page, number: int) -> Any:
    return page.locator(f'[data-square="{number}"]')


def played(page: Page, count: int) -> None:
    """Wait for a number of moves; a program may have to compile before it plays one."""
    expect(page.locator(".moves li")).to_have_count(count, timeout=1000 * COMPILE_SECONDS)


def status(page: Page) -> Any:
    return page.get_by_role("status")


def targets(page: Page) -> list[int]:
    """The squares that can be clicked next."""
    page.locator(".cell.target").first.wait_for()
    return [
        int(cell.get_attribute("data-square") or "") for cell in page.locator(".cell.target").all()
    ]


def dropped(page: Page, text: str, name: str = "file.txt") -> None:
    """Drop a file with this text onto the page."""
    made = """([text, name]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: "text/plain" }));
      return data;
    }"""
    data = page.evaluate_handle(made, [text, name])
    for kind in ("dragover", "drop"):
        page.dispatch_event("body", kind, {"dataTransfer": data})


@cache
def axe() -> str:
    return (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text()


def faults(page: Page) -> list[str]:
    """What a checker of accessibility finds that is serious."""
    page.evaluate(axe())
    found = page.evaluate("axe.run()")["violations"]
    return [f"{one['id']}: {one['nodes']}" for one in found if one["impact"] in SERIOUS]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    return int(page.evaluate(wide))
