"""A mistake in an author's file gives a one-sentence error with the author's own line."""

import contextlib
import io
import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from plyground import make_game
from plyground.cli.app import run_command
from plyground.conformance import laws, report
from plyground.core.errors import BadGame, PlygroundError, told_of
from plyground.core.game import play_text
from plyground.core.names import nearest
from plyground.evaluations.registry import make_evaluation
from plyground.games.registry import load_game
from plyground.records.record import Record
from plyground.search.exact.driver import ExactSolver
from plyground.search.playout import playouts
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
    ("def less(number):", "def less(number:", "line 7, column 9: SyntaxError"),
    ("from plyground import LOSS", "from plyground import LOST, LOSS", "line 2: ImportError"),
    ('@game("small")\n', "", "defines no game"),
    ("class Small(NamedTuple):", "class Small:", "is not a NamedTuple"),
    ("def outcome", "def result", "has no method 'outcome'"),
    ("def moves(self, position):", "def moves(self):", "write `def moves(self, position)`"),
    ("    left: int", "    left: list", "is declared list"),
    ("    heap: int = 3", "    heap: dict = 3", "is declared dict"),
    ("number - 1", "number - 'x'", "line 8: TypeError: unsupported operand"),
    ("number - 1", "number.lower()", "line 8: AttributeError: 'int' object has no attribute"),
    ("number - 1", "number - int(f'{1}')", "line 8: cannot be compiled: a text in a rule"),
    ("number - 1", "number - 1 + len([])", "line 8: cannot be compiled: an empty list: use yield"),
    ("number - 1", "max({n for n in range(number)})", "line 8: cannot be compiled: a set: write a"),
    (
        "return number - 1",
        "try:\n        return number - 1\n    except ValueError:\n        return 0",
        "cannot be compiled: try and except: ask beforehand, by if",
    ),
    ("number - 1", "missing(number)", "name 'missing' is not defined"),
    ("number - 1", "number - any([number > 9])", "line 8: cannot be compiled: any is not known"),
    ("number - 1", "number - sum(n for n in (1,))", "a generator expression: write a loop"),
    ("number - 1", "less(number) if number > 9 else 0", "a function that calls itself"),
    ("yield 1", "yield from (1,)", "yield from: write a loop"),
    ("def start", "def name(self):\n        return 1\n\n    def start", "called 'name'"),
    ("return Position(self.heap)", "return Position(1 << 70)", "Position.left does not fit"),
    (
        "Position(less(position.left))",
        "less(position.left)",
        "line 20: play gives 2: expected a Position",
    ),
    ("return Position(self.heap)", "return self.heap", "small: start gives int: expected a posit"),
    ("def less(number):", "def less(number, *, by=1):", "line 7: cannot be compiled: a parameter"),
    ("    left: int\n", "    left: int\n    turn: int = 0\n", "in a rule: give turn, too"),
    (
        "Position(less(position.left))",
        "Position(1, 2)",
        "line 21: TypeError: Position.__new__() takes",
    ),
]


def write(folder: Path, text: str) -> str:
    file = folder / "small.py"
    file.write_text(text)
    return str(file)


def test_the_game_without_mistakes_passes(tmp_path: Path) -> None:
    finished = plyground("check", write(tmp_path, GAME))
    assert finished.returncode == 0, finished
    assert "every law holds" in finished.stdout


