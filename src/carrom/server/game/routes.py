"""Routes of games: tables, seats and invitations.

An invitation is used once. The browser that uses it makes its own token, so nobody else knows that token, not
even the sender of the invitation.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from typing import Annotated, get_args

import segno
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

import carrom
from carrom.equipment import STANDARD
from carrom.i18n import About
from carrom.i18n import Message as Words
from carrom.laws import NEW_MATCH
from carrom.live import game as live
from carrom.live import messages as wire
from carrom.live import views
from carrom.live.game import GameOwner
from carrom.live.messages import Body, Breaks, Geometry, Hand, Length, Part, PlayerName, Profile, Short, Token
from carrom.live.refused import Refused
from carrom.live.settings import UMPIRE
from carrom.live.tokens import Role
from carrom.players import LEVELS
from carrom.rulebooks import rulebook, with_length
from carrom.rules.handicap import most_lead
from carrom.server.encoding import lang_of
from carrom.server.http import NO_STORE, bearer_token, read_json
from carrom.server.rate_limits import client_of
from carrom.server.registry import Registry
from carrom.server.replay.law_pages import FOUL_SUBJECTS, rulebooks
from carrom.server.replay.schemas import BookChoice
from carrom.store.store import EVERYBODY
from carrom.stroke import AtRest
from carrom.stroke.incident import GROUNDS


class LookAtInvitation(Body, frozen=True):
    invitation: Token


class Invited(Part, frozen=True):
    """What an unused invitation leads to. `naming`: who takes the seat gives their own name for `player`.

    `by` is who invites to a table of the game, which is played by `rulebook` for a `length`.
    """

    player: str
    naming: bool
    by: Words | None
    rulebook: str
    length: Length | None
    hand: Hand | None  # of every person there


class TakeSeat(Body, frozen=True):
    """Exchange an invitation. `token` is made by the browser that will have it (16 random bytes, base64url).

    So a lost answer can be requested again, and nobody else knows the token. `name` is the taker's own, for a
    seat that nobody has taken.
    """

    invitation: Token
    token: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]
    name: PlayerName | None = None


class SeatTaken(Part, frozen=True):
    """`room` is a table of the game or, where `umpire`, an umpire's. `recovery` as in `RoomMade`."""

    room: str
    umpire: bool
    player: str
    watch: str
    recovery: str


class Invite(Body, frozen=True):
    """An invitation to a seat: one's own, for a second device; or by the opener, to one nobody has taken."""

    player: Short


class Code(Body, frozen=True):
    """A link to be drawn as a QR code: an address under this server's own name, such as `/umpire#join=…`."""

    path: Annotated[str, Meta(pattern="^/[^/\\\\]", max_length=200)]


class Ready(Part, frozen=True):
    """About this server, for the page: what may be chosen, and whether all matches may be listed."""

    version: str
    rulebooks: tuple[BookChoice, ...]
    levels: tuple[str, ...]
    hands: tuple[Hand, ...]  # that persons may have beside a steady one, of the levels from weak to strong
    leads: dict[Length, tuple[int, ...]]  # points ahead that a handicap may give here, for each length
    profiles: tuple[Profile, ...]
    lengths: tuple[Length, ...]
    breaks: tuple[Breaks, ...]
    at_rest: tuple[str, ...]  # how pieces can come to lie, as a case names it
    grounds: tuple[str, ...]  # letters of 4.2
    foul_subjects: tuple[str, ...]  # subjects of the laws that a foul can break
    lists: bool
    geometry: Geometry
    key: str  # fingerprint of the key that signs matches here; "" while there is none


