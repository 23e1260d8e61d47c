"""Groups of commands: each command is a module, imported when it is needed."""

import importlib
import pkgutil
from collections.abc import Iterable
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


class LazyGroup(TyperGroup):
    """The commands of a package: `tic-tac-toe` is the `command`, or `group`, in `tic_tac_toe.py`.

    A group that is named without a command runs the module's `alone`, or else shows its help.
    """

    room: str

    def get_command(self, context: Any, name: str) -> Any:
        """A command by its name. If there is none, all are loaded, to suggest a similar one."""
        if name not in self.commands:
            names = self._names()
            self._load([name] if name in names else names)
        return super().get_command(context, name)

    def list_commands(self, context: Any) -> list[str]:
        self._load(self._names())
        return super().list_commands(context)

    def _names(self) -> list[str]:
        """The names of all modules, including those without a command."""
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
    """The examples below the help of a command, one per line, never wrapped."""
    return "\n".join(("\b", "Examples:", *(f"  {example}" for example in examples)))


def show_help(context: typer.Context) -> None:
    """Show the help of a group if none of its commands is named."""
    if context.invoked_subcommand is None:
        print(context.get_help())
