"""An interrupted command prints what is known, and nothing that is not."""

import contextlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from plyground.core.outcome import DRAW, LOSS, WIN
from plyground.games.registry import make_game
from plyground.search import perft
from plyground.search.dfpn.driver import ProofSearch, _Search
from plyground.search.exact.driver import ExactSolver, Undecided, bounds_of, question_of
from plyground.search.limits import Limits, Stopped
from plyground.search.reference import solve
from plyground.search.solution import Bounds, Question, Verdict
from plyground.search.thought import Thought
from plyground.terminal import analysis
from plyground.terminal.solving import bounds_text, question_text
from tests.command import ran, told, told_lines
from tests.positions import game_of

SMALL = "connect-four:width=4,height=4"
BREAKTHROUGH = "examples/breakthrough.py:rows=4,columns=3"
SIDES = ("Red", "Yellow")


def interrupting(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, with Ctrl-C pressed when it reaches a limit."""

    def call(*args: Any, **kws: Any) -> Any:
        try:
            return function(*args, **kws)
        except Stopped:
            raise KeyboardInterrupt from None

    return call


@pytest.fixture
def interrupted_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExactSolver, "run", interrupting(ExactSolver.run))
    monkeypatch.setattr(ExactSolver, "at_least", interrupting(ExactSolver.at_least))
    monkeypatch.setattr(_Search, "call", interrupting(_Search.call))


@pytest.mark.parametrize("method", ["exact", "dfpn"])
def test_an_interrupted_solve_shows_what_is_certain(method: str, interrupted_solvers: None) -> None:
    args = ("solve", "connect-four", "--nodes", "100000", "--method", method)
    finished = ran(*args)
    assert finished.returncode == 130 and "plyground: interrupted" in finished.stderr
    first, second = finished.stdout.splitlines()
    assert first.startswith("not solved: ") and "within these limits" not in first
    assert "force a win within" in first and "; asked last: " in first
    assert int(second.split()[0].replace(",", "")) >= 100_000
    output = told(ran(*args, "--json").stdout)
    assert output["interrupted"] is True and output["verdict"] is None
    assert output["known"]["no_win_within"] >= 8
    asked = output["known"]["asked"]
    assert f"asked last: {asked['side']} wins within {asked['plies']} pl" in first


def test_an_interrupted_solve_of_moves_shows_those_that_are_solved(
    interrupted_solvers: None,
) -> None:
    args = ("solve", SMALL, "--moves", "1 1 1 2", "--all-moves", "--nodes", "1000")
    output = told(ran(*args, "--json").stdout)
    known = [*output["moves"].values()]
    assert output["interrupted"] is True and output["best"] is None
    assert known[0] is not None and known[-1] is None
    finished = ran(*args)
    assert finished.returncode == 130
    assert f"not solved: {len(known) - known.count(None)} of 4 moves solved" in finished.stdout


def test_an_interrupted_file_shows_its_verdicts_and_the_summary(
    tmp_path: Path, interrupted_solvers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("111212 -2\n1212\n12123 0\n")
    solve_rows = ExactSolver.solve_rows

    def two_rows(self: ExactSolver, rows: Any, weak: bool = False, on_wait: Any = None) -> Any:
        if len(rows) > 2:
            on_wait(*solve_rows(self, rows[:2], weak))
            raise KeyboardInterrupt
        return solve_rows(self, rows, weak)

    monkeypatch.setattr(ExactSolver, "solve_rows", two_rows)
    finished = ran("solve", SMALL, "--file", str(file))
    assert finished.returncode == 130
    first, second, summary = finished.stdout.splitlines()
    assert first == "111212  loses in 8 plies  -2" and second.startswith("1212  ")
    assert summary.startswith("2 of 3 solved, 1 compared, 0 wrong, ")
    *solved, output = told_lines(ran("solve", SMALL, "--file", str(file), "--json").stdout)
    assert [one["position"] for one in solved] == ["111212", "1212"]
    assert (output["kind"], output["solved"], output["interrupted"]) == ("solved-file", 2, True)


def test_verdicts_of_a_file_are_printed_as_they_are_found(tmp_path: Path) -> None:
    game = make_game(SMALL)
    heard: list[int] = []
    positions = [game.parse_position(text) for text in ("111212", "1212", "12123")]
    found = ExactSolver(game).solve_many(positions, on_found=lambda n, verdict: heard.append(n))
    assert heard == [0, 1, 2] and None not in found


def test_an_interrupted_count_shows_the_depths_that_are_complete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    divide = perft.divide

    def stopped_at_four(game: Any, position: Any, depth: int, progress: Any = None) -> Any:
        if depth == 4:
            raise KeyboardInterrupt
        return divide(game, position, depth, progress)

    monkeypatch.setattr(perft, "divide", stopped_at_four)
    output = told(ran("perft", "connect-four", "9", "--divide", "--json").stdout)
    assert [level["leaves"] for level in output["depths"]] == [7, 49, 343]
    assert output["interrupted"] is True and sum(output["divide"].values()) == 343
    finished = ran("perft", "connect-four", "9")
    assert finished.returncode == 130 and "    3     343 " in finished.stdout


def test_an_interrupted_count_shows_the_distinct_positions_that_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def two(*args: Any) -> Iterator[int]:
        yield from (7, 49)
        raise KeyboardInterrupt

    monkeypatch.setattr(perft, "distinct", two)
    output = told(ran("perft", "connect-four", "3", "--distinct", "--json").stdout)
    assert [level.get("distinct") for level in output["depths"]] == [7, 49, None]


def test_depths_are_counted_one_by_one_only_while_that_costs_little() -> None:
    """A game that has stopped growing is not counted once for every depth."""
    depths: list[int] = []
    divide = perft.divide

    def noted(game: Any, position: Any, depth: int, progress: Any = None) -> Any:
        depths.append(depth)
        return divide(game, position, depth, progress)

    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(perft, "divide", noted)
        assert ran("perft", "paths:board=3x3", "400", "--json").returncode == 0
    assert depths[-1] == 400 and depths[:-1] == [*range(1, len(depths))] and len(depths) < 9


def test_an_interrupted_analysis_shows_the_last_complete_depth(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @contextlib.contextmanager
    def stopped_at_three(*args: Any) -> Iterator[Callable[[Thought], None]]:
        def see(thought: Thought) -> None:
            if thought.depth == 3:
                raise KeyboardInterrupt

        yield see

    monkeypatch.setattr(analysis, "live_thoughts", stopped_at_three)
    args = ("analyse", "connect-four", "--player", "negascout:depth=9")
    output = told(ran(*args, "--json").stdout)
    assert (output["info"]["depth"], output["interrupted"]) == (3, True)
    assert output["best"] in "1234567"
    finished = ran(*args)
    assert finished.returncode == 130 and "depth 3 (" in finished.stdout


def test_an_analysis_interrupted_while_it_solves_shows_what_is_certain(
    interrupted_solvers: None,
) -> None:
    args = ("analyse", "connect-four", "--player", "solver:nodes=200000", "--time", "99")
    finished = ran(*args)
    assert finished.returncode == 130
    assert "not solved: Red cannot force a win within" in finished.stdout
    output = told(ran(*args, "--json").stdout)
    assert (output["interrupted"], output["best"], output["info"]) == (True, None, None)
    assert output["known"]["no_win_within"] >= 8


# --- bounds are true ---------------------------------------------------------------------------


def check_bounds(bounds: Bounds, true: Verdict) -> None:
    order = (LOSS, DRAW, WIN)
    rank = order.index(true.outcome)
    assert order.index(bounds.least) <= rank <= order.index(bounds.most)
    if true.outcome == WIN:
        assert true.plies is not None and bounds.no_win < true.plies
    if true.outcome == LOSS:
        assert true.plies is not None and bounds.no_loss < true.plies
    if bounds.latest is not None:
        assert true.plies is not None and true.plies <= bounds.latest


@cache
def textbook_verdicts(game_text: str) -> dict[Any, Verdict]:
    """The verdict of every position that the textbook meets."""
    known: dict[Any, Verdict] = {}
    game = game_of(game_text)
    solve(game, game.start(), known)
    return known


@pytest.mark.slow
@pytest.mark.parametrize("game_text", [SMALL, "paths:board=3x3", BREAKTHROUGH])
@pytest.mark.parametrize("make", [ExactSolver, ProofSearch])
@pytest.mark.parametrize("weak", [False, True])
def test_bounds_of_an_unsolved_position_are_true(game_text: str, make: Any, weak: bool) -> None:
    game, known = game_of(game_text), textbook_verdicts(game_text)
    positions = [position for position in [*known][::257] if known[position].plies != 0][:12]
    with_bounds = 0
    for position in [game.start(), *positions]:
        for nodes in (1, 3, 10, 30, 100, 300, 1000, 3000, 10_000):
            solution = make(game, 4 << 20).solve(position, Limits(nodes=nodes), weak)
            if solution.verdict is None:
                check_bounds(solution.bounds, known[position])
                with_bounds += solution.bounds != Bounds()
    assert with_bounds


def test_bounds_of_every_value() -> None:
    """Where 5 plies can follow, a value from -5 to 5 lies between its bounds in words, too."""
    left = 5
    for low in range(-left, left + 1):
        for high in range(low, left + 1):
            bounds = bounds_of(low, high, left, False, True)
            for value in range(low, high + 1):
                outcome = WIN if value > 0 else LOSS if value < 0 else DRAW
                plies = left + 1 - abs(value) if value else None
                check_bounds(bounds, Verdict(outcome, plies))


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        (Bounds(), ""),
        (
            Bounds(DRAW, WIN, 14, 40),
            "Red cannot force a win within 14 plies, Yellow cannot force a win",
        ),
        (Bounds(LOSS, WIN, 12, 12), "nobody can force a win within 12 plies"),
        (
            Bounds(LOSS, DRAW, 9, 1),
            "Red cannot force a win, Yellow cannot force a win within 1 ply",
        ),
        (Bounds(WIN, WIN, 4, 0, 9), "Red wins within 9 plies, but not within 4 plies"),
        (Bounds(LOSS, LOSS, 7, 7, 8), "Yellow wins in 8 plies"),
        (Bounds(WIN, WIN), "Red wins"),
        (Bounds(DRAW, DRAW), "Red draws"),
    ],
)
def test_bounds_in_words(bounds: Bounds, text: str) -> None:
    assert bounds_text(bounds, SIDES) == text


def test_questions_in_words() -> None:
    assert question_text(Question(True, 21), SIDES) == "Red wins within 21 plies?"
    assert question_text(Question(False, 1), SIDES) == "Yellow wins within 1 ply?"
    assert question_text(question_of(0, 42, True, True), SIDES) == "Red wins?"
    assert question_of(-1, 42, False, True) == Question(False, 42)
    assert question_of(41, 42, False, True) == Question(True, 1)


# --- without an end ----------------------------------------------------------------------------

ENDLESS = """
from typing import NamedTuple
from plyground.core.game import game

class Position(NamedTuple):
    place: int = 0
    turn: int = 0

@game("to-and-fro")
class ToAndFro(NamedTuple):
    def start(self) -> Position:
        return Position()

    def moves(self, position: Position):
        yield 0
        yield 1

    def play(self, position: Position, move: int) -> Position:
        return Position(position.place ^ move, 1 - position.turn)

    def outcome(self, position: Position) -> int:
        return 0

    def side(self, position: Position) -> int:
        return position.turn
"""


def test_a_game_without_an_end_is_not_said_to_have_met_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS)
    finished = ran("solve", str(file), "--method", "dfpn")
    assert finished.returncode == 3
    output, _ = finished.stdout.splitlines()
    assert "second cannot force a win within 250 plies, and the solver looks no further" in output
    assert "limits" not in output


def test_an_undecided_game_is_shown_with_the_horizon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def undecided(self: ExactSolver, position: Any, weak: bool) -> Verdict:
        self.looked, self.known = 120, Bounds(no_win=120, no_loss=120)
        raise Undecided

    monkeypatch.setattr(ExactSolver, "verdict", undecided)
    finished = ran("solve", SMALL)
    assert finished.returncode == 3
    assert "within 120 plies, and the solver looks no further" in finished.stdout
    assert "looks no further" in ran("solve", SMALL, "--all-moves").stdout
    assert "within these limits" in ran("solve", SMALL, "--all-moves", "--nodes", "9").stdout
