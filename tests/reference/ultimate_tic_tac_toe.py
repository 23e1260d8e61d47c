"""Reference rules of ultimate tic-tac-toe: each square of a board is a board of its own."""

from dataclasses import dataclass
from itertools import product

MARKS = ("X", "O")
WINNERS = ("first", "second")
EMPTY = "."
Square = tuple[int, int]
BOARDS = [*product(range(3), range(3))]
ROWS = [[(n, m) for m in range(3)] for n in range(3)]
LINES = [*ROWS, *zip(*ROWS), [(n, n) for n in range(3)], [(n, 2 - n) for n in range(3)]]


@dataclass(frozen=True)
class State:
    """The mark of each square by row and column of the large board, and where to play next."""

    marks: dict[Square, str]
    side: int
    board: Square | None


class UltimateTicTacToe:
    def start(self) -> State:
        return State(dict.fromkeys(product(range(9), range(9)), EMPTY), 0, None)

    def moves(self, state: State) -> list[str]:
        if self.result(state):
            return []
        boards = [state.board] if state.board else BOARDS
        return [
            "abcdefghi"[column] + str(row + 1)
            for (row, column), mark in state.marks.items()
            if mark == EMPTY
            and (row // 3, column // 3) in boards
            and not winner(small(state.marks, (row // 3, column // 3)))
        ]

    def play(self, state: State, text: str) -> State:
        row, column = int(text[1]) - 1, "abcdefghi".index(text[0])
        marks = {**state.marks, (row, column): MARKS[state.side]}
        target: Square | None = (row % 3, column % 3)
        there = small(marks, (row % 3, column % 3))
        if winner(there) or EMPTY not in there.values():
            target = None
        return State(marks, 1 - state.side, target)

    def result(self, state: State) -> str | None:
        boards = {board: small(state.marks, board) for board in BOARDS}
        won = winner({board: winner(marks) or EMPTY for board, marks in boards.items()})
        if won:
            return WINNERS[MARKS.index(won)]
        closed = all(winner(marks) or EMPTY not in marks.values() for marks in boards.values())
        return "draw" if closed else None

    def view(self, state: State) -> tuple[tuple[str, ...], int]:
        rows = ("".join(state.marks[row, column] for column in range(9)) for row in range(9))
        return tuple(rows), state.side


def small(marks: dict[Square, str], board: Square) -> dict[Square, str]:
    return {(r, c): marks[3 * board[0] + r, 3 * board[1] + c] for r, c in BOARDS}


def winner(marks: dict[Square, str]) -> str:
    for line in LINES:
        if len({marks[square] for square in line}) == 1 and marks[line[0]] != EMPTY:
            return marks[line[0]]
    return ""
