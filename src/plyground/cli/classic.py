"""`plyground classic`: the five programs as their documents describe them."""

import typer

from plyground.cli.lazy import LazyGroup


class Programs(LazyGroup):
    """The five programs."""

    room = "plyground.classic"


group = typer.Typer(
    cls=Programs, help="The five documented programs, with their own names, prompts and boards."
)
