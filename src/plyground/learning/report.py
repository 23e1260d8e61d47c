"""What a run tells of itself: in sentences, tables, curves, and on a board."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from plyground.boards.remarks import COLOURS, Remark, Remarks, Trip
from plyground.boards.svg import board_svg
from plyground.core.errors import PlygroundError
from plyground.core.outcome import LOSS, WIN
from plyground.core.plurals import counted
from plyground.core.python_files import split_file
from plyground.core.wire import Score
from plyground.evaluations.registry import make_evaluation
from plyground.games.registry import make_game
from plyground.learning.folder import Folder
from plyground.learning.messages import (
    LearnProgress,
    LearnProof,
    LearnReport,
    LearnRung,
    Sample,
    Strong,
)
from plyground.learning.strongest import sample_of
from plyground.matches.rating import rate
from plyground.records.record import Record
from plyground.reports.messages import ReportCurve, ReportCurves, ReportPlot, ReportTable
from plyground.reports.words import duration_text, test_text

MAX_POINTS: Final = 200
"""How many points a curve has at most."""
MAX_WEIGHTS: Final = 60
MAX_BOARDS: Final = 6
ERROR: Final = "error"
NOTHING: Final = "-"


def report(folder: Folder) -> LearnReport:
    """All that is known of a run; somebody may be learning there."""
    return LearnReport(
        folder=str(folder.path),
        plan=folder.plan,
        is_running=folder.is_driven,
        progress=tuple(folder.progress()),
        ladder=tuple(folder.ladder()),
        proofs=tuple(folder.proofs()),
        sample=_sample(folder),
    )


def _sample(folder: Folder) -> Sample | None:
    """What counts most for what was learned, in some position; None where that cannot be told."""
    plan = folder.plan
    if not Path(plan.out).is_file():
        return None
    source, _ = split_file(plan.evaluation or "") or ("", "")
    try:
        game = make_game(plan.game)
        evaluation = make_evaluation(game, f"{source}:{plan.out}" if source else plan.out)
        return sample_of(game, plan.game, evaluation)
    except PlygroundError:  # a report tells what it can
        return None


# --- words ---------------------------------------------------------------------------------------


def title(found: LearnReport) -> str:
    """What is learned, and how."""
    return f"learning {found.plan.game} by {found.plan.method}"


def share_done(found: LearnReport) -> float | None:
    """How much of what was planned is done, from 0 to 1; None if there is no plan for that."""
    plan, last = found.plan, found.progress[-1:]
    if not last:
        return 0.0
    shares = [
        done / planned
        for done, planned in ((last[0].games, plan.games), (last[0].seconds / 60, plan.minutes))
        if planned
    ]
    return min(1.0, max(shares)) if shares else None


def sentences(found: LearnReport) -> Iterator[str]:
    """How far it has come, and what was shown."""
    if not found.progress:
        yield "nothing is learned yet"
        return
    last = found.progress[-1]
    speed = last.plies / max(last.cpu_seconds, 1e-6)
    yield (
        f"{counted(last.games, 'game')} and {counted(last.plies, 'ply', 'plies')} in "
        f"{duration_text(last.seconds)} of learning ({speed:,.0f}"
        f" plies a second of processor time), {counted(last.number + 1, 'checkpoint')}"
    )
    for proof in found.proofs:
        yield f"{_condition(proof)}: {test_text(proof.sprt)}"


def _condition(proof: LearnProof) -> str:
    """Whom the test was against, and what both players had for a move."""
    evaluation, limit = _without_evaluation(proof.old)
    return f"{limit} against {evaluation}"


def _without_evaluation(player: str) -> tuple[str, str]:
    """A player's evaluation, and its text without that."""
    parts = player.replace(":", ",", 1).split(",")
    others = [part for part in parts if not part.startswith("evaluation=")]
    named = [part.removeprefix("evaluation=") for part in parts if part not in others]
    text = others[0] + (f":{','.join(others[1:])}" if others[1:] else "")
    return (named or [""])[0], text


