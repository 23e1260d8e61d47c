"""Wins by threats alone, found by the kernel and by the textbook."""

from typing import Any

import pytest

from plyground import ONGOING, WIN, Game
from plyground.core.compile import kernel, native, raw
from plyground.core.game import wins_at_once
from plyground.core.words import load, to_words
from plyground.search.dfpn import driver as proving
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.dfpn.threats import NO_WIN, wins_by_threats
from plyground.search.dfpn.workspace import FAILURES, LAYOUT, MAX_FAILURES, TRIES
from plyground.search.exact.driver import ExactSolver
from plyground.search.limits import Limits
from plyground.search.reference import forced
from plyground.search.workspace import NODE_LIMIT
from tests.positions import game_of, random_line

BOARD = "paths:board=4x4,line=3"
MAX_PLIES = 9


@kernel
def _wins_by_threats(game: Any, words: Any, left: int, workspace: Any) -> int:
    return wins_by_threats(game, load(game, words), left, workspace)


def plies_to_win(game: Game, position: Any, left: int, tries: int = 1 << 40) -> tuple[int, Any]:
    """The kernel's result, and its workspace."""
    memory = LAYOUT.new_memory()
    memory[NODE_LIMIT], memory[TRIES] = 1 << 40, tries
    return _wins_by_threats(native(game), to_words(game, position), left, raw(memory)), memory


def wins(game: Game, position: Any, left: int) -> bool:
    """The textbook: a move that leaves one answer at most, and again after that answer."""
    for move in Game.non_losing_moves(game, position) if left >= 3 else ():
        child = game.play(position, move)
        if game.outcome(child) != ONGOING or not wins_at_once(game, passed(child)):
            continue
        answers = [*Game.non_losing_moves(game, child)]
        if not answers:
            return True
        after = game.play(child, answers[0])
        if len(answers) == 1 and game.outcome(after) == ONGOING and wins(game, after, left - 2):
            return True
    return False


def passed(position: Any) -> Any:
    """The same with the other side to move: a threat is what wins then."""
    return position._replace(own=position.other, other=position.own)


def quiet_positions(name: str, games: int) -> list[Any]:
    """Positions of random games in which no move wins at once."""
    game = game_of(name)
    lines = [random_line(game, seed)[:-1] for seed in range(games)]
    return [place for line in lines for place in line if not wins_at_once(game, place)]


def test_wins_are_those_of_the_textbook_and_no_longer_than_claimed() -> None:
    game, found = game_of(BOARD), []
    for position in quiet_positions(BOARD, 30)[::3]:
        plies, _ = plies_to_win(game, position, MAX_PLIES)
        assert (plies != NO_WIN) == wins(game, position, MAX_PLIES), position
        if plies != NO_WIN:
            assert plies % 2 and plies <= MAX_PLIES
            assert forced(game, position, plies, (WIN,), True)
            assert plies_to_win(game, position, plies)[0] == plies
        found.append(plies)
    assert {NO_WIN, 3, 5} <= {*found}


def test_a_search_that_was_cut_short_remembers_no_failure() -> None:
    game = game_of(BOARD)
    position = next(
        place
        for place in quiet_positions(BOARD, 30)
        if plies_to_win(game, place, MAX_PLIES)[0] > 3 and len([*game.threats(place)]) > 1
    )
    plies, memory = plies_to_win(game, position, MAX_PLIES, tries=1)
    assert plies == NO_WIN and not memory[FAILURES : FAILURES + MAX_FAILURES].any()
    plies, memory = plies_to_win(game, position, 3)
    assert plies == NO_WIN and memory[FAILURES : FAILURES + MAX_FAILURES].any()


def test_verdicts_are_the_same_without_threats(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of(BOARD)
    positions = [line[len(line) // 3] for line in (random_line(game, seed) for seed in range(40))]
    with_threats, exact = ProofSearch(game, 1 << 22), ExactSolver(game, 1 << 22)
    verdicts = [with_threats.solve(position).verdict for position in positions]
    assert verdicts == [exact.solve(position).verdict for position in positions]
    who = [with_threats.solve(position, weak=True).verdict for position in positions]
    assert who == [exact.solve(position, weak=True).verdict for position in positions]
    monkeypatch.setattr(proving, "declares", lambda game, rule: rule != "threats")
    without = ProofSearch(game, 1 << 22)
    assert verdicts == [without.solve(position).verdict for position in positions]


def test_limits_hold_in_searches_of_threats() -> None:
    game = game_of(BOARD)
    for nodes in (20, 50, 90):
        solution = ProofSearch(game, 1 << 22).solve(game.start(), Limits(nodes=nodes), weak=True)
        assert solution.verdict is None and solution.nodes <= nodes
