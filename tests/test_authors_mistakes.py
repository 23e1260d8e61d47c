"""What is wrong with an author's file is told in one sentence with the author's own line."""

import re
from pathlib import Path

import pytest

from plyground import make_game
from plyground.conformance import laws
from tests.command import plyground, refused

GAME = """\
from typing import NamedTuple
from plyground import LOSS, ONGOING, game

class Position(NamedTuple):
    left: int

def less(number):
    return number - 1

@game("small")
class Small(NamedTuple):
    heap: int = 3

    def start(self):
        return Position(self.heap)

    def moves(self, position):
        yield 1

    def play(self, position, move):
        return Position(less(position.left))

    def outcome(self, position):
        return ONGOING if position.left > 0 else LOSS
"""

MISTAKES = [
    ("def less(number):", "def less(number:", "line 7: SyntaxError"),
    ("from plyground import LOSS", "from plyground import LOST, LOSS", "line 2: ImportError"),
    ('@game("small")\n', "", "defines no game"),
    ("class Small(NamedTuple):", "class Small:", "is not a NamedTuple"),
    ("def outcome", "def result", "has no method 'outcome'"),
    ("def moves(self, position):", "def moves(self):", "write `def moves(self, position)`"),
    ("    left: int", "    left: list", "is declared list"),
    ("    heap: int = 3", "    heap: dict = 3", "is declared dict"),
    ("number - 1", "number - 'x'", "line 8: sub(int64, Literal[str](x)) is not possible"),
    ("number - 1", "number.lower()", "line 8: cannot be compiled: Unknown attribute 'lower'"),
    ("number - 1", "missing(number)", "name 'missing' is not defined"),
    ("number - 1", "number - any([number > 9])", "line 8: cannot be compiled: any is not known"),
    ("number - 1", "number - sum(n for n in (1,))", "a generator expression: write a loop"),
    ("number - 1", "less(number) if number > 9 else 0", "a function that calls itself"),
    ("yield 1", "yield from (1,)", "yield from: write a loop"),
    ("def start", "def name(self):\n        return 1\n\n    def start", "called 'name'"),
    ("return Position(self.heap)", "return Position(1 << 70)", "Position.left does not fit"),
    ("Position(less(position.left))", "less(position.left)", "play gives int64, not a Position"),
    ("return Position(self.heap)", "return self.heap", "small: start gives int: expected a posit"),
    ("def less(number):", "def less(number, *, by=1):", "line 7: cannot be compiled: a parameter"),
    ("    left: int\n", "    left: int\n    turn: int = 0\n", "in a rule: give turn, too"),
    ("Position(less(position.left))", "Position(1, 2)", "line 21: Position(...): too many"),
]


def write(folder: Path, text: str) -> str:
    file = folder / "small.py"
    file.write_text(text)
    return str(file)


def test_the_game_without_mistakes_passes(tmp_path: Path) -> None:
    finished = plyground("check", write(tmp_path, GAME))
    assert finished.returncode == 0, finished
    assert "every law holds" in finished.stdout


@pytest.mark.parametrize(("right", "wrong", "expected"), MISTAKES)
def test_a_mistake_is_told_in_one_sentence(
    tmp_path: Path, right: str, wrong: str, expected: str
) -> None:
    assert right in GAME
    file = write(tmp_path, GAME.replace(right, wrong, 1))
    said = refused("perft", file, "2")
    assert expected in said
    assert "small" in said or "Small" in said or "Position" in said


def adding(head: str, body: str) -> tuple[str, str]:
    """What to replace by what, so that the game has one more rule."""
    return "def play(", f"def {head}:\n        {body}\n\n    def play("


