"""Playing at the prompt: dialogues, marks, thoughts, hints, games saved and gone on with.

Searching players run uncompiled here, so that nothing waits for the compiler.
"""

import io
import re
from pathlib import Path
from typing import Any

import pexpect
import pytest
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from plyground.evaluations.explain import explain
from plyground.evaluations.registry import make_evaluation
from plyground.live.events import Event
from plyground.live.game import LiveGame
from plyground.live.seat import PersonSeat, RemoteSeat, Seat
from plyground.players.levels import LEVELS
from plyground.players.player import make_player
from plyground.records.record import Record
from plyground.terminal.commands import COMMANDS, CommandContext
from tests.command import ROOT, complaint, on_a_terminal, plyground, refused, told
from tests.positions import NIM
from tests.test_documents import BLOCK, run_console, run_python
from tests.test_notation import record_of

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
PATHS_AFTER_5 = " _ _ _     1 2 3\n _ X _     4 5 6\n _ _ _     7 8 9\n"
MARKED = r"\x1b\[1;4;38;2;[0-9;]*m "
"""Underlined, in a side's colour."""
"""The background of the squares that the last move changed."""
ENGINE = "alphabeta:depth=2,evaluation=zero"
"""Evaluates nothing, so that its moves do not change when evaluations do."""


def dialogue(*args: str, typed: str = "") -> Any:
    finished = plyground("play", *args, "--adviser", ENGINE, typed=typed, env=PLAIN)
    assert "Traceback" not in finished.stderr
    return finished


def normalised(text: str) -> str:
    """Without what may differ between searches with the same value."""
    return re.sub(r"[\d,]+ nodes", "N nodes", text)


def saved(folder: Path, text: str) -> str:
    file = folder / "saved.txt"
    file.write_text(text)
    return str(file)


# --- dialogues ---------------------------------------------------------------------------------


