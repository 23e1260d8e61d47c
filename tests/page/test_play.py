"""Games in a real browser, played by clicking and by keyboard, as a person would."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from docs import make_types
from plyground.web.server import PageServer
from tests.command import ROOT
from tests.page.browsing import EXAMPLE, begin, faults, overflow, played, square, status

pytestmark = pytest.mark.slow


# --- playing -----------------------------------------------------------------------------------


def test_connect_four_is_won_by_clicking(page: Page) -> None:
    begin(page, "connect-four")
    for ply, column in enumerate([3, 2, 3, 2, 3, 2, 3], 1):
        square(page, column).click()
        played(page, ply)
    expect(status(page)).to_have_text("Red played 4. Red wins.")
    page.get_by_role("button", name="Undo").click()
    played(page, 6)
    page.get_by_role("button", name="Redo").click()
    expect(status(page)).to_have_text("Red played 4. Red wins.")
    assert faults(page) == []


def test_tic_tac_toe_is_won_by_keyboard(page: Page) -> None:
    begin(page, "tic-tac-toe")
    page.get_by_role("gridcell").first.focus()
    expect(page.get_by_role("gridcell").first).to_have_attribute("tabindex", "0")
    walk = ["", "ArrowDown", "ArrowUp ArrowRight", "ArrowDown", "ArrowUp ArrowRight"]
    for ply, keys in enumerate(walk, 1):
        for key in keys.split():
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        played(page, ply)
    expect(status(page)).to_have_text("X played 3. X wins.")


def test_an_example_is_played_to_its_end_by_clicking_and_by_keyboard(page: Page) -> None:
    begin(page, EXAMPLE)
    ply = 0
    while not page.locator(".status", has_text="wins").count():
        ply += 1
        if ply % 2:
            one_move_by_clicks(page)
        else:
            one_move_by_keys(page)
        played(page, ply)
    assert ply > 10
    expect(status(page)).to_contain_text("wins")


def targets(page: Page) -> list[int]:
    """The squares that can be clicked next."""
    page.locator(".cell.target").first.wait_for()
    return [
        int(cell.get_attribute("data-square") or "") for cell in page.locator(".cell.target").all()
    ]


def one_move_by_clicks(page: Page) -> None:
    """A piece goes where it first can."""
    square(page, targets(page)[0]).click()
    page.locator(".cell.chosen").wait_for()
    square(page, targets(page)[0]).click()


def one_move_by_keys(page: Page) -> None:
    for place in ("chosen", ""):
        square(page, targets(page)[-1]).focus()
        page.keyboard.press("Enter")
        if place:
            page.locator(".cell.chosen").wait_for()


def test_watch_your_back_is_played_by_clicks_and_by_drags(page: Page) -> None:
    begin(page, "watch-your-back")
    for ply in range(1, 25):
        square(page, targets(page)[ply]).click()
        played(page, ply)
    expect(page.locator(".cell.target").first).to_be_visible()
    start = targets(page)[0]
    square(page, start).click()
    page.locator(".cell.chosen").wait_for()
    end = targets(page)[0]
    page.keyboard.press("Escape")
    expect(page.locator(".cell.chosen")).to_have_count(0)
    square(page, start).drag_to(square(page, end))
    played(page, 25)


def test_moves_without_squares_are_buttons_and_moves_can_be_typed(page: Page) -> None:
    begin(page, "conniption")
    page.locator("[name=move]").fill("4")
    page.keyboard.press("Enter")
    played(page, 1)
    page.locator(".passes button").first.click()
    played(page, 2)
    page.locator("[name=move]").fill("nonsense")
    page.keyboard.press("Enter")
    expect(status(page)).to_have_class(re.compile("error"))
    expect(status(page)).to_contain_text("nonsense")


def test_a_program_answers(page: Page) -> None:
    begin(page, "connect-four", second="easy")
    square(page, 3).click()
    played(page, 2)
    page.get_by_role("button", name="Undo").click()
    played(page, 0)
    page.get_by_role("button", name="Swap sides").click()
    played(page, 1)
    page.get_by_role("button", name="Resign").click()
    expect(status(page)).to_contain_text("Red wins")


def test_options_of_games_and_players_are_a_form(page: Page) -> None:
    page.locator("[name=game]").select_option("connect-four")
    page.get_by_text("Options of the game").click()
    page.locator("[name=width]").fill("5")
    page.locator("select[name=second]").select_option("player:negascout")
    page.get_by_text("Options of the player").click()
    page.locator("[name=depth]").fill("2")
    page.locator("[name=clock]").fill("60+1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("gridcell")).to_have_count(30)
    expect(page.get_by_label("Player of Yellow")).to_have_value("negascout:depth=2")
    expect(page.get_by_role("timer")).to_have_count(2)


def test_a_bad_option_is_told_and_the_form_stays(page: Page) -> None:
    page.locator("[name=clock]").fill("soon")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(status(page)).to_contain_text("the clock 'soon'")
    expect(page.locator("[name=clock]")).to_have_value("soon")


def test_the_board_is_read_out_row_by_row(page: Page) -> None:
    """Only rows that change are said again: each is a paragraph of a live region."""
    begin(page, "tic-tac-toe")
    rows = page.locator("[aria-live=polite][aria-label='The board in words'] p")
    expect(rows).to_have_text(["rows 1 to 3: empty"])
    square(page, 4).click()
    expect(rows).to_have_text(["row 1: empty", "row 2: X at 5", "row 3: empty"])


# --- coming back -------------------------------------------------------------------------------


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
    page.locator("input[type=file]").set_input_files(file)
    played(page, 1)


def test_a_game_that_is_gone_leads_to_a_new_one(page: Page, server: PageServer) -> None:
    page.goto(f"http://{server.host}/#play/none")
    expect(status(page)).to_contain_text("not here any more")
    page.get_by_role("link", name="New game").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


# --- everyone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_serious_is_wrong_for_anyone(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_text("Options of the game").click()
    assert faults(page) == []
    begin(page, "watch-your-back", second="easy")
    square(page, targets(page)[0]).click()
    played(page, 2)
    assert faults(page) == []
    assert overflow(page) <= 0


def test_nothing_moves_while_a_program_thinks(page: Page) -> None:
    begin(page, "connect-four", second="strong")

    def places() -> list[Any]:
        parts = (".board", ".seats", ".entry", ".moves")
        return [page.locator(part).bounding_box() for part in parts]

    before = places()
    square(page, 3).click()
    played(page, 1)
    expect(page.locator(".thinking")).not_to_be_empty()
    assert places() == before
    played(page, 2)
    assert places() == before


# --- the sources -------------------------------------------------------------------------------


def test_the_types_of_the_messages_are_up_to_date() -> None:
    """If they are not: `python docs/make_types.py`."""
    assert make_types.FILE.read_text() == make_types.content()


def test_the_types_of_the_page_are_right() -> None:
    compiler = ROOT / "node_modules" / ".bin" / "tsc"
    assert compiler.exists(), "say make test, or python hatch_build.py"
    found = subprocess.run([compiler, "--noEmit"], cwd=ROOT, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (0, "")


def test_the_lock_names_hashes_and_no_host() -> None:
    text = (ROOT / "package-lock.json").read_text()
    assert "://" not in text and "resolved" not in text
    packages = json.loads(text)["packages"]
    assert all(name == "" or "integrity" in package for name, package in packages.items())
