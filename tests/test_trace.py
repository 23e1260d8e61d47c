"""Textbook searches that are followed line by line: what is told is what they do."""

import dis
import inspect
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from plyground import ONGOING, Game, game
from plyground.core.errors import BadOption
from plyground.core.score import INFINITE
from plyground.records.record import Record
from plyground.search import reference
from plyground.search.trace import searches, tracer
from plyground.search.trace.messages import Trace, TraceNode
from plyground.search.trace.searches import SEARCHES, follow, small_depth
from plyground.search.trace.texts import bound_sign, listed, pair_text, score_text, window_text
from plyground.search.trace.tracer import MAX_NODES, MAX_STEPS, NodeCounter
from plyground.web.views.steps import StepsJob
from tests.positions import BREAKTHROUGH, NIM, label
from tests.searching import CONNECT_FOUR, NOISE, follow as after

DOTS_AND_BOXES = str(Path(NIM).with_name("dots_and_boxes.py"))
SMALL = {
    "tic-tac-toe": ("9 4 2 8 6", 4),
    CONNECT_FOUR: ("3 3", 3),
    "watch-your-back": ("", 1),
    NIM: ("", 2),
    f"{BREAKTHROUGH}:rows=5,columns=4": ("", 2),
    f"{DOTS_AND_BOXES}:rows=1,columns=2": ("", 3),
}
"""Small trees: for each game the moves to a position, and a depth. In the last one a side may move
again."""
WINDOWED = {"alpha-beta": "alphabeta", "negamax": "negamax", "negascout": "negascout"}
each_game = pytest.mark.parametrize("name", SMALL, ids=label)


def followed(search: str, name: str, amount: int | None = None) -> searches.Followed:
    record = Record(name, moves=SMALL[name][0])
    depth = SMALL[name][1] if amount is None else amount
    return follow(search, record.game, NOISE, record.position, record.turn, depth)


def trace_of(search: str, name: str) -> Trace:
    return followed(search, name).trace


class Called(NamedTuple):
    """A call of a search as it is seen from outside."""

    given: dict[str, Any]
    result: Any


