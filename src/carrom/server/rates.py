"""How often somebody may ask: so many in so many seconds."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network

KNOWN = 4096
"""Addresses that are remembered; the one not heard of for longest is forgotten first."""


class Rate:
    """So many in so many seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._times: deque[float] = deque()

    def count(self) -> int:
        """How many there have been, with this one."""
        now = time.monotonic()
        while self._times and now - self._times[0] >= self._seconds:
            self._times.popleft()
        self._times.append(now)
        return len(self._times)

    def allows(self) -> bool:
        """Whether one more is allowed; one that is not does not count."""
        if self.count() <= self._most:
            return True
        self._times.pop()
        return False


class Rates:
    """A rate for each address."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._of: OrderedDict[str, Rate] = OrderedDict()

    def allow(self, address: str) -> bool:
        rate = self._of.setdefault(address, Rate(self._most, self._seconds))
        self._of.move_to_end(address)
        while len(self._of) > KNOWN:
            self._of.popitem(last=False)
        return rate.allows()


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


def neighbourhood(address: str) -> str:
    """Whom an address stands for: an IPv6 network of one house is one asker, as one IPv4 address is.

    >>> neighbourhood("2001:db8:1:2:3:4:5:6"), neighbourhood("192.0.2.7"), neighbourhood("")
    ('2001:db8:1:2::/64', '192.0.2.7', '')
    """
    try:
        known = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((known, 64), strict=False)) if known.version == 6 else address
