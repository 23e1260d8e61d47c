"""What easyAI does in a benchmark: its own Connect Four and Negamax, in Python with NumPy."""

from collections.abc import Sequence
from unittest import mock

from easyAI import Negamax
from easyAI.games.ConnectFour import ConnectFour

from benchmarks.measure import Work


def searching(depth: int) -> Work:
    """Negamax with alpha-beta and without a table, from the start."""

    def work(seed: int) -> int:
        value_after([], depth)
        return 1

    return work


def value_after(columns: Sequence[int], depth: int) -> float:
    """The score of the position after some drops for the side to move; not 0 if it is decided."""
    game, search = ConnectFour([None, None]), Negamax(depth)
    for column in columns:
        game.make_move(column)
        game.switch_player()
    search(game)
    value: float = search.alpha
    return value


def searched_nodes(depth: int) -> int:
    """The nodes that Negamax visits below the start, counted in a separate run."""
    drop = ConnectFour.make_move
    with mock.patch.object(ConnectFour, "make_move", autospec=True, side_effect=drop) as made:
        value_after([], depth)
    return made.call_count
