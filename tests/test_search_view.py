"""The trees of searches as a page gets them: what is sent is what was recorded."""

import base64
from typing import Any

import msgspec
import numpy as np
import pytest

from plyground.api.record_search import searching_player
from plyground.records.record import Record
from plyground.search.alphabeta.recording import Reason, RecordedSearch, record_search
from plyground.web.views import search as view
from plyground.web.views.search import Finished, RecordingJob, tree_columns
from tests.serving import Page

GAME = "connect-four"
SERVED_GAME = GAME
TYPES = {
    "parents": "<i4",
    "moves": "<i8",
    "plies": "<i2",
    "depths": "<i2",
    "alphas": "<i4",
    "betas": "<i4",
    "values": "<i4",
    "reasons": "u1",
    "flags": "u1",
    "below": "<f8",
}


def recorded(text: str, record: Record) -> RecordedSearch:
    player = searching_player(text)
    return record_search(
        record.game,
        record.position,
        player.make_evaluation(record),
        player.techniques(),
        player.given_limits(),
        table_bytes=player.table_bytes(),
    )


def ask(page: Page, *players: str, moves: tuple[str, ...] = ()) -> None:
    page.say("record-search", name="", game=GAME, moves=moves, start=None, players=players)


def column(message: dict[str, Any], name: str) -> Any:
    return np.frombuffer(base64.b64decode(message["tree"][name]), TYPES[name])


@pytest.mark.slow
def test_a_page_gets_what_was_recorded(page: Page) -> None:
    ask(page, "minimax:depth=3", "negascout:depth=4", moves=("4", "4"))
    for pane, text in enumerate(("minimax:depth=3", "negascout:depth=4")):
        message = page.heard("search-recorded")
        thought, tree = recorded(text, Record(GAME, moves="4 4"))
        for name in TYPES:
            assert np.array_equal(column(message, name), getattr(tree, name)), name
        told = [message[name] for name in ("pane", "player", "nodes", "depth", "score", "turn")]
        assert told == [pane, text, thought.nodes, thought.depth, thought.score, 0]


def test_nodes_have_names(page: Page) -> None:
    ask(page, "alphabeta:depth=3", moves=("4", "4", "4", "4", "4", "4"))
    message = page.heard("search-recorded")
    nodes = [*range(len(column(message, "parents")))]
    page.say("name-nodes", recording=message["recording"], nodes=nodes)
    named = page.heard("nodes-named")
    parents, moves, plies = (column(message, name) for name in ("parents", "moves", "plies"))
    for node in nodes:
        way, at = [], node
        while plies[at]:
            way.append(int(moves[at]))
            at = int(parents[at])
        record = Record(GAME, moves="4 4 4 4 4 4")
        text = ""
        for move in way[::-1]:
            text = record.game.move_text(record.position, move)
            record.push(move)
        assert (named["moves"][node], named["choices"][node]) == (text, len(record.legal_moves))


def test_a_node_is_opened_by_a_replay(page: Page) -> None:
    ask(page, "negascout:depth=5")
    whole = page.heard("search-recorded")
    reasons, below = column(whole, "reasons"), column(whole, "below")
    node = int(np.flatnonzero((reasons == Reason.CUT_OFF) & (below > 3))[-1])
    page.say("open-node", recording=whole["recording"], node=node)
    part = page.heard("search-recorded")
    assert (part["opens"], part["node"]) == (whole["recording"], node)
    for name in TYPES:
        if name != "parents":
            size = len(column(part, "parents"))
            assert np.array_equal(column(part, name), column(whole, name)[node : node + size]), name
    assert part["turn"] == column(whole, "plies")[node] % 2
    page.say("name-nodes", recording=part["recording"], nodes=[1])
    page.say("name-nodes", recording=whole["recording"], nodes=[node + 1])
    assert page.heard("nodes-named")["moves"] == page.heard("nodes-named")["moves"]


def test_no_more_nodes_are_sent_than_a_page_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view, "MAX_SHOWN", 50)
    told: list[bytes] = []
    RecordingJob(["alphabeta:depth=5"]).run(Record(GAME), told.append)
    finished = msgspec.msgpack.decode(told[0], type=Finished)
    below = np.frombuffer(finished.tree.below, "<f8")
    assert len(below) == 50 and below[0] > finished.nodes
    parents = np.frombuffer(finished.tree.parents, "<i4")
    assert all(parent < node for node, parent in enumerate(parents))


def test_a_node_takes_few_bytes() -> None:
    """So 100,000 of them are sent in some megabytes."""
    _, tree = recorded("alphabeta:depth=4", Record(GAME))
    parts = msgspec.json.encode(tree_columns(tree))
    assert len(parts) < 52 * tree.kept + 300


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (("mcts:nodes=5",), "the search of mcts:nodes=5 cannot be recorded: expected minimax"),
        (("alphabeta",), "alphabeta would search for a very long time: expected a limit of depth"),
        (("alphabeta:time=1,depth=3",), "may search differently each time"),
        (("negascout:depth=3,threads=2",), "may search differently each time"),
        (("alphabeta:depth=0",), "the limit depth is 0"),
        (("nobody:depth=3",), "nobody"),
        (("alphabeta:depth=2",) * 3, "3 players: expected one, or two to compare"),
        ((), "0 players: expected one, or two to compare"),
    ],
)
def test_what_cannot_be_recorded_is_refused(
    page: Page, players: tuple[str, ...], reason: str
) -> None:
    said = page.refusal("record-search", name="", game=GAME, moves=(), start=None, players=players)
    assert reason in said


def test_questions_about_no_tree_are_refused(page: Page) -> None:
    assert "search again" in page.refusal("name-nodes", recording=0, nodes=[0])
    assert "search again" in page.refusal("open-node", recording=0, node=0)
    won = ("4", "3", "4", "3", "4", "3", "4")
    said = page.refusal(
        "record-search", name="", game=GAME, moves=won, start=None, players=["minimax:depth=2"]
    )
    assert said == "there is nothing to search: Red wins"
    ask(page, "alphabeta:depth=1")
    number = page.heard("search-recorded")["recording"]
    for node in (-1, 9):
        assert "expected one from 0 to 8" in page.refusal("open-node", recording=number, node=node)
    many = [0] * (view.MAX_NAMED + 1)
    assert "expected at most 1000" in page.refusal("name-nodes", recording=number, nodes=many)


def test_a_search_that_takes_long_can_be_stopped(page: Page) -> None:
    ask(page, "minimax:depth=30")
    while page.heard("work-state")["state"] != "thinking":
        pass
    page.say("stop-search", name="another")
    page.say("stop-search", name="")
    message = page.heard("search-recorded")
    assert message["depth"] == 0 and message["seconds"] < view.MAX_SECONDS / 2
