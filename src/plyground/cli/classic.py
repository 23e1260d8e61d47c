"""`plyground classic`: the five programs as their documents describe them."""

import typer

import plyground.classic as room
from plyground.core.names import modules_of

NAME = "classic"

group = typer.Typer(help="The five documented programs, with their own names, prompts, pictures.")
for module in modules_of(room):
    if hasattr(module, "command"):
        group.command(module.NAME, epilog=module.EXAMPLES)(module.command)
