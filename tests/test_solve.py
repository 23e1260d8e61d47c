"""`plyground solve`, the player that solves, and what `analyse` says for sure."""

import contextlib
import io
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from plyground.cli.app import run_command
from plyground.cli.solving.position import _replay_text
from plyground.core import wire
from plyground.core.game import legal_moves
from plyground.core.outcome import WIN
from plyground.core.plurals import counted
from plyground.evaluations.registry import make_evaluation
from plyground.games.registry import make_game
from plyground.players.engine import make_engine_player
from plyground.records.record import Record
from plyground.search.engines import strongest
from plyground.search.limits import Limits
from plyground.search.reference import solve
from plyground.search.solution import Verdict, best_of
from tests.command import complaint, plyground, ran, refused, told, told_lines

SMALL = "connect-four:width=4,height=4"
LOST = "111212"
MIDDLE = " ".join(LOST)
POSITIONS = f"{LOST} -2\n\n# a remark\n1212\n12123 0\n"


@pytest.fixture(scope="module")
def verdicts() -> dict[object, Verdict]:
    """Every verdict of the small board, by the textbook."""
    game = make_game(SMALL)
    known: dict[object, Verdict] = {}
    solve(game, game.start(), known)
    return known


def after(columns: str) -> object:
    return make_game(SMALL).parse_position(columns)


def test_a_position_is_solved_as_the_textbook_does(verdicts: dict[object, Verdict]) -> None:
    finished = plyground("solve", SMALL, "--moves", MIDDLE, "--json")
    output, wanted = told(finished.stdout), verdicts[after(LOST)]
    assert (output["verdict"]["outcome"], output["verdict"]["plies"]) == ("loss", wanted.plies)
    assert output["best"] in "1234" and output["nodes"] > 0 and output["seconds"] >= 0


def test_all_moves_agree_with_the_position(verdicts: dict[object, Verdict]) -> None:
    output = told(plyground("solve", SMALL, "--moves", MIDDLE, "--all-moves", "--json").stdout)
    game, position = make_game(SMALL), after(LOST)
    wanted = {
        game.move_text(position, move): verdicts[game.play(position, move)].before()
        for move in legal_moves(game, position)
    }
    assert {text: found["plies"] for text, found in output["moves"].items()} == {
        text: verdict.plies for text, verdict in wanted.items()
    }
    assert output["verdict"]["plies"] == wanted[output["best"]].plies == verdicts[position].plies


def test_a_person_reads_the_same() -> None:
    shown = plyground("solve", SMALL, "--moves", MIDDLE, "--all-moves").stdout
    assert "perfect play" in shown and "Red loses in 8 plies with" in shown and "nodes in" in shown
    weak = plyground("solve", SMALL, "--moves", MIDDLE, "--weak").stdout
    assert weak.startswith("Red loses with ")


def test_both_methods_agree() -> None:
    found = []
    for method in ("exact", "dfpn"):
        args = ["solve", SMALL, "--moves", MIDDLE, "--method", method, "--json"]
        output = told(plyground(*args).stdout)
        found.append((output["verdict"]["outcome"], output["verdict"]["plies"]))
    assert found == [("loss", 8)] * 2


def test_a_limit_is_reported_and_nothing_is_claimed() -> None:
    output = told(plyground("solve", "connect-four", "--nodes", "1000", "--json").stdout)
    assert output["verdict"] is None and output["best"] is None and output["interrupted"] is False
    finished = plyground("solve", "connect-four", "--nodes", "1000")
    assert finished.returncode == 3
    assert finished.stdout.startswith("not solved within these limits: Red cannot force a win")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["--nodes", "1"], 3),
        (["--nodes", "1", "--all-moves"], 3),
        (["--nodes", "1", "--proof", "x.proof"], 3),
        (["--moves", MIDDLE], 0),
        (["--moves", MIDDLE, "--all-moves"], 0),
    ],
)
def test_the_exit_code_shows_whether_it_is_solved(args: list[str], code: int) -> None:
    finished = ran("solve", SMALL, *args)
    assert finished.returncode == code
    assert ("x.proof is not written" in finished.stderr) == ("x.proof" in args)


