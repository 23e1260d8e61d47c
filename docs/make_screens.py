"""Takes the pictures of the page that its document shows: `python docs/make_screens.py [NAME ...]`.

A view of the page adds its entries to `SCREENS`.
"""

import base64
import re
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from plyground.api.learn import learn
from plyground.arena.driver import run
from plyground.arena.html import write_page
from plyground.arena.plan import Entry, Openings, Plan
from plyground.arena.report import report
from plyground.arena.store import create_store
from plyground.learning.folder import open_folder
from plyground.learning.html import write_page as write_learning
from plyground.learning.report import report as learning_report
from plyground.web.server import PageServer
from plyground.workers.local import LocalPool
from tests.page.browsing import CHROMIUM, FLAGS, begin, played, square

FOLDER: Final = Path(__file__).parent / "pictures" / "page"
MAX_BYTES: Final = 60_000
HEIGHT: Final = 800
WON: Final = "4+4+5+3+5+5+3+3+2"
"""Yellow wins in 7 plies."""


class Screen(NamedTuple):
    """One picture: which address is opened, how wide the window is, and what a person does there
    before it is taken."""

    name: str
    width: int
    theme: Literal["light", "dark"]
    address: str = ""
    """What comes after `#`; without it, the form for a new game."""
    act: Callable[[Page], None] = lambda page: None
    game: str | None = None
    """The game that the command line names."""
    height: int = HEIGHT
    of_tournament: Literal["", "page", "report"] = ""
    """Whether it is taken of a tournament that is played for it: on the page, or in its report."""
    of_run: Literal["", "page", "report"] = ""
    """The same of a run of learning."""


def _play_connect_four(page: Page) -> None:
    begin(page, "connect-four", second="player:random")
    for turn, column in enumerate((3, 2, 4), 1):
        square(page, column).click()
        played(page, 2 * turn)


def _play_watch_your_back(page: Page) -> None:
    begin(page, "watch-your-back")
    for ply, number in enumerate((27, 35, 28, 20, 36, 44), 1):
        square(page, number).click()
        played(page, ply)


def _look_at_search(page: Page) -> None:
    expect(page.locator(".node-board .board")).to_be_visible(timeout=60_000)


def _look_at_negascout(page: Page) -> None:
    _look_at_search(page)
    page.locator("[name=first]").select_option("negascout")
    page.locator("[name=second]").select_option("")
    page.locator("[name=depth]").fill("8")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("heading", name="negascout:depth=8")).to_be_visible()
    expect(page.locator(".branch.chosen .move")).not_to_have_text("…")


def _type_board(page: Page) -> None:
    page.locator("[name=game]").select_option("own board")
    for text in ("9\n1 2 3\n4 5 6\n", "9\n1 2 3\n4 5 6\n7 8 g\n1 5 9\n"):
        page.locator("[name=paths]").fill(text)
        expect(page.locator("#paths-told")).to_contain_text("2 paths" if "g" not in text else "'g'")


def _grow_tree(page: Page) -> None:
    page.get_by_role("button", name="Pause").click()
    page.locator("[name=simulations]").fill("5000")
    page.get_by_role("button", name="Grow").click()
    expect(page.get_by_role("status")).to_contain_text("After 5,000 simulations")


def _solve(page: Page) -> None:
    expect(page.locator(".question")).to_contain_text(re.compile(r"within 1\d plies"))
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_contain_text("Not solved")


def _explain(page: Page) -> None:
    page.get_by_role("button", name="Why is this won?").click()
    expect(page.get_by_role("status")).to_contain_text("Checked")
    page.locator(".why .figures button").first.click()
    expect(page.locator(".way li")).to_have_count(4)


def _step_to_a_cut(page: Page) -> None:
    page.get_by_role("slider").fill("336")
    page.get_by_role("slider").blur()
    expect(page.get_by_role("status")).to_contain_text("Cut!")
    expect(page.locator(".node-board img")).to_have_attribute("alt", re.compile("^Board: "))


_REVIEWED: Final = "connect-four/4+4+3+5+4+5+5+6+6+3+4+7+4+4+1+5+2"


def _turn(page: Page) -> None:
    expect(page.locator(".coach .thinking")).to_contain_text("Judged by", timeout=120_000)
    page.get_by_role("button", name="to the turning point").click()
    expect(page.get_by_role("status")).to_contain_text("Yellow played 6")


