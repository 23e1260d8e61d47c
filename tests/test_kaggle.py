"""Our players as agents for Kaggle's ConnectX: files that are executed as Kaggle does it."""

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from plyground import make_game
from plyground.adapters import kaggle as adapter, kaggle_standalone as alone
from plyground.book.own import own_book
from plyground.core.game import canonical_key
from plyground.core.outcome import ONGOING
from plyground.core.score import plies_to_end
from plyground.live.game import LiveGame
from plyground.protocol import kaggle
from plyground.records.record import Record
from plyground.search.reference import alphabeta
from tests.command import ran, refused

Callee = Callable[..., int]
SECONDS = 0.05


def executed(text: str) -> Callee:
    """The agent of a file, as Kaggle finds it."""
    names: dict[str, Any] = {}
    exec(compile(text, "agent.py", "exec"), names)
    found: Callee = [value for value in names.values() if callable(value)][-1]
    return found


@cache
def standalone() -> Callee:
    return executed(ran("kaggle", "connect-four", "--standalone").stdout)


def asked(agent: Callee, record: Record, seconds: float = SECONDS) -> int:
    game: Any = record.game
    return agent(kaggle.observation(record), kaggle.configuration(game, seconds))


def game_of(columns: int, rows: int, length: int) -> Any:
    return make_game(f"connect-four:width={columns},height={rows},connect={length}")


boards = st.tuples(st.integers(1, 7), st.integers(1, 6), st.integers(1, 5)).filter(
    lambda board: board[2] <= max(board[:2])
)


def record_after(board: tuple[int, int, int], seed: int, plies: int) -> Record:
    """A game of random moves that is not over."""
    record, random = Record(game_of(*board)), Random(seed)
    for _ in range(plies):
        move = random.choice(record.legal_moves)
        if record.game.outcome(record.game.play(record.position, move)) != ONGOING:
            break
        record.push(move)
    return record


# --- the player that needs nothing but the standard library ------------------------------------


@given(boards, st.integers(0, 10**6), st.integers(0, 30))
@settings(max_examples=40)
def test_threats_are_where_a_disc_completes_a_line(
    board: tuple[int, int, int], seed: int, plies: int
) -> None:
    record = record_after(board, seed, plies)
    game: Any = record.game
    own, taken = record.position
    made = alone.Board(*board)
    threats = made.threats(own)
    for move in record.legal_moves:
        lands = taken + (1 << move * (board[1] + 1)) & ~taken
        has_won = game.outcome(game.play(record.position, move)) == -1
        assert bool(threats & lands) == has_won


def value_of(game: Any, position: Any) -> int:
    """The value of a position to the textbook, as the search would have it."""
    score = alphabeta(game, None, position, 99)  # type: ignore[arg-type]
    plies = plies_to_end(score)
    if plies is None:
        return 0
    won: int = alone.WIN - position.taken.bit_count() - plies
    return won if score > 0 else -won


@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (5, 4, 4), (3, 5, 3)])
@pytest.mark.parametrize("width", [2 * alone.WIN, 1])
def test_a_whole_search_finds_the_value_of_the_textbook(
    board: tuple[int, int, int], width: int
) -> None:
    made, different = alone.Board(*board), 0
    for seed in range(60):
        record = record_after(board, seed, board[0] * board[1] - 4 - seed % 6)
        game: Any = record.game
        own, taken = record.position
        threats = made.threats(own), made.threats(own ^ taken)
        value = value_of(game, record.position)
        if value == alone.WIN - len(record) - 1:
            continue  # it wins at once: that is not searched
        different += value != 0
        search = alone.Search(made)
        search.deadline = float("inf")
        for depth in (2, 4, 99):  # the table remembers less deep searches
            alpha = -alone.WIN if width > 1 else value - 1 + depth % 2
            found = search.search(own, own ^ taken, *threats, depth, alpha, alpha + width)
        assert found == value if width > 1 else (found > alpha) == (value > alpha)
    assert different > 5


