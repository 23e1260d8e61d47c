"""How all documented programs talk."""

import pytest

from plyground.classic.dialogue import Ended, talking
from tests.command import plyground

PROGRAMS = {
    "conniption": [],
    "connect-four": [],
    "dominoes": [],
    "tic-tac-toe": ["examples/boards/3x3.txt"],
}


@pytest.mark.parametrize("word", ["quit", " QUIT "])
@pytest.mark.parametrize("name", PROGRAMS)
def test_quit_leaves_at_the_first_question(name: str, word: str) -> None:
    finished = plyground("classic", name, *PROGRAMS[name], typed=f"{word}\nnot read any more\n")
    assert (finished.returncode, finished.stderr) == (0, "")
    assert "not read" not in finished.stdout


def test_a_dialogue_may_end_anywhere() -> None:
    with talking():
        raise Ended
