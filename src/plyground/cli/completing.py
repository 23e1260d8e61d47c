"""Completions for the shell's Tab key. Nothing here imports the compiler: that would be slow."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import typer

_PLAYER: Final = re.compile(r'^@player\("([^"]+)"\)', re.MULTILINE)
_PLAYER_SETTINGS: Final = ("opponent", "adviser", "coach")


def complete_game(incomplete: str) -> list[str]:
    """Games by name, and options after a game's colon; the shell completes files."""
    from plyground.core.options import options_of
    from plyground.games.registry import all_games

    games = all_games()
    name, colon, typed = incomplete.partition(":")
    if not colon:
        return _begun(games, incomplete)
    given, _, _ = typed.rpartition(",")
    start = f"{name}:{given}," if given else f"{name}:"
    options = options_of(games[name]) if name in games else []
    return _begun((f"{start}{option.name}=" for option in options), incomplete)


def complete_player(incomplete: str) -> list[str]:
    """Players by name."""
    return _begun(player_names(), incomplete)


def player_names() -> list[str]:
    """The names of players, read from their files: importing them would load the compiler."""
    import plyground.players as room

    files = [path.read_text() for path in Path(room.__path__[0]).glob("*.py")]
    return sorted(name for text in files for name in _PLAYER.findall(text))


def complete_setting(incomplete: str) -> list[str]:
    """The names of settings."""
    from plyground.core.settings import entries

    return _begun(entries(), incomplete)


def complete_value(context: typer.Context, incomplete: str) -> list[str]:
    """The values of a setting, if there are only a few."""
    from plyground.core.settings import entries

    name = context.params.get("name") or ""
    kind = entries()[name].kind if name in entries() else str
    if name in _PLAYER_SETTINGS:
        return complete_player(incomplete)
    if kind is bool:
        return _begun(("true", "false"), incomplete)
    return []


def _begun(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
