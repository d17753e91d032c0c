"""Limits for each address: how often it may ask, and how much it may have at once."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from carrom.live.refused import Refused
from carrom.server.config import REQUEST_KINDS, Limits, RequestKind
from carrom.server.lru import LruCache

KNOWN = 4096
"""Addresses that are remembered, the most recent ones."""


class Rate:
    """At most so many in a window of so many seconds, which begins with the first."""

    __slots__ = ("_count", "_ends", "_most", "_seconds")

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._count = 0
        self._ends = 0.0

    def count(self) -> int:
        """Count one more; returns how many there have been."""
        now = time.monotonic()
        if now >= self._ends:
            self._count, self._ends = 0, now + self._seconds
        self._count += 1
        return self._count

    def allows(self) -> bool:
        """Count one more if it is allowed; false if it is not."""
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
        self._of: LruCache[str, Rate] = LruCache(KNOWN)

    def exceeded(self, address: str) -> bool:
        """Whether there have been too many of an address, which is not remembered for this question."""
        return address in self._of and self._of[address].exceeded

    def rate(self, address: str) -> Rate:
        if address not in self._of:
            self._of[address] = Rate(self._most, self._seconds)
        return self._of[address]


class RequestRates:
    """The rates of every kind of request for each address."""

    def __init__(self, limits: Limits) -> None:
        self._of = {kind: Rates(getattr(limits, kind), limits.rate_seconds) for kind in REQUEST_KINDS}
        self._refusals = Rates(limits.refusals, limits.rate_seconds)

    def check(self, kind: RequestKind, address: str) -> None:
        """Count one request of an address (see `client_network`); raises `Refused` beyond the limit."""
        rate = self._of[kind].rate(address)
        if not rate.allows():
            self._refusals.rate(address).count()
            raise Refused("frame/too-many", retry_after=rate.wait)

    def flooding(self, address: str) -> bool:
        """Whether an address has been refused so often that its connections are closed unread."""
        return self._refusals.exceeded(address)


@dataclass(frozen=True, slots=True)
class RateLimited:
    """Middleware of a route: each request counts as one of a kind."""

    app: ASGIApp
    kind: RequestKind
    rates: RequestRates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.rates.check(self.kind, client_of(HTTPConnection(scope)))
        await self.app(scope, receive, send)


class ConcurrencyLimit:
    """How many of something each address has at one time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._of: Counter[str] = Counter()

    def allows_more(self, address: str) -> bool:
        return self._of[address] < self._most

    def enter(self, address: str) -> None:
        """Count one more, until `leave`."""
        self._of[address] += 1

    def leave(self, address: str) -> None:
        self._of[address] -= 1
        if not self._of[address]:
            del self._of[address]


def client_of(connection: HTTPConnection) -> str:
    """Whom limits and queues count a request or a socket for."""
    return client_network(connection.client.host if connection.client else "")


def plain_address(address: str) -> str:
    """Write an IPv4 address as IPv4 where a socket for both families shows it as IPv6.

    >>> plain_address("::ffff:127.0.0.1"), plain_address("::1"), plain_address("192.0.2.7")
    ('127.0.0.1', '::1', '192.0.2.7')
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    mapped = known.ipv4_mapped if isinstance(known, IPv6Address) else None
    return address if mapped is None else str(mapped)


def client_network(address: str) -> str:
    """The network that counts as one asker: an IPv4 address, or the /64 of an IPv6 address.

    >>> client_network("2001:db8:1:2:3:4:5:6"), client_network("192.0.2.7"), client_network("")
    ('2001:db8:1:2::/64', '192.0.2.7', '')
    >>> client_network("::ffff:192.0.2.7")
    '192.0.2.7'
    """
    plain = plain_address(address)
    try:
        known = ip_address(plain)
    except ValueError:
        return plain
    return str(ip_network((known, 64), strict=False)) if isinstance(known, IPv6Address) else plain
