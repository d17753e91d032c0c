"""What persons settle between them: taking back, a rematch, giving up, claiming a match somebody has left.

Online, what concerns others needs their consent; on one link it happens at once.
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
    """`needs` are those who must agree; `about` is the entry a take-back goes back to.

    A request to the umpire that waits is kept among them: `about` is the entry since which the stroke is due
    whose end it waits for, and `key` that of the request.
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
    """The open offers of a match, one of a kind at a time."""

    def __init__(self) -> None:
        self._open: dict[str, Offer] = {}

    def of(self, what: str) -> Offer | None:
        return self._open.get(what)

    def put(self, offer: Offer) -> None:
        self._open[offer.what] = offer

    def close(self, what: str) -> bool:
        """Whether there was one to be closed."""
        return self._open.pop(what, None) is not None

    def shown(self) -> tuple[OpenOffer, ...]:
        return tuple(OpenOffer(each.what, each.by, each.agreed) for each in self._open.values())

    def take_back(self, table: Table, mine: tuple[str, ...], by: str, persons: tuple[str, ...]) -> Offer:
        """The offer to take back as it stands once the players of a link agree, or make it.

        Who agrees names whose offer it is: it may have been closed, or another opened, on the way.
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
        """The same of a rematch."""
        needs = frozenset(persons) - frozenset(mine)
        offer = self.of("rematch") or Offer("rematch", mine[0], needs, mine)
        return offer.agreed_by(mine)

    def ask_later(self, table: Table, player: str, key: str) -> bool:
        """A player asks the umpire on the other side's turn: the request waits for the stroke to end.

        False if another one waits already.
        """
        if self.of("ask") is not None:
            return False
        self.put(Offer("ask", player, frozenset(), about=stroke_due_since(table), key=key))
        return True

    def ask_waits(self, table: Table) -> bool:
        """Whether a request to the umpire waits for a stroke that is still due."""
        waits = self.of("ask")
        return waits is None or stroke_due_since(table) == waits.about

    def ask_due(self, table: Table) -> Offer | None:
        """Close the request to the umpire that has waited, and give it, if it is to be made.

        It is dropped if the board has ended, or if the stroke was undone before it was played.
        """
        waits = self._open.pop("ask")
        return waits if stroke_ended(table, waits.about) else None


def _wish(table: Table, mine: tuple[str, ...], persons: tuple[str, ...]) -> Offer:
    """Back to before the last own act; others' acts since then go too, so their persons must agree."""
    backs = [(to, name) for name in mine if (to := table.back_for(name)) is not None]
    if not backs:
        raise NotNow("refused.live.no-take-back")
    about, by = max(backs)
    others = table.match.names(table.match.side_of(by).other)
    return Offer("take-back", by, frozenset(others) & frozenset(persons) - frozenset(mine), about=about)


def side_giving_up(table: Table, mine: tuple[str, ...], tosser: Side) -> Side:
    """The side that gives up: of whoever is asked, where one link plays both."""
    names = players_asked(table, tosser)
    return table.match.side_of(next((name for name in names if name in mine), mine[0]))


def side_gone(
    table: Table, mine: tuple[str, ...], persons: tuple[str, ...], presence: Presence, now: float
) -> Side:
    """The side whose match may be claimed by the players of a link."""
    match = table.match
    for name in persons:
        side = match.side_of(name)
        against = any(match.side_of(own) is not side for own in mine)
        if against and presence.claimable(name, now):
            return side
    raise NotNow("refused.live.nobody-gone")
