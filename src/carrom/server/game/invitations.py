"""Invitations over HTTP: a seat at a table, or the umpire's place, is taken with one; and how one is made.

An invitation is used once. The browser that uses it brings the token it will have from then on, so nobody
else ever knew that token, not even who sent the invitation.
"""

from __future__ import annotations

from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.live import messages as wire
from carrom.live.game import GameOwner
from carrom.live.names import UMPIRE
from carrom.live.refused import Refused
from carrom.live.tokens import Role
from carrom.server import bodies
from carrom.server.config import Config
from carrom.server.game.routes import answered, bearer, read_as
from carrom.server.registry import Registry
from carrom.server.umpire.qr import qr_svg
from carrom.store.store import EVERYBODY


@dataclass(frozen=True, slots=True)
class InvitationRoutes:
    """All of them count as openings: an address can guess only so many codes."""

    registry: Registry

    @property
    def routes(self) -> tuple[Route, ...]:
        return self.registry.rates.limited(
            "openings",
            Route("/api/seat", self.take, methods=["POST"]),
            Route("/api/rooms/{room}/invitation", self.invite, methods=["POST"]),
            Route("/api/rooms/{room}/withdraw", self.withdraw, methods=["POST"]),
            Route("/api/qr", self.qr, methods=["POST"]),
        )

    async def take(self, request: Request) -> Response:
        """Exchange an invitation for a seat, or for the umpire's place."""
        wanted = await read_as(request, bodies.TakeSeat)
        store = self.registry.store
        found = await run_in_threadpool(store.exchange, wanted.invitation, wanted.token)
        if found is None:
            raise Refused("invitation/unknown")
        match, player = found
        recovery = ""
        if match.kind == UMPIRE:
            await self.registry.handed_over(match.id)
        else:
            if player != EVERYBODY:
                await self.registry.seat_taken(match.id, player)
            recovery = await self.registry.invite(match.id, player)
        taken = bodies.SeatTaken(match.id, match.kind == UMPIRE, player, match.watch, recovery)
        return answered(request, taken, 201)

    async def invite(self, request: Request) -> Response:
        """An invitation to one's own seat, for a second device; or by the opener to a seat still free.

        A new invitation to a free seat takes the place of the one before.
        """
        game, role, wanted = await self._asked(request)
        own = wanted.player in role.mine
        if not own:
            self._refuse_taken(game, role, wanted.player)
        player = EVERYBODY if own and game.settings.one_link else wanted.player
        invite = self.registry.invite if own else self.registry.invite_to_free
        return answered(request, wire.Invitation(wanted.player, await invite(game.kept.id, player)), 201)

    async def withdraw(self, request: Request) -> Response:
        """The opener takes back an invitation that nobody has used."""
        game, role, wanted = await self._asked(request)
        self._refuse_taken(game, role, wanted.player)
        if not await run_in_threadpool(self.registry.store.withdraw, game.kept.id, wanted.player):
            raise Refused("invitation/unknown")
        return answered(request, wire.OpenSeat(wanted.player, invited=False))

    async def qr(self, request: Request) -> Response:
        """A link of this server as a QR code. It is posted: what it says must not stand in an address."""
        return await drawn_code(request, (await read_as(request, bodies.Code)).path)

    async def _asked(self, request: Request) -> tuple[GameOwner, Role, bodies.Invite]:
        wanted = await read_as(request, bodies.Invite)
        found, role = await self.registry.find(request.path_params["room"], bearer(request))
        return found.owner, role, wanted

    def _refuse_taken(self, game: GameOwner, role: Role, player: str) -> None:
        """Only the opener invites others, and only while nobody has taken the seat."""
        if game.kind != "online" or not game.opened_by(role) or player not in game.persons:
            raise Refused("table/not-yours")
        if player in game.settings.joined:
            raise Refused("seat/taken")


async def drawn_code(request: Request, path: str) -> Response:
    """A QR code of an address here, under the name and scheme by which this was asked."""
    config: Config = request.app.state.config
    host, scheme = request.headers["host"].lower(), request.url.scheme
    known = config.known_origins
    # https, where our own pages have no other.
    addresses = (f"{each}://{host}" for each in (scheme, "https", "http"))
    origin = next((each for each in addresses if each in known), f"{scheme}://{host}")
    drawn = await run_in_threadpool(qr_svg, origin + path)
    return Response(drawn, headers={"cache-control": "no-store"}, media_type="image/svg+xml")
