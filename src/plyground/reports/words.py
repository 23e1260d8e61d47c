"""Numbers in words, for every report."""

from typing import Final

from plyground.core.plurals import counted
from plyground.core.wire import Sprt

MAX_NELO: Final = 1000
"""Beyond this, normalised Elo only tells that hardly a pair was not won."""


def duration_text(seconds: float) -> str:
    """A time that people can read: `45 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60:,} h {minutes % 60} min"


def nelo_text(nelo: float, decimals: int = 0) -> str:
    """Normalised Elo, or that it is beyond what means something."""
    if abs(nelo) > MAX_NELO:
        return f"over {MAX_NELO:+,}" if nelo > 0 else f"under {-MAX_NELO:+,}"
    return f"{nelo:+.{decimals}f}"


def test_text(test: Sprt) -> str:
    """A test in a sentence."""
    accepted = {0: "elo0 is accepted", 1: "elo1 is accepted", None: "the test goes on"}
    return (
        f"SPRT {test.elo0:g} to {test.elo1:g} ({test.model}): LLR {test.llr:+.2f} "
        f"({test.lower:.2f} to {test.upper:.2f}), {accepted[test.accepted]}; "
        f"normalised Elo {nelo_text(test.nelo, 1)}, LOS {test.los:.1%}, "
        f"{counted(test.pairs, 'pair')}"
    )
