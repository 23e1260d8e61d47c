"""`make fuzz`: every target for a while, `FUZZ_SECONDS` in all; what is found joins the corpus."""

import hashlib
import os
import random
import resource
import sys
import time
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings

from tests.fuzz.targets import TARGETS, attempt, shuffled

CORPUS = Path(__file__).parent / "corpus"
SECONDS = float(os.environ.get("FUZZ_SECONDS", "60"))
SLOW = 2.0
"""The limit of processor seconds for one input."""
MEMORY = 8 << 30
"""The limit of memory in bytes for all inputs together."""
BATCH = 100


def main() -> int:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    failed = [name for name in shuffled() if not fuzz(name, SECONDS / len(TARGETS))]
    print(f"{len(TARGETS)} targets, {len(failed)} with something found: {', '.join(failed)}")
    return 1 if failed else 0


def fuzz(name: str, seconds: float) -> bool:
    """Try a target for `seconds`; False if a failing input was found, which is kept."""
    check, inputs = TARGETS[name].check, TARGETS[name].inputs()
    last = b""
    count = 0

    @settings(
        max_examples=BATCH, deadline=None, database=None, suppress_health_check=[*HealthCheck]
    )
    @given(inputs)
    def law(content: bytes) -> None:
        nonlocal last, count
        last, count = content, count + 1
        began = time.process_time()
        attempt(check, content)
        took = time.process_time() - began
        assert took < SLOW, f"took {took:.1f} seconds"

    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            seed(random.getrandbits(32))(law)()
        except Exception as error:
            print(f"{name}: {type(error).__name__}: {error}\n  kept in {keep(name, last)}")
            return False
    print(f"{name}: {count:,} inputs")
    return True


def keep(name: str, content: bytes) -> Path:
    """Write an input into the corpus; hypothesis tries the smallest one last."""
    path = CORPUS / name / hashlib.sha256(content).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


if __name__ == "__main__":
    sys.exit(main())
