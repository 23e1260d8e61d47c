"""Ctrl-C and SIGTERM end the program, whatever it is doing.

Python raises KeyboardInterrupt when the main thread next runs Python code. In compiled code that
may never happen, so a second thread listens too: it ends the program if the main thread has not
noticed the signal in time.
"""

import os
import signal
import sys
import threading
from types import FrameType
from typing import Final, NoReturn

from plyground.cli.exit_codes import ExitCode

ENDINGS: Final = {
    signal.SIGINT: ExitCode.INTERRUPTED,
    signal.SIGTERM: ExitCode.TERMINATED,
}
PATIENCE_SECONDS: Final = 0.7
"""How long the main thread may take to notice a signal."""


_heard: Final = threading.Event()
_last = signal.SIGINT


def listen() -> None:
    """Have signals end the program from now on."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    for number in ENDINGS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _hear)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    threading.Thread(target=_end_if_unheard, args=(reader,), daemon=True).start()


def how_interrupted() -> ExitCode:
    """The exit code of a program that was interrupted."""
    return ENDINGS[_last]


def _hear(number: int, frame: FrameType | None) -> None:
    global _last
    _last = signal.Signals(number)
    _heard.set()
    raise KeyboardInterrupt


def _end_if_unheard(reader: int) -> None:
    while received := os.read(reader, 1):
        ending = ENDINGS.get(signal.Signals(received[0]))
        if ending:
            if not _heard.wait(PATIENCE_SECONDS):
                print(f"plyground: {ending.name.lower()}", file=sys.stderr)
                leave(ending)
            _heard.clear()


def leave(status: int) -> NoReturn:
    """End the program without waiting for other threads."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # nobody reads it any more
            continue
    os._exit(status)
