"""What the page's analysis is told: lines, verdicts, whole games, and positions that are set up."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st
from msgspec.json import decode

from plyground import Record, analyse, make_game, solve_moves
from plyground.book.own import own_book
from plyground.core.game import legal_moves
from plyground.search.info import verdict_info
from plyground.web import analysis
from plyground.web.analysis import (
    FoundLines,
    FoundScores,
    FoundVerdicts,
    LinesJob,
    ScoresJob,
    VerdictsJob,
    book_verdict,
)
from plyground.web.editing import cell_editor, passed_turn
from tests.positions import SEVEN_GAMES, game_of, random_line, seeds
from tests.serving import Page

TACTICAL = Record("connect-four", moves="4 4 3 3")


# --- jobs --------------------------------------------------------------------------------------


def ignore(content: bytes) -> None:
    """Hear nothing."""


def test_lines_are_those_of_an_analysis() -> None:
    heard: list[bytes] = []
    job = LinesJob("negascout:depth=5", lines=3, seconds=None)
    found = decode(job.run(TACTICAL, heard.append), type=FoundLines)
    expected = analyse(TACTICAL, "negascout:depth=5", lines=3)
    assert [line.moves[0] for line in found.info.lines] == [
        line.moves[0] for line in expected.lines
    ]
    assert found.info.depth == 5 and found.balance == 1
    depths = [decode(content, type=FoundLines).info.depth for content in heard]
    assert depths == sorted(depths) and depths[0] == 1


def test_a_table_lasts_from_one_position_to_the_next() -> None:
    job = LinesJob("negascout:depth=8", lines=1, seconds=None)
    record = Record("connect-four", moves="4")
    first = decode(job.run(record, ignore), type=FoundLines).info.nodes
    again = decode(job.run(record, ignore), type=FoundLines).info.nodes
    assert again < first


def test_lines_come_at_once_even_if_the_position_could_be_solved() -> None:
    job, heard = LinesJob("solver", lines=1, seconds=None), list[int]()

    def hear(content: bytes) -> None:
        heard.append(decode(content, type=FoundLines).info.depth)
        if len(heard) == 3:
            job.stop()

    with job.stop_signal.running():
        job.run(Record("connect-four", moves="4 4"), hear)
    assert heard[:3] == [1, 2, 3]


def test_verdicts_are_those_of_the_solver() -> None:
    heard: list[bytes] = []
    record = Record("connect-four:width=5,height=4", moves="3 3")
    found = decode(VerdictsJob(1000).run(record, heard.append), type=FoundVerdicts)
    expected = {
        text: verdict and verdict_info(verdict) for text, verdict in solve_moves(record).items()
    }
    assert found.is_done and not found.note
    assert {one.move: one.verdict for one in found.moves} == expected
    for content in heard:  # nothing is said that is not so
        known = {one.move: one.verdict for one in decode(content, type=FoundVerdicts).moves}
        assert all(verdict in (None, expected[move]) for move, verdict in known.items())


def test_a_move_that_resists_does_not_keep_the_others_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every move gets a few nodes before one gets many."""
    monkeypatch.setattr(analysis, "own_book", lambda game: None)
    record = Record("connect-four", moves="4 4 3")
    job, heard = VerdictsJob(1000), list[bytes]()

    def hear(content: bytes) -> None:
        heard.append(content)
        if len(heard) > 8:
            job.stop()

    with job.stop_signal.running():
        found = decode(job.run(record, hear), type=FoundVerdicts)
    known = {one.move for one in found.moves if one.verdict}
    assert {"1", "3", "4", "6", "7"} <= known and not found.is_done


def test_a_book_that_was_solved_knows_verdicts() -> None:
    record = Record("connect-four")
    book = own_book(record.game)
    assert book is not None
    told = []
    for move in record.legal_moves:
        verdict = book_verdict(book, record.game, record.game.play(record.position, move))
        told.append(str(verdict and verdict.before()))
    assert told == [
        "loses in 40 plies", "loses in 42 plies", "draws", "wins in 41 plies",
        "draws", "loses in 42 plies", "loses in 40 plies",
    ]  # fmt: skip


def test_the_scores_of_a_game_come_from_its_end() -> None:
    record = Record("tic-tac-toe", moves="1 2 5 3 9")
    heard: list[bytes] = []
    found = decode(ScoresJob("best", 1.0).run(record, heard.append), type=FoundScores)
    assert [one.ply for one in found.scores] == [5, 4, 3, 2, 1, 0]
    assert [one.turn for one in found.scores] == [1, 0, 1, 0, 1, 0]
    assert [one.balance for one in found.scores] == [-1, 1, -1, 1, 0, 0]
    assert [len(decode(content, type=FoundScores).scores) for content in heard] == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


# --- setting up --------------------------------------------------------------------------------


EDITED = ("connect-four", "conniption", "dominoes-in-line", "paths", "watch-your-back", "qubic")


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITED)
@given(seed=seeds)
def test_a_text_is_changed_square_by_square(name: str, seed: int) -> None:
    """Whatever stands on the squares of two positions, changing the characters of those that differ
    makes one text the other, as far as squares go."""
    game = game_of(name)
    editor = cell_editor(game)
    assert editor is not None
    positions = random_line(game, seed)
    one, other = positions[len(positions) // 2], positions[-1]
    boards = ["".join(_scene(game, position).rows) for position in (one, other)]
    texts = [game.position_text(position) for position in (one, other)]
    for square, place in editor.places.items():
        symbols = [board[int(square)] for board in boards]
        written = [text[place] for text in texts]
        assert {*written} <= {*editor.symbols}
        assert symbols[0] != symbols[1] or written[0] == written[1]


def _scene(game: Any, position: Any) -> Any:
    return game.scene(position)


def test_games_whose_texts_are_numbers_have_no_squares_in_them() -> None:
    assert cell_editor(make_game("examples/othello.py")) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SEVEN_GAMES, "examples/othello.py", "examples/kalah.py"])
