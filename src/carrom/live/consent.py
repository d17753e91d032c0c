"""What persons settle between them: taking back, a rematch, giving up, claiming a match somebody has left.

Requests to the umpire that wait for the other side's stroke are shown among the offers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from carrom.errors import NotNow
from carrom.live import messages as wire
from carrom.live.live_table import News
from carrom.live.offers import Offer, Offers
from carrom.live.seats import asked
from carrom.live.tokens import Role
from carrom.live.umpire_asks import stroke_due_since, stroke_ended
from carrom.server.client import Client
from carrom.server.errors import Refused
from carrom.store.kept import now
from carrom.store.store import EVERYBODY
from carrom.words import Side

if TYPE_CHECKING:
    from carrom.live.game import Room


class Bargains:
    """Online, what concerns others needs their consent; on one link it happens at once."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._offers = Offers()

    @property
    def shown(self) -> tuple[wire.OpenOffer, ...]:
        return self._offers.shown()

    @property
    def may_claim(self) -> bool:
        room = self._room
        return room.kind == "online" and room.started and not room.table.over

    async def hear(self, client: Client, request: wire.OfferRequest, tag: str) -> list[News]:
        """What somebody offers, agrees to, declines or does; only in turn."""
        role = client.role
        match request.what, request.ok:
            case "take-back" | "rematch", False:
                self._decline(request.what)
                return []
            case "take-back", _:
                return await self._take_back(role, request.by, tag)
            case "rematch", _:
                await self._rematch(client)
                return []
            case "resign", True:
                return await self._give_up(self._own_side(role), "resigned", tag)
            case "claim", True:
                return await self._give_up(self._side_gone(role), "left", tag)
            case "wait", True:
                self._wait()
                return []
        raise Refused("offer/none")

    def moved_on(self) -> None:
        """An entry closes an open offer to take back: it was about what stood before."""
        if self._offers.close("take-back"):
            self._tell()

    def ask_later(self, player: str, tag: str) -> None:
        """A player asks the umpire on the other side's turn: the request waits for the stroke to end."""
        if self._offers.of("ask") is None:
            self._offers.put(
                Offer("ask", player, frozenset(), about=stroke_due_since(self._room.table), tag=tag)
            )
            self._tell()

    def ask_due(self) -> Offer | None:
        """The request to the umpire that has waited for the stroke which has just ended.

        It is dropped if the board has ended, or if the stroke was undone before it was played.
        """
        table, waits = self._room.table, self._offers.of("ask")
        if waits is None or stroke_due_since(table) == waits.about:
            return None
        self._offers.close("ask")
        self._tell()
        return waits if stroke_ended(table, waits.about) else None

    def somebody_left(self) -> None:
        """Tell again who is here, once a match could be claimed."""
        room = self._room
        for name in room.persons:
            at = room.presence.claimable_at(name)
            if self.may_claim and at is not None and at > room.now:
                room.later(at + 0.05, room.tell_presence)

    def _tell(self) -> None:
        self._room.tell(wire.OffersMessage(self._offers.shown()))

    def _decline(self, what: str) -> None:
        if not self._offers.close(what):
            raise Refused("offer/none")
        self._tell()

    async def _take_back(self, role: Role, by: str, tag: str) -> list[News]:
        """Back to before the last own act; others' acts since then go too, so their persons must agree.

        Who agrees names whose offer it is: it may have been closed, or another opened, on the way.
        """
        room = self._room
        if not room.started:
            raise Refused("table/waiting")
        offer = self._offers.of("take-back")
        if by and (offer is None or offer.by != by):
            raise Refused("offer/none")
        if offer is None:
            offer = self._wish(role)
        elif not by and offer.by not in role.mine:
            raise Refused("offer/none")
        offer = offer.agreed_by(role.mine)
        if not offer.accepted:
            self._offers.put(offer)
            self._tell()
            return []
        _, news = await room.act(tag, lambda table: table.take_back(offer.about, at=now()))
        return news

    def _wish(self, role: Role) -> Offer:
        table = self._room.table
        backs = [(to, name) for name in role.mine if (to := table.back_for(name)) is not None]
        if not backs:
            raise NotNow("there is nothing to take back")
        about, by = max(backs)
        others = table.match.names(table.match.side_of(by).other)
        needs = frozenset(others) & frozenset(self._room.persons) - frozenset(role.mine)
        return Offer("take-back", by, needs, about=about)

    async def _rematch(self, client: Client) -> None:
        """Everybody is told where it is played; asked for again, only the one who asks."""
        room, role = self._room, client.role
        if room.kind == "online" and not room.table.over:
            raise NotNow("a rematch is played when the match is over")
        agreed_before = bool(room.settings.next_room)
        if not agreed_before:
            offer = self._offers.of("rematch")
            if offer is None:
                needs = frozenset(room.persons) - frozenset(role.mine)
                offer = Offer("rematch", role.mine[0], needs, role.mine)
            offer = offer.agreed_by(role.mine)
            if not offer.accepted:
                self._offers.put(offer)
                self._tell()
                return
        made = await room.behind.rematch(room)
        self._offers.close("rematch")
        for each in (client,) if agreed_before else tuple(room.presence.clients):
            invitation = await self._invited(made.room, each.role)
            each.send(wire.MovedMessage(made.room, invitation, made.watch))

    async def _invited(self, room: str, role: Role) -> str:
        """An invitation to the same place in the next room; none for one who watches."""
        if not role.mine:
            return ""
        player = EVERYBODY if self._room.settings.one_link else role.mine[0]
        return await self._room.behind.invite(room, player)

    def _own_side(self, role: Role) -> Side:
        """The side that gives up: of whoever is asked, where one link plays both."""
        room = self._room
        if room.kind == "practice":
            raise NotNow("in practice there is no match to give up")
        if not room.started:
            raise Refused("table/waiting")
        names = asked(room.table.asks, room.table.match, room.tosser)
        by = next((name for name in names if name in role.mine), role.mine[0])
        return room.table.match.side_of(by)

    def _side_gone(self, role: Role) -> Side:
        room = self._room
        match = room.table.match
        for name in room.persons:
            side = match.side_of(name)
            against = any(match.side_of(own) is not side for own in role.mine)
            if self.may_claim and against and room.presence.claimable(name, room.now):
                return side
        raise NotNow("nobody has been gone for long enough")

    async def _give_up(self, side: Side, why: str, tag: str) -> list[News]:
        _, news = await self._room.act(tag, lambda table: table.give_up(side, why, at=now()))
        return news

    def _wait(self) -> None:
        room = self._room
        if not self.may_claim or not room.presence.gone:
            raise Refused("offer/none")
        if not room.presence.wait(room.now):
            raise Refused("offer/waited")
        self.somebody_left()
        room.tell_presence()
