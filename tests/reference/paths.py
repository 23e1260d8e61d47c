"""Reference rules of generalized tic-tac-toe: own every space of some path."""

from dataclasses import dataclass
from itertools import product

MARKS = ("x", "o")
WINNERS = ("first", "second")
EMPTY = "."


@dataclass(frozen=True)
class State:
    """`spaces` holds one mark for each of the spaces 1..N."""

    spaces: str
    side: int
    outcome: str | None


class Paths:
    """Mark free spaces in turn; completing a path wins, or loses in misere play."""

    def __init__(self, spaces: int, paths: list[list[int]], misere: bool = False) -> None:
        if spaces < 1:
            raise ValueError("there must be at least one space")
        for path in paths:
            if not path or min(path) < 1 or max(path) > spaces:
                raise ValueError(f"not a path over the spaces 1 to {spaces}: {path}")
        self.spaces = spaces
        self.paths = [list(path) for path in paths]
        self.misere = misere

    def start(self) -> State:
        return State(spaces=EMPTY * self.spaces, side=0, outcome=None)

    def moves(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        return [str(number) for number, mark in enumerate(state.spaces, start=1) if mark == EMPTY]

    def play(self, state: State, text: str) -> State:
        if text not in self.moves(state):
            raise ValueError(f"illegal move: {text!r}")
        spaces = list(state.spaces)
        spaces[int(text) - 1] = MARKS[state.side]
        return State(
            spaces="".join(spaces),
            side=1 - state.side,
            outcome=self._outcome(spaces, state.side),
        )

    def result(self, state: State) -> str | None:
        return state.outcome

    def view(self, state: State) -> tuple[str, int]:
        return state.spaces, state.side

    def _outcome(self, spaces: list[str], mover: int) -> str | None:
        # Only the mover's newest mark can complete a path, so only the mover's are looked at.
        if self._owns_a_path(spaces, MARKS[mover]):
            return WINNERS[1 - mover] if self.misere else WINNERS[mover]
        if EMPTY not in spaces:
            return "draw"
        return None

    def _owns_a_path(self, spaces: list[str], mark: str) -> bool:
        for path in self.paths:
            for number in path:
                if spaces[number - 1] != mark:
                    break
            else:
                return True
        return False


def grid_paths(sides: tuple[int, ...], line: int) -> tuple[int, list[list[int]]]:
    """The number of spaces of a box, and all its straight lines of exactly `line` spaces.

    Spaces are numbered from 1 with the last coordinate running fastest.
    """
    box = list(product(*(range(side) for side in sides)))
    number_of = {cell: number for number, cell in enumerate(box, start=1)}
    paths = []
    seen = set()
    for cell in box:
        for direction in product((-1, 0, 1), repeat=len(sides)):
            if not any(direction):
                continue
            cells = [
                tuple(start + i * step for start, step in zip(cell, direction, strict=True))
                for i in range(line)
            ]
            if cells[-1] not in number_of:
                continue
            # Each line is met once from either end, and lines of one space many times.
            path = sorted(number_of[each] for each in cells)
            if tuple(path) not in seen:
                seen.add(tuple(path))
                paths.append(path)
    return len(box), paths
