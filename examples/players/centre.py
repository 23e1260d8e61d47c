"""A player of one's own for Connect Four: looks some plies ahead and likes the centre."""

from dataclasses import dataclass

from plyground import DRAW, ONGOING, Record, player


@player("centre")
@dataclass
class Centre:
    depth: int = 1

    def choose(self, record: Record) -> int:
        game, position = record.game, record.position
        ranked = sorted(game.moves(position), key=lambda move: abs(move - game.width // 2))
        return max(ranked, key=lambda move: -self.value(game, game.play(position, move), 1))

    def value(self, game, position, ply: int) -> int:
        """1, 0 or -1 for the side to move, as far as it looks."""
        outcome = game.outcome(position)
        if outcome != ONGOING:
            return 0 if outcome == DRAW else outcome
        if ply >= self.depth:
            return 0
        return max(
            -self.value(game, game.play(position, move), ply + 1) for move in game.moves(position)
        )
