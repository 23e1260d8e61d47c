"""How long compiling will take is estimated from how long it took before."""

import time
from pathlib import Path

import pytest

from plyground.core.events import on_compile
from plyground.live.compile_progress import FILE
from plyground.terminal.compiling import Compiling, bar
from plyground.terminal.screen import compile_notice
from tests.positions import game_of


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PLYGROUND_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which can be set."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def compile_kernels(clock: list[float], game: str = "connect-four", seconds: float = 8.0) -> None:
    """Three kernels, of which the first compiles another; between the two others time passes."""
    compiling = Compiling(game_of(game))
    for kernel, starts, taken in (
        ("search", True, seconds / 4),
        ("part", True, seconds / 4),
        ("part", False, seconds / 4),
        ("search", False, 1000.0),
        ("other", True, seconds / 4),
        ("other", False, 0.0),
    ):
        compiling.listen(kernel, starts)
        clock[0] += taken
    compiling.remember()


def begun(game: str = "connect-four", kernel: str = "search") -> Compiling:
    compiling = Compiling(game_of(game))
    compiling.listen(kernel, True)
    return compiling


def test_the_first_time_nothing_is_known(clock: list[float]) -> None:
    compiling = begun()
    clock[0] += 5
    assert compiling.text == "compiling connect-four (once)" and compiling.share == 0
    assert compiling.__rich__().plain == "compiling connect-four (once) "


def test_the_second_time_it_is_estimated_and_a_bar_moves(clock: list[float]) -> None:
    compile_kernels(clock)
    compiling = begun()
    assert compiling.text == "compiling connect-four (once): 3 kernels, about 8 s"
    shares = []
    for _ in range(4):
        shares.append(compiling.share)
        clock[0] += 4
    assert shares == [0, 0.5, pytest.approx(0.97), pytest.approx(0.97)]
    assert compiling.__rich__().plain.endswith("━" * 20 + " ")


def test_pauses_between_kernels_do_not_count(clock: list[float]) -> None:
    compile_kernels(clock)
    compiling = begun()
    clock[0] += 2
    compiling.listen("search", False)
    clock[0] += 50
    assert compiling.share == 0.25


def test_another_game_is_the_best_guess_where_this_one_was_not_seen(clock: list[float]) -> None:
    compile_kernels(clock, "connect-four", 20)
    compile_kernels(clock, "paths", 10)
    assert begun("connect-four").text.endswith("about 20 s")
    assert begun("paths").text.endswith("about 10 s")
    assert begun("dominoes").text.endswith("about 15 s")
    assert begun("dominoes", "elsewhere").text == "compiling dominoes (once)"


def test_what_was_broken_off_is_not_remembered(clock: list[float], folder: Path) -> None:
    compiling = begun()
    clock[0] += 1
    compiling.remember()
    Compiling(game_of("paths")).remember()
    assert not folder.exists()


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"search": 3}', b'{"search": [1, null]}', b"\xff", b"9" * 999]
)
def test_a_damaged_file_remembers_nothing_and_is_written_anew(
    content: bytes, clock: list[float], folder: Path
) -> None:
    compile_kernels(clock)
    (folder / FILE).write_bytes(content)
    assert begun().text == "compiling connect-four (once)"
    compile_kernels(clock)
    assert begun().text.endswith("about 8 s")
    assert [path.name for path in folder.iterdir()] == [FILE]


def test_a_folder_that_cannot_be_written_is_no_matter(clock: list[float], folder: Path) -> None:
    folder.write_text("no folder")
    compile_kernels(clock)
    assert begun().text == "compiling connect-four (once)"


def test_the_notice_remembers_and_listens_no_more(clock: list[float], folder: Path) -> None:
    before = [*on_compile]
    with compile_notice(game_of("paths")):
        for starts in (True, False):
            for listener in on_compile:
                listener("search", starts)
            clock[0] += 3
    assert on_compile == before and (folder / FILE).exists()
    assert begun("paths").text == "compiling paths (once): 1 kernel, about 3 s"


@pytest.mark.parametrize(("share", "full"), [(0, 0), (0.5, 10), (0.97, 19), (1, 20)])
def test_a_bar_is_as_full_as_its_share(share: float, full: int) -> None:
    assert [len(part) for part, _ in bar(share)] == [full, 20 - full, 1]
