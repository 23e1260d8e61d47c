"""What a person has set, where a command line says nothing: read, and checked where it is used."""

from collections.abc import Callable
from typing import Any, Final

from plyground.core.errors import BadOption
from plyground.core.settings import Settings, about_setting, settings


def _check_player(text: str) -> None:
    from plyground.players.player import make_player

    make_player(text)


def _check_program(text: str) -> None:
    from plyground.players.human import Human
    from plyground.players.player import make_player

    if isinstance(make_player(text), Human):
        raise BadOption("human: expected a computer player, such as best:time=1")


def _check_engine_player(text: str) -> None:
    from plyground.players.engine import make_engine_player

    make_engine_player(text)


CHECKS: Final[dict[str, Callable[[str], None]]] = {
    "opponent": _check_player,
    "adviser": _check_program,
    "coach": _check_engine_player,
}
"""What the type of a setting does not tell."""


def default(name: str) -> Any:
    """A setting's value; what is wrong with it is told with its place in the file."""
    value = getattr(settings(), name)
    if name in CHECKS and value != getattr(Settings, name):
        with about_setting(name):
            CHECKS[name](value)
    return value
