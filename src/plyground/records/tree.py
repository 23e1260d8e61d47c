"""A game with its variations: moves in a tree, with comments.

A tree is a flat list: the first entry is the root, where no move was played yet, and every other
one names the entry that it follows. Of several that follow the same one, the first is the main
line, and no two are the same move.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

ROOT: Final = 0


class TreeMove(NamedTuple):
    """A move, the entry that it follows, and what is said of it."""

    parent: int
    move: str
    comment: str = ""


MoveTree = tuple[TreeMove, ...]


def line_tree(moves: Iterable[str]) -> MoveTree:
    """A game without variations."""
    return TreeMove(-1, ""), *(TreeMove(ply, move) for ply, move in enumerate(moves))


def children_of(tree: MoveTree) -> list[list[int]]:
    """What follows each entry, the main line first."""
    found: list[list[int]] = [[] for _ in tree]
    for number, entry in enumerate(tree):
        if number != ROOT:
            found[entry.parent].append(number)
    return found


def main_line(tree: MoveTree) -> list[int]:
    """The entries of the main line, without the root."""
    children, line, here = children_of(tree), list[int](), ROOT
    while children[here]:
        here = children[here][0]
        line.append(here)
    return line


def tidy_comment(text: str) -> str:
    """A comment as a record keeps it: one paragraph, whose words one blank parts."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


class TreeBuilder:
    """Grows a tree, entry by entry."""

    def __init__(self) -> None:
        self._parents, self._moves, self._comments = [-1], [""], [""]
        self._known: dict[tuple[int, str], int] = {}

    def add(self, parent: int, move: str) -> int:
        """The entry of a move after another, which may be there already."""
        number = self._known.setdefault((parent, move), len(self._moves))
        if number == len(self._moves):
            self._parents.append(parent)
            self._moves.append(move)
            self._comments.append("")
        return number

    def comment(self, number: int, text: str) -> None:
        """Say more of a move."""
        self._comments[number] = tidy_comment(f"{self._comments[number]} {text}")

    def parent(self, number: int) -> int:
        return self._parents[number]

    @property
    def tree(self) -> MoveTree:
        """All of it."""
        return tuple(map(TreeMove, self._parents, self._moves, self._comments))