# --- tables --------------------------------------------------------------------------------------


def tables(found: LearnReport) -> list[ReportTable]:
    """The ladder, the tests, and what counts most in a position."""
    made = []
    if found.ladder:
        made.append(_ladder_table(found.ladder))
    if found.proofs:
        made.append(_proof_table(found))
    if found.sample:
        made.append(_sample_table(found.sample))
    return made


def _ladder_table(rungs: Sequence[LearnRung]) -> ReportTable:
    """The last result against each player, and the first one."""
    first = {one.rung: one for one in reversed(rungs)}
    last = {one.rung: one for one in rungs}
    numbers = {one.number for one in last.values()}
    more = ", or of the last one that was measured" if len(numbers) > 1 else ""
    return ReportTable(
        title="ladder",
        heads=("at first", "now", "95 %", "as first", "as second"),
        rows=tuple(
            (
                rung,
                _percent(_share(first[rung])) if first[rung] is not one else NOTHING,
                _percent(_share(one)),
                _interval(one),
                _points_text(one.as_first),
                _points_text(one.as_second),
            )
            for rung, one in last.items()
        ),
        note=f"points of checkpoint {max(numbers)}{more}",
    )


def _points(score: Score) -> list[float]:
    """What each game brought."""
    return [1.0] * score.wins + [0.5] * score.draws + [0.0] * score.losses


def _share(one: LearnRung) -> float:
    points = [*_points(one.as_first), *_points(one.as_second)]
    return sum(points) / max(len(points), 1)


def _interval(one: LearnRung) -> str:
    """Games of a pair may depend on each other, but which ones were pairs is not written down."""
    games = [*_points(one.as_first), *_points(one.as_second)]
    if not games:
        return NOTHING
    found = rate([[points] for points in games])
    return f"{100 * found.low:.0f} to {100 * found.high:.0f} %"


def _points_text(score: Score) -> str:
    points = _points(score)
    return f"{sum(points):g}/{len(points):,}"


def _proof_table(found: LearnReport) -> ReportTable:
    verdicts = {0: "not shown", 1: "shown", None: "open"}
    return ReportTable(
        title="tests",
        heads=("Elo", "LLR", "pairs", "LOS", "stronger"),
        rows=tuple(
            (
                _condition(proof),
                f"{proof.sprt.elo0:g} to {proof.sprt.elo1:g}",
                f"{proof.sprt.llr:+.2f}",
                f"{proof.sprt.pairs:,}",
                f"{proof.sprt.los:.1%}",
                verdicts[proof.sprt.accepted],
            )
            for proof in found.proofs
        ),
    )


