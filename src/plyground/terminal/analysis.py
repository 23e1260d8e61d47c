"""What a search finds, as a person reads it."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from plyground.core.counted import counted
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.score import plies_to_end
from plyground.evaluations.explain import Term, explain
from plyground.search.solution import Verdict
from plyground.search.thought import Line, Thought
from plyground.terminal.palette import BAD, GOOD

SHOWN_MOVES: Final = 8
"""How many moves of a line are shown where there is one line of text."""

Verdicts = Mapping[int, Verdict | None]
"""By move, what perfect play leads to after it, where that is known."""


def move_texts(game: Game, position: Any, moves: tuple[int, ...]) -> list[str]:
    """The moves of a line as people write them."""
    texts = []
    for move in moves:
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def summary(game: Game, position: Any, thought: Thought, tells_end: bool = True) -> str:
    """A thought in one line: score, depth, nodes, and the first moves of the best line.

    Where it is not to tell how the game will end, a score and a line that do are left out.
    """
    best = thought.lines[0]
    depth = "solved" if best.exact else f"depth {thought.depth}"
    found = f"{depth}, {counted(thought.nodes, 'node')}"
    if best.outcome and not tells_end:
        return "from the book" if thought.from_book else found
    moves = " ".join(move_texts(game, position, best.moves)[:SHOWN_MOVES])
    if thought.from_book:
        return f"from the book: {moves}, {book_words(thought)}"
    return f"{best.worth}, {found}: {moves}"


def book_words(thought: Thought) -> str:
    """What the score of a book's move means: nothing beside it tells how it was found."""
    score, plies = thought.score, plies_to_end(thought.score)
    if plies is not None:
        return f"{'wins' if score > 0 else 'loses'} in {plies} plies if nobody errs"
    found = f"by a search {thought.depth} plies deep"
    if not score:
        return f"neither side is better {found}"
    return f"{'better' if score > 0 else 'worse'} for the mover {found} ({thought.lines[0].worth})"


def thought_table(
    game: Game, position: Any, thought: Thought, verdicts: Verdicts | None = None
) -> RenderableType:
    """The best lines with their scores, what is known for sure, and what it took to find them."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("move", style="bold", no_wrap=True)
    table.add_column("score", justify="right", no_wrap=True)
    if verdicts:
        table.add_column("perfect play", no_wrap=True)
    table.add_column("line")
    for line in thought.lines:
        first, *rest = move_texts(game, position, line.moves)
        verdict = verdict_text(verdicts.get(line.moves[0])) if verdicts else Text()
        known = [Text() if line.outcome else verdict] if verdicts else []
        table.add_row(Text(first), _styled_score(line), *known, Text(" ".join(rest)))
    rate = thought.nodes_per_second / 1e6
    deepest = max(thought.depth, thought.seldepth)  # what a table knew was not gone down to
    cost = (
        f"depth {thought.depth} ({deepest} at most), {counted(thought.nodes, 'node')} in "
        f"{thought.seconds:.2f} s, {rate:.1f} M a second of CPU, memory {thought.hashfull:.0%} full"
    )
    return Group(table, Text(cost, "dim"))


def _styled_score(line: Line) -> Text:
    style = GOOD if line.score > 0 else BAD if line.score < 0 else ""
    return Text(line.worth, style)


def verdict_text(verdict: Verdict | None) -> Text:
    """What perfect play leads to, in colour."""
    if verdict is None:
        return Text("not known", "dim")
    return Text(str(verdict), {WIN: GOOD, LOSS: BAD, DRAW: ""}[verdict.outcome])


def explanation(game: Game, evaluation: Evaluation, position: Any, line: Line) -> Table:
    """What each feature adds to the judgement, now and at the end of the best line."""
    sign = -1 if len(line.moves) % 2 else 1
    then = [sign * term.points for term in explain(game, evaluation, line.leaf)]
    return terms_table(evaluation.name, explain(game, evaluation, position), then)


def terms_table(name: str, now: list[Term], then: list[float] | None = None) -> Table:
    """What each feature adds to a judgement, and what it adds after a line if that is known."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(f"evaluation {name}", overflow="fold")
    for heading in ("weight", "feature", "points", *["after the line"] * (then is not None)):
        table.add_column(heading, justify="right")
    for number, term in enumerate(now):
        numbers = [term.weight, term.feature, term.points, *(then or [])[number : number + 1]]
        table.add_row(term.name, *(f"{amount:z,.6g}" for amount in numbers))
    sums = [sum(term.points for term in now), *([sum(then)] if then is not None else [])]
    table.add_row("sum", "", "", *(f"{amount:z,.6g}" for amount in sums))
    return table


@contextlib.contextmanager
def live_thoughts(
    console: Console, game: Game, position: Any
) -> Iterator[Callable[[Thought], None]]:
    """A table that follows a search on a terminal, and is gone when the search is done."""
    if not console.is_terminal:
        yield lambda thought: None
        return
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield lambda thought: live.update(thought_table(game, position, thought), refresh=True)
