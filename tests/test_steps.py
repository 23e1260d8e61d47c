"""Stepping through a search, as a page asks for it."""

import time

import pytest

from plyground.live.job import Tell
from plyground.records.record import Record
from plyground.web.views import steps
from tests.serving import Page


class EndlessJob(steps.StepsJob):
    """As with rules that never end, and never look at a stop."""

    def run(self, record: Record, tell: Tell) -> bytes:
        if self.amount == 1:
            tell(b"")
            while True:
                time.sleep(0.01)
        return super().run(record, tell)


def ask(page: Page, id: int, moves: str = "9 4 2 8 6", amount: int | None = None) -> None:
    fields = {"game": "tic-tac-toe", "moves": moves.split(), "start": None}
    page.say("step-through", id=id, **fields, search="alpha-beta", amount=amount)


def test_a_page_gets_the_steps_and_all_boards(page: Page) -> None:
    ask(page, 5)
    searches = page.heard("stepped-searches")["searches"]
    assert [one["name"] for one in searches][:2] == ["minimax", "alpha-beta"]
    told = page.heard("steps")
    assert (told["id"], told["sides"], told["trace"]["amount"]) == (5, ["X", "O"], 4)
    nodes = len(told["trace"]["nodes"])
    boards = 0
    while boards < nodes:
        message = page.heard("step-boards")
        assert (message["id"], message["first"]) == (5, boards)
        boards += len(message["boards"])
    assert boards == nodes == 33


def test_the_last_question_is_answered(page: Page) -> None:
    for id in range(6):
        ask(page, id)
    while page.heard("steps")["id"] != 5:
        pass
    ask(page, 6, moves="")
    assert page.heard("steps")["id"] == 6


def test_what_cannot_be_followed_is_refused_and_the_next_is_not(page: Page) -> None:
    fields = {"id": 1, "game": "tic-tac-toe", "moves": ["1", "1"], "start": None}
    asked = {**fields, "search": "minimax", "amount": 2}
    assert page.refusal("step-through", **asked).startswith("move 2, 1: '1' is not a legal move")
    good = {**asked, "moves": []}
    assert page.refusal("step-through", **good | {"amount": 0}) == "depth 0: expected 1 to 12"
    assert "no search 'none'" in page.refusal("step-through", **good | {"search": "none"})
    page.say("step-through", **good)
    assert page.heard("steps")["trace"]["search"] == "minimax"


@pytest.mark.slow
def test_rules_that_never_end_are_ended(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "MAX_SECONDS", 0.2)
    monkeypatch.setattr(steps, "StepsJob", EndlessJob)
    ask(page, 1, amount=1)
    assert page.heard("refused")["reason"] == "an engine did not stop within 2 seconds"
    ask(page, 2)
    assert page.heard("steps")["id"] == 2
