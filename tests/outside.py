"""What the tests of players share that are programs of others."""

import time
from pathlib import Path

PATIENCE = 120.0


def is_gone(*marks: str) -> bool:
    """Whether no process with these words in its command is there any more, soon."""
    deadline = time.monotonic() + PATIENCE
    while left_behind(*marks) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not left_behind(*marks)


def left_behind(*marks: str) -> list[str]:
    """The processes that have these words in their commands."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if all(mark.encode() in words for mark in marks) and state != "Z":
            found.append(folder.name)
    return found
