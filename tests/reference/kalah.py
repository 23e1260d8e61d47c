"""Reference rules of Kalah: houses and stores as a ring, counted counter-clockwise."""

from dataclasses import dataclass

WINNERS = ("first", "second")


@dataclass(frozen=True)
class State:
    """Seeds in South's houses, her store, North's houses and his store."""

    ring: tuple[int, ...]
    side: int


class Kalah:
    def __init__(self, houses: int = 6, seeds: int = 4) -> None:
        self.houses, self.seeds = houses, seeds

    def start(self) -> State:
        half = (*[self.seeds] * self.houses, 0)
        return State(half + half, 0)

    def moves(self, state: State) -> list[str]:
        if self.result(state):
            return []
        return [self._name(pit) for pit in self._own(state.side) if state.ring[pit]]

    def _own(self, side: int) -> range:
        first = side * (self.houses + 1)
        return range(first, first + self.houses)

    def _store(self, side: int) -> int:
        return self.houses if side == 0 else 2 * self.houses + 1

    def _name(self, pit: int) -> str:
        """The letter of the column in which a house is; North's run the other way."""
        return "abcdef"[min(pit, 2 * self.houses - pit)]

    def play(self, state: State, text: str) -> State:
        ring, side = [*state.ring], state.side
        (pit,) = (pit for pit in self._own(side) if self._name(pit) == text)
        hand, ring[pit] = ring[pit], 0
        while hand:
            pit = (pit + 1) % len(ring)
            if pit != self._store(1 - side):
                ring[pit] += 1
                hand -= 1
        opposite = 2 * self.houses - pit
        if pit in self._own(side) and ring[pit] == 1 and ring[opposite]:
            ring[self._store(side)] += 1 + ring[opposite]
            ring[pit] = ring[opposite] = 0
        return State(tuple(ring), side if pit == self._store(side) else 1 - side)

    def result(self, state: State) -> str | None:
        left = [sum(state.ring[pit] for pit in self._own(side)) for side in (0, 1)]
        if all(left):
            return None
        south, north = (left[side] + state.ring[self._store(side)] for side in (0, 1))
        return "draw" if south == north else WINNERS[north > south]

    def view(self, state: State) -> tuple[object, ...]:
        digits = ["0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[seeds] for seeds in state.ring]
        south, north = ("".join(digits[pit] for pit in self._own(side)) for side in (0, 1))
        return (north[::-1], south), state.side
