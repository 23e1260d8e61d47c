"""The coach behind the page: grades move by move, other moves tried, and marks on the board."""

from itertools import pairwise
from typing import Any

import plyground as pg
from plyground.boards.remarks import Trip, trips
from plyground.core.wire import Review, decode
from plyground.live.job import ProcessJob
from plyground.live.process_pool import ProcessPool
from plyground.records.record import Record
from plyground.reviews.coach import GRADES
from plyground.reviews.job import CoachJob
from plyground.reviews.messages import review_info
from tests.again import AgainNim
from tests.proving import CONNECT_FOUR
from tests.serving import Page

COACH = "solver:nodes=2000000,book="
MOVES = ["1", "2", "1", "2", "1", "3", "1"]
"""Yellow throws the game away on the sixth ply."""


def reviewed(page: Page, **wanted: Any) -> list[dict[str, Any]]:
    """All that is said of a review, until it is done."""
    fields = {"number": 7, "game": CONNECT_FOUR, "moves": MOVES, "start": None, "coach": COACH}
    page.say("review-game", **{**fields, **wanted})
    heard = [page.heard("game-reviewed")]
    while not heard[-1]["is_done"]:
        heard.append(page.heard("game-reviewed"))
    return heard


# --- the job -----------------------------------------------------------------------------------


def test_the_job_tells_every_grade_and_finds_what_the_coach_finds() -> None:
    record = Record(CONNECT_FOUR, moves=MOVES)
    heard: list[bytes] = []
    with ProcessPool(size=1) as pool:
        found = decode(ProcessJob(pool).run(CoachJob(COACH), record, heard.append), Review)
    wanted = review_info(pg.review(record, COACH))
    assert found.moves == wanted.moves and found.counts == wanted.counts
    assert found.turning_point == wanted.turning_point == 6
    told = [decode(content, Review).moves for content in heard]
    assert [*told] == [found.moves[-count:] for count in range(1, len(MOVES) + 1)]


class _Stopper:
    """Stops a job at the second grade."""

    def __init__(self, job: CoachJob) -> None:
        self.job, self.told = job, 0

    def __call__(self, content: bytes) -> None:
        self.told += 1
        if self.told == 2:
            self.job.stop()


def test_a_job_that_was_stopped_goes_on_where_it_was() -> None:
    job, record = CoachJob(COACH), Record(CONNECT_FOUR, moves=MOVES)
    with job.stop_signal.running():
        part = decode(job.run(record, _Stopper(job)), Review)
    assert [graded.ply for graded in part.moves] == [6, 7]
    heard: list[bytes] = []
    whole = decode(job.run(record, heard.append), Review)
    assert len(heard) == len(MOVES) - 2
    assert whole.moves == review_info(pg.review(record, COACH)).moves
    heard.clear()
    assert decode(job.run(record, heard.append), Review) == whole and heard == []
    other = decode(job.run(Record(CONNECT_FOUR, moves="1"), heard.append), Review)
    assert [graded.move for graded in other.moves] == ["1"]


def test_chances_are_those_of_the_side_that_moved() -> None:
    """Also where it moves again: what follows begins with the chances that were left."""
    record = Record(AgainNim, moves="1 2 1 1 3 1 1 2")
    moves = review_info(pg.review(record, "negamax:depth=12")).moves
    pairs = [*pairwise(moves)]
    assert {one.side == following.side for one, following in pairs} == {True, False}
    for one, following in pairs:
        left = following.chance_before
        assert one.chance_after == (left if one.side == following.side else 1 - left)


# --- the view ----------------------------------------------------------------------------------


def test_a_page_sees_the_grades_as_they_come(page: Page) -> None:
    heard = reviewed(page)
    counts = [len(message["review"]["moves"]) for message in heard]
    assert counts == sorted(counts) and counts[-1] == len(MOVES)
    last = heard[-1]
    assert (last["number"], last["coach"], last["review"]["game"]) == (7, COACH, CONNECT_FOUR)
    assert last["review"]["turning_point"] == 6
    grades = [graded["grade"] for graded in last["review"]["moves"]]
    wanted = pg.review(Record(CONNECT_FOUR, moves=MOVES), COACH)
    assert grades == [graded.grade for graded in wanted.moves] and {*grades} <= {*GRADES}