def calls_of(
    search: str, function: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> list[Called]:
    """All calls of a function of reference.py, in the order in which they begin."""
    original = getattr(reference, function)
    signature = inspect.signature(original)
    found: list[Called] = []

    def noted(*given: Any) -> Any:
        bound = signature.bind(*given)
        bound.apply_defaults()
        place = len(found)
        found.append(Called(dict(bound.arguments), None))
        result = original(*given)
        found[place] = found[place]._replace(result=result)
        return result

    record = Record(name, moves=SMALL[name][0])
    with monkeypatch.context() as patch:
        patch.setattr(reference, function, noted)
        if search == "negamax":
            noted(record.game, NOISE, record.position, SMALL[name][1], {})
        else:
            noted(record.game, NOISE, record.position, SMALL[name][1])
    return found


def value_of(node: TraceNode) -> str:
    return node.values[-1].text


# --- nodes -------------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("search", WINDOWED)
def test_nodes_are_the_calls_with_their_windows_and_values(
    search: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = Record(name, moves=SMALL[name][0])
    trace, paths = followed(search, name)
    calls = calls_of(search, WINDOWED[search], name, monkeypatch)
    assert len(trace.nodes) == len(calls) == len(paths)
    for node, path, call in zip(trace.nodes, paths, calls, strict=True):
        given = call.given
        assert given["position"] == after(record.game, record.position, path)
        assert [note.text for note in node.windows] == [window_text(given["alpha"], given["beta"])]
        sign = bound_sign(call.result, given["alpha"], given["beta"])
        is_exact = node.kind in ("over", "leaf")
        assert value_of(node) == ("" if is_exact else sign) + score_text(call.result)


@each_game
def test_minimax_has_every_node_and_no_window(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = trace_of("minimax", name)
    calls = calls_of("minimax", "minimax", name, monkeypatch)
    assert [value_of(node) for node in trace.nodes] == [score_text(call.result) for call in calls]
    record = Record(name, moves=SMALL[name][0])
    counted = NodeCounter(record.game).count([record.position], SMALL[name][1])
    assert len(trace.nodes) == counted
    assert not any(node.windows or node.cut for node in trace.nodes)


@each_game
def test_what_alpha_beta_cuts_is_what_minimax_has_more(name: str) -> None:
    minimax, alphabeta = (trace_of(search, name) for search in ("minimax", "alpha-beta"))
    spared = sum(node.cut.spared or 0 for node in alphabeta.nodes if node.cut)
    assert len(minimax.nodes) - len(alphabeta.nodes) == spared
    assert value_of(minimax.nodes[0]) == value_of(alphabeta.nodes[0]) == alphabeta.result


def test_cuts_name_their_moves_and_say_why() -> None:
    trace = trace_of("alpha-beta", "tic-tac-toe")
    cuts = [(number, node.cut) for number, node in enumerate(trace.nodes) if node.cut]
    assert len(cuts) == 6
    for number, cut in cuts:
        step = trace.steps[cut.step]
        assert step.node == number
        assert step.says.startswith("Cut! ") and listed(cut.moves) in step.says
        alpha, beta = cut.why.split(" >= ")
        assert trace.nodes[number].windows[0].text.endswith(f", {beta})")
        assert value_of(trace.nodes[number]) == f"≥{alpha}"
        tried = [node.move for node in trace.nodes if node.parent == number]
        assert not {*tried} & {*cut.moves}


def test_who_is_to_move_is_told_where_a_side_moves_again() -> None:
    name = f"{DOTS_AND_BOXES}:rows=1,columns=2"
    record = Record(name)
    game: Any = record.game
    trace, paths = followed("alpha-beta", name, 7)
    movers = [game.side(after(record.game, record.position, path)) for path in paths]
    assert [node.mover for node in trace.nodes] == movers
    parents = [trace.nodes[node.parent].mover for node in trace.nodes if node.parent is not None]
    assert [node.mover for node in trace.nodes][1:] != [1 - mover for mover in parents]


def test_the_table_answers_where_a_position_comes_again() -> None:
    trace = trace_of("negamax", "tic-tac-toe")
    known = [number for number, node in enumerate(trace.nodes) if node.kind == "known"]
    assert known and not any(node.parent in known for node in trace.nodes)


def test_negascout_searches_again_what_is_better() -> None:
    trace = trace_of("negascout", "tic-tac-toe")
    again = [step for step in trace.steps if "searched again" in step.says]
    twice = {(node.parent, node.move) for node in trace.nodes}
    assert len(again) == len(trace.nodes) - len(twice) > 0


# --- other searches ----------------------------------------------------------------------------


@each_game
def test_df_pn_comes_back_to_its_nodes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    record, plies = Record(name, moves=SMALL[name][0]), SMALL[name][1]
    original, asked = reference.dfpn, list[Any]()

    def noted(game: Game, position: Any, *given: Any) -> tuple[float, float]:
        asked.append(position)
        return original(game, position, *given)

    with monkeypatch.context() as patch:
        patch.setattr(reference, "dfpn", noted)
        found = noted(record.game, record.position, plies, True, {})
    trace, paths = followed("df-pn", name)
    assert trace.result == value_of(trace.nodes[0]) == pair_text(found)
    assert len({*paths}) == len(paths)
    first = {step.call: step.node for step in reversed(trace.steps)}
    told = [paths[first[call]] for call in range(len(trace.calls))]
    assert [after(record.game, record.position, path) for path in told] == asked
    assert sum(len(node.windows) for node in trace.nodes) == len(asked)


def test_the_solver_gives_verdicts() -> None:
    record = Record("tic-tac-toe", moves="9 4 2 8 6")
    known: dict[Any, Any] = {}
    verdict = reference.solve(record.game, record.position, known)
    trace, paths = followed("solve", "tic-tac-toe", 0)
    assert trace.result == str(verdict)
    positions = [after(record.game, record.position, path) for path in paths]
    assert [value_of(node) for node in trace.nodes] == [str(known[one]) for one in positions]


@each_game
def test_monte_carlo_grows_its_own_tree(name: str) -> None:
    record = Record(name, moves=SMALL[name][0])
    trace, paths = followed("mcts", name, 12)
    root = reference.mcts(record.game, record.position, 12, searches.SEED)
    nodes: dict[tuple[int, ...], reference.Node] = {(): root}
    for path in paths[1:]:
        nodes[path] = nodes[path[:-1]].children[path[-1]]
    assert len(paths) == len({*paths}) == 1 + sum(len(node.children) for node in nodes.values())
    for node, path in zip(trace.nodes, paths, strict=True):
        grown = nodes[path]
        points, _, visits = value_of(node).partition("/") if node.values else ("0", "/", "0")
        assert (float(points), int(visits)) == (grown.points, grown.visits)


# --- steps -------------------------------------------------------------------------------------


@pytest.mark.parametrize("search", SEARCHES)
def test_the_code_shown_is_the_code_that_runs(search: str) -> None:
    trace = trace_of(search, "tic-tac-toe")
    file = Path(reference.__file__).read_text().split("\n")
    for source in trace.sources:
        last = source.first_line - 1 + len(source.lines)
        assert [*source.lines] == file[source.first_line - 1 : last]
        assert source.lines[0].startswith(f"def {source.function}(")
    for step in trace.steps:
        source = trace.sources[trace.calls[step.call].source]
        assert source.first_line <= step.line < source.first_line + len(source.lines)


@pytest.mark.parametrize("search", SEARCHES)
def test_every_line_has_its_words(search: str) -> None:
    for function, sentences in SEARCHES[search].functions.items():
        lines, first = inspect.getsourcelines(function)
        numbers = {line for _, line in dis.findlinestarts(function.__code__) if line}
        texts = [lines[number - first].strip() for number in numbers if number > first]
        assert [text for text in texts if not text.startswith(tuple(sentences))] == []


@each_game
@pytest.mark.parametrize("search", SEARCHES)
def test_every_step_says_something(search: str, name: str) -> None:
    steps = trace_of(search, name).steps
    assert [step for step in steps if not step.says.endswith((".", "?"))] == []


@each_game
@pytest.mark.parametrize("search", WINDOWED)
def test_variables_follow_from_their_changes(search: str, name: str) -> None:
    """What is returned is the variable `best`, put together from what changed on the way."""
    trace = trace_of(search, name)
    variables: list[dict[str, str]] = [{} for _ in trace.calls]
    ended = 0
    for step in trace.steps:
        mine, source = variables[step.call], trace.sources[trace.calls[step.call].source]
        assert not step.changed.items() & mine.items()
        mine |= step.changed
        assert {*mine} <= {*source.variables}
        if source.lines[step.line - source.first_line].strip() == "return best":
            assert step.is_return
            assert value_of(trace.nodes[step.node]).lstrip("≥≤") == mine["best"]
            ended += 1
    assert ended == sum(node.kind == "inner" for node in trace.nodes)


@pytest.mark.parametrize("search", SEARCHES)
def test_calls_begin_and_end_in_turn(search: str) -> None:
    trace = trace_of(search, "tic-tac-toe")
    is_open: list[int] = []
    for step in trace.steps:
        if step.call not in is_open:
            caller = trace.calls[step.call].caller
            assert caller is None or caller in is_open
            is_open.append(step.call)
        if step.is_return and search != "mcts":  # there a generator comes back
            assert is_open.pop() == step.call
    assert trace.steps[-1].is_return and trace.steps[-1].call == 0


# --- limits ------------------------------------------------------------------------------------


def test_a_large_tree_is_left_unfinished() -> None:
    record = Record("connect-four")
    trace, paths = follow("alpha-beta", record.game, NOISE, record.position, 0, 8)
    assert len(trace.nodes) == len(paths) == MAX_NODES
    assert (trace.is_whole, trace.result) == (False, "")
    assert len(trace.steps) <= MAX_STEPS


def test_a_long_search_is_left_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracer, "MAX_STEPS", 100)
    trace = trace_of("alpha-beta", "tic-tac-toe")
    assert (len(trace.steps), trace.is_whole) == (100, False)


def test_what_cuts_spare_is_not_counted_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracer, "MAX_SPARED", 3)
    cuts = [node.cut for node in trace_of("alpha-beta", "tic-tac-toe").nodes if node.cut]
    assert cuts[0].spared == 1 and cuts[-1].spared is None


def test_a_stop_ends_it() -> None:
    record = Record("tic-tac-toe")
    looks = iter(range(50))
    stopped = partial(next, looks, -1)
    trace, _ = follow("minimax", record.game, NOISE, record.position, 0, 9, lambda: stopped() < 0)
    assert (len(trace.steps), trace.is_whole) == (50, False)


def test_a_finished_game_is_one_node() -> None:
    record = Record("tic-tac-toe", moves="1 4 2 5 3")
    trace, _ = follow("alpha-beta", record.game, NOISE, record.position, record.turn)
    assert (len(trace.nodes), trace.result, trace.nodes[0].kind) == (1, "loss 0", "over")


@game("failing")
class Failing(NamedTuple):
    """Its rules fail after a move."""

    def start(self) -> "Place":
        return Place(0)

    def moves(self, position: "Place") -> list[int]:
        return [1]

    def play(self, position: "Place", move: int) -> "Place":
        return Place(position.number + move)

    def outcome(self, position: "Place") -> int:
        if position.number:
            raise ZeroDivisionError("these rules fail")
        return ONGOING


class Place(NamedTuple):
    number: int


@pytest.mark.parametrize("search", SEARCHES)
def test_an_error_in_the_rules_is_told_and_tracing_ends(search: str) -> None:
    failing: Game = Failing()  # type: ignore[assignment]
    former = sys.gettrace()
    sys.settrace(other_tracer)
    try:
        with pytest.raises(ZeroDivisionError, match="these rules fail"):
            follow(search, failing, NOISE, failing.start(), 0, 2)
        assert sys.gettrace() is other_tracer
    finally:
        sys.settrace(former)


def other_tracer(*told: Any) -> None:
    """A debugger, say."""


@pytest.mark.parametrize(
    ("search", "amount", "sentence"),
    [
        ("alpha-bet", None, "there is no search 'alpha-bet': did you mean alpha-beta?"),
        ("alpha-beta", 0, "depth 0: expected 1 to 12"),
        ("mcts", 201, "simulations 201: expected 1 to 200"),
    ],
)
def test_bad_choices_are_refused(search: str, amount: int | None, sentence: str) -> None:
    record = Record("tic-tac-toe")
    with pytest.raises(BadOption, match=f"^{sentence.replace('?', '[?]')}$"):
        follow(search, record.game, NOISE, record.position, 0, amount)


@each_game
def test_the_usual_depth_gives_a_small_tree(name: str) -> None:
    record = Record(name, moves=SMALL[name][0])
    depth = small_depth(record.game, record.position)
    counter = NodeCounter(record.game)
    less, here, deeper = (counter.count([record.position], depth + n) for n in (-1, 0, 1))
    assert less and here and less < here
    assert depth == 1 or here <= searches.SMALL
    assert deeper is None or deeper > searches.SMALL or deeper == here


def test_scores_as_texts() -> None:
    texts = [score_text(score) for score in (-INFINITE, -INFINITE + 1, -3, 0, INFINITE - 4)]
    assert texts == ["-∞", "loss 0", "-3", "0", "win 3"]
    assert listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b and c"
    assert listed([*"abcdefgh"]) == "a, b, c, d, e, f and 2 more"


# --- the job that makes it for a page ----------------------------------------------------------


def test_the_job_tells_the_steps_and_a_board_for_every_node() -> None:
    told: list[bytes] = []
    job = StepsJob("alpha-beta", None)
    hear: Callable[[bytes], None] = told.append
    assert job.run(Record("tic-tac-toe", moves="9 4 2 8 6"), hear) == b""
    assert told[0] == b""
    assert b'"kind":"steps"' in told[1]
    assert sum(content.count(b'"svg"') for content in told[2:]) == 33
