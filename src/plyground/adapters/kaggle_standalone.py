"""An agent for Kaggle's ConnectX that needs nothing but Python's standard library.

It searches by alpha-beta with a table of positions, deeper and deeper until its time is over, on
boards of any size and with lines of any length. A board is an integer: bit `column * (rows + 1) +
row` is a square, counted from the bottom left. The bit above each column stays free, so that no
line runs from one column into the next:

     6 13 20 ..
     5 12 19 ..
     ..
     0  7 14 ..

`own` are the discs of the side to move, `other` those of its opponent. A square is a threat of a
side if a disc there completes a line of that side.
"""

import base64
import time
import zlib
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import Any

SHARE = 0.85
"""How much of a move's time is used; the rest is for what comes before and after the search."""
LOOK = 64
"""After how many nodes it looks at the clock."""
WIN = 1_000_000
"""A win is worth this, less the number of discs on the board by then: an earlier one is better."""
PROVEN = WIN // 2
"""No evaluation comes near it: a position that is worth more is won, whatever comes."""
MAX_TABLE = 600_000
"""How many positions are remembered from move to move."""
EXACT, LOWER, UPPER = 0, 1, 2
"""What a value in the table is: the value itself, or a bound of it."""
THREAT, GOOD_THREAT, MIDDLE = 8, 16, 1
"""What is counted where no win is in sight; good threats are those in rows that suit a side."""

BOOK_BOARD = (7, 6, 4)
"""The columns, the rows and the length of lines that the opening book is for."""
BOOK = ""
"""The opening book, as `read_book` reads it."""

Move = tuple[int, int, int]
"""How good a move looks, its square, and the threats of its side after it."""


class OutOfTime(Exception):
    """The time for this move is over."""


class Board:
    """The squares of a board, and which of them are threats."""

    def __init__(self, columns: int, rows: int, length: int) -> None:
        self.columns, self.rows, self.length = columns, rows, length
        self.cells = columns * rows
        self.bottom = sum(1 << column * (rows + 1) for column in range(columns))
        self.squares = (self.bottom << rows) - self.bottom
        self.threats = threat_function(rows, length, self.squares)
        odd = sum(self.bottom << row for row in range(0, rows, 2))
        self.suiting = (odd, self.squares & ~odd)
        """The rows in which threats suit the first player and the second: as the board fills up,
        the first disc of a column is the first player's, the next one the second player's."""
        by_rank = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self.by_rank = [self.column(column) for column in by_rank]
        """The squares of each column, from the middle outwards."""

    def column(self, column: int) -> int:
        """The squares of a column."""
        return ((1 << self.rows) - 1) << column * (self.rows + 1)

    def column_of(self, square: int) -> int:
        """The number of the column of a square."""
        return (square.bit_length() - 1) // (self.rows + 1)

    def mirrored(self, discs: int) -> int:
        """The board with its columns in reverse order."""
        image, bits = 0, self.rows + 1
        for column in range(self.columns):
            stack = discs >> column * bits & (1 << bits) - 1
            image |= stack << (self.columns - 1 - column) * bits
        return image


def threat_function(rows: int, length: int, squares: int) -> Callable[[int], int]:
    """The function that gives the threats of a side's discs; some of them are on taken squares.

    It is written out for the board, as a loop would take three times as long: `bN` are the squares
    with N discs in a row before them, `aN` those with N discs in a row after them.
    """
    upright = [f"discs << {n}" for n in range(1, length)]
    lines = ["def threats(discs):", f"    found = {' & '.join(upright) or -1}"]
    for step in (rows, rows + 1, rows + 2):
        for n in range(1, length):
            nearer = (f" & b{n - 1}", f" & a{n - 1}") if n > 1 else ("", "")
            lines.append(f"    b{n} = discs << {n * step}{nearer[0]}")
            lines.append(f"    a{n} = discs >> {n * step}{nearer[1]}")
        for n in range(length):
            rest = length - 1 - n
            parts = [f"b{n}"] * (n > 0) + [f"a{rest}"] * (rest > 0)
            lines.append(f"    found |= {' & '.join(parts) or -1}")
    lines.append(f"    return found & {squares}")
    made: dict[str, Any] = {}
    exec("\n".join(lines), made)
    threats: Callable[[int], int] = made["threats"]
    return threats


