"""The analysis of positions in a real browser."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import plyground as pg
from plyground.web.server import PageServer
from tests.page.browsing import EXAMPLE, SECONDS, begin, faults, overflow, played, square, status

pytestmark = pytest.mark.slow

SOON = 60_000
"""The first search in a process reads its compiled kernels."""


def analyse(page: Page, server: PageServer, address: str) -> None:
    """Open the analysis of a position."""
    page.goto(f"http://{server.host}/#{address}")
    expect(page.locator(".analyse .board")).to_be_visible()


def moves(page: Page) -> Any:
    return page.locator(".tree .move:not(:text-is('start'))")


def here(page: Page, *path: str) -> None:
    """Wait until the address names these moves."""
    expect(page).to_have_url(re.compile(rf"#[^/]+/{re.escape('+'.join(path))}(/.*)?$"))


def back_to_the_first_move(page: Page) -> None:
    """The board shows it, too."""
    page.keyboard.press("ArrowLeft")
    here(page, "4")
    expect(status(page)).to_have_text("Red played 4. Yellow to move.")


def off(page: Page, name: str) -> None:
    """Turn the engine or the verdicts off."""
    page.get_by_role("button", name=f"{name} on").click()
    expect(page.get_by_role("button", name=f"{name} off")).to_be_visible()


@pytest.fixture
def quiet(page: Page, server: PageServer) -> Page:
    """Connect Four after two moves, and nobody searches."""
    analyse(page, server, "connect-four/4+4")
    off(page, "Engine")
    off(page, "Verdicts")
    page.locator("body").click(position={"x": 1, "y": 1})
    return page


# --- engines and solvers -----------------------------------------------------------------------


def test_lines_and_verdicts_come(page: Page, server: PageServer) -> None:
    analyse(page, server, "connect-four/4+4+3+3+7+7")
    best = page.locator(".row").first
    expect(best).to_contain_text("wins in 3", timeout=SOON)
    expect(page.locator(".measures").first).to_contain_text(re.compile(r"depth .* nodes"))
    expect(page.locator(".chip.win").first).to_contain_text("wins in 3", timeout=SOON)
    expect(square(page, 1).locator(".mark.win")).to_have_attribute("data-text", "+3")
    expect(page.locator(".verdicts .measures")).to_have_text("all 7 moves are solved", timeout=SOON)
    expect(page.locator(".chip.loss").first).to_be_visible()
    expect(status(page)).to_have_text(re.compile(r"Best for Red: [25], wins in 3\."))
    best.get_by_role("button").first.click()
    expect(moves(page)).to_have_count(7)
    expect(page.locator(".lines .whose")).to_have_text("for Yellow")
    expect(page.locator(".row").first).to_contain_text("loses in 2", timeout=SOON)


def test_the_engine_and_its_options_are_chosen(page: Page, server: PageServer) -> None:
    analyse(page, server, "connect-four/4+4")
    page.get_by_text("Engine settings").click()
    page.locator("[name=lines]").select_option("2")
    page.locator("[name=engine]").select_option("negascout")
    page.get_by_text("Options of the player").click()
    page.locator(".lines [name=depth]").fill("3")
    expect(page.locator(".lines .measures")).to_contain_text("depth 3/", timeout=SOON)
    expect(page.locator(".lines .measures")).to_contain_text("done")
    expect(page.locator(".row button[tabindex='0']")).to_have_count(2)
    page.locator(".lines [name=depth]").fill("deep")
    expect(status(page)).to_contain_text("depth")
    page.reload()
    page.get_by_text("Engine settings").click()
    expect(page.locator("[name=engine]")).to_have_value("negascout")


def test_a_tab_that_is_not_seen_searches_nothing(page: Page, server: PageServer) -> None:
    analyse(page, server, "gomoku/113")
    page.get_by_text("Engine settings").click()
    page.locator("[name=time]").select_option(label="until stopped")
    expect(page.locator(".row button").first).to_be_visible(timeout=SOON)

    def seen(is_seen: bool) -> None:
        hidden = "false" if is_seen else "true"
        page.evaluate(
            f"Object.defineProperty(document, 'hidden', {{value: {hidden}, configurable: true}});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )

    seen(False)
    expect(page.locator(".lines .measures")).to_contain_text("done", timeout=SOON)
    seen(True)
    expect(page.locator(".lines .measures")).not_to_contain_text("done", timeout=SOON)


def test_who_leaves_the_view_stops_its_searches(page: Page, server: PageServer) -> None:
    analyse(page, server, "gomoku/113")
    page.get_by_text("Engine settings").click()
    page.locator("[name=time]").select_option(label="until stopped")
    expect(page.locator(".row button").first).to_be_visible(timeout=SOON)
    page.goto(f"http://{server.host}/#new")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    until = time.monotonic() + SECONDS
    while server.games.slots._thinking:
        assert time.monotonic() < until
        page.evaluate("new Promise(requestAnimationFrame)")


def test_the_whole_game_is_analysed(page: Page, server: PageServer) -> None:
    analyse(page, server, "tic-tac-toe/5+1+9+3")
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".searched")).to_have_text("5 of 5 positions searched", timeout=SOON)
    points = page.locator(".graph ol li")
    expect(points).to_have_count(5)
    expect(points.first).to_have_text("start: X draw")


def test_the_threat_is_what_the_other_side_would_do(page: Page, server: PageServer) -> None:
    analyse(page, server, f"{EXAMPLE.replace('/', '%2F')}/f2e3")
    off(page, "Verdicts")
    page.locator("body").click(position={"x": 1, "y": 1})
    page.keyboard.press("x")
    expect(page.locator(".lines .whose")).to_have_text(re.compile("threat of"))
    expect(page.locator(".row button").first).to_be_visible(timeout=SOON)
    analyse(page, server, "connect-four/4")
    page.keyboard.press("x")
    expect(status(page)).to_contain_text("no threat is shown: connect-four has no such position")


def test_the_evaluation_is_explained_and_the_book_opened(quiet: Page) -> None:
    quiet.get_by_text("Evaluation, feature by feature").click()
    quiet.locator(".evaluation select").select_option("hand-set")
    expect(quiet.locator(".evaluation tbody tr").first).to_contain_text("lacks three")
    expect(quiet.locator(".evaluation .pattern")).to_have_count(0)
    quiet.locator(".evaluation select").select_option("document")
    expect(quiet.locator(".evaluation tbody tr").first).not_to_contain_text("lacks three")
    quiet.keyboard.press("Escape")
    quiet.locator("body").click(position={"x": 1, "y": 1})
    quiet.keyboard.press("e")
    expect(quiet.locator(".book")).to_contain_text("played by the book")
    quiet.locator(".book button").first.click()
    here(quiet, "4", "4", "4")


@pytest.mark.parametrize("turned", [False, True])
def test_a_networks_patterns_are_drawn_on_small_boards(quiet: Page, turned: bool) -> None:
    """Each mark covers a square that the table's words and the network name, turned or not."""
    if turned:
        quiet.get_by_role("button", name="Turn", exact=True).click()
    quiet.get_by_text("Evaluation, feature by feature").click()
    record = pg.Record("connect-four", moves="4 4")
    terms = [term for term in pg.explain(record) if term.squares]
    pictures = quiet.locator(".evaluation .pattern")
    expect(pictures).to_have_count(len(terms))
    for number, term in enumerate(terms):
        words = [quiet.locator(f'.stage [data-square="{square}"]') for square in term.squares]
        shown = pictures.nth(number).get_attribute("aria-label") or ""
        assert {*shown.split("; ")} == {word.get_attribute("aria-label") for word in words}
        marks = pictures.nth(number).locator("> span")
        expect(marks).to_have_count(len(term.squares))


