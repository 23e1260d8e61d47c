"""The rules of a game as people read them: at every prompt and by a command, for every game."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from plyground.classic import connect_four, conniption, dominoes, tic_tac_toe, watch_your_back
from plyground.classic.dialogue import EVERYWHERE
from plyground.core.game import legal_moves
from plyground.terminal.commands import COMMANDS, help_lines
from plyground.terminal.speech import rules_words
from tests.classic.conftest import talk  # noqa: F401 - a fixture
from tests.command import ROOT, plyground, refused, told
from tests.positions import BREAKTHROUGH, NIM, game_of

MOVING = "X------X------------------O@-@O-----O-------------------X------X O 20"
"""A typical position of Watch Your Back!, of whose moves the rules show one."""
GAMES = [
    "connect-four",
    "connect-four:width=1,height=3,connect=2",
    "connect-four:width=9,height=6,connect=5",
    "conniption",
    "conniption:flips=0,first=yellow",
    "conniption:flips=2/1,win_check=turn_end,both_lines=draw",
    "dominoes",
    "dominoes:rows=1,columns=7,line=5",
    "dominoes:rows=5,columns=1,line=3",
    "paths",
    "paths:board=4x4x4",
    "paths:board=3x3,misere=1,first=O",
    f"paths:{ROOT}/examples/boards/odd-paths.txt",
    "watch-your-back",
    "watch-your-back:turn_limit=0",
    NIM,
    BREAKTHROUGH,
]


def examples(text: str) -> list[str]:
    """The moves that a game's rules show."""
    return re.findall(r"^  (\S+)", text, re.MULTILINE)


@pytest.mark.parametrize("name", GAMES)
def test_moves_that_the_rules_show_are_legal(name: str) -> None:
    game = game_of(name)
    positions = [game.start()]
    if game.name == "watch-your-back":
        positions.append(game.parse_position(MOVING))
    shown = examples(game.rules_text)
    assert shown == examples(rules_words(game))
    for text, position in zip(shown, [*positions, positions[0]], strict=False):
        assert game.parse_move(position, text) in legal_moves(game, position)
        assert game.move_text(position, game.parse_move(position, text)) == text


@pytest.mark.parametrize("name", GAMES)
def test_two_different_moves_are_shown_where_there_are_two_kinds(name: str) -> None:
    only_one = [name for name in GAMES if re.search("width=1|flips=0|rows=1,|columns=1,", name)]
    assert len({*examples(game_of(name).rules_text)}) == (1 if name in only_one else 2)


@pytest.mark.parametrize("name", GAMES)
def test_rules_fit_a_screen(name: str) -> None:
    lines = rules_words(game_of(name)).split("\n")
    assert max(map(len, lines)) <= 80 and len(lines) <= 24
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        ("connect-four:width=9,height=6,connect=5", ["9 columns and 6 rows", "5 of your discs"]),
        ("conniption:flips=2/1", ["Red has 2 flips", "Yellow has 1", "the one who flipped wins"]),
        ("conniption:win_check=turn_end,both_lines=draw", ["end of a turn", "is a draw"]),
        ("dominoes:rows=8,columns=9,line=6", ["8 rows and 9 columns", "6 of your squares"]),
        ("paths:board=4x4x4", ["4 layers of 4 rows of 4 spaces", "line of 4 spaces", "path wins"]),
        ("paths:board=3x3,misere=1,first=O", ["O begins", "path loses"]),
        ("watch-your-back:turn_limit=300", ["After 300 turns"]),
    ],
)
def test_options_appear_in_the_rules(name: str, sentences: list[str]) -> None:
    text = " ".join(rules_words(game_of(name)).split())
    assert [words for words in sentences if words not in text] == []


def test_without_a_limit_none_is_mentioned() -> None:
    assert "our own rule" not in game_of("watch-your-back:turn_limit=0").rules_text


# --- an author's own game ----------------------------------------------------------------------


def own_game(tmp_path: Path, members: str = "", text: str = '"""Take away."""') -> str:
    file = tmp_path / "own.py"
    source = Path(NIM).read_text() + f"\n{members}"
    file.write_text(re.sub(r'(class Nim\(NamedTuple\):\n    )""".*?"""', rf"\1{text}", source))
    return str(file)


def test_an_authors_game_shows_what_its_class_says_and_two_moves(tmp_path: Path) -> None:
    text = game_of(own_game(tmp_path)).rules_text
    assert text.startswith("Take away.\n\n") and examples(text) == ["1", "3"]


