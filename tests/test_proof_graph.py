"""A certificate as a graph: all replies are there, and every line ends as it claims."""

from typing import Any

import pytest

from plyground.core.errors import BadProof
from plyground.core.outcome import ONGOING
from plyground.proofs import graph as module
from plyground.proofs.claim import Task
from plyground.proofs.file import Proof
from plyground.proofs.graph import OVER, Graph, graph_of
from plyground.proofs.verify import verify
from plyground.proofs.write import make_proof
from tests.positions import game_of
from tests.proving import PATHS, Textbook

WON, LOST = "X.O/.../...", "X.O/..X/..O"


def proof_of(name: str, text: str, look: int, weak: bool = False) -> Proof:
    game = game_of(name)
    position, solver = game.parse_position(text), Textbook(game)
    verdict = solver.solve(position, weak=weak).verdict
    assert verdict
    return make_proof(game, name, position, verdict, solver, look=look)


def ends(proof: Proof, graph: Graph) -> int:
    """Walk every line, and check that what it shows is so; returns how many there are."""
    game, task, lines = proof.game, graph.task, 0
    waiting: list[tuple[int, Any, int]] = [(0, proof.position, task.max_plies)]
    while waiting:
        number, position, left = waiting.pop()
        point = graph.points[number]
        legal = [game.move_text(position, move) for move in game.moves(position)]
        assert len(point.moves) == 1 if point.mine else [*point.moves] == legal
        for text, after in zip(point.moves, point.after, strict=True):
            child = game.play(position, game.parse_move(position, text))
            outcome = game.outcome(child)
            if after == OVER:
                lines += 1
                is_held = left == 1 and not task.wins
                assert is_held if outcome == ONGOING else task.is_done(not point.mine, outcome)
            else:
                assert outcome == ONGOING
                assert graph.longest[number] >= 1 + graph.longest[after]
                waiting.append((after, child, left - 1))
    return lines


@pytest.mark.parametrize("look", [1, 3])
@pytest.mark.parametrize("weak", [False, True])
@pytest.mark.parametrize("text", [WON, LOST, ".../.../..."])
def test_every_line_of_a_certificate_ends_as_it_claims(text: str, weak: bool, look: int) -> None:
    proof = proof_of(PATHS, text, look, weak)
    for task in proof.strategies:
        graph = graph_of(proof, task)
        assert ends(proof, graph) > 0
        assert graph.longest[0] <= task.max_plies


def test_the_points_are_the_positions_that_are_checked() -> None:
    proof = proof_of(PATHS, WON, look=1)
    points = sum(len(graph_of(proof, task).points) for task in proof.strategies)
    assert points == verify(proof).positions


def test_a_certificate_without_a_move_is_told() -> None:
    proof = proof_of(PATHS, WON, look=1)
    bare = proof._replace(strategies={task: {} for task in proof.strategies})
    with pytest.raises(BadProof, match=r"mover wins in 5: at .* there is no move"):
        graph_of(bare, Task(True, True, 5))


def test_a_graph_that_is_too_large_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_MOVES", 10)
    proof = proof_of(PATHS, WON, look=1)
    with pytest.raises(BadProof, match="more than 10 moves"):
        graph_of(proof, Task(True, True, 5))
