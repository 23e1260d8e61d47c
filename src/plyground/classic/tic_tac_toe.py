"""The document's generalized tic-tac-toe: a board from a file, and a computer to play against."""

from reprlib import repr as shown
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from plyground.classic.answers import whole_number
from plyground.classic.any_win import AnyWin, choose_any_win
from plyground.classic.dialogue import Dialogue, talking
from plyground.core.errors import BadOption, IllegalMove
from plyground.core.options import one_of
from plyground.core.style import style_table
from plyground.records.record import Record

if TYPE_CHECKING:
    from rich.text import Text

    from plyground.live.game import Turn
    from plyground.search.thought import Thought

EXAMPLES = (
    "plyground classic tic-tac-toe examples/boards/3x3.txt",
    "plyground classic tic-tac-toe examples/boards/qubic.txt --first human --mark O",
)
USAGE: Final = (
    "usage: plyground classic tic-tac-toe FILE, "
    "for example plyground classic tic-tac-toe examples/boards/3x3.txt"
)
COMPUTER, HUMAN = "computer", "human"
COMPLETED: Final = 10_000
"""The objective function's value of a complete path."""
NO_DEPTH: Final = 1_000_000_000
DEPTH_PROMPT: Final = "Depth of the search (a positive number, or n for a search to the end): "


class Table(NamedTuple):
    """The game of a file, and who moves first."""

    game: Any
    first: str

    @property
    def computer(self) -> int:
        """The computer's side: 0 if it moves first."""
        return 0 if self.first == COMPUTER else 1

    def marks(self, position: Any) -> str:
        """The marks of all spaces in order, `_` for a free space."""
        text: str = self.game.position_text(position)
        return text.replace("/", "").replace(".", "_")

    def picture(self, position: Any) -> str:
        """A square of marks, or three lists if the board is not a square."""
        marks, row = self.marks(position), self.game.row
        if row:
            return "\n".join(" ".join(marks[n : n + row]) for n in range(0, len(marks), row))
        sides = self.game.sides
        owners = {"available": "_", "yours": sides[1 - self.computer]}
        owners["the computer's"] = sides[self.computer]
        return "\n".join(f"{name}: {_spaces(marks, mark)}" for name, mark in owners.items())

    def numbers(self) -> str:
        """The numbers of the spaces, for a board that is a square."""
        size, row = len(str(self.game.spaces)), self.game.row
        cells = [str(space + 1).rjust(size) for space in range(self.game.spaces)]
        return "\n".join(" ".join(cells[n : n + row]) for n in range(0, len(cells), row or 1))


def _spaces(marks: str, wanted: str) -> str:
    """The numbers of the spaces with the mark `wanted`, from 1."""
    spaces = [str(space) for space, mark in enumerate(marks, 1) if mark == wanted]
    return " ".join(spaces) or "none"


def command(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="Spaces and winning paths.")
    ] = None,
    first: Annotated[
        str, typer.Option(metavar="WHO", help="Who moves first: computer or human.")
    ] = COMPUTER,
    mark: Annotated[str, typer.Option(metavar="MARK", help="Your mark: X or O.")] = "X",
    time: Annotated[
        float, typer.Option(min=0.001, help="How many seconds the computer may take for a move.")
    ] = 20.0,
    score: Annotated[
        bool, typer.Option("--score", help="Show the objective function below the board.")
    ] = False,
    document_evaluation: Annotated[
        bool,
        typer.Option(
            "--document-evaluation",
            help="A complete path counts only 10,000, as described; open paths may count more.",
        ),
    ] = False,
    any_win: AnyWin = False,
) -> None:
    """Tic-tac-toe on the board of a file: own every space of a winning path.

    The first line of the file is the number of spaces, each further line is one winning path. Asks
    for the depth of the computer's search, n for a search to the end; quit leaves.
    """
    if not files or len(files) > 1 or not files[0]:
        raise BadOption(USAGE)
    table = set_table(files[0], first, mark)
    computer = (DocumentComputer if document_evaluation else Computer)(time, any_win=any_win)
    with talking(table.game) as dialogue:
        computer.depth = dialogue.ask_until(DEPTH_PROMPT, read_depth)
        play(dialogue, table, computer, score)


def set_table(file: str, first: str = COMPUTER, mark: str = "X") -> Table:
    """The game of a file; the mark is the human's."""
    from plyground.games.paths.rules import Paths

    one_of("first", first, (COMPUTER, HUMAN))
    one_of("mark", mark, ("X", "O"))
    other = "O" if mark == "X" else "X"
    return Table(Paths.create(file=file, first=mark if first == HUMAN else other), first)


