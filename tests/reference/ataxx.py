"""Reference rules of Ataxx: pieces grow or jump two squares, and take over their neighbours."""

from dataclasses import dataclass
from itertools import product

MARKS = ("B", "W")
WINNERS = ("first", "second")
EMPTY = "."
PASS = "pass"
Square = tuple[int, int]


@dataclass(frozen=True)
class State:
    """What stands on each square: `a1` is column 0, row 0."""

    board: dict[Square, str]
    side: int


class Ataxx:
    """Black owns the upper left and the lower right corner."""

    def __init__(self, size: int = 7) -> None:
        self.size = size

    def start(self) -> State:
        board = dict.fromkeys(product(range(self.size), range(self.size)), EMPTY)
        last = self.size - 1
        board[0, last] = board[last, 0] = MARKS[0]
        board[0, 0] = board[last, last] = MARKS[1]
        return State(board, 0)

    def moves(self, state: State) -> list[str]:
        if self.result(state):
            return []
        return sorted({*self._moves(state)}) or [PASS]

    def _moves(self, state: State) -> list[str]:
        own = [square for square, mark in state.board.items() if mark == MARKS[state.side]]
        free = [square for square, mark in state.board.items() if mark == EMPTY]
        texts = []
        for origin, target in product(own, free):
            if distance(origin, target) == 1:
                texts.append(name(target))
            elif distance(origin, target) == 2:
                texts.append(name(origin) + name(target))
        return texts

    def play(self, state: State, text: str) -> State:
        board, own, other = dict(state.board), MARKS[state.side], MARKS[1 - state.side]
        if text != PASS:
            names = {name(square): square for square in board}
            *jumps, target = (names[text[n : n + 2]] for n in range(0, len(text), 2))
            for origin in jumps:
                board[origin] = EMPTY
            board[target] = own
            for square, mark in state.board.items():
                if distance(square, target) == 1 and mark == other:
                    board[square] = own
        return State(board, 1 - state.side)

    def result(self, state: State) -> str | None:
        counts = [[*state.board.values()].count(mark) for mark in MARKS]
        if all(counts) and EMPTY in state.board.values():
            return None
        if counts[0] == counts[1]:
            return "draw"
        return WINNERS[counts[1] > counts[0]]

    def view(self, state: State) -> tuple[tuple[str, ...], int]:
        rows = reversed(range(self.size))
        columns = range(self.size)
        return tuple("".join(state.board[c, r] for c in columns) for r in rows), state.side


def distance(one: Square, other: Square) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)