def test_what_is_sure_counts_more_than_a_score(quiet: Page) -> None:
    """A verdict on the position follows from one move that wins, or from all of them."""
    found = quiet.evaluate(
        """async () => {
          const { verdictOf } = await import("/page/verdicts.js");
          const { withVerdicts, worthText } = await import("/page/lines.js");
          const [win, loss] = [{ outcome: "win", plies: 9 }, { outcome: "loss", plies: 4 }];
          const line = { moves: ["a"], score: -3, verdict: null };
          const lines = { found: { info: { lines: [line] } } };
          const shown = withVerdicts(lines, new Map([["a", win]])).found.info.lines[0];
          return [
            verdictOf(new Map([["a", win], ["b", null]])),
            verdictOf(new Map([["a", loss], ["b", null]])),
            verdictOf(new Map([["a", loss], ["b", { outcome: "draw", plies: null }]])).outcome,
            verdictOf(new Map()),
            worthText(line), worthText(shown),
          ];
        }"""
    )
    assert found == [{"outcome": "win", "plies": 9}, None, "draw", None, "−3", "wins in 9"]


# --- the tree of moves -------------------------------------------------------------------------


def test_keys_walk_through_the_tree_as_on_lichess(quiet: Page) -> None:
    press = quiet.keyboard.press
    back_to_the_first_move(quiet)
    square(quiet, 2).click()
    here(quiet, "4", "3")
    press("ArrowLeft")  # the click on the board leaves the arrows to the moves
    here(quiet, "4")
    press("ArrowDown")
    expect(quiet.locator(".move.next")).to_have_text("3")
    press("ArrowRight")
    here(quiet, "4", "3")
    press("k")
    press("j")
    here(quiet, "4", "4")
    press("ArrowUp")
    here(quiet, "")
    press("ArrowDown")
    here(quiet, "4", "4")
    press("Shift+ArrowLeft")
    here(quiet, "4")
    press("Home")
    here(quiet, "")
    press("Shift+ArrowRight")
    here(quiet, "4")
    press("$")
    here(quiet, "4", "4")
    press("0")
    here(quiet, "")
    press("?")
    expect(quiet.get_by_role("dialog")).to_contain_text("play the computer's best move")
    press("Escape")
    press("c")
    quiet.keyboard.type("left 0")
    expect(quiet.get_by_label("Comment on the start")).to_have_value("left 0")
    here(quiet, "")


