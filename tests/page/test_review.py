"""Finished games on the page: grades, the turning point, what was better, and another try."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import plyground as pg
from plyground.records.record import Record
from plyground.web.server import PageServer
from tests.page.browsing import COMPILE_SECONDS, begin, faults, overflow, played, square, status

pytestmark = pytest.mark.slow

GAME = "connect-four:width=4,height=4"
MOVES = ["1", "2", "1", "2", "1", "3", "1"]
"""Yellow throws the game away on the sixth ply: 1 would draw."""
COMPILING = 1000 * COMPILE_SECONDS

TRY_AGAIN = "Try again from here"

Open = Callable[..., Page]


@pytest.fixture
def opened(page: Page, server: PageServer) -> Open:
    """Opens the review of a game, and waits for its end."""

    def open(game: str = GAME, moves: list[str] = MOVES, done: str = "Judged by") -> Page:
        page.goto(f"http://{server.host}/#review/{game}/{'+'.join(moves)}")
        if done:
            expect(page.locator(".coach .thinking")).to_contain_text(done, timeout=COMPILING)
        return page

    return open


def graph(page: Page) -> Any:
    return page.get_by_role("slider")


def turn(page: Page) -> None:
    page.get_by_role("button", name="to the turning point").click()


# --- what the coach found ----------------------------------------------------------------------


def test_grades_are_those_of_the_coach(opened: Open) -> None:
    page, found = opened(), pg.review(Record(GAME, moves=MOVES))
    rows = page.locator(".graded li")
    expect(rows).to_have_count(len(MOVES))
    for n, graded in enumerate(found.moves):
        expect(rows.nth(n).locator(".grade")).to_contain_text(graded.grade)
    for side, name in enumerate(("Red", "Yellow")):
        counts = [found.number_of(side, grade) for grade in ("best", "fine", "mistake", "blunder")]
        share = round(100 * sum(counts[:2]) / sum(counts))
        row = page.locator(".grades tbody tr").nth(side)
        expect(row).to_have_text(
            re.compile(rf"^{name}\s*{share} %\s*" + r"\s*".join(map(str, counts)))
        )


def test_the_turning_point_is_named_and_shown(opened: Open) -> None:
    page = opened()
    expect(page.locator(".turning p")).to_have_text("Move 6 turned the game: Yellow played 3.")
    turn(page)
    told = "Move 6: Yellow played 3, a mistake. Yellow could draw with 1; after 3 Red wins in 1."
    expect(status(page)).to_have_text(told)
    expect(graph(page)).to_have_attribute("aria-valuenow", "6")
    expect(page.locator(".graded [aria-current=step]")).to_contain_text("mistake ?")
    marks = page.locator(".board img")
    expect(marks).to_have_attribute("src", re.compile("%3Ebest%3C"))


def test_the_graph_is_walked_by_keys_and_clicks(opened: Open) -> None:
    page = opened()
    expect(graph(page)).to_have_attribute("aria-valuenow", "7")
    graph(page).focus()
    page.keyboard.press("ArrowLeft")
    expect(graph(page)).to_have_attribute("aria-valuetext", "Move 6: Yellow played 3, a mistake")
    page.keyboard.press("Home")
    expect(status(page)).to_have_text("The start of the game.")
    box = graph(page).bounding_box()
    assert box
    graph(page).click(position={"x": box["width"] - 12, "y": box["height"] / 2})
    expect(status(page)).to_have_text("Move 7: Red played 1, best. Red wins.")
    words = page.locator(".graph ol li")
    expect(words).to_have_count(len(MOVES) + 1)


def test_keys_lead_through_the_game_and_its_mistakes(opened: Open) -> None:
    page = opened()
    page.keyboard.press("p")
    expect(status(page)).to_contain_text("Move 6: Yellow played 3, a mistake.")
    page.keyboard.press("ArrowLeft")
    expect(status(page)).to_contain_text("Move 5: Red played 1")
    page.keyboard.press("n")
    expect(status(page)).to_contain_text("Move 6")
    page.keyboard.press("End")
    expect(status(page)).to_contain_text("Move 7")


# --- what was better ---------------------------------------------------------------------------


def test_the_better_line_is_played_out_on_the_board(opened: Open) -> None:
    page = opened()
    expect(page.get_by_role("button", name="Better line")).to_be_disabled()
    turn(page)
    line = pg.review(Record(GAME, moves=MOVES)).moves[5].before.line
    texts = Record(GAME, moves=MOVES[:5])
    for move in line.moves:
        texts.push(move)
    better = texts.move_texts[5:]
    page.get_by_role("button", name="Better line").click()
    expect(status(page)).to_have_text("Better than 3, draw: 1")
    expect(square(page, 0)).to_have_attribute("aria-label", re.compile("Yellow"))
    page.get_by_role("button", name="Forward").click()
    expect(status(page)).to_have_text(f"Better than 3, draw: {' '.join(better[:2])}")
    page.get_by_role("button", name="Last position").click()
    expect(status(page)).to_have_text(f"Better than 3, draw: {' '.join(better)}")
    page.get_by_role("button", name="Back").click()
    expect(status(page)).to_have_text(f"Better than 3, draw: {' '.join(better[:-1])}")
    page.keyboard.press("Escape")
    expect(status(page)).to_contain_text("Move 6")


def test_a_line_plays_by_itself(opened: Open) -> None:
    page = opened()
    page.clock.install()
    turn(page)
    page.keyboard.press("l")
    expect(page.locator(".stepper p")).to_contain_text("1 of")
    page.get_by_role("button", name="Play", exact=True).click()
    page.clock.run_for(1000)
    expect(page.locator(".stepper p")).to_contain_text("2 of")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(5000)
    expect(page.locator(".stepper p")).to_contain_text("2 of")


def test_the_better_move_is_guessed(opened: Open) -> None:
    page = opened()
    page.get_by_label("Guess the better move first").check()
    turn(page)
    told = "Yellow played 3 here, a mistake. Find a better move for Yellow."
    expect(status(page)).to_have_text(told)
    expect(page.locator(".board img")).not_to_have_attribute("src", re.compile("%3Ebest%3C"))
    expect(square(page, 14)).to_have_attribute("aria-label", re.compile("empty"))
    square(page, 2).click()
    expect(status(page)).to_have_text("3 is what was played. Try another move.")
    square(page, 3).click()
    expect(status(page)).to_have_text("Not that one: 4 loses in 2. Try again.")
    square(page, 0).click()
    expect(status(page)).to_have_text("Right: 1 is what the coach would play.")
    expect(page.locator(".stepper p")).to_contain_text("Better line for move 6: 1 of")


def test_the_better_move_is_shown_to_who_gives_up(opened: Open) -> None:
    page = opened()
    page.get_by_label("Guess the better move first").check()
    turn(page)
    page.get_by_role("button", name="Show it").click()
    expect(status(page)).to_contain_text("Yellow could draw with 1")


# --- and then ----------------------------------------------------------------------------------


def test_another_try_begins_before_the_mistake(opened: Open) -> None:
    page = opened()
    expect(page.get_by_role("button", name=TRY_AGAIN)).to_be_disabled()
    turn(page)
    page.get_by_role("button", name=TRY_AGAIN).click()
    expect(page).to_have_url(re.compile("#play/"))
    expect(page.get_by_label("Player of Yellow")).to_have_value("human")
    expect(page.get_by_label("Player of Red")).not_to_have_value("human")
    played(page, 5)
    square(page, 0).click()
    expect(page.locator(".moves li").nth(5)).to_contain_text("Yellow 1")


def test_a_finished_game_leads_to_its_review(page: Page) -> None:
    begin(page, "tic-tac-toe")
    for ply, number in enumerate((0, 3, 1, 4, 2), 1):
        expect(page.locator(".actions").get_by_role("link", name="Review")).to_have_count(0)
        square(page, number).click()
        played(page, ply)
    page.locator(".actions").get_by_role("link", name="Review").click()
    expect(page.locator(".coach .thinking")).to_contain_text("Judged by", timeout=COMPILING)
    expect(status(page)).to_have_text("Move 5: X played 3, best. X wins.")
    expect(page.locator(".turning p")).to_contain_text("turned the game: O played")


def test_a_game_without_moves_and_a_bad_address_get_a_sentence(opened: Open) -> None:
    page = opened(moves=[], done="")
    expect(status(page)).to_have_text("There is no move in this game to review.")
    opened(moves=["1", "9"], done="")
    expect(status(page)).to_contain_text("move 2, 9:")
    opened("chess", done="")
    expect(status(page)).to_contain_text("there is no game 'chess'")


def test_the_board_comes_into_view_on_a_phone(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    opened()
    turn(page)
    expect(status(page)).to_contain_text("Move 6")
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.95)


# --- everyone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_serious_is_wrong_for_anyone(opened: Open, width: int, page: Page) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    opened()
    turn(page)
    expect(status(page)).to_contain_text("Move 6")
    assert faults(page) == []
    assert overflow(page) <= 0
    page.get_by_label("Guess the better move first").check()
    assert faults(page) == []


def test_nothing_moves_while_the_coach_works(opened: Open, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1600})  # so that nothing has to be scrolled to
    opened("watch-your-back", ["3,3", "4,4", "3,4", "4,3"], done="")
    expect(graph(page)).to_be_visible()

    def places() -> list[Any]:
        parts = (".board", ".graph", ".turning", ".grades", ".graded", ".coach")
        return [page.locator(part).bounding_box() for part in parts]

    before = places()
    expect(page.locator(".coach .thinking")).to_contain_text("judged 1 of 4", timeout=COMPILING)
    assert places() == before
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".coach .thinking")).to_contain_text("Stopped after")
    assert places() == before
