"""The web application: every route in one place, what surrounds them, and how a refusal is answered."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import ceil

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from carrom.errors import CarromError
from carrom.live.refused import Refused
from carrom.server.assets import offline, static
from carrom.server.config import Config
from carrom.server.encoding import encoded, language
from carrom.server.errors import refusal, refusal_body, refusal_of, status_of
from carrom.server.game import routes as http
from carrom.server.game.invitations import InvitationRoutes
from carrom.server.middleware import AccessLog, SecurityHeaders
from carrom.server.rate_limits import Counts
from carrom.server.registry import Registry
from carrom.server.umpire.routes import UmpireRoutes
from carrom.server.websocket import serve

PAGES = ("/", "/table/{room}", "/practice", "/replays", "/replay/{token}", "/laws", "/ask", "/how")
UMPIRE_PAGES = (
    *("/umpire", "/umpire/{token}", "/umpire/{token}/sheet"),
    *("/watch/{token}", "/overlay/{token}", "/wall"),
)

log = logging.getLogger("carrom.server")


def make_app(registry: Registry, config: Config) -> Starlette:
    """The application about a registry, which it opens and closes with itself."""

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        async with registry, registry.health:
            yield

    sockets = Counts(config.effective_limits.sockets)

    async def connected(websocket: WebSocket) -> None:
        await serve(websocket, registry, config, sockets)

    limited = registry.rates.limited
    game = http.GameRoutes(registry, registry.readers, config)
    routes = [
        Route("/healthz", registry.health.healthz),
        Route("/readyz", registry.health.readyz),
        # Whatever is opened is kept: nobody may fill the disk.
        *limited(
            "openings",
            Route("/api/rooms", game.open_room, methods=["POST"]),
            Route("/api/rooms/{room}/keep", game.keep, methods=["POST"]),
            Route("/api/match/{token}/what-if", game.what_if, methods=["POST"]),
        ),
        *limited("uploads", Route("/api/records", game.open_record, methods=["POST"])),
        *limited(
            "readings",
            Route("/api/matches", game.matches),
            Route("/api/match/{token}", game.replay),
            Route("/api/match/{token}/step/{v}", game.step),
            Route("/api/match/{token}/record", game.record),
            Route("/api/match/{token}/sheet", game.sheet),
        ),
        *limited(
            "rulings",
            Route("/api/match/{token}/verdicts/{v}", game.verdicts),
            Route("/api/rule", game.rule, methods=["POST"]),
        ),
        *limited("law_texts", Route("/api/laws", game.laws), Route("/api/law", game.law)),
        *InvitationRoutes(registry).routes,
        *UmpireRoutes(registry, config, registry.rates).routes,
        *limited(
            "files",
            Route("/api/ready", game.ready),
            Route("/i18n/{name}.json", static.words),
            Route("/static/{path:path}", static.file),
            Route("/umpire/worker.js", static.worker),
            Route("/umpire/sw.js", static.service_worker),
            # What the judge in the page needs; before the pages, which take any other address under /umpire.
            *offline.routes(config),
            *(Route(path, static.page) for path in PAGES),
            *(Route(path, static.umpire_page) for path in UMPIRE_PAGES),
        ),
    ]
    pages = dict.fromkeys((static.page, static.umpire_page), "page")
    named = {route.endpoint: route.path for route in routes} | pages
    socket = WebSocketRoute("/ws", connected)
    app = Starlette(
        routes=[*routes, socket],
        middleware=[
            Middleware(AccessLog, routes=named, sockets={socket.path}, proxied=config.proxied),
            Middleware(SecurityHeaders, config=config),
        ],
        exception_handlers={
            CarromError: _refused,
            HTTPException: _not_here,
            ClientDisconnect: _gone,
        },
        lifespan=life,
    )
    app.state.config = config
    return app


def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, CarromError)
    told = refusal(error)
    lang = language(request)
    plain = isinstance(error, Refused) and not told.args
    body = refusal_body(told.code, lang) if plain else encoded(told, lang)
    answer = http.sent(body, status_of(told.code))
    if isinstance(error, Refused) and error.retry_after:
        answer.headers["retry-after"] = str(ceil(error.retry_after))
        # Whoever goes on must connect anew, and is then refused without being read.
        answer.headers["connection"] = "close"
    return answer


def _not_here(request: Request, error: Exception) -> Response:
    """No such address, or not asked that way. Who opens one by hand gets the page, which says so."""
    assert isinstance(error, HTTPException)
    opened = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if opened and error.status_code == 404:
        return static.page(request, status=404)
    answer = http.answered(request, refusal_of("page/unknown"), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def _gone(request: Request, error: Exception) -> Response:
    """The client has left in the middle of its request; nobody reads this."""
    return http.answered(request, refusal_of("frame/malformed"), 400)
