"""Reference rules of Dominoes in line: lay dominoes until one player owns a line of squares."""

from dataclasses import dataclass

from tests.reference.lines import owns_a_line, straight_lines

MARKS = ("x", "o")
WINNERS = ("first", "second")
EMPTY = "."
HORIZONTAL = 1
VERTICAL = 2


@dataclass(frozen=True)
class State:
    """`cells` holds the squares row by row from the top left."""

    cells: str
    side: int
    outcome: str | None


class Dominoes:
    """Both squares of a domino carry its player's mark; `line` squares in a row win."""

    def __init__(self, *, rows: int = 6, columns: int = 7, line: int = 4) -> None:
        self.rows = rows
        self.columns = columns
        self.lines = [
            [self._index(row, column) for row, column in squares]
            for squares in straight_lines(rows, columns, line)
        ]
        self.dominoes = self._all_dominoes()

    def start(self) -> State:
        cells = EMPTY * (self.rows * self.columns)
        return State(cells=cells, side=0, outcome=None if self._has_room(cells) else "draw")

    def moves(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        return [text for text in self.dominoes if self._is_free(state.cells, text)]

    def play(self, state: State, text: str) -> State:
        if (
            state.outcome is not None
            or text not in self.dominoes
            or not self._is_free(state.cells, text)
        ):
            raise ValueError(f"illegal move: {text!r}")
        marked = list(state.cells)
        for index in self.dominoes[text]:
            marked[index] = MARKS[state.side]
        cells = "".join(marked)
        return State(cells=cells, side=1 - state.side, outcome=self._outcome(cells, state.side))

    def result(self, state: State) -> str | None:
        return state.outcome

    def view(self, state: State) -> tuple[tuple[str, ...], int]:
        rows = []
        for row in range(self.rows):
            begin = self._index(row, 0)
            rows.append(state.cells[begin : begin + self.columns])
        return tuple(rows), state.side

    def _index(self, row: int, column: int) -> int:
        return row * self.columns + column

    def _all_dominoes(self) -> dict[str, tuple[int, int]]:
        """Every domino on the empty board: its text, and the two squares that it covers."""
        dominoes = {}
        for row in range(self.rows):
            for column in range(self.columns):
                here = self._index(row, column)
                if column + 1 < self.columns:
                    text = f"{HORIZONTAL},{row + 1},{column + 1}"
                    dominoes[text] = (here, self._index(row, column + 1))
                if row + 1 < self.rows:
                    text = f"{VERTICAL},{row + 1},{column + 1}"
                    dominoes[text] = (here, self._index(row + 1, column))
        return dominoes

    def _is_free(self, cells: str, text: str) -> bool:
        one, other = self.dominoes[text]
        return cells[one] == EMPTY and cells[other] == EMPTY

    def _has_room(self, cells: str) -> bool:
        return any(self._is_free(cells, text) for text in self.dominoes)

    def _outcome(self, cells: str, mover: int) -> str | None:
        # Only the mover's newest domino can complete a line, so only the mover can win.
        if owns_a_line(cells, MARKS[mover], self.lines):
            return WINNERS[mover]
        if not self._has_room(cells):
            return "draw"
        return None
