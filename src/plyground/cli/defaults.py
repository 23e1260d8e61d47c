"""Defaults of command-line options from the user's settings, checked when they are used."""

from collections.abc import Callable
from typing import Any, Final

from plyground.core.errors import BadOption
from plyground.core.settings import Settings, about_setting, settings


def _check_player(text: str) -> None:
    from plyground.players.player import make_player

    make_player(text)


def _check_computer(text: str) -> None:
    from plyground.players.human import Human
    from plyground.players.player import make_player

    if isinstance(make_player(text), Human):
        raise BadOption("human: expected a computer player, such as best:time=1")


def _check_engine_player(text: str) -> None:
    from plyground.players.engine import make_engine_player

    make_engine_player(text)


CHECKS: Final[dict[str, Callable[[str], None]]] = {
    "opponent": _check_player,
    "adviser": _check_computer,
    "coach": _check_engine_player,
}
"""Checks beyond the type of a setting."""


def default(name: str) -> Any:
    """The value of a setting; a bad one is reported with its place in the file."""
    value = getattr(settings(), name)
    if name in CHECKS and value != getattr(Settings, name):
        with about_setting(name):
            CHECKS[name](value)
    return value
