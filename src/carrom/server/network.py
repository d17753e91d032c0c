"""The names of a server, and how its owner opens it to the networks of this machine while it runs.

`carrom play` serves this machine alone. Only a page on this machine may open it: the request comes from a
loopback address, under a loopback name, from a page of that very name. A proxy would make every visitor look
like that, so nothing can be opened behind one. docs/adr/0029-open-network.md has the reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from carrom.errors import CarromError
from carrom.live.messages import Body, Part
from carrom.live.refused import Refused
from carrom.server.config import Config, is_loopback, origin
from carrom.server.encoding import lang_of
from carrom.server.http import read_json


class OpenNetwork(Body, frozen=True):
    """Open this server to the networks of its machine."""


class Reach(Part, frozen=True):
    """`open` are the origins that the owner has opened to others.

    `owner`: the reader may open this server, and others would then reach it under the origins `offered`.
    """

    open: tuple[str, ...]
    owner: bool
    offered: tuple[str, ...]


def _not_serving(host: str) -> None:
    raise AssertionError(f"nothing listens yet: {host}")


@dataclass(eq=False)
class Network:
    """`hosts` and `origins` are what a request may name; both grow when the server is opened.

    `listen` opens one more address, at the same port. It is set by the server once it runs.
    """

    config: Config
    listen: Callable[[str], None] = _not_serving

    def __post_init__(self) -> None:
        self.hosts = set(self.config.known_hosts)
        self.origins = set(self.config.known_origins)
        self._open: list[str] = []

    async def show(self, request: Request) -> Reach:
        owner = self.is_owner(request)
        offered = await self._found(request) if owner and not self._open else {}
        return Reach(tuple(self._open), owner, tuple(offered.values()))

    async def open(self, request: Request) -> Reach:
        """Open the server; refuses everybody but its owner, and says why no address can be opened."""
        await read_json(request, OpenNetwork)
        own = f"{request.url.scheme}://{request.headers['host'].lower()}"
        if not self.is_owner(request) or request.headers.get("origin") != own:
            raise Refused("network/owner")
        failed: CarromError | None = None
        for address, found in (await self._found(request)).items():
            if found in self._open:
                continue
            try:
                self.listen(address)
            except CarromError as wrong:
                failed = wrong
                continue
            self._open.append(found)
            self.hosts.add(urlsplit(found).netloc)
            self.origins.add(found)
        if not self._open and failed is not None:
            raise Refused("network/failed", {"text": failed.message.text(lang_of(request))})
        if not self._open:
            raise Refused("network/none")
        return await self.show(request)

    def for_others(self, asked: str) -> str:
        """An origin as others can open it, where the owner has opened this server."""
        return next(iter(self._open), asked) if is_loopback(urlsplit(asked).hostname or "") else asked

    async def _found(self, request: Request) -> dict[str, str]:
        """The addresses of this machine in its networks, each with its origin."""
        # In a thread: the system may ask a name server.
        found = () if self.config.networks is None else await run_in_threadpool(self.config.networks)
        return {each: origin(request.url.scheme, each, self.config.port) for each in found}

    def is_owner(self, request: Request) -> bool:
        """Whether a request comes from this machine, to a server that only this machine was to reach."""
        config, host = self.config, request.headers.get("host", "").lower()
        name = urlsplit(f"//{host}").hostname or ""
        alone = config.networks is not None and is_loopback(config.host) and not config.proxied
        peer = request.client.host if request.client else ""
        opened = any(host == urlsplit(each).netloc for each in self._open)
        return alone and is_loopback(peer) and is_loopback(name) and not opened
