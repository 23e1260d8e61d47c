"""Who may talk to the server: only a page that it has served to the person who started it.

Binding to this machine is not enough: any page in any browser here can send requests to it, also
under a name of its own that leads here. So the guard stands before all routes, for requests and
sockets alike, and refuses whatever it is not sure of.
"""

import secrets
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qs

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

METHODS: Final = ("GET", "HEAD")


class Guard:
    """Wraps an application. `hosts` are the server's names with their ports, as in 127.0.0.1:8000;
    the cookie is named after its own `port`: a browser gives it to all servers of a machine."""

    def __init__(
        self, app: App, hosts: Sequence[str], port: int, token: str, import_map_hash: str
    ) -> None:
        self.app, self.hosts, self.token = app, hosts, token
        self.cookie = f"plyground-{port}"
        self.headers = _headers(hosts, import_map_hash)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            if self._refusal(scope) or not self._values(scope, "origin"):
                await send({"type": "websocket.close", "code": 1008})
            else:
                await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._brings_token(scope):
            cookie = f"{self.cookie}={self.token}; HttpOnly; SameSite=Strict; Path=/"
            await self._reply(send, 303, {"location": "/", "set-cookie": cookie})
            return
        refusal = self._refusal(scope)
        if refusal:
            status, reason = refusal
            await self._reply(send, status, {}, reason)
            return

        async def send_guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        await self.app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is refused, if it is."""
        if scope["type"] == "http" and scope["method"] not in METHODS:
            return 405, f"{scope['method']} is not allowed: expected GET"
        host = self._values(scope, "host")
        if not self._is_host(host):
            return 403, f"expected the host {' or '.join(self.hosts)}"
        if self._values(scope, "origin") not in ([], [f"http://{host[0]}"]):
            return 403, f"expected the origin http://{host[0]}"
        if not self._has_cookie(scope):
            return 403, "open the address that plyground serve printed: it has a token"
        return None

    def _brings_token(self, scope: Scope) -> bool:
        """Whether this is the address that was printed."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        return (
            scope["path"] == "/"
            and scope["method"] == "GET"
            and self._is_host(self._values(scope, "host"))
            and len(given) == 1
            and self._is_token(given[0])
        )

    def _is_host(self, values: list[str]) -> bool:
        return len(values) == 1 and values[0] in self.hosts

    def _has_cookie(self, scope: Scope) -> bool:
        """Whether the token is among the cookies that a browser has for this machine."""
        cookies = ";".join(self._values(scope, "cookie")).split(";")
        pairs = (cookie.strip().partition("=") for cookie in cookies)
        return any(self._is_token(value) for name, _, value in pairs if name == self.cookie)

    def _is_token(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self.token.encode())

    def _values(self, scope: Scope, name: str) -> list[str]:
        """All headers of a name."""
        wanted = name.encode()
        return [value.decode("latin-1") for key, value in scope["headers"] if key == wanted]

    async def _reply(
        self, send: Send, status: int, headers: dict[str, str], text: str = ""
    ) -> None:
        named = {"content-type": "text/plain; charset=utf-8", **headers}
        encoded = [(name.encode(), value.encode()) for name, value in named.items()]
        all_headers = [*encoded, *self.headers]
        await send({"type": "http.response.start", "status": status, "headers": all_headers})
        await send({"type": "http.response.body", "body": text.encode()})


def _headers(hosts: Sequence[str], import_map_hash: str) -> list[tuple[bytes, bytes]]:
    policy = (
        "default-src 'self'",
        f"script-src 'self' '{import_map_hash}'",
        "img-src 'self' data:",  # boards
        f"connect-src 'self' {' '.join(f'ws://{host}' for host in hosts)}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
    headers = {
        "content-security-policy": "; ".join(policy),
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
    }
    return [(name.encode(), value.encode()) for name, value in headers.items()]