class Search:
    """Finds the best move in time; what it finds out on the way is kept from move to move."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.table: dict[int, tuple[int, int, int, int]] = {}
        """For positions: the depth of the search, the kind of value, the value, the best move."""
        self.nodes, self.depth, self.value = 0, 0, 0
        self.deadline = 0.0

    def best(self, own: int, other: int, deadline: float) -> int:
        """The square of the best move."""
        board, taken = self.board, own | other
        self.nodes, self.depth, self.value, self.deadline = 0, 0, 0, deadline
        if len(self.table) > MAX_TABLE:
            self.table.clear()
        landing = taken + board.bottom & board.squares
        winning = board.threats(own) & landing
        if winning:
            return winning & -winning
        other_threats = board.threats(other)
        moves = other_threats & landing or landing
        ranked = self.ranked(own, taken, moves & ~(other_threats >> 1) or moves)
        try:
            while len(ranked) > 1 and abs(self.value) < PROVEN and self.depth < board.cells:
                self.value = self.best_value(own, other, other_threats, ranked, self.depth + 1)
                self.depth += 1
        except OutOfTime:
            pass
        return ranked[0][1]

    def best_value(
        self, own: int, other: int, other_threats: int, ranked: list[Move], depth: int
    ) -> int:
        """The value of the best move at a depth. It is put first, as soon as it is known."""
        alpha = -WIN
        for entry in [*ranked]:
            _, move, threats = entry
            landing = (own | other | move) + self.board.bottom & self.board.squares
            if other_threats & landing:  # every move loses at once
                value = (own | other).bit_count() + 2 - WIN
            else:
                value = -self.search(
                    other, own | move, other_threats, threats, depth - 1, -WIN, -alpha
                )
            if value > alpha:
                alpha = value
                ranked.remove(entry)
                ranked.insert(0, entry)
        return alpha

    def search(
        self,
        own: int,
        other: int,
        own_threats: int,
        other_threats: int,
        depth: int,
        alpha: int,
        beta: int,
    ) -> int:
        """The value of a position in which the side to move cannot win with its next disc."""
        self.nodes += 1
        if not self.nodes % LOOK and time.perf_counter() > self.deadline:
            raise OutOfTime
        board, taken = self.board, own | other
        discs = taken.bit_count()
        landing = taken + board.bottom & board.squares
        # Step 1. Block a threat. Do not play below one.
        moves = other_threats & landing
        if not moves:
            moves = landing
        elif moves & moves - 1:
            return discs + 2 - WIN
        else:
            depth += 1
        moves &= ~(other_threats >> 1)
        if not moves:
            return discs + 2 - WIN if landing else 0
        if discs >= board.cells - 2:
            return 0
        # Step 2. Nobody wins earlier than with the next disc but one.
        if beta > WIN - discs - 3:
            beta = WIN - discs - 3
            if alpha >= beta:
                return beta
        if depth <= 0:
            return self.evaluation(own, other, own_threats & ~taken, other_threats & ~taken)
        # Step 3. What is known of the position?
        key, first = own + taken, 0
        known = self.table.get(key)
        if known:
            known_depth, kind, value, first = known
            is_bound = kind == EXACT or (value >= beta if kind == LOWER else value <= alpha)
            if is_bound and (known_depth >= depth or abs(value) >= PROVEN):
                return value
        # Step 4. Search the moves, all but the first with a null window at first.
        best, best_move, floor = -WIN, 0, alpha
        for _, move, threats in self.in_order(own, taken, moves, first):
            child = (other, own | move, other_threats, threats, depth - 1)
            value = alpha + 1
            if best_move:
                value = -self.search(*child, -alpha - 1, -alpha)
            if not best_move or alpha < value < beta:
                value = -self.search(*child, -beta, -alpha)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        kind = LOWER if best >= beta else EXACT if best > floor else UPPER
        self.table[key] = (depth, kind, best, best_move)
        return best

    def in_order(self, own: int, taken: int, moves: int, first: int) -> Iterator[Move]:
        """Moves in the order in which they are searched. The one that was best before comes first;
        the others are ranked only if it has not decided the matter."""
        if first & moves:
            yield 0, first, self.board.threats(own | first)
        yield from self.ranked(own, taken, moves & ~first)

    def ranked(self, own: int, taken: int, moves: int) -> list[Move]:
        """Moves by the threats that they make, and from the middle outwards."""
        found, threats_of = [], self.board.threats
        for column in self.board.by_rank:
            move = moves & column
            if move:
                threats = threats_of(own | move)
                found.append(((threats & ~taken).bit_count(), move, threats))
        found.sort(key=itemgetter(0), reverse=True)
        return found

    def evaluation(self, own: int, other: int, own_threats: int, other_threats: int) -> int:
        """How good a position looks to the side to move."""
        board = self.board
        side = (own | other).bit_count() & 1
        suiting, unsuiting = board.suiting[side], board.suiting[1 - side]
        good = (own_threats & suiting).bit_count() - (other_threats & unsuiting).bit_count()
        lead = own_threats.bit_count() - other_threats.bit_count()
        middle = board.by_rank[0]
        held = (own & middle).bit_count() - (other & middle).bit_count()
        return GOOD_THREAT * good + THREAT * lead + MIDDLE * held


def read_book(text: str) -> dict[int, int]:
    """The columns of a book by the keys of their positions: compressed words of eight bytes, of
    which the lowest four bits are the column."""
    content = zlib.decompress(base64.b85decode("".join(text.split()))) if text else b""
    words = (int.from_bytes(content[n : n + 8], "big") for n in range(0, len(content), 8))
    return {word >> 4: word & 15 for word in words}


class Agent:
    """Plays on one kind of board."""

    def __init__(self, columns: int, rows: int, length: int) -> None:
        self.board = Board(columns, rows, length)
        self.search = Search(self.board)
        has_book = (columns, rows, length) == BOOK_BOARD
        self.book = read_book(BOOK) if has_book else {}

    def column(self, marks: list[int], mark: int, deadline: float) -> int:
        """The column to play, by what stands on the board in rows from the top."""
        board, own, taken = self.board, 0, 0
        for place, found in enumerate(marks):
            row, column = divmod(place, board.columns)
            square = 1 << column * (board.rows + 1) + board.rows - 1 - row
            taken |= square if found else 0
            own |= square if found == mark else 0
        known = self.book_column(own, taken)
        if known is not None:
            return known
        return board.column_of(self.search.best(own, own ^ taken, deadline))

    def book_column(self, own: int, taken: int) -> "int | None":
        """The book's column in a position or in its mirror image; None if it has neither."""
        if own + taken in self.book:
            return self.book[own + taken]
        image = self.board.mirrored(own) + self.board.mirrored(taken)
        return self.board.columns - 1 - self.book[image] if image in self.book else None


AGENTS: dict[tuple[int, int, int], Agent] = {}
"""One for each kind of board that was played on."""


def agent(observation: Any, configuration: Any) -> int:
    """The column to play, from 0, within the time for one move."""
    seconds = SHARE * float(configuration["actTimeout"])
    deadline = time.perf_counter() + seconds
    columns, rows, length = (configuration[name] for name in ("columns", "rows", "inarow"))
    if (columns, rows, length) not in AGENTS:
        AGENTS[columns, rows, length] = Agent(columns, rows, length)
    made = AGENTS[columns, rows, length]
    return made.column(observation["board"], observation["mark"], deadline)
