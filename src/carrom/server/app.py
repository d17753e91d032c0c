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
from carrom.server import desk_socket, http, offline, socket, static
from carrom.server.config import Config
from carrom.server.desks import Desks
from carrom.server.errors import Refused, refusal, refusal_of, status_of
from carrom.server.guard import AccessLog, Guard
from carrom.server.hall import Hall
from carrom.server.invitations import InvitationRoutes
from carrom.server.rates import Counts
from carrom.server.umpire_routes import Umpiring

PAGES = ("/", "/table/{room}", "/practice", "/replays", "/replay/{token}", "/laws", "/ask", "/how")
UMPIRE_PAGES = (
    *("/umpire", "/umpire/{token}", "/umpire/{token}/sheet"),
    *("/watch/{token}", "/overlay/{token}", "/wall"),
)

log = logging.getLogger("carrom.server")


def make_app(hall: Hall, config: Config) -> Starlette:
    """The application about a hall, which it opens and closes with itself, and the umpires' desks."""
    desks = Desks(hall.store, config, hall.signer)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        async with hall, desks, hall.health:
            yield

    sockets = Counts(config.bearable.sockets)

    async def connected(websocket: WebSocket) -> None:
        await socket.serve(websocket, hall, config, sockets)

    async def following(websocket: WebSocket) -> None:
        await desk_socket.serve(websocket, desks, config, sockets, hall.health)

    limited = hall.rates.limited
    desk = http.Desk(hall, hall.readers, config)
    routes = [
        Route("/healthz", hall.health.healthz),
        Route("/readyz", hall.health.readyz),
        # Whatever is opened is kept: nobody may fill the disk.
        *limited(
            "openings",
            Route("/api/rooms", desk.open_room, methods=["POST"]),
            Route("/api/rooms/{room}/keep", desk.keep, methods=["POST"]),
            Route("/api/match/{token}/what-if", desk.what_if, methods=["POST"]),
        ),
        *limited("uploads", Route("/api/records", desk.open_record, methods=["POST"])),
        *limited(
            "readings",
            Route("/api/matches", desk.matches),
            Route("/api/match/{token}", desk.replay),
            Route("/api/match/{token}/step/{v}", desk.step),
            Route("/api/match/{token}/record", desk.record),
            Route("/api/match/{token}/sheet", desk.sheet),
        ),
        *limited(
            "rulings",
            Route("/api/match/{token}/verdicts/{v}", desk.verdicts),
            Route("/api/rule", desk.rule, methods=["POST"]),
        ),
        *limited("law_texts", Route("/api/laws", desk.laws), Route("/api/law", desk.law)),
        *InvitationRoutes(hall, desks).routes,
        *Umpiring(desks, config, hall.rates).routes,
        *limited(
            "files",
            Route("/api/ready", desk.ready),
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
    connections = [WebSocketRoute("/ws", connected), WebSocketRoute("/ws/desk", following)]
    paths = {route.path for route in connections}
    app = Starlette(
        routes=[*routes, *connections],
        middleware=[
            Middleware(AccessLog, routes=named, sockets=paths, proxied=config.proxied),
            Middleware(Guard, config=config),
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
    status = status_of(told.code)
    if status >= 500:
        log.warning("%s: %s", error.code, error, extra={"cause": error.code})
    answer = http.answered(request, told, status)
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
