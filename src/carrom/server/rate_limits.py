"""How often somebody may ask: so many in so many seconds."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from carrom.live.refused import Refused
from carrom.server.config import KINDS, Kind, Limits

KNOWN = 4096
"""Addresses that are remembered; the one not heard of for longest is forgotten first."""


class Rate:
    """So many in a window of so many seconds, which begins with the first. It remembers only their number."""

    __slots__ = ("_count", "_ends", "_most", "_seconds")

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._count = 0
        self._ends = 0.0

    def count(self) -> int:
        """How many there have been, with this one."""
        now = time.monotonic()
        if now >= self._ends:
            self._count, self._ends = 0, now + self._seconds
        self._count += 1
        return self._count

    def allows(self) -> bool:
        """Whether one more is allowed; one that is not does not count."""
        if self.count() <= self._most:
            return True
        self._count -= 1
        return False

    @property
    def exceeded(self) -> bool:
        return self._count > self._most and time.monotonic() < self._ends

    @property
    def wait(self) -> float:
        """Seconds until the window ends."""
        return max(0.0, self._ends - time.monotonic())


class Rates:
    """A rate for each address."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._of: OrderedDict[str, Rate] = OrderedDict()

    def exceeded(self, address: str) -> bool:
        """Whether there have been too many of an address; it is not remembered for this."""
        rate = self._of.get(address)
        return rate is not None and rate.exceeded

    def rate(self, address: str) -> Rate:
        rate = self._of.setdefault(address, Rate(self._most, self._seconds))
        self._of.move_to_end(address)
        while len(self._of) > KNOWN:
            self._of.popitem(last=False)
        return rate


class RequestRates:
    """The limits of every kind of request for each address. The game's and the umpire's routes share it."""

    def __init__(self, limits: Limits) -> None:
        self._of = {kind: Rates(getattr(limits, kind), limits.rate_seconds) for kind in KINDS}
        self._refusals = Rates(limits.refusals, limits.rate_seconds)

    def check(self, kind: Kind, address: str) -> None:
        """Count one request of an address (see `neighbourhood`); refused beyond the limit."""
        rate = self._of[kind].rate(address)
        if not rate.allows():
            self._refusals.rate(address).count()
            raise Refused("frame/too-many", retry_after=rate.wait)

    def flooding(self, address: str) -> bool:
        """Whether an address goes on asking although so much was refused: not even a head is read of it."""
        return self._refusals.exceeded(address)


@dataclass(frozen=True, slots=True)
class RateLimited:
    """Middleware of a route: each request counts as one of a kind."""

    app: ASGIApp
    kind: Kind
    rates: RequestRates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.rates.check(self.kind, asker(HTTPConnection(scope)))
        await self.app(scope, receive, send)


class Counts:
    """How many of something each address has at one time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[bool]:
        """One more for a while; whether it is allowed."""
        self._of[address] += 1
        try:
            yield self._of[address] <= self._most
        finally:
            self._of[address] -= 1
            if not self._of[address]:
                del self._of[address]


def asker(connection: HTTPConnection) -> str:
    """Whom a request or a socket comes from, as limits and queues count."""
    return neighbourhood(connection.client.host if connection.client else "")


def plain_address(address: str) -> str:
    """The IPv4 address that a socket for both families shows as IPv6.

    >>> plain_address("::ffff:127.0.0.1"), plain_address("::1"), plain_address("192.0.2.7")
    ('127.0.0.1', '::1', '192.0.2.7')
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    mapped = known.ipv4_mapped if isinstance(known, IPv6Address) else None
    return address if mapped is None else str(mapped)


def neighbourhood(address: str) -> str:
    """The network that counts as one asker: the /64 of an IPv6 address, or one IPv4 address.

    >>> neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("192.0.2.7"), neighbourhood("")
    ('2001:db8:1:2::/64', '192.0.2.7', '')
    >>> neighbourhood("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    plain = plain_address(address)
    try:
        known = ip_address(plain)
    except ValueError:
        return plain
    return str(ip_network((known, 64), strict=False)) if isinstance(known, IPv6Address) else plain
