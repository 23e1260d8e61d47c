"""`plyground config`: settings are kept, checked where they stand, and honoured."""

import re
from pathlib import Path

import pytest

from plyground.cli.exit_codes import ExitCode
from plyground.core.errors import BadOption
from plyground.core.settings import Settings, entries, settings, settings_file, written
from tests.command import ROOT, plyground, ran, refused, told


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "folder" / "config.toml"
    monkeypatch.setenv("PLYGROUND_CONFIG", str(path))
    return path


def write(file: Path, text: str) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text)


def test_without_a_file_all_settings_are_the_defaults(file: Path) -> None:
    assert settings() == Settings() and settings_file() == file
    output = told(ran("config", "--json").stdout)
    assert output["settings"] == {name: entry.default for name, entry in entries().items()}


CHOSEN = {
    "opponent": "mcts:time=3",
    "adviser": "random",
    "coach": "negascout:depth=4",
    "scroll": "true",
    "plain": "true",
    "threads": "2",
    "table": "2MB",
    "cache": "~/some folder",
}


def test_every_setting_is_set_shown_and_unset(file: Path) -> None:
    assert {*CHOSEN} == {*entries()}
    for name, value in CHOSEN.items():
        assert ran("config", "set", name, value).returncode == 0
        assert ran("config", "get", name).stdout == f"{value}\n"
    shown = ran("config").stdout
    assert all(f"{name} " in shown and value in shown for name, value in CHOSEN.items())
    for name in CHOSEN:
        ran("config", "unset", name)
    assert settings() == Settings() and file.read_text() == ""
    assert ran("config", "path").stdout == f"{file}\n"


def test_what_a_person_wrote_around_a_setting_stays(file: Path) -> None:
    write(file, '# mine\nthreads = 2\n\n# theirs\nopponent = "random"\n')
    ran("config", "set", "threads", "3")
    ran("config", "set", "plain", "true")
    ran("config", "unset", "opponent")
    assert file.read_text() == "# mine\nthreads = 3\n\n# theirs\nplain = true\n"


def test_a_setting_on_several_lines_is_left_to_its_author(file: Path) -> None:
    write(file, 'opponent = """\nrandom"""\n')
    assert "line 1: opponent is on more than one line" in refused("config", "unset", "opponent")


