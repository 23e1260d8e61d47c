"""Searches to look at: icicles, the moves around a node, replays, and two beside each other."""

import re
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from plyground.core.score import INFINITE
from plyground.records.record import Record
from plyground.search.alphabeta.recording import Flag, Reason
from plyground.web.server import PageServer
from tests.page.browsing import faults, overflow, status
from tests.test_search_view import recorded
from tests.waiting import wait_until

pytestmark = pytest.mark.slow

GAME = "connect-four"
FIRST = ("minimax:depth=4", "alphabeta:depth=4")
"""What is shown at first."""


@pytest.fixture
def tree(page: Page, server: PageServer) -> Page:
    """The page with the search of the first position of a game."""
    page.set_viewport_size({"width": 1280, "height": 900})
    return opened(page, server, f"{GAME}/")


def opened(page: Page, server: PageServer, place: str) -> Page:
    page.goto(f"http://{server.host}/#search/{place}")
    expect(page.locator(".icicle canvas")).to_have_count(2, timeout=60_000)
    expect(page.locator(".node-board .board")).to_be_visible()
    return page


def search(page: Page, first: str, second: str, depth: int) -> None:
    """Fill in the form, and search."""
    page.locator("[name=first]").select_option(first)
    page.locator("[name=second]").select_option(second)
    page.locator("[name=depth]").fill(str(depth))
    page.get_by_role("button", name="Search", exact=True).click()
    heading = page.get_by_role("heading", name=f"{first}:depth={depth}")
    expect(heading).to_be_visible()
    panes = 2 if second else 1
    expect(page.locator(".icicle canvas")).to_have_count(panes)


def canvas(page: Page, pane: int = 0) -> Any:
    return page.locator(".icicle canvas").nth(pane)


def at(page: Page) -> list[str]:
    """The moves to the selected node; waits until they have names."""
    expect(canvas(page)).not_to_have_attribute("aria-label", re.compile("…"))
    label = canvas(page).get_attribute("aria-label") or ""
    return label.partition(", at ")[2].partition(":")[0].split()


def fact(page: Page, name: str) -> Any:
    return page.locator(".facts div", has_text=name).locator("dd")


def crumbs(page: Page) -> Any:
    return page.locator(".crumbs").last.get_by_role("button")


def legend(page: Page, name: str) -> Any:
    return page.locator(".kind", has_text=name).locator(".count")


def wait_for_orange(page: Page, pane: int, is_there: bool) -> None:
    """Until cut-offs are drawn in an icicle, or no longer are."""
    page.wait_for_function(
        """([pane, isThere]) => {
          const canvas = document.querySelectorAll(".icicle canvas")[pane];
          const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
          let count = 0;
          for (let at = 0; at < data.length; at += 4)
            count += data[at] === 0xe5 && data[at + 1] === 0x76 && data[at + 2] === 0x2e;
          return isThere ? count > 1000 : count === 0;
        }""",
        arg=[pane, is_there],
    )


def test_what_was_cut_is_counted_hatched_and_told(tree: Page) -> None:
    (minimax, whole), (alphabeta, cut) = (recorded(text, Record(GAME)) for text in FIRST)
    share = round(100 * (1 - alphabeta.nodes / minimax.nodes))
    expect(tree.locator(".lesson")).to_contain_text(
        f"alphabeta looked at {alphabeta.nodes:,} of the {minimax.nodes:,} nodes that minimax "
        f"looks at: {share} % cut. Both find the same value"
    )
    expect(legend(tree, "never looked at")).to_have_text(f"{whole.nodes - cut.nodes:,}")
    expect(legend(tree, "cut-off")).to_have_text(str(sum(cut.reasons == Reason.CUT_OFF)))
    expect(status(tree)).to_contain_text(
        re.compile(r"So Red never goes here, and Yellow's 6 other moves were cut")
    )
    wait_for_orange(tree, 1, True)
    wait_for_orange(tree, 0, False)


def test_a_node_is_what_the_engine_recorded(tree: Page) -> None:
    """The numbers are those of the side to move at the root."""
    _, found = recorded(FIRST[1], Record(GAME))
    node = int(tree.locator(".branch.chosen").get_attribute("data-node") or "")
    low, high = -int(found.betas[node]), -int(found.alphas[node])
    assert high == INFINITE and found.plies[node] == 1
    expect(fact(tree, "alpha, beta")).to_have_text(f"({low}, ∞)".replace("-", "−"))
    expect(fact(tree, "value")).to_have_text(f"≤{-found.values[node]}".replace("-", "−"))
    expect(fact(tree, "nodes")).to_have_text(f"{found.below[node]:,}")
    expect(fact(tree, "ended by")).to_have_text("cut-off")
    board = tree.locator(".node-board [role=grid]")
    expect(board).to_have_attribute("aria-label", "board, Yellow to move")


