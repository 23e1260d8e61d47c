"""The pages of searches and players show what the code is and does now."""

import ast
import inspect
import math
import re
from pathlib import Path
from typing import Any

import pytest

from plyground.core.options import Option, options_of
from plyground.core.outcome import ONGOING
from plyground.players.engine import EnginePlayer
from plyground.players.player import all_players
from plyground.proofs import claim, file, write
from plyground.search import reference, solution
from plyground.search.alphabeta import driver, kernel as alphabeta, ordering
from plyground.search.dfpn import driver as dfpn_driver, kernel as dfpn
from plyground.search.exact import driver as exact_driver, kernel as exact, table as bound_table
from plyground.search.limits import UNLIMITED
from plyground.search.mcts import kernel as mcts
from tests.command import ROOT
from tests.test_documents import BLOCK

DOCS = ROOT / "docs"
PAGES = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "negamax": "negamax",
    "negascout": "negascout",
    "mcts": "monte-carlo",
    "solver": "exact",
}
"""The page of each player."""
SOLVER_PAGES = {"df-pn"}
COMMON = {option.name: option for option in options_of(EnginePlayer)}


def page_of(player: str) -> str:
    return (DOCS / "searches" / f"{PAGES[player]}.md").read_text()


def players_page() -> str:
    return (DOCS / "players.md").read_text()


# --- the textbook's code -----------------------------------------------------------------------


def parts_of(module: Any) -> dict[str, str]:
    """What a module defines at its top level, by name, as it is written there."""
    source = inspect.getsource(module)
    return {
        name: segment for part in ast.parse(source).body for name, segment in named(part, source)
    }


def named(part: ast.stmt, source: str) -> list[tuple[str, str]]:
    if isinstance(part, ast.FunctionDef | ast.ClassDef):
        lines = source.splitlines()
        first = min([part.lineno, *(mark.lineno for mark in part.decorator_list)])
        return [(part.name, "\n".join(lines[first - 1 : part.end_lineno]))]
    if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name):
        return [(part.targets[0].id, ast.get_source_segment(source, part) or "")]
    return []


def shown_parts(page: str) -> list[tuple[str, str]]:
    marked = (
        (re.search(r"source=(\w+)", block["head"]), block["body"]) for block in BLOCK.finditer(page)
    )
    return [(found[1], body.rstrip("\n")) for found, body in marked if found]


def test_pages_show_the_textbook_as_it_is_and_all_of_it() -> None:
    pages = sorted((DOCS / "searches").glob("*.md"))
    shown = [part for page in pages for part in shown_parts(page.read_text())]
    assert dict(shown) == parts_of(reference)
    assert len(shown) == len(dict(shown))


def test_every_search_has_a_page() -> None:
    searching = {name for name, cls in all_players().items() if issubclass(cls, EnginePlayer)}
    assert searching - {"best", "plain"} == {*PAGES}  # theirs are those of others
    assert {path.stem for path in (DOCS / "searches").glob("*.md")} == {
        *PAGES.values(),
        *SOLVER_PAGES,
    }


# --- options -----------------------------------------------------------------------------------


def in_words(default: Any) -> str:
    """A default as the pages write it."""
    if default in (math.inf, UNLIMITED, ""):
        return "none"
    return str(int(default)) if isinstance(default, bool) else str(default)


def described(options: list[Option]) -> dict[str, str]:
    return {option.name: in_words(option.default) for option in options}


def own_options(cls: type) -> list[Option]:
    """A player's options beyond those of all engine players, or with other defaults."""
    shared = COMMON if issubclass(cls, EnginePlayer) else {}
    return [option for option in options_of(cls) if option != shared.get(option.name)]


def table_of(page: str, heading: str) -> dict[str, str]:
    """The first two columns of the table below a heading."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section, re.MULTILINE))


@pytest.mark.parametrize("player", PAGES)
def test_a_page_has_the_players_own_options(player: str) -> None:
    assert table_of(page_of(player), "Options") == described(own_options(all_players()[player]))


def test_the_players_page_has_the_common_options() -> None:
    shown = table_of(players_page(), "Options of all searching players")
    assert shown == described([*COMMON.values()])


def test_the_players_page_has_every_player_with_its_own_options() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| ([^|]*) \|$", players_page(), re.MULTILINE))
    assert {name: rows.get(name) for name in all_players()} == {
        name: own_text(cls) for name, cls in all_players().items()
    }


def own_text(cls: type) -> str:
    """A player's own options with their defaults, in one cell."""
    return " ".join(f"`{name}={value}`" for name, value in described(own_options(cls)).items())


