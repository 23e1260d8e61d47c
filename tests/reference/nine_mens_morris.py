"""Reference rules of Nine Men's Morris, from the picture of its board."""

from dataclasses import dataclass

BOARD = """
a7-----------d7-----------g7
|            |            |
|   b6-------d6-------f6  |
|   |        |        |   |
|   |   c5---d5---e5  |   |
|   |   |         |   |   |
a4--b4--c4        e4--f4--g4
|   |   |         |   |   |
|   |   c3---d3---e3  |   |
|   |        |        |   |
|   b2-------d2-------f2  |
|            |            |
a1-----------d1-----------g1
"""
POINTS = BOARD.replace("-", " ").replace("|", " ").split()
WINNERS = ("first", "second")
MARKS = ("W", "B")


def lines() -> list[list[str]]:
    """Every three points that lie on one stroke: those of a row or column, of which the middle one
    has six."""
    found = []
    for along in (0, 1):
        for name in dict.fromkeys(point[along] for point in POINTS):
            row = sorted(point for point in POINTS if point[along] == name)
            found += [row[:3], row[3:]] if len(row) == 6 else [row]
    return found


LINES = lines()


@dataclass(frozen=True)
class State:
    """Whose man stands on each point that has one, and how many each side has yet to place."""

    men: tuple[tuple[str, int], ...]
    hands: tuple[int, int]
    side: int


class NineMensMorris:
    def __init__(self, men: int = 9) -> None:
        self.men = men

    def start(self) -> State:
        return State((), (self.men, self.men), 0)

    def moves(self, state: State) -> list[str]:
        if self.result(state):
            return []
        return [text + taken for text in self._steps(state) for taken in self._taken(state, text)]

    def _steps(self, state: State) -> list[str]:
        board = dict(state.men)
        free = [point for point in POINTS if point not in board]
        if state.hands[state.side]:
            return free
        own = [point for point in board if board[point] == state.side]
        return [
            f"{origin}-{target}"
            for origin in own
            for target in free
            if len(own) == 3 or target in neighbours(origin)
        ]

    def _taken(self, state: State, text: str) -> list[str]:
        """What a move takes, as it is written: nothing, or each man that it may take."""
        board = self._stepped(state, text)
        target, other = text[-2:], 1 - state.side
        if not in_mill(board, target):
            return [""]
        men = [point for point in board if board[point] == other]
        outside = [point for point in men if not in_mill(board, point)]
        return [f"x{point}" for point in outside or men]

    def _stepped(self, state: State, text: str) -> dict[str, int]:
        board = dict(state.men)
        *origins, target = text.split("-")
        for origin in origins:
            del board[origin]
        return {**board, target: state.side}

    def play(self, state: State, text: str) -> State:
        step, _, taken = text.partition("x")
        board = self._stepped(state, step)
        board.pop(taken, None)
        hands = [*state.hands]
        hands[state.side] -= "-" not in step
        return State(tuple(board.items()), (hands[0], hands[1]), 1 - state.side)

    def result(self, state: State) -> str | None:
        own = [side for _, side in state.men].count(state.side)
        if state.hands[state.side] or (own >= 3 and self._steps(state)):
            return None
        return WINNERS[1 - state.side]

    def view(self, state: State) -> tuple[tuple[str, ...], int]:
        board = dict(state.men)
        names = [[f"{column}{row}" for column in "abcdefg"] for row in range(7, 0, -1)]
        return tuple("".join(symbol(board, name) for name in row) for row in names), state.side


def symbol(board: dict[str, int], name: str) -> str:
    if name in board:
        return MARKS[board[name]]
    return "." if name in POINTS else " "


def neighbours(point: str) -> list[str]:
    found = []
    for line in LINES:
        if point in line:
            found += [line[1]] if point != line[1] else [line[0], line[2]]
    return found


def in_mill(board: dict[str, int], point: str) -> bool:
    sides = [{board.get(other) for other in line} for line in LINES if point in line]
    return {board[point]} in sides
