"""What a proof claims, and what each player must be able to achieve for it to be true."""

import re
from typing import Any, Final, NamedTuple

from plyground.core.errors import BadProof
from plyground.core.game import Game
from plyground.core.outcome import DRAW, LOSS, NAMES, WIN
from plyground.core.repetition import repeats
from plyground.core.turns import moves_again
from plyground.search.reference import forced
from plyground.search.solution import Verdict

MAX_PLIES: Final = 1000
"""Longer games than this cannot be proved."""
_CLAIM: Final = re.compile(
    r"(?P<outcome>win|loss)(?: in (?P<plies>[1-9][0-9]{0,3}))?|(?P<draw>draw)"
)


def claim_text(verdict: Verdict) -> str:
    """A verdict as a proof claims it: `win in 9`, `loss`, `draw`."""
    when = "" if verdict.plies is None else f" in {verdict.plies}"
    return f"{NAMES[verdict.outcome]}{when}"


def parse_claim(text: str) -> Verdict:
    """The verdict of a claim written by `claim_text`."""
    found = _CLAIM.fullmatch(text)
    if not found or int(found["plies"] or 1) > MAX_PLIES:
        raise BadProof(
            f"it claims {text[:80]!r}: expected win, loss, draw, `win in N` or `loss in N` "
            f"with N up to {MAX_PLIES}"
        )
    if found["draw"]:
        return Verdict(DRAW)
    outcome = WIN if found["outcome"] == NAMES[WIN] else LOSS
    return Verdict(outcome, int(found["plies"]) if found["plies"] else None)


def check_provable(game: Game) -> None:
    """Refuse a game in which a repetition is lost or won: a strategy of one move a position says
    nothing of the past. A win that it shows never needs a position twice, so draws do no harm."""
    if repeats(game) and game.repetition[1] != DRAW:
        raise BadProof(f"in {game.name} a repetition is no draw: its verdicts cannot be proved")


class Task(NamedTuple):
    """What one player can achieve whatever the other does."""

    moves_first: bool
    wins: bool
    """True: the player wins. False: the player holds, that is, does not lose."""
    plies: int | None
    """Wins within, or holds for, this many plies; None: in the whole game."""

    def __str__(self) -> str:
        who = "mover" if self.moves_first else "other"
        when = "" if self.plies is None else f" {'in' if self.wins else 'for'} {self.plies}"
        return f"{who} {'wins' if self.wins else 'holds'}{when}"

    @property
    def max_plies(self) -> int:
        return MAX_PLIES if self.plies is None else self.plies

    def is_done(self, mine: bool, outcome: int) -> bool:
        """Whether a final outcome achieves the task; `mine`: the player would be to move."""
        return outcome == (WIN if mine else LOSS) or (outcome == DRAW and not self.wins)


class Outlook:
    """What a search of `look` plies shows about a task, without a move from the proof."""

    def __init__(self, game: Game, task: Task, look: int) -> None:
        self.game, self.task, self.look = game, task, look
        self.won_by: int | None = None

    def is_enough(self, position: Any, left: int) -> bool:
        """Whether the search shows that the player, who is to move, achieves the task."""
        if self.task.wins:
            return self.wins(position, min(left, self.look))
        if self.task.plies is not None and left <= self.look:
            return not forced(self.game, position, left, (WIN,), False)
        return forced(self.game, position, self.look, (WIN, DRAW), True)

    def move(self, position: Any, left: int) -> int | None:
        """A move by which the search shows it; None if it does not."""
        for move in self.game.moves(position):
            child = self.game.play(position, move)
            if self._keeps(child, moves_again(self.game, position, child), left):
                return int(move)
        return None

    def _keeps(self, child: Any, again: bool, left: int) -> bool:
        """Whether the search shows it after a move of the player, who may be to move again."""
        look = min(left, self.look)
        if self.task.wins:
            return forced(self.game, child, look - 1, (WIN,), again)
        if self.task.plies is not None and left <= self.look:
            return not forced(self.game, child, left - 1, (WIN,), not again)
        return forced(self.game, child, self.look - 1, (WIN, DRAW), again)

    def wins(self, position: Any, plies: int) -> bool:
        """Whether the player wins within `plies`. The move that won last is tried first: a threat
        wins against most answers."""
        moves = [*self.game.moves(position)] if plies else []
        if self.won_by in moves:
            moves.insert(0, self.won_by)
        for move in moves:
            child = self.game.play(position, move)
            again = moves_again(self.game, position, child)
            if forced(self.game, child, plies - 1, (WIN,), again):
                self.won_by = move
                return True
        return False


def tasks_of(verdict: Verdict) -> list[Task]:
    """What must be shown for a verdict. For a win in 9: it comes within 9 plies, and not in 8."""
    if verdict.outcome == DRAW:
        return [Task(True, False, None), Task(False, False, None)]
    mover_wins = verdict.outcome == WIN
    tasks = [Task(mover_wins, True, verdict.plies)]
    if verdict.plies is not None and verdict.plies > 1:
        tasks.append(Task(not mover_wins, False, verdict.plies - 1))
    return tasks
