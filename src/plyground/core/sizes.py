"""Sizes of memory as people type them: `64MB`, `1GB`, `4096`."""

import re
from typing import Final

from plyground.core.errors import BadOption

_UNITS: Final = {"": 1, "B": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}
_SIZE: Final = re.compile(r"(\d{1,12})\s*([KMG]?B|)", re.ASCII | re.IGNORECASE)
_LARGEST: Final = 1 << 40


def parse_size(name: str, text: str) -> int:
    """The bytes that the text of an option means."""
    match = _SIZE.fullmatch(text.strip())
    size = int(match[1]) * _UNITS[match[2].upper()] if match else 0
    if not 0 < size <= _LARGEST:
        raise BadOption(f"{name}={text}: expected a size such as 64MB or 1GB")
    return size
