"""Proof and disproof numbers read out of a search's table: what they say is true."""

from itertools import pairwise

import pytest

from plyground.core.game import side_of
from plyground.core.outcome import ONGOING, WIN
from plyground.search.dfpn.driver import ProofSearch
from plyground.search.dfpn.numbers import (
    INFINITE,
    Place,
    ProofNode,
    Reader,
    most_proving,
    top_of,
)
from plyground.search.dfpn.workspace import DELTA, PHI, SLOT, SLOTS
from plyground.search.limits import Limits
from plyground.search.reference import forced
from tests.positions import NIM, ROOT, game_of
from tests.proving import CONNECT_FOUR, DOMINOES, PATHS, SMALL_CONNIPTION

MOVES_AGAIN = str(ROOT / "examples" / "kalah.py")
SHOWN = 100


def searched(name: str, nodes: int, depth: int = 9) -> tuple[ProofSearch, Reader]:
    """A search that was stopped after some nodes, and a reader of its last question."""
    game = game_of(name)
    search = ProofSearch(game, 1 << 20)
    search.solve(game.start(), Limits(nodes=nodes, depth=depth))
    asked = search.progress.question
    assert asked and asked.plies
    return search, Reader(game, search.table, Place(game.start(), asked.plies, asked.by_mover))


@pytest.mark.parametrize(("nodes", "depth"), [(3000, 9), (1 << 20, 4)])
@pytest.mark.parametrize(
    "name", [PATHS, CONNECT_FOUR, DOMINOES, SMALL_CONNIPTION, NIM, MOVES_AGAIN]
)
def test_what_is_proven_is_won_and_what_is_refuted_is_not(
    name: str, nodes: int, depth: int
) -> None:
    search, reader = searched(name, nodes, depth)
    decided = 0
    for node in top_of(reader, [], SHOWN):
        (position, left, attacks), numbers = node.place, node.numbers
        if numbers.is_decided and left <= 6:
            won = forced(search.game, position, left, (WIN,), attacks)
            assert won == (numbers.disproof == INFINITE), search.game.position_text(position)
            decided += 1
        elif not numbers.is_decided:
            assert numbers.proof >= 1 and numbers.disproof >= 1
            assert search.game.outcome(position) == ONGOING
    assert decided or depth == 9 or name == DOMINOES  # which is won by threats, without a tree


def test_reading_changes_nothing() -> None:
    search, reader = searched(CONNECT_FOUR, 3000)
    before = bytes(search.table)
    top_of(reader, [], SHOWN)
    assert bytes(search.table) == before


def test_nodes_stand_below_their_parents_with_the_side_that_moves() -> None:
    search, reader = searched(MOVES_AGAIN, 3000)
    shown = top_of(reader, [], SHOWN)
    assert shown[0].place == reader.asked
    first = side_of(search.game, reader.asked.position)
    for number, node in enumerate(shown[1:], 1):
        assert node.parent < number
        assert node.place == reader.after(path(shown, number))
        is_first = side_of(search.game, node.place.position) == first
        assert node.place.attacks == (is_first == reader.asked.attacks)


def path(shown: list[ProofNode], number: int) -> list[int]:
    moves: list[int] = []
    while number:
        moves.insert(0, shown[number].move)
        number = shown[number].parent
    return moves


@pytest.mark.parametrize("name", [CONNECT_FOUR, PATHS])
def test_the_most_proving_line_follows_the_least_numbers(name: str) -> None:
    _, reader = searched(name, 3000)
    shown = top_of(reader, [], SHOWN)
    line = most_proving(shown)
    assert len(line) > 1
    for above, below in pairwise(line):
        assert shown[below].parent == above
        field = "proof" if shown[above].place.attacks else "disproof"
        siblings = [node.numbers for node in shown if node.parent == above]
        least = min(getattr(numbers, field) for numbers in siblings)
        assert getattr(shown[below].numbers, field) == least


@pytest.mark.parametrize("nodes", [2000, 3000, 5000])
def test_the_numbers_of_the_root_follow_from_its_moves(nodes: int) -> None:
    _, reader = searched(CONNECT_FOUR, nodes)
    shown = top_of(reader, [], SHOWN)
    below = [node.numbers for node in shown if node.parent == 0]
    assert not any(numbers.is_decided for numbers in below)
    proofs, disproofs = ([numbers[n] for numbers in below] for n in (0, 1))
    others = len(below) - 1
    if reader.asked.attacks:
        assert shown[0].numbers[:2] == (min(proofs), max(disproofs) + others)
    else:
        assert shown[0].numbers[:2] == (max(proofs) + others, min(disproofs))


@pytest.mark.parametrize("nodes", [2000, 3000, 5000])
def test_the_numbers_of_moves_are_those_that_the_search_works_with(nodes: int) -> None:
    """Those of the root's moves are in its workspace, as the side sees them that moves next; where
    two moves are images of each other, the table has those of the one that was searched later."""
    search, reader = searched(CONNECT_FOUR, nodes)
    children = [numbers for _, _, numbers in reader.children(reader.asked)]
    slots = search.workspace[SLOTS + SLOT :][: SLOT * len(children)].reshape(-1, SLOT)
    kept = [(int(slot[DELTA]), int(slot[PHI])) for slot in slots]
    for proof, disproof, _ in children:
        assert ((proof, disproof) if reader.asked.attacks else (disproof, proof)) in kept
    assert any(proof != disproof for proof, disproof, _ in children)