BROKEN = [
    ("threads = 0", 1, "threads is 0: expected from 1 to 64"),
    ("threads = true", 1, "threads is True: expected a whole number"),
    ('\nthreads = "2"', 2, "threads is '2': expected a whole number"),
    ('# x\nthem = "light"', 2, "them is no setting: expected one of opponent, "),
    ('table = "1XB"', 1, "table is 1XB: expected a size"),
    ("plain = 1", 1, "plain is 1: expected true or false"),
    ("\n\n[colours]\nred = 1", 3, "colours is no setting"),
    ("plain", 1, "expected name = value"),
    ('cache = "a\\nb"', 1, "cache is 'a\\nb': expected a text on one line"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BROKEN)
def test_a_broken_file_is_reported_with_its_line(
    text: str, line: int, reason: str, file: Path
) -> None:
    write(file, text)
    output = refused("games")
    assert output.startswith(f"{file}, line {line}: ") and reason in output
    assert refused("config").startswith(f"{file}, line {line}: ")


def test_a_broken_file_keeps_nobody_from_putting_it_right(file: Path) -> None:
    write(file, 'them = "light"\nthreads = 0\n')
    assert ran("config", "path").returncode == 0 and ran("--version").returncode == 0
    assert ran("config", "unset", "them").returncode == 0
    assert ran("config", "set", "threads", "1").returncode == 0
    assert ran("games").returncode == 0


@pytest.mark.parametrize("name", ["opponent", "adviser", "coach"])
def test_a_player_who_does_not_exist_is_reported_with_the_line(name: str, file: Path) -> None:
    assert "there is no player 'nobody'" in refused("config", "set", name, "nobody")
    write(file, f'# x\n{name} = "nobody"\n')
    record = file.with_name("game.txt")
    record.write_text('[Game "connect-four"]\n\n4 4\n')
    command = ("review", str(record)) if name == "coach" else ("play", "paths")
    assert refused(*command).startswith(f"{file}, line 2: {name}: there is no player 'nobody'")


REFUSED = [
    (("set", "them", "x"), "them is no setting"),
    (("get", "them"), "them is no setting"),
    (("set", "threads", "many"), "threads is 'many': expected a whole number"),
    (("set", "threads", "65"), "threads is 65: expected from 1 to 64"),
    (("set", "plain", "maybe"), "plain is 'maybe': expected true or false"),
    (("set", "adviser", "human"), "expected a computer player"),
    (("set", "coach", "random"), "does not search"),
]


@pytest.mark.parametrize(("args", "reason"), REFUSED)
def test_what_cannot_be_set_gets_one_sentence(
    args: tuple[str, ...], reason: str, file: Path
) -> None:
    assert reason in refused("config", *args) and not file.exists()


def test_a_folder_in_place_of_the_file_gets_one_sentence(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(BadOption, match="cannot be read: is a directory"):
        settings()


def test_the_opponent_is_the_one_that_is_set(file: Path) -> None:
    write(file, 'opponent = "random:seed=5"\n')
    args = ("play", "paths:board=3x3", "--first", "random:seed=1", "--json")
    assert told(ran(*args).stdout)["second"] == "random:seed=5"
    assert told(ran(*args, "--second", "random").stdout)["second"] == "random"


def test_plain_is_for_every_game_and_can_be_switched_off(file: Path) -> None:
    args = ("play", "paths:board=3x3", "--first", "random:seed=1", "--second", "random:seed=2")
    default, plain = ran(*args).stdout, ran(*args, "--plain").stdout
    assert default != plain
    write(file, "plain = true\n")
    assert ran(*args).stdout == plain and ran(*args, "--no-plain").stdout == default


def test_the_solver_takes_its_table_and_threads_from_there(file: Path) -> None:
    write(file, 'table = "1KB"\n')
    assert "a table of 1024 bytes is too small" in refused("solve", "paths")
    assert ran("solve", "paths:board=3x3", "--table", "2MB").returncode == 0
    write(file, "threads = 2\n")
    assert ran("solve", "paths:board=3x3", "--method", "dfpn").returncode == 0


@pytest.mark.compiles
def test_compiled_code_is_kept_where_it_is_said(file: Path, tmp_path: Path) -> None:
    write(file, f'cache = "{tmp_path / "mine"}"\n')
    env = {"PLYGROUND_CACHE": "", "PLYGROUND_CONFIG": str(file)}
    finished = plyground("perft", "examples/nim.py", "2", env=env)
    assert finished.returncode == 0 and [*(tmp_path / "mine").iterdir()]


# --- the page ----------------------------------------------------------------------------------

PAGE = (ROOT / "docs" / "commands.md").read_text()


def rows(heading: str) -> list[list[str]]:
    """The rows of the table below a heading."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def test_every_setting_is_on_the_page() -> None:
    assert rows("Settings") == [
        [f"`{entry.name}`", f"`{written(entry.default)}`", entry.meaning]
        for entry in entries().values()
    ]


def test_every_exit_code_is_on_the_page_with_its_commands() -> None:
    listed = {int(code): commands for code, _, commands in rows("Exit codes")}
    assert {*listed} == {*ExitCode}
    room = ROOT / "src/plyground/cli"
    sources = {path.stem: path.read_text() for path in room.glob("*.py")}
    sources["solve"] += "".join(path.read_text() for path in (room / "solving").glob("*.py"))
    for code in ExitCode:
        raised = f"typer.Exit(ExitCode.{code.name})"
        ending = {name for name, text in sources.items() if raised in text}
        assert {*re.findall(r"`(\w+)`", listed[code])} == ending
