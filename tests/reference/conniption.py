"""Reference rules of Conniption: Connect Four in which a turn may also flip the board."""

from dataclasses import dataclass
from typing import Literal

from tests.reference.lines import owns_a_line, straight_lines

MARKS = ("x", "o")
WINNERS = ("first", "second")
EMPTY = "."
FLIP = "f"


@dataclass(frozen=True)
class State:
    """Each column is the string of its discs from the bottom to the top.

    `flippable` says whether the side to move may begin its turn with a flip, as far as the
    opponent's last turn is concerned; its own flips left are a separate matter.
    """

    columns: tuple[str, ...]
    side: int
    flips: tuple[int, int]
    flippable: bool
    outcome: str | None


class Conniption:
    """A turn is an optional flip, a drop, and an optional flip."""

    def __init__(
        self,
        *,
        width: int = 7,
        height: int = 6,
        connect: int = 4,
        flips: tuple[int, int] = (4, 4),
        win_check: Literal["step", "turn_end"] = "step",
        both_lines: Literal["mover", "draw"] = "mover",
    ) -> None:
        if win_check not in ("step", "turn_end"):
            raise ValueError(f"unknown win_check: {win_check!r}")
        if both_lines not in ("mover", "draw"):
            raise ValueError(f"unknown both_lines: {both_lines!r}")
        self.width = width
        self.height = height
        self.flips = flips
        self.win_check = win_check
        self.both_lines = both_lines
        # A column is written out as `height` cells in a row, so the lines are counted
        # with columns as the major coordinate.
        self.lines = [
            [column * height + level for column, level in line]
            for line in straight_lines(width, height, connect)
        ]

    def start(self) -> State:
        return State(
            columns=("",) * self.width,
            side=0,
            flips=self.flips,
            flippable=True,
            outcome=None,
        )

    def moves(self, state: State) -> list[str]:
        if state.outcome is not None:
            return []
        flips_left = state.flips[state.side]
        texts = []
        for number, discs in enumerate(state.columns, start=1):
            if len(discs) == self.height:
                continue
            texts.append(f"{number}")
            if flips_left >= 1:
                texts.append(f"{number}{FLIP}")
            if flips_left >= 1 and state.flippable:
                texts.append(f"{FLIP}{number}")
            if flips_left >= 2 and state.flippable:
                texts.append(f"{FLIP}{number}{FLIP}")
        return texts

    def play(self, state: State, text: str) -> State:
        if text not in self.moves(state):
            raise ValueError(f"illegal move: {text!r}")
        column = int(text.strip(FLIP)) - 1
        steps = []
        if text.startswith(FLIP):
            steps.append("flip before")
        steps.append("drop")
        if text.endswith(FLIP):
            steps.append("flip after")

        columns = list(state.columns)
        flips_used = 0
        flipped_last = False
        outcome = None
        for step in steps:
            if step == "drop":
                columns[column] += MARKS[state.side]
            else:
                columns = flipped(columns)
                flips_used += 1
            # Rule 4: a flip before the drop never blocks the opponent.
            flipped_last = step == "flip after"
            if self.win_check == "step" or step == steps[-1]:
                outcome = self._line_outcome(columns, state.side)
            if outcome is not None:
                break

        if outcome is None and all(len(discs) == self.height for discs in columns):
            outcome = "draw"

        flips = list(state.flips)
        flips[state.side] -= flips_used
        return State(
            columns=tuple(columns),
            side=1 - state.side,
            flips=(flips[0], flips[1]),
            flippable=not flipped_last,
            outcome=outcome,
        )

    def result(self, state: State) -> str | None:
        return state.outcome

    def view(self, state: State) -> tuple[tuple[str, ...], int, int, bool, int]:
        padded = [discs.ljust(self.height, EMPTY) for discs in state.columns]
        rows = [
            "".join(column[level] for column in padded) for level in reversed(range(self.height))
        ]
        return tuple(rows), state.flips[0], state.flips[1], state.flippable, state.side

    def _line_outcome(self, columns: list[str], mover: int) -> str | None:
        cells = "".join(discs.ljust(self.height, EMPTY) for discs in columns)
        mover_has_line = owns_a_line(cells, MARKS[mover], self.lines)
        other_has_line = owns_a_line(cells, MARKS[1 - mover], self.lines)
        if mover_has_line and other_has_line and self.both_lines == "draw":
            return "draw"
        if mover_has_line:
            return WINNERS[mover]
        if other_has_line:
            return WINNERS[1 - mover]
        return None


def flipped(columns: list[str]) -> list[str]:
    """The board upside down: columns stay in place and each stack falls in reverse order."""
    return [discs[::-1] for discs in columns]
