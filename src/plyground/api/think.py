"""`think`: a search as a loop over what it finds."""

from typing import TYPE_CHECKING

from plyground.api.analyse import analysis_limits
from plyground.api.records import AnyRecord, as_record
from plyground.core.errors import GameOver
from plyground.players.engine import make_engine_player
from plyground.players.player import AnyPlayer
from plyground.search.info import info_of
from plyground.search.limits import Limits

if TYPE_CHECKING:
    from plyground.core.wire import Info
    from plyground.search.thinking import Thinking


def think(
    record: AnyRecord,
    player: AnyPlayer = "best",
    *,
    time: float | None = None,
    limits: Limits | None = None,
    lines: int = 1,
) -> "Thinking[Info]":
    """Begin to search a position, and go on while the caller does something else.

    `for` and `async for` give an `Info` after each iteration, always the newest, and at last the
    result. Leaving the loop stops the search; so do `stop()`, from any thread, and the limits,
    which are those of `analyse`.

    >>> for info in think("connect-four", time=10):
    ...     if info.depth >= 3:
    ...         break
    >>> info.lines[0].moves[0]
    '4'
    """
    from plyground.search.thinking import Thinking

    record = as_record(record).copy()
    engine_player = make_engine_player(player)
    chosen = limits or analysis_limits(engine_player, time)
    chosen.check()
    if record.is_over:
        raise GameOver("the game is over: there is nothing to search")
    engine_player.check_for(record)
    return Thinking(
        lambda watch: engine_player.think(record, lines, chosen, watch),
        engine_player.stop_signal,
        lambda thought: info_of(record.game, record.position, thought),
    )