@pytest.mark.parametrize("board", [(4, 4, 3), (4, 4, 4), (3, 5, 3)])
def test_its_move_leads_to_the_best_end(board: tuple[int, int, int]) -> None:
    for seed in range(40):
        record = record_after(board, seed, board[0] * board[1] - 3 - seed % 6)
        game: Any = record.game
        own, taken = record.position
        search = alone.Search(alone.Board(*board))
        column = search.board.column_of(search.best(own, own ^ taken, float("inf")))
        children = {move: game.play(record.position, move) for move in record.legal_moves}
        values = {move: -value_of(game, child) for move, child in children.items()}
        assert values[column] == max(values.values())


@given(boards, st.integers(0, 10**6), st.integers(0, 40))
@settings(max_examples=30, deadline=None)
def test_it_plays_a_legal_column_on_every_board(
    board: tuple[int, int, int], seed: int, plies: int
) -> None:
    record = record_after(board, seed, plies)
    assert asked(standalone(), record, 0.01) in record.legal_moves


def test_it_wins_at_once_and_blocks() -> None:
    for moves, column in (("4 3 4 3 4 3", 3), ("4 3 4 3 1 3", 2), ("1 4 1 4 7 4", 3)):
        assert asked(standalone(), Record("connect-four", moves=moves)) == column


def test_it_looks_at_the_clock_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [0]

    def look() -> float:
        looks[0] += 1
        return float(looks[0])

    monkeypatch.setattr(time, "perf_counter", look)
    search = alone.Search(alone.Board(7, 6, 4))
    search.best(0, 0, 20.0)
    assert looks[0] == 21 and search.nodes == 21 * alone.LOOK and search.depth > 2
    asked(alone.agent, Record("connect-four"), 10.0)
    (made,) = [made for board, made in alone.AGENTS.items() if board == (7, 6, 4)]
    assert made.search.deadline == pytest.approx(22 + 10 * alone.SHARE)


def test_its_table_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alone, "MAX_TABLE", 5)
    search = alone.Search(alone.Board(4, 4, 4))
    search.best(0, 0, float("inf"))
    assert len(search.table) > 5
    search.best(1, 1 << 5, 0.0)
    assert len(search.table) < 5 + alone.LOOK


def test_it_follows_the_book() -> None:
    game: Any = make_game("connect-four")
    book = own_book(game)
    assert book is not None
    text = adapter.book_text(game, book)
    found = alone.read_book(text)
    assert {*found} == {*book.keys.tolist()}
    for key in [*found][::50]:
        position = adapter.position_of(game, key)
        assert canonical_key(game, position) == key == game.key(position)
        known = book.probe(game, position)
        assert known and known.move == found[key]
        for image in (position, *game.symmetries(position)):
            record = Record(game, image)
            move = asked(standalone(), record)
            after = canonical_key(game, game.play(image, move))
            assert after == canonical_key(game, game.play(position, known.move))


@given(boards, st.integers(0, 10**6), st.integers(0, 40))
def test_a_key_tells_the_position(board: tuple[int, int, int], seed: int, plies: int) -> None:
    record = record_after(board, seed, plies)
    game: Any = record.game
    assert adapter.position_of(game, game.key(record.position)) == record.position


