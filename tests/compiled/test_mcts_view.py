"""What the page is told of a Monte Carlo tree."""

import msgspec
import pytest

from plyground.core.wire import decode
from plyground.records.record import Record
from plyground.web.views.mcts import Asked, MctsJob, TreeShown
from tests.positions import NIM, ROOT

CONNECT_FOUR, TIC_TAC_TOE = "connect-four", "tic-tac-toe"
MOVES_AGAIN = str(ROOT / "examples" / "kalah.py")


def run(job: MctsJob, record: Record, simulations: int, rate: int = 0) -> list[TreeShown]:
    """What a job says on the way and in the end."""
    told: list[bytes] = []
    job.question = msgspec.json.encode(Asked(simulations, rate))
    with job.stop_signal.running():
        told.append(job.run(record, told.append))
    return [decode(content, TreeShown) for content in told]


def new_job(record: Record) -> MctsJob:
    return MctsJob("mcts:memory=4MB", len(record.moves), 1)


@pytest.mark.parametrize("name", [CONNECT_FOUR, NIM, MOVES_AGAIN])
@pytest.mark.parametrize("rollout", ["random", "none"])
def test_each_node_has_its_move_and_a_value(name: str, rollout: str) -> None:
    record = Record(name)
    shown = run(MctsJob(f"mcts:memory=4MB,rollout={rollout}", 0, 1), record, 2000)[-1]
    assert shown.visits[0] == shown.simulations
    assert shown.simulations == 2000 or shown.proof
    assert shown.is_done
    for n, (parent, value) in enumerate(zip(shown.parents, shown.values, strict=True)):
        assert parent < n and 0 <= value <= 1
    for n in range(1, len(shown.parents)):
        played = Record(name)
        for move in path(shown, n)[:-1]:
            played.push(move)
        assert shown.movers[n] == played.turn
        played.push(shown.moves[n])
    assert [child.move for child in shown.children if not child.visits] == []
    assert shown.value == pytest.approx(1 - shown.values[0], abs=1e-4)


def path(shown: TreeShown, number: int) -> list[str]:
    moves: list[str] = []
    while number > 0:
        moves.insert(0, shown.moves[number])
        number = shown.parents[number]
    return moves


def test_the_part_below_a_move_is_the_same_tree() -> None:
    root = Record(CONNECT_FOUR, moves="4")
    job = new_job(root)
    whole = run(job, root, 2000)[-1]
    best = whole.children[0]
    part = run(job, Record(CONNECT_FOUR, moves=f"4 {best.move}"), 0)[-1]
    assert (part.below, part.turn) == ((best.move,), 0)
    assert (part.simulations, part.visits[0], part.values[0]) == (2000, best.visits, best.value)
    assert not part.is_done
    more = run(job, Record(CONNECT_FOUR, moves=f"4 {best.move}"), 3000)[-1]
    assert more.simulations == 3000 and more.visits[0] > part.visits[0]
    assert run(job, Record(CONNECT_FOUR, moves="4 1 1 1 1 1 1 7"), 0)[-1].parents == ()


def test_a_slow_tree_is_shown_step_by_step() -> None:
    record = Record(CONNECT_FOUR)
    shown = run(new_job(record), record, 40, rate=200)
    assert [one.simulations for one in shown] == [20, 40, 40]
    assert [one.is_done for one in shown] == [False, False, True]


def test_a_proven_move_comes_first_and_ends_the_search() -> None:
    record = Record(TIC_TAC_TOE, moves="1 2")
    shown = run(new_job(record), record, 100_000)[-1]
    assert shown.proof == "win" and shown.children[0].proof == "win" and shown.is_done
    assert shown.simulations < 100_000