def test_a_move_is_tried_in_place_of_a_mistake(page: Page) -> None:
    fields = {"game": CONNECT_FOUR, "moves": MOVES[:5], "start": None, "coach": COACH}
    for number, (move, grade) in enumerate({"1": "best", "3": "mistake"}.items()):
        page.say("try-move", number=number, move=move, **fields)
        tried = page.heard("move-tried")
        assert (tried["number"], tried["graded"]["move"]) == (number, move)
        assert (tried["graded"]["ply"], tried["graded"]["side"]) == (6, 1)
        assert tried["graded"]["grade"] == grade
    assert "move" in page.refusal("try-move", number=2, move="9", **fields)


def test_what_cannot_be_reviewed_gets_a_sentence(page: Page) -> None:
    fields = {"number": 1, "game": CONNECT_FOUR, "moves": MOVES, "start": None, "coach": COACH}
    for wanted, told in (
        ({"moves": []}, "there is no move in this game to review"),
        ({"moves": ["1", "9"]}, "move 2, 9:"),
        ({"coach": "human"}, "does not search"),
        ({"coach": "solver:book=../a"}, "cannot be opened by a page"),
        ({"game": "chess"}, "there is no game 'chess'"),
    ):
        assert told in page.refusal("review-game", **{**fields, **wanted})


def test_a_review_is_stopped(page: Page) -> None:
    fields = {"game": "connect-four", "moves": list("4444443"), "start": None}
    page.say("review-game", number=1, coach="negascout:time=600", **fields)
    while page.heard("work-state")["state"] != "thinking":
        pass
    page.say("stop-coach", what="review")
    heard = page.heard("game-reviewed")
    assert heard["is_done"] and heard["review"]["moves"] == []


# --- marks on the board ------------------------------------------------------------------------


def test_moves_are_marked_on_the_board(page: Page) -> None:
    fields = {"name": "a", "game": CONNECT_FOUR, "moves": MOVES, "start": None}
    page.say("show-position", **fields)
    plain = page.heard("position-shown")["state"]["board"]["svg"]
    marks = [
        {"move": "1", "text": "best", "manner": "good"},
        {"move": "3", "text": "??", "manner": "bad"},
    ]
    page.say("show-position", **fields, marks=marks, marked_ply=5)
    svg = page.heard("position-shown")["state"]["board"]["svg"]
    assert ">best<" in svg and ">??<" in svg and ">best<" not in plain
    assert "ply 9" in page.refusal("show-position", **fields, marks=marks, marked_ply=9)
    assert "'9'" in page.refusal(
        "show-position", **fields, marks=[{**marks[0], "move": "9"}], marked_ply=5
    )


def test_a_better_move_of_a_piece_is_an_arrow(page: Page) -> None:
    game = Record("watch-your-back")
    while len(game.moves) < 24:
        game.push(game.legal_moves[0])
    mark = {"move": game.legal_move_texts[0], "text": "best", "manner": "good"}
    fields = {"name": "a", "game": "watch-your-back", "moves": game.move_texts, "start": None}
    page.say("show-position", **fields)
    plain = page.heard("position-shown")["state"]["board"]["svg"]
    page.say("show-position", **fields, marks=[mark])
    svg = page.heard("position-shown")["state"]["board"]["svg"]
    assert svg.count("rotate(") == plain.count("rotate(") + 1


def test_a_piece_that_captures_is_marked_where_it_is_placed() -> None:
    record = Record("watch-your-back", moves=["3,3", "2,3", "1,2", "5,5"])
    capture = record.parse_move("1,3")
    assert trips(record, [capture])[capture] == Trip(frozenset(), frozenset({8 * 3 + 1}))
