"""ASGI middleware around all routes: known host names, security headers, the access log."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from carrom.server.encoding import lang_of
from carrom.server.errors import refusal_body
from carrom.server.metrics import EXCEPTIONS, REQUEST_SECONDS, REQUESTS, SOCKETS
from carrom.server.relay import ALONE, RELAYED, Forged, NodeGate

log = logging.getLogger("carrom.access")

SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HSTS = {"strict-transport-security": "max-age=31536000"}
"""Under TLS only, our own or a trusted proxy's: browsers use only TLS for a year."""

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"))

WITH_JUDGE = "/umpire"
"""The judge itself runs in these pages: only their scripts may be WebAssembly and start a worker."""


def policy(host: str, path: str = "/") -> str:
    """The content security policy of a page: its own files and socket, nothing inline."""
    if not host:
        return "default-src 'none'"
    judges = path == WITH_JUDGE or path.startswith(f"{WITH_JUDGE}/")
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'" if judges else "script-src 'self'",
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


@dataclass(frozen=True, slots=True)
class OuterLayer:
    """Guards and logs every answer, and hands over sockets: each of many stays in few calls, for its memory.

    Unknown host names, which a foreign page could point here, are refused. The log has method, route, status,
    milliseconds and request id, but no address or token. The header `x-request-id` has the same id: the
    proxy's, where the server is behind one, or a random one. Unexpected exceptions are logged and answered.
    """

    app: ASGIApp
    routes: Mapping[Callable[..., object], str]
    sockets: Mapping[str, ASGIApp]
    hosts: Container[str]
    proxied: bool
    nodes: NodeGate = ALONE

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "").lower()
        try:
            scope = self.nodes.admit(scope)
        except Forged:
            if scope["type"] == "http":
                await self._answer(scope, receive, send, host, _refusal(scope, 403, "origin/refused"))
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        known = host if host in self.hosts or RELAYED in scope else ""
        if scope["type"] == "http":
            app = self.app if known else _refusal(scope, 421, "origin/refused")
            await self._answer(scope, receive, send, known, app)
            return
        route = scope["path"] if scope["path"] in self.sockets else "-"
        with SOCKETS.labels(route).track_inprogress():
            if known and route in self.sockets:
                await self.sockets[route](scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})

    async def _answer(self, scope: Scope, receive: Receive, send: Send, host: str, app: ASGIApp) -> None:
        """Answer a request to a known host, or refuse one to an unknown host, which is empty."""
        began, status = time.perf_counter(), 0
        request_id = scope["request_id"] = self._request_id(scope)
        headers = {"content-security-policy": policy(host, scope["path"]), "x-request-id": request_id}
        headers |= SAFE | HSTS if scope["scheme"] == "https" else SAFE

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message).update(headers)
            await send(message)

        try:
            await app(scope, receive, send_with_headers)
        except Exception as wrong:
            EXCEPTIONS.inc()
            route = self._route(scope)
            fields = {"route": route, "request_id": request_id}
            cause = f"unexpected {type(wrong).__name__} {route}"
            told = {"event": "exception", "cause": cause, "fields": fields}
            log.exception("%s: unexpected exception (request %s)", route, request_id, extra=told)
            if not status:
                await _refusal(scope, 500, "page/broken")(scope, receive, send_with_headers)
        finally:
            self._log(scope, status, 1000.0 * (time.perf_counter() - began), request_id)

    def _request_id(self, scope: Scope) -> str:
        told = self.proxied or RELAYED in scope
        given = Headers(scope=scope).get("x-request-id", "") if told else ""
        return given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)

    def _route(self, scope: Scope) -> str:
        return self.routes.get(scope["endpoint"], "-") if "endpoint" in scope else "-"

    def _log(self, scope: Scope, status: int, ms: float, request_id: str) -> None:
        route, method = self._route(scope), scope["method"] if scope["method"] in METHODS else "-"
        REQUESTS.labels(method, route, str(status)).inc()
        REQUEST_SECONDS.labels(route).observe(ms / 1000.0)
        fields = {"method": method, "route": route, "status": status, "ms": round(ms, 1)}
        fields["request_id"] = request_id
        told = {"event": "request", "cause": f"request {method} {route} {status}", "fields": fields}
        log.info("%s %s %d %.1f ms %s", method, route, status, ms, request_id, extra=told)


def _refusal(scope: Scope, status: int, code: str) -> Response:
    body = refusal_body(code, lang_of(HTTPConnection(scope)))
    return Response(body, status, media_type="application/json")