@dataclass(frozen=True, slots=True)
class GameRoutes:
    registry: Registry

    async def ready(self, request: Request) -> Ready:
        return Ready(
            version=carrom.__version__,
            rulebooks=rulebooks(lang_of(request)),
            levels=tuple(LEVELS),
            hands=tuple(hand for noise in LEVELS.values() if (hand := views.hand(noise)) is not None),
            leads={length: _leads(length) for length in get_args(Length)},
            profiles=get_args(Profile),
            lengths=get_args(Length),
            breaks=get_args(Breaks),
            at_rest=tuple(map(str, AtRest)),
            grounds=tuple(GROUNDS),
            foul_subjects=FOUL_SUBJECTS,
            lists=self.registry.config.lists,
            geometry=views.geometry(STANDARD),
            key=await run_in_threadpool(lambda: self.registry.signer.fingerprint),
        )

    async def open_room(self, request: Request) -> wire.RoomMade:
        return await self.registry.open(await read_json(request, wire.NewRoom))

    async def keep(self, request: Request) -> wire.Keep:
        """Keep practice for good, or let it expire again; for its player."""
        wanted = await read_json(request, wire.Keep)
        game, role = await self.registry.find(request.path_params["room"], bearer_token(request))
        if not role.mine:
            raise Refused("table/not-yours")
        if game.owner.kind != "practice":
            raise Refused("keep/not-here")
        await game.ask(wanted)
        return wanted

    async def take_seat(self, request: Request) -> SeatTaken:
        """Exchange an invitation for a seat, or for the umpire's place."""
        wanted = await read_json(request, TakeSeat)
        taken = live.TakeSeat(wanted.invitation, wanted.token, wanted.name)
        invited, player = await self.registry.take_seat(taken, client_of(request))
        match, umpire = invited.match, invited.match.kind == UMPIRE
        recovery = "" if umpire else await self.registry.invite(match.id, player)
        return SeatTaken(match.id, umpire, player, match.watch, recovery)

    async def look_at_invitation(self, request: Request) -> Invited:
        """What an invitation leads to; one that was used leads nowhere."""
        found = await self.registry.invitation((await read_json(request, LookAtInvitation)).invitation)
        if found.used:
            raise Refused("invitation/unknown")
        if found.match.kind == UMPIRE:
            return Invited(found.player, naming=False, by=None, rulebook="", length=None, hand=None)
        game = (await self.registry.game(found.match.id, client_of(request))).owner
        new, opener = game.settings.new, game.settings.opener
        by = About("player.named", (opener,)) if opener else None
        hand = views.hand(game.table.hand)
        return Invited(found.player, game.may_name(found.player), by, new.rulebook, new.length, hand)

    async def invite(self, request: Request) -> wire.Invitation:
        """Invite to one's own seat, for a second device; or, as the opener, to a free seat.

        A new invitation to a free seat replaces the one before.
        """
        game, role, player = await self._invitation(request)
        own = player in role.mine
        if not own:
            self._refuse_taken(game, role, player)
        invited = EVERYBODY if own and game.settings.one_link else player
        invite = self.registry.invite if own else self.registry.invite_to_free
        return wire.Invitation(player, await invite(game.kept.id, invited))

    async def withdraw(self, request: Request) -> wire.OpenSeat:
        """Take back an invitation that nobody has used, as the opener."""
        game, role, player = await self._invitation(request)
        self._refuse_taken(game, role, player)
        if not await run_in_threadpool(self.registry.store.withdraw, game.kept.id, player):
            raise Refused("invitation/unknown")
        return wire.OpenSeat(player, invited=False)

    async def _invitation(self, request: Request) -> tuple[GameOwner, Role, str]:
        """The game, the role of the sender, and the player to invite."""
        wanted = await read_json(request, Invite)
        found, role = await self.registry.find(request.path_params["room"], bearer_token(request))
        return found.owner, role, wanted.player

    def _refuse_taken(self, game: GameOwner, role: Role, player: str) -> None:
        """Only the opener invites others, and only to a free seat."""
        if game.kind != "online" or not game.opened_by(role) or player not in game.persons:
            raise Refused("table/not-yours")
        if player in game.settings.joined:
            raise Refused("seat/taken")

    async def qr(self, request: Request) -> Response:
        """A link of this server as a QR code. It is posted, since the link is a secret."""
        path = (await read_json(request, Code)).path
        host, scheme = request.headers["host"].lower(), request.url.scheme
        # https, where our own pages have no other.
        origins = (f"{each}://{host}" for each in (scheme, "https", "http"))
        network = self.registry.network
        origin = next((each for each in origins if each in network.origins), f"{scheme}://{host}")
        drawing = await run_in_threadpool(qr_svg, network.for_others(origin) + path)
        return Response(drawing, headers=NO_STORE, media_type="image/svg+xml")


LEADS = (5, 10, 15)
"""The leads that are offered, as far as they do not decide what is played."""


def _leads(length: Length) -> tuple[int, ...]:
    most = most_lead(with_length(rulebook(NEW_MATCH), length))
    return tuple(lead for lead in LEADS if lead <= most)


def qr_svg(link: str) -> bytes:
    """A QR code whose size the page sets; dark on light in every theme, since cameras need that."""
    drawn = BytesIO()
    style = {"border": 4, "dark": "#000", "light": "#fff"}
    plain = {"xmldecl": False, "omitsize": True, "svgclass": None, "lineclass": None}
    segno.make_qr(link, error="m").save(drawn, kind="svg", **style, **plain)
    return drawn.getvalue()
