"""What the page is told of a proof: numbers, a verdict, and a certificate."""

from itertools import pairwise

import msgspec
import pytest

from plyground.core.errors import BadProof
from plyground.core.wire import Message, decode
from plyground.records.record import Record
from plyground.web.views import proof as module
from plyground.web.views.proof import Action, Asked, Certificate, ProofJob, ProofShown, check


def ask(job: ProofJob, record: Record, action: Action, seconds: float = 60.0) -> list[Message]:
    """What a job says on the way and in the end."""
    told: list[bytes] = []
    job.question = msgspec.json.encode(Asked(action, seconds))
    with job.stop_signal.running():
        told.append(job.run(record, told.append))
    return [decode(content) for content in told]


def new_job(record: Record, method: str = "dfpn", weak: bool = False) -> ProofJob:
    return ProofJob(method, weak, len(record.moves), 1)


@pytest.mark.parametrize(
    ("moves", "weak", "outcome", "plies"),
    [
        ("1 2", False, "win", 5),
        ("1 2", True, "win", None),
        ("1 2 4", False, "loss", 4),
        ("", False, "draw", None),
    ],
)
def test_a_position_is_solved_and_the_answer_shown(
    moves: str, weak: bool, outcome: str, plies: int | None
) -> None:
    record = Record("tic-tac-toe", moves=moves)
    shown = ask(new_job(record, weak=weak), record, "solve")[-1]
    assert isinstance(shown, ProofShown) and shown.verdict and shown.is_done
    assert (shown.verdict.outcome, shown.verdict.plies) == (outcome, plies)
    assert shown.attacker is not None
    won = outcome == ("win" if shown.attacker == shown.mover else "loss")
    assert (shown.proofs[0], shown.disproofs[0]) == ((0, None) if won else (None, 0))
    if outcome == "win":
        best = shown.children[0]
        assert (best.move, best.proof, best.disproof) == (shown.best, 0, None)


def test_the_numbers_below_a_move_are_those_of_its_position() -> None:
    record = Record("connect-four:width=4,height=4")
    job = new_job(record)
    whole = ask(job, record, "solve", 0.3)[-1]
    assert isinstance(whole, ProofShown)
    move = whole.children[0].move
    part = ask(job, Record("connect-four:width=4,height=4", moves=move), "look")[-1]
    assert isinstance(part, ProofShown)
    assert (part.below, part.turn, part.mover, part.plies) == ((move,), 1, 0, whole.plies)
    assert part.nodes == whole.nodes


@pytest.mark.parametrize("method", ["dfpn", "exact"])
@pytest.mark.parametrize(("moves", "strategies"), [("1 2", 2), ("1 2 4", 2), ("", 2)])
def test_a_verdict_is_explained(method: str, moves: str, strategies: int) -> None:
    record = Record("tic-tac-toe", moves=moves)
    found = ask(new_job(record, method), record, "explain")[-1]
    assert isinstance(found, Certificate)
    assert len(found.strategies) == strategies
    assert sum(len(one.mine) for one in found.strategies) == found.positions
    for one in found.strategies:
        assert len(one.mine) == len(one.first) == len(one.longest)
        assert len(one.moves) == len(one.after)
        bounds = [*one.first, len(one.moves)]
        counts = [after - before for before, after in pairwise(bounds)]
        assert all(count == 1 for count, mine in zip(counts, one.mine, strict=True) if mine)
        assert min(counts) >= 1


def test_a_certificate_that_is_too_large_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MOVES", 5)
    record = Record("tic-tac-toe")
    with pytest.raises(BadProof, match="more than 5 moves: try a position nearer to the end"):
        ask(new_job(record), record, "explain")


def test_nothing_is_proved_of_a_game_that_is_over_or_that_repeats() -> None:
    with pytest.raises(Exception, match="X wins: there is nothing to prove"):
        check(Record("tic-tac-toe", moves="1 4 2 5 3"))
