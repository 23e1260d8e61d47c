"""`plyground config`: the user's own defaults."""

from typing import Annotated, Any

import typer

from plyground.cli.common import Json, print_message
from plyground.cli.completing import complete_setting, complete_value
from plyground.cli.defaults import CHECKS
from plyground.cli.lazy import epilog
from plyground.core.settings import (
    Settings,
    entries,
    save_setting,
    settings,
    settings_file,
    value_of,
    written,
)

group = typer.Typer(help="Show and set your own defaults.")

Name = Annotated[
    str, typer.Argument(metavar="KEY", help="Which setting.", autocompletion=complete_setting)
]


def alone(context: typer.Context, json: Json = False) -> None:
    """Show and set your own defaults.

    Settings are in one file. Options on the command line take precedence.
    """
    if context.invoked_subcommand is not None:
        return
    chosen = settings()
    if json:
        from plyground.core.wire import Config

        print_message(Config(file=str(settings_file()), settings=_values(chosen)))
        return
    from rich.text import Text

    from plyground.terminal.screen import output
    from plyground.terminal.table import Column, show_table

    rows = []
    for name, value in _values(chosen).items():
        style = "" if value == entries()[name].default else "bold"
        rows.append((Text(name, style), Text(written(value), style), entries()[name].meaning))
    columns = [Column("setting"), Column("value"), Column("what it is", is_text=True)]
    show_table(output(), columns, rows)
    output().print(f"in {settings_file()}", markup=False)


def _values(chosen: Settings) -> dict[str, Any]:
    return {name: getattr(chosen, name) for name in entries()}


@group.command("get", epilog=epilog(["plyground config get opponent"]))
def get(name: Name) -> None:
    """Show one setting's value."""
    _check_name(name)
    value = getattr(settings(), name)
    print(value if isinstance(value, str) else written(value))


@group.command(
    "set",
    epilog=epilog(["plyground config set opponent mcts:time=3", "plyground config set plain true"]),
)
def change(
    name: Name,
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="Its value.", autocompletion=complete_value)
    ],
) -> None:
    """Set a value; all commands use it from now on."""
    chosen = value_of(name, value)
    if name in CHECKS:
        CHECKS[name](chosen)
    save_setting(name, chosen)


@group.command("unset", epilog=epilog(["plyground config unset opponent"]))
def unset(name: Name) -> None:
    """Go back to the built-in default."""
    save_setting(name, None)


@group.command("path", epilog=epilog(["plyground config path"]))
def path() -> None:
    """Show the path of the settings file."""
    print(settings_file())


def _check_name(name: str) -> None:
    value_of(name, written(getattr(Settings, name, "")).strip('"'))
