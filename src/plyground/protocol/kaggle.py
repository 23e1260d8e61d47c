"""Kaggle's ConnectX: positions as observations, boards as configurations, moves as columns."""

from typing import Any, Final, cast

from plyground.core.errors import BadOption, BadPosition
from plyground.core.game import Game
from plyground.games.connect_four.rules import ConnectFour, Position
from plyground.records.record import Record

ACT_SECONDS: Final = 2.0
"""How long a move may take."""
OVERAGE_SECONDS: Final = 60.0
"""How much longer than that all moves of a game may take together."""
EPISODE_STEPS: Final = 1000
RUN_SECONDS: Final = 1200
SYMBOLS: Final = ".XO"
"""What 0, 1 and 2 on Kaggle's board are in ours."""


def connect_x(game: Any, who: str) -> ConnectFour:
    """The game, if it is one that Kaggle's environment has; raises BadOption."""
    if not isinstance(game, ConnectFour):
        expected = f"{who} plays connect-four only"
        raise BadOption(f"{game.name} is no game of Kaggle's ConnectX: {expected}")
    return game


def observation(record: Record, overage: float = OVERAGE_SECONDS) -> dict[str, Any]:
    """What an agent gets to see."""
    text = record.game.position_text(record.position)
    board = [SYMBOLS.index(symbol) for symbol in text.replace("/", "")]
    return {
        "remainingOverageTime": overage,
        "step": sum(map(bool, board)),
        "board": board,
        "mark": record.turn + 1,
    }


def configuration(game: ConnectFour, seconds: float = ACT_SECONDS) -> dict[str, Any]:
    """What an agent is told of the game and of its limits."""
    return {
        "episodeSteps": EPISODE_STEPS,
        "actTimeout": seconds,
        "runTimeout": RUN_SECONDS,
        "columns": game.width,
        "rows": game.height,
        "inarow": game.connect,
        "agentTimeout": OVERAGE_SECONDS,
        "timeout": seconds,
    }


def game_text(configuration: Any) -> str:
    """The name of the game that a configuration describes."""
    options = {"width": "columns", "height": "rows", "connect": "inarow"}
    values = (f"{name}={int(configuration[theirs])}" for name, theirs in options.items())
    return f"connect-four:{','.join(values)}"


def position(game: ConnectFour, observation: Any) -> Position:
    """The position that an agent sees; raises BadPosition where the mark is not the one to move."""
    board, width = observation["board"], game.width
    rows = ("".join(SYMBOLS[mark] for mark in board[n : n + width]) for n in _starts(board, width))
    rules = cast(Game, game)
    found: Position = rules.parse_position("/".join(rows))
    if rules.side(found) != observation["mark"] - 1:
        raise BadPosition(f"mark {observation['mark']}: it is the other side's turn")
    return found


def _starts(board: list[int], width: int) -> range:
    return range(0, len(board), width)
