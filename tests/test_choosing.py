"""Choosing a game, who plays, and how strong: by keys on a terminal, by number elsewhere."""

import io
import termios
from typing import Any

import pexpect
import pytest
from rich.console import Console

from plyground.cli.play import SEATS, _new_game
from plyground.core.game import summary_of
from plyground.games.aliases import ALIASES, OFFERED
from plyground.games.registry import all_games
from plyground.players.levels import DEFAULT_LEVEL, LEVELS
from plyground.players.player import make_player
from plyground.terminal import keys
from plyground.terminal.menu import Choice, Question, _drawn, _moved
from tests.command import on_a_terminal, plyground, told
from tests.positions import NIM

UP, DOWN, HOME, END, CTRL_D = "\x1b[A", "\x1b[B", "\x1bOH", "\x1b[F", "\x04"
ESCAPE = "\x1b"
GAMES = [OFFERED.get(name, name) for name in all_games()]
EASY, MEDIUM, STRONG, STRONGEST = (player for player, _ in LEVELS.values())


class Typist(Console):
    """A person who types these lines into a pipe."""

    def __init__(self, *lines: str) -> None:
        super().__init__(file=io.StringIO(), width=200)
        self.lines = [*lines]

    def input(self, prompt: Any = "", **_: Any) -> str:
        self.print(prompt, end="", markup=False)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        self.print(line, markup=False)
        return line

    @property
    def shown(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


def chosen(*lines: str, players: Any = (None, None)) -> tuple[str, str, str]:
    saved_game = _new_game(Typist(*lines), None, players, False)
    return (saved_game.record.game_text, *saved_game.players)


# --- by number ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("", "", ""), (GAMES[0], "human", STRONG)),
        (("4", "2", "1"), (GAMES[3], EASY, "human")),
        (("paths:board=4x4", "1", "4"), ("paths:board=4x4", "human", STRONGEST)),
        ((NIM, "3"), (NIM, "human", "human")),
        (("dominoes", "watch", "medium"), ("dominoes", MEDIUM, MEDIUM)),
        ((" 5 ", " 2 ", ""), (GAMES[4], STRONG, "human")),
    ],
)
def test_numbers_names_and_nothing_choose(
    lines: tuple[str, ...], expected: tuple[str, str, str]
) -> None:
    assert chosen(*lines) == expected


def test_players_that_are_named_are_not_asked_for() -> None:
    assert chosen("1", players=(None, "random")) == (GAMES[0], "human", "random")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("zzz", "there is no game 'zzz': there are"),
        ("conect-four", "there is no game 'conect-four': did you mean connect-four?"),
        ("0", "there is no game '0'"),
        ("99", "there is no game '99'"),
        ("\u0664", "there is no game '\u0664'"),
        ("nothing.py", "nothing.py: cannot be read: no such file or directory"),
        ("paths:board=x", "board=x: expected sides such as 3x3"),
    ],
)
def test_a_wrong_game_gets_one_sentence_and_is_asked_again(wrong: str, sentence: str) -> None:
    typist = Typist(wrong, "1", "3")
    assert _new_game(typist, None, (None, None), False).record.game_text == GAMES[0]
    assert f"{wrong}\n" in typist.shown
    assert typist.shown.count(sentence) == 1 and typist.shown.count("Which game") == 2


@pytest.mark.parametrize("wrong", ["5", "0", "zzz", "-1", "1.5", "you"])
@pytest.mark.parametrize("place", [1, 2])
def test_a_wrong_number_gets_one_sentence_and_is_asked_again(wrong: str, place: int) -> None:
    lines = ["1", "1", "1"]
    lines.insert(place, wrong)
    typist = Typist(*lines)
    assert _new_game(typist, None, (None, None), False).players == ("human", EASY)
    assert f"{wrong!r} is not one of the choices: expected 1 to 4\n" in typist.shown


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("1", "b", "2", "3"), (GAMES[1], "human", "human")),
        (("1", "1", "B", "3"), (GAMES[0], "human", "human")),
        (("1", "2", "b", "b", "6", "4", "1"), ("tic-tac-toe", EASY, EASY)),
    ],
)
def test_b_goes_back_to_the_question_before(
    lines: tuple[str, ...], expected: tuple[str, str, str]
) -> None:
    assert chosen(*lines) == expected


@pytest.mark.parametrize("lines", [("q",), ("b",), ("1", "q"), ("1", "1", "Q"), ("1", "b", "b")])
def test_q_leaves_at_every_question_and_b_at_the_first(lines: tuple[str, ...]) -> None:
    with pytest.raises(EOFError):
        chosen(*lines, "1", "3")


@pytest.mark.parametrize("lines", [(), ("1",), ("1", "1"), ("zzz",), ("1", "zzz")])
def test_the_end_of_input_ends_every_question(lines: tuple[str, ...]) -> None:
    with pytest.raises(EOFError):
        chosen(*lines)
    finished = plyground("play", typed="".join(f"{line}\n" for line in lines))
    assert finished.returncode == 0 and finished.stderr == ""
    assert finished.stdout.endswith("\n")


def test_all_games_are_listed_with_what_they_are() -> None:
    typist = Typist("1", "3")
    _new_game(typist, None, (None, None), False)
    known = {name: summary_of(cls) for name, cls in all_games().items() if name not in OFFERED}
    known |= {name: alias.summary for name, alias in ALIASES.items() if alias.summary}
    for name, summary in known.items():
        assert f"{name:18}  {summary}\n" in typist.shown
    assert {*OFFERED.values()} <= {*known}