def read_depth(text: str) -> int:
    """A search depth; n means to the end."""
    if text.lower() == "n":
        return NO_DEPTH
    if not (text.isascii() and text.isdecimal() and text.strip("0")):
        raise BadOption(f"{shown(text)}: expected a positive whole number, or n")
    return int(text) if len(text) < len(str(NO_DEPTH)) else NO_DEPTH


def play(dialogue: Dialogue, table: Table, computer: "Computer", score: bool) -> None:
    """Play one game from the empty board to its end."""
    from plyground.classic.seats import DialogueSeat, play_shown
    from plyground.live.game import LiveGame

    if table.game.row:
        dialogue.say(f"The spaces are\n{table.numbers()}")
    spaces = table.game.spaces
    person = DialogueSeat(dialogue, f"Your space (1 to {spaces}): ", read_space)
    seats = (computer, person) if table.computer == 0 else (person, computer)

    def show(record: Record) -> None:
        """The last move and the board after it."""
        if record.moves and record.turn != table.computer:
            dialogue.say(f"{computer.note}The computer takes {record.move_texts[-1]}")
        dialogue.say()
        dialogue.say(
            _coloured(table, record.position)
            if dialogue.is_coloured
            else table.picture(record.position)
        )
        if score:
            dialogue.say(f"score: {objective(table, record.position):,}")

    live = LiveGame(Record(table.game), *seats)
    if play_shown(live, show):
        ends = {None: "It is a tie", table.computer: "The computer wins"}
        dialogue.say(ends.get(live.record.winner, "You win"))


def _coloured(table: Table, position: Any) -> "Text":
    """The picture with every mark in its colour."""
    from rich.text import Text

    from plyground.terminal.board import rich_style

    text = Text(table.picture(position))
    for mark, style in style_table(table.game.styles).items():
        text.highlight_words([mark], rich_style(style))
    return text


def objective(table: Table, position: Any) -> int:
    """The document's objective function, from the computer's side."""
    value = mover_objective(table.game, _evaluation(table.game), position)
    return value if table.game.side(position) == table.computer else -value


def mover_objective(game: Any, evaluation: Any, position: Any) -> int:
    """The same for the side to move."""
    return -COMPLETED if position.complete else int(evaluation.score(game, position))


def _evaluation(game: Any) -> Any:
    from plyground.evaluations.registry import make_evaluation

    return make_evaluation(game, "document")


class Computer:
    """Searches to a depth, or to the end, as far as time allows; a sooner win is better."""

    name = COMPUTER

    def __init__(self, time: float, depth: int = NO_DEPTH, any_win: bool = False) -> None:
        from plyground.players.engine import make_engine_player

        self.time, self.depth, self.any_win = time, depth, any_win
        self.engine_player: Any = make_engine_player(
            f"negascout:time={time},evaluation=document,quiescence=0"
        )
        self.note = ""
        """A remark on how the last move was found."""

    def choose(self, record: Record) -> int:
        depth = self.depth_at(record)
        self.engine_player.depth = depth
        move: int
        move, thought = self.think(record)
        is_short = thought and thought.depth < depth and thought.lines[0].outcome is None
        self.note = _time_was_up(thought.depth) if thought and is_short else ""
        return move

    def depth_at(self, record: Record) -> int:
        """The search depth, at most the number of plies left."""
        from plyground.search.limits import MAX_DEPTH

        return min(self.depth, record.game.plies_left(record.position), MAX_DEPTH)

    def think(self, record: Record) -> "tuple[Any, Thought | None]":
        from plyground.terminal.spectator import think_aloud

        if self.any_win:
            return choose_any_win(self.engine_player, record)
        return think_aloud(self.engine_player, record, plain=False)


class DocumentComputer(Computer):
    """The same with the document's own search, in plain Python."""

    def choose(self, record: Record) -> int:
        from plyground.classic.tic_tac_toe_search import DocumentSearch

        evaluation = _evaluation(record.game)
        search = DocumentSearch(
            record.game,
            lambda position: mover_objective(record.game, evaluation, position),
            self.time,
            self.any_win,
        )
        depth = self.depth_at(record)
        move, reached = search.best(record.position, depth)
        self.note = _time_was_up(reached) if reached < depth else ""
        return move


def _time_was_up(depth: int) -> str:
    return f"(Time was up at depth {depth}) "


def read_space(turn: "Turn", text: str) -> int:
    """The space that the person takes."""
    game = turn.record.game
    space = whole_number(text, 1, game.spaces)  # type: ignore[attr-defined]
    if space - 1 not in turn.record.legal_moves:
        raise IllegalMove(f"space {space} is taken: choose another")
    return space - 1