@pytest.mark.compiles
@pytest.mark.parametrize(("right", "wrong", "expected"), MISTAKES)
def test_a_mistake_is_reported_in_one_sentence(
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


@pytest.mark.parametrize("name", ["g.py", "kernels.py", "registration.py"])
def test_the_line_is_the_authors_whatever_other_files_are_called(tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text(GAME.replace("return Position(less(position.left))", "raise ValueError()"))
    assert refused("perft", str(file), "2") == f"{file}, line 21: ValueError:"


EVALUATION = """
from plyground import evaluation

@evaluation("default", game="small")
class Weights(NamedTuple):
    left: int = 1

    def features(self, game, position):
        return (position.left,)
"""


@pytest.mark.compiles
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


NON_LOSING_MOVES, PLIES_LEFT = "non_losing_moves(self, position)", "plies_left(self, position)"
MAY_WIN = "may_win(self, position, mover)"
THREATS = "threats(self, position)"
SCENE = "from plyground import Scene"
OVERFLOWS = "(position.left + 2**62) * 2 > 0"
"""True in Python, where integers are unbounded."""

BROKEN_LAWS = [
    ("whole_numbers", "number - 1", "number / 2", "not a whole number"),
    ("whole_numbers", "number - 1", "number - 1 if number != 2 else 2**70", "does not fit"),
    (
        "moves_and_play",
        "yield 1",
        "yield 1\n        yield 1",
        "moves gives the move 1 more than once",
    ),
    ("moves_and_play", "yield 1", "yield from ()", "moves gives none"),
    ("moves_and_play", *adding("all_moves(self)", "return 0, 2"), "the move 1 is not in all_moves"),
    ("moves_and_play", *adding("all_moves(self)", "return 1, 1"), "a move more than once"),
    ("outcomes", "else LOSS", "else 7", "outcome gives 7"),
    ("games_end", "else LOSS", "else ONGOING", "went on for"),
    ("compiled_agrees", "number - 1", "number - 1 if (number + 2**62) * 2 > 0 else 0", "compiled"),
    ("keys", *adding("key(self, position)", "return 5"), "the same key"),
    ("symmetry", *adding("symmetries(self, position)", "yield Position(0)"), "play differently"),
    (
        "move_texts",
        *adding("move_text(self, position, move)", "return 'a b'"),
        "written 'a b': expected a text without blanks",
    ),
    (
        "position_texts",
        *adding("parse_position(self, text)", "return self.start()"),
        "is not read back",
    ),
    ("pictures", *adding("picture(self, position)", "print('x'); return ''"), "print nothing"),
    (
        "pictures",
        *adding("scene(self, position)", "return ('..', 'X.')"),
        "expected a Scene or None",
    ),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), columns=('a',))"),
        "with 1 columns: expected 2 or none",
    ),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), line=(2,))"),
        "the square 2 in its line: expected one from 0 to 1",
    ),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), layout='hexes')"),
        "the layout 'hexes': expected one of squares, hexagons, points, edges",
    ),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), links=((0, 1),))"),
        "links and the layout squares: expected the layout points",
    ),
    (
        "pictures",
        *adding(
            "scene(self, position)",
            f"{SCENE}; return Scene(('..',), layout='points', links=((0, 2),))",
        ),
        "the square 2 in a link: expected one from 0 to 1",
    ),
    (
        "pictures",
        *adding(
            "scene(self, position)", f"{SCENE}; return Scene(('..',), layout='points', links=(1,))"
        ),
        "the link 1: expected the squares of two points or more",
    ),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), borders='X')"),
        "the borders 'X': expected two symbols or none",
    ),
    (
        "pictures",
        *adding("scene(self, position)", f"{SCENE}; return Scene(('..',), variants=('f_',))"),
        "the variant 'f_': expected how it is written and its name",
    ),
    (
        "pictures",
        *adding(
            "scene(self, position)", f"{SCENE}; return Scene(('..',), variants=(('f', 'flip'),))"
        ),
        "the variant 'f': expected one _ for the plain move",
    ),
    ("samples", *adding("sample(self, position, random)", "return 2"), "not legal moves"),
    (
        "samples",
        "yield 1",
        "yield 1\n        yield 2\n\n    def sample(self, position, random):\n        return 1",
        "not equally likely",
    ),
    (
        "non_losing_moves",
        *adding(NON_LOSING_MOVES, "yield 1"),
        "non_losing_moves gives [1], not []",
    ),
    (
        "non_losing_moves",
        *adding(NON_LOSING_MOVES, "yield from ()"),
        "non_losing_moves gives [], not [1]",
    ),
    (
        "non_losing_moves",
        *adding(
            NON_LOSING_MOVES,
            f"for _ in range(1 if position.left > 2 and {OVERFLOWS} else 0): yield 1",
        ),
        "non_losing_moves is [1] in Python and [] compiled",
    ),
    ("threat_moves", *adding(THREATS, "yield 2"), "the threat 2 is not a non-losing move"),
    (
        "threat_moves",
        "yield 1",
        "yield 1\n        yield 2\n\n    def start(self):\n        return Position(4)\n\n"
        f"    def {THREATS}:\n        "
        "for _ in range(1 if position.left == 4 else 0):\n            yield 1",
        "the threat 1 leaves the non-losing moves [1, 2]",
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
        "solver_orders",
        *adding("solver_order(self, position, move)", f"return 1 if {OVERFLOWS} else 0"),
        "solver_order(1) is 1 in Python and 0 compiled",
    ),
    ("may_win", *adding(MAY_WIN, "return False"), "the side to move wins, but may_win is False"),
    (
        "may_win",
        *adding(MAY_WIN, f"return {OVERFLOWS}"),
        "may_win(True) is True in Python and False compiled",
    ),
    ("plies_left", *adding(PLIES_LEFT, "return 5"), "plies_left is 5, and 5 one ply later"),
    (
        "plies_left",
        *adding(PLIES_LEFT, "return position.left - 1"),
        "plies_left is 0, but the game",
    ),
    (
        "plies_left",
        *adding(PLIES_LEFT, "return -1 if position.left > 1 else 1"),
        "plies_left is -1, and 1 one ply later",
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
        "'0': the move that led there won for the opponent",
    ),
]


