"""An engine of the Go Text Protocol for three in a row that misbehaves in the way it is told."""

import os
import random
import sys
import time

how = sys.argv[1] if len(sys.argv) > 1 else "well"
free = set()


def answer(text="", sign="="):
    print(f"{sign} {text}\n", flush=True)


def think():
    move = random.choice(sorted(free))
    if how == "never":
        time.sleep(1000)
    if how == "dies":
        os._exit(3)
    if how == "illegal":
        return "Z9"
    if how == "nothing":
        return ""
    if how == "resigns":
        return "resign"
    if how == "half":
        print(f"= {move}", flush=True)
        time.sleep(1000)
    if how == "floods":
        while True:
            print("thinking")
    free.remove(move)
    return move.lower()


if how == "crashes-at-start":
    sys.exit("no licence")
for line in sys.stdin:
    name, *words = line.split()
    if how == "refuses" or name in ("time_settings", "time_left"):
        answer("unknown command", "?")
    elif name == "genmove":
        answer(think())
    elif name == "clear_board":
        free = {f"{letter}{number}" for letter in "ABC" for number in (1, 2, 3)}
        answer()
    elif name == "play":
        free.remove(words[1])
        answer()
    else:
        answer()
    if name == "quit":
        break
