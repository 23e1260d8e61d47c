"""One sentence for a rule that cannot compile, in place of numba's pages."""

import inspect
import re
from typing import Any

from numba.core.errors import NumbaError

from plyground.core.errors import BadRule

_PLACE = re.compile(r'File "(?P<file>[^"]+)", line (?P<line>\d+)')
_NOISE = re.compile(
    r"^(Failed in nopython mode|During:|There are|- Of which|>>>|<source|File|\^|$)"
)


def explain(error: NumbaError, args: tuple[Any, ...]) -> BadRule:
    """The error as the game's author should read it: file, line, and what numba could not take."""
    text = str(error)
    cls = next((a._numba_type_.instance_class for a in args if hasattr(a, "_numba_type_")), None)
    place = _author_place(text, cls) if cls else None
    return BadRule(f"{place or 'a rule'} cannot be compiled: {_reason(text)}")


def _author_place(text: str, cls: type) -> str | None:
    """The last place in the author's own file that the error mentions: the innermost one."""
    file = inspect.getsourcefile(cls) or ""
    tail = file.replace("\\", "/").rsplit("/", 1)[-1]
    found = [match for match in _PLACE.finditer(text) if match["file"].endswith(tail)]
    return f"{file}, line {found[-1]['line']}:" if found else f"{file}:"


def _reason(text: str) -> str:
    lines = [line.strip() for line in text.splitlines()]
    telling = [line for line in lines if line and not _NOISE.match(line)]
    return telling[0].rstrip(".:") if telling else "numba gave no reason"