@pytest.mark.parametrize(("law", "right", "wrong", "expected"), BROKEN_LAWS)
def test_a_broken_law_is_found(
    tmp_path: Path, law: str, right: str, wrong: str, expected: str
) -> None:
    assert right in GAME
    game = load_game(write(tmp_path, GAME.replace(right, wrong, 1)))
    with pytest.raises((laws.Broken, PlygroundError), match=re.escape(expected)):
        getattr(laws, law)(laws.draw_trial(game))


def test_a_length_that_is_never_known_breaks_no_law(tmp_path: Path) -> None:
    game = make_game(write(tmp_path, GAME.replace(*adding(PLIES_LEFT, "return -1"), 1)))
    assert laws.plies_left(laws.draw_trial(game)) == "unbounded"


def test_check_reports_a_broken_law_and_what_cannot_be_tried_because_of_it(tmp_path: Path) -> None:
    file = write(tmp_path, GAME.replace("yield 1", "yield 1\n        yield 1", 1))
    finished = plyground("check", file)
    assert finished.returncode == 1, finished
    assert finished.stdout.count("BROKEN") == 1
    assert "BROKEN legal moves" in finished.stdout
    assert "ok     outcomes" in finished.stdout
    assert re.search(r"^1 law is broken; \d+ others cannot be tried before$", finished.stdout, re.M)


def test_an_exception_in_a_rule_names_its_line(tmp_path: Path) -> None:
    file = write(tmp_path, GAME.replace("yield 1", "yield [1][position.left]", 1))
    said = refused("show", file)
    assert "small.py, line 18: IndexError" in said


# --- every mistake is reported once, and before it has consequences ----------------------------

TURNS = """\
from typing import NamedTuple
from plyground import DRAW, LOSS, ONGOING, WIN, Bits, Scene, game

class Position(NamedTuple):
    left: int
    turn: int

def less(number, by):
    return number - by

@game("small")
class Small(NamedTuple):
    heap: int = 3

    def start(self):
        return Position(self.heap, 0)

    def moves(self, position):
        for count in range(1, min(2, position.left) + 1):
            yield count

    def play(self, position, move):
        return Position(less(position.left, move), 1 - position.turn)

    def outcome(self, position):
        return ONGOING if position.left > 0 else LOSS

    def side(self, position):
        return position.turn
"""
MOVES = """        for count in range(1, min(2, position.left) + 1):
            yield count"""
PLAYED = "return Position(less(position.left, move), 1 - position.turn)"
FIELDS = "    left: int\n"

Edit = tuple[str, str]


def with_field(declared: str, value: str) -> list[Edit]:
    """Edits that give the position a field more."""
    return [
        (FIELDS, f"{FIELDS}    more: {declared}\n"),
        ("self.heap, 0)", f"self.heap, {value}, 0)"),
        ("move), 1 -", "move), position.more, 1 -"),
    ]


def with_member(text: str) -> list[Edit]:
    return [("    def play(", f"    {text}\n\n    def play(")]