def test_the_board_keeps_its_arrows_for_who_came_by_tab(quiet: Page) -> None:
    quiet.get_by_role("gridcell").first.focus()
    quiet.keyboard.press("Tab")
    quiet.keyboard.press("Shift+Tab")
    quiet.keyboard.press("ArrowRight")
    expect(square(quiet, 1)).to_be_focused()
    quiet.keyboard.press("Enter")
    here(quiet, "4", "4", "2")


def test_space_plays_the_best_move_and_l_stops_the_engine(page: Page, server: PageServer) -> None:
    analyse(page, server, "tic-tac-toe/1+2+5+3")
    expect(page.locator(".row").first).to_contain_text("wins in 1", timeout=SOON)
    page.keyboard.press("Space")
    expect(moves(page)).to_have_count(5)
    expect(status(page)).to_contain_text("X wins")
    page.keyboard.press("l")
    expect(page.get_by_role("button", name="Engine off")).to_be_visible()


def test_variations_are_made_promoted_commented_and_deleted(quiet: Page) -> None:
    back_to_the_first_move(quiet)
    square(quiet, 2).click()
    here(quiet, "4", "3")
    expect(quiet.locator(".variation .move")).to_have_text(["3"])
    quiet.get_by_role("button", name="Promote").click()
    expect(quiet.locator(".variation .move")).to_have_text(["4"])
    quiet.keyboard.press("c")
    quiet.keyboard.type("bolder")
    quiet.keyboard.press("Escape")
    expect(quiet.locator(".tree .step .comment")).to_have_text(["bolder"])
    quiet.locator(".variation .move").click()
    quiet.get_by_role("button", name="Delete").click()
    here(quiet, "4")
    expect(moves(quiet)).to_have_text(["4", "3"])


