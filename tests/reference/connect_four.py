"""Reference rules of Connect Four on a board of any size."""

from dataclasses import dataclass

from tests.reference.lines import owns_a_line, straight_lines

MARKS = ("x", "o")
WINNERS = ("first", "second")
EMPTY = "."


@dataclass(frozen=True)
class State:
    """Each column is the string of its discs from the bottom to the top."""

    columns: tuple[str, ...]
    side: int
    outcome: str | None


class ConnectFour:
    """Drop a disc into a column; the first line of `connect` discs or more wins."""

    def __init__(self, *, width: int = 7, height: int = 6, connect: int = 4) -> None:
        self.width = width
        self.height = height
        # A column is written out as `height` cells in a row, so the lines are counted
        # with columns as the major coordinate.
        self.lines = [
            [column * height + level for column, level in line]
            for line in straight_lines(width, height, connect)
        ]

    def start(self) -> State:
        return State(columns=("",) * self.width, side=0, outcome=None)

    def moves(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        return [
            str(number)
            for number, discs in enumerate(state.columns, start=1)
            if len(discs) < self.height
        ]

    def play(self, state: State, text: str) -> State:
        if text not in self.moves(state):
            raise ValueError(f"illegal move: {text!r}")
        columns = list(state.columns)
        columns[int(text) - 1] += MARKS[state.side]
        return State(
            columns=tuple(columns),
            side=1 - state.side,
            outcome=self._outcome(columns, state.side),
        )

    def result(self, state: State) -> str | None:
        return state.outcome

    def view(self, state: State) -> tuple[tuple[str, ...], int]:
        padded = [discs.ljust(self.height, EMPTY) for discs in state.columns]
        rows = [
            "".join(column[level] for column in padded) for level in reversed(range(self.height))
        ]
        return tuple(rows), state.side

    def _outcome(self, columns: list[str], mover: int) -> str | None:
        # Only the disc that was just dropped can complete a line, so only the mover can win.
        cells = "".join(discs.ljust(self.height, EMPTY) for discs in columns)
        if owns_a_line(cells, MARKS[mover], self.lines):
            return WINNERS[mover]
        if EMPTY not in cells:
            return "draw"
        return None
