"""Follows searches whose nodes are not just calls: proof-number search, Monte Carlo tree search."""

from types import FrameType
from typing import Any

from plyground.core.outcome import ONGOING
from plyground.search.trace.messages import TraceNote
from plyground.search.trace.texts import number_text, pair_text
from plyground.search.trace.tracer import GrowingCall, Tracer


class ProofTracer(Tracer):
    """Follows df-pn, which comes back to a node again and again."""

    def node_of_call(self, frame: FrameType) -> int:
        local = frame.f_locals
        node = self._child(frame) if self.stack else self.add_root(local["position"])
        limits = pair_text((local["phi_limit"], local["delta_limit"]))
        self.nodes[node].windows.append(TraceNote(step=len(self.steps), text=limits))
        return node

    def _child(self, frame: FrameType) -> int:
        assert frame.f_back is not None
        parent = self.stack[-1].node
        move = self.nodes[parent].moves[frame.f_back.f_locals["best"]]
        path = (*self.nodes[parent].path, move)
        for number, node in enumerate(self.nodes):
            if node.path == path:
                return number
        return self.add_node(parent, move, frame.f_locals["position"])

    def prepare(self, call: GrowingCall, code: str, local: dict[str, Any]) -> None:
        if code.startswith("children = "):
            self.nodes[call.node].moves = [*self.game.moves(local["position"])]

    def note_value(self, call: GrowingCall, code: str, local: dict[str, Any], value: Any) -> None:
        node = self.nodes[call.node]
        node.values.append(TraceNote(step=len(self.steps) - 1, text=pair_text(value)))
        if code.startswith("return (0"):
            node.kind = "leaf" if local["outcome"] == ONGOING else "over"

    def variable_text(self, name: str, value: Any, local: dict[str, Any]) -> str:
        if name == "best":
            position = local["position"]
            return self.game.move_text(position, [*self.game.moves(position)][value])
        return super().variable_text(name, value, local)


class MonteCarloTracer(Tracer):
    """Follows Monte Carlo tree search: its own nodes are the tree's."""

    def node_of_call(self, frame: FrameType) -> int:
        if not self.stack:
            self._numbers: dict[int, int] = {}
            return self.add_root(frame.f_locals["position"])
        return self.stack[-1].node

    def prepare(self, call: GrowingCall, code: str, local: dict[str, Any]) -> None:
        if code.startswith("for _ in"):
            call.tried += 1
            self._numbers[id(local["root"])] = 0
        call.node = self._node_at(call, code, local)
        node = local.get("node")
        if node is not None:
            for move, child in node.children.items():
                if id(child) not in self._numbers:
                    number = self.add_node(self._numbers[id(node)], move, child.position)
                    self._numbers[id(child)] = number
                    if self.game.outcome(child.position) != ONGOING:
                        self.nodes[number].kind = "over"
            self._note(node)

    def _node_at(self, call: GrowingCall, code: str, local: dict[str, Any]) -> int:
        """The node that a line is about: that of its own, the end of the path, or the root."""
        if "random" in local and "root" not in local:
            return call.node  # a random game
        if "path" not in local:
            return self._numbers[id(local["node"])] if "node" in local else 0
        if code.startswith(("points = points", "node.")):
            return self._numbers[id(local["node"])]
        is_below = code.startswith(("points = value_of", "for node in"))
        return self._numbers[id(local["path"][-1])] if is_below else 0

    def _note(self, node: Any) -> None:
        """What a node has got so far."""
        if node.visits:
            values = self.nodes[self._numbers[id(node)]].values
            text = f"{number_text(node.points)}/{node.visits}"
            if not values or values[-1].text != text:
                values.append(TraceNote(step=len(self.steps), text=text))

    def note_value(self, call: GrowingCall, code: str, local: dict[str, Any], value: Any) -> None:
        """All is noted where it changes."""

    def variable_text(self, name: str, value: Any, local: dict[str, Any]) -> str:
        if name == "move":
            return self.game.move_text(local["node"].position, value)
        return super().variable_text(name, value, local)