def test_the_tree_is_saved_and_loaded(quiet: Page, server: PageServer, tmp_path: Path) -> None:
    back_to_the_first_move(quiet)
    square(quiet, 2).click()
    here(quiet, "4", "3")
    quiet.keyboard.press("c")
    quiet.keyboard.type("a } b")
    quiet.keyboard.press("Escape")
    quiet.get_by_text("Set up, open, save").click()
    with quiet.expect_download() as download:
        quiet.get_by_role("button", name="Save with variations").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert "1. 4 4 ( 1. ... 3 {a \\} b} ) unfinished" in file.read_text()
    analyse(quiet, server, "tic-tac-toe")
    quiet.locator("input[type=file]").set_input_files(file)
    here(quiet, "4", "4")
    expect(quiet.locator(".variation")).to_contain_text("a } b")


def test_the_functions_of_the_tree_keep_their_laws(quiet: Page) -> None:
    """Promoting all the way is the main line; a list of entries gives the tree back."""
    found = quiet.evaluate(
        """async () => {
          const t = await import("/page/movetree.js");
          let tree = t.treeOf(["a", "b", "c"]);
          tree = t.withMoves(tree, ["a"], ["x", "y"]);
          tree = t.withMoves(tree, ["a"], ["z"]);
          tree = t.withComment(tree, ["a", "x"], "why");
          const before = JSON.stringify(tree);
          const up = t.promoted(tree, ["a", "z"]);
          const main = t.asMainLine(tree, ["a", "z"]);
          return {
            unchanged: JSON.stringify(tree) === before,
            same: JSON.stringify(t.treeOfEntries(t.entriesOf(tree))) === before,
            up: up.replies[0].replies.map((one) => one.move),
            main: t.lineThrough(main, []),
            fork: t.forkBefore(tree, ["a", "x", "y"]),
            after: t.forkAfter(tree, []),
            gone: t.branchAt(t.without(tree, ["a", "x"]), ["a", "x"]),
            isVariation: t.isVariation(tree, ["a", "x"]),
          };
        }"""
    )
    assert found == {
        "unchanged": True,
        "same": True,
        "up": ["b", "z", "x"],
        "main": ["a", "z"],
        "fork": ["a"],
        "after": ["a"],
        "gone": None,
        "isVariation": True,
    }


# --- positions ---------------------------------------------------------------------------------


def test_the_address_names_the_position_and_back_leads_out(
    quiet: Page, context: BrowserContext
) -> None:
    square(quiet, 4).click()
    here(quiet, "4", "4", "5")
    quiet.reload()
    expect(moves(quiet)).to_have_text(["4", "4", "5"])
    other = context.new_page()
    other.goto(quiet.url)
    expect(moves(other)).to_have_text(["4", "4", "5"])
    quiet.go_back()
    expect(quiet.get_by_role("heading", name="New game")).to_be_visible()


def test_a_bad_position_gets_its_error_at_once(quiet: Page) -> None:
    quiet.get_by_text("Set up, open, save").click()
    field = quiet.locator("[name=position]")
    field.fill("444x")
    expect(quiet.locator("#position-says")).to_contain_text("'444x'")
    expect(quiet.get_by_role("button", name="Analyse it")).to_be_disabled()
    field.fill("444")
    expect(quiet.locator("#position-says")).to_contain_text("Yellow to move")
    quiet.get_by_role("button", name="Analyse it").click()
    expect(quiet).to_have_url(re.compile(r"#connect-four//\.\.\."))
    expect(status(quiet)).to_have_text("Yellow to move.")


def test_a_position_is_set_up_by_clicking(page: Page, server: PageServer) -> None:
    analyse(page, server, "tic-tac-toe")
    page.get_by_text("Set up, open, save").click()
    page.get_by_role("button", name="Set up by clicking").click()
    expect(page.locator("#position-says")).to_contain_text("Click a square")
    square(page, 4).click()
    expect(page.locator("[name=position]")).to_have_value(".../.X./...")
    expect(page.get_by_role("gridcell").nth(4)).to_have_attribute("aria-label", re.compile("X"))
    square(page, 0).click()
    square(page, 0).click()
    expect(page.locator("[name=position]")).to_have_value("O../.X./...")
    page.get_by_role("button", name="Analyse it").click()
    expect(status(page)).to_contain_text("X to move")


