"""Reading proof and disproof numbers out of the table of a proof-number search, while it searches.

The proof number is how many open positions would have to be won, at least, to prove that the
attacker wins; the disproof number how many would have to be held to refute it. They are phi and
delta, whoever is to move. Reading changes nothing.
"""

import heapq
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from plyground.core.bits import bits, signed
from plyground.core.compile import kernel, raw
from plyground.core.game import Game, declares, table_key
from plyground.core.memory import Memory
from plyground.core.outcome import LOSS, ONGOING, WIN
from plyground.core.turns import moves_again
from plyground.search.dfpn.kernel import MAX_UNSTORED
from plyground.search.dfpn.table import (
    delta_of,
    left_of,
    not_won_within,
    phi_of,
    probe,
    won_within,
    work_of,
)
from plyground.search.solution import SYMMETRY_PLIES

INFINITE: Final = 1 << 40
FIELDS: Final = 6
"""The parts of an entry of the table."""
PREFERENCE: Final = 4
"""How much more work the most promising move may have had, when it comes to what is shown."""
MAX_MOVES: Final = 8
"""How many moves of a node are shown."""


class Numbers(NamedTuple):
    """What is known of the question whether the attacker wins from a position."""

    proof: int = 1
    """INFINITE if it is refuted."""
    disproof: int = 1
    """INFINITE if it is proven."""
    work: int = 0
    """The logarithm, to the base 2, of the nodes that were spent on it; 0: it was not looked at."""

    @property
    def is_decided(self) -> bool:
        """Whether it is proven or refuted."""
        return INFINITE in (self.proof, self.disproof)


PROVEN: Final = Numbers(0, INFINITE)
REFUTED: Final = Numbers(INFINITE, 0)


class Place(NamedTuple):
    """A position that is asked about."""

    position: Any
    left: int
    """Within how many plies the attacker shall win."""
    attacks: bool
    """Whether the attacker is to move."""


class ProofNode(NamedTuple):
    """A node of the tree as it is shown."""

    parent: int
    """Which of the nodes that are shown it is below; -1: none."""
    move: int
    place: Place
    numbers: Numbers


class Reader:
    """Reads the table of a search for one question about a position: does the attacker, who is to
    move there or not, win within so many plies?"""

    def __init__(self, game: Game, table: Memory, asked: Place) -> None:
        self.game, self.table, self.asked = game, table, asked
        self.symmetry_from = asked.left - SYMMETRY_PLIES
        self.has_non_losing = declares(game, "non_losing_moves")

    def after(self, moves: Sequence[int]) -> Place:
        """The place that some moves lead to."""
        place = self.asked
        for move in moves:
            place = self.child(place, move)
        return place

    def child(self, place: Place, move: int) -> Place:
        """The place after a move."""
        after = self.game.play(place.position, move)
        again = moves_again(self.game, place.position, after)
        return Place(after, place.left - 1, place.attacks == again)

    def children(self, place: Place) -> list[tuple[int, Place, Numbers]]:
        """Each move with where it leads and what is known there, the most promising first."""
        if place.left <= 0 or self.game.outcome(place.position) != ONGOING:
            return []
        open_moves = self.open_moves(place)
        found = []
        for move in self.game.moves(place.position):
            after = self.child(place, move)
            numbers = self.numbers(after)
            if move not in open_moves and not numbers.is_decided:
                numbers = REFUTED if place.attacks else PROVEN  # the move loses at once
            found.append((move, after, numbers))
        return sorted(found, key=lambda one: effort(one[2], place.attacks))

    def open_moves(self, place: Place) -> list[int]:
        """The moves that the search looks at."""
        if self.has_non_losing and place.left > MAX_UNSTORED:
            return [*self.game.non_losing_moves(place.position)]
        return [*self.game.moves(place.position)]

    def numbers(self, place: Place) -> Numbers:
        """What is known of a place below the one that is asked about."""
        game, (position, left, attacks) = self.game, place
        outcome = game.outcome(position)
        if outcome != ONGOING or left <= 0:
            return PROVEN if outcome == (WIN if attacks else LOSS) else REFUTED
        if not game.may_win(position, attacks):
            return REFUTED
        key = table_key(game, position, left >= self.symmetry_from)
        row = np.zeros(FIELDS, dtype=np.int64)
        if not read_entry(raw(self.table), signed(key), int(attacks), row):
            return Numbers()
        won, not_won, asked, phi, delta, work = map(int, row)
        if won <= left or not_won >= left:
            return (PROVEN if won <= left else REFUTED)._replace(work=work)
        if asked != left:
            return Numbers(work=work)
        return Numbers(phi, delta, work) if attacks else Numbers(delta, phi, work)

    def joined(self, place: Place) -> Numbers:
        """What the children of a place say of it, as the search joins them."""
        below = [numbers for _, _, numbers in self.children(place)]
        if not below:
            return self.numbers(place)
        work = max(numbers.work for numbers in below)
        proofs, disproofs = ([one[n] for one in below] for n in (0, 1))
        if place.attacks:
            return Numbers(min(proofs), weak_sum(disproofs), work)
        return Numbers(weak_sum(proofs), min(disproofs), work)


def effort(numbers: Numbers, attacks: bool) -> tuple[int, int]:
    """How hard a move looks for the side that makes it; the least is the most promising one."""
    own, other = (numbers.proof, numbers.disproof) if attacks else (numbers.disproof, numbers.proof)
    return own, -other


def weak_sum(numbers: list[int]) -> int:
    """Weak proof-number search: the greatest, and 1 for each other that is open."""
    opened = [number for number in numbers if number]
    return min(max(opened) + len(opened) - 1, INFINITE) if opened else 0


@kernel
def read_entry(table: Any, word: int, attacking: int, row: Any) -> bool:
    """Write the parts of an entry to a row; returns whether there is one."""
    data = probe(table, bits(word), attacking)
    row[0], row[1], row[2] = won_within(data), not_won_within(data), left_of(data)
    row[3], row[4], row[5] = phi_of(data), delta_of(data), work_of(data)
    return data != 0


def top_of(reader: Reader, moves: Sequence[int], count: int) -> list[ProofNode]:
    """The node after some moves and about `count` of those below it: of each that was looked at,
    those with the most work first, its most promising moves. Each one's parent comes before it."""
    place = reader.after(moves)
    shown = [ProofNode(-1, 0, place, reader.joined(place))]
    waiting = [(0, 0)]
    while waiting and len(shown) < count:
        number = heapq.heappop(waiting)[1]
        below = reader.children(shown[number].place)[:MAX_MOVES]
        for rank, (move, after, numbers) in enumerate(below):
            if numbers.work:
                preference = 0 if rank else PREFERENCE
                heapq.heappush(waiting, (-numbers.work - preference, len(shown)))
            shown.append(ProofNode(number, move, after, numbers))
    return shown


def most_proving(shown: list[ProofNode]) -> list[int]:
    """The numbers of the nodes of the most-proving line, the first node first: the move that looks
    easiest for the side that makes it, again and again."""
    line = [0]
    while True:
        attacks = shown[line[-1]].place.attacks
        below = [n for n, node in enumerate(shown) if node.parent == line[-1]]
        if not below:
            return line
        line.append(min(below, key=lambda n: effort(shown[n].numbers, attacks)))
