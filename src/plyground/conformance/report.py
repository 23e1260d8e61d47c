"""Tries every law on a game."""

from collections.abc import Callable
from typing import NamedTuple

from plyground.conformance.laws import LAWS, Broken, Law, Trial, draw_trial
from plyground.core.errors import BadRule, PlygroundError
from plyground.core.game import Game


class Verdict(NamedTuple):
    """How a game fared under one law."""

    law: str
    statement: str
    passed: bool
    detail: str


def check(game: Game, on_law: Callable[[float], None] = lambda share: None) -> list[Verdict]:
    """A verdict on each law; raises only what keeps the game from being tried at all."""
    trial = draw_trial(game)
    verdicts = []
    for number, law in enumerate(LAWS, 1):
        verdicts.append(_verdict(law, trial))
        on_law(number / len(LAWS))
    return verdicts


def _verdict(law: Law, trial: Trial) -> Verdict:
    name, statement = law.__name__.replace("_", " "), law.__doc__ or ""
    try:
        return Verdict(name, statement, True, law(trial))
    except BadRule:
        raise
    except (Broken, PlygroundError) as error:
        return Verdict(name, statement, False, str(error))
    except Exception as error:
        return Verdict(name, statement, False, f"{type(error).__name__}: {error}")
