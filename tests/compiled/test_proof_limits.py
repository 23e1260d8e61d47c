"""Proof-number search of a large game: Conniption, and how its limits are kept."""

import threading

import pytest

from plyground import WIN
from plyground.search import workspace
from plyground.search.alphabeta import table
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.dfpn.kernel import MAX_UNSTORED
from plyground.search.limits import Clock, Limits
from plyground.search.solution import Verdict
from tests.positions import game_of

LARGE = "conniption"


def test_conniption_is_won_on_the_ninth_ply() -> None:
    game = game_of(LARGE)
    one, two = (ProofSearch(game).solve(game.start()) for _ in range(2))
    assert one.verdict == Verdict(WIN, 9)
    assert (one.best, one.nodes) == (two.best, two.nodes)


@pytest.mark.parametrize("nodes", [1, 2, 50, 3000, 100_000])
def test_no_more_nodes_than_allowed(nodes: int) -> None:
    """Except those on the current path when the limit is reached."""
    game = game_of(LARGE)
    one, two = (ProofSearch(game).solve(game.start(), Limits(nodes=nodes)) for _ in range(2))
    assert one.verdict is None and one.best is None
    assert nodes <= one.nodes == two.nodes < nodes + MAX_UNSTORED + 1


@pytest.mark.parametrize("depth", [1, 4, 8])
def test_a_win_beyond_the_limit_is_not_found(depth: int) -> None:
    game, solver = game_of(LARGE), ProofSearch(game_of(LARGE))
    assert solver.solve(game.start(), Limits(depth=depth)).verdict is None
    assert solver.solve(game.start(), Limits(depth=depth), weak=True).verdict is None


def stop_again_and_again(solver: ProofSearch, done: threading.Event) -> None:
    while not done.wait(0.02):
        solver.workspace[workspace.STOP] = 1


def test_a_stop_is_obeyed_and_harms_nothing() -> None:
    """Without it this would never end."""
    game = game_of(LARGE)
    solver, done = ProofSearch(game), threading.Event()
    stopper = threading.Thread(target=stop_again_and_again, args=(solver, done))
    stopper.start()
    solution = solver.solve(game.start(), weak=True)
    done.set()
    stopper.join()
    assert solution.verdict is None
    assert solver.solve(game.start()).verdict == Verdict(WIN, 9)


@pytest.mark.parametrize("limits", [Limits(time=0.1), Limits(cpu=0.1)])
def test_time_ends_a_search(limits: Limits) -> None:
    game = game_of(LARGE)
    solution = ProofSearch(game, table.MIN_BYTES).solve(game.start(), limits, weak=True)
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