def test_moves_are_typed_or_pasted(quiet: Page) -> None:
    quiet.get_by_text("Set up, open, save").click()
    quiet.locator("[name=moves]").fill("2. 3 5 3. 9")
    quiet.get_by_role("button", name="Play them").click()
    here(quiet, "4", "4", "3", "5")
    expect(status(quiet)).to_contain_text("'9' is not a legal move")
    quiet.get_by_text("Paste a record").click()
    quiet.locator("[name=record]").fill('[Game "tic-tac-toe"]\n\n1. 5 {centre} ( 1. 1 ) 1. ... 1')
    quiet.get_by_role("button", name="Read it").click()
    here(quiet, "5", "1")
    expect(quiet.locator(".variation .move")).to_have_text(["1"])


def test_a_record_is_dropped_and_read_as_far_as_it_goes(quiet: Page) -> None:
    dropped = quiet.evaluate_handle(
        """() => {
          const text = '[Game "tic-tac-toe"]\\n\\n1. 5 ( 1. 1 ) 1... 1 2. 9 x';
          const found = new DataTransfer();
          found.items.add(new File([text], "game.txt"));
          return found;
        }"""
    )
    quiet.dispatch_event(".board", "drop", {"dataTransfer": dropped})
    here(quiet, "5", "1", "9")
    expect(quiet.locator(".variation .move")).to_have_text(["1"])
    expect(status(quiet)).to_contain_text("line 3: move 4: 'x' is not a legal move here")


def test_a_game_leads_here_and_on_from_here(page: Page) -> None:
    begin(page, "connect-four")
    square(page, 3).click()
    played(page, 1)
    page.get_by_role("link", name="Analyse").click()
    here(page, "4")
    expect(moves(page)).to_have_text(["4"])
    page.get_by_text("Play from here").first.click()
    page.get_by_role("combobox", name="Red").select_option("human")
    page.get_by_role("button", name="Play from here").click()
    played(page, 1)


def test_marks_are_shown_or_not(page: Page, server: PageServer) -> None:
    analyse(page, server, "tic-tac-toe/1+2+5+3")
    best = square(page, 8).locator(".over.best .mark.win")
    expect(best).to_be_visible(timeout=SOON)
    page.keyboard.press("a")
    expect(best).to_have_count(0)
    page.keyboard.press("a")
    page.keyboard.press("s")
    expect(best).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("v")
    expect(square(page, 2).locator(".over.varies")).to_be_visible()


def test_the_board_is_turned(quiet: Page) -> None:
    before = square(quiet, 0).bounding_box()
    quiet.keyboard.press("f")
    expect(square(quiet, 0)).to_have_attribute("style", re.compile(r"left: ?[5-9]\d\."))
    after = square(quiet, 0).bounding_box()
    assert before and after and after["x"] > before["x"] and after["y"] > before["y"]
    quiet.keyboard.press("f")
    expect(square(quiet, 0)).to_have_attribute("style", re.compile(r"left: ?\d\."))
    square(quiet, 0).click()
    here(quiet, "4", "4", "1")


# --- everyone ----------------------------------------------------------------------------------


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_serious_is_wrong_for_anyone(page: Page, server: PageServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    analyse(page, server, "tic-tac-toe/5+1+9")
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator(".chip").first).to_be_visible(timeout=SOON)
    expect(page.locator(".row button").first).to_be_visible(timeout=SOON)
    expect(page.locator(".evaluation")).to_be_visible()
    assert faults(page) == []
    assert overflow(page) <= 0
    page.get_by_role("button", name="Help: keys").click()
    assert faults(page) == []


def test_nothing_moves_while_an_engine_thinks(quiet: Page) -> None:
    parts = (".board", ".lines", ".verdicts", ".tree", ".course")

    def places() -> list[Any]:
        return [quiet.locator(part).first.bounding_box() for part in parts]

    before = places()
    quiet.get_by_role("button", name="Engine off").click()
    quiet.get_by_role("button", name="Verdicts off").click()
    expect(quiet.locator(".row button").first).to_be_visible(timeout=SOON)
    expect(quiet.locator(".chip").first).to_be_visible(timeout=SOON)
    assert places() == before
