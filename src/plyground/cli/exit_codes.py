"""How a command ended, as the shell that ran it sees it."""

from enum import IntEnum


class ExitCode(IntEnum):
    """All exit codes of all commands."""

    DONE = 0
    """What was asked for is done."""
    DISPROVED = 1
    """What was to be checked is wrong: a broken law, a wrong score, a proof that does not hold."""
    BAD_INPUT = 2
    """What was given cannot be used; one sentence says why."""
    UNSOLVED = 3
    """A position could not be solved: a limit was met, or nobody wins as far as can be looked."""
    INTERRUPTED = 130
    """Ctrl-C: what was known by then is told."""
    READER_GONE = 141
    """Whatever read the output has closed it, as `head` does."""
    TERMINATED = 143
    """A request to end (SIGTERM), which does the same as Ctrl-C."""