def test_the_tree_is_walked_by_keyboard(tree: Page) -> None:
    canvas(tree, 1).focus()
    tree.keyboard.press("Home")
    expect(status(tree)).to_contain_text("The search to depth 4")
    tree.keyboard.press("ArrowDown")
    expect(status(tree)).to_contain_text("Red tries 1.")
    tree.keyboard.press("ArrowRight")
    expect(status(tree)).to_contain_text("Red tries 2.")
    tree.keyboard.press("ArrowLeft")
    expect(status(tree)).to_contain_text("Red tries 1.")
    tree.keyboard.press("ArrowDown")
    expect(status(tree)).to_contain_text("Yellow tries 4.")
    expect(canvas(tree, 0)).to_have_attribute("aria-label", re.compile("minimax:depth=4, at 1 4:"))
    tree.keyboard.press("Enter")
    expect(crumbs(tree)).to_have_text(["depth 4", "1", "4"])
    tree.keyboard.press("Escape")
    expect(crumbs(tree)).to_have_text(["depth 4", "1"])
    tree.keyboard.press("ArrowUp")
    expect(status(tree)).to_contain_text("Red tries 1.")
    tree.locator(".branch.chosen").focus()
    tree.keyboard.press("ArrowDown")
    expect(status(tree)).to_contain_text("Yellow tries 4.")
    expect(tree.locator(".branch.chosen")).to_be_focused()


def test_a_click_selects_in_both_and_the_next_one_zooms(tree: Page) -> None:
    box = canvas(tree, 0).bounding_box()
    place = {"x": box["width"] * 0.5, "y": 50}
    canvas(tree, 0).click(position=place)
    expect(status(tree)).to_contain_text("Red tries 4.")
    expect(canvas(tree, 1)).to_have_attribute("aria-label", re.compile("alphabeta:depth=4, at 4:"))
    canvas(tree, 0).click(position=place)
    expect(crumbs(tree)).to_have_text(["depth 4", "4"])
    crumbs(tree).first.click()
    expect(crumbs(tree)).to_have_text(["depth 4"])
    tree.locator(".branch", has_text="3").first.click()
    expect(status(tree)).to_contain_text("Red tries 3.")
    tree.locator(".node-board [data-square='3']").click()
    expect(status(tree)).to_contain_text("Yellow tries 4.")
    tree.keyboard.press("ArrowUp")


def test_the_pointer_tells_and_the_wheel_zooms(tree: Page) -> None:
    box = canvas(tree, 0).bounding_box()
    tree.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 50)
    told = tree.locator(".hover")
    expect(told).to_contain_text("Red: 4 value 1001window")
    expect(told).to_contain_text("window (−∞, ∞) · depth 3")
    expect(told).to_contain_text("400 nodes · exact value, principal variation")
    tree.keyboard.down("Control")
    tree.mouse.wheel(0, -100)
    expect(crumbs(tree)).to_have_text(["depth 4", "4"])
    while crumbs(tree).count() > 1:  # turns of a wheel that follow closely are one
        tree.mouse.wheel(0, 100)
    tree.keyboard.up("Control")
    steps = count()

    def is_told() -> bool:
        """Where the picture is still being drawn, nothing is told until the pointer moves again."""
        tree.mouse.move(box["x"] + box["width"] * 0.9 + next(steps) % 2, box["y"] + 150)
        return "never looked at by the other search" in "".join(told.all_inner_texts())

    wait_until(is_told)


def test_the_legend_shows_one_kind(tree: Page) -> None:
    kind = tree.locator("button.kind", has_text="evaluated")
    wait_for_orange(tree, 1, True)
    kind.click()
    expect(kind).to_have_attribute("aria-pressed", "true")
    wait_for_orange(tree, 1, False)
    kind.click()
    expect(kind).to_have_attribute("aria-pressed", "false")
    wait_for_orange(tree, 1, True)


