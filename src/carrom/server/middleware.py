"""Before an answer: is it asked under a name of ours? With it: the headers that keep the page safe.

Plain ASGI: nothing of an answer is held back, and a socket passes through as it is.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Container, Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrom.server.config import Config
from carrom.server.encoding import language
from carrom.server.errors import refusal_body
from carrom.server.metrics import EXCEPTIONS, REQUEST_SECONDS, REQUESTS, SOCKETS

log = logging.getLogger("carrom.access")

SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HSTS = {"strict-transport-security": "max-age=31536000"}
"""Under TLS only, our own or that of a proxy we believe: browsers come back by TLS alone, for a year."""

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))

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


class SecurityHeaders:
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
                safe = SAFE | HSTS if scope["scheme"] == "https" else SAFE
                MutableHeaders(scope=message).update(_headers(host if known else "", scope["path"], safe))
            await send(message)

        if known:
            await self._app(scope, receive, sent)
        else:
            await _answered(scope, sent, 421, "origin/refused")


def _headers(host: str, path: str, safe: Mapping[str, str]) -> dict[str, str]:
    return {**safe, "content-security-policy": policy(host, path) if host else "default-src 'none'"}


async def _answered(
    scope: Scope, send: Send, status: int, code: str, headers: Mapping[str, str] | None = None
) -> None:
    body = refusal_body(code, language(HTTPConnection(scope)))
    more = {"content-type": "application/json", "content-length": str(len(body)), **(headers or {})}
    raw = [(name.encode(), text.encode()) for name, text in more.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


class AccessLog:
    """One log line for every answer: method, the route's own form, status, milliseconds and a request id.

    The line never holds what was asked. The answer's header `x-request-id` has the same id: the proxy's own,
    where the server is behind one, otherwise a random one. This logs and answers unexpected exceptions, too.
    """

    def __init__(
        self,
        app: ASGIApp,
        routes: Mapping[Callable[..., object], str],
        sockets: Container[str],
        proxied: bool,
    ) -> None:
        self._app = app
        self._routes = routes
        self._sockets = sockets
        self._proxied = proxied

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._answer(scope, receive, send)
        elif scope["type"] == "websocket":
            route = scope["path"] if scope["path"] in self._sockets else "-"
            with SOCKETS.labels(route).track_inprogress():
                await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), 0
        request_id = scope["request_id"] = self._request_id(scope)

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = request_id
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except Exception as wrong:
            EXCEPTIONS.inc()
            cause = f"unexpected {type(wrong).__name__} {self._route(scope)}"
            fields = {"route": self._route(scope), "request_id": request_id}
            told = {"event": "exception", "cause": cause, "fields": fields}
            log.exception("%s: unexpected exception (request %s)", self._route(scope), request_id, extra=told)
            if not status:
                await _answered(scope, sent, 500, "page/broken", _headers("", "", SAFE))
        finally:
            self._log(scope, status, 1000.0 * (time.perf_counter() - began), request_id)

    def _request_id(self, scope: Scope) -> str:
        given = Headers(scope=scope).get("x-request-id", "") if self._proxied else ""
        return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)

    def _route(self, scope: Scope) -> str:
        return self._routes.get(scope["endpoint"], "-") if "endpoint" in scope else "-"

    def _log(self, scope: Scope, status: int, ms: float, request_id: str) -> None:
        route, method = self._route(scope), scope["method"] if scope["method"] in METHODS else "-"
        REQUESTS.labels(method, route, str(status)).inc()
        REQUEST_SECONDS.labels(route).observe(ms / 1000.0)
        fields = {
            "method": method,
            "route": route,
            "status": status,
            "ms": round(ms, 1),
            "request_id": request_id,
        }
        told = {"event": "request", "cause": f"request {method} {route} {status}", "fields": fields}
        log.info("%s %s %d %.1f ms %s", method, route, status, ms, request_id, extra=told)
