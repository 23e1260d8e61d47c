"""The server of the page: who may talk to it, what it answers, and how it ends."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from plyground.boards.cells import clickable_moves
from plyground.boards.clicks import clicks
from plyground.games.registry import offered_games
from plyground.records.record import Record
from plyground.web.games import ServedGames
from plyground.web.messages import Compiling
from plyground.web.pictures import board_picture
from plyground.web.server import PageServer
from tests.serving import Page, asked, opened
from tests.waiting import wait_until

NIM = "examples/nim.py"
SERVED_GAME = NIM


# --- games -------------------------------------------------------------------------------------


def test_the_game_of_the_command_line_is_offered_first(page: Page) -> None:
    names = [game["name"] for game in page.offer["games"]]
    assert names == [NIM, *offered_games()]
    assert page.begin(f"{NIM}:heap=3")["board"]["text"] == "|||  (3 left)"


def test_a_game_is_played_to_its_end_and_taken_back(page: Page) -> None:
    page.begin("tic-tac-toe")
    state = page.play("1", "4", "2", "5", "3")
    assert (state["status"], state["is_over"], state["winner"]) == ("X wins", True, 0)
    assert state["move_map"] is None and state["termination"] == "normal"
    page.say("act", action="undo")
    assert page.state(4)["can_redo"]
    page.say("act", action="redo")
    assert page.state(5)["is_over"]
    page.say("act", action="undo")
    page.state(4)
    assert page.play("9", after=4)["status"] == "O to move"
    page.say("act", action="resign")
    ended = page.state(5, is_over=True)
    assert (ended["winner"], ended["termination"]) == (0, "resigned")


def test_a_game_begins_from_any_position(page: Page) -> None:
    wanted = {"game": "connect-four", "first": "human", "second": "human", "clock": None}
    page.say("new-game", **wanted, moves=["5"], start="444")
    state = page.heard("game-state")
    assert [move["move"] for move in state["moves"]] == ["5"]
    assert state["start"] == "......./......./......./...X.../...O.../...X..."
    assert "move 1, 9: '9' is not" in page.refusal("new-game", **wanted, moves=["9"])


def test_a_program_goes_on_after_an_end_is_taken_back(page: Page) -> None:
    page.begin("tic-tac-toe:board=1x3,line=3", second="random:seed=1")
    free = [move["move"] for move in page.answered("1")["move_map"]["squares"]]
    assert page.play(*free, after=2)["is_over"]
    page.say("act", action="resign")
    assert "over" in page.heard("refused")["reason"]
    page.say("act", action="undo")
    page.state(0)
    page.answered("2")


def test_what_cannot_be_played_gets_one_sentence(page: Page) -> None:
    assert page.refusal("act", action="undo") == "there is no game yet: begin one"
    page.begin("tic-tac-toe")
    page.play("5")
    assert "5" in page.refusal("play-move", move="5", ply=1)
    assert "gone on" in page.refusal("play-move", move="6", ply=0)
    assert "nothing would change" in page.refusal("act", action="swap")
    assert "side 2" in page.refusal("seat-player", side=2, player="random")
    assert "not here any more" in page.refusal("open-game", id="0")


def test_two_tabs_see_one_game(server: PageServer, page: Page) -> None:
    state = page.begin("connect-four")
    with opened(server) as other:
        other.say("open-game", id=state["id"])
        assert other.state(0)["game"] == "connect-four"
        page.play("4")
        assert other.state(1)["moves"] == [{"side": 0, "move": "4"}]
        other.say("play-move", move="3", ply=1)
        assert page.state(2)["moves"][1] == {"side": 1, "move": "3"}


def test_a_program_answers_and_says_what_it_thinks(page: Page) -> None:
    page.begin("connect-four", second="negascout:depth=9")
    page.play("4")
    thinking = page.heard("thinking")
    assert thinking["side"] == 1 and thinking["info"]["lines"]
    assert page.state(2)["move_map"]["squares"]


def test_another_player_takes_a_seat(page: Page) -> None:
    page.begin("tic-tac-toe", second="random:seed=1")
    state = page.answered("1")
    page.say("seat-player", side=1, player="human")
    while not state["seats"][1]["is_person"]:
        state = page.state(2)
    free = [move["move"] for move in state["move_map"]["squares"]]
    page.play(*free[:2], after=2)
    page.say("seat-player", side=0, player="random:seed=1")
    assert [move["side"] for move in page.state(5)["moves"]] == [0, 1, 0, 1, 0]
    page.say("act", action="swap")
    page.state(6)


def test_a_player_who_leaves_gives_its_process_back(server: PageServer, page: Page) -> None:
    id = page.begin("connect-four", second="negascout:depth=99")["id"]
    page.play("4")
    page.heard("thinking")
    seat: Any = server.games.find(id).live.seats[1]
    assert seat.player._process
    page.say("seat-player", side=1, player="human")
    state = page.state(1)
    while not state["move_map"]:
        state = page.state(1)
    assert page.play("4", after=1)["status"] == "Red to move"
    wait_until(lambda: seat.player._process is None)


def test_two_programs_play_and_nobody_resigns(page: Page) -> None:
    page.begin("connect-four", "random:seed=1", "negascout:depth=99")
    assert "two programs play" in page.refusal("act", action="resign")
    page.heard("thinking")
    page.say("act", action="stop")
    while len(page.heard("game-state")["moves"]) < 2:  # the first player may have moved again
        pass


COMPILES = """
from plyground.core.events import on_compile
from plyground.players.player import player