def with_method(head: str, body: str) -> list[Edit]:
    return [adding(head, body)]


def with_scene(arguments: str) -> list[Edit]:
    return with_method("scene(self, position)", f"return Scene({arguments})")


def replaced(right: str, wrong: str) -> list[Edit]:
    return [(right, wrong)]


MOVE_TEXT, PARSE_MOVE = "move_text(self, position, move)", "parse_move(self, position, text)"
LAID = [*with_scene("('..',)"), *with_method("placed_squares(self, position, move)", "return None")]
PICTURE = "picture(self, position)"
OTHER = "class Other(NamedTuple):\n    left: int\n    turn: int\n\n@game"

MISTAKES_IN_RULES = {
    "the same side again": (
        [
            *replaced("1 - position.turn", "position.turn if move == 1 else 1 - position.turn"),
            *with_member("alternates = True"),
        ],
        "the same side moves again, but the game says alternates = True: leave that out",
    ),
    "alternates is a text": (with_member("alternates = 'no'"), "alternates gives 'no'"),
    "a side that never changes": (
        replaced("return position.turn", "return 0"),
        "side gives 0 wherever a side is to move",
    ),
    "sides 1 and 2": (replaced("return position.turn", "return 2 - position.turn"), "side gives 2"),
    "side is a text": (replaced("return position.turn", "return 'x'"), "expected 0 or 1"),
    "a field of tuples": (with_field("tuple[int, ...]", "(0, 0)"), "a board is a Bits field"),
    "a field of texts": (with_field("str", "'a'"), "Position.more is declared str: a position's"),
    "a field of floats": (with_field("float", "0.5"), "Position.more is declared float"),
    "a field of lists": (with_field("list", "[0]"), "Position.more is declared list"),
    "a list in a field of ints": (with_field("int", "[0]"), "more became [0], not a whole number"),
    "None in a field": (replaced("self.heap, 0)", "self.heap, None)"), "turn became None"),
    "a float in a field": (
        replaced("number - by", "number / by"),
        "not a whole number: divide by //",
    ),
    "a number of numpy": (
        replaced("(self.heap, 0)", "(__import__('numpy').int64(3), 0)"),
        "not a whole number: write int(...)",
    ),
    "a position that is a tuple": (replaced("Position(self.heap, 0)", "(1, 0)"), "start gives tup"),
    "start takes more": (replaced("start(self)", "start(self, size)"), "write `def start(self)`"),
    "outcome 7": (replaced("else LOSS", "else 7"), "expected ONGOING, WIN, LOSS or DRAW"),
    "no outcome": (replaced("return ONGOING if position.left > 0 else LOSS", "pass"), "gives None"),
    "outcome is a text": (replaced("else LOSS", "else 'loss'"), "outcome gives 'loss'"),
    "outcome is a list": (replaced("else LOSS", "else [LOSS]"), "outcome gives [-1]"),
    "moves are texts": (replaced("yield count", "yield str(count)"), "moves gives '1'"),
    "moves are tuples": (replaced("yield count", "yield count, 0"), "expected whole numbers"),
    "moves are floats": (replaced("yield count", "yield count / 1"), "moves gives 1.0"),
    "moves twice": (replaced("yield count", "yield 1; yield 1"), "the move 1 more than once"),
    "moves is None": (replaced(MOVES, "        pass"), "by yield or in a list"),
    "no moves": (replaced(MOVES, "        return []"), "one at least, such as a pass"),
    "too many moves": (replaced("min(2, position.left)", "10**9"), "more moves than can be listed"),
    "play gives nothing": (replaced(PLAYED, "pass"), "gives None: expected a Position"),
    "play(1) gives a tuple": (replaced("return Position(less", "return (less"), "expected a Pos"),
    "play gives another tuple": (
        [("@game", OTHER), ("return Position(less", "return Other(less")],
        "gives Other(left=2, turn=1): expected a Position",
    ),
    "play changes the position": (
        replaced(f"        {PLAYED}", f"        position.left = 1\n        {PLAYED}"),
        "a position never changes: return position._replace(...)",
    ),
    "a missing import": (replaced("LOSS, ONGOING", "ONGOING"), "name 'LOSS' is not defined"),
    "a missing field": (replaced("position.left > 0", "position.lef > 0"), "no attribute 'lef'"),
    "a mutable default": (replaced("heap: int = 3", "heap: int = []"), "heap is []: expected int"),
    "a default of another type": (replaced("heap: int = 3", "heap: int = '3'"), "heap is '3'"),
    "too few labels": (with_scene("('..', '..'), labels=('1',)"), "1 labels: expected 2 or none"),
    "too few columns": (with_scene("('..', '..'), columns=('1',)"), "1 columns: expected 2 or non"),
    "too few names": (with_scene("('..', '..'), names=('1',)"), "1 names: expected 4 or none"),
    "labels that are numbers": (with_scene("('..',), labels=(1,)"), "expected a tuple of texts"),
    "rows that are one text": (with_scene("'....'"), "rows '....': expected a tuple of texts"),
    "rows that are lists": (with_scene("(['.'], ['.'])"), "expected a tuple of texts"),
    "notes that are one text": (with_scene("('..',), notes='x'"), "notes 'x': expected a tuple"),
    "a board without squares": (with_scene("()"), "a board with no squares"),
    "a line outside": (with_scene("('..',), line=(2,)"), "the square 2 in its line"),
    "a line of names": (with_scene("('..',), line=('a',)"), "the square 'a' in its line"),
    "a line that is a number": (with_scene("('..',), line=1"), "the line 1: expected a tuple"),
    "a scene that is a list": (
        with_method("scene(self, position)", "return []"),
        "expected a Scen",
    ),
    "a background in markup": (
        with_scene("('..',), background='on green'"),
        "the colour 'on green': expected such as 'red'",
    ),
    "a background that is misspelt": (
        with_scene("('..',), background='gren'"),
        "a background of the colour 'gren'",
    ),
    "a background that is a number": (
        with_scene("('..',), background=7"),
        "a background of the colour 7",
    ),
    "laid is None": (LAID, "placed_squares gives None: expected a tuple of squares"),
    "a misspelt colour": (
        with_member("styles = {'|': ('|', 'redd')}"),
        "for '|' gives the colour 'redd': expected",
    ),
    "styles without a style": (with_member("styles = {'|': 'red'}"), "styles for '|' gives 'red'"),
    "a misspelt shape": (
        with_member("styles = {'|': ('|', 'red', 'pin', 'pinn')}"),
        "the shape 'pinn': expected one of disc,",
    ),
    "a style of too many parts": (
        with_member("styles = {'|': ('|', 'red', 'pin', 'tile', 'red', 'x')}"),
        "expected a character, its colour and its name",
    ),
    "styles that is a list": (with_member("styles = ['|']"), "styles gives ['|']"),
    "one side": (with_member("sides = ('White',)"), "expected two names"),
    "three sides": (with_member("sides = ('a', 'b', 'c')"), "expected two names"),
    "sides that are a text": (with_member("sides = 'ab'"), "expected two names"),
    "sides of one name": (with_member("sides = ('a', 'a')"), "expected two names"),
    "no picture": (with_method(PICTURE, "pass"), "picture gives None: expected a text"),
    "a picture that is a list": (with_method(PICTURE, "return ['x']"), "picture gives ['x']"),
    "a picture without a bound": (with_method(PICTURE, "return 'x' * 10**6"), "1,000,000 charac"),
    "move texts that are numbers": (with_method(MOVE_TEXT, "return move"), "such as str(move)"),
    "moves of one text": (with_method(MOVE_TEXT, "return 'x'"), "written 'x'"),
    "a move that is not legal": (with_method(PARSE_MOVE, "return 9"), "parse_move gives 9"),
    "a move that is a text": (with_method(PARSE_MOVE, "return text"), "gives '1' for '1': expect"),
    "a move that is None": (with_method(PARSE_MOVE, "pass"), "or raise ValueError where there is"),
    "a position text that is a number": (
        with_method("position_text(self, position)", "return 1"),
        "position_text gives 1: expected a text of one line",
    ),
    "a game without a name": (replaced('@game("small")', "@game"), 'write @game("name")'),
    "play takes the move first": (
        replaced("play(self, position, move)", "play(self, move, position)"),
        "write `def play(self, position, move)`",
    ),
    "board_bits is a text": (with_member("board_bits = '64'"), "board_bits is '64'"),
    "key is a text": (with_method("key(self, position)", "return str(position)"), "key gives 'P"),
    "symmetries are numbers": (
        with_method("symmetries(self, position)", "yield 5"),
        "gives [5] for",
    ),
    "order is None": (with_method("order(self, position, move)", "pass"), "order gives None for"),
    "noisy is None": (with_method("noisy(self, position)", "pass"), "moves, by yield or in a list"),
    "sample is None": (with_method("sample(self, position, random)", "pass"), "expected a move"),
    "may_win is None": (with_method("may_win(self, position, mover)", "pass"), "True or False"),
    "rules with chance": (
        replaced("number - by", "number - __import__('random').randint(1, by)"),
        "differs from time to time",
    ),
    "winner_moves_last is a text": (
        with_member("winner_moves_last = 'no'"),
        "expected True or False",
    ),
}


