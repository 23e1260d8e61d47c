"""The form for a new game: options, players, and boards as text."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.page.browsing import begin, dropped, played, square, status

pytestmark = pytest.mark.slow
LINES = "9\n1 2 3\n4 5 6\n7 8 9\n"


def test_options_of_games_and_players_are_a_form(page: Page) -> None:
    page.locator("[name=game]").select_option("connect-four")
    page.get_by_text("Options of the game").click()
    page.locator("[name=width]").fill("5")
    page.locator("select[name=second]").select_option("player:negascout")
    page.get_by_text("Options of the player").click()
    expect(page.get_by_text("How many moves it looks ahead at most.")).to_be_visible()
    page.locator("[name=depth]").fill("2")
    page.locator("[name=clock]").fill("60+1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("gridcell")).to_have_count(30)
    expect(page.get_by_label("Player of Yellow")).to_have_value("negascout:depth=2")
    expect(page.get_by_role("timer")).to_have_count(2)


def test_a_player_can_be_typed(page: Page) -> None:
    page.locator("[name=game]").select_option("connect-four")
    page.locator("select[name=second]").select_option("typed")
    page.locator("[name=second-text]").fill("nobody")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(status(page)).to_contain_text("nobody")
    page.locator("[name=second-text]").fill("negascout:depth=2")
    page.get_by_role("button", name="Play", exact=True).click()
    seat = page.get_by_label("Player of Yellow", exact=True)
    expect(seat).to_have_value("negascout:depth=2")
    seat.select_option("typed…")
    page.get_by_label("Player of Yellow as text").fill("random:seed=1")
    page.keyboard.press("Enter")
    expect(seat).to_have_value("random:seed=1")


def test_a_bad_option_is_told_and_the_form_stays(page: Page) -> None:
    page.locator("[name=clock]").fill("soon")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(status(page)).to_contain_text("the clock 'soon'")
    expect(page.locator("[name=clock]")).to_have_value("soon")


# --- boards as text ----------------------------------------------------------------------------


def typed(page: Page, text: str) -> Locator:
    """Type a board; returns what is said of it."""
    page.locator("[name=game]").select_option("own board")
    page.locator("[name=paths]").fill(text)
    return page.locator("#paths-told")


def test_a_board_is_seen_while_it_is_typed(page: Page) -> None:
    told = typed(page, LINES)
    expect(told).to_have_text("9 spaces, 3 paths of 3")
    board = page.locator(".board-preview img")
    expect(board).to_have_attribute("alt", "The board: 9 spaces, 3 paths of 3")
    page.locator("[name=paths]").press_sequentially("1 5 9 4\n")
    expect(told).to_have_text("9 spaces, 4 paths of 3 to 4")
    typed(page, "12\n1 2 3\n")
    expect(page.locator(".board-preview pre")).to_contain_text("free: 1 2 3 4 5 6 7 8 9 10 11 12")


@pytest.mark.parametrize(
    ("text", "told", "marked"),
    [
        ("9\n1 2 3\n4 5 x 6\n", "Line 3, column 5: 'x': expected an integer.", "x"),
        ("9\n\n  1 12\n", "Line 3, column 5: space 12: expected a space from 1 to 9.", "12"),
        (
            "no\n",
            "Line 1, column 1: 'no': expected the number of spaces, a positive integer.",
            "no",
        ),
        ("", "The text is empty: expected the number of spaces on the first line.", None),
    ],
)
def test_a_mistake_is_marked_at_its_line_and_column(
    page: Page, text: str, told: str, marked: str | None
) -> None:
    expect(typed(page, LINES)).to_contain_text("9 spaces")
    expect(typed(page, text)).to_have_text(told)
    expect(page.locator("[name=paths]")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".marks mark")).to_have_text([marked] if marked else [])
    page.get_by_role("button", name="Play", exact=True).click()
    expect(status(page)).to_have_text(told)
    expect(page.get_by_role("heading", name="New game")).to_be_visible()


def test_a_mark_lies_under_its_word(page: Page) -> None:
    typed(page, "9\n1 2 3\n4 5 x 6\n")
    mark = page.locator(".marks mark")
    expect(mark).to_have_text("x")
    text, area = page.locator("[name=paths]").bounding_box(), mark.bounding_box()
    assert text and area
    style = "getComputedStyle(document.querySelector('[name=paths]'))"
    line = float(page.evaluate(f"parseFloat({style}.lineHeight)"))
    top = float(page.evaluate(f"parseFloat({style}.paddingTop)")) + 1
    assert 0 <= area["y"] - text["y"] - top - 2 * line < line  # the third line


def test_what_is_left_out_is_remarked(page: Page) -> None:
    told = typed(page, "9\n1 2 2\n2 1\n")
    expect(told).to_have_text(
        "Line 2, column 5: space 2 is repeated. Line 3: this path is repeated."
    )
    expect(page.locator(".marks mark")).to_have_text(["2", "2 1"])


def test_a_typed_board_is_played_saved_loaded_and_has_an_address(
    page: Page, tmp_path: Path
) -> None:
    expect(typed(page, LINES)).to_have_text("9 spaces, 3 paths of 3")
    page.get_by_text("Options of the game").click()
    page.locator("[name=misere]").check()
    page.locator("select[name=second]").select_option("easy")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", name="paths (9 spaces, 3 paths),misere=1")).to_be_visible()
    square(page, 4).click()
    played(page, 2)  # the program can make the game, too
    with page.expect_download() as download:
        page.get_by_role("link", name="Save").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert '[Game "paths:text=9.1-2-3.4-5-6.7-8-9,misere=1"]' in file.read_text()
    page.get_by_role("link", name="New game").click()
    page.locator("input[name=record]").set_input_files(file)
    played(page, 2)
    expect(page.get_by_role("heading", name="paths (9 spaces, 3 paths),misere=1")).to_be_visible()
    page.goto(f"{page.url.partition('#')[0]}#paths%3Atext%3D9.1-2-3.4-5-6.7-8-9%2Cmisere%3D1/5+1")
    expect(square(page, 4)).to_have_attribute("aria-label", "5: X")
    expect(page.get_by_role("gridcell")).to_have_count(9)


def test_a_path_file_is_chosen_or_dropped(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_bytes(b"\xef\xbb\xbf16\r\n1 2 3 4\r\n")
    page.locator("[name=game]").select_option("own board")
    page.locator("[name=paths-file]").set_input_files(file)
    expect(page.locator("#paths-told")).to_have_text("16 spaces, 1 path of 4")
    page.locator("[name=game]").select_option("connect-four")
    dropped(page, "25\n1 2 3\n")
    expect(page.locator("#paths-told")).to_have_text("25 spaces, 1 path of 3")
    page.reload()
    page.locator("[name=game]").select_option("own board")
    expect(page.locator("[name=paths]")).to_have_value("25\n1 2 3\n")
    begin(page, "tic-tac-toe")
    dropped(page, "4\n1 2\n")  # onto a game
    expect(page.locator("#paths-told")).to_have_text("4 spaces, 1 path of 2")


def test_a_record_is_dropped_onto_the_form_and_onto_a_game(page: Page) -> None:
    dropped(page, '[Game "connect-four"]\n[First "human"]\n[Second "human"]\n\n1. 4 4 2. 3\n')
    played(page, 3)
    dropped(page, '[Game "tic-tac-toe"]\n\n5\n')
    expect(page.get_by_role("heading", name="tic-tac-toe")).to_be_visible()
    played(page, 1)
    dropped(page, '[Game "tic-tac-toe"]\n\n10\n')
    expect(status(page)).to_have_class(re.compile("error"))
    expect(status(page)).to_contain_text("the file cannot be loaded: line 3: move 1")
    played(page, 1)  # the game stays


def test_a_file_that_is_too_large_is_refused(page: Page) -> None:
    dropped(page, "256\n" + "1 2 3\n" * 11000)
    expect(status(page)).to_contain_text("too large for this page")


def test_a_board_as_large_as_a_page_takes_is_played(page: Page) -> None:
    pairs = [f"{one} {two}" for one in range(101, 170) for two in range(170, 256)]
    dropped(page, "\n".join(["256", *pairs[:4000]]))
    expect(page.locator("#paths-told")).to_have_text("256 spaces, 4,000 paths of 2")
    page.locator("select[name=second]").select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[name=move]").fill("200")
    page.keyboard.press("Enter")
    played(page, 1)