@player("compiles")
class Compiles:
    def choose(self, record):
        for starts in (True, False):
            for listener in [*on_compile]:
                listener("kernel", starts)
        return record.legal_moves[0]
"""


@pytest.mark.slow
def test_a_page_hears_how_long_compiling_will_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "compiles.py"
    file.write_text(COMPILES)
    first, second = (compile_messages(str(file)) for _ in range(2))
    assert [(one.side, one.kernels, one.expected) for one in first] == [(1, 1, None)] * 2
    assert [one.expected is not None for one in second] == [True, True]


def compile_messages(player: str) -> list[Compiling]:
    """What is heard of compiling in a game that the player answers once."""
    games, heard = ServedGames(), list[Any]()
    game = games.begin(Record("paths"), ("human", player), None)
    game.watch(heard.append)
    game.submit("1", 0)
    wait_until(lambda: game.live.to_move.is_person)
    game.submit("9", 2)
    games.close()
    return [one for one in heard if isinstance(one, Compiling)]


def test_a_clock_runs_out(page: Page) -> None:
    state = page.begin("tic-tac-toe", clock="0.3")
    assert [seat["left"] for seat in state["seats"]] == [0.3, 0.3]
    ended = page.state(0, is_over=True)
    assert (ended["termination"], ended["winner"]) == ("clock", 1)


def test_a_game_is_saved_and_loaded(server: PageServer, page: Page) -> None:
    id = page.begin("connect-four:width=5", second="random:seed=1")["id"]
    moves = page.answered("3")["moves"]
    answer = asked(server, f"/games/{id}/record.txt")
    assert "attachment" in (answer.getheader("content-disposition") or "")
    page.say("load-game", record=answer.read().decode())
    loaded = page.state(2)
    while loaded["id"] == id:
        loaded = page.state(2)
    assert (loaded["moves"], loaded["game"]) == (moves, "connect-four:width=5")
    assert [seat["player"] for seat in loaded["seats"]] == ["human", "random:seed=1"]
    assert asked(server, "/games/none/record.txt").status == 404


def test_a_file_that_is_no_game_gets_one_sentence(page: Page) -> None:
    assert "line 1" in page.refusal("load-game", record="hello")


def test_the_oldest_game_that_nobody_watches_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.web.games.MAX_GAMES", 2)
    games = ServedGames()
    kept, *rest = (games.begin(Record("paths"), ("human", "human"), None) for _ in range(2))
    kept.watch(lambda message: None)
    newest = games.begin(Record("paths"), ("human", "human"), None)
    assert games.find(kept.id) and games.find(newest.id) and not rest[0].live.is_going_on
    games.close()


# --- boards ------------------------------------------------------------------------------------

BOARDS = [*offered_games(), *(f"examples/{name}.py" for name in ("hex", "othello", "ataxx"))]


@pytest.mark.parametrize("game", BOARDS)
def test_every_move_is_made_by_squares_of_the_picture(game: str) -> None:
    record = Record(game)
    picture, moves = board_picture(record), clickable_moves(record)
    squares = {cell.square for cell in picture.cells}
    made = [*moves.buttons, *(move.move for move in moves.squares)]
    assert sorted(made) == sorted(record.legal_move_texts)
    for move in moves.squares:
        assert any({*way} <= squares for way in clicks(move.steps))
    for cell in picture.cells:
        assert cell.left >= 0 and cell.left + cell.width <= 100.01
        assert cell.top >= 0 and cell.top + cell.height <= 100.01
        assert cell.words


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("game", ["connect-four", "watch-your-back", "examples/hex.py"])
def test_squares_lie_where_the_picture_draws_them(game: str, is_turned: bool) -> None:
    picture = board_picture(Record(game), is_turned=is_turned)
    left, top, width, height = map(int, re.findall(r'viewBox="(.*?)"', picture.svg)[0].split())
    drawn = {}
    for down, row in re.findall(r'translate\(0[ ,](\d+)\)">(.*?)</g>', picture.svg, re.DOTALL):
        for number, x in re.findall(r'data-square="(\d+)" href="[^"]+" x="(\d+)"', row):
            drawn[int(number)] = (int(x), int(down))
    assert drawn.keys() == {cell.square for cell in picture.cells}
    for cell in picture.cells:
        middle = cell.left + cell.width / 2, cell.top + cell.height / 2
        x, y = drawn[cell.square]
        wanted = 100 * (x - left) / width, 100 * (y - top) / height
        assert middle == pytest.approx(wanted, abs=0.5)


def test_no_square_lies_on_another() -> None:
    cells = board_picture(Record("watch-your-back")).cells
    for one, other in product(cells, cells):
        if one is not other:
            apart_x = max(one.left, other.left) + 0.01 >= min(
                one.left + one.width, other.left + other.width
            )
            apart_y = max(one.top, other.top) + 0.01 >= min(
                one.top + one.height, other.top + other.height
            )
            assert apart_x or apart_y