@given(seed=seeds, share=st.floats(0, 1))
def test_a_passed_turn_changes_nothing_but_the_turn(name: str, seed: int, share: float) -> None:
    game = make_game(name)
    positions = random_line(game, seed)
    record = Record(game, positions[int(share * (len(positions) - 1))])
    passed = passed_turn(record)
    if passed:
        assert passed.turn != record.turn and not passed.is_over
        assert _scene(game, passed.position).rows == _scene(game, record.position).rows


@pytest.mark.parametrize(
    "name", ["breakthrough", "othello", "ataxx", "kalah", "nine_mens_morris", "dots_and_boxes"]
)
def test_who_is_to_move_can_be_told_from_texts(name: str) -> None:
    game, random = make_game(f"examples/{name}.py"), Random(1)
    record = Record(game)
    for _ in range(4):
        record.push(random.choice(legal_moves(game, record.position)))
    assert passed_turn(record) is not None


def test_where_the_pieces_tell_who_is_to_move_no_turn_is_passed() -> None:
    assert passed_turn(Record("connect-four", moves="4 4")) is None


# --- the server --------------------------------------------------------------------------------

PLACE = {"game": "connect-four", "moves": ["4", "4"], "start": None}
LINES = {"player": "best", "lines": 1, "seconds": 1.0, "threat": False}


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"lines": 9}, "9 lines: expected 1 to 5"),
        ({"seconds": 0.0}, "0.0 seconds: expected more than 0"),
        ({"player": "random"}, "the player random does not search"),
        ({"player": "best:book=/etc/passwd"}, "cannot be opened by a page"),
        ({"game": "/etc/passwd.py"}, "cannot be opened by a page"),
        ({"moves": ["4", "9"]}, "move 2, 9: '9' is not a legal move"),
        ({"threat": True}, "no threat is shown: connect-four has no such position with Yellow"),
    ],
)
def test_what_cannot_be_searched_gets_one_sentence(
    page: Page, wanted: dict[str, Any], told: str
) -> None:
    assert told in page.refusal("find-lines", number=1, **PLACE | LINES | wanted)


@pytest.mark.slow
def test_the_newest_position_counts(page: Page) -> None:
    page.say("find-lines", number=1, **PLACE | LINES | {"seconds": None})
    page.heard("lines-found")
    page.say("find-lines", number=2, **PLACE | LINES | {"seconds": None, "moves": ["1"]})
    while (found := page.heard("lines-found"))["number"] == 1:
        assert not found["is_done"]
    page.say("stop-finding", what="lines")
    while not (found := page.heard("lines-found"))["is_done"]:
        assert found["number"] == 2
    assert found["turn"] == 1


def test_a_position_is_explained_and_its_book_moves_are_listed(page: Page) -> None:
    page.say("explain-position", number=1, **PLACE, evaluation="document")
    found = page.heard("position-explained")
    assert found["evaluations"][:2] == ["default", "document"]
    assert sum(term["points"] for term in found["terms"]) == found["score"]
    best = found["book_moves"][0]
    assert best["is_choice"] and best["verdict"]["outcome"] == "win"
    for name in ("secret.py", "my.net"):
        told = page.refusal("explain-position", number=1, **PLACE, evaluation=name)
        assert told.startswith(f"the evaluation {name!r}: expected one of default")


def test_a_text_is_checked_while_it_is_written(page: Page) -> None:
    page.say("check-position", number=1, game="connect-four", text="44x")
    found = page.heard("position-checked")
    assert found["state"] is None and "'44x'" in found["mistake"] and found["cells"]
    page.say("check-position", number=2, game="connect-four", text="44")
    found = page.heard("position-checked")
    assert found["mistake"] is None and found["state"]["status"] == "Red to move"


def test_a_tree_is_written_and_read_back(page: Page) -> None:
    entries = [[-1, "", "so"], [0, "4", "a } b"], [0, "3", ""], [1, "4", ""], [1, "5", "c"]]
    game = {"game": "connect-four", "start": None, "entries": entries, "players": ["a", "b"]}
    page.say("write-record", number=1, **game)
    text = page.heard("record-written")["text"]
    page.say("read-record", number=2, text=text)
    found = page.heard("record-read")
    assert sorted(found["entries"]) == sorted(
        [[-1, "", "so"], [0, "4", "a } b"], [0, "3", ""], [1, "4", ""], [1, "5", "c"]]
    )
    assert found["players"] == ["a", "b"] and found["mistakes"] == []


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        ([], "the moves are no tree"),
        ([[-1, "", ""], [1, "4", ""]], "the moves are no tree"),
        ([[-1, "", ""], [0, "9", ""]], "move 1, 9: '9' is not a legal move"),
        ([[-1, "", ""], [0, "4", ""], [0, "9", ""]], "move 1 of a variation: '9' is not a legal"),
    ],
)
def test_what_is_no_tree_is_not_written(page: Page, entries: Any, told: str) -> None:
    game = {"game": "connect-four", "start": None, "entries": entries, "players": ["", ""]}
    assert told in page.refusal("write-record", number=1, **game)
