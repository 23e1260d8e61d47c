"""Reference rules of Domineering: one side lays dominoes upright, the other across."""

from dataclasses import dataclass

MARKS = ("V", "H")
WINNERS = ("first", "second")
EMPTY = "."


@dataclass(frozen=True)
class State:
    """The board as rows of marks."""

    rows: tuple[str, ...]
    side: int


class Domineering:
    def __init__(self, rows: int = 8, columns: int = 8) -> None:
        self.rows, self.columns = rows, columns

    def start(self) -> State:
        return State((EMPTY * self.columns,) * self.rows, 0)

    def moves(self, state: State) -> list[str]:
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                end = (row + 1, column) if state.side == 0 else (row, column + 1)
                ends = ((row, column), end)
                if all(self._is_free(state, *square) for square in ends):
                    found.append("".join(f"{chr(97 + c)}{r + 1}" for r, c in ends))
        return found

    def _is_free(self, state: State, row: int, column: int) -> bool:
        return row < self.rows and column < self.columns and state.rows[row][column] == EMPTY

    def play(self, state: State, text: str) -> State:
        board = [[*row] for row in state.rows]
        for name in (text[:2], text[2:]):
            board[int(name[1:]) - 1][ord(name[0]) - 97] = MARKS[state.side]
        return State(tuple("".join(row) for row in board), 1 - state.side)

    def result(self, state: State) -> str | None:
        return None if self.moves(state) else WINNERS[1 - state.side]

    def view(self, state: State) -> tuple[tuple[str, ...], int]:
        return state.rows, state.side
