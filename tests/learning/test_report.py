"""What a run has learned is reported for all to read."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from plyground.core.wire import Score, Sprt
from plyground.evaluations.patterns.plan import make_plan, new_network
from plyground.evaluations.patterns.strongest import pattern_points
from plyground.games.registry import make_game
from plyground.learning.folder import Folder, open_folder
from plyground.learning.html import page
from plyground.learning.ladder import is_solved
from plyground.learning.messages import LearnProof, LearnReport, Strong
from plyground.learning.method import Tally
from plyground.learning.report import (
    MAX_POINTS,
    boards,
    curves,
    report,
    sentences,
    share_done,
    tables,
    weight_curves,
)
from plyground.learning.run import Progress
from plyground.learning.strongest import sample_record, strongest
from plyground.reports.messages import ReportCurves
from plyground.reports.plots import curves_plot, ticks, value_text
from plyground.terminal.learning import progress_text
from tests.command import complaint, ran, told
from tests.learning.runs import GAME, add_rung, learned


def test_perfect_play_is_met_where_it_is_known() -> None:
    assert is_solved(make_game("connect-four"))  # by its book


def reported(folder: Folder) -> LearnReport:
    return report(open_folder(folder.path))


def test_a_report_tells_all_that_was_written_down(tmp_path: Path) -> None:
    folder = learned(tmp_path)
    for number, wins in ((0, 2), (1, 8)):
        add_rung(folder, number, "random", wins)
        add_rung(folder, number, "mcts:nodes=100", wins // 2)
    found = reported(folder)
    assert share_done(found) == 1.0 and not found.is_running
    assert any("40 games" in text for text in sentences(found))
    rows = {row[0]: row for row in tables(found)[0].rows}
    assert rows["random"][1:3] == ("20 %", "80 %")
    low, _, high, _ = rows["random"][3].split()
    assert 50 < int(low) < 80 < int(high) < 100
    assert rows["random"][4:] == ("8/10", "8/10")
    strength = {one.title: one for one in curves(found)}
    assert strength["points against others"].curves[0].values == (0.2, 0.8)
    assert strength["points against Monte Carlo tree search"].curves[0].values == (0.1, 0.4)
    results = strength["results of the games learned from"]
    assert all(abs(sum(three) - 1) < 0.001 for three in zip(*_values(results), strict=True))
    watched = {one.title: one for one in weight_curves(found)}
    assert watched["lacks one"].curves[0].values[-1] == pytest.approx(
        found.progress[-1].watched["lacks_one"], abs=1e-3
    )
    assert found.sample and found.sample.strongest and len(boards(found)) == 1


def _values(found: Any) -> list[tuple[float, ...]]:
    return [one.values for one in found.curves]


def test_patterns_add_up_and_lie_on_their_squares() -> None:
    game = make_game("connect-four")
    network: Any = new_network(make_plan(game, 4, 4))
    weights = np.random.default_rng(2).integers(-(10**6), 10**6, len(network.weights.array) - 1)
    network.weights.array[1:] = weights
    record = sample_record(game, "connect-four")
    parts = [*pattern_points(game, network, record.position)]
    assert sum(points for _, points in parts) == pytest.approx(network.score(game, record.position))
    lines = {squares for squares, _ in parts}
    assert {(0, 1, 2, 3), (0, 7, 14, 21), (3, 9, 15, 21)} <= lines
    found = strongest(game, network, record.position)
    most = sorted((points for _, points in parts), key=abs, reverse=True)
    assert [one.points for one in found] == pytest.approx(most[: len(found)], abs=0.1)
    assert {one.points > 0 for one in found} == {True, False}


def test_each_of_the_strongest_patterns_has_a_board(tmp_path: Path) -> None:
    run = reported(learned(tmp_path))
    assert run.sample
    patterns = (
        Strong(name="pattern 2", squares=(4,), points=-7.0),
        Strong(name="pattern 1", squares=(0, 1), points=2.0),
    )
    sample = msgspec.structs.replace(run.sample, strongest=patterns)
    drawn = boards(msgspec.structs.replace(run, sample=sample))
    assert [one.title for one in drawn] == ["pattern 2: -7", "pattern 1: +2"]
    assert [one.svg.count(">−<") for one in drawn] == [1, 0]
    assert [one.svg.count(">+<") for one in drawn] == [0, 2]


def test_tests_are_told_with_their_verdicts(tmp_path: Path) -> None:
    sprt = Sprt(
        model="normalised",
        elo0=0,
        elo1=10,
        llr=3.1,
        lower=-2.94,
        upper=2.94,
        accepted=1,
        nelo=30,
        elo=20,
        decided=0.5,
        los=0.99,
        pairs=400,
    )
    score = Score(10, 0, 2)
    proof = LearnProof(
        game=GAME,
        new="negascout:nodes=2000,evaluation=w.json",
        old="negascout:nodes=2000,evaluation=default",
        games=24,
        as_first=score,
        as_second=score,
        pairs=(0, 1, 2, 3, 6),
        opening_plies=6,
        seed=1,
        sprt=sprt,
    )
    folder = learned(tmp_path)
    (folder.path / "proof.jsonl").write_bytes(msgspec.json.encode(proof) + b"\n{broken")
    found = reported(folder)
    assert any("elo1 is accepted" in text for text in sentences(found))
    [row] = tables(found)[0].rows
    assert row[0] == "negascout:nodes=2000 against default" and row[-1] == "shown"


def test_a_page_needs_nothing_else_and_no_name_is_markup(tmp_path: Path) -> None:
    folder = learned(tmp_path)
    add_rung(folder, 0, "<b>rival</b>", 5)
    add_rung(folder, 0, "random", 5)  # several curves in a plot have a key
    made = page(reported(folder))
    assert "<b>" not in made and "&lt;b&gt;rival" in made
    assert "http" not in made.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in made and made.count("<svg xmlns") >= 4


def test_long_runs_have_curves_of_some_points(tmp_path: Path) -> None:
    found = reported(learned(tmp_path))
    last = found.progress[-1]
    lines = [
        msgspec.structs.replace(last, number=n, games=n, plies=9 * n, seconds=float(n))
        for n in range(1000)
    ]
    long = msgspec.structs.replace(found, progress=tuple(lines))
    for one in (*curves(long), *weight_curves(long)):
        assert len(one.at) <= MAX_POINTS and one.at[-1] == pytest.approx(999 / 60, abs=1e-3)
        assert curves_plot(one).svg


def test_numbers_beside_a_plot_are_short() -> None:
    found = ReportCurves(title="", unit="number", at=(), curves=())
    texts = [value_text(found, number) for number in (0.0853, -12.5, 54_000, 123_456, 1_200_000)]
    assert texts == ["0.0853", "-12.5", "54,000", "123 k", "1.2 M"]


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-3.7, 12.9), (5.0, 5.0), (0.0, 1e-9)])
def test_ticks_are_round_and_within(low: float, high: float) -> None:
    found = ticks(low, high)
    assert found[0] <= low and found[-1] <= high + 1e-9 and 1 <= len(found) <= 12


COMPLAINTS = {
    "is no folder of a run": "--report nothing",
    "exclude each other": f"{GAME} --report nothing",
    "expected --report FOLDER": f"{GAME} --html a.html",
}


@pytest.mark.parametrize("reason", COMPLAINTS)
def test_what_cannot_be_reported_is_told_in_a_sentence(reason: str) -> None:
    assert reason in complaint(ran("learn", *COMPLAINTS[reason].split()))


def test_the_command_prints_writes_and_tells(tmp_path: Path) -> None:
    folder = learned(tmp_path)
    file = tmp_path / "r.html"
    command = f"learn --report {folder.path} --html {file}"
    found = told(ran(*command.split(), "--json").stdout)
    assert found["kind"] == "learn-report" and len(found["progress"]) == len(folder.progress())
    assert file.read_text().startswith("<!doctype html>")
    assert "exists" in complaint(ran(*command.split()))
    assert "40 games" in ran("learn", "--report", str(folder.path)).stdout


def test_while_it_learns_a_terminal_shows_its_pace_and_a_curve_that_fits(tmp_path: Path) -> None:
    folder = learned(tmp_path)
    line = folder.progress()[-1]
    lines = [msgspec.structs.replace(line, watched={"error": 1 - n / 100}) for n in range(101)]
    shown = progress_text(
        Progress(folder.plan, Tally(1000, 30_000), 10.0, 10.0, tuple(lines))
    ).split("\n")
    assert shown[0].startswith("1,000 games, 100 games and 3,000 plies a second")
    assert shown[1].startswith("  error 0.000 █") and shown[1].endswith("▁")
    assert all(len(text) < 78 for text in shown)