def _sample_table(sample: Sample) -> ReportTable:
    what = "patterns" if any(one.squares for one in sample.strongest) else "features"
    return ReportTable(
        title=f"strongest {what}",
        heads=("points",),
        rows=tuple((one.name, f"{one.points:+,.1f}") for one in sample.strongest),
        note=f"of a score of {sample.score:+,.1f} for the side to move, in the middle of a random "
        "game",
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


# --- curves --------------------------------------------------------------------------------------


def curves(found: LearnReport) -> list[ReportCurves]:
    """Strength against each kind of rival, results of self-play, and speed."""
    made = [*_strength(found)]
    lines = _thinned(found.progress)
    later = [(one, two) for one, two in pairwise(lines) if two.games > one.games]
    if not later:
        return made
    at = tuple(_minutes(two) for _, two in later)
    made.append(_results(found, at))
    speeds = tuple(
        round((two.plies - one.plies) / max(two.seconds - one.seconds, 1e-6), 1)
        for one, two in later
    )
    speed = ReportCurve("plies a second", speeds)
    made.append(ReportCurves(title="plies a second", unit="number", at=at, curves=(speed,)))
    return made


def _strength(found: LearnReport) -> Iterator[ReportCurves]:
    seconds = {line.number: line.seconds for line in found.progress}
    kinds: dict[str, dict[str, dict[int, float]]] = {}
    for one in found.ladder:
        if one.number in seconds:
            met = kinds.setdefault(_kind(one.rung), {})
            met.setdefault(one.rung, {})[one.number] = round(_share(one), 4)
    for kind, rungs in kinds.items():
        numbers = sorted({number for known in rungs.values() for number in known})
        yield ReportCurves(
            title=f"points against {kind}",
            unit="share",
            at=tuple(round(seconds[number] / 60, 4) for number in numbers),
            curves=tuple(
                ReportCurve(rung, tuple(known.get(number) for number in numbers))
                for rung, known in rungs.items()
            ),
        )


_KINDS: Final = {"negamax": "searches", "negascout": "searches", "mcts": "Monte Carlo tree search"}


def _kind(rung: str) -> str:
    """Which plot a player is in."""
    name = rung.partition(":")[0]
    return "others" if "evaluation=" in rung else _KINDS.get(name, "others")


def _results(found: LearnReport, at: tuple[float, ...]) -> ReportCurves:
    """How games went that were learned from, between the points of the curves."""
    ends = [60 * minutes + 0.001 for minutes in at]
    counts = [[0, 0, 0] for _ in ends]
    place = 0
    for line in found.progress:
        while place < len(ends) - 1 and line.seconds > ends[place]:
            place += 1
        for n, count in enumerate((line.first_wins, line.draws, line.second_wins)):
            counts[place][n] += count
    shares = [[count / sum(three) if sum(three) else None for count in three] for three in counts]
    names = ("the first player won", "draw", "the second player won")
    return ReportCurves(
        title="results of the games learned from",
        unit="share",
        at=at,
        curves=tuple(
            ReportCurve(name, tuple(_rounded(three[n]) for three in shares))
            for n, name in enumerate(names)
        ),
    )


def weight_curves(found: LearnReport) -> list[ReportCurves]:
    """A plot for each number that is watched: weights, and the mean error."""
    lines = _thinned(found.progress)
    names = dict.fromkeys(name for line in lines for name in line.watched)
    at = tuple(_minutes(line) for line in lines)
    made = []
    for name in [*names][:MAX_WEIGHTS]:
        values = tuple(_rounded(line.watched.get(name)) for line in lines)
        if name == ERROR:
            values = (None, *values[1:])  # there was none at the beginning
        shown, curve = name.replace("_", " "), ReportCurve(name, values)
        made.append(ReportCurves(title=shown, unit="number", at=at, curves=(curve,)))
    return [one for one in made if any(value is not None for value in one.curves[0].values)]


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _minutes(line: LearnProgress) -> float:
    return round(line.seconds / 60, 4)


def _thinned(lines: Sequence[LearnProgress]) -> list[LearnProgress]:
    """At most so many lines, evenly spaced, with the last one."""
    step = max(1, -(-len(lines) // MAX_POINTS))
    return [*lines[::-1][::step]][::-1]


# --- boards --------------------------------------------------------------------------------------


def boards(found: LearnReport) -> list[ReportPlot]:
    """The sample position, once for each of the strongest patterns; once alone for features."""
    sample = found.sample
    if sample is None:
        return []
    record = Record(make_game(found.plan.game), moves=sample.moves, game_text=found.plan.game)
    on_squares = [one for one in sample.strongest if one.squares][:MAX_BOARDS]
    made = []
    shown: list[Strong | None] = [*on_squares] or [None]
    for one in shown:
        svg = board_svg(record, remarks=_remarks(one))
        if svg:
            told = f"{one.name}: {one.points:+,.0f}" if one else "the sample position"
            height = 320
            made.append(ReportPlot(title=told, svg=svg, words=told, height=height))
    return made


def _remarks(one: Strong | None) -> Remarks:
    if one is None:
        return Remarks()
    colour = COLOURS[WIN if one.points > 0 else LOSS]
    sign = "+" if one.points > 0 else "−"
    return Remarks(
        moves=tuple(
            Remark(Trip(frozenset(), frozenset((square,))), sign, colour) for square in one.squares
        )
    )