def test_a_file_with_an_unsolved_position_has_that_exit_code(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(POSITIONS)
    assert ran("solve", SMALL, "--file", str(file), "--nodes", "1").returncode == 3


def test_one_of_something_is_no_plural() -> None:
    assert counted(1, "node") == "1 node" and counted(0, "node") == "0 nodes"
    assert counted(1234, "ply", "plies") == "1,234 plies"
    args = ("perft", "paths:board=3x3", "1", "--position", "XOX/XOO/OX.")
    assert "\n1 node in" in ran(*args).stdout


def test_a_finished_game_is_reported() -> None:
    output = told(plyground("solve", SMALL, "--moves", "1 2 1 2 1 2 1", "--json").stdout)
    assert output["verdict"] == {"outcome": "loss", "plies": 0} and output["best"] is None


def test_a_file_of_positions_is_compared(tmp_path: Path, verdicts: dict[object, Verdict]) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(POSITIONS)
    finished = plyground("solve", SMALL, "--file", str(file), "--json")
    *solved, output = told_lines(finished.stdout)
    assert [one["position"] for one in solved] == [LOST, "1212", "12123"]
    assert [one["agrees"] for one in solved] == [True, None, True]
    assert solved[0]["verdict"] == {"outcome": "loss", "plies": 8}
    assert (solved[0]["number"], solved[0]["score"], solved[0]["file_score"]) == (1, -2, -2)
    assert (output["positions"], output["solved"], output["checked"]) == (3, 3, 2)
    assert output["nodes"] > 0 and output["cpu_seconds"] >= 0
    assert verdicts[after(LOST)] == Verdict(-1, 8) and verdicts[after("12123")].outcome == 2
    assert output["wrong"] == 0 and finished.returncode == 0


class Pipe(io.StringIO):
    """Knows what its reader has been sent at each time."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = [""]

    def flush(self) -> None:
        if self.getvalue() != self.sent[-1]:
            self.sent.append(self.getvalue())


@pytest.mark.parametrize("json", [[], ["--json"]])
def test_each_verdict_of_a_file_is_sent_as_it_is_found(json: list[str], tmp_path: Path) -> None:
    file, pipe = tmp_path / "positions.txt", Pipe()
    file.write_text(POSITIONS)
    args = ["plyground", "solve", SMALL, "--file", str(file), *json]
    with patch.object(sys, "argv", args), contextlib.redirect_stdout(pipe):
        assert run_command() == 0
    assert [text.count("\n") for text in pipe.sent] == [0, 1, 2, 3, 4]


def test_a_position_of_a_file_that_is_not_solved_is_told_too(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(POSITIONS)
    args = ("solve", SMALL, "--file", str(file), "--nodes", "1", "--json")
    *solved, summary = told_lines(ran(*args).stdout)
    assert [one["number"] for one in solved] == [1, 2, 3]
    assert [one["verdict"] for one in solved][-1] is None and solved[2]["agrees"] is None
    assert (summary["positions"], summary["interrupted"]) == (3, False)
    assert summary["solved"] == sum(one["verdict"] is not None for one in solved) < 3


def test_a_wrong_score_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("1212 -2\n111212 -2\n")
    finished = plyground("solve", SMALL, "--file", str(file))
    assert finished.returncode == 1
    assert "1212: the score is" in finished.stderr and "2 compared" in finished.stdout


REFUSED = [
    (["--method", "magic"], "expected exact or dfpn"),
    (["--file", "none.txt", "--all-moves"], "--file excludes --all-moves"),
    (["--file", "none.txt", "--moves", "1"], "has its own positions"),
    (["--file", "none.txt"], "none.txt cannot be read"),
    (["--all-moves", "--proof", "x.proof"], "--all-moves excludes --proof"),
    (["--time", "0"], "expected more than 0"),
    (["--nodes", "-1"], "expected more than 0"),
    (["--table", "1KB"], "too small"),
    (["--table", "many"], "table=many"),
    (["--proof", "README.md"], "README.md"),
    (["--replay"], "--replay needs --method dfpn"),
]


@pytest.mark.parametrize(("args", "reason"), REFUSED)
def test_what_cannot_be_done_gets_one_sentence(args: list[str], reason: str) -> None:
    assert reason in refused("solve", SMALL, *args)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("12\n19\n", "line 2: '19': move 2: '9' is not a legal move"),
        ("", "has no positions"),
        ("12 x\n", "line 1"),
        ("12 3.5\n", "line 1"),
    ],
)
def test_a_bad_file_is_refused_before_anything_is_solved(
    tmp_path: Path, content: str, reason: str
) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(content)
    assert reason in refused("solve", SMALL, "--file", str(file))


def test_a_proof_is_written_and_holds(tmp_path: Path) -> None:
    file = str(tmp_path / "small.proof")
    output = told(plyground("solve", SMALL, "--moves", MIDDLE, "--proof", file, "--json").stdout)
    assert output["proof"]["moves"] > 0
    assert plyground("verify", file).returncode == 0
    assert "exists" in complaint(plyground("solve", SMALL, "--moves", MIDDLE, "--proof", file))


@pytest.mark.parametrize(
    ("moves", "holds", "said"),
    [(MIDDLE, True, "it holds against every reply"), ("", None, "a draw is not played out")],
)
def test_a_win_is_played_out(moves: str, holds: bool | None, said: str) -> None:
    args = ["solve", SMALL, "--moves", moves, "--method", "dfpn", "--replay"]
    output = told(plyground(*args, "--json").stdout)["replay"]
    assert output["holds"] is holds and (output["moves"] > 0) == (holds is True)
    assert said in plyground(*args).stdout


def test_a_win_that_a_limit_keeps_from_being_played_out_is_called_no_draw() -> None:
    unknown = _replay_text(Verdict(WIN, 9), wire.Replay(None, 0))
    assert unknown == "it was not played out within these limits"


# --- the player --------------------------------------------------------------------------------


def test_the_solver_plays_perfectly_from_any_position(verdicts: dict[object, Verdict]) -> None:
    game = make_game(SMALL)
    player = make_engine_player("solver:time=20,table=2MB")
    record = Record(game)
    while not record.is_over:
        wanted = verdicts[record.position]
        move = player.choose(record)
        assert verdicts[game.play(record.position, move)].before() == wanted
        record.push(move)


def test_it_says_what_is_certain() -> None:
    game = make_game(SMALL)
    thought = make_engine_player("solver:time=20").think(Record(game))
    assert thought.lines[0].exact and thought.lines[0].outcome == "draw"
    assert thought.lines[0].score_text == "draw" and thought.nodes > 0


def test_where_time_is_short_it_searches() -> None:
    game = make_game("connect-four")
    thought = make_engine_player("solver:nodes=2000").think(Record(game))
    assert not thought.lines[0].exact and thought.depth >= 1
    assert thought.lines[0].outcome is None


@pytest.mark.parametrize(
    ("name", "evaluation", "engine"),
    [
        ("connect-four", "default", "solver"),
        ("paths", "default", "solver"),
        ("paths:board=6x6,line=4", "default", "negascout"),
        ("paths:board=6x6,line=4", "zero", "mcts"),
    ],
)
def test_best_solves_what_is_short_and_else_searches_as_its_evaluation_allows(
    name: str, evaluation: str, engine: str
) -> None:
    game = make_game(name)
    assert strongest(game, make_evaluation(game, evaluation)) == engine


def test_the_best_of_moves_needs_all_of_them() -> None:
    win, loss = Verdict(1, 3), Verdict(-1, 4)
    assert best_of({1: loss, 2: win}) == 2
    assert best_of({1: loss, 2: win, 3: None}) is None
    assert best_of({1: Verdict(1, 1), 3: None}) == 1
    assert best_of({}) is None


@pytest.mark.slow
def test_analyse_shows_what_is_certain_beside_what_was_searched() -> None:
    args = ["analyse", "connect-four", "--position", "71365644631611117762544763", "--lines", "2"]
    shallow = ["--player", "negascout:depth=1"]
    output = told(plyground(*args, *shallow, "--json").stdout)
    sure = told(plyground(*args, "--player", "solver", "--json").stdout)
    found = {line["moves"][0]: line["verdict"] for line in output["info"]["lines"]}
    exact = {line["moves"][0]: line["verdict"] for line in sure["info"]["lines"]}
    assert all(verdict["outcome"] for verdict in (*found.values(), *exact.values()))
    assert all(found[move] == exact[move] for move in found.keys() & exact.keys())
    assert "perfect play" in plyground(*args, *shallow).stdout


def test_limits_are_refused_before_work() -> None:
    from plyground.core.errors import BadOption
    from plyground.search.exact.driver import ExactSolver

    game = make_game(SMALL)
    with pytest.raises(BadOption, match="nodes is 0"):
        ExactSolver(game).solve(game.start(), Limits(nodes=0))
