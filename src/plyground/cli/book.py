"""`plyground book`: builds and shows opening books."""

import contextlib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from plyground.cli.common import GameText, Json, Moves, PositionText, print_message, say
from plyground.cli.completing import complete_player
from plyground.cli.lazy import epilog
from plyground.core.errors import GameOver
from plyground.core.game import legal_moves
from plyground.core.plurals import counted
from plyground.games.registry import make_game
from plyground.records.record import Record

if TYPE_CHECKING:
    from rich.table import Table

    from plyground.book.book import Book
    from plyground.book.build import Plan, Progress, Think
    from plyground.core import wire
    from plyground.core.game import Game
    from plyground.search.thought import Thought

_BUILD_EXAMPLES = (
    "plyground book build connect-four four.book --plies 4 --player best:time=1",
    "plyground book build paths:board=3x3 paths.book --plies 9 --player negamax:depth=9 --all",
    "plyground book build watch-your-back white.book --plies 5 --side first",
)
_SHOW_EXAMPLES = (
    "plyground book show connect-four four.book",
    "plyground book show connect-four four.book --moves '4 4' --json",
)
_MAX_PLIES = 500

group = typer.Typer(help="Build and read opening books.")

BookFile = Annotated[str, typer.Argument(metavar="FILE", help="The book's file.")]


class Side(StrEnum):
    """The side whose moves a book holds."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


# --- building ----------------------------------------------------------------------------------


@group.command("build", epilog=epilog(_BUILD_EXAMPLES))
def build(
    game_text: GameText,
    file: BookFile,
    plies: Annotated[int, typer.Option(min=1, max=_MAX_PLIES, help="How far the book goes.")] = 4,
    player: Annotated[
        str,
        typer.Option(
            metavar="PLAYER",
            help="Who searches: negascout:depth=8, ...",
            autocompletion=complete_player,
        ),
    ] = "best:time=1",
    side: Annotated[Side, typer.Option(help="Whose moves to find.")] = Side.BOTH,
    every: Annotated[
        bool, typer.Option("--all", help="Search every position, not only those of best play.")
    ] = False,
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
) -> None:
    """Search the first plies of a game and keep the best moves in a file.

    For the side of --side, only its best moves are followed, and every move of the other side.
    Positions that are already in FILE are not searched again. Ctrl-C keeps what was found so far.
    """
    game = make_game(game_text)

    from plyground.book.build import TREES, Plan
    from plyground.book.file import read_book

    think = _think_with(player)
    root = Record(game, position_text, moves).position
    if not legal_moves(game, root):
        raise GameOver("the game is over: there is nothing to search")
    plan = Plan(game, root, plies, TREES["all" if every else side.value])
    searched = _grow(Path(file), plan, player, think)
    book = read_book(file, game)
    if json:
        from plyground.core.wire import BookBuild

        print_message(BookBuild(book=_book_info(game_text, file, book), searched=searched))
    else:
        say(f"{_summary(file, book)}; {searched:,} of them searched now")


def _think_with(text: str) -> "Think":
    """A function that searches a position, independently of the positions before it.

    A player whose table can change its results is made anew for each position.
    """
    from plyground.players.engine import make_engine_player

    lasting = make_engine_player(text)

    def think(record: "Record") -> "Thought":
        engine_player = lasting if lasting.KEEPS else make_engine_player(text)
        return engine_player.resist(record, engine_player.think(record))

    return think


def _grow(path: Path, plan: "Plan", player: str, think: "Think") -> int:
    """Build a book and show its progress; returns how many positions were searched."""
    from plyground.book.build import build_file
    from plyground.terminal.screen import live_line

    searched = 0
    with (
        live_line(f"{plan.game.name}: the first position (once, this compiles)") as show,
        contextlib.closing(build_file(path, plan, player, think)) as steps,
    ):
        for progress in steps:
            searched += 1
            show(_running(plan, progress))
    return searched


def _running(plan: "Plan", progress: "Progress") -> str:
    layer = f"ply {progress.ply + 1} of {plan.plies}"
    return f"{layer}: {progress.done:,} of {counted(progress.known, 'position')} known so far"


# --- showing -----------------------------------------------------------------------------------


class Answer(NamedTuple):
    """The book's line from a position, or from the position after a move, with its score."""

    after: str | None
    """The move before the line, if any."""
    line: "wire.Line"
    score: int
    depth: int


@group.command("show", epilog=epilog(_SHOW_EXAMPLES))
def show(
    game_text: GameText,
    file: BookFile,
    moves: Moves = "",
    position_text: PositionText = None,
    json: Json = False,
) -> None:
    """Show the size of a book and its line from a position.

    If the book does not have the position, its lines after each legal move are shown.
    """
    game = make_game(game_text)
    position = Record(game, position_text, moves).position

    from plyground.book.file import read_book

    book = read_book(file, game)
    answers = [*_answers(game, book, position)]
    if json:
        from plyground.core.wire import BookLine, BookShow

        print_message(
            BookShow(
                book=_book_info(game_text, file, book),
                position=game.position_text(position),
                lines=tuple(BookLine(after, line, depth) for after, line, _, depth in answers),
            )
        )
        return
    from plyground.terminal.screen import output, show_board

    say(_summary(file, book))
    show_board(output(), Record(game, position))
    if answers:
        output().print(_table(answers))
    else:
        say("the book does not have this position")


def _answers(game: "Game", book: "Book", position: Any) -> Iterator[Answer]:
    """The book's line from a position; if there is none, its lines after each legal move."""
    here = _answer(game, book, position, None)
    if here:
        yield here
        return
    for move in legal_moves(game, position):
        after = game.move_text(position, move)
        there = _answer(game, book, game.play(position, move), after)
        if there:
            yield there


def _answer(game: "Game", book: "Book", position: Any, after: str | None) -> Answer | None:
    from plyground.search.info import line_info
    from plyground.search.thought import line_of

    known = book.probe(game, position)
    if known is None:
        return None
    line = line_of(game, position, book.line(game, position), known.score)
    return Answer(after, line_info(game, position, line), known.score, known.depth)


def _table(answers: list[Answer]) -> "Table":
    from rich.text import Text

    from plyground.search.thought import format_score
    from plyground.terminal.table import bare_table

    table = bare_table()
    for heading in ("after", "move", "score", "depth", "line"):
        table.add_column(heading, overflow="fold")
    for answer in answers:
        first, *rest = answer.line.moves
        texts = (answer.after or "", first, format_score(answer.score), str(answer.depth))
        table.add_row(*(Text(text) for text in (*texts, " ".join(rest))))
    return table


def _book_info(game_text: str, file: str, book: "Book") -> "wire.Book":
    """The size of a book, and the least, mean and greatest depth of its searches."""
    from plyground.core import wire

    depths = [entry.depth for entry in book.entries().values()]
    return wire.Book(
        game=game_text,
        file=file,
        player=book.player,
        positions=len(book),
        least_depth=min(depths, default=None),
        mean_depth=sum(depths) / len(depths) if depths else None,
        most_depth=max(depths, default=None),
    )


def _summary(file: str, book: "Book") -> str:
    depths = [entry.depth for entry in book.entries().values()]
    deep = f", depth {min(depths)} to {max(depths)}" if depths else ""
    return f"{file}: {counted(len(book), 'position')} by {book.player}{deep}"
