"""Whole games in a real browser, played by clicking and by keyboard, as a person would."""

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from plyground.games.registry import make_game
from plyground.records.record import Record
from plyground.web.server import PageServer
from tests.page.browsing import EXAMPLE, begin, dropped, faults, played, square, status, targets
from tests.page.playing import MakeMove, by_clicks, by_keys, play_game, random_game

pytestmark = pytest.mark.slow
HEX = "examples/hex.py"
WAYS = pytest.mark.parametrize("make_move", [by_clicks, by_keys])


class Small(NamedTuple):
    """A game on a small board, given by the form's fields."""

    game: str
    options: dict[str, str]
    seed: int

    @property
    def text(self) -> str:
        options = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}:{options}" if options else self.game


SMALL = (
    Small("connect-four", {"width": "4", "height": "4", "connect": "3"}, 1),
    Small("conniption", {"width": "4", "height": "4", "connect": "4", "flips": "3"}, 5),
    Small("tic-tac-toe", {}, 2),
    Small("dominoes-in-line", {"rows": "4", "columns": "4", "line": "4"}, 3),
    Small(EXAMPLE, {"rows": "5", "columns": "4"}, 4),
)


@WAYS
@pytest.mark.parametrize("small", SMALL, ids=lambda small: small.game)
def test_a_game_is_played_to_its_end(page: Page, small: Small, make_move: MakeMove) -> None:
    page.locator("[name=game]").select_option(small.game)
    if small.options:
        page.get_by_text("Options of the game").click()
    for name, value in small.options.items():
        page.locator(f"[name={name}]").fill(value)
    page.locator("select[name=second]").select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    play_game(page, random_game(small.text, small.seed), make_move)
    if make_move is by_clicks:
        assert faults(page) == []


@WAYS
def test_a_game_on_a_typed_board_is_played_to_its_end(page: Page, make_move: MakeMove) -> None:
    page.locator("[name=game]").select_option("own board")
    page.locator("[name=paths]").fill("9\n1 5 9\n3 5 7\n2 4 6 8\n")
    expect(page.locator("#paths-told")).to_have_text("9 spaces, 3 paths of 3 to 4")
    begin(page, "own board")
    play_game(page, random_game("paths:text=9.1-5-9.3-5-7.2-4-6-8", 1), make_move)


@WAYS
def test_a_board_without_a_picture_is_played_by_buttons(page: Page, make_move: MakeMove) -> None:
    page.locator("[name=game]").select_option("own board")
    page.locator("[name=paths]").fill("7\n1 2\n6 7\n")
    expect(page.locator("#paths-told")).to_have_text("7 spaces, 2 paths of 2")
    begin(page, "own board")
    play_game(page, random_game("paths:text=7.1-2.6-7", 1), make_move)


@WAYS
def test_watch_your_back_is_played_to_its_end(page: Page, make_move: MakeMove) -> None:
    begin(page, "watch-your-back")
    play_game(page, one_sided_game(20), make_move)
    expect(status(page)).to_contain_text("White wins")


def one_sided_game(seed: int) -> Record:
    """A short game of Watch Your Back!: White takes what it can, Black plays at random."""
    record, chance = Record("watch-your-back"), random.Random(seed)

    def lead(move: int) -> int:
        after = record.game.play(record.position, move)
        return int(after.other.bit_count() - after.own.bit_count())

    while not record.is_over:
        moves = record.legal_moves
        chance.shuffle(moves)
        record.push(moves[0] if record.turn else max(moves, key=lead))
    return record


@pytest.fixture(scope="module")
def hex_server() -> Iterator[PageServer]:
    with PageServer(HEX) as made:
        yield made


@WAYS
def test_hex_is_played_to_its_end(
    context: BrowserContext, hex_server: PageServer, make_move: MakeMove
) -> None:
    page = context.new_page()
    page.goto(hex_server.url)
    page.get_by_text("Options of the game").click()
    page.locator("[name=size]").fill("4")
    page.locator("select[name=second]").select_option("human")
    page.get_by_role("button", name="Play", exact=True).click()
    play_game(page, random_game(f"{HEX}:size=4", 6), make_move)


# --- on the way --------------------------------------------------------------------------------


def test_a_win_is_taken_back_and_played_again(page: Page) -> None:
    begin(page, "connect-four")
    for ply, column in enumerate([3, 2, 3, 2, 3, 2, 3], 1):
        square(page, column).click()
        played(page, ply)
    expect(status(page)).to_have_text("Red played 4. Red wins.")
    expect(words(page)).to_contain_text("the line: row 3 at 4; row 4 at 4")
    page.get_by_role("button", name="Undo").click()
    played(page, 6)
    page.get_by_role("button", name="Redo").click()
    expect(status(page)).to_have_text("Red played 4. Red wins.")
    page.get_by_role("button", name="Play again").click()
    played(page, 0)
    expect(status(page)).to_have_text("Red to move.")


def words(page: Page) -> Locator:
    return page.locator("[aria-label='The board in words']")


def test_pieces_are_dragged(page: Page) -> None:
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


def test_zones_phases_and_shrinks_are_shown(page: Page) -> None:
    begin(page, "watch-your-back")
    expect(words(page)).to_contain_text("placing, turn 0 of 24: White places in rows 0 to 5")
    assert len(targets(page)) == 46
    board = "X------X-O@------@-------O-----@---------O----@--@-@--O-X------X"
    dropped(page, f'[Game "watch-your-back"]\n[Position "{board} @ 127"]\n\n')
    expect(words(page)).to_contain_text("moving, turn 127: the board shrinks in 1")
    expect(page.get_by_role("gridcell")).to_have_count(64)
    square(page, 31).click()
    square(page, 23).click()
    expect(words(page)).to_contain_text("turn 128 on squares 1 to 6: the board shrinks in 64")
    expect(page.get_by_role("gridcell")).to_have_count(36)


def test_flips_are_kinds_of_moves_and_can_be_typed(page: Page) -> None:
    begin(page, "conniption")
    page.locator("[name=move]").fill("f4")
    page.keyboard.press("Enter")
    played(page, 1)
    expect(words(page)).to_contain_text("flips left: Red 3, Yellow 4")
    page.get_by_role("button", name="drop, flip", exact=True).click()
    square(page, 0).click()
    played(page, 2)
    expect(status(page)).to_have_text("Yellow played 1f. Red to move.")
    expect(page.get_by_role("button", name="flip, drop", exact=True)).to_be_disabled()
    expect(page.get_by_role("button", name="drop", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
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
    page.get_by_role("button", name="Sure?").click()
    expect(status(page)).to_contain_text("Red wins")


def test_the_rules_are_at_hand(page: Page) -> None:
    begin(page, "watch-your-back")
    page.get_by_text("How to play").click()
    for paragraph in make_game("watch-your-back").rules_text.split("\n\n")[:2]:
        expect(page.locator(".rules")).to_contain_text(" ".join(paragraph.split()))
