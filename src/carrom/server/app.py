"""The web application: the table of routes, the middleware, and how errors are answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from inspect import iscoroutinefunction
from math import ceil
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from carrom.errors import CarromError
from carrom.live.refused import Refused
from carrom.server.assets import offline, static
from carrom.server.config import RequestKind
from carrom.server.encoding import encoded, lang_of
from carrom.server.errors import refusal_body, refusal_of, status_of
from carrom.server.game.routes import GameRoutes
from carrom.server.http import json_response
from carrom.server.middleware import OuterLayer
from carrom.server.rate_limits import ConcurrencyLimit, RateLimited
from carrom.server.registry import Registry
from carrom.server.relay import Relay
from carrom.server.replay.routes import ReplayRoutes
from carrom.server.umpire.routes import UmpireRoutes, catalogue
from carrom.server.websocket import serve_socket

UMPIRE_PAGES = (
    *("/umpire", "/umpire/{token}", "/umpire/{token}/sheet"),
    *("/watch/{token}", "/overlay/{token}", "/wall"),
)


def _routes(registry: Registry) -> list[Route]:
    """Method, status, address, rate limit (`config.RequestKind`) and endpoint of every route.

    Without a limit here, the endpoint has its own. The first route that matches is taken.
    """
    health, game, replays = registry.health, GameRoutes(registry), ReplayRoutes(registry)
    umpires, desk = UmpireRoutes(registry), "/api/desk/{token}"
    table: tuple[tuple[str, int, str, RequestKind | None, Callable[[Request], Any]], ...] = (
        ("GET", 200, "/healthz", None, health.healthz),
        ("GET", 200, "/readyz", None, health.readyz),
        # Each of these is stored or takes a code: the limit protects the disk and stops guessing.
        ("POST", 201, "/api/rooms", "openings", game.open_room),
        ("POST", 200, "/api/rooms/{room}/keep", "openings", game.keep),
        ("POST", 201, "/api/rooms/{room}/invitation", "openings", game.invite),
        ("POST", 200, "/api/rooms/{room}/withdraw", "openings", game.withdraw),
        ("POST", 200, "/api/invitation", "openings", game.look_at_invitation),
        ("POST", 201, "/api/seat", "openings", game.take_seat),
        ("POST", 200, "/api/qr", "openings", game.qr),
        ("GET", 200, "/api/ready", "files", game.ready),
        ("GET", 200, "/api/network", "files", registry.network.show),
        ("POST", 200, "/api/network", "openings", registry.network.open),
        ("POST", 201, "/api/records", "uploads", replays.open_record),
        ("POST", 201, "/api/match/{token}/what-if", "openings", replays.what_if),
        ("GET", 200, "/api/matches", "readings", replays.matches),
        ("GET", 200, "/api/match/{token}", "readings", replays.replay),
        ("GET", 200, "/api/match/{token}/step/{v}", "readings", replays.step),
        ("GET", 200, "/api/match/{token}/record", "readings", replays.record),
        ("GET", 200, "/api/match/{token}/sheet", "readings", replays.sheet),
        ("GET", 200, "/api/match/{token}/verdicts/{v}", "rulings", replays.verdicts),
        ("POST", 200, "/api/rule", "rulings", replays.rule),
        ("POST", 200, "/api/rule/incidents", "rulings", replays.possible_incidents),
        ("GET", 200, "/api/laws", "law_texts", replays.laws),
        ("GET", 200, "/api/law", "law_texts", replays.law),
        ("GET", 200, "/api/laws/comparison", "law_texts", replays.comparison),
        ("POST", 201, "/api/desks", "openings", umpires.open),
        ("GET", 200, "/api/desks", None, umpires.all),
        ("POST", 201, "/api/desks/{desk}/invitation", None, umpires.invite),
        ("GET", 200, "/api/wall", None, umpires.wall),
        ("POST", 200, desk, None, umpires.ask),
        ("GET", 200, desk, None, umpires.show),
        ("POST", 200, f"{desk}/preview", "previews", umpires.preview),
        ("POST", 201, f"{desk}/next", "openings", umpires.next),
        ("POST", 201, f"{desk}/replay", "openings", umpires.replay),
        ("POST", 201, f"{desk}/invitation", "openings", umpires.hand_over),
        ("GET", 200, f"{desk}/log", None, umpires.log),
        ("GET", 200, f"{desk}/record", None, umpires.record),
        ("GET", 200, f"{desk}/sheet", None, umpires.sheet("sheet")),
        ("GET", 200, f"{desk}/sheet/text", None, umpires.sheet("text")),
        ("GET", 200, f"{desk}/sheet.pdf", None, umpires.sheet("pdf")),
        ("GET", 200, f"{desk}/sheet.csv", None, umpires.sheet("csv")),
        ("GET", 200, "/api/catalogue/{rulebook}", "law_texts", catalogue),
        ("GET", 200, "/i18n/{name}.json", "files", static.phrase_file),
        ("GET", 200, "/static/{path:path}", "files", static.static_file),
        ("GET", 200, "/umpire/worker.js", "files", static.judge_worker),
        ("GET", 200, "/umpire/sw.js", "files", static.service_worker),
        ("GET", 200, "/api/offline", "files", offline.manifest),
        ("GET", 200, "/umpire/core-{hash}.zip", "files", offline.judge_archive),
        ("GET", 200, "/umpire/pyodide/{version}/{file}", "files", offline.runtime_file),
        *(("GET", 200, path, "files", static.page) for path in static.page_addresses()),
        *(("GET", 200, path, "files", static.umpire_page) for path in UMPIRE_PAGES),
    )
    return [
        Route(
            path,
            _answering(endpoint, status, registry.relay) if iscoroutinefunction(endpoint) else endpoint,
            methods=[method],
            middleware=[Middleware(RateLimited, kind=kind, rates=registry.rates)] if kind else [],
        )
        for method, status, path, kind, endpoint in table
    ]


def _answering(
    endpoint: Callable[[Request], Awaitable[object]], status: int, relay: Relay
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint whose result is a response, JSON that is ready, or a part of the wire."""

    async def answer(request: Request) -> Response:
        result = await relay.at_owner(request, endpoint)
        if isinstance(result, Response):
            return result
        body = result if isinstance(result, bytes) else encoded(result, lang_of(request))
        return json_response(body, status)

    return answer


