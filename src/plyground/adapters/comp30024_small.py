"""The same class within the course's 100 MB of memory: plain Python, no compiled code.

The libraries of the compiler alone take more than 100 MB.
"""

from plyground.adapters import comp30024
from plyground.players.plain import PlainPlayer


class Player(comp30024.Player):
    """Alpha-beta in plain Python, as deep as the budget allows."""

    def make_player(self) -> PlainPlayer:
        return PlainPlayer(book="own")
