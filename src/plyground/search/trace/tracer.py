"""Follows a search of reference.py while it runs: the interpreter tells of every line."""

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType
from typing import Any, Final

from plyground.core.game import Game
from plyground.core.outcome import ONGOING
from plyground.core.turns import moves_again
from plyground.search.trace.messages import TraceCut, TraceNode, TraceNote, TraceSource, TraceStep
from plyground.search.trace.moment import Moment
from plyground.search.trace.narration import Sentence
from plyground.search.trace.texts import bound_sign, score_text, variable_text, window_text

MAX_STEPS: Final = 20_000
MAX_NODES: Final = 500
MAX_SPARED: Final = 20_000
"""So many positions are looked at in all to count what cuts have spared."""
_HIDDEN: Final = {"game", "evaluation", "position", "child", "quiet"}
"""Variables that say little as texts; the board shows the position."""
_HIDDEN_IN: Final = {
    "negascout": {"below"},
    "dfpn": {"again", "children", "key", "keys", "move", "others", "pair", "same", "_"},
    "mcts": {"_", "node", "path", "random", "root", "value_of"},
    "descend": {"node"},
    "play_out": {"random"},
}
_KINDS: Final = {
    "return final_score": "over",
    "return leaf": "leaf",
    "return static_eval": "leaf",
    "return score if mine": "leaf",
    "return score": "known",
}
"""How a node ended, by the line that it ended with."""
TraceFunction = Callable[[FrameType, str, Any], Any]


class Enough(BaseException):
    """The search is stopped: it has shown all that can be shown."""


@dataclass
class GrowingNode:
    """A node of the tree, while the search goes on."""

    parent: int | None
    path: tuple[int, ...]
    move: str
    mover: int
    step: int
    position: Any
    moves: list[int] = field(default_factory=list)
    kind: str = "inner"
    windows: list[TraceNote] = field(default_factory=list)
    values: list[TraceNote] = field(default_factory=list)
    cut: TraceCut | None = None

    def message(self) -> TraceNode:
        return TraceNode(
            parent=self.parent,
            move=self.move,
            mover=self.mover,
            step=self.step,
            kind=self.kind,
            windows=tuple(self.windows),
            values=tuple(self.values),
            cut=self.cut,
        )


@dataclass
class GrowingCall:
    """A call of a function, while the search goes on."""

    number: int
    node: int
    source: int
    caller: int | None
    shown: dict[str, Any] = field(default_factory=dict)
    """Its variables as they were at its last step."""
    tried: int = -1
    """How many moves were tried when its loop came round last."""
    floor: int | None = None