def make_app(registry: Registry) -> Starlette:
    """The application around a registry, which it opens and closes with itself."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        async with registry, registry.health:
            yield

    config = registry.config
    sockets = ConcurrencyLimit(registry.limits.sockets)

    async def connect_page(scope: Scope, receive: Receive, send: Send) -> None:
        await serve_socket(WebSocket(scope, receive, send), registry, sockets)

    routes = _routes(registry)
    pages = dict.fromkeys((static.page, static.umpire_page), "page")
    names = {route.endpoint: route.path for route in routes} | pages
    socket_apps = {"/ws": connect_page}
    layer = partial(
        OuterLayer,
        routes=names,
        sockets=socket_apps,
        proxied=config.proxied,
        nodes=registry.node_gate,
    )
    app = Starlette(
        routes=routes,
        middleware=[Middleware(layer, hosts=registry.network.hosts)],
        exception_handlers={
            CarromError: _refused,
            HTTPException: _not_found,
            ClientDisconnect: _client_left,
        },
        lifespan=lifespan,
    )
    app.state.config = config
    app.state.sockets = socket_apps
    app.state.origins = registry.network.origins
    return app


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, CarromError)
    told = refusal_of(error)
    lang = lang_of(request)
    cached = isinstance(error, Refused) and not told.args
    body = refusal_body(told.code, lang) if cached else encoded(told, lang)
    answer = json_response(body, status_of(told.code))
    if isinstance(error, Refused) and error.retry_after:
        answer.headers["retry-after"] = str(ceil(error.retry_after))
        # The next request needs a new connection, which can be refused unread.
        answer.headers["connection"] = "close"
    return answer


def _not_found(request: Request, error: Exception) -> Response:
    """No such address, or another method. A browser gets the page, which says so."""
    assert isinstance(error, HTTPException)
    opened = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if opened and error.status_code == 404:
        return static.page(request, status=404)
    answer = json_response(refusal_body("page/unknown", lang_of(request)), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def _client_left(request: Request, error: Exception) -> Response:
    """The client disconnected during its request, so this answer is not read."""
    return json_response(refusal_body("frame/malformed", lang_of(request)), 400)
