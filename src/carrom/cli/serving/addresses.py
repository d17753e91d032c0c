"""The names and addresses under which a server can be reached."""

import socket
import struct
import sys
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from carrom.cli.command import WrongUse
from carrom.errors import StoreError
from carrom.server.config import USUAL_PORTS, host_and_port, is_loopback, origin
from carrom.store.opening import is_url

EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "::1")

ASK_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
"""SIOCGIFADDR, by which a system tells the address of a network card."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where to listen, and every name under which the server can be reached, the best for others first."""

    host: str
    names: tuple[str, ...]

    @property
    def for_others(self) -> tuple[str, ...]:
        """The names that lead here from elsewhere."""
        return tuple(name for name in self.names if not is_loopback(name))


def this_machine() -> Reach:
    """Only this machine can reach the server."""
    return Reach(LOOPBACK[0], host_names(LOOPBACK[0]))


def all_networks() -> Reach | None:
    """All networks of this machine can reach the server; None if there is no network."""
    return Reach(EVERYWHERE[0], host_names(EVERYWHERE[0])) if reachable_addresses(EVERYWHERE[0]) else None


def host_names(host: str) -> tuple[str, ...]:
    """Every name of a server that listens on `host`, the best for others first."""
    if host in EVERYWHERE:
        name = socket.gethostname().lower()
        names = (name, f"{name.partition('.')[0]}.local")
        return tuple(dict.fromkeys((*reachable_addresses(host), *names, *LOOPBACK)))
    return tuple(dict.fromkeys((host, *LOOPBACK))) if is_loopback(host) else (host.lower(),)


def reachable_addresses(host: str = EVERYWHERE[0]) -> tuple[str, ...]:
    """The known addresses of this machine under which others reach a server on `host`."""
    found: dict[str, None] = {}
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # Connecting a datagram socket sends nothing, and tells which address would be used.
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((elsewhere, 9))
            found[asked.getsockname()[0]] = None
    found |= dict.fromkeys(_card_addresses())
    with suppress(OSError):
        for *_, where in socket.getaddrinfo(socket.gethostname(), None):
            found[str(where[0])] = None
    versions = (4,) if host == EVERYWHERE[0] else (4, 6)
    return tuple(each for each in found if _leads_here(each, versions))


def _leads_here(found: str, versions: tuple[int, ...]) -> bool:
    """Whether a browser elsewhere can open it. Link-local IPv6 needs a scope id, so skip it."""
    asked = ip_address(found.partition("%")[0])
    link_local = asked.version == 6 and asked.is_link_local
    return asked.version in versions and not asked.is_loopback and not link_local


def _card_addresses() -> list[str]:
    """The address of each network card. In a network without a way out, nothing else finds it.

    Windows lists them all under its own host name.
    """
    request = ASK_ADDRESS.get(sys.platform)
    if request is None:
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, card in socket.if_nameindex():
            with suppress(OSError):  # a card without an address
                answer = fcntl.ioctl(asked.fileno(), request, struct.pack("40s", card.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _as_browsers_write(host: str) -> str:
    """A name in ASCII, or an address in its shortest form. Raises `ValueError` for anything else."""
    try:
        return ip_address(host).compressed
    except ValueError:
        return host.encode("idna").decode()


def public_address(text: str) -> str:
    """An origin as browsers send it: scheme, name, and a port that is not the usual one."""
    parts = urlsplit(text)
    with suppress(ValueError):  # the port is not a number
        extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
        if parts.scheme in USUAL_PORTS and parts.hostname and not extra:
            named = _as_browsers_write(parts.hostname)
            return origin(parts.scheme, named, parts.port or USUAL_PORTS[parts.scheme])
    raise WrongUse("refused.serve.origin", text=text)


def database_url(text: str, option: str) -> str:
    """The URL of a database. It may hold a password, so a refusal does not repeat it."""
    if is_url(text):
        from carrom.store.postgresql import name_of  # psycopg takes a while to load

        with suppress(StoreError):
            name_of(text)
            return text
    raise WrongUse("refused.use.database", name=option)


def node_address(text: str, database: str) -> str:
    """The address at which other nodes reach this one, so everywhere is none."""
    if not database:
        raise WrongUse("refused.serve.node-alone")
    with suppress(ValueError):
        if host_and_port(text)[0] not in EVERYWHERE:
            return text
    raise WrongUse("refused.serve.node", text=text)