def test_a_dialogue_with_a_searching_player(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    typed = f"help\nhint\n4\nundo\nmoves\n3\nsave {tmp_path}/game.txt\nhint\nquit\n"
    finished = dialogue("connect-four", "--second", ENGINE, typed=typed)
    assert finished.returncode == 0 and finished.stderr == ""
    assert normalised(finished.stdout.replace(str(tmp_path), "FOLDER")) == snapshot
    assert (tmp_path / "game.txt").read_text() == snapshot


def test_two_searching_players_play_a_whole_game(snapshot: SnapshotAssertion) -> None:
    finished = dialogue("examples/nim.py:heap=9", "--first", ENGINE, "--second", ENGINE)
    assert finished.returncode == 0 and finished.stderr == ""
    assert normalised(finished.stdout) == snapshot


def test_the_other_player_is_the_best_one() -> None:
    finished = dialogue("paths", "--moves", "1 2 3 5 4 6 8 7", "--json", typed="")
    result = told(finished.stdout)
    assert (result["first"], result["second"]) == ("human", "best:time=1")


def test_json_is_all_there_is_on_standard_output(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    args = ("connect-four", "--second", ENGINE, "--json", "--save", file)
    finished = dialogue(*args, typed="hint\nmoves\n1\nquit\n")
    assert finished.stdout.count("\n") == 1
    result = told(finished.stdout)
    assert (result["kind"], result["result"], result["termination"]) == ("game", "unfinished", None)
    assert result["moves"][0] == "1" and result["plies"] == 2
    assert f"saved in {file}" in finished.stderr


# --- what is typed -----------------------------------------------------------------------------


class Script:
    """A person who types these lines, what was printed, and what happened in the game."""

    def __init__(self, *lines: str, players: tuple[str, str] = ("human", "elsewhere")) -> None:
        self.lines, self.shown = [*lines], io.StringIO()
        self.players = players
        self.events: list[Event] = []

    @property
    def output(self) -> list[str]:
        return self.shown.getvalue().splitlines()

    def ask(self, record: Record) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def play(self, record: Record, plain: bool = False) -> LiveGame:
        """Let the person type until there is nothing left, or until something happens."""

        def seat(name: str) -> Seat:
            return PersonSeat(self.ask, self.say, self.handle) if name == "human" else Away(name)

        first, second = map(seat, self.players)
        self.live = LiveGame(record, first, second)
        self.live.listen(self.events.append)
        console = Console(file=self.shown, width=200)
        self.context = CommandContext(console, self.live, make_player("random"), plain)
        self.live.play()
        return self.live

    def say(self, text: str) -> None:
        self.context.say(text)

    def handle(self, text: str, record: Record) -> bool:
        return self.context.handle(text, record)

    @property
    def happened(self) -> list[str]:
        """The names of the events, without turns and the end."""
        names = [type(event).__name__ for event in self.events]
        return [name for name in names if name not in ("TurnBegan", "Ended")]


class Away(RemoteSeat):
    """Somebody else, who leaves as soon as they are asked."""

    is_person = False

    def take(self, turn: Any) -> None:
        turn.live.leave()


@pytest.mark.parametrize("line", ["", " ", "\t", "MOVES", " help ", "Eval"])
def test_commands_and_nothing_ask_again(line: str) -> None:
    script = Script(line, "3")
    assert script.play(record_of("connect-four")).record.moves == [2]
    assert bool(script.output) == bool(line.strip())
    assert "not a legal move" not in script.shown.getvalue()


def test_help_shows_every_command_and_what_it_does() -> None:
    script = Script("help")
    script.play(record_of("connect-four"))
    assert len(script.output) == len(COMMANDS) + 1
    for command in COMMANDS.values():
        (line,) = (line for line in script.output if line.startswith(f"  {command.usage}  "))
        assert command.meaning and line.endswith(command.meaning)


@pytest.mark.parametrize(
    ("word", "event", "status"),
    [
        ("undo", "TakenBack", "Red to move"),
        ("redo", "PlayedAgain", "Red to move"),
        ("resign", "", "Red resigns: Yellow wins"),
        ("flip", "SeatChanged", "Red to move"),
        ("quit", "", "Red to move"),
    ],
)
def test_commands_tell_the_game_what_to_do(word: str, event: str, status: str) -> None:
    record = record_of("connect-four", "4 4 5 5")
    if word == "redo":
        record.undo(2)
    script = Script(word)
    live = script.play(record)
    assert {*script.happened} == {event} - {""}
    assert live.record.status == status and script.output == []
    assert live.is_left == (word != "resign")


def test_a_position_is_explained_feature_by_feature() -> None:
    record = record_of("dominoes", "1,3,3 2,4,4 1,2,3")
    terms = explain(record.game, make_evaluation(record.game, "default"), record.position)
    players = "elsewhere", "human"
    plain, drawn = Script("eval", players=players), Script("eval", players=players)
    plain.play(record, plain=True)
    drawn.play(record)
    for term in terms:
        shown = f"{term.name}: {term.feature:,.6g} times {term.weight:,.6g}, {term.points:,.6g}"
        assert shown in plain.output
        numbers = rf"{term.name} +{term.weight:,.6g} +{term.feature:,.6g} +{term.points:,.6g}"
        assert any(re.fullmatch(numbers, line.rstrip()) for line in drawn.output)
    total = sum(term.points for term in terms)
    assert f"sum: {total:,.6g}" in plain.output
    assert re.search(rf"^sum +{total:,.6g} *$", drawn.shown.getvalue(), re.MULTILINE)


def test_two_of_a_kind_have_no_sides_to_change() -> None:
    script = Script("flip", "3", players=("human", "human"))
    assert script.play(record_of("connect-four")).record.moves == [2]
    assert script.output == ["both players are human: nothing would change"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("save", "save needs a file name, such as save game.txt"),
        ("save  ", "save needs a file name, such as save game.txt"),
        ("load", "load needs a file name, such as load game.txt"),
        ("load nowhere.txt", "nowhere.txt: cannot be read: no such file"),
        ("load a\0b", "a\0b: cannot be read: embedded null byte"),
        ("load README.md", "README.md, line 1: there is no tag [Game"),
        ("load docs", "docs: cannot be read: is a directory"),
        ("undo 2", "undo takes no argument: '2' is not understood"),
        ("redo 2", "redo takes no argument: '2' is not understood"),
        ("moves all of them", "moves takes no argument: 'all of them' is not understood"),
        ("hint 4", "hint takes no argument: '4' is not understood"),
        ("eval 4", "eval takes no argument: '4' is not understood"),
        ("flip sides", "flip takes no argument: 'sides' is not understood"),
        ("resign now", "resign takes no argument: 'now' is not understood"),
        ("help me", "help takes no argument: 'me' is not understood"),
        ("quit now", "quit takes no argument: 'now' is not understood"),
        ("undo", "there is no move to take back"),
        ("redo", "no move was taken back"),
        ("9", "'9' is not a legal move here: expected one of 1, 2, 3, 4, 5, 6, 7 (type help for"),
        ("4 4", "'4 4' is not a legal move here"),
        ("hnit", "'hnit' is not a legal move here"),
    ],
)
def test_wrong_lines_get_one_sentence_and_the_prompt_again(
    line: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script(line, "3")
    monkeypatch.chdir(ROOT)
    assert script.play(record_of("connect-four")).record.moves == [2]
    (output,) = script.shown.getvalue().split("\n")[:-1]
    assert output.startswith(expected)


@pytest.mark.parametrize("word", ["quit", "QUIT"])
def test_leaving(word: str) -> None:
    script = Script(word, "3")
    assert script.play(record_of("connect-four")).is_left
    assert script.output == [] and script.lines == ["3"]


def test_a_file_keeps_its_case_and_blanks(tmp_path: Path) -> None:
    script = Script(f"SAVE {tmp_path}/My Game.txt", "3")
    script.play(record_of("connect-four"))
    assert script.output == [f"saved in {tmp_path}/My Game.txt"]
    assert (tmp_path / "My Game.txt").exists()


def test_names_of_sides_are_shown_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    sides = '("[red]", ":smile:")'
    file.write_text(Path(NIM).read_text() + f"\n    def sides(self):\n        return {sides}\n")
    shown = dialogue(str(file), "--second", "human", typed="1\n1\n").stdout
    assert "[red]> [red]: 1\n" in shown and ":smile:> :smile:: 1\n" in shown
    assert ":smile: wins\n" not in shown


# --- whether the outcome is revealed -----------------------------------------------------------


@pytest.mark.parametrize("options", [(), ("--plain",)])
def test_the_outcome_is_not_revealed_to_a_player(options: tuple[str, ...]) -> None:
    """Of 4 the program loses whatever it takes; it says so to whom asks."""
    args = ("examples/nim.py:heap=5", "--second", ENGINE, *options)
    shown = dialogue(*args, typed="1\nquit\n").stdout
    assert re.search(r"second: 1\n  depth 2, \d+ nodes\n", shown)
    assert "loses" not in shown and "wins" not in shown
    hinted = dialogue(*args, typed="1\nhint\nquit\n").stdout
    assert "3 (wins in 1, " in hinted


def test_nor_to_one_who_takes_a_seat_later(tmp_path: Path) -> None:
    """A game between two programs shows everything; when it is continued, a person plays in it."""
    record = '[Game "examples/nim.py:heap=5"]\n[First "human"]\n'
    file = saved(tmp_path, f'{record}[Second "{ENGINE}"]\n\n1. 1 unfinished\n')
    both = ("--first", "human", "--second", "human")
    shown = dialogue("examples/nim.py:heap=5", *both, typed=f"load {file}\nquit\n").stdout
    assert re.search(r"second: 1\n  depth 2, \d+ nodes\n", shown)


# --- clocks ------------------------------------------------------------------------------------


def test_a_clock_is_shown_after_each_move() -> None:
    args = ("paths", "--second", "human", "--clock", "600+1")
    shown = dialogue(*args, typed="5\nquit\n").stdout
    assert "left: X 600.0 s, O 600.0 s\n" in shown
    assert re.search(r"left: X 60\d\.\d s, O 600\.0 s\n", shown.partition("X: 5")[2])


@pytest.mark.parametrize("clock", ["soon", "move=0"])
def test_a_bad_clock_is_refused(clock: str) -> None:
    assert "clock" in refused("play", "paths", "--clock", clock)


# --- hints -------------------------------------------------------------------------------------


def test_a_hint_has_move_score_and_line() -> None:
    shown = dialogue("connect-four", "--moves", "1 2 1 2 1 2", typed="hint\n").stdout
    assert re.search(r"Red> 1 \(wins in 1, depth \d, \d+ nodes: 1\)\n", shown)


def test_the_hint_of_a_player_who_does_not_search_is_a_move() -> None:
    args = ("connect-four", "--adviser", "random:seed=1", "--second", "human")
    assert re.search(r"Red> [1-7]\nRed> ", plyground("play", *args, typed="hint\n").stdout)


def test_the_only_move_is_a_hint_without_a_thought() -> None:
    shown = dialogue("paths", "--moves", "1 2 3 5 4 6 8 7", typed="hint\n").stdout
    assert "X> 9\n" in shown


# --- saving ------------------------------------------------------------------------------------


def test_save_at_the_prompt_overwrites_nothing(tmp_path: Path) -> None:
    file = saved(tmp_path, "mine")
    typed = f"save {file}\nsave {tmp_path}\nsave {tmp_path}/no/where\nsave a\0b\n1\nquit\n"
    finished = dialogue("connect-four", "--second", "human", typed=typed)
    assert finished.returncode == 0 and finished.stderr == ""
    assert f"{file} already exists: choose another name\n" in finished.stdout
    assert f"{tmp_path} already exists: choose another name\n" in finished.stdout
    assert "no/where: cannot be written: no such file or directory\n" in finished.stdout
    assert "'a\\x00b': cannot be written: embedded null byte\n" in finished.stdout
    assert "Red: 1" in finished.stdout
    assert Path(file).read_text() == "mine"


def test_a_home_folder_is_found(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path)}
    plyground("play", "paths", "--second", "human", typed="save ~/game.txt\n", env=env)
    assert (tmp_path / "game.txt").exists()


@pytest.mark.parametrize(
    ("typed", "end"),
    [
        ("1\n2\nquit\n", "1. 1 2 unfinished"),
        ("1\n2\n", "1. 1 2 unfinished"),
        ("quit\n", "unfinished"),
        ("1\n2\n4\n5\n7\n", "1. 1 2 2. 4 5 3. 7 first"),
    ],
    ids=["left", "no more input", "at once", "won"],
)
def test_save_writes_however_the_game_ends(typed: str, end: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    finished = dialogue("paths", "--second", "human", "--save", str(file), typed=typed)
    assert finished.stdout.endswith(f"saved in {file}\n")
    assert file.read_text().endswith(f"]\n\n{end}\n")


def test_a_resigned_game_is_saved_shown_and_over(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    finished = dialogue("paths", "--second", "human", "--save", str(file), typed="5\nresign\n")
    assert finished.stdout.endswith(f"O resigns: X wins\nsaved in {file}\n")
    assert '[Result "first"]\n[Termination "resigned"]\n\n1. 5 first\n' in file.read_text()
    again = dialogue("--from", str(file))
    assert again.stderr == ""
    assert again.stdout == "X: 5\n\n" + PATHS_AFTER_5 + "O resigns: X wins\n"


def test_save_writes_a_game_that_is_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    screen = on_a_terminal("play", "paths", "--second", "human", "--save", str(file))
    screen.expect("X>")
    screen.sendline("5")
    screen.expect("O>")
    screen.sendintr()
    screen.expect("plyground: interrupted")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130
    assert file.read_text().endswith("\n\n1. 5 unfinished\n")


# --- changing the game -------------------------------------------------------------------------


def test_what_was_taken_back_is_played_again() -> None:
    typed = "5\n1\nundo\nundo\nredo\nredo\nredo\nundo\n9\nredo\n"
    finished = dialogue("paths", "--second", "human", "--json", typed=typed)
    assert told(finished.stdout)["moves"] == ["5", "9"]
    assert finished.stderr.count("no move was taken back") == 2


def test_who_has_not_moved_has_nothing_to_take_back() -> None:
    args = ("connect-four", "--first", ENGINE, "--second", "human", "--json")
    finished = dialogue(*args, typed="undo\nundo\nquit\n")
    assert finished.stderr.count("there is no move to take back") == 2
    assert len(told(finished.stdout)["moves"]) == 1


def test_the_moves_lead_from_the_start_to_the_position() -> None:
    args = ("connect-four", "--moves", "4 4", "--first", ENGINE, "--second", ENGINE, "--json")
    output = told(plyground("play", *args).stdout)
    begun = plyground("show", "connect-four", "--json")
    assert output["start"] == told(begun.stdout)["position"]
    assert output["moves"][:2] == ["4", "4"]
    shown = ["--position", output["start"], "--moves", " ".join(output["moves"]), "--json"]
    ended = plyground("show", "connect-four", *shown)
    assert output["position"] == told(ended.stdout)["position"]


def test_an_answer_is_taken_back_and_played_again_with_its_question() -> None:
    args = ("connect-four", "--second", ENGINE, "--json")
    before = told(dialogue(*args, typed="5\n").stdout)["moves"]
    finished = dialogue(*args, typed="5\nundo\nredo\n")
    assert told(finished.stdout)["moves"] == before and len(before) == 2


def test_sides_are_changed() -> None:
    args = ("connect-four", "--second", "random:seed=1", "--json")
    finished = dialogue(*args, typed="4\nflip\n1\nflip\n")
    result = told(finished.stdout)
    assert (result["first"], result["second"]) == ("human", "random:seed=1")
    assert "Red: random:seed=1, Yellow: human\n" in finished.stderr
    assert "Yellow> Yellow: 1\n" in finished.stderr
    assert "Red: human, Yellow: random:seed=1\n" in finished.stderr
    assert result["plies"] == 6  # 4, Yellow's answer, Red's next, 1, Red's answer, Yellow's next


def test_a_game_is_loaded_with_its_players_and_its_mistakes_are_reported(tmp_path: Path) -> None:
    text = '[Game "paths"]\n[Event]\n[Second "human"]\n[Site "here"]\n\n1. 5 1 2. x'
    file, end = saved(tmp_path, text), tmp_path / "end.txt"
    args = ("connect-four", "--second", ENGINE, "--json", "--save", str(end))
    finished = dialogue(*args, typed=f"4\nload {file}\n9\n2\n")
    result = told(finished.stdout)
    assert (result["game"], result["moves"]) == ("paths", ["5", "1", "9", "2"])
    assert f"{file}, line 2: '[Event]' is not a tag" in finished.stderr
    assert f"{file}, line 6: move 3: 'x' is not a legal move here" in finished.stderr
    assert '[Site "here"]' in end.read_text() and '[Game "paths"]' in end.read_text()


# --- going on ----------------------------------------------------------------------------------


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    one, two = tmp_path / "one.txt", tmp_path / "two.txt"
    args = ("connect-four", "--first", "human", "--second", ENGINE, "--save", str(one))
    dialogue(*args, typed="5\nquit\n")
    one.write_text('[Event "friendly"]\n' + one.read_text())
    typed = "undo\n1\nquit\n"
    finished = dialogue("--from", str(one), "--save", str(two), "--json", typed=typed)
    result = told(finished.stdout)
    assert (result["first"], result["second"], result["moves"][0]) == ("human", ENGINE, "1")
    assert result["plies"] == 2
    assert '[Event "friendly"]' in two.read_text()
    assert f"\n1. {' '.join(result['moves'])} unfinished\n" in two.read_text()


def test_only_where_a_saved_game_stands_is_shown(tmp_path: Path) -> None:
    file = saved(tmp_path, '[Game "paths"]\n[Second "human"]\n\n1. 1 5 2. 9')
    finished = dialogue("--from", file)
    assert finished.stdout.startswith("X: 9\n\n X _ _ ") and finished.stderr == ""
    assert finished.stdout.count("1 2 3") == 1


def test_a_saved_game_from_a_position_knows_its_sides(tmp_path: Path) -> None:
    text = '[Game "connect-four"]\n[Position "4"]\n[Second "human"]\n\n1. ... 4 2. 4'
    assert dialogue("--from", saved(tmp_path, text)).stdout.startswith("Red: 4\n")


def test_options_choose_other_players_than_the_file(tmp_path: Path) -> None:
    file = saved(tmp_path, f'[Game "{NIM}"]\n[First "{ENGINE}"]\n[Second "human"]\n\n1. 3')
    result = told(dialogue(NIM, "--from", file, "--second", ENGINE, "--json").stdout)
    assert (result["first"], result["second"], result["result"]) == (ENGINE, ENGINE, "first")
    assert result["moves"][:2] == ["3", "1"]


def test_a_finished_game_is_shown_as_it_ended(tmp_path: Path) -> None:
    file = saved(tmp_path, '[Game "paths"]\n\n1. 1 2 2. 4 5 3. 7 first')
    assert dialogue("--from", file).stdout.endswith("X wins\nthe line: 1, 4, 7\n")


def test_mistakes_in_a_file_are_notes(tmp_path: Path) -> None:
    text = '[Game "paths"]\n[Event]\n[First "Anna"]\n[Second "human"]\n\n1. 5 5 first'
    file = saved(tmp_path, text)
    finished = dialogue("--from", file)
    assert finished.returncode == 0 and "O> " in finished.stdout
    assert finished.stderr.splitlines() == [
        f"plyground: note: {file}, line 2: '[Event]' is not a tag: expected [Name \"text\"]",
        f"plyground: note: {file}, line 6: move 2: '5' is not a legal move here: "
        "expected one of 1, 2, 3, 4, 6, 7, 8, 9",
        f"plyground: note: {file}: there is no player 'Anna': expected one of "
        + finished.stderr.splitlines()[-1].partition("expected one of ")[2],
    ]
    assert finished.stderr.endswith("; human plays instead\n")


# --- refused -----------------------------------------------------------------------------------

REFUSED = [
    (["connect-four", "--second", "nobody"], "there is no player 'nobody'"),
    (["connect-four", "--adviser", "nobody"], "there is no player 'nobody'"),
    (["connect-four", "--adviser", "human"], "the adviser human: expected a computer player"),
    (["connect-four", "--second", "negascout:depth=x"], "expected a whole number"),
    (["connect-four", "--save", "nowhere/x.txt"], "nowhere/x.txt: cannot be written: no such file"),
    (["connect-four", "--save", "README.md"], "README.md already exists: choose another name"),
    (["connect-four", "--save", "docs"], "docs already exists"),
    (["--from", "nothing.txt"], "nothing.txt: cannot be read: no such file"),
    (["--from", "docs"], "docs: cannot be read: is a directory"),
    (["--from", ""], "cannot be read"),
    (["--from", "README.md"], "README.md, line 1: there is no tag [Game"),
    (["--from", "x", "--moves", "4"], "--moves and --from exclude each other"),
    (["--from", "x", "--position", ""], "--position and --from exclude each other"),
]


@pytest.mark.parametrize(("args", "expected"), REFUSED, ids=str)
def test_refused_in_one_sentence(args: list[str], expected: str) -> None:
    assert expected in refused("play", *args)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "line 1: there is no tag [Game"),
        (b"\xff\xfe\x00", "cannot be read: it is not text in UTF-8"),
        (b'[Game "zzz"]\n', "line 1: there is no game 'zzz'"),
        (b'[Event]\n[Game "paths"]\n[Position "9"]\n', "line 3: '9'"),
        (b'[Game "dominoes"]\n', "is a game of dominoes: leave paths out"),
    ],
)
def test_files_that_are_no_game(content: bytes, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    game = ["paths"] if b"dominoes" in content else []
    assert expected in refused("play", *game, "--from", str(file))


def test_nothing_is_saved_of_what_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    complaint(plyground("play", "paths", "--first", "nobody", "--save", str(file)))
    assert not file.exists()


# --- what a terminal shows ---------------------------------------------------------------------


@pytest.mark.slow
def test_colours_and_the_mark_on_a_terminal() -> None:
    colours = {"COLORTERM": "truecolor", **PLAIN}
    screen = on_a_terminal("play", "connect-four", "--second", ENGINE, "--scroll", **colours)
    screen.expect("Red>")
    screen.sendline("4")
    screen.expect(rf"{MARKED}● \x1b\[0m")
    screen.expect(r"Yellow\x1b\[0m: ")
    screen.expect(r"\x1b\[2m  \S+, depth 2, \d+ nodes: [\d ]+\x1b\[0m")
    screen.expect(rf"{MARKED}○ \x1b\[0m")
    screen.expect("Red>")
    screen.sendline("quit")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


@pytest.mark.slow
def test_a_thinking_player_is_seen_thinking_and_can_be_interrupted() -> None:
    screen = on_a_terminal("play", "connect-four", "--second", "alphabeta:time=60", **PLAIN)
    screen.expect("Red>")
    screen.sendline("4")
    screen.expect(r"Yellow thinks .*━\x1b\[0m \S+, depth \d+, [\d,]+ nodes: \d")
    screen.sendintr()
    screen.expect("plyground: interrupted")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130


def test_an_adviser_can_be_interrupted() -> None:
    screen = on_a_terminal("play", "connect-four", "--adviser", "alphabeta:time=60", **PLAIN)
    screen.expect("Red>")
    screen.sendline("hint")
    screen.expect("Red thinks ")
    screen.sendintr()
    screen.expect("plyground: interrupted")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 130


def test_without_colour_the_move_line_shows_the_move() -> None:
    screen = on_a_terminal("play", "paths", "--second", "human", "--scroll", NO_COLOR="1")
    screen.expect("X>")
    screen.sendline("5")
    screen.expect("X: 5|X.*: 5")
    screen.expect("O>")
    assert " _ X _ " in screen.before
    assert not re.search(r"\x1b\[[0-9;]*7m", screen.before)
    screen.sendline("quit")
    screen.expect(pexpect.EOF)


@pytest.mark.slow
def test_the_examples_of_the_page_run(tmp_path: Path) -> None:
    blocks = [*BLOCK.finditer((ROOT / "docs" / "playing.md").read_text())]
    assert [block["head"] for block in blocks] == ["console", "console", "console", "python"]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for block in blocks[:-1]:
        run_console(block["body"], tmp_path)
    run_python(blocks[-1]["head"], blocks[-1]["body"], tmp_path)


def test_the_page_names_every_command_and_every_level() -> None:
    text = (ROOT / "docs" / "playing.md").read_text()
    for command in COMMANDS.values():
        assert f"| `{command.usage}` |" in text
    for level, (player, meaning) in LEVELS.items():
        assert f"| {level} | `{player}`, {meaning} |" in text
