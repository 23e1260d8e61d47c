"""Any player in any game as a course's class."""

from pathlib import Path
from typing import Any

import pytest

from plyground import make_game
from plyground.adapters import comp30024
from plyground.adapters.course import CoursePlayer, make_class
from plyground.core.errors import BadOption
from plyground.core.wire import Termination
from plyground.live.game import LiveGame
from plyground.players.player import make_player
from plyground.protocol.comp30024 import BadAction
from plyground.records.record import Record
from tests.command import ran, refused
from tests.positions import ROOT

GAMES = ["tic-tac-toe", "connect-four", "examples/othello.py:size=4", "examples/nim.py"]


def colours(game: str) -> list[str]:
    return [side.lower() for side in make_game(game).sides]


@pytest.mark.parametrize("game", GAMES)
def test_two_of_them_play_a_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    cls = make_class(game, "random:seed=5")
    players, record = [cls(colour) for colour in colours(game)], Record(game)
    while not record.is_over:
        side = record.turn
        action = players[side].action(len(record))
        players[1 - side].update(action)
        record.push(action)
        assert players[0].position == players[1].position == record.position
    for player in players:
        with pytest.raises(BadAction, match="the game is over"):
            player.action(0)


def test_a_class_has_the_player_and_its_limits() -> None:
    player = make_class("tic-tac-toe", "negamax:depth=9,cpu=0.5")("x")
    player.begin(["1", "4", "2", "5"])
    assert player.action(4) == "3"
    engine: Any = player.player
    assert (engine.depth, engine.cpu) == (9, 0.5)
    player = make_class("tic-tac-toe", "negamax:depth=9")("o", seconds=1.0)
    player.begin(["1", "4", "2", "5", "9"])
    assert player.action(5) == "6"
    assert player.player.cpu < 0.5  # type: ignore[attr-defined]


def test_without_time_it_plays_the_first_move_in_the_move_ordering() -> None:
    player = make_class("connect-four", "negamax:depth=1")("red")
    player.budget.left = 0.0
    game: Any = player.game
    action = player.action(0)
    orders = {str(move + 1): game.order(game.start(), move) for move in range(7)}
    assert orders[action] == max(orders.values())


def test_in_watch_your_back_it_is_the_class_of_the_course() -> None:
    cls = make_class("watch-your-back", "random:seed=1")
    assert issubclass(cls, comp30024.Player) and cls.player_text == "random:seed=1"
    x, y = cls("white").action(0)
    assert 0 <= x < 8 and 0 <= y < 6
    player = cls("black")
    player.begin([(3, 3), (4, 4), (2, 2)])
    assert len(player.action(3)) == 2


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("1", "x's action '1'"),
        ("99", "'99'"),
        (None, "expected the text of a move"),
        ([1], "the action [1]: expected"),
    ],
)
def test_bad_actions_are_refused_and_change_nothing(action: Any, message: str) -> None:
    player: CoursePlayer = make_class("tic-tac-toe", "random")("o")
    player.begin(["1", "2"])
    before = player.position
    with pytest.raises(BadAction) as told:
        player.update(action)
    assert message in str(told.value)
    assert player.position == before
    with pytest.raises(BadAction, match="it is not o's turn"):
        player.action(2)
    player.update("3")
    with pytest.raises(BadAction, match="it is not x's turn"):
        player.update("4")


@pytest.mark.slow
def test_a_written_file_plays_and_begins_after_an_opening(tmp_path: Path) -> None:
    file = tmp_path / "player.py"
    file.write_text(ran("course", "tic-tac-toe", "random:seed=2").stdout)
    for opening in ("", "1 2 3"):
        record = Record("tic-tac-toe", moves=opening)
        live = LiveGame(record, f"course:{file}", f"course:{file}")
        live.play()
        live.raise_failure()
        assert record.termination == Termination.NORMAL
    assert not make_player(f"course:{file}").needs_whole_games  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "there is no game 'chess'"),
        (("tic-tac-toe", "human"), "human cannot play for a referee"),
        (("tic-tac-toe", "nobody"), "nobody"),
        (("tic-tac-toe", "best:book=no.book"), "no.book"),
    ],
)
def test_what_cannot_be_written_is_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("course", *words)


def test_other_colours_are_refused() -> None:
    with pytest.raises(BadOption, match="there is no colour 'white': expected red or yellow"):
        make_class("connect-four", "random")("white")
