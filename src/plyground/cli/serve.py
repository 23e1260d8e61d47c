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
    "plyground serve --tournament t.db",
    "plyground serve --learning w.xml.run",
    "plyground serve --host 0.0.0.0 --name box.local --allow-network",
)
OPEN = (
    "Other machines can reach this address: whoever has it with its token can play and use the "
    "processors of this machine. Nothing is encrypted, so others on the network can read the token."
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
    host: Annotated[
        str, typer.Option("--host", metavar="HOST", help="Where to listen; default: 127.0.0.1.")
    ] = "127.0.0.1",
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="What a browser calls that host, if not HOST: NAME or NAME:PORT.",
        ),
    ] = None,
    tournaments: Annotated[
        list[str] | None,
        typer.Option(
            "--tournament", metavar="DB", help="Let the page follow this one; may be repeated."
        ),
    ] = None,
    runs: Annotated[
        list[str] | None,
        typer.Option(
            "--learning",
            metavar="FOLDER",
            help="Let the page follow this run of learning; may be repeated.",
        ),
    ] = None,
    allow_network: Annotated[
        bool, typer.Option("--allow-network", help="Let other machines in, if HOST is for them.")
    ] = False,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open a browser, where there is one.")
    ] = True,
    json: Json = False,
) -> None:
    """Play in a browser, on this machine only. The address that is printed has a token: whoever has
    it can play.
    """
    from plyground.web.address import bind
    from plyground.web.messages import Serving
    from plyground.web.server import PageServer

    address = bind(host, port, names or (), allow_network)
    with PageServer(game_text, address, tournaments or (), runs or ()) as server:
        try:
            if address.is_open:
                say(OPEN, to_messages=True)
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
