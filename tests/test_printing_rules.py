"""print() in a rule works in plain Python and is left out of compiled code."""

from pathlib import Path

import pytest

from plyground import make_game
from plyground.core.errors import BadRule
from plyground.search.perft import perft
from tests.command import ROOT

TEXT = (ROOT / "examples" / "nim.py").read_text()
HEAD = "    def play(self, position, move):\n"
HELPER = """
import sys

def shown(position):
    print(f"{position.left:>3}", *range(2), position, sep=",", file=sys.stderr)
    return position.left
"""


def game_of(folder: Path, *lines: str) -> Path:
    """Nim, whose `play` begins with some lines more."""
    assert HEAD in TEXT
    more = "".join(f"        {line}\n" for line in lines)
    text = TEXT.replace(HEAD, HEAD + more).replace(
        "\n\nclass Position", f"{HELPER}\n\nclass Position"
    )
    file = folder / "nim.py"
    file.write_text(text)
    return file


PRINTS = [
    ("print()",),
    ("print('playing', move)",),
    ("print(position)",),
    ("print(f'{move:>4}', end='!')",),
    ("print('one' if move > 1 else 'two')",),
    ("if move > 1: print([left for left in range(move)])",),
    ("for number in range(2):", "    print(number,", "          sep='')"),
    ("shown(position)",),
]


@pytest.mark.slow
@pytest.mark.parametrize("lines", PRINTS, ids=lambda lines: lines[0])
def test_a_print_drops_out_of_compiled_rules(
    tmp_path: Path, lines: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    file = game_of(tmp_path, *lines)
    game = make_game(str(file))
    with pytest.warns(UserWarning, match="print.. is left out of compiled rules") as notes:
        counted = perft(game, game.start(), 4)
    assert [level.leaves for level in counted.levels] == [3, 9, 27, 81]
    assert len(notes) == 1
    assert f"{file}, line " in str(notes[0].message)
    capfd.readouterr()
    game.play(game.start(), 2)
    assert "".join(capfd.readouterr()) != ""


@pytest.mark.parametrize("used", ["nothing = print(move)", "print(move) or print(-move)"])
def test_a_print_whose_result_is_used_is_refused_with_its_line(tmp_path: Path, used: str) -> None:
    file = game_of(tmp_path, used)
    line = file.read_text().splitlines().index(f"        {used}") + 1
    game = make_game(str(file))
    with pytest.raises(BadRule, match=rf"nim.py, line {line}: .*print, other than as print"):
        perft(game, game.start(), 1)


def test_a_function_of_ones_own_called_print_is_compiled(tmp_path: Path) -> None:
    file = game_of(tmp_path, "move = print(move)")
    file.write_text(file.read_text().replace("import sys\n", "def print(move):\n    return move\n"))
    game = make_game(str(file))
    assert perft(game, game.start(), 2).levels[-1].leaves == 9