def test_every_level_and_seat_can_be_played() -> None:
    assert DEFAULT_LEVEL in LEVELS
    for player, _ in LEVELS.values():
        assert make_player(player).name
    assert {seat for seats in SEATS.values() for seat in seats} == {"human", ""}


# --- by keys -----------------------------------------------------------------------------------


def pick(screen: Any, question: str, *pressed: str) -> None:
    """Press keys at a question, each after the screen has followed the one before."""
    screen.expect_exact(f"{question}? ")
    screen.expect_exact("› ")
    for key in pressed:
        screen.send(key)
        screen.expect_exact("› ")
    screen.send("\r")


@pytest.mark.slow
def test_arrows_choose_on_a_terminal() -> None:
    screen = on_a_terminal("play")
    pick(screen, "Which game", DOWN, DOWN, DOWN, DOWN, UP)
    pick(screen, "Who plays", END, UP)
    screen.expect("X>")
    screen.sendline("5")
    screen.expect("O>")
    screen.sendline("quit")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


@pytest.mark.slow
def test_arrows_go_round_and_numbers_go_straight() -> None:
    screen = on_a_terminal("play")
    pick(screen, "Which game", "5", HOME, UP, UP)  # the last is another game, before it is Qubic
    screen.expect("qubic")
    pick(screen, "Who plays", "4", HOME, "3")
    screen.expect("X>")
    screen.sendline("quit")
    screen.expect(pexpect.EOF)


@pytest.mark.slow
def test_another_game_is_typed_and_a_wrong_one_asked_for_again() -> None:
    screen = on_a_terminal("play")
    pick(screen, "Which game", END)
    screen.expect_exact("> ")
    screen.sendline("zzz")
    screen.expect("there is no game 'zzz'")
    pick(screen, "Which game", END)
    screen.expect_exact("> ")
    screen.sendline("paths:board=4x4")
    pick(screen, "Who plays", "3")
    screen.expect("X>")
    screen.sendeof()
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


@pytest.mark.parametrize(
    ("key", "status"),
    [("\x03", 130), (CTRL_D, 0), ("q", 0), (ESCAPE, 0)],
    ids=["interrupt", "end of input", "q", "escape"],
)
def test_leaving_gives_the_terminal_back_as_it_was(key: str, status: int) -> None:
    screen = on_a_terminal("play")
    before = termios.tcgetattr(screen.fileno())
    screen.expect_exact("› ")
    during = termios.tcgetattr(screen.fileno())
    assert during[3] & (termios.ICANON | termios.ECHO) == 0
    screen.send(key)
    screen.expect_exact("\x1b[?25h")  # the cursor is shown again
    screen.expect("interrupted" if status else pexpect.EOF)
    assert termios.tcgetattr(screen.fileno()) == before
    screen.expect(pexpect.EOF)
    assert screen.wait() == status


@pytest.mark.slow
@pytest.mark.parametrize(("args", "env"), [(["--plain"], {}), ([], {"TERM": "dumb"})])
def test_without_keys_a_terminal_asks_for_numbers(args: list[str], env: dict[str, str]) -> None:
    screen = on_a_terminal("play", *args, **env)
    ways = "; Enter for 1; b goes back, q leaves)? "
    screen.expect_exact(f"Which game (number, name or file{ways}")
    screen.sendline("4")
    screen.expect_exact(f"Who plays (number{ways}")
    screen.sendline("3")
    screen.expect_exact("X> ")
    screen.sendeof()
    screen.expect(pexpect.EOF)
    assert "\x1b[7m" not in screen.before


@pytest.mark.slow
def test_escape_goes_back_question_by_question() -> None:
    screen = on_a_terminal("play")
    pick(screen, "Which game", DOWN)
    pick(screen, "Who plays", END)
    for question in ("How strong", "Who plays", "Which game"):
        screen.expect_exact(f"{question}? ")
        screen.expect_exact("› ")
        screen.send(ESCAPE)
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


def test_nothing_typed_for_another_game_shows_the_list_again() -> None:
    screen = on_a_terminal("play")
    pick(screen, "Which game", END)
    screen.expect_exact("> ")
    screen.sendline("")
    pick(screen, "Which game", "4")
    screen.expect_exact("Who plays? ")
    screen.send("q")
    screen.expect(pexpect.EOF)
    assert screen.wait() == 0


def test_unknown_keys_do_nothing() -> None:
    assert _moved(2, keys.Click(0, 0), 4) == 2
    assert _moved(2, "x", 4) == 2
    assert _moved(2, "9", 4) == 2
    assert _moved(0, keys.UP, 4) == 3 and _moved(3, keys.DOWN, 4) == 0


@pytest.mark.parametrize("place", [0, 17, 39])
def test_a_long_list_shows_what_is_marked(place: int) -> None:
    question = Question("Which", [Choice(f"choice{n:02}", "") for n in range(40)])
    lines = _drawn(question, place, 24).plain.split("\n")
    assert len(lines) <= 23
    (marked,) = (line for line in lines if line.startswith("›"))
    assert f"choice{place:02}" in marked


def test_json_goes_on_after_choosing() -> None:
    finished = plyground("play", "--json", "--adviser", "random", typed="4\n3\n5\nquit\n")
    assert told(finished.stdout)["moves"] == ["5"]
