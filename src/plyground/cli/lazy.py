"""Groups of commands, each a file of a room, which is imported when it is asked for."""

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


class LazyGroup(TyperGroup):
    """The commands of a room: `tic-tac-toe` is the `command`, or `group`, in `tic_tac_toe.py`.

    What a group does without any of its commands is `alone`; without that it explains itself.
    """

    room: str

    def get_command(self, context: Any, name: str) -> Any:
        """A command by its name; where there is none, all are there to be compared with it."""
        if name not in self.commands:
            names = self._names()
            self._load([name] if name in names else names)
        return super().get_command(context, name)

    def list_commands(self, context: Any) -> list[str]:
        self._load(self._names())
        return super().list_commands(context)

    def _names(self) -> list[str]:
        """Of all files, those without a command too."""
        files = pkgutil.iter_modules(importlib.import_module(self.room).__path__)
        return [file.name.replace("_", "-") for file in files]

    def _load(self, names: Iterable[str]) -> None:
        for name in names:
            module = importlib.import_module(f"{self.room}.{name.replace('-', '_')}")
            made = typer.Typer(rich_markup_mode=None)
            if hasattr(module, "command"):
                made.command(name, epilog=epilog(module.EXAMPLES))(module.command)
            if hasattr(module, "group"):
                alone = getattr(module, "alone", show_help)
                made.add_typer(module.group, name=name, callback=alone, invoke_without_command=True)
            self.commands.update(get_group(made).commands)


def epilog(examples: Iterable[str]) -> str:
    """What stands below the help of a command: examples, one a line, which are never wrapped."""
    return "\n".join(("\b", "Examples:", *(f"  {example}" for example in examples)))


def show_help(context: typer.Context) -> None:
    """Explain a group of commands to a person who named none of them."""
    if context.invoked_subcommand is None:
        print(context.get_help())
