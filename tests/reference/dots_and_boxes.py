"""Reference rules of Dots and Boxes: a set of lines, each a pair of dots, and owners of boxes."""

from dataclasses import dataclass

WINNERS = ("first", "second")
MARKS = ("R", "B")
Dot = tuple[int, int]
Line = frozenset[Dot]


@dataclass(frozen=True)
class State:
    lines: frozenset[Line]
    owners: tuple[tuple[Dot, int], ...]
    """Who closed each closed box, which is known by its upper left dot."""
    side: int


class DotsAndBoxes:
    def __init__(self, rows: int = 4, columns: int = 4) -> None:
        self.boxes = [(row, column) for row in range(rows) for column in range(columns)]
        self.rows, self.columns = rows, columns
        lines = {line for box in self.boxes for line in around(box)}
        self.names = {name(line): line for line in lines}

    def start(self) -> State:
        return State(frozenset(), (), 0)

    def moves(self, state: State) -> list[str]:
        return [text for text, line in self.names.items() if line not in state.lines]

    def play(self, state: State, text: str) -> State:
        lines = state.lines | {self.names[text]}
        open_before = [box for box in self.boxes if not around(box) <= state.lines]
        closed = [(box, state.side) for box in open_before if around(box) <= lines]
        side = state.side if closed else 1 - state.side
        return State(lines, (*state.owners, *closed), side)

    def result(self, state: State) -> str | None:
        if len(state.lines) < len(self.names):
            return None
        first, second = ([side for _, side in state.owners].count(n) for n in (0, 1))
        return "draw" if first == second else WINNERS[second > first]

    def view(self, state: State) -> tuple[tuple[str, ...], int]:
        owners = dict(state.owners)
        rows = []
        for row in range(2 * self.rows + 1):
            symbols = ""
            for column in range(2 * self.columns + 1):
                text = f"{chr(97 + column)}{row + 1}"
                if row % 2 and column % 2:
                    owner = owners.get((row // 2, column // 2))
                    symbols += "." if owner is None else MARKS[owner]
                elif row % 2 or column % 2:
                    drawn = self.names[text] in state.lines
                    symbols += ("|" if row % 2 else "-") if drawn else "."
                else:
                    symbols += "+"
            rows.append(symbols)
        return tuple(rows), state.side


def around(box: Dot) -> frozenset[Line]:
    row, column = box
    corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
    return frozenset(frozenset((corners[n], corners[n - 1])) for n in range(4))


def name(line: Line) -> str:
    """A line as it is written: between its dots, which are two columns or rows apart."""
    (row, column), (other_row, other_column) = line
    return f"{chr(97 + column + other_column)}{row + other_row + 1}"
