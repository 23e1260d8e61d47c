"""`check`: whether a game keeps the laws that searches rely on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyground.core.game import Game
from plyground.core.plurals import counted
from plyground.games.registry import AnyGame, load_game

if TYPE_CHECKING:
    from plyground.conformance.report import LawResult


@dataclass(frozen=True)
class CheckResult:
    """The result of each law that was tried on a game."""

    game: Game
    laws: tuple["LawResult", ...]
    """For each law its name, what it states, whether it holds, and the evidence."""

    @property
    def passed(self) -> bool:
        """Whether every law holds."""
        return all(law.passed for law in self.laws)

    @property
    def broken(self) -> "tuple[LawResult, ...]":
        """The laws that were tried and do not hold."""
        return tuple(law for law in self.laws if law.tried and not law.passed)

    @property
    def untried(self) -> "tuple[LawResult, ...]":
        """The laws that could not be tried because another is broken."""
        return tuple(law for law in self.laws if not law.tried)

    @property
    def summary(self) -> str:
        """How many laws are broken, and how many could not be tried because of that."""
        if self.passed:
            return "every law holds"
        broken, others = len(self.broken), counted(len(self.untried), "other")
        summary = f"{counted(broken, 'law')} {'is' if broken == 1 else 'are'} broken"
        return f"{summary}; {others} cannot be tried before" if self.untried else summary

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        tried = [law for law in self.laws if law.tried]
        lines = [f"{law.mark:6} {law.statement}: {law.detail}" for law in tried]
        return "\n".join([*lines, self.summary])

    def __repr__(self) -> str:
        return f"<CheckResult of {self.game.name}: {self.summary}>"


def check(game: AnyGame, progress: Callable[[float], None] = lambda share: None) -> CheckResult:
    """Try every law on a game: its moves, keys, symmetries, texts, compiled rules and speed.

    >>> check("tic-tac-toe").passed
    True
    """
    from plyground.conformance.report import check as check_laws

    made = load_game(game)
    return CheckResult(made, tuple(check_laws(made, progress)))
