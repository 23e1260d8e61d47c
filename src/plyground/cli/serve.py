"""`plyground serve`: plays in a browser."""

import os
import sys
from typing import Annotated

import typer

from plyground.cli.common import Json, print_message, say
from plyground.cli.completing import complete_game

EXAMPLES = (
    "plyground serve",
    "plyground serve connect-four",
    "plyground serve examples/hex.py --port 8000",
    "plyground serve --no-browser --json",
)


def command(
    game_text: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="Offered first; a Python file can only be named here.",
            autocompletion=complete_game,
        ),
    ] = None,
    port: Annotated[
        int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="Default: a free one.")
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open a browser, where there is one.")
    ] = True,
    json: Json = False,
) -> None:
    """Play in a browser, on this machine only. The address that is printed has a token: whoever has
    it can play.
    """
    from plyground.web.messages import Serving
    from plyground.web.server import PageServer

    with PageServer(game_text, port) as server:
        try:
            if json:
                print_message(Serving(url=server.url))
            else:
                say(f"Plyground is at {server.url}\nCtrl-C stops it.")
            if browser and _has_browser():
                _open(server.url)
            server.wait()
        except KeyboardInterrupt:
            say("stopped", to_messages=True)


def _has_browser() -> bool:
    """Whether a page would be seen: a browser in this terminal would take it over."""
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )


def _open(url: str) -> None:
    import webbrowser

    webbrowser.open(url)
