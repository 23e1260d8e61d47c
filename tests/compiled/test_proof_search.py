"""Proof-number search finds the verdicts of the textbook, within its limits and its memory."""

import pytest

from plyground import DRAW, LOSS, WIN
from plyground.core.errors import BadOption, GameOver
from plyground.proofs.verify import verify
from plyground.proofs.write import make_proof
from plyground.search.alphabeta import table
from plyground.search.dfpn.driver import Answer, ProofSearch, _Search
from plyground.search.limits import Limits
from plyground.search.solution import Verdict
from tests.positions import game_of, random_line
from tests.proving import (
    CONNECT_FOUR,
    assert_solved,
    late_verdicts,
    ongoing,
)

SIZES = (table.MIN_BYTES, 1 << 12, 1 << 20)


@pytest.mark.parametrize("weak", [False, True], ids=["when", "who"])
@pytest.mark.parametrize("size", SIZES)
def test_the_size_of_the_table_changes_nothing(size: int, weak: bool) -> None:
    game, known = game_of(CONNECT_FOUR), late_verdicts(CONNECT_FOUR, 9, 8)
    kept = ProofSearch(game, size)
    for position in ongoing(game, known)[::20]:
        assert_solved(game, kept, position, known, weak)
        assert_solved(game, ProofSearch(game, size), position, known, weak)


def test_a_table_keeps_to_its_bytes() -> None:
    for size in (table.MIN_BYTES, 1000, 100_000):
        assert ProofSearch(game_of(CONNECT_FOUR), size).table.nbytes <= size
    with pytest.raises(BadOption, match="is too small"):
        ProofSearch(game_of(CONNECT_FOUR), table.MIN_BYTES - 1)


def test_the_start_of_a_game_that_is_drawn() -> None:
    game = game_of(CONNECT_FOUR)
    solver = ProofSearch(game, 1 << 22)
    for weak in (False, True):
        assert solver.solve(game.start(), weak=weak).verdict == Verdict(DRAW)


def test_an_answer_holds_for_all_the_plies_in_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, answers, plain_ask = game_of(CONNECT_FOUR), [], _Search.solve_question

    def ask(search: _Search, left: int, attacking: int) -> Answer:
        answer = plain_ask(search, left, attacking)
        answers.append((left, answer))
        return answer

    monkeypatch.setattr(_Search, "solve_question", ask)
    solver = ProofSearch(game, 1 << 20)
    for seed in range(20):
        solver.solve(random_line(game, seed)[-11:][0])
    assert {answer.won for _, answer in answers} == {False, True}
    for left, answer in answers:
        assert answer.plies <= left if answer.won else answer.plies >= left


def test_what_cannot_be_solved_is_refused() -> None:
    game = game_of(CONNECT_FOUR)
    with pytest.raises(GameOver, match=r"^the game is over: there is nothing to solve$"):
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
