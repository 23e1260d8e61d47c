"""Whole games on the page: moves that a seeded player chose, made as a person makes them."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from plyground.boards.clicks import clicks, move_map
from plyground.core.wire import MoveMap, MoveSquares
from plyground.records.record import Record
from tests.page.browsing import played, square, status

MAX_PLIES = 200
WALK = """async ([from, to]) => {
  const { neighbour } = await import("/page/clicks.js");
  const cells = [...document.querySelectorAll("[data-square]")].map(({ dataset, style }) => ({
    square: Number(dataset.square),
    left: parseFloat(style.left),
    top: parseFloat(style.top),
    width: parseFloat(style.width),
    height: parseFloat(style.height),
  }));
  const { width, height } = document.querySelector(".board").getBoundingClientRect();
  const found = new Map([[from, []]]);
  for (const [square, keys] of found)
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      const next = neighbour(cells, square, key, { width, height });
      if (!found.has(next)) found.set(next, [...keys, key]);
    }
  return found.get(to);
}"""
"""The keys that lead from one square to another."""

MakeMove = Callable[[Page, MoveMap, str], None]


def random_game(text: str, seed: int) -> Record:
    """A game played at random to its end."""
    record, chance = Record(text), random.Random(seed)
    while not record.is_over and len(record) < MAX_PLIES:
        record.push(chance.choice(record.legal_moves))
    assert record.is_over
    return record


def play_game(page: Page, game: Record, make_move: MakeMove) -> None:
    """Make all moves of a game on the page, which shows its first position."""
    record = Record(game.game, game.positions[0], game_text=game.game_text)
    for move in game.move_texts:
        make_move(page, move_map(record), move)
        record.push(move)
        played(page, len(record))
    expect(status(page)).to_contain_text(f"{record.status}.")
    expect(page.locator(".board.asked, .passes button")).to_have_count(0)


def by_clicks(page: Page, found: MoveMap, move: str) -> None:
    """Make a move with the mouse."""
    made = _squares_of(page, found, move)
    if made is None:
        page.locator(".passes").get_by_role("button", name=move, exact=True).click()
    else:
        for number in next(clicks(made.steps)):
            square(page, number).click()


def by_keys(page: Page, found: MoveMap, move: str) -> None:
    """Make a move with the keyboard alone."""
    made = _squares_of(page, found, move, press=True)
    if made is None:
        page.locator(".passes").get_by_role("button", name=move, exact=True).focus()
        page.keyboard.press("Enter")
    else:
        page.locator('[data-square][tabindex="0"]').focus()
        for number in next(clicks(made.steps)):
            _walk_to(page, number)
            page.keyboard.press("Enter")


def _squares_of(page: Page, found: MoveMap, move: str, press: bool = False) -> MoveSquares | None:
    """The squares that make a move; what kind it is of is chosen first."""
    for made in found.squares:
        if made.move == move:
            return made
    for variant in found.variants:
        for made in variant.squares:
            if made.move == move:
                button = page.get_by_role("button", name=variant.name, exact=True)
                button.press("Enter") if press else button.click()
                expect(button).to_have_attribute("aria-pressed", "true")
                return made
    return None


def _walk_to(page: Page, number: int) -> None:
    at: Any = page.evaluate("Number(document.activeElement.dataset.square)")
    for key in page.evaluate(WALK, [at, number]):
        page.keyboard.press(key)
    expect(square(page, number)).to_be_focused()