# --- facts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "fact"),
    [
        (
            "searches/negascout.md",
            f"Killers are worth {ordering.KILLER_BONUS // ordering.ORDER_UNIT} points",
        ),
        (
            "searches/negascout.md",
            f"history up to {ordering.MAX_HISTORY // ordering.ORDER_UNIT} ",
        ),
        ("searches/negascout.md", f"From depth {driver.ASPIRATION_FROM + 1} on"),
        ("searches/negascout.md", f"moves after the first {alphabeta.LMR_MOVES} "),
        ("searches/monte-carlo.md", f"one move in {mcts.EPSILON} at random"),
        ("searches/monte-carlo.md", f"after {mcts.EXPAND_AT} visits"),
        ("searches/exact.md", f"those within {exact.NEAR} plies"),
        ("searches/exact.md", f"where {exact.ETC_FROM} plies or more are left"),
        ("searches/exact.md", f"fewer than {bound_table.NEAR} plies left"),
        ("searches/exact.md", f"a part of {bound_table.MIN_ENTRIES:,} entries"),
        ("searches/exact.md", f"Within {solution.SYMMETRY_PLIES} plies of the start"),
        ("searches/exact.md", f"more than {exact.MAX_LEFT}, the solver looks {exact_driver.STEP} "),
        ("searches/df-pn.md", f"longer than {dfpn_driver.MAX_PLIES} plies"),
        ("searches/df-pn.md", f"with {dfpn.MAX_UNSTORED} plies left or fewer"),
        ("proofs.md", f"go on for more than {claim.MAX_PLIES:,} plies"),
        ("proofs.md", f"proofs are written with {write.LOOK}"),
        ("proofs.md", f"at most {file.MAX_LOOK} "),
        ("players.md", "`negascout` with an evaluation"),
        ("players.md", "`mcts` without one"),
        ("players.md", f"thinks for {EnginePlayer.DEFAULT_SECONDS:.0f} second"),
    ],
)
def test_numbers_on_pages_are_those_of_the_code(page: str, fact: str) -> None:
    assert fact in " ".join((DOCS / page).read_text().split())


# --- drawings ----------------------------------------------------------------------------------


class Tree:
    """A game that is a tree of tuples; a leaf is its score for the side to move at the root."""

    alternates = True

    def __init__(self) -> None:
        self.seen: list[int] = []

    def outcome(self, position: Any) -> int:
        return ONGOING

    def moves(self, position: Any) -> range:
        return range(len(position))

    def play(self, position: Any, move: int) -> Any:
        return position[move]

    def score(self, game: Any, position: int) -> int:
        """The tree is its own evaluation and remembers the leaves it scored."""
        self.seen.append(position)
        return position


def drawn_leaves(page: Path) -> list[str]:
    line = re.search(r"^    leaves(.*)$", page.read_text(), re.MULTILINE)
    assert line
    return line[1].split()


def searched(search: Any, root: Any, depth: int) -> tuple[int, list[int]]:
    """The value of a tree, and the leaves that were visited."""
    game: Any = Tree()
    return search(game, game, root, depth), game.seen


def test_drawn_trees_are_true() -> None:
    minimax_leaves, alphabeta_leaves = (
        drawn_leaves(DOCS / "searches" / f"{page}.md") for page in ("minimax", "alpha-beta")
    )
    leaves = [int(leaf) for leaf in minimax_leaves]
    root = tuple(zip(*[iter(leaves)] * 3, strict=True))
    assert searched(reference.minimax, root, 2) == (3, leaves)
    assert [min(child) for child in root] == [3, 2, 1]
    value, seen = searched(reference.alphabeta, root, 2)
    assert value == 3
    assert [str(leaf) if leaf in seen else "." for leaf in leaves] == alphabeta_leaves


def test_alphabeta_sees_as_few_leaves_as_its_page_says() -> None:
    root: Any = 0
    for _ in range(4):
        root = (root,) * 3
    assert len(searched(reference.minimax, root, 4)[1]) == 81
    assert len(searched(reference.alphabeta, root, 4)[1]) == 17 == 2 * 3**2 - 1
