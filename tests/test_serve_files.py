"""No page opens a file, whatever it names: games, players, books, evaluations, saved games."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import plyground
from plyground.book.own import find_book
from plyground.core.errors import BadOption, PlygroundError
from plyground.core.options import options_of
from plyground.evaluations.registry import make_evaluation
from plyground.games.aliases import ALIASES
from plyground.games.registry import all_games, make_game
from plyground.players.player import all_players, make_player
from plyground.records.notation import parse_record
from plyground.web.offers import Offers
from tests.command import ROOT
from tests.serving import Page

NIM = "examples/nim.py"
SERVED_GAME = NIM
OURS = tuple(
    f"{Path(folder).resolve()}/"
    for folder in (sys.prefix, sys.base_prefix, os.path.dirname(plyground.__file__), ROOT / "src")
)
"""Where Python itself reads: modules, and the books that games come with."""
BAITS = (
    *("bait.py", "bait.json", "bait.book", "bait.txt", "bait", " ", "own", "default", "human"),
    *(
        "a=b",
        "board=3x3",
        "file=bait",
        "file=,board=3x3",
        "best",
        "paths",
        "connect-four",
        " ,line=3",
    ),
)
"""Files in the folder of the server."""

_opened: list[str] | None = None


def _hear(event: str, given: tuple[Any, ...]) -> None:
    if _opened is not None and event in ("open", "os.listdir", "os.scandir"):
        _opened.append(os.fsdecode(given[0]) if isinstance(given[0], str | bytes) else "?")


sys.addaudithook(_hear)


@contextmanager
def files_opened() -> Iterator[list[str]]:
    """The files that are opened meanwhile, but for Python's own."""
    global _opened
    heard: list[str] = []
    found: list[str] = []
    _opened = heard
    try:
        yield found
    finally:
        _opened = None
        found += [name for name in heard if not str(Path(name).resolve()).startswith(OURS)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be in a folder that is full of files that a page would like to open."""
    for name in BAITS:
        (tmp_path / name).write_text("raise SystemExit('opened')\n")
    Offers().message()  # imports what is imported once
    monkeypatch.chdir(tmp_path)


def names_of(*classes: type) -> list[str]:
    return sorted({option.name for cls in classes for option in options_of(cls)})


GAMES, PLAYERS = all_games(), all_players()
WORDS = [*GAMES, *ALIASES, *PLAYERS, *names_of(*GAMES.values(), *PLAYERS.values()), *BAITS]
SIGNS = [
    ":",
    "=",
    ",",
    "/",
    "./",
    "../",
    " ",
    "\n",
    "\0",
    ".py",
    ".json",
    "/etc/passwd",
    "0",
    "3x3",
]
PARTS = st.one_of(st.sampled_from(WORDS), st.sampled_from(SIGNS), st.text(max_size=3))
NAMED = st.builds(
    lambda name, options: f"{name}:" + ",".join(f"{one}={value}" for one, value in options),
    st.sampled_from([*GAMES, *ALIASES, *PLAYERS]),
    st.lists(st.tuples(st.sampled_from(WORDS), PARTS), max_size=3),
)
TEXTS = st.one_of(NAMED, st.lists(PARTS, max_size=7).map("".join))
OFTEN = settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def test_the_hook_hears_of_files(folder: None) -> None:
    with files_opened() as found:
        Path("bait").read_text()
        with suppress(PlygroundError, SystemExit):
            make_game("bait.py")
    assert {"bait", "bait.py"} <= {*found}


@OFTEN
@given(TEXTS)
def test_no_file_is_opened_as_a_game(folder: None, text: str) -> None:
    offers = Offers()
    with files_opened() as found:
        with suppress(PlygroundError):
            offers.game(text)
            make_game(text)  # as the process of an engine does
        parse_record(f'[Game "{text}"]\n[First "{text}"]\n\n1. {text} *\n', offers.game)
    assert found == []


@OFTEN
@given(TEXTS)
def test_no_file_is_opened_as_a_player(folder: None, text: str) -> None:
    offers, game = Offers(), make_game("connect-four")
    with files_opened() as found, suppress(PlygroundError):
        made: Any = make_player(offers.player(text))
        if hasattr(made, "book"):  # as the process of an engine does
            find_book(made.book, game)
            make_evaluation(game, made.evaluation)
    assert found == []


BAIT_TEXTS = [
    *BAITS,
    *(f"paths:{name}" for name in BAITS),
    *(f"paths:file={name}" for name in BAITS),
]


@pytest.mark.parametrize("text", BAIT_TEXTS)
def test_no_bait_is_taken(folder: None, text: str) -> None:
    with files_opened() as found, suppress(PlygroundError):
        Offers().game(text)
        make_game(text)
    assert found == []


@pytest.mark.parametrize("option", ["book", "evaluation"])
@pytest.mark.parametrize("name", [*BAITS, "/etc/passwd", "../x", "a.JSON", "x.py:default"])
def test_no_bait_is_taken_as_an_option(folder: None, option: str, name: str) -> None:
    game = make_game("connect-four")
    with files_opened() as found, suppress(PlygroundError):
        made: Any = make_player(Offers().player(f"negascout:{option}={name}"))
        find_book(made.book, game)
        make_evaluation(game, made.evaluation)
    assert found == []


def test_what_can_be_chosen_is_not_refused(folder: None) -> None:
    offers = Offers()
    for game in ("paths", "paths:board=5x5,line=4", "tic-tac-toe", "connect-four:8,height=7"):
        assert offers.game(game) == make_game(game)
    for player in ("best", "best:book=own", "negascout:book=,evaluation=document", "random:3"):
        assert offers.player(player) == player


def test_a_page_has_no_more_threads_than_there_are_processors() -> None:
    most = os.cpu_count() or 1
    assert Offers().player(f"best:threads={most}")
    for many in (most + 1, 64, 10**11):
        with pytest.raises(BadOption, match="processors"):
            Offers().player(f"best:threads={many}")


# --- over a socket -----------------------------------------------------------------------------

FILES = (
    "examples/hex.py",
    "./examples/nim.py",
    f"{NIM}:heap=examples/hex.py",
    "paths:/etc/passwd",
    "paths:file=README.md",
    "paths:README.md",
    "tic-tac-toe:file=README.md",
)


@pytest.mark.parametrize("game", FILES)
def test_no_page_opens_a_file_as_a_game(page: Page, game: str) -> None:
    reason = page.refusal("new-game", game=game, first="human", second="human", clock=None)
    assert "cannot be opened by a page" in reason
    reason = page.refusal("load-game", record=f'[Game "{game}"]\n\n*\n')
    assert "cannot be opened by a page" in reason
    shown: Any = {"name": "x", "game": game, "moves": [], "start": None}
    assert "cannot be opened by a page" in page.refusal("show-position", **shown)


@pytest.mark.parametrize(
    "player",
    ["mine.py", "best:book=README.md", "negascout:evaluation=a.json", "solver:book=../a"],
)
def test_no_page_opens_a_file_as_a_player(page: Page, player: str) -> None:
    reason = page.refusal("new-game", game="paths", first=player, second="human", clock=None)
    assert "cannot be opened by a page" in reason
    page.begin("paths")
    assert "cannot be opened by a page" in page.refusal("seat-player", side=0, player=player)
