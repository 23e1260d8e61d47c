"""Sizes of memory as people type them (`64MB`, `1GB`, `4096`), and numbers of threads."""

import re
from typing import Final

from plyground.core.errors import BadOption

MAX_THREADS: Final = 64
_UNITS: Final = {"": 1, "B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
_SIZE: Final = re.compile(r"(\d{1,12})\s*([KMG]?B|)", re.ASCII | re.IGNORECASE)
_MAX_BYTES: Final = 1 << 40


def parse_size(name: str, text: str) -> int:
    """The bytes that a text means; `name` is the option's, for the message."""
    match = _SIZE.fullmatch(text.strip())
    size = int(match[1]) * _UNITS[match[2].upper()] if match else 0
    if not 0 < size <= _MAX_BYTES:
        raise BadOption(
            f"{name}={text}: expected a size such as 64MB or 1GB, at most {_MAX_BYTES >> 30}GB"
        )
    return size


def check_threads(threads: int) -> None:
    """Refuse a number of threads outside 1 to `MAX_THREADS`."""
    if not 1 <= threads <= MAX_THREADS:
        raise BadOption(f"threads={threads}: expected from 1 to {MAX_THREADS}")