class Tracer:
    """Follows a function that calls itself: every call is a node."""

    def __init__(
        self,
        functions: dict[FunctionType, dict[str, Sentence]],
        game: Game,
        position: Any,
        turn: int,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game, self.position, self.turn, self.is_stopped = game, position, turn, is_stopped
        self.sentences = [*functions.values()]
        self.sources = [_source(function) for function in functions]
        self.numbers: dict[CodeType, int] = {
            function.__code__: number for number, function in enumerate(functions)
        }
        self.steps: list[TraceStep] = []
        self.nodes: list[GrowingNode] = []
        self.calls: list[GrowingCall] = []
        self.stack: list[GrowingCall] = []
        self._frames: dict[FrameType, GrowingCall] = {}
        self._counter = NodeCounter(game)

    def run(self, search: Callable[[], Any]) -> Any:
        """What the search returns; raises Enough if it was ended before."""
        former = sys.gettrace()
        sys.settrace(self._entered)
        try:
            return search()
        finally:
            sys.settrace(former)
            self._frames.clear()

    # --- what the interpreter tells ------------------------------------------------------------

    def _entered(self, frame: FrameType, event: str, argument: Any) -> TraceFunction | None:
        source = self.numbers.get(frame.f_code)
        if source is None:
            return None
        call = self._frames.get(frame)  # a generator comes back
        if call is None:
            caller = self.stack[-1].number if self.stack else None
            call = GrowingCall(len(self.calls), self.node_of_call(frame), source, caller)
            call.floor = frame.f_locals.get("alpha")
            self._frames[frame] = call
            self.calls.append(call)
        self.stack.append(call)
        return self._executing

    def _executing(self, frame: FrameType, event: str, argument: Any) -> TraceFunction:
        call = self._frames[frame]
        if event == "line":
            if len(self.steps) >= MAX_STEPS or self.is_stopped():
                raise Enough
            self.add_step(call, frame, dict(frame.f_locals))
        elif event == "return":
            if argument is not None:  # an error ends calls, too
                self.end_call(call, frame, dict(frame.f_locals), argument)
            self.stack.pop()
        return self._executing

    # --- steps -----------------------------------------------------------------------------------

    def add_step(self, call: GrowingCall, frame: FrameType, local: dict[str, Any]) -> None:
        """A line is executed next."""
        code = self._code(call, frame.f_lineno)
        self.prepare(call, code, local)
        self._append(call, frame, local, code)

    def end_call(
        self, call: GrowingCall, frame: FrameType, local: dict[str, Any], value: Any
    ) -> None:
        """A call returns: the line that it ends with tells what."""
        code = self._code(call, frame.f_lineno)
        self._append(call, frame, local, code, value, self.steps.pop().changed)
        self.note_value(call, code, local, value)

    def _append(
        self,
        call: GrowingCall,
        frame: FrameType,
        local: dict[str, Any],
        code: str,
        value: Any = None,
        changed: dict[str, str] | None = None,
    ) -> None:
        found = self.sentences[call.source].items()
        sentence = next((say for begin, say in found if code.startswith(begin)), None)
        if code.startswith("return ") and value is None:
            sentence = None  # it is said when the value is known
        self.steps.append(
            TraceStep(
                call=call.number,
                line=frame.f_lineno,
                node=call.node,
                says=_sentence(sentence(self._moment(call, local, code, value)))
                if sentence
                else "",
                is_return=changed is not None,
                changed=self._changes(call, local) if changed is None else changed,
            )
        )

    def _moment(self, call: GrowingCall, local: dict[str, Any], code: str, value: Any) -> Moment:
        node = self.nodes[call.node]
        return Moment(
            game=self.game,
            code=code,
            local=local,
            mover=node.mover,
            last_move=node.move,
            moves=node.moves,
            tried=call.tried + (code == "break" or code.startswith("return best")),
            floor=call.floor,
            spared=node.cut.spared if node.cut else None,
            value=value,
        )

    def _changes(self, call: GrowingCall, local: dict[str, Any]) -> dict[str, str]:
        """The variables that changed since the last step of a call, as texts."""
        changed = {}
        for name in self.sources[call.source].variables:
            if name not in local:
                continue
            value = local[name]
            kept = tuple(value) if type(value) is list else value
            if isinstance(value, dict):
                kept = len(value)
            if name in call.shown and call.shown[name] == kept:
                continue
            call.shown[name] = kept
            changed[name] = self.variable_text(name, value, local)
        return changed

    def _code(self, call: GrowingCall, line: int) -> str:
        source = self.sources[call.source]
        return source.lines[line - source.first_line].strip()

    # --- what searches differ in -----------------------------------------------------------------

    def node_of_call(self, frame: FrameType) -> int:
        """The node that a call is about: a new one, below that of the call before."""
        local = frame.f_locals
        if self.stack:
            parent = self.stack[-1].node
            assert frame.f_back is not None
            node = self.add_node(parent, frame.f_back.f_locals["move"], local["position"])
        else:
            node = self.add_root(local["position"])
        if "alpha" in local:
            window = window_text(local["alpha"], local["beta"])
            self.nodes[node].windows.append(TraceNote(step=len(self.steps), text=window))
        return node

    def prepare(self, call: GrowingCall, code: str, local: dict[str, Any]) -> None:
        """Note what a line that is executed next means for the tree."""
        node = self.nodes[call.node]
        if code.startswith("for "):
            call.tried += 1
            node.moves = node.moves or [*self.game.moves(local["position"])]
        if code == "break":
            node.cut = self._cut(node, call, local)

    def note_value(self, call: GrowingCall, code: str, local: dict[str, Any], value: Any) -> None:
        """Note what a call found out about its node."""
        node = self.nodes[call.node]
        kinds = (kind for begin, kind in _KINDS.items() if code.startswith(begin))
        node.kind = "over" if local.get("over") else next(kinds, "inner")
        text = score_text(value) if isinstance(value, int) else str(value)
        if call.floor is not None and node.kind not in ("over", "leaf"):
            text = bound_sign(value, call.floor, local["beta"]) + text
        node.values.append(TraceNote(step=len(self.steps) - 1, text=text))

    def variable_text(self, name: str, value: Any, local: dict[str, Any]) -> str:
        """The value of a local variable."""
        if name == "move":
            return self.game.move_text(local["position"], value)
        return variable_text(name, value)

    # --- the tree ------------------------------------------------------------------------------

    def add_root(self, position: Any) -> int:
        self.nodes.append(GrowingNode(None, (), "", self.turn, 0, position))
        return 0

    def add_node(self, parent: int, move: int, position: Any) -> int:
        """A new node below another."""
        if len(self.nodes) >= MAX_NODES:
            raise Enough
        above = self.nodes[parent]
        again = moves_again(self.game, above.position, position)
        text = self.game.move_text(above.position, move)
        mover = above.mover if again else 1 - above.mover
        path = (*above.path, move)
        self.nodes.append(GrowingNode(parent, path, text, mover, len(self.steps), position))
        return len(self.nodes) - 1

    def _cut(self, node: GrowingNode, call: GrowingCall, local: dict[str, Any]) -> TraceCut | None:
        """The moves that a cut spares."""
        rest = node.moves[call.tried + 1 :]
        if not rest:
            return None
        position = local["position"]
        children = [self.game.play(position, move) for move in rest]
        return TraceCut(
            step=len(self.steps),
            why=f"{score_text(local['alpha'])} >= {score_text(local['beta'])}",
            moves=tuple(self.game.move_text(position, move) for move in rest),
            spared=self._counter.count(children, local["depth"] - 1),
        )


class NodeCounter:
    """Counts the nodes that minimax has below positions, as long as it has patience."""

    def __init__(self, game: Game) -> None:
        self.game, self.known, self.left = game, dict[tuple[Any, int], int](), MAX_SPARED

    def count(self, positions: list[Any], depth: int) -> int | None:
        """Those of all these positions; None if there are too many."""
        counts = [self._below(position, depth) for position in positions]
        return sum(counts) if self.left > 0 else None

    def _below(self, position: Any, depth: int) -> int:
        key = position, depth
        if key not in self.known and self.left > 0:
            self.left -= 1
            children: list[Any] = []
            if depth and self.game.outcome(position) == ONGOING:
                children = [self.game.play(position, move) for move in self.game.moves(position)]
            self.known[key] = 1 + sum(self._below(child, depth - 1) for child in children)
        return self.known.get(key, 0)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _source(function: FunctionType) -> TraceSource:
    lines, first = inspect.getsourcelines(function)
    names = (*function.__code__.co_varnames, *function.__code__.co_cellvars)
    hidden = _HIDDEN | _HIDDEN_IN.get(function.__name__, set())
    return TraceSource(
        function=function.__name__,
        first_line=first,
        lines=tuple(line.rstrip("\n") for line in lines),
        variables=tuple(name for name in dict.fromkeys(names) if name not in hidden),
    )
