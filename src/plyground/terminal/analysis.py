"""The result of a search as a person reads it."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from plyground.boards.speech import squares_words
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.core.plurals import counted
from plyground.core.score import plies_to_end
from plyground.core.turns import turn_of
from plyground.evaluations.explain import Term, explain
from plyground.search.info import move_texts
from plyground.search.solution import Verdict
from plyground.search.thought import Line, Thought
from plyground.terminal.palette import BAD, GOOD
from plyground.terminal.table import bare_table

SHOWN_MOVES: Final = 8
"""How many moves of a line are shown in one line of text."""

Verdicts = Mapping[int, Verdict | None]
"""By move, the verdict after it; None if it is not known."""


def summary(game: Game, position: Any, thought: Thought, reveals_outcome: bool = True) -> str:
    """A thought in one line: score, depth, nodes, and the first moves of the best line.

    With `reveals_outcome` False, a score and a line that show how the game will end are left out.
    """
    best = thought.lines[0]
    depth = "solved" if best.exact else f"depth {thought.depth}"
    found = f"{depth}, {counted(thought.nodes, 'node')}"
    if best.outcome and not reveals_outcome:
        return "from the book" if thought.from_book else found
    moves = " ".join(move_texts(game, position, best.moves)[:SHOWN_MOVES])
    if thought.from_book:
        return f"from the book: {moves}, {book_words(thought)}"
    return f"{best.score_text}, {found}: {moves}"


def book_words(thought: Thought) -> str:
    """The score of a book's move in words, with how it was found."""
    score, plies = thought.score, plies_to_end(thought.score)
    if plies is not None:
        return f"{'wins' if score > 0 else 'loses'} in {plies} plies if nobody errs"
    found = f"by a search {thought.depth} plies deep"
    if not score:
        return f"neither side is better {found}"
    side = "better" if score > 0 else "worse"
    return f"{side} for the mover {found} ({thought.lines[0].score_text})"


def thought_table(
    game: Game, position: Any, thought: Thought, verdicts: Verdicts | None = None
) -> RenderableType:
    """The best lines with their scores and verdicts, and what the search cost."""
    table = bare_table()
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
    seldepth = max(thought.depth, thought.seldepth)  # table entries need no search of their depth
    cost = (
        f"depth {thought.depth} (seldepth {seldepth}), {counted(thought.nodes, 'node')} in "
        f"{thought.seconds:.2f} s, {rate:.1f} M per CPU second, memory {thought.hashfull:.0%} full"
    )
    return Group(table, Text(cost, "dim"))


def _styled_score(line: Line) -> Text:
    style = GOOD if line.score > 0 else BAD if line.score < 0 else ""
    return Text(line.score_text, style)


def verdict_text(verdict: Verdict | None) -> Text:
    """A verdict in colour."""
    if verdict is None:
        return Text("not known", "dim")
    return Text(str(verdict), {WIN: GOOD, LOSS: BAD, DRAW: ""}[verdict.outcome])


def explanation(game: Game, evaluation: Evaluation, position: Any, line: Line) -> Table:
    """What each feature adds to the static evaluation, now and at the end of the best line."""
    same = turn_of(game, line.leaf, len(line.moves)) == turn_of(game, position, 0)
    sign = 1 if same else -1
    now = explain(game, evaluation, position)
    then = [sign * term.points for term in explain(game, evaluation, line.leaf, now)]
    return terms_table(game, evaluation, now, then)


def terms_table(
    game: Game, evaluation: Evaluation, now: list[Term], then: list[float] | None = None
) -> Table:
    """What each feature adds to a static evaluation, now and, if given, after a line; of patterns
    also where they lie."""
    table = bare_table()
    table.add_column(f"evaluation {evaluation.name}", overflow="fold")
    are_patterns = any(term.squares for term in now)
    if are_patterns:
        table.add_column("where", overflow="fold")
    factors = [] if are_patterns else ["weight", "feature"]
    for heading in (*factors, "points", *["after the line"] * (then is not None)):
        table.add_column(heading, justify="right")
    for number, term in enumerate(now):
        shown = [where(game, term)] if are_patterns else map(_amount, (term.weight, term.feature))
        amounts = [term.points, *(then or [])[number : number + 1]]
        table.add_row(term.name, *shown, *map(_amount, amounts))
    sums = [sum(term.points for term in now), *([sum(then)] if then is not None else [])]
    table.add_row("sum", *[""] * (1 if are_patterns else 2), *map(_amount, sums))
    return table


def where(game: Game, term: Term) -> str:
    """Where a pattern lies on the board, in words."""
    scene = game.scene(game.start())
    return squares_words(scene, term.squares) if scene else ""


def _amount(amount: float) -> str:
    return f"{amount:z,.6g}"


@contextlib.contextmanager
def live_thoughts(
    console: Console, game: Game, position: Any
) -> Iterator[Callable[[Thought], None]]:
    """A table that follows a search on a terminal and disappears when the search is done."""
    if not console.is_terminal:
        yield lambda thought: None
        return
    with Live(console=console, transient=True, auto_refresh=False) as live:
        yield lambda thought: live.update(thought_table(game, position, thought), refresh=True)
