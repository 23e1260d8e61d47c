"""The notebook's board in a browser: its script, with a model that stands in for a notebook's."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import plyground as pg
from plyground.adapters.widget import BoardWidget
from tests.page.browsing import faults, overflow, square
from tests.positions import BREAKTHROUGH, HEX, NIM
from tests.test_widget import settled

pytestmark = pytest.mark.slow

NOTEBOOK = """async ({ script, style, state }) => {
  document.title = "notebook";
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  const file = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: widget } = await import(file);
  const values = { state, asked: {} };
  const listeners = new Set();
  const model = {
    get: (name) => values[name],
    set: (name, value) => void (values[name] = value),
    on: (event, heard) => listeners.add(heard),
    off: (event, heard) => listeners.delete(heard),
    save_changes: async () => {
      values.state = await window.told(values.asked);
      for (const heard of listeners) heard();
    },
  };
  const main = document.createElement("main");
  document.documentElement.lang = "en";
  document.body.replaceChildren(main);
  window.leave = widget.render({ model, el: main });
  window.heard = listeners;
}"""
Show = Callable[[BoardWidget], Page]


@pytest.fixture
def show(context: BrowserContext) -> Show:
    """Shows a widget in a page of its own."""

    def shown(widget: BoardWidget) -> Page:
        page = context.new_page()

        def told(asked: Any) -> Any:
            widget.asked = asked
            return settled(widget)

        page.expose_function("told", told)
        given = {"script": widget._esm, "style": str(widget._css), "state": settled(widget)}
        page.evaluate(NOTEBOOK, given)
        return page

    return shown


def status(page: Page) -> Any:
    return page.get_by_role("status")


def test_clicks_make_moves_and_a_program_answers(show: Show) -> None:
    widget = pg.widget("tic-tac-toe", "human", "random:seed=1")
    page = show(widget)
    square(page, 4).click()
    expect(page.locator(".pg-moves li")).to_have_count(2)
    assert widget.record.move_texts[0] == "5"
    square(page, 4).click()  # it is taken
    expect(status(page)).to_have_text("X to move")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".pg-moves li")).to_have_count(0)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".pg-moves li")).to_have_count(2)
    widget.close()


def test_squares_that_do_as_well_are_shown(show: Show) -> None:
    page = show(pg.widget("connect-four:width=4,height=4"))
    square(page, 1).hover()
    expect(page.locator(".pg-near")).to_have_count(4)
    square(page, 2).hover()
    expect(page.locator(".pg-near")).to_have_count(4)


def test_a_move_of_two_squares(show: Show) -> None:
    widget = pg.widget(f"{BREAKTHROUGH}:rows=5,columns=4")
    page = show(widget)
    begin, *_ = widget.state["move_map"]["squares"]
    square(page, begin["steps"][0][0]).click()
    expect(square(page, begin["steps"][0][0])).to_have_attribute("aria-selected", "true")
    square(page, begin["steps"][1][0]).click()
    expect(page.locator(".pg-moves li")).to_have_text([begin["move"]])


def test_one_steps_through_a_game(show: Show) -> None:
    page = show(pg.widget(pg.Record("tic-tac-toe", moves="1 4 2 5 3")))
    expect(status(page)).to_have_text("X wins")
    page.get_by_role("button", name="One move back").click()
    expect(page.locator(".pg-ply")).to_have_text("4 / 5")
    expect(status(page)).to_have_text("X to move")
    page.get_by_role("button", name="First position").click()
    expect(page.get_by_role("button", name="One move back")).to_be_disabled()
    page.get_by_role("button", name="After move 3").click()
    expect(page.locator(".pg-ply")).to_have_text("3 / 5")
    page.get_by_role("button", name="Last position").click()
    expect(status(page)).to_have_text("X wins")


def test_keys_make_moves(show: Show) -> None:
    widget = pg.widget("tic-tac-toe")
    page = show(widget)
    square(page, 0).focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".pg-moves li")).to_have_text(["5"])
    expect(square(page, 4)).to_be_focused()


def test_buttons_and_kinds_of_moves(show: Show) -> None:
    page = show(pg.widget(f"{NIM}:heap=5"))
    page.get_by_role("button", name="Play 2").click()
    expect(page.locator("pre")).to_contain_text("(3 left)")
    flips = pg.widget("conniption")
    page = show(flips)
    page.get_by_role("button", name="drop, flip", exact=True).click()
    square(page, 3).click()
    expect(page.locator(".pg-moves li")).to_have_text(["4f"])


def test_what_goes_wrong_is_said(show: Show) -> None:
    widget = pg.widget("tic-tac-toe")
    page = show(widget)
    widget.live.submit("5")  # elsewhere: this view does not know it yet
    square(page, 0).click()
    expect(page.locator(".pg-moves li")).to_have_text(["5"])
    page.evaluate("window.leave()")
    assert page.evaluate("window.heard.size") == 0


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("name", ["conniption", f"{HEX}:size=3", NIM])
def test_everyone_can_use_it(show: Show, name: str) -> None:
    page = show(pg.widget(name))
    assert faults(page) == []
    for width in (320, 820):
        page.set_viewport_size({"width": width, "height": 700})
        assert overflow(page) == 0
