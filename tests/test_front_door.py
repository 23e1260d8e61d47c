"""`import plyground as pg`: what it offers, what it loads, and that every part of it works."""

import copy
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import plyground as pg
from tests.command import plyground
from tests.positions import SEVEN_GAMES
from tests.test_notation import records

ROOT = Path(__file__).parents[1]
door: Any = pg
"""The same without types, for values that they do not allow."""
NAMES: list[str] = door.__all__


def loaded_by(script: str) -> set[str]:
    code = f"{script}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {*run.stdout.split()}


@pytest.mark.parametrize(
    "script",
    [
        "import plyground",
        "import plyground as pg\n" + "\n".join(f"pg.{name}" for name in NAMES),
        "import plyground as pg\npg.Record('connect-four', moves='4 4 3').push('3')",
    ],
)
def test_neither_the_compiler_nor_the_terminal_is_loaded(script: str) -> None:
    assert {"numba", "rich", "typer"}.isdisjoint(loaded_by(script))


def test_no_room_takes_the_name_of_a_function() -> None:
    rooms = {module.name for module in pkgutil.iter_modules(pg.__path__)}
    assert rooms.isdisjoint(NAMES)


@pytest.mark.parametrize("name", sorted({*NAMES} - {"DRAW", "LOSS", "ONGOING", "WIN", "Bits"}))
def test_every_public_name_is_documented(name: str) -> None:
    member = getattr(pg, name)
    assert inspect.getdoc(member), name
    if inspect.isfunction(member):
        hints = inspect.signature(member)
        assert hints.return_annotation is not inspect.Signature.empty
        assert all(one.annotation is not one.empty for one in hints.parameters.values())


# --- the page ----------------------------------------------------------------------------------


def test_the_page_lists_every_public_name() -> None:
    text = (ROOT / "docs" / "api.md").read_text()
    named = {*re.findall(r"\b([A-Za-z_]+)\b", text)}
    assert [name for name in NAMES if name not in named] == []


@pytest.mark.slow
@pytest.mark.parametrize("page", ["api", "thinking"])
def test_the_examples_of_the_page_are_true(page: str, tmp_path: Path) -> None:
    code = f"import doctest; print(doctest.testfile({str(ROOT / f'docs/{page}.md')!r}, False))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path)
    assert re.fullmatch(r"TestResults\(failed=0, attempted=[1-9]\d*\)\n", ran.stdout), ran


@pytest.mark.slow
@pytest.mark.parametrize(
    "module", ["analyse", "check", "perft", "playouts", "explain", "match", "solve", "think"]
)
def test_the_examples_of_the_functions_are_true(module: str) -> None:
    code = (
        f"import doctest, plyground as pg, plyground.api.{module} as module\n"
        "print(doctest.testmod(module, extraglobs={'Record': pg.Record}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert re.fullmatch(r"TestResults\(failed=0, attempted=\d+\)\n", ran.stdout), ran
    assert "attempted=0" not in ran.stdout


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_no_page_imports_from_deeper_than_the_package(page: Path) -> None:
    deep = re.findall(r"^(?:>>> )?(?:from|import) plyground\.\S+.*", page.read_text(), re.MULTILINE)
    own = ("adapters", "classic")  # whose modules are what their pages are about
    assert [line for line in deep if not any(f"plyground.{room}." in line for room in own)] == []


def test_the_readme_needs_one_import_and_ten_lines() -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    lines = [line for line in block.splitlines() if line.strip()]
    assert len(lines) <= 10 and sum("import" in line for line in lines) == 1


SCRIPT = """
import plyground as pg

record = pg.Record("connect-four", moves="4 4")
record.push("3")
move: pg.Move = record.legal_moves[0]
analysis: pg.Analysis = pg.analyse(record, time=0.1, lines=2)
best: str | None = analysis.best
verdict: pg.Verdict | None = pg.solve(record, weak=True).verdict
count: int = pg.perft(record, 3).leaves


@pg.player("mine")
class Mine:
    def choose(self, record: pg.Record) -> pg.Move:
        return record.legal_moves[-1]


elo: float | None = pg.match("connect-four", Mine, "random", games=2).elo
lost: list[str] = [move.text for move in pg.play("tic-tac-toe", Mine(), "random")]


def longest(game: pg.Game) -> pg.Ply:
    return game.plies_left(game.start())
"""


@pytest.mark.slow
def test_a_script_is_typed(tmp_path: Path) -> None:
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(file)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert ran.returncode == 0, ran.stdout
    wrong = SCRIPT.replace("pg.Move = record.legal_moves[0]", "str = record.legal_moves[0]")
    file.write_text(wrong)
    assert (
        "Incompatible types"
        in subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--no-incremental", str(file)],
            capture_output=True,
            text=True,
            cwd=tmp_path,
        ).stdout
    )