def _guess(page: Page) -> None:
    page.get_by_label("Guess the better move first").check()
    _turn(page)


_ANALYSED: Final = "connect-four/4+4+4+4+4+2+5+5+4"


def _analyse(page: Page) -> None:
    """A game with a variation and a comment, searched as a whole."""
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("status")).to_have_text("Yellow played 5. Red to move.")
    square(page, 2).click()
    expect(page.locator(".variation")).to_be_visible()
    page.keyboard.press("c")
    page.keyboard.type("misses the win")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Analyse the whole game").click()
    expect(page.locator(".searched")).to_contain_text("10 of 10", timeout=120_000)
    page.keyboard.press("ArrowLeft")
    solved = page.locator(".verdicts .measures")
    expect(solved).to_contain_text("moves are solved", timeout=120_000)
    expect(page.locator(".row button").first).to_be_visible(timeout=60_000)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def _choose_game(page: Page) -> None:
    """A long game in its middle."""
    expect(page.locator(".tournament .board")).to_be_visible()
    page.locator("[name=player]").select_option("best:time=0.05")
    page.locator("[name=opponent]").select_option("negascout:depth=4")
    expect(page.locator(".list .note")).to_contain_text("of 10,")
    page.locator(".list a").first.click()
    for _ in range(4):
        page.get_by_role("button", name="Back").click()
    expect(page.locator(".stepper p")).to_contain_text("After move")
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def _look_at_learning(page: Page) -> None:
    expect(page.locator(".learning .curves").first).to_be_visible()
    expect(page.locator(".learning canvas").last).to_be_visible()


def _look_at_report(page: Page) -> None:
    page.get_by_role("button", name="Last").click()


SCREENS: Final = (
    Screen("new", 820, "light"),
    Screen("board", 820, "dark", act=_type_board, height=640),
    Screen("play", 1280, "light", act=_play_connect_four),
    Screen("play-phone", 390, "dark", act=_play_watch_your_back),
    Screen("analyse", 1280, "light", _ANALYSED, _analyse, height=760),
    Screen("analyse-phone", 390, "dark", _ANALYSED, _analyse, height=1000),
    Screen("review", 1280, "light", f"review/{_REVIEWED}", _turn),
    Screen("review-phone", 390, "dark", f"review/{_REVIEWED}", _guess, height=1000),
    Screen("search", 1280, "light", "search/connect-four/", _look_at_search, height=1240),
    Screen("search-negascout", 820, "dark", "search/connect-four/4+4", _look_at_negascout),
    Screen("search-phone", 390, "light", "search/connect-four/", _look_at_search, height=900),
    Screen("mcts", 1280, "light", "mcts/connect-four/4+4+4+4", _grow_tree, height=1050),
    Screen("proof", 1280, "light", "proof/connect-four/4+4+4+4+4+2", _solve, height=760),
    Screen("why", 1280, "dark", f"proof/connect-four/{WON}", _explain, height=900),
    Screen("steps", 1280, "light", "steps/tic-tac-toe/9+4+2+8+6", _step_to_a_cut, height=890),
    Screen("steps-phone", 390, "dark", "steps/tic-tac-toe/9+4+2+8+6", _step_to_a_cut, height=1750),
    Screen("tournament", 1280, "light", "tournament/t.db", _choose_game, None, 860, "page"),
    Screen("tournament-phone", 390, "dark", "tournament/t.db", _choose_game, None, 1000, "page"),
    Screen("tournament-report", 1280, "light", "", _look_at_report, None, 900, "report"),
    Screen("learning", 1280, "light", act=_look_at_learning, height=1000, of_run="page"),
    Screen("learning-report", 1280, "dark", height=1060, of_run="report"),
)


