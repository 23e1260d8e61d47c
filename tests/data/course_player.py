"""A course's class that plays at random in any game, and misbehaves as its environment says."""

import os
import random
import time

from plyground import Record

how = os.environ.get("AGENT_HOW", "well")
GAME = os.environ.get("AGENT_GAME", "tic-tac-toe")
if how == "raises-at-start":
    raise ValueError("no licence")


class Player:
    def __init__(self, colour):
        print("a player that prints")
        self.record = Record(GAME)
        self.side = [side.lower() for side in self.record.game.sides].index(colour)
        if how == "raises-when-made":
            raise ValueError("no colour")

    def action(self, turns):
        assert turns == len(self.record) and self.record.turn == self.side
        if how == "never":
            time.sleep(1000)
        if how == "busy":
            while time.process_time() < 0.9:
                pass
        if how == "dies":
            os._exit(3)
        if how == "raises":
            raise ZeroDivisionError("by nothing")
        if how == "illegal":
            return "99"
        if how == "nothing":
            return None
        move = random.choice(self.record.legal_move_texts)
        self.record.push(move)
        return move

    def update(self, action):
        assert self.record.turn != self.side
        self.record.push(action)
