"""An engine of the Universal Game Interface that misbehaves in the way it is told."""

import os
import random
import select
import sys
import time

from plyground import Record

how = sys.argv[1] if len(sys.argv) > 1 else "well"
RESULTS = {"first": "p1win", "second": "p2win", "draw": "draw", "unfinished": "none"}
game, record = "connect-four", None


def say(line: str) -> None:
    print(line, flush=True)


def think(limits: str) -> None:
    move = random.choice(record.legal_move_texts)
    if how == "sleeps":
        time.sleep(0.3)
    if how == "works":
        end = time.process_time() + 0.3
        while time.process_time() < end:
            pass
    if how == "daemon" and os.fork() == 0:
        os.setsid()  # no group and no session has it with its parent
        time.sleep(1000)
    if how == "late":
        time.sleep(1.5)
    if how == "never":
        time.sleep(1000)
    if how == "dies":
        os._exit(3)
    if how == "raises":
        raise ZeroDivisionError("by nothing")
    if how == "illegal":
        move = "99" * 10_000
    if how == "floods":
        while True:
            print("info string again")
    if how == "tells" and limits == "infinite":  # as many searches do, every few milliseconds
        while not select.select([0], [], [], 0.01)[0]:
            say("info depth 1 score cp 0")
    if how == "half":
        sys.stdout.write("bestmo")
        sys.stdout.flush()
        time.sleep(1000)
    if how == "long":
        while True:
            sys.stdout.write("x" * 100000)
    if how == "closes":
        os.close(1)
        time.sleep(1000)
    if how == "allocates":
        taken = []
        while True:
            taken.append(os.urandom(1 << 20) * 16)
    if how == "forks":
        if os.fork() == 0:
            time.sleep(1000)
        time.sleep(1000)
    if how.startswith("scores"):
        say(f"info depth 3 seldepth 4 nodes 100 time 7 multipv 1 score {how[7:].replace('=', ' ')}")
        say("info depth 3 multipv 2 score cp -9999 pv 1")
    say("bestmove" if how == "nothing" else f"bestmove {move}")


if how == "crashes-at-start":
    sys.exit("no licence")
for line in sys.stdin:
    name, _, rest = line.strip().partition(" ")
    if name == "ugi":
        if how == "silent":
            time.sleep(1000)
        if how == "chatters":
            while True:
                say("info string not yet")
        say("id name Scripted")
        say("ugiok")
    elif name == "isready":
        say("readyok")
    elif name == "setoption":
        game = rest.partition("name Game value ")[2] or game
    elif name == "uginewgame":
        record = Record(game)
    elif name == "position":
        record = Record(game, moves=rest.partition("moves ")[2])
    elif name == "query":
        answers = {
            "gameover": str(record.is_over).lower(),
            "p1turn": str(record.turn == 0).lower(),
            "result": {"first": "p1win", "second": "p2win", "draw": "draw"}.get(
                record.result, "none"
            ),
        }
        say(f"response {'p1win' if how == 'boasts' else answers[rest]}")
    elif name == "go":
        think(rest)
    elif name == "quit":
        if how == "stays":
            time.sleep(1000)
        break
