"""Reference rules of Watch Your Back!"""

from dataclasses import dataclass

SIZE = 8
WHITE = "O"
BLACK = "@"
PIECES = (WHITE, BLACK)
CORNER = "X"
EMPTY = "-"
REMOVED = "."

PLACING = "placing"
MOVING = "moving"
PLACEMENTS = 24
# The rows in which each side may place, first and last.
ZONES = {WHITE: (0, 5), BLACK: (2, 7)}
# The moving turn after which the board shrinks, and how many rings are gone from then on.
SHRINKS = {128: 1, 192: 2}
FORFEIT = "forfeit"

LEFT = (-1, 0)
RIGHT = (1, 0)
UP = (0, -1)
DOWN = (0, 1)
DIRECTIONS = (LEFT, RIGHT, UP, DOWN)


@dataclass(frozen=True)
class State:
    """`board` holds the 64 squares row by row; `turn` counts the turns of the phase."""

    board: str
    side: int
    phase: str
    turn: int
    outcome: str | None


class WatchYourBack:
    """White is the first player; a game still running at `turn_limit` is drawn (0: never)."""

    def __init__(self, *, turn_limit: int = 400) -> None:
        self.turn_limit = turn_limit

    def start(self) -> State:
        board = [EMPTY] * (SIZE * SIZE)
        for x, y in corners(0):
            board[square(x, y)] = CORNER
        return State(board="".join(board), side=0, phase=PLACING, turn=0, outcome=None)

    def setup(self, board: str, side: str, turn: int, placing: bool = False) -> State:
        """A given position, checked for its end as if it had just been reached."""
        if len(board) != SIZE * SIZE or set(board) - {WHITE, BLACK, CORNER, EMPTY, REMOVED}:
            raise ValueError(f"not a board: {board!r}")
        if side not in PIECES or turn < 0 or turn % 2 != PIECES.index(side):
            raise ValueError(f"side {side!r} does not move on turn {turn}")
        if placing:
            if turn >= PLACEMENTS:
                raise ValueError(f"there is no placing turn {turn}")
            return State(board=board, side=turn % 2, phase=PLACING, turn=turn, outcome=None)
        outcome = decided(list(board)) or self._limit_outcome(turn)
        return State(board=board, side=turn % 2, phase=MOVING, turn=turn, outcome=outcome)

    def moves(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        piece = PIECES[state.side]
        if state.phase == PLACING:
            actions = placements(state.board, piece)
        else:
            actions = piece_moves(state.board, piece)
        return actions or [FORFEIT]

    def play(self, state: State, text: str) -> State:
        if text not in self.moves(state):
            raise ValueError(f"illegal action: {text!r}")
        board = list(state.board)
        piece = PIECES[state.side]
        if text != FORFEIT:
            origin, _, target = text.rpartition("-")
            if origin:
                x, y = read_square(origin)
                board[square(x, y)] = EMPTY
            x, y = read_square(target)
            board[square(x, y)] = piece
            eliminate_around(board, x, y)
        turn = state.turn + 1
        if state.phase == PLACING:
            return self._after_placing(board, turn)
        return self._after_moving(board, turn)

    def result(self, state: State) -> str | None:
        return state.outcome

    def view(self, state: State) -> tuple[str, int, str, int]:
        return state.board, state.side, state.phase, state.turn

    def _after_placing(self, board: list[str], turn: int) -> State:
        text = "".join(board)
        if turn < PLACEMENTS:
            return State(board=text, side=turn % 2, phase=PLACING, turn=turn, outcome=None)
        return State(board=text, side=0, phase=MOVING, turn=0, outcome=decided(board))

    def _after_moving(self, board: list[str], turn: int) -> State:
        outcome = decided(board)
        if outcome is None and turn in SHRINKS:
            shrink(board, SHRINKS[turn])
            outcome = decided(board)
        if outcome is None:
            outcome = self._limit_outcome(turn)
        return State(board="".join(board), side=turn % 2, phase=MOVING, turn=turn, outcome=outcome)

    def _limit_outcome(self, turn: int) -> str | None:
        if self.turn_limit > 0 and turn >= self.turn_limit:
            return "draw"
        return None


def square(x: int, y: int) -> int:
    return y * SIZE + x


def read_square(text: str) -> tuple[int, int]:
    x, y = text.split(",")
    return int(x), int(y)


def look(board: str | list[str], x: int, y: int) -> str:
    """What stands on a square; off the board is the same as a removed square."""
    if 0 <= x < SIZE and 0 <= y < SIZE:
        return board[square(x, y)]
    return REMOVED


def corners(rings_gone: int) -> list[tuple[int, int]]:
    """The four corners in the order in which they act: anticlockwise from the top left."""
    low = rings_gone
    high = SIZE - 1 - rings_gone
    return [(low, low), (low, high), (high, high), (high, low)]


def enemy_of(piece: str) -> str:
    return BLACK if piece == WHITE else WHITE


def is_hostile(neighbour: str, piece: str) -> bool:
    return neighbour in (enemy_of(piece), CORNER)


def placements(board: str, piece: str) -> list[str]:
    first_row, last_row = ZONES[piece]
    return [
        f"{x},{y}"
        for y in range(first_row, last_row + 1)
        for x in range(SIZE)
        if look(board, x, y) == EMPTY
    ]


def piece_moves(board: str, piece: str) -> list[str]:
    texts = []
    for y in range(SIZE):
        for x in range(SIZE):
            if look(board, x, y) == piece:
                texts += [f"{x},{y}-{to_x},{to_y}" for to_x, to_y in targets(board, x, y)]
    return texts


def targets(board: str, x: int, y: int) -> list[tuple[int, int]]:
    """Where a piece can go: a step, or a jump over one piece of either colour."""
    found = []
    for x_step, y_step in DIRECTIONS:
        next_to = look(board, x + x_step, y + y_step)
        if next_to == EMPTY:
            found.append((x + x_step, y + y_step))
        elif next_to in PIECES and look(board, x + 2 * x_step, y + 2 * y_step) == EMPTY:
            found.append((x + 2 * x_step, y + 2 * y_step))
    return found


def eliminate_around(board: list[str], x: int, y: int) -> None:
    """Let the piece that arrived on (x, y) kill its neighbours, and then perhaps die itself."""
    piece = look(board, x, y)
    enemy = enemy_of(piece)
    for x_step, y_step in DIRECTIONS:
        behind = look(board, x + 2 * x_step, y + 2 * y_step)
        if look(board, x + x_step, y + y_step) == enemy and is_hostile(behind, enemy):
            board[square(x + x_step, y + y_step)] = EMPTY
    if is_sandwiched(board, x, y):
        board[square(x, y)] = EMPTY


def is_sandwiched(board: list[str], x: int, y: int) -> bool:
    piece = look(board, x, y)
    across = is_hostile(look(board, x - 1, y), piece) and is_hostile(look(board, x + 1, y), piece)
    along = is_hostile(look(board, x, y - 1), piece) and is_hostile(look(board, x, y + 1), piece)
    return across or along


def shrink(board: list[str], rings_gone: int) -> None:
    """Remove the outer rings, then let the new corners act one after the other."""
    for y in range(SIZE):
        for x in range(SIZE):
            if min(x, y, SIZE - 1 - x, SIZE - 1 - y) < rings_gone:
                board[square(x, y)] = REMOVED
    for x, y in corners(rings_gone):
        board[square(x, y)] = CORNER
        for x_step, y_step in DIRECTIONS:
            neighbour = look(board, x + x_step, y + y_step)
            behind = look(board, x + 2 * x_step, y + 2 * y_step)
            if neighbour in PIECES and is_hostile(behind, neighbour):
                board[square(x + x_step, y + y_step)] = EMPTY


def decided(board: list[str]) -> str | None:
    """The win test: a side with fewer than two pieces loses, both at once draw."""
    white_lost = board.count(WHITE) < 2
    black_lost = board.count(BLACK) < 2
    if white_lost and black_lost:
        return "draw"
    if white_lost:
        return "second"
    if black_lost:
        return "first"
    return None
