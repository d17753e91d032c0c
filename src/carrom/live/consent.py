"""Offers between persons: take-backs, rematches, giving up, claiming a match that an opponent has left.

Online, an offer needs the consent of the others; with one link it happens at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from carrom.errors import NotNow
from carrom.live.messages import OpenOffer
from carrom.live.presence import Presence
from carrom.live.refused import Refused
from carrom.live.turns import players_asked, stroke_due_since, stroke_ended
from carrom.table import Table
from carrom.words import Side


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer. The players in `needs` must agree; a take-back goes back to the entry `about`.

    A waiting request to the umpire is an offer too: it waits for the end of the stroke that is due since the
    entry `about`, and `key` is the key of the request.
    """

    what: str
    by: str
    needs: frozenset[str]
    agreed: tuple[str, ...] = ()
    about: int = 0
    key: str = ""

    @property
    def accepted(self) -> bool:
        return self.needs <= set(self.agreed)

    def agreed_by(self, names: Iterable[str]) -> Offer:
        more = tuple(name for name in names if name in self.needs and name not in self.agreed)
        return replace(self, agreed=(*self.agreed, *more))


class Offers:
    """The open offers of a match, at most one of each kind."""

    def __init__(self) -> None:
        self._open: dict[str, Offer] = {}

    def of(self, what: str) -> Offer | None:
        return self._open.get(what)

    def put(self, offer: Offer) -> None:
        self._open[offer.what] = offer

    def close(self, what: str) -> bool:
        """Close an offer; False if there was none."""
        return self._open.pop(what, None) is not None

    def open_offers(self) -> tuple[OpenOffer, ...]:
        return tuple(OpenOffer(each.what, each.by, each.agreed) for each in self._open.values())

    def take_back(self, table: Table, mine: tuple[str, ...], by: str, persons: tuple[str, ...]) -> Offer:
        """The take-back after the players of a link have made it, or agreed to it.

        An agreement names the maker of the offer, since another offer may be open by now.
        """
        offer = self.of("take-back")
        if by and (offer is None or offer.by != by):
            raise Refused("offer/none")
        if offer is None:
            offer = _wish(table, mine, persons)
        elif not by and offer.by not in mine:
            raise Refused("offer/none")
        return offer.agreed_by(mine)

    def rematch(self, mine: tuple[str, ...], persons: tuple[str, ...]) -> Offer:
        """The rematch after the players of a link have offered it, or agreed to it."""
        needs = frozenset(persons) - frozenset(mine)
        offer = self.of("rematch") or Offer("rematch", mine[0], needs, mine)
        return offer.agreed_by(mine)

    def ask_later(self, table: Table, player: str, key: str) -> bool:
        """Let a request to the umpire wait for the end of the stroke; False if one waits already."""
        if self.of("ask") is not None:
            return False
        self.put(Offer("ask", player, frozenset(), about=stroke_due_since(table), key=key))
        return True

    def ask_waits(self, table: Table) -> bool:
        """Whether there is no waiting request to the umpire, or its stroke is still due."""
        waits = self.of("ask")
        return waits is None or stroke_due_since(table) == waits.about

    def ask_due(self, table: Table) -> Offer | None:
        """Close the waiting request to the umpire. Returns it if it has to be made now.

        It is dropped if the board has ended, or if the stroke was undone before it was played.
        """
        waits = self._open.pop("ask")
        return waits if stroke_ended(table, waits.about) else None


def _wish(table: Table, mine: tuple[str, ...], persons: tuple[str, ...]) -> Offer:
    """A take-back of the last own act. It also undoes the opponents' later acts, so they must agree."""
    backs = [(to, name) for name in mine if (to := table.back_for(name)) is not None]
    if not backs:
        raise NotNow("refused.live.no-take-back")
    about, by = max(backs)
    others = table.match.names(table.match.side_of(by).other)
    return Offer("take-back", by, frozenset(others) & frozenset(persons) - frozenset(mine), about=about)


def side_giving_up(table: Table, mine: tuple[str, ...], tosser: Side | None) -> Side:
    """The side that gives up; if one link plays both, the side that is asked."""
    names = players_asked(table.asks, table.match, tosser)
    return table.match.side_of(next((name for name in names if name in mine), mine[0]))


def side_gone(
    table: Table, mine: tuple[str, ...], persons: tuple[str, ...], presence: Presence, now: float
) -> Side:
    """The absent side, whose opponents on this link may claim the match. Raises `NotNow` if there is none."""
    match = table.match
    for name in persons:
        side = match.side_of(name)
        against = any(match.side_of(own) is not side for own in mine)
        if against and presence.claimable(name, now):
            return side
    raise NotNow("refused.live.nobody-gone")
