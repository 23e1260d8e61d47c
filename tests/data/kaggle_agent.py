"""An agent for Kaggle's ConnectX that misbehaves in the way that its environment says."""

import os
import random
import sys
import time

how = os.environ.get("AGENT_HOW", "well")
print("an agent that prints when it is loaded")
if how == "raises-at-start":
    raise ValueError("no licence")
if how == "dies-at-start":
    os._exit(4)
if how == "exits-at-start":
    sys.exit("enough")
if how == "never-loads":
    time.sleep(1000)


def helper():
    """Not the last callable."""


def agent(observation, configuration):
    print("an agent that prints when it thinks", flush=True)
    os.system("echo as do its children")
    assert sys.stdin.read() == ""
    assert (
        observation.mark == observation["mark"]
        and configuration.columns == configuration["columns"]
    )
    assert observation.step == sum(map(bool, observation.board))
    assert len(observation.board) == configuration.rows * configuration.columns
    if how == "never":
        time.sleep(1000)
    if how == "late":
        time.sleep(0.7)
    if how == "dies":
        os._exit(3)
    if how == "raises":
        raise ZeroDivisionError("by nothing")
    if how == "full":
        return 99
    if how == "negative":
        return -1
    if how == "nothing":
        return None
    if how == "text":
        return "x" * 1000
    if how == "floods":
        for _ in range(200_000):
            print("again and again")
    if how == "talks-back":
        for descriptor in range(3, 20):
            try:
                while True:
                    os.write(descriptor, b"nonsense\n")
            except OSError:
                continue
    if how == "allocates":
        taken = []
        while True:
            taken.append(bytes(1 << 24))
    if how == "forks":
        if os.fork() == 0:
            time.sleep(1000)
        time.sleep(1000)
    return random.choice([c for c in range(configuration.columns) if not observation.board[c]])


number = 3
