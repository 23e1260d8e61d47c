"""The searches that can be followed, by name."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from plyground.core.errors import BadOption
from plyground.core.evaluation import Evaluation
from plyground.core.game import Game
from plyground.core.names import find_named
from plyground.search import reference
from plyground.search.trace.messages import Trace, TraceCall
from plyground.search.trace.narration import ALPHABETA, MINIMAX, NEGAMAX, NEGASCOUT, SOLVE, Sentence
from plyground.search.trace.other_tracers import MonteCarloTracer, ProofTracer
from plyground.search.trace.other_words import DESCEND, DFPN, MCTS, PLAY_OUT
from plyground.search.trace.tracer import Enough, NodeCounter, Tracer

SMALL: Final = 150
"""As many nodes as minimax has in a tree that is seen at a glance."""
MAX_DEPTH: Final = 12
SEED: Final = 1


class Search(NamedTuple):
    """A search that can be followed."""

    title: str
    functions: dict[Any, dict[str, Sentence]]
    """The functions whose lines are shown, with what their lines do."""
    run: Callable[[Game, Evaluation, Any, int], Any]
    """Calls it with a position and its amount."""
    amount: str = "depth"
    """What the amount counts; empty: it takes none."""
    default: int | None = None
    """The usual amount; None: it depends on the position."""
    most: int = MAX_DEPTH
    tracer: type[Tracer] = Tracer


SEARCHES: Final = {
    "minimax": Search("Minimax", {reference.minimax: MINIMAX}, reference.minimax),
    "alpha-beta": Search("Alpha-beta", {reference.alphabeta: ALPHABETA}, reference.alphabeta),
    "negamax": Search(
        "Negamax with a table",
        {reference.negamax: NEGAMAX},
        lambda game, evaluation, position, depth: reference.negamax(
            game, evaluation, position, depth, {}
        ),
    ),
    "negascout": Search("Negascout", {reference.negascout: NEGASCOUT}, reference.negascout),
    "solve": Search(
        "Perfect play",
        {reference.solve: SOLVE},
        lambda game, evaluation, position, depth: reference.solve(game, position, {}),
        amount="",
        default=0,
    ),
    "df-pn": Search(
        "Proof-number search",
        {reference.dfpn: DFPN},
        lambda game, evaluation, position, plies: reference.dfpn(game, position, plies, True, {}),
        amount="plies",
        tracer=ProofTracer,
    ),
    "mcts": Search(
        "Monte Carlo tree search",
        {reference.mcts: MCTS, reference.descend: DESCEND, reference.play_out: PLAY_OUT},
        lambda game, evaluation, position, count: reference.mcts(game, position, count, SEED),
        amount="simulations",
        default=20,
        most=200,
        tracer=MonteCarloTracer,
    ),
}


class Followed(NamedTuple):
    """A search that was followed, and the moves that lead to each of its nodes."""

    trace: Trace
    paths: list[tuple[int, ...]]


def find_search(name: str, amount: int | None = None) -> Search:
    """The search of this name; raises BadOption, also for an amount that it does not take."""
    search: Search = find_named("search", SEARCHES, name)
    if search.amount and amount is not None and not 1 <= amount <= search.most:
        raise BadOption(f"{search.amount} {amount}: expected 1 to {search.most}")
    return search


def follow(
    name: str,
    game: Game,
    evaluation: Evaluation,
    position: Any,
    turn: int = 0,
    amount: int | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Followed:
    """Run a search and note every line that it executes. Without an `amount` the tree is small;
    one that grows too large, or is stopped, is left unfinished."""
    search = find_search(name, amount)
    if amount is None:
        amount = search.default if search.default is not None else small_depth(game, position)
    tracer = search.tracer(search.functions, game, position, turn, is_stopped)
    result = ""
    try:
        tracer.run(lambda: search.run(game, evaluation, position, amount))
        result = tracer.nodes[0].values[-1].text
    except Enough:
        pass
    return Followed(
        Trace(
            search=name,
            amount=amount,
            sources=tuple(tracer.sources),
            calls=tuple(TraceCall(source=call.source, caller=call.caller) for call in tracer.calls),
            steps=tuple(tracer.steps),
            nodes=tuple(node.message() for node in tracer.nodes),
            result=result,
            is_whole=bool(result),
        ),
        [node.path for node in tracer.nodes],
    )


def small_depth(game: Game, position: Any) -> int:
    """The largest depth at which minimax has few nodes."""
    counter = NodeCounter(game)
    depth, nodes = 1, counter.count([position], 1)
    for deeper in range(2, MAX_DEPTH + 1):
        more = counter.count([position], deeper)
        if more is None or more > SMALL or more == nodes:
            break
        depth, nodes = deeper, more
    return depth