def test_a_class_that_says_nothing_shows_moves_alone(tmp_path: Path) -> None:
    text = game_of(own_game(tmp_path, text="pass")).rules_text
    assert text.startswith("Type a move") and examples(text) == ["1", "3"]


@pytest.mark.parametrize(
    "member",
    ['    rules_text = "Own words."\n', '    def rules_text(self):\n        return "Own words."\n'],
)
def test_an_author_may_write_the_rules(member: str, tmp_path: Path) -> None:
    assert game_of(own_game(tmp_path, member)).rules_text == "Own words."


# --- where the rules are shown -----------------------------------------------------------------


def test_a_command_shows_the_rules() -> None:
    finished = plyground("rules", "dominoes:line=5")
    assert finished.stdout == rules_words(game_of("dominoes:line=5")) + "\n"
    output = told(plyground("rules", "paths", "--json").stdout)
    assert (output["game"], output["rules"]) == ("paths", game_of("paths").rules_text)


def test_an_unknown_game_has_no_rules() -> None:
    assert refused("rules", "conect-four").endswith("did you mean connect-four?")


def test_the_prompt_shows_the_rules() -> None:
    finished = plyground("play", "conniption", typed="rules\nquit\n")
    assert rules_words(game_of("conniption")) in finished.stdout


THREE = f"{ROOT}/examples/boards/3x3.txt"
PROGRAMS: dict[str, tuple[Callable[..., None], dict[str, Any], str]] = {
    "connect-four": (connect_four.command, {"mind": None, "depth": None}, "1\n"),
    "conniption": (
        conniption.command,
        {"depth": 1, "save_visited": True, "evaluation": "default", "seed": -1},
        "opponent\nno\n1\n",
    ),
    "dominoes": (
        dominoes.command,
        {"rows": 6, "columns": 7, "line": 5, "depth": 1, "ai_first": False},
        "",
    ),
    "paths": (
        tic_tac_toe.command,
        {"files": [THREE], "first": "human", "mark": "X", "time": 1.0, "score": False},
        "1\n",
    ),
    "watch-your-back": (
        watch_your_back.command,
        {"white": None, "black": None, "weights": None},
        "human\nhuman\n",
    ),
}
"""The documented programs, how they are called, and what leads to the first move."""
OWN = {
    "conniption": ["undo", "display", "search"],
    "watch-your-back": ["moves", "undo", "redo", "hint", "eval", "resign"],
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("where", ["question", "move"])
def test_every_program_shows_its_rules_everywhere(
    name: str,
    where: str,
    talk: Callable[..., str],  # noqa: F811
) -> None:
    command, options, answers = PROGRAMS[name]
    typed = f"RULES\n{answers}" if where == "question" else f"{answers} rules \n"
    shown = talk(command, typed + "quit\n", **options)
    game = game_of("dominoes:line=5" if name == "dominoes" else name)
    rules = game_of(f"paths:{THREE}").rules_text if name == "paths" else game.rules_text
    assert " ".join(rules.split()) in " ".join(shown.split())


@pytest.mark.parametrize("name", PROGRAMS)
def test_help_lists_all_commands_in_all_programs_alike(
    name: str,
    talk: Callable[..., str],  # noqa: F811
) -> None:
    command, options, answers = PROGRAMS[name]
    shown = talk(command, f"{answers}help\nquit\n", **options)
    (head,) = (line for line in shown.splitlines() if "Type a move, or one of these" in line)
    listed = shown[shown.index(head) + len(head) + 1 :].splitlines()
    words = [*OWN.get(name, []), *EVERYWHERE]
    size = max(map(len, words))
    for line, word in zip(listed, words, strict=False):
        assert re.match(rf"  {word:{size}}  \w", line), line
    assert not re.match(r"  \w+ {2,}\w", listed[len(words)])


def test_the_prompt_of_play_knows_what_every_program_knows() -> None:
    assert {*EVERYWHERE} <= {*COMMANDS}
    assert {*OWN["watch-your-back"]} <= {*COMMANDS}


def test_help_is_a_list_and_if_plain_a_sentence_each() -> None:
    meanings = {"a": "one", "long FILE": "two"}
    head = "Type a move, or one of these:"
    assert [*help_lines(meanings)] == [head, "  a          one", "  long FILE  two"]
    assert [*help_lines(meanings, plain=True)] == [head, "a: one", "long FILE: two"]