# --- records -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEVEN_GAMES)
@settings(max_examples=15)
@given(data=st.data())
def test_a_record_is_its_own_text(name: str, data: Any) -> None:
    """What is shown of a record makes it again, unless it did not end by its rules."""
    record = data.draw(records(name))
    record.ending = None
    assert eval(repr(record), {"Record": pg.Record}) == record
    assert [step.text for step in record] == record.move_texts
    assert [step.position for step in record] == record.positions[:-1]
    assert len(record) == len(record.moves)


@pytest.mark.parametrize("copied", [pg.Record.copy, copy.copy, copy.deepcopy])
def test_a_copy_goes_on_by_itself(copied: Any) -> None:
    record = pg.Record("connect-four", moves="4 4")
    other = copied(record)
    other.push("1")
    assert record.move_texts == ["4", "4"] and other != record
    assert other.pop() == 0 and other == record


def test_equal_numbers_of_two_games_are_two_games() -> None:
    assert pg.Record("connect-four") != pg.Record("connect-four", moves="1")
    assert pg.Record("connect-four") != pg.Record("conniption")
    assert pg.Record("connect-four:width=7") == pg.Record("connect-four")


@pytest.mark.parametrize(
    ("make", "error", "told"),
    [
        (lambda: door.Record("conect-four"), pg.BadOption, "did you mean connect-four"),
        (lambda: door.Record(7), pg.BadGame, "7 is not a game"),
        (lambda: door.Record("connect-four", "what"), pg.BadPosition, "'what'"),
        (lambda: door.Record("connect-four", (1, 2)), pg.BadPosition, "not a position of"),
        (lambda: door.Record("connect-four", moves="4 x"), pg.IllegalMove, "move 2: 'x'"),
        (lambda: door.Record("connect-four", moves=[3, 9]), pg.IllegalMove, "move 2: 9 is not"),
        (lambda: door.Record("connect-four").push(0.5), pg.IllegalMove, "0.5 is not a move"),
        (lambda: door.Record("connect-four").pop(), pg.IllegalMove, "no move to take back"),
        (lambda: door.Record("dominoes", moves="x"), pg.InvalidMove, "is not a move"),
        (lambda: door.Record("tic-tac-toe", "XXX/OO./...").push(8), pg.GameOver, "is over"),
        (lambda: door.make_game("connect-four", width="x"), pg.BadOption, "a whole number"),
        (lambda: door.make_game("connect-four", width=True), pg.BadOption, "a whole number"),
        (lambda: door.make_game("connect-four", with_=8), pg.BadOption, "no option 'with_'"),
        (lambda: door.make_game("connect-four:width=8", width=8), pg.BadOption, "given twice"),
        (lambda: door.make_player("randm"), pg.BadOption, "did you mean random"),
        (lambda: door.make_player(7), pg.BadOption, "no method choose"),
        (lambda: door.make_player(int), pg.BadOption, "no method choose"),
        (lambda: door.analyse("connect-four", "random"), pg.BadOption, "does not search"),
        (lambda: door.analyse("connect-four", time=0), pg.BadOption, "more than 0"),
        (
            lambda: door.solve("connect-four", "magic"),
            pg.BadOption,
            "no solver 'magic'",
        ),
        (lambda: door.solve("connect-four", time=1, limits=pg.Limits()), pg.BadOption, "either"),
        (
            lambda: door.solve("connect-four", "dfpn:threads=2"),
            pg.BadOption,
            "no option 'threads",
        ),
        (lambda: door.solve("connect-four", "exact:threads=0"), pg.BadOption, "threads=0"),
        (lambda: door.solve("connect-four", "exact:table=x"), pg.BadOption, "table=x"),
        (lambda: door.solve_moves("connect-four", "dfpn"), pg.BadOption, "expected exact"),
        (lambda: door.solve_many("connect-four", [], "dfpn"), pg.BadOption, "expected exact"),
        (lambda: door.prove("conniption", nodes=10), pg.PlygroundError, "nothing to prove"),
        (lambda: door.perft("connect-four", -1), pg.BadOption, "depth=-1"),
        (lambda: door.playouts("connect-four", 0), pg.BadOption, "games=0"),
        (lambda: door.match("connect-four", "human", "random"), pg.BadOption, "human plays no"),
        (lambda: door.review(door.Record("connect-four")), pg.PlygroundError, "no move"),
    ],
)
def test_bad_values_get_one_sentence(make: Any, error: type[Exception], told: str) -> None:
    with pytest.raises(error, match=re.escape(told)) as raised:
        make()
    assert isinstance(raised.value, pg.PlygroundError) and "\n" not in str(raised.value)


