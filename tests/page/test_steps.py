"""Step by step: a textbook search in a real browser."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from plyground.evaluations.registry import make_evaluation
from plyground.records.record import Record
from plyground.search.trace.searches import follow
from plyground.web.server import PageServer
from tests.page.browsing import faults, overflow, status

pytestmark = pytest.mark.slow

TIC_TAC_TOE = "tic-tac-toe/9+4+2+8+6"
PANES = (
    ".step-buttons",
    ".step-slider",
    ".step-code",
    ".node-board",
    ".step-variables",
    ".growing-tree",
    ".tree-notes",
)


def open_steps(page: Page, server: PageServer, place: str = TIC_TAC_TOE) -> None:
    page.goto(f"http://{server.host}/#steps/{place}")
    expect(slider(page)).to_be_visible()
    expect(page.locator(".node-board img")).to_have_attribute("alt", re.compile("^Board: "))


def slider(page: Page) -> Any:
    return page.get_by_role("slider")


def at_step(page: Page, number: int) -> None:
    """Wait for a step, counted from 1."""
    expect(slider(page)).to_have_value(str(number - 1))


def line(page: Page) -> Any:
    """The line that is executed next."""
    return page.locator(".step-code [aria-current=step] code")


def variable(page: Page, name: str) -> Any:
    return page.locator(
        ".step-variables tr", has=page.locator("th", has_text=re.compile(f"^{name}$"))
    )


def press(page: Page, key: str, times: int = 1) -> None:
    for _ in range(times):
        page.keyboard.press(key)


def go_to(page: Page, words: str) -> int:
    """Go to the first step that says something; returns its number, from 0."""
    record = Record("tic-tac-toe", moves="9 4 2 8 6")
    evaluation = make_evaluation(record.game, "default")
    trace, _ = follow("alpha-beta", record.game, evaluation, record.position, record.turn)
    step = next(number for number, step in enumerate(trace.steps) if words in step.says)
    slider(page).fill(str(step))
    expect(status(page)).to_contain_text(words)
    return step


def test_lines_are_stepped_forth_and_back(page: Page, server: PageServer) -> None:
    open_steps(page, server)
    expect(status(page)).to_have_text(
        "The search begins: O is to move, with the window (-∞, ∞). Is the game over?"
    )
    expect(line(page)).to_have_text("outcome = game.outcome(position)")
    expect(variable(page, "depth")).to_contain_text("4")
    expect(variable(page, "outcome")).not_to_contain_text("ongoing")
    press(page, "ArrowRight")
    expect(line(page)).to_have_text("if outcome != ONGOING:")
    expect(variable(page, "outcome")).to_have_class("has-changed")
    expect(variable(page, "outcome")).to_contain_text("ongoing, changed")
    expect(variable(page, "depth")).not_to_have_class("has-changed")
    expect(variable(page, "depth")).to_contain_text("4")
    press(page, "ArrowLeft")
    at_step(page, 1)
    expect(line(page)).to_have_text("outcome = game.outcome(position)")
    expect(variable(page, "outcome")).not_to_contain_text("ongoing")


def test_a_call_is_entered_stepped_over_and_left(page: Page, server: PageServer) -> None:
    open_steps(page, server)
    call = go_to(page, "O tries 1: what is it worth?")
    page.get_by_role("button", name="Step", exact=True).click()
    expect(page.locator(".call-path li")).to_have_text(["O to move (-∞, ∞)", "O 1 (-∞, ∞)"])
    press(page, "ArrowUp")
    expect(line(page)).to_have_text("score = value_before(found, again)")
    after = slider(page).input_value()
    slider(page).fill(str(call))
    expect(status(page)).to_contain_text("O tries 1: what is it worth?")
    page.get_by_role("button", name="Over").click()
    expect(slider(page)).to_have_value(after)
    press(page, "p")
    expect(page.locator(".call-path li")).not_to_have_count(1)
    press(page, "n")
    expect(line(page)).to_have_text("outcome = game.outcome(position)")


def test_a_cut_is_drawn_and_explained(page: Page, server: PageServer) -> None:
    open_steps(page, server)
    expect(page.locator(".cut-moves")).to_have_count(0)
    go_to(page, "Cut!")
    expect(status(page)).to_have_text(
        "Cut! 0 is at least beta, a loss at ply 2: the other move, 7, need not be looked at "
        "(1 node in minimax)."
    )
    expect(line(page)).to_have_text("break")
    expect(page.locator(".cut-moves .cut-why")).to_have_text("cut: 0 >= loss 2")
    expect(page.locator(".cut-moves rect")).to_have_count(1)
    expect(page.locator(".tree-notes")).to_contain_text(
        "1 cut, which spared 1 move: 1 node of minimax"
    )
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".cut-moves")).to_have_count(0)


def test_the_tree_grows_to_its_end(page: Page, server: PageServer) -> None:
    open_steps(page, server)
    nodes = page.locator(".growing-tree .step-node")
    expect(nodes).to_have_count(1)
    press(page, "n")
    expect(nodes).to_have_count(2)
    press(page, "End")
    expect(nodes).to_have_count(33)
    expect(status(page)).to_have_text("The search is done: the position is worth 0 to O.")
    expect(page.locator(".step-node.is-current")).to_contain_text("start= 0")
    expect(page.locator(".tree-notes")).to_contain_text(
        "6 cuts, which spared 8 moves: 18 nodes of minimax"
    )
    nodes.nth(1).click()
    expect(page.locator(".step-node.is-current")).to_contain_text("1")
    expect(page.locator(".node-board img")).to_have_attribute("alt", re.compile("O at 1"))


def test_it_plays_by_itself(page: Page, server: PageServer) -> None:
    open_steps(page, server)
    page.get_by_label("Speed").select_option("20")
    page.locator("h1").evaluate("heading => document.activeElement.blur()")
    press(page, "Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".call-path li")).to_have_count(3)
    press(page, "Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    at = slider(page).input_value()
    press(page, "?")
    expect(page.locator(".step-keys")).to_be_visible()
    expect(slider(page)).to_have_value(at)


@pytest.mark.parametrize(
    ("search", "caption", "result"),
    [
        ("minimax", "minimax", ": 0. The search is done."),
        ("negamax", "negamax", "The search is done: the position is worth 0 to O."),
        ("negascout", "negascout", "The search is done: the position is worth 0 to O."),
        ("solve", "solve", "The position is solved. Its verdict for O: draws."),
        ("df-pn", "dfpn", "Proven: O cannot force a win in time."),
        ("mcts", "mcts", "The search is done. The move with the most visits is"),
    ],
)
def test_every_search_is_followed(
    page: Page, server: PageServer, search: str, caption: str, result: str
) -> None:
    open_steps(page, server)
    page.locator("[name=search]").select_option(search)
    expect(page.locator(".step-variables caption")).to_have_text(f"Variables of {caption}")
    page.get_by_role("button", name="End").click()
    expect(status(page)).to_contain_text(result)
    assert faults(page) == []


def test_depth_game_and_moves_are_chosen(page: Page, server: PageServer) -> None:
    open_steps(page, server)
    expect(page.locator("[name=amount]")).to_have_value("4")
    page.locator("[name=amount]").fill("2")
    page.keyboard.press("Enter")
    expect(page.locator(".tree-notes")).to_contain_text("1 of 13 nodes")
    page.locator("[name=moves]").fill("9 4 2")
    page.get_by_role("button", name="Set up").click()
    expect(page).to_have_url(re.compile(r"#steps/tic-tac-toe/9\+4\+2$"))
    page.locator("[name=game]").select_option("connect-four")
    expect(page).to_have_url(re.compile("#steps/connect-four/$"))
    expect(page.locator(".call-path li")).to_have_text(["Red to move (-∞, ∞)"])
    page.get_by_label("Or a small position").select_option("0")
    expect(page).to_have_url(re.compile(re.escape(TIC_TAC_TOE)))


def test_without_a_position_there_is_a_small_one(page: Page, server: PageServer) -> None:
    page.goto(f"http://{server.host}/#steps")
    expect(page).to_have_url(re.compile(re.escape(f"#steps/{TIC_TAC_TOE}")))
    expect(line(page)).to_be_visible()


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("tic-tac-toe/9+9", "move 2, 9: '9' is not a legal move here"),
        ("chequers/1", "there is no game 'chequers'"),
        ("tic-tac-toe/1/nonsense", "nonsense"),
        ("tic-tac-toe/%E0%A4%A", "is not a legal move"),
    ],
)
def test_a_bad_address_gets_a_sentence(
    page: Page, server: PageServer, place: str, sentence: str
) -> None:
    page.goto(f"http://{server.host}/#steps/{place}")
    expect(status(page)).to_have_class(re.compile("error"))
    expect(status(page)).to_contain_text(sentence)
    page.get_by_label("Or a small position").select_option("0")
    expect(line(page)).to_be_visible()


def test_a_large_tree_is_told_to_be_cut_short(page: Page, server: PageServer) -> None:
    open_steps(page, server, "connect-four")
    page.locator("[name=amount]").fill("6")
    page.keyboard.press("Enter")
    expect(page.locator(".unfinished")).to_contain_text("followed for 500 nodes")
    page.locator("[name=amount]").fill("13")
    page.keyboard.press("Tab")
    expect(status(page)).to_have_text("depth 13: expected 1 to 12")


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 820, 1280])
def test_nothing_serious_is_wrong_for_anyone(page: Page, server: PageServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_steps(page, server)
    page.get_by_role("button", name="End").click()
    expect(page.locator(".cut-moves").first).to_be_visible()
    press(page, "?")
    assert faults(page) == []
    assert overflow(page) <= 0


@pytest.mark.parametrize("width", [390, 820])
def test_nothing_moves_while_it_is_stepped(page: Page, server: PageServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    open_steps(page, server)

    def places() -> list[Any]:
        return [page.locator(pane).first.bounding_box() for pane in PANES]

    before, texts = places(), set[str]()
    for _ in range(12):
        press(page, "n")
        press(page, "ArrowRight", 3)
        texts.add(status(page).inner_text())
        assert places() == before
    assert len(texts) > 2
    go_to(page, "Cut!")
    assert places() == before
