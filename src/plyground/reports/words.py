"""Numbers in words, for every report."""

from plyground.core.plurals import counted
from plyground.core.wire import Sprt


def duration_text(seconds: float) -> str:
    """A time that people can read: `45 s`, `12 min`, `3 h 20 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60:,} h {minutes % 60} min"


def test_text(test: Sprt) -> str:
    """A test in a sentence."""
    accepted = {0: "elo0 is accepted", 1: "elo1 is accepted", None: "the test goes on"}
    return (
        f"SPRT {test.elo0:g} to {test.elo1:g} ({test.model}): LLR {test.llr:+.2f} "
        f"({test.lower:.2f} to {test.upper:.2f}), {accepted[test.accepted]}; "
        f"normalised Elo {test.nelo:+.1f}, LOS {test.los:.1%}, {counted(test.pairs, 'pair')}"
    )
