"""The line that follows a search: a bar if time is limited, and the result so far."""

import math
import time
from pathlib import Path

import pytest

from plyground.core.events import on_compile
from plyground.core.score import BAND, WIN_SCORE
from plyground.players.engine import make_engine_player
from plyground.search.thought import Thought, ignore, line_of
from plyground.terminal.palette import FAINT, GOOD
from plyground.terminal.thinking import Thinking, show_thinking
from tests.test_notation import record_of


@pytest.fixture(autouse=True)
def nothing_was_seen_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path))


def thinking(seconds: float, width: int = 80) -> Thinking:
    return Thinking(record_of("connect-four"), seconds, width)


def bar(line: Thinking) -> tuple[int, int]:
    """The lengths of the two parts of the bar: time spent and time left."""
    text = line.__rich__()
    spans = {str(span.style): span.end - span.start for span in text.spans}
    return spans.get(GOOD, 0), spans.get(FAINT, 0)


@pytest.mark.parametrize(("spent", "full"), [(0, 0), (2.5, 5), (5.2, 10), (99, 20)])
def test_the_bar_follows_the_clock(
    spent: float, full: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = thinking(10)
    monkeypatch.setattr(time, "monotonic", lambda: line.began + spent)
    assert bar(line) == (full, 20 - full)


def test_without_a_limit_there_is_no_bar() -> None:
    line = thinking(math.inf)
    assert bar(line) == (0, 0) and line.__rich__().plain == "Red thinks "


def test_compiling_is_shown_and_takes_no_time_from_the_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = thinking(10)
    began = line.began
    monkeypatch.setattr(time, "monotonic", lambda: began + 7)
    line.listen("search", True)
    line.listen("part", True)
    line.listen("part", False)
    assert line.__rich__().plain == "compiling connect-four (once) "
    line.listen("search", False)
    assert bar(line) == (0, 20)


def test_what_was_found_fits_the_screen() -> None:
    line = thinking(10, width=60)
    record = line.record
    found = line_of(record.game, record.position, [3, 3, 3, 3, 3, 3], 12)
    line.watch(Thought((found,), 6, 9, 123456, 0.1, 0.1, 0.5))
    shown = line.__rich__().plain
    assert "+12, depth 6, 123" in shown and len(shown) < 60 and shown.endswith("…")


@pytest.mark.parametrize(("score", "exact"), [(12 - WIN_SCORE, False), (0, True), (BAND, True)])
def test_the_outcome_is_shown_only_if_it_may_be_revealed(score: int, exact: bool) -> None:
    record = record_of("connect-four")
    found = line_of(record.game, record.position, [3, 4], score, exact)
    thought = Thought((found,), 6, 9, 123, 0.1, 0.1, 0.5)
    end = Thinking(record, 10, 80)
    end.watch(thought)
    assert f"{found.score_text}, " in end.found and end.found.endswith(": 4 5")
    quiet = Thinking(record, 10, 80, reveals_outcome=False)
    quiet.watch(thought)
    assert quiet.found == ("solved, 123 nodes" if exact else "depth 6, 123 nodes")


def test_a_static_evaluation_is_always_shown() -> None:
    record = record_of("connect-four")
    found = line_of(record.game, record.position, [3, 4], -12)
    line = Thinking(record, 10, 80, reveals_outcome=False)
    line.watch(Thought((found,), 6, 9, 123, 0.1, 0.1, 0.5))
    assert line.found == "-12, depth 6, 123 nodes: 4 5"


@pytest.mark.parametrize("plain", [False, True])
def test_nobody_watches_or_listens_afterwards(
    plain: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    player, before = make_engine_player("alphabeta:depth=1"), [*on_compile]
    with (
        pytest.raises(KeyboardInterrupt),
        show_thinking(player, record_of("connect-four"), plain),
    ):
        on_compile[-1]("search", True)
        on_compile[-1]("search", False)
        raise KeyboardInterrupt
    assert on_compile == before and player.watch is ignore
    assert capsys.readouterr().err == "compiling connect-four (once)\n" * plain
