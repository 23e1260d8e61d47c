"""Ctrl-C and SIGTERM end the program, whatever it is doing.

Python raises KeyboardInterrupt when the main thread next runs Python code. While that thread is in
compiled code there may be no next time, so a second thread listens too and ends the program if
the first has not heard in time.
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
"""How long the main thread has to hear of a signal."""


_heard: Final = threading.Event()
_last = signal.SIGINT


def listen() -> None:
    """Let signals end the program from now on."""
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    for number in ENDINGS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _hear)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    threading.Thread(target=_end_if_unheard, args=(told,), daemon=True).start()


def how_interrupted() -> ExitCode:
    """The exit code of a program that was interrupted."""
    return ENDINGS[_last]


def _hear(number: int, frame: FrameType | None) -> None:
    global _last
    _last = signal.Signals(number)
    _heard.set()
    raise KeyboardInterrupt


def _end_if_unheard(told: int) -> None:
    while received := os.read(told, 1):
        ending = ENDINGS.get(signal.Signals(received[0]))
        if ending:
            if not _heard.wait(PATIENCE_SECONDS):
                print(f"plyground: {ending.name.lower()}", file=sys.stderr)
                leave(ending)
            _heard.clear()


def leave(status: int) -> NoReturn:
    """End the program without waiting for what still runs in other threads."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # nobody reads it any more
            continue
    os._exit(status)