def test_the_file_needs_no_other_package(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(ran("kaggle", "connect-four", "--standalone").stdout)
    script = (
        "import sys; names = {}; exec(open('agent.py').read(), names)\n"
        "agent = [v for v in names.values() if callable(v)][-1]\n"
        "told = dict(rows=5, columns=6, inarow=4, actTimeout=0.1)\n"
        "print(agent(dict(board=[0] * 30, mark=1), told))\n"
        "outside = {name.partition('.')[0] for name in sys.modules} - sys.stdlib_module_names\n"
        "print(*outside - {'__main__'})"
    )
    command = [sys.executable, "-I", "-S", "-c", script]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    column, outside = said.splitlines()
    assert 0 <= int(column) < 6 and outside == ""


@pytest.mark.slow
def test_it_beats_random_players_and_finishes_games_with_itself(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(ran("kaggle", "connect-four", "--standalone").stdout)
    for players, winner in (
        ((f"kaggle:{file}", "random:seed=1"), 0),
        (("random:seed=2", f"kaggle:{file}"), 1),
        ((f"kaggle:{file}", f"kaggle:{file}"), None),
    ):
        live = LiveGame("connect-four", *players, clock="2+0")
        live.play()
        live.raise_failure()
        assert live.record.termination == "normal"
        assert winner is None or live.record.winner == winner


# --- players of ours ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("player", ["negamax:depth=2", "random:seed=1", "best"])
def test_a_player_answers_as_kaggle_asks(player: str) -> None:
    agent = executed(ran("kaggle", "connect-four", player).stdout)
    record = Record("connect-four", moves="4 4")
    while not record.is_over:
        record.push(asked(agent, record))
    small = Record("connect-four:width=5,height=4,connect=3", moves="1 5 2 5")
    if player.startswith("random"):  # it compiles nothing
        assert asked(agent, small) in small.legal_moves


def test_it_thinks_by_the_time_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = adapter.Agent("negamax:depth=1")
    seen: list[Any] = []
    monkeypatch.setattr(agent, "_choose", lambda record: seen.append(record.clock))
    asked(agent, Record("connect-four"), 0.5)
    [clock] = seen
    assert clock.left == 0.5 * adapter.SHARE and clock.moves_to_go == 1


class Slow:
    """A player that takes a moment, and is prepared once."""

    name = "slow"

    def __init__(self) -> None:
        self.prepared = 0

    def prepare(self, record: Record) -> None:
        self.prepared += 1

    def choose(self, record: Record) -> str:
        threading.Event().wait(0.1)
        return "7"


def test_a_player_is_prepared_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    monkeypatch.setattr(adapter, "make_player", lambda text: slow)
    agent = adapter.Agent("slow")
    record = Record("connect-four", moves="4 3 4 3 4 3")
    assert [asked(agent, record, 0.01), asked(agent, record, 0.01)] == [6, 6]
    assert slow.prepared == 1


def test_while_it_compiles_another_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    agent, release = adapter.Agent("random:seed=1"), threading.Event()
    monkeypatch.setattr(adapter.Agent, "_choose", lambda self, record: release.wait() and None)
    monkeypatch.setattr(adapter, "RESERVE", kaggle.OVERAGE_SECONDS - 0.1)
    record = Record("connect-four", moves="4 3 4 3 4 3")
    assert asked(agent, record, 0.05) == 3
    assert agent._thread is not None
    assert asked(agent, record, 0.05) == 3  # the thread is still there, and is waited for
    release.set()
    monkeypatch.setattr(adapter.Agent, "_choose", lambda self, _: setattr(self, "_answer", 6))
    assert asked(agent, record, 0.05) == 6


# --- the command -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tic-tac-toe",), "paths is no game of Kaggle's ConnectX"),
        (("conniption", "--standalone"), "conniption is no game of Kaggle's ConnectX"),
        (("connect-four", "human"), "human cannot play on Kaggle"),
        (("connect-four", "nobody"), "nobody"),
        (("connect-four", "mcts:depth=2"), "mcts has no option"),
        (("connect-four", "best", "--standalone"), "the file has a player of its own"),
        (("chess",), "there is no game 'chess'"),
    ],
)
def test_what_cannot_be_written_is_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refused("kaggle", *words)


def test_a_game_without_a_book_has_a_file_too() -> None:
    text = ran("kaggle", "connect-four:width=8,height=7", "--standalone").stdout
    assert text == Path(alone.__file__).read_text()