def test_any_node_opens_deeper_by_a_replay(tree: Page) -> None:
    search(tree, "negascout", "", 12)
    thought, found = recorded("negascout:depth=12", Record(GAME))
    assert found.kept > 100_000
    canvas(tree).focus()
    more = tree.get_by_role("button", name=re.compile("Open .* more nodes"))
    tried = ""
    while not more.count():
        before = canvas(tree).get_attribute("aria-label") or ""
        tree.keyboard.press("ArrowDown")
        expect(canvas(tree)).not_to_have_attribute("aria-label", before)
        moves = at(tree)
        tried = f"{('Yellow', 'Red')[len(moves) % 2]} tries {moves[-1]}."
        expect(status(tree)).to_contain_text(tried)
    known = [fact(tree, name).inner_text() for name in ("value", "nodes", "ended by")]
    more.click()
    expect(crumbs(tree).last).to_have_text(re.compile("⤵"))
    expect(tree.get_by_role("button", name="All nodes are shown")).to_be_visible()
    assert [fact(tree, name).inner_text() for name in ("value", "nodes", "ended by")] == known
    expect(status(tree)).to_contain_text(tried)
    canvas(tree).focus()
    tree.keyboard.press("ArrowDown")
    expect(status(tree)).not_to_contain_text(tried)
    tree.keyboard.press("Escape")
    expect(more).to_be_visible()
    expect(tree.locator(".lesson")).to_contain_text(f"{thought.nodes:,} nodes")


def test_each_depth_and_each_window_can_be_looked_at(tree: Page, server: PageServer) -> None:
    opened(tree, server, f"{GAME}/1+6+3+6+6+5")
    search(tree, "negascout", "", 7)
    _, found = recorded("negascout:depth=7", Record(GAME, moves="1 6 3 6 6 5"))
    roots = [node for node in range(found.kept) if found.parents[node] == 0]
    depths = tree.get_by_label("Which search of the root")
    expect(depths.locator("option")).to_have_count(len(roots) + 1)
    expect(depths).to_have_value(str(roots[-1]))
    again = [node for node in roots if found.flags[node] & Flag.RE_SEARCH]
    high = [node for node in roots if found.values[node] >= found.betas[node]]
    low = [node for node in roots if found.values[node] <= found.alphas[node]]
    assert (len(again), len(high), len(low)) == (5, 2, 3)
    expect(depths.locator("option", has_text="too high")).to_have_count(len(high))
    expect(depths.locator("option", has_text="too low")).to_have_count(len(low))
    depths.select_option(str(min(high + low)))
    expect(status(tree)).to_contain_text("it is searched again with a wider one")
    depths.select_option(str(roots[1]))
    expect(status(tree)).to_contain_text("The search to depth 2")
    expect(fact(tree, "nodes")).to_have_text(f"{found.below[roots[1]]:,}")
    depths.select_option("0")
    expect(status(tree)).to_contain_text("The whole search.")
    expect(legend(tree, "searched again")).to_have_text(str(sum(found.flags & Flag.RE_SEARCH > 0)))


def test_a_position_in_the_address_is_searched(tree: Page, server: PageServer) -> None:
    opened(tree, server, f"{GAME}/4+4+3")
    expect(tree.locator(".lesson")).to_contain_text("the same value for Yellow")
    tree.goto(f"http://{server.host}/#search/{GAME}/4+3+4+3+4+3+4")
    expect(status(tree)).to_have_text("There is nothing to search: Red wins.")


def test_what_cannot_be_searched_is_told(tree: Page) -> None:
    tree.locator("[name=depth]").fill("many")
    tree.get_by_role("button", name="Search", exact=True).click()
    expect(status(tree)).to_have_class(re.compile("error"))
    expect(status(tree)).to_contain_text("depth=many: expected a whole number")
    tree.locator("[name=depth]").fill("300")
    tree.get_by_role("button", name="Search", exact=True).click()
    expect(status(tree)).to_contain_text("expected at most 126")


def test_nothing_moves_when_another_node_is_selected(tree: Page) -> None:
    def places() -> list[Any]:
        parts = (".icicle canvas >> nth=1", ".move-tree", ".facts", ".node-board .board")
        return [tree.locator(part).bounding_box() for part in parts]

    expect(tree.locator(".node-board .board")).to_be_visible()
    before = places()
    canvas(tree, 1).focus()
    for key in ("ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"):
        tree.keyboard.press(key)
    expect(status(tree)).to_contain_text("Red tries")
    assert places() == before


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_serious_is_wrong_for_anyone(page: Page, server: PageServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    opened(page, server, f"{GAME}/")
    expect(page.locator(".node-board .board")).to_be_visible()
    assert faults(page) == []
    search(page, "negascout", "", 5)
    assert faults(page) == []
    assert overflow(page) <= 0
