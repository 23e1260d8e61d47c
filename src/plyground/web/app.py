"""The routes of the server."""

import asyncio
import base64
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from plyground.core.errors import BadOption, NotNow
from plyground.web.guard import Guard
from plyground.web.services import Services
from plyground.web.tab import Tab

HERE: Final = Path(__file__).parent
PAGE: Final = HERE / "page"
MODULES: Final = HERE / "modules"
MAX_SOCKETS: Final = 64
TOO_MANY: Final = 1013


def make_app(services: Services) -> Starlette:
    """The application, without its guard."""
    tabs: set[Tab] = set()

    async def index(request: Request) -> Response:
        return FileResponse(PAGE / "index.html")

    async def record(request: Request) -> Response:
        try:
            content = services.games.find(request.path_params["id"]).saved()
        except NotNow as error:
            return PlainTextResponse(str(error), 404)
        saved = {"content-disposition": 'attachment; filename="game.txt"'}
        return PlainTextResponse(content, headers=saved)

    async def socket(websocket: WebSocket) -> None:
        if len(tabs) >= MAX_SOCKETS:
            await websocket.accept()  # only then a page can be told why
            await websocket.close(TOO_MANY, f"{MAX_SOCKETS} tabs are open: close one of them")
            return
        tab = Tab(websocket, services)
        tabs.add(tab)
        try:
            await tab.run()
        except (WebSocketDisconnect, RuntimeError, OSError, asyncio.CancelledError):  # it is gone
            return
        finally:
            tabs.discard(tab)

    return Starlette(
        routes=[
            Route("/", index),
            Route("/games/{id}/record.txt", record),
            WebSocketRoute("/socket", socket),
            Mount("/page", StaticFiles(directory=PAGE)),
            Mount("/modules", StaticFiles(directory=MODULES)),
        ]
    )


def guarded_app(services: Services, hosts: Sequence[str], port: int, token: str) -> Guard:
    """The application as it is served."""
    if not (MODULES / "preact.mjs").is_file():
        raise BadOption("the page's modules are missing: install Plyground again, or say make play")
    return Guard(make_app(services), hosts, port, token, import_map_hash())


def import_map_hash() -> str:
    """The hash of the only script that stands in the page itself."""
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="importmap">(.*?)</script>', page, re.DOTALL)
    assert found
    digest = hashlib.sha256(found[1].encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
