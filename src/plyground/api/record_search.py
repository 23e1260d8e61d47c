"""`record_search`: a search with its tree."""

import math
from typing import TYPE_CHECKING, Any, Final

from plyground.api.records import AnyRecord, as_record
from plyground.core.errors import BadOption, GameOver
from plyground.players.alphabeta import DepthLimitedPlayer
from plyground.players.player import AnyPlayer, make_player, player_text
from plyground.search.alphabeta.options import MinimaxOptions
from plyground.search.limits import MAX_DEPTH, UNLIMITED
from plyground.search.stop import StopSignal

if TYPE_CHECKING:
    from plyground.search.alphabeta.recording import RecordedSearch

MAX_NODES: Final = 1_000_000


def record_search(
    record: AnyRecord,
    player: AnyPlayer = "alphabeta:depth=4",
    *,
    max_nodes: int = MAX_NODES,
    below: int | None = None,
    stop_signal: StopSignal | None = None,
) -> "RecordedSearch":
    """Search a position as a player of the alpha-beta family does, and keep the tree: of each node
    its window, its value, why it ended, and how many nodes are below it.

    At most `max_nodes` nodes are kept; of a larger tree the smallest subtrees are left out, but
    counted. `below` is the number of a node: the same search again keeps the nodes below it.

    >>> thought, tree = record_search("tic-tac-toe", "minimax:depth=2")
    >>> thought.nodes
    81
    """
    from plyground.search.alphabeta.recording import record_search as recorded

    record = as_record(record)
    if record.is_over:
        raise GameOver("the game is over: there is nothing to search")
    used = searching_player(player)
    return recorded(
        record.game,
        record.position,
        used.make_evaluation(record),
        used.techniques(),
        used.given_limits(),
        max_nodes=max_nodes,
        below=below,
        history=record.history,
        table_bytes=used.table_bytes(),
        stop_signal=stop_signal,
    )


class SearchingPlayer(MinimaxOptions, DepthLimitedPlayer):
    """What all players of the alpha-beta family have."""


def searching_player(player: AnyPlayer) -> SearchingPlayer:
    """A player whose search can be recorded and repeated; raises BadOption."""
    made: Any = make_player(player)
    text = player_text(player)
    if not (isinstance(made, MinimaxOptions) and isinstance(made, DepthLimitedPlayer)):
        raise BadOption(
            f"the search of {text} cannot be recorded: expected minimax, alphabeta, negamax or "
            "negascout"
        )
    limits = made.given_limits()
    if min(limits.time, limits.cpu) < math.inf or made.threads > 1:
        raise BadOption(
            f"{text} may search differently each time: expected a limit of depth or nodes, and one "
            "thread"
        )
    if limits.depth == MAX_DEPTH and limits.nodes == UNLIMITED:
        raise BadOption(
            f"{text} would search for a very long time: expected a limit of depth or nodes, such "
            f"as {text.partition(':')[0]}:depth=5"
        )
    return made  # type: ignore[return-value]
