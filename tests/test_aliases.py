"""Games by the names that people know them by."""

from pathlib import Path

import pytest

from plyground.core.errors import BadOption, UnknownGame
from plyground.games.aliases import ALIASES, OFFERED
from plyground.games.registry import all_games
from plyground.records.file import load
from tests.command import plyground, refused, told
from tests.positions import game_of


@pytest.mark.parametrize("name", ALIASES)
def test_a_name_means_a_game_with_its_options(name: str) -> None:
    assert game_of(name) == game_of(ALIASES[name].game_text)
    assert game_of(f" {name} ") == game_of(name)


@pytest.mark.parametrize(
    ("name", "means"),
    [
        ("tic-tac-toe:misere=1", "paths:board=3x3,misere=1"),
        ("tic-tac-toe:first=O,misere=1", "paths:board=3x3,first=O,misere=1"),
        ("gomoku:board=9x9", "paths:board=9x9,line=5"),
        ("gomoku: line = 4", "paths:board=15x15,line=4"),
        ("qubic:line=3", "paths:board=4x4x4,line=3"),
        ("connect4:width=8,height=7", "connect-four:width=8,height=7"),
        ("connect4:8", "connect-four:8"),
        ("dominoes-in-line:rows=6", "dominoes:rows=6,columns=6,line=5"),
    ],
)
def test_options_may_follow_and_count_more_than_the_names_own(name: str, means: str) -> None:
    assert game_of(name) == game_of(means)


def test_wrong_options_are_reported_as_those_of_the_game() -> None:
    with pytest.raises(BadOption, match=r"^paths has no option 'widht=3': its options are"):
        game_of("tic-tac-toe:widht=3")
    with pytest.raises(BadOption, match="at most 256 spaces"):
        game_of("gomoku:board=19x19")


@pytest.mark.parametrize(
    ("wrong", "near"),
    [("tic-tac-to", "tic-tac-toe"), ("gomuko", "gomoku"), ("Qubic", "qubic"), ("conect4", "conn")],
)
def test_a_mistyped_name_gets_the_one_that_is_near(wrong: str, near: str) -> None:
    with pytest.raises(UnknownGame, match=f"there is no game '{wrong}': did you mean {near}"):
        game_of(wrong)


def test_no_name_is_a_games_own_and_none_leads_to_another() -> None:
    assert not {*ALIASES} & {*all_games()}
    assert {alias.game_text.partition(":")[0] for alias in ALIASES.values()} <= {*all_games()}
    assert {*OFFERED} <= {*all_games()} and {*OFFERED.values()} <= {*ALIASES}


def test_names_are_listed() -> None:
    shown = plyground("games").stdout
    output = told(plyground("games", "--json").stdout)["aliases"]
    assert output == {name: alias.game_text for name, alias in ALIASES.items()}
    for name, alias in ALIASES.items():
        assert f"{name:19}  {alias.game_text}" in shown


def test_a_game_is_saved_and_gone_on_with_by_such_a_name(tmp_path: Path) -> None:
    file = str(tmp_path / "game.txt")
    plyground("play", "tic-tac-toe", "--second", "human", "--save", file, typed="5\nquit\n")
    assert load(file).saved_game.record.game_text == "tic-tac-toe"
    again = plyground("play", "paths:board=3x3", "--from", file, "--json")
    assert told(again.stdout)["moves"] == ["5"]
    assert "is a game of tic-tac-toe: leave qubic out" in refused("play", "qubic", "--from", file)


def test_a_loaded_game_shows_who_sits_where(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Game "tic-tac-toe"]\n[First "random:seed=1"]\n[Second "human"]\n\n1. 5\n')
    finished = plyground("play", "connect-four", "--second", "human", typed=f"load {file}\nquit\n")
    assert "Red> X: random:seed=1, O: human\n" in finished.stdout