def test_a_text_that_several_moves_answer_to_is_ambiguous() -> None:
    script = OWN.replace(
        "def outcome",
        "def move_text(self, position, move):\n"
        "        return ('ab', 'AB', 'c')[move - 1]\n\n    def outcome",
    )
    script += (
        "record = pg.Record(OwnNim, moves='ab AB C')\n"
        "print(record.move_texts)\n"
        "try: pg.Record(OwnNim, moves='Ab')\n"
        "except pg.AmbiguousMove as error: print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    told = "move 1: 'Ab' is ambiguous: expected ab or AB"
    assert ran.stdout.splitlines() == ["['ab', 'AB', 'c']", told], ran


@pytest.mark.parametrize("error", [pg.InvalidText, pg.IllegalMove, pg.AmbiguousMove, pg.BadOption])
def test_bad_values_are_value_errors(error: type[Exception]) -> None:
    assert issubclass(error, ValueError) and issubclass(error, pg.PlygroundError)


# --- games and players of one's own ------------------------------------------------------------

OWN = """
from typing import NamedTuple

import plyground as pg


class Heap(NamedTuple):
    left: int


@pg.game("own-nim")
class OwnNim(NamedTuple):
    heap: int = 6

    def start(self):
        return Heap(self.heap)

    def moves(self, position):
        for count in range(1, 4):
            if count <= position.left:
                yield count

    def play(self, position, move):
        return Heap(position.left - move)

    def outcome(self, position):
        return pg.ONGOING if position.left else pg.LOSS


@pg.player("greedy")
class Greedy:
    def __init__(self, most: int = 3) -> None:
        self.most = most

    def choose(self, record):
        return str(min(self.most, record.position.left))
"""


@pytest.mark.slow
def test_classes_of_a_script_are_found_by_name_and_can_be_given() -> None:
    script = OWN + (
        "for game in ('own-nim:heap=6', OwnNim(6), pg.make_game(OwnNim, heap=6)):\n"
        "    assert str(pg.solve(game)) == 'first wins in 3 plies with 2', game\n"
        "assert pg.make_game('own-nim', heap=6) == OwnNim(6)\n"
        "assert pg.play(OwnNim, 'greedy:most=1', Greedy).move_texts == ['1', '3', '1', '1']\n"
        "assert pg.match('own-nim', Greedy(1), 'best:time=0.1', 4, opening_plies=1).games == 4\n"
        "try: pg.match(OwnNim, Greedy, 'random', 4, jobs=2)\n"
        "except pg.BadOption as error: print(error)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("several processes: other processes cannot import")


def test_a_cell_that_is_run_again_counts(tmp_path: Path) -> None:
    again = OWN.replace("range(1, 4)", "range(1, 3)")
    script = OWN + again + "print(pg.solve('own-nim:heap=6'))"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.stdout == "first loses in 4 plies with 1\n", ran


@pytest.mark.slow
def test_a_player_in_a_file_plays_matches(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    ran = plyground("match", f"{file}", f"{file}:most=1", "random", "--games", "4", "--jobs", "2")
    assert ran.returncode == 0 and "mine.py:most=1" in ran.stdout, ran


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("x = 1", 'defines no player: put @player("name") before its class'),
        ("import plyground as pg\n@pg.player('a')\nclass A: pass", "no method choose"),
        ("def (", "line 1, column 5: SyntaxError"),
        ("1 / 0", "line 1: ZeroDivisionError"),
    ],
)
def test_a_bad_file_of_a_player_gets_one_sentence(content: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(content)
    with pytest.raises(pg.PlygroundError, match=re.escape(told)) as raised:
        pg.make_player(str(file))
    assert str(file) in str(raised.value)


def test_a_syntax_error_tells_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("x = 1\ndef (")
    with pytest.raises(pg.BadGameFile) as raised:
        pg.make_game(str(file))
    assert (raised.value.line, raised.value.column) == (2, 5)
