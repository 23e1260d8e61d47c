"""What the tests of players share that are programs of others."""

from pathlib import Path

from tests.waiting import wait_until


def wait_until_gone(*marks: str) -> None:
    """Wait until no process with these words in its command is there any more."""
    wait_until(lambda: not left_behind(*marks))


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