def main(names: list[str]) -> None:
    """Take the pictures of these names, or all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    chosen = [screen for screen in SCREENS if not names or screen.name in names]
    with sync_playwright() as playwright, TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        plain = [one for one in chosen if not one.of_tournament and not one.of_run]
        for game in dict.fromkeys(screen.game for screen in plain):
            with PageServer(game) as server:
                for screen in (one for one in plain if one.game == game):
                    _take(browser, server, screen)
        if any(screen.of_tournament for screen in chosen):
            _play_tournament(Path(folder))
            with PageServer(tournaments=[f"{folder}/t.db"]) as server:
                for screen in (one for one in chosen if one.of_tournament):
                    _take(browser, server, screen, Path(folder))
        if any(screen.of_run for screen in chosen):
            _learn(Path(folder))
            with PageServer(runs=[f"{folder}/w.xml.run"]) as server:
                for screen in (one for one in chosen if one.of_run):
                    _take(browser, server, screen, Path(folder))
        browser.close()


def _learn(folder: Path) -> None:
    """Some seconds of learning with its ladder, and its report."""
    file, game = folder / "w.xml", "watch-your-back"
    found = learn(game, out=file, minutes=0.4, evaluation="document", ladder=3)
    run_folder = open_folder(Path(found.folder))
    write_learning(str(folder / "w.html"), learning_report(run_folder))


def _play_tournament(folder: Path) -> None:
    """A small round robin, and its report."""
    players = ("best:time=0.05", "negascout:depth=4", "mcts:nodes=1000", "random")
    plan = Plan(
        game="connect-four",
        players=tuple(Entry(player=player) for player in players),
        games=10,
        openings=Openings(plies=8, fair=8),
    )
    with create_store(folder / "t.db", plan) as store, LocalPool(2) as pool:
        run(store, pool)
        write_page(str(folder / "t.html"), store, report(store))


def _take(browser: Browser, server: PageServer, screen: Screen, folder: Path = FOLDER) -> None:
    context = browser.new_context(color_scheme=screen.theme, reduced_motion="reduce")
    page = context.new_page()
    page.set_viewport_size({"width": screen.width, "height": screen.height})
    page.goto(server.url)
    if screen.address:
        page.goto(f"http://{server.host}/#{screen.address}")
    if screen.of_tournament == "report":
        page.goto((folder / "t.html").as_uri())
    if screen.of_run == "report":
        page.goto((folder / "w.html").as_uri())
    expect(page.locator("h1").first).to_be_visible()
    screen.act(page)
    page.mouse.move(0, 0)
    content = _in_few_colours(browser, page.screenshot(animations="disabled", caret="hide"))
    file = FOLDER / f"{screen.name}.png"
    file.write_bytes(content)
    print(f"{file.name}: {len(content):,} bytes")
    if len(content) > MAX_BYTES:
        raise SystemExit(f"{file} has {len(content):,} bytes: expected at most {MAX_BYTES:,}")
    context.close()


# --- small files: a browser's pictures have more colours than a person sees -----------------------

_COUNT_COLOURS: Final = """async (picture) => {
  const image = await createImageBitmap(await (await fetch(picture)).blob());
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const counts = new Map();
  const key = (n) => ((data[n] >> 2) << 12) | ((data[n + 1] >> 2) << 6) | (data[n + 2] >> 2);
  for (let n = 0; n < data.length; n += 4) {
    const entry = counts.get(key(n));
    if (entry) entry.count += 1;
    else counts.set(key(n), { count: 1, colour: [data[n], data[n + 1], data[n + 2]] });
  }
  const entries = [...counts.values()].sort((one, other) => other.count - one.count);
  const palette = entries.slice(0, 128).map(({ colour }) => colour);
  for (const entry of entries) {
    const distance = (colour) => colour.reduce((sum, c, n) => sum + (c - entry.colour[n]) ** 2, 0);
    const nearer = (best, colour, n) => distance(colour) < distance(palette[best]) ? n : best;
    entry.index = palette.reduce(nearer, 0);
  }
  let indices = "";
  for (let n = 0; n < data.length; n += 4) indices += String.fromCharCode(counts.get(key(n)).index);
  return { width, height, palette: palette.flat(), indices: btoa(indices) };
}"""


def _in_few_colours(browser: Browser, picture: bytes) -> bytes:
    """The same picture as a PNG with a palette."""
    page = browser.new_page()
    found = page.evaluate(
        _COUNT_COLOURS, f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    )
    page.close()
    width, height = found["width"], found["height"]
    pixels = base64.b64decode(found["indices"])
    rows = b"".join(b"\0" + pixels[n : n + width] for n in range(0, width * height, width))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", bytes(found["palette"])), (b"IDAT", zlib.compress(rows, 9)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*part) for part in (*parts, (b"IEND", b"")))


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)


if __name__ == "__main__":
    main(sys.argv[1:])
