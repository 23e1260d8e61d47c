"""Every game says today what its playthrough says, line by line."""

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.playthroughs.playthrough import Source, kept_playthroughs, playthrough, required_games

NO_SIDE = """
from typing import NamedTuple
from plyground import LOSS, ONGOING, game

class Position(NamedTuple):
    left: int

@game("countdown")
class Countdown(NamedTuple):
    def start(self):
        return Position(3)
    def moves(self, position):
        return [1]
    def play(self, position, move):
        return Position(position.left - move)
    def outcome(self, position):
        return ONGOING if position.left else LOSS
"""
KEPT = kept_playthroughs()


def difference(path: Path, then: str, now: str) -> str:
    """The first line that differs, and what to do; nothing where all are the same."""
    lines = zip_longest(then.splitlines(), now.splitlines())
    for number, (old, new) in enumerate(lines, start=1):
        if old != new:
            changed = f"{path.name}, line {number}, was {old!r} and is {new!r} now"
            return f"{changed}: where that is meant, `make playthroughs` writes it"
    return ""


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_game_is_what_it_was(path: Path) -> None:
    found = difference(path, path.read_text(), playthrough(KEPT[path]))
    assert not found, found


def test_every_game_has_a_playthrough() -> None:
    missing = {*required_games()} - {source.game for source in KEPT.values()}
    assert not missing, f"`make playthroughs` writes what is missing: {', '.join(missing)}"


def test_the_first_line_that_differs_is_named() -> None:
    path = Path("nim.txt")
    assert difference(path, "a\nb\n", "a\nb\n") == ""
    assert difference(path, "a\nb\nc\n", "a\nx\ny\n") == (
        "nim.txt, line 2, was 'b' and is 'x' now: where that is meant, "
        "`make playthroughs` writes it"
    )
    assert "line 3, was None and is 'c' now" in difference(path, "a\nb\n", "a\nb\nc\n")


def test_a_game_that_does_not_tell_the_side(tmp_path: Path) -> None:
    file = tmp_path / "countdown.py"
    file.write_text(NO_SIDE)
    lines = playthrough(Source(str(file), seed=0)).splitlines()
    sides = [line for line in lines if line.startswith("side")]
    assert sides == ["side 0, first", "side 1, second"] * 2
