"""An engine of the Universal Game Interface: moves by chance, the same ones in the same game."""

import random
import sys

from plyground import Record

RESULTS = {"first": "p1win", "second": "p2win", "draw": "draw"}
game, record = "connect-four", None
for line in sys.stdin:
    name, _, rest = line.strip().partition(" ")
    answer = None
    if name == "ugi":
        answer = "id name Chance\nugiok"
    elif name == "isready":
        answer = "readyok"
    elif name == "setoption":
        game = rest.partition("name Game value ")[2] or game
    elif name == "position":
        record = Record(game, moves=rest.partition("moves ")[2])
    elif name == "query":
        told = {
            "gameover": str(record.is_over).lower(),
            "p1turn": str(record.turn == 0).lower(),
            "result": RESULTS.get(record.result, "none"),
        }
        answer = f"response {told[rest]}"
    elif name == "go":
        chance = random.Random(" ".join(record.move_texts))
        answer = f"bestmove {chance.choice(record.legal_move_texts)}"
    elif name == "quit":
        break
    if answer:
        print(answer, flush=True)
