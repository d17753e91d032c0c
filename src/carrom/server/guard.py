"""Before an answer: is it asked under a name of ours? With it: the headers that keep the page safe.

Plain ASGI: nothing of an answer is held back, and a socket passes through as it is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrom.server.config import Config
from carrom.server.messages import Refusal

log = logging.getLogger("carrom.access")

SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


WITH_JUDGE = "/umpire"
"""Where the judge itself runs in the page: only there may a script be WebAssembly, and start a worker."""


def policy(host: str, path: str = "/") -> str:
    """What a page of ours may load: its own files and its own socket, no script or style inside it."""
    judges = path == WITH_JUDGE or path.startswith(f"{WITH_JUDGE}/")
    return "; ".join(
        (
            "default-src 'none'",
            *(
                ("script-src 'self' 'wasm-unsafe-eval'", "worker-src 'self'")
                if judges
                else ("script-src 'self'",)
            ),
            "style-src 'self'",
            "img-src 'self' data: blob:",
            f"connect-src 'self' ws://{host} wss://{host}",
            "font-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


class Guard:
    """Refuses names that are not ours (a foreign page could point its own here), and adds the headers."""

    def __init__(self, app: ASGIApp, config: Config) -> None:
        self._app = app
        self._hosts = frozenset(config.known_hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "").lower()
        known = host in self._hosts
        if scope["type"] == "websocket":
            if known:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_headers(host if known else "", scope["path"], SAFE))
            await send(message)

        if known:
            await self._app(scope, receive, sent)
        else:
            await _refused(sent)


def _headers(host: str, path: str, safe: Mapping[str, str]) -> dict[str, str]:
    return {**safe, "content-security-policy": policy(host, path) if host else "default-src 'none'"}


async def _refused(send: Send) -> None:
    body = msgspec.json.encode(Refusal("origin/refused"))
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Diary:
    """A line for every answer: method, the route's own form, status, milliseconds. Never what was said."""

    def __init__(self, app: ASGIApp, routes: Mapping[Callable[..., object], str]) -> None:
        self._app = app
        self._routes = routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not log.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sent)
        finally:
            route = self._routes.get(scope["endpoint"], "-") if "endpoint" in scope else "-"
            took = 1000.0 * (time.perf_counter() - began)
            log.info("%s %s %d %.1f ms", scope["method"], route, status, took)
