"""Proof-number search finds the verdicts of the textbook, within its limits and its memory."""

import threading

import pytest

from plyground import DRAW, LOSS, WIN
from plyground.core.errors import BadOption, BadPosition
from plyground.proofs.verify import verify
from plyground.proofs.write import make_proof
from plyground.search import table, workspace
from plyground.search.limits import Clock, Limits
from plyground.search.proof import SHALLOW
from plyground.search.proving import Answer, ProofSearch, _Search
from plyground.search.solution import Verdict
from tests.positions import game_of, random_line
from tests.proving import (
    CONNECT_FOUR,
    assert_solved,
    late_verdicts,
    ongoing,
)

LARGE = "conniption"
SIZES = (table.SMALLEST, 1 << 12, 1 << 20)


@pytest.mark.parametrize("weak", [False, True], ids=["when", "who"])
@pytest.mark.parametrize("size", SIZES)
def test_the_size_of_the_table_changes_nothing(size: int, weak: bool) -> None:
    game, known = game_of(CONNECT_FOUR), late_verdicts(CONNECT_FOUR, 9, 8)
    kept = ProofSearch(game, size)
    for position in ongoing(game, known)[::20]:
        assert_solved(game, kept, position, known, weak)
        assert_solved(game, ProofSearch(game, size), position, known, weak)


def test_a_table_keeps_to_its_bytes() -> None:
    for size in (table.SMALLEST, 1000, 100_000):
        assert ProofSearch(game_of(CONNECT_FOUR), size).table.nbytes <= size
    with pytest.raises(BadOption, match="is too small"):
        ProofSearch(game_of(CONNECT_FOUR), table.SMALLEST - 1)


def test_the_start_of_a_game_that_is_drawn() -> None:
    game = game_of(CONNECT_FOUR)
    solver = ProofSearch(game, 1 << 22)
    for weak in (False, True):
        assert solver.solve(game.start(), weak=weak).verdict == Verdict(DRAW)


def test_conniption_is_won_on_the_ninth_ply() -> None:
    game = game_of(LARGE)
    one, two = (ProofSearch(game).solve(game.start()) for _ in range(2))
    assert one.verdict == Verdict(WIN, 9)
    assert (one.best, one.nodes) == (two.best, two.nodes)


def test_an_answer_holds_for_all_the_plies_that_were_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, asked, plain_ask = game_of(CONNECT_FOUR), [], _Search.ask

    def ask(search: _Search, left: int, attacking: int) -> Answer:
        answer = plain_ask(search, left, attacking)
        asked.append((left, answer))
        return answer

    monkeypatch.setattr(_Search, "ask", ask)
    solver = ProofSearch(game, 1 << 20)
    for seed in range(20):
        solver.solve(random_line(game, seed)[-11:][0])
    assert {answer.won for _, answer in asked} == {False, True}
    for left, answer in asked:
        assert answer.plies <= left if answer.won else answer.plies >= left


# --- limits ------------------------------------------------------------------------------------


@pytest.mark.parametrize("nodes", [1, 2, 50, 3000, 100_000])
def test_no_more_nodes_than_allowed(nodes: int) -> None:
    """But for those on the way down when the last one is counted."""
    game = game_of(LARGE)
    one, two = (ProofSearch(game).solve(game.start(), Limits(nodes=nodes)) for _ in range(2))
    assert one.verdict is None and one.best is None
    assert nodes <= one.nodes == two.nodes < nodes + SHALLOW + 1


@pytest.mark.parametrize("depth", [1, 4, 8])
def test_who_wins_later_than_asked_is_not_found_out(depth: int) -> None:
    game, solver = game_of(LARGE), ProofSearch(game_of(LARGE))
    assert solver.solve(game.start(), Limits(depth=depth)).verdict is None
    assert solver.solve(game.start(), Limits(depth=depth), weak=True).verdict is None


def stop_again_and_again(solver: ProofSearch, done: threading.Event) -> None:
    while not done.wait(0.02):
        solver.desk[workspace.STOP] = 1


def test_a_stop_is_obeyed_and_harms_nothing() -> None:
    """Without it this would not end in a lifetime."""
    game = game_of(LARGE)
    solver, done = ProofSearch(game), threading.Event()
    stopper = threading.Thread(target=stop_again_and_again, args=(solver, done))
    stopper.start()
    solution = solver.solve(game.start(), weak=True)
    done.set()
    stopper.join()
    assert solution.verdict is None
    assert solver.solve(game.start()).verdict == Verdict(WIN, 9)


@pytest.mark.parametrize("limits", [Limits(seconds=0.1), Limits(cpu_seconds=0.1)])
def test_time_ends_a_search(limits: Limits) -> None:
    game = game_of(LARGE)
    solution = ProofSearch(game, table.SMALLEST).solve(game.start(), limits, weak=True)
    assert solution.verdict is None and solution.seconds < 20


def test_ctrl_c_goes_up_and_harms_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, solver = game_of(LARGE), ProofSearch(game_of(LARGE))

    def interrupt() -> float:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Clock, "watch", lambda clock, halt: interrupt)
        with pytest.raises(KeyboardInterrupt):
            solver.solve(game.start(), weak=True)
    assert solver.solve(game.start()).verdict == Verdict(WIN, 9)


def test_what_cannot_be_solved_is_refused() -> None:
    game = game_of(CONNECT_FOUR)
    with pytest.raises(BadPosition, match=r"^the game is over: there is nothing to solve$"):
        ProofSearch(game, 1 << 12).solve(random_line(game, 1)[-1])
    with pytest.raises(BadOption, match="the limit nodes is 0"):
        ProofSearch(game, 1 << 12).solve(game.start(), Limits(nodes=0))


# --- proofs ------------------------------------------------------------------------------------


def test_its_answers_make_proofs() -> None:
    game, known = game_of(CONNECT_FOUR), late_verdicts(CONNECT_FOUR, 9, 8)
    solver, seen = ProofSearch(game, 1 << 16), set()
    for position in ongoing(game, known)[::150]:
        for verdict in {known[position], Verdict(known[position].outcome)}:
            proof = make_proof(game, CONNECT_FOUR, position, verdict, solver, look=1)
            assert verify(proof).flaw is None
            seen.add(verdict.outcome)
    assert seen == {WIN, LOSS, DRAW}
