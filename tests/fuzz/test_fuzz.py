"""All that was ever found by fuzzing again, and a short run of every target.

`make fuzz` runs them for longer and with other inputs each time.
"""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from plyground.core.errors import PlygroundError
from tests.fuzz.targets import TARGETS, attempt

pytestmark = pytest.mark.slow

CORPUS = Path(__file__).parent / "corpus"
FOUND = sorted(file for file in CORPUS.glob("*/*") if file.is_file())
EXAMPLES = 200


@pytest.mark.parametrize("file", FOUND, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_what_was_found_is_mended(file: Path) -> None:
    attempt(TARGETS[file.parent.name].check, file.read_bytes())


def test_every_folder_of_the_corpus_has_its_target() -> None:
    assert FOUND and {file.parent.name for file in FOUND} <= {*TARGETS}


@pytest.mark.parametrize("name", TARGETS)
def test_edits_begin_with_what_is_understood(name: str) -> None:
    assert any(is_understood(name, content) for content in TARGETS[name].good())


def is_understood(name: str, content: bytes) -> bool:
    try:
        TARGETS[name].check(content)
    except PlygroundError:
        return False
    return True


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_but_a_refusal_is_raised(name: str) -> None:
    target = TARGETS[name]

    @settings(max_examples=EXAMPLES, suppress_health_check=[*HealthCheck])
    @given(target.inputs())
    def law(content: bytes) -> None:
        attempt(target.check, content)

    law()
