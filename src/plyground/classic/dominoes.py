"""Dominoes in line as documented: seven functions on boards that are lists, and a program.

A board is a list of rows of `'o'`, 1 and 2; a move is `(direction, row, column)`, counted from 0.
"""

from reprlib import repr as shown
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from plyground.classic.any_win import AnyWin, AnyWinPlayer
from plyground.classic.dialogue import Dialogue, talking
from plyground.classic.dominoes_board import (
    ACROSS,
    DOWN,
    Board,
    Move,
    coloured,
    converted,
    game_of,
    is_whole,
    listed,
    move_of,
    number_of,
    picture,
)
from plyground.core.errors import BadOption, BadPosition, IllegalMove, PlygroundError
from plyground.core.outcome import LOSS, WIN
from plyground.core.score import final_score, static_eval
from plyground.records.record import Record

if TYPE_CHECKING:
    from plyground.live.game import Turn
    from plyground.live.seat import Seat

EXAMPLES = (
    "plyground classic dominoes",
    "plyground classic dominoes --line 5",
    "plyground classic dominoes --rows 8 --columns 8 --line 6 --ai-first",
)
LINE: Final = 4


# --- the documented functions ------------------------------------------------------------------


def is_valid_move(board: Board, move: Move) -> bool:
    """Whether both squares of a domino are on the board and empty."""
    try:
        game, position = converted(board, 1, line=1)
        return number_of(game, move) in game.moves(position)
    except PlygroundError:
        return False


def get_next_moves(board: Board, player: int, line: int = LINE) -> list[Move]:
    """Every move, row by row and across before down; none if the game is over."""
    game, position = converted(board, player, line)
    if get_winner(board, line):
        return []
    return [move_of(game, number) for number in game.moves(position)]


def make_move(board: Board, move: Move, player: int) -> Board:
    """A new board with both squares marked by the player."""
    game, position = converted(board, player, line=1)
    if number_of(game, move) not in game.moves(position):
        raise IllegalMove(
            f"{shown(move)} cannot be played: both squares must be free and on the board"
        )
    direction, row, column = move
    after = [[*squares] for squares in board]
    after[row][column] = player
    after[row + (direction == DOWN)][column + (direction == ACROSS)] = player
    return after


def get_winner(board: Board, line: int = LINE) -> int | None:
    """The player who has a line; None if nobody has one yet or the game is a draw."""
    winners = [player for player in (1, 2) if evaluate(board, player, line)]
    if len(winners) > 1:
        raise BadPosition("both players have a line: no game leads to such a board")
    return winners[0] if winners else None


def is_over(board: Board, line: int = LINE) -> bool:
    """Whether a player has won or there is no room for a domino."""
    return not get_next_moves(board, 1, line)


def is_draw(board: Board, line: int = LINE) -> bool:
    """Whether nobody has won and there is no room for a domino."""
    return is_over(board, line) and get_winner(board, line) is None


def minimax(
    board: Board, depth: int, alpha: float, beta: float, player: int, line: int = LINE
) -> float:
    """The minimax value of a board to the player, who is to move, with alpha-beta pruning.

    The player maximises, the other minimises; a sooner win is worth more. An unfinished game has no
    complete line, so at depth 0 its open windows are evaluated.
    """
    from plyground.evaluations.registry import make_evaluation
    from plyground.search.reference import alphabeta

    if not is_whole(depth) or depth < 0:
        raise BadOption(f"depth {depth!r}: expected a whole number, 0 or more")
    game, position = converted(board, player, line)
    winner = get_winner(board, line)
    if winner:
        return final_score(WIN if winner == player else LOSS, 0)
    window: Any = alpha, beta  # infinite ones are floats
    return alphabeta(game, make_evaluation(game, "default"), position, depth, *window)


def evaluate(board: Board, player: int, line: int = LINE) -> int:
    """10 points for each line of the player's marks."""
    from plyground.games.dominoes.evaluations import Lines

    game, position = converted(board, player, line)
    return static_eval(Lines(), game, position)


def main() -> None:
    """Play the documented game: 6 rows of 7 squares, lines of 4, the person starts."""
    command()


# --- the program -------------------------------------------------------------------------------


def command(
    rows: Annotated[int, typer.Option("--rows", metavar="N", help="Rows of the board.")] = 6,
    columns: Annotated[int, typer.Option("--columns", metavar="N", help="And columns.")] = 7,
    line: Annotated[
        int, typer.Option("--line", metavar="N", help="How many squares in a row win: 4, 5, 6.")
    ] = LINE,
    depth: Annotated[
        int,
        typer.Option("--depth", metavar="PLIES", help="How far it looks ahead.", min=1, max=6),
    ] = 4,
    ai_first: Annotated[bool, typer.Option("--ai-first", help="Let the computer start.")] = False,
    document_evaluation: Annotated[
        bool,
        typer.Option(
            "--document-evaluation",
            help="Evaluate only finished lines, as described: 0 while the game goes on.",
        ),
    ] = False,
    any_win: AnyWin = False,
) -> None:
    """Dominoes in line as documented: type a direction, a row and a column.

    Direction 1 lays a domino on a square and the one to its right, 2 on it and the one below.
    """
    from plyground.players.engine import make_engine_player

    game = game_of(rows, columns, line)
    evaluation = "document" if document_evaluation else "default"
    opponent = make_engine_player(f"alphabeta:depth={depth},evaluation={evaluation}")
    with talking(game) as dialogue:
        if game.intro:
            dialogue.say(f"{game.intro}\nTo do so, start with --line 5 or --line 6.")
        play(dialogue, game, opponent, person=2 if ai_first else 1, any_win=any_win)


def play(dialogue: Dialogue, game: Any, opponent: Any, person: int, any_win: bool = False) -> None:
    """Play a game to its end; player 1 starts."""
    from plyground.classic.seats import DialogueSeat, play_shown
    from plyground.live.game import LiveGame

    human = DialogueSeat(dialogue, "direction row column? ", read_move)
    computer = computer_seat(opponent, any_win)
    live = LiveGame(Record(game), *((human, computer) if person == 1 else (computer, human)))

    def see(record: Record) -> None:
        mover = 2 - record.turn
        if record.moves and mover != person:
            move = " ".join(map(str, typed(move_of(game, record.moves[-1]))))
            dialogue.say(f"Player {mover} plays {move}.")
        show(dialogue, listed(game, record.position, record.turn + 1))

    dialogue.say(f"You are player {person}. Rows and columns count from 1, from the top left.")
    if play_shown(live, see):
        endings: dict[int | None, str] = {0: "Player 1 wins.", 1: "Player 2 wins."}
        dialogue.say(endings.get(live.record.winner, "No room for a domino: a draw."))


def typed(move: Move) -> Move:
    """A move as people type it, counted from 1."""
    direction, row, column = move
    return direction, row + 1, column + 1


def computer_seat(opponent: Any, any_win: bool) -> "Seat":
    """The computer, whose search is shown."""
    from plyground.terminal.spectator import WatchedSeat

    return WatchedSeat(AnyWinPlayer(opponent) if any_win else opponent)


def read_move(turn: "Turn", text: str) -> int:
    """The move that the person types."""
    return turn.record.parse_move(text)


def show(dialogue: Dialogue, board: Board) -> None:
    """Print the board, in colour if the terminal has it."""
    drawn = picture(board)
    dialogue.say()
    dialogue.say(coloured(drawn, len(str(len(board)))) if dialogue.is_coloured else drawn)