def mistaken(folder: Path, edits: list[Edit]) -> str:
    text = TURNS
    for right, wrong in edits:
        assert right in text
        text = text.replace(right, wrong, 1)
    return write(folder, text)


def test_the_other_game_without_mistakes_passes(tmp_path: Path) -> None:
    assert broken_laws(write(tmp_path, TURNS)) == []


@pytest.mark.parametrize("name", MISTAKES_IN_RULES)
def test_players_show_the_mistake_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Where the mistake appears first, in colour; it is never called a bug of ours."""
    edits, expected = MISTAKES_IN_RULES[name]
    monkeypatch.setenv("FORCE_COLOR", "1")
    file = mistaken(tmp_path, edits)
    assert expected in complaint_about(file)


def complaint_about(file: str) -> str:
    """The error when a game is shown and when moves are read and played."""
    stdout, stderr = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        for args in (["show", file, "--moves", "1"], ["play", file, *PLAYERS]):
            with patch.object(sys, "argv", ["plyground", *args]):
                status = run_command()
            if status == 2:
                break
    lines = stderr.getvalue().splitlines()
    assert status == 2 and len(lines) == 1, (status, stdout.getvalue(), lines)
    assert "mistake of" not in lines[0] and "Traceback" not in lines[0]
    return lines[0]


PLAYERS = ("--first", "random:seed=1", "--second", "random:seed=2")


@pytest.mark.parametrize("name", MISTAKES_IN_RULES)
def test_one_mistake_breaks_one_law(tmp_path: Path, name: str) -> None:
    edits, expected = MISTAKES_IN_RULES[name]
    file = mistaken(tmp_path, edits)
    try:
        broken = broken_laws(file)
    except PlygroundError as error:
        broken = [str(error)]
    except Exception as error:
        broken = [told_of(error)]
    assert len(broken) == 1 and expected in broken[0]


def broken_laws(file: str) -> list[str]:
    """What `check` says about broken laws, using only plain rules."""
    plain = [pair for pair in laws.LAWS if pair[0] not in laws.COMPILED + laws.OTHERS]
    with patch.object(report, "LAWS", plain):
        verdicts = report.check(load_game(file))
    return [verdict.detail for verdict in verdicts if verdict.tried and not verdict.passed]


@pytest.mark.compiles
def test_a_method_called_view_is_refused_in_our_words(tmp_path: Path) -> None:
    edits = [
        *with_method("view(self, position)", "return position.left"),
        *replaced("ONGOING if position.left > 0", "ONGOING if self.view(position) > 0"),
    ]
    game = load_game(mistaken(tmp_path, edits))
    with pytest.raises(BadGame, match="a method or field called view: call it something else"):
        playouts(game, game.start(), 1)


# --- a side that moves twice -------------------------------------------------------------------

ALTERNATES = "        return position.turn\n\n    alternates = True\n"
SAYS_SO = TURNS.replace("        return position.turn\n", ALTERNATES)
TWICE = SAYS_SO.replace("1 - position.turn", "position.turn if move == 1 else 1 - position.turn")
COMMANDS = [
    ["show"],
    ["play", *PLAYERS],
    ["analyse", "--player", "negascout:depth=2"],
    ["solve"],
    ["perft", "2"],
    ["match", "random", "random", "--games", "2"],
    ["warm"],
]


@pytest.mark.parametrize(("command", "rest"), [(args[0], args[1:]) for args in COMMANDS])
def test_no_command_takes_a_game_that_only_says_it_alternates(
    tmp_path: Path, command: str, rest: list[str]
) -> None:
    assert "the same side moves again" in refused(command, write(tmp_path, TWICE), *rest)


def test_nor_does_a_search_that_is_made_in_python(tmp_path: Path) -> None:
    game = load_game(write(tmp_path, TWICE))
    with pytest.raises(BadGame, match="the same side moves again"):
        ExactSolver(game).solve(game.start())
    with pytest.raises(BadGame, match="the same side moves again"):
        playouts(game, game.start(), 1)


def test_a_record_notices_what_a_few_random_games_did_not_meet(tmp_path: Path) -> None:
    """Only one of very many lines leads to the turn that does not end."""
    rare = SAYS_SO.replace("heap: int = 3", "heap: int = 60").replace(
        "1 - position.turn",
        "position.turn if position.left == 31 and move == 1 else 1 - position.turn",
    )
    game = load_game(write(tmp_path, rare))
    record = Record(game, game.parse_position("31,0"))
    with pytest.raises(BadGame, match="the same side moves again"):
        record.push(1)
    with pytest.raises(BadGame, match="the same side moves again"):
        play_text(game, record.position, "1")


# --- what would never be looked at -------------------------------------------------------------


def test_an_evaluation_of_a_game_that_is_not_there_is_reported(tmp_path: Path) -> None:
    file = write(tmp_path, GAME + EVALUATION.replace('game="small"', 'game="smal"'))
    expected = (
        "the evaluation 'default' is of a game 'smal', which does not exist: write game='small'"
    )
    assert refused("show", file) == f"{file}: {expected}"


def test_a_file_may_evaluate_another_game_as_well(tmp_path: Path) -> None:
    other = EVALUATION.replace('game="small"', 'game="connect-four"')
    assert load_game(write(tmp_path, GAME + other)).name == "small"


def test_a_file_of_evaluations_of_another_game_says_which(tmp_path: Path) -> None:
    file = tmp_path / "evaluations.py"
    file.write_text("from typing import NamedTuple\n" + EVALUATION)
    with pytest.raises(BadGame, match="no evaluation of connect-four, but of small"):
        make_evaluation(make_game("connect-four"), str(file))


# --- positions that no game reaches ------------------------------------------------------------

LONG_PICTURE = with_method(PICTURE, "return '|' * position.left")


def test_check_shows_that_texts_of_positions_have_no_bound(tmp_path: Path) -> None:
    (output,) = broken_laws(mistaken(tmp_path, LONG_PICTURE))
    assert output.startswith("'1048576,0' is read as a position that is too large to show")
    assert "write `def is_valid(self, position)`" in output


def test_what_is_not_valid_is_not_read(tmp_path: Path) -> None:
    valid = with_method("is_valid(self, position)", "return 0 <= position.left <= self.heap")
    file = mistaken(tmp_path, [*LONG_PICTURE, *valid])
    assert broken_laws(file) == []
    assert "no game of small reaches" in refused("show", file, "--position", "4,0")
    assert load_game(file).parse_position("2,1") == (2, 1)


def test_a_picture_without_a_bound_is_refused(tmp_path: Path) -> None:
    said = refused("show", mistaken(tmp_path, LONG_PICTURE), "--position", "100001,0")
    assert "picture gives 100,001 characters, and 100,000 can be shown" in said


@pytest.mark.parametrize(
    "method", ["parse_move(self, position, text)", "parse_position(self, text)"]
)
def test_a_parser_refuses_by_a_value_error(tmp_path: Path, method: str) -> None:
    file = mistaken(tmp_path, with_method(method, "raise ValueError('expected a word')"))
    option = "--moves" if "move" in method else "--position"
    assert "'x': expected a word" in refused("show", file, option, "x")


def test_no_long_name_is_compared() -> None:
    assert nearest("negascuot", ["negascout"]) == "negascout"
    assert nearest("negascout" * 10, ["negascout" * 11]) == ""
