"""Offers between persons: one asks, the others agree or decline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from carrom.live.messages import OpenOffer


@dataclass(frozen=True, slots=True)
class Offer:
    """`needs` are those who must agree; `about` is the entry a take-back goes back to.

    A request to the umpire that waits is kept among them: `about` is the entry since which the stroke is due
    whose end it waits for, and `tag` that of the request.
    """

    what: str
    by: str
    needs: frozenset[str]
    agreed: tuple[str, ...] = ()
    about: int = 0
    tag: str = ""

    @property
    def accepted(self) -> bool:
        return self.needs <= set(self.agreed)

    def agreed_by(self, names: Iterable[str]) -> Offer:
        more = tuple(name for name in names if name in self.needs and name not in self.agreed)
        return replace(self, agreed=(*self.agreed, *more))


class Offers:
    """The open offers of a room, one of a kind at a time."""

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
