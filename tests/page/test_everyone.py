"""The page is for everyone: any width, light or dark, without a mouse, without eyes or ears."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, WebSocketRoute, expect

from tests.page.browsing import begin, faults, overflow, played, square, status, targets

pytestmark = pytest.mark.slow
WIDTHS = (360, 820, 1280)
SLOW = "negascout:time=60"
"""Thinks until it is stopped."""
THINKING = '"kind":"thinking"'
SOUNDS = """
window.notes = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (when) {
  window.notes.push(this.frequency.value);
  start.call(this, when);
};
"""


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_serious_is_wrong_for_anyone(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_text("Options of the game").click()
    page.locator("select[name=first]").select_option("player:negascout")
    page.get_by_text("Options of the player").click()
    assert faults(page) == []
    assert overflow(page) <= 0
    page.locator("[name=game]").select_option("own board")
    page.locator("[name=paths]").fill("9\n1 2 x\n")
    expect(page.locator(".told.error")).to_be_visible()
    assert faults(page) == []
    assert overflow(page) <= 0
    begin(page, "watch-your-back", second="easy")
    square(page, targets(page)[0]).click()
    played(page, 2)
    page.get_by_text("How to play").click()
    assert faults(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
def test_a_narrow_page_has_room_for_all_kinds_of_moves(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    begin(page, "conniption")
    square(page, 3).click()
    played(page, 1)
    assert faults(page) == []
    assert overflow(page) <= 0
    kinds = page.locator(".variants button")
    tops = {round(kinds.nth(n).bounding_box()["y"]) for n in range(4)}  # type: ignore[index]
    assert len(tops) == 1


@pytest.mark.parametrize("game", ["connect-four", "conniption", "own board"])
def test_nothing_moves_while_a_program_thinks(page: Page, game: str) -> None:
    if game == "own board":
        page.locator("[name=game]").select_option(game)
        page.locator("[name=paths]").fill("20\n1 2 3\n")  # no picture, so its moves are buttons
        expect(page.locator("#paths-told")).to_contain_text("20 spaces")
        page.set_viewport_size({"width": 390, "height": 800})
    begin(page, game, second=SLOW)

    def places() -> list[Any]:
        parts = (".stage > :first-child", ".seats", ".entry", ".moves", ".actions")
        return [page.locator(part).bounding_box() for part in parts]

    page.locator("[name=move]").fill("4")
    before = places()
    page.keyboard.press("Enter")
    played(page, 1)
    expect(page.locator(".thinking")).not_to_be_empty()
    assert places() == before
    page.get_by_role("button", name="Move now").click()
    played(page, 2)
    if game != "own board":  # which has two buttons less now
        assert places() == before


def test_compiling_shows_its_progress_and_moves_nothing(
    context: BrowserContext, page: Page
) -> None:
    """The server's line says that a kernel is compiled, for which it took 40 seconds before."""
    told = {"kind": "compiling", "side": 1, "kernels": 1, "seconds": 10.0, "expected": 40.0}
    lines: list[WebSocketRoute] = []

    def connect(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        server.on_message(lambda said: None if THINKING in str(said) else line.send(said))
        lines.append(line)

    context.route_web_socket("**/socket", connect)
    page.reload()
    begin(page, "connect-four", second=SLOW)
    page.locator("[name=move]").fill("1")
    before = page.locator(".entry").bounding_box()
    page.keyboard.press("Enter")
    played(page, 1)
    lines[-1].send(json.dumps(told))
    expect(page.locator(".compiling")).to_contain_text(re.compile("about (30|29) s more"))
    share = float(page.get_by_label("Compiling").get_attribute("value") or 0)
    assert 0.25 <= share < 0.5
    assert page.locator(".entry").bounding_box() == before
    lines[-1].send(json.dumps(told | {"expected": None}))
    expect(page.locator(".compiling")).to_contain_text("10 s")
    expect(page.get_by_label("Compiling")).not_to_have_attribute("value", re.compile("."))


def test_only_what_changed_is_read_out(page: Page) -> None:
    """Rows are paragraphs of a live region; those that a move leaves alone are not touched."""
    begin(page, "connect-four")
    for ply, column in enumerate((3, 3), 1):
        square(page, column).click()
        played(page, ply)
    rows = page.locator("[aria-live=polite][aria-label='The board in words'] p")
    expect(rows.nth(1)).to_have_text("row 5: Yellow at 4")
    page.evaluate(
        """() => {
          window.said = [];
          const region = document.querySelector("[aria-label='The board in words']");
          new MutationObserver((changes) => {
            for (const { addedNodes, target, type } of changes)
              for (const node of type === "childList" ? addedNodes : [target])
                window.said.push(node.textContent);
          }).observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    square(page, 3).click()
    expect(status(page)).to_have_text("Red played 4. Yellow to move.")
    assert {*page.evaluate("window.said")} == {"rows 1 to 3: empty", "row 4: Red at 4"}


def test_the_page_is_walked_by_the_tab_key(page: Page) -> None:
    """Every control can be reached, and the board is one stop."""
    begin(page, "connect-four")
    square(page, 3).click()
    played(page, 1)
    page.locator("body").focus()
    page.locator("header a").first.focus()
    reached = []
    for _ in range(30):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                """() => {
                  const at = document.activeElement;
                  return at.getAttribute("aria-label") ?? at.name ?? at.textContent;
                }"""
            )
        )
        if reached[-1] == "How to play" or len(reached) > 28:
            break
    named = page.locator(
        ".side :is(button:enabled, select, input, a, summary, [tabindex='0'])"
    ).count()
    assert len(reached) >= named + 1  # and one square of the board
    assert sum("row" in str(name) for name in reached) == 1


def test_sounds_are_off_until_they_are_wanted(page: Page) -> None:
    page.add_init_script(SOUNDS)
    page.reload()
    begin(page, "connect-four")
    square(page, 3).click()
    played(page, 1)
    assert page.evaluate("notes.length") == 0
    button = page.get_by_role("button", name="Sound")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()  # it is remembered
    expect(button).to_have_attribute("aria-pressed", "true")
    for ply, column in enumerate((2, 3, 2, 3, 2, 3), 2):
        square(page, column).click()
        played(page, ply)
    expect(status(page)).to_contain_text("wins")
    assert page.evaluate("notes.length") == 5 + 3  # five moves, and three notes in the end
    button.click()
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    expect(status(page)).to_contain_text("wins")
    assert page.evaluate("notes.length") == 8
