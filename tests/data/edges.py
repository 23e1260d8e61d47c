"""Edges between dots, in turn; a box belongs to whoever drew its last edge."""

from typing import NamedTuple

from plyground import LOSS, ONGOING, Scene, game


class Position(NamedTuple):
    edges: int
    red: int
    blue: int


@game("edges")
class Edges(NamedTuple):
    """Draw an edge; whoever draws the last one wins."""

    boxes: int = 2

    def start(self):
        return Position(0, 0, 0)

    def side(self, position):
        return position.edges.bit_count() & 1

    def moves(self, position):
        across = 2 * self.boxes + 1
        for square in range(across * across):
            if (square // across + square % across) % 2 and not position.edges >> square & 1:
                yield square

    def play(self, position, move):
        edges, closed = position.edges | 1 << move, position.edges & 0
        across = 2 * self.boxes + 1
        for row in range(1, across, 2):
            for column in range(1, across, 2):
                box = row * across + column
                around = 1 << box - 1 | 1 << box + 1 | 1 << box - across | 1 << box + across
                if edges & around == around:
                    closed |= 1 << box
        closed &= ~(position.red | position.blue)
        if self.side(position):
            return Position(edges, position.red, position.blue | closed)
        return Position(edges, position.red | closed, position.blue)

    def outcome(self, position):
        return LOSS if position.edges.bit_count() == 2 * self.boxes * (self.boxes + 1) else ONGOING

    sides = ("Red", "Blue")
    styles = {
        "R": ("■", "red", "Red"),
        "B": ("□", "blue", "Blue"),
        "-": ("─", "", "edge"),
        "|": ("│", "", "edge"),
        "+": ("•", ""),
        ".": (" ", ""),
    }

    def move_text(self, position, move):
        across = 2 * self.boxes + 1
        return f"{chr(97 + move % across)}{move // across + 1}"

    def placed_squares(self, position, move):
        return (move,)

    def scene(self, position):
        across = 2 * self.boxes + 1
        boards = {"R": position.red, "B": position.blue, "e": position.edges}
        rows = []
        for row in range(across):
            symbols = ""
            for column in range(across):
                square = row * across + column
                found = [symbol for symbol, board in boards.items() if board >> square & 1]
                symbols += "+" if row % 2 == column % 2 == 0 else found[0] if found else "."
            rows.append(symbols.replace("e", "|" if row % 2 else "-"))
        columns, labels = zip(*((chr(97 + n), str(n + 1)) for n in range(across)))
        return Scene(tuple(rows), columns, labels, layout="edges")
