"""The exit codes of commands."""

from enum import IntEnum


class ExitCode(IntEnum):
    """All exit codes of all commands."""

    DONE = 0
    """Success."""
    DISPROVED = 1
    """A check failed: a broken law, a wrong score, a proof that does not hold."""
    BAD_INPUT = 2
    """Bad input; one sentence says why."""
    UNSOLVED = 3
    """Not solved: a limit was met, or no win was found as far ahead as the solver looks."""
    INTERRUPTED = 130
    """Ctrl-C; what was known so far is shown."""
    READER_GONE = 141
    """The reader of the output has closed it, as `head` does."""
    TERMINATED = 143
    """SIGTERM, which does the same as Ctrl-C."""