@pytest.mark.parametrize("name", ["g.py", "kernels.py", "dispatch.py"])
def test_the_line_is_the_authors_whatever_other_files_are_called(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text(GAME.replace("return Position(less(position.left))", "raise ValueError"))
    place = re.match(r"(.+), line (\d+): play gives none", refused("perft", str(file), "2"))
    assert place and place[1] == str(file)
    assert 19 <= int(place[2]) <= 21


EVALUATION = """
from plyground import evaluation

@evaluation("default", game="small")
class Weights(NamedTuple):
    left: int = 1

    def features(self, game, position):
        return (position.left,)
"""


@pytest.mark.parametrize(
    ("wrong", "given"),
    [("(position.left, 2)", "2 numbers"), ("()", "0 numbers"), ("position.left", "int64")],
)
def test_features_are_as_many_as_weights(tmp_path: Path, wrong: str, given: str) -> None:
    file = write(tmp_path, GAME + EVALUATION.replace("(position.left,)", wrong))
    said = refused("analyse", file, "--player", "negascout:depth=2")
    line = (GAME + EVALUATION)[: (GAME + EVALUATION).index("def features")].count("\n") + 1
    assert f"{file}, line {line}: features gives {given}: expected a tuple of 1" in said


def test_what_a_file_prints_is_no_result(tmp_path: Path) -> None:
    finished = plyground("perft", write(tmp_path, f"print('hello')\n{GAME}"), "2", "--json")
    assert "hello" in finished.stderr and finished.stdout.startswith("{")


CANDIDATES, PLIES_LEFT = "candidates(self, position)", "plies_left(self, position)"
MAY_WIN = "may_win(self, position, mover)"
THREATS = "threats(self, position)"
SCENE = "from plyground import Scene"
OVERFLOWS = "(position.left + 2**62) * 2 > 0"
"""True in Python, where integers have no end."""

BROKEN_LAWS = [
    ("whole_numbers", "number - 1", "number / 2", "not a whole number"),
    ("whole_numbers", "number - 1", "number - 1 if number != 2 else 2**70", "does not fit"),
    ("moves_and_play", "yield 1", "yield 1\n        yield 1", "not different integers"),
    ("moves_and_play", "yield 1", "yield from ()", "has no moves"),
    ("outcomes", "else LOSS", "else 7", "outcome 7"),
    ("games_end", "else LOSS", "else ONGOING", "went on for"),
    ("compiled_agrees", "number - 1", "number - 1 if (number + 2**62) * 2 > 0 else 0", "compiled"),
    ("keys", *adding("key(self, position)", "return 5"), "one key"),
    ("symmetry", *adding("symmetries(self, position)", "yield Position(0)"), "play differently"),
    ("move_texts", *adding("move_text(self, position, move)", "return 'a b'"), "the text 'a b'"),
    (
        "position_texts",
        *adding("parse_position(self, text)", "return self.start()"),
        "is not read back",
    ),
    ("pictures", *adding("picture(self, position)", "print('x'); return ''"), "print nothing"),
    ("pictures", *adding("scene(self, position)", "return ('..', 'X.')"), "must return a Scene"),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), columns=('a',))"),
        "scene has 1 columns, expected 2 or none",
    ),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), line=(2,))"),
        "square 2 is none of the scene's 2",
    ),
    ("samples", *adding("sample(self, position, random)", "return 2"), "not legal moves"),
    (
        "samples",
        "yield 1",
        "yield 1\n        yield 2\n\n    def sample(self, position, random):\n        return 1",
        "not equally likely",
    ),
    ("candidate_moves", *adding(CANDIDATES, "yield 1"), "candidates gives [1], not []"),
    ("candidate_moves", *adding(CANDIDATES, "yield from ()"), "candidates gives [], not [1]"),
    (
        "candidate_moves",
        *adding(
            CANDIDATES, f"for _ in range(1 if position.left > 2 and {OVERFLOWS} else 0): yield 1"
        ),
        "candidates is [1] in Python and [] compiled",
    ),
    ("threat_moves", *adding(THREATS, "yield 2"), "the threat 2 is no candidate"),
    (
        "threat_moves",
        "yield 1",
        "yield 1\n        yield 2\n\n    def start(self):\n        return Position(4)\n\n"
        f"    def {THREATS}:\n        "
        "for _ in range(1 if position.left == 4 else 0):\n            yield 1",
        "the threat 1 leaves the candidates [1, 2]",
    ),
    (
        "threat_moves",
        *adding(
            THREATS,
            "for _ in range(2 if position.left % 2 and position.left > 2 else 0): yield 1",
        ),
        "threats gives [1, 1], some of them twice",
    ),
    (
        "promises",
        *adding("promise(self, position, move)", f"return 1 if {OVERFLOWS} else 0"),
        "promise(1) is 1 in Python and 0 compiled",
    ),
    ("winnable", *adding(MAY_WIN, "return False"), "the side to move wins, and may_win says no"),
    (
        "winnable",
        *adding(MAY_WIN, f"return {OVERFLOWS}"),
        "may_win(True) is True in Python and False compiled",
    ),
    ("plies_left", *adding(PLIES_LEFT, "return 5"), "plies_left is 5, and after a ply 5"),
    ("plies_left", *adding(PLIES_LEFT, "return position.left - 1"), "plies_left is 0 and the game"),
    (
        "plies_left",
        *adding(PLIES_LEFT, "return -1 if position.left > 1 else 1"),
        "plies_left is -1, and after a ply 1",
    ),
    (
        "plies_left",
        *adding(PLIES_LEFT, f"return position.left if {OVERFLOWS} else 0"),
        "in Python and 0 compiled",
    ),
    (
        "last_mover_wins",
        "else LOSS",
        "else 1\n\n    winner_moves_last = True",
        "'0' was won by the move that led there",
    ),
]


@pytest.mark.parametrize(("law", "right", "wrong", "expected"), BROKEN_LAWS)
def test_a_broken_law_is_found(
    tmp_path: Path, law: str, right: str, wrong: str, expected: str
) -> None:
    assert right in GAME
    game = make_game(write(tmp_path, GAME.replace(right, wrong, 1)))
    with pytest.raises(laws.Broken, match=re.escape(expected)):
        getattr(laws, law)(laws.draw_trial(game))


def test_a_length_that_is_never_known_breaks_no_law(tmp_path: Path) -> None:
    game = make_game(write(tmp_path, GAME.replace(*adding(PLIES_LEFT, "return -1"), 1)))
    assert laws.plies_left(laws.draw_trial(game)) == "unbounded"


def test_check_reports_a_broken_law_and_goes_on(tmp_path: Path) -> None:
    file = write(tmp_path, GAME.replace("yield 1", "yield 1\n        yield 1", 1))
    finished = plyground("check", file)
    assert finished.returncode == 1, finished
    assert "BROKEN legal moves" in finished.stdout
    assert "ok     outcomes" in finished.stdout


def test_an_exception_in_a_rule_names_its_line(tmp_path: Path) -> None:
    file = write(tmp_path, GAME.replace("yield 1", "yield [1][position.left]", 1))
    said = refused("show", file)
    assert "small.py, line 18: IndexError" in said
