"""The names under which a server is asked for."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

import click

EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "::1")
USUAL_PORTS = {"http": 80, "https": 443}


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def address(scheme: str, host: str, port: int) -> str:
    """Where a page is, as a browser writes it: the usual port is left out."""
    named = f"[{host}]" if ":" in host else host
    return f"{scheme}://{named}" + ("" if port == USUAL_PORTS[scheme] else f":{port}")


def names_of(host: str) -> tuple[str, ...]:
    """Every name under which a server that listens there may be asked for, the best for others first."""
    if host in EVERYWHERE:
        name = socket.gethostname().lower()
        return tuple(dict.fromkeys((*_beyond_loopback(), name, f"{name}.local", *LOOPBACK)))
    return tuple(dict.fromkeys((host, *LOOPBACK))) if is_loopback(host) else (host.lower(),)


def _beyond_loopback() -> tuple[str, ...]:
    """The addresses of this machine, as far as it knows them."""
    found: dict[str, None] = {}
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        # To connect a datagram socket sends nothing, and tells which address would be used.
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((elsewhere, 9))
            found[asked.getsockname()[0]] = None
    with suppress(OSError):
        for *_, where in socket.getaddrinfo(socket.gethostname(), None):
            found[str(where[0]).partition("%")[0]] = None
    return tuple(each for each in found if not is_loopback(each))


def _as_browsers_write(host: str) -> str:
    """A name in plain letters, an address in its shortest form; `ValueError` for what is neither."""
    try:
        return ip_address(host).compressed
    except ValueError:
        return host.encode("idna").decode()


def public_address(text: str) -> str:
    """An origin as browsers send it: scheme, name, and a port that is not the usual one."""
    parts = urlsplit(text)
    with suppress(ValueError):  # a port that is no number
        extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username
        if parts.scheme in USUAL_PORTS and parts.hostname and not extra:
            named = _as_browsers_write(parts.hostname)
            return address(parts.scheme, named, parts.port or USUAL_PORTS[parts.scheme])
    raise click.BadParameter(f"'{text}' is no address such as https://carrom.example.", param_hint="--origin")
