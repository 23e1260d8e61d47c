"""Checks every law on a game."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from plyground.conformance.laws import LAWS, Broken, Law, Trial, draw_trial
from plyground.core.errors import BadRule, PlygroundError, told_of
from plyground.core.game import Game


class LawResult(NamedTuple):
    """The result of checking one law."""

    law: str
    statement: str
    passed: bool
    detail: str
    tried: bool = True

    @property
    def mark(self) -> str:
        """`ok` or `BROKEN`."""
        return "ok" if self.passed else "BROKEN"


def check(game: Game, on_law: Callable[[float], None] = lambda share: None) -> list[LawResult]:
    """The result of each law; raises only if the game cannot be checked at all."""
    trial = draw_trial(game)
    failed: dict[Law, str] = {}
    results = []
    for number, (law, needed) in enumerate(LAWS, 1):
        result = _skipped(law, needed, failed) or _result(law, trial)
        results.append(result)
        if not result.passed:
            failed[law] = result.law
        on_law(number / len(LAWS))
    return results


def _skipped(law: Law, needed: Sequence[Law], failed: dict[Law, str]) -> LawResult | None:
    """The result of a law that depends on a broken one; None if it can be checked."""
    missing = [failed[other] for other in needed if other in failed]
    if not missing:
        return None
    return LawResult(
        *_words(law), False, f"cannot be checked while this is broken: {missing[0]}", tried=False
    )


def _result(law: Law, trial: Trial) -> LawResult:
    try:
        return LawResult(*_words(law), True, law(trial))
    except BadRule:
        raise
    except (Broken, PlygroundError) as error:
        return LawResult(*_words(law), False, str(error))
    except Exception as error:
        return LawResult(*_words(law), False, told_of(error))


def _words(law: Law) -> tuple[str, str]:
    return law.__name__.replace("_", " "), law.__doc__ or ""
