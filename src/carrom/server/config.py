"""The configuration of a server: its address, its data, whom it answers, its limits."""

from __future__ import annotations

import hmac
import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from ipaddress import ip_address
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import urlsplit

from carrom.live.owner import MatchLimits
from carrom.words import RosetteSetting

RequestKind = Literal[
    "openings",
    "uploads",
    "joins",
    "readings",
    "umpire_readings",
    "rulings",
    "law_texts",
    "previews",
    "hints",
    "files",
]
"""The kinds of requests that are limited for each address."""

REQUEST_KINDS: tuple[RequestKind, ...] = get_args(RequestKind)

HURRY = 100  # factor of the limits of messages and requests for programs (`Config.hurry`)
USUAL_PORTS = {"http": 80, "https": 443}
SIGNING_KEY = "server.key"
"""The file of the key that signs matches, in the folder of the store."""


@dataclass(frozen=True, slots=True)
class Limits(MatchLimits):
    """Limits of one client, one match and the whole server, in seconds and counts."""

    frame: int = 4096  # bytes
    messages: int = 30
    messages_seconds: float = 10.0
    flood: int = 150  # messages in the same time after which the connection is closed
    # What one address may ask for within `rate_seconds`, by kind of route (`RequestKind`).
    openings: int = 60  # tables opened, keys tried
    uploads: int = 12  # record files
    joins: int = 240  # sockets that join or follow a table
    readings: int = 600  # lists, replays, steps, records, score sheets, logs
    umpire_readings: int = 1200  # the same of an umpire's own table
    rulings: int = 300  # cases judged, verdicts of other rulebooks
    law_texts: int = 600  # paragraphs of the laws, catalogues
    previews: int = 1200  # of an umpire's reports
    hints: int = 60
    files: int = 6000  # pages, scripts, styles, words: about 80 for the first page
    rate_seconds: float = 60.0
    refusals: int = 200  # of these in the same time, after which new connections are closed unread
    aims: int = 10  # aims and probes a second; what is more is dropped
    sends: int = 64  # messages that wait for a slow reader before it is disconnected
    send_seconds: float = 20.0
    join_seconds: float = 10.0
    silence_seconds: float = 60.0
    sockets: int = 200  # of one address, at tables of any kind
    connections_address: int = 400  # of one address, for HTTP and sockets together
    connections_total: int = 4000  # in all; fewer where the system gives fewer descriptors
    head_seconds: float = 10.0  # for the head of a request, a TLS handshake, a socket's handshake
    body_seconds: float = 30.0  # for the body of a request, and longer at
    body_rate: int = 8000  # bytes a second
    keep_alive_seconds: float = 5.0  # until the next request of a connection
    pipelined: int = 16  # requests in a row that were sent before the last was answered
    rooms: int = 2000  # in memory
    room_entries: int = 200_000  # of all rooms in memory, about 5 kB each
    branch: int = 1500  # entries that a practice table may begin with; a long match has as many
    desks: int = 500  # umpires' tables in memory; the least important one is evicted for another
    reports: int = 240  # of one umpire, in
    reports_seconds: float = 120.0
    idle_seconds: float = 300.0  # without members, before a match is evicted from memory
    never_begun_seconds: float = 86_400.0  # before a table without a stroke is deleted
    organised_seconds: float = 604_800.0  # the same for an organiser's tables, whose links are printed early
    practice_seconds: float = 2_592_000.0  # without a change, before practice is deleted unless it is kept
    decision_seconds: float = 90.0  # for a computer player
    reading_seconds: float = 60.0  # for one replay, step, record file or ruling
    waiting: int = 64  # requests of one address that wait for a thinking process, or for a reading one


@dataclass(frozen=True, slots=True)
class Config:
    """`hosts` and `origins` are the exact names that requests may use; empty: those of `host` and `port`.

    `proxied`: a proxy on this machine says whom a request comes from. `lists`: everybody may list all
    matches. `organiser` is the key to open and list umpires' tables; without it everybody may open tables
    and nobody lists them. `hurry`, for programs: computer players do not wait for the playback, and messages
    may come fast. `quota`: bytes of the store after which nothing new can be opened. `workers` are processes
    that think; one or two more read. `networks` finds the addresses of this machine
    that its owner may open from the page (`server.network`); None: only the options decide who can come.
    `rosette` "exact": every new room has the exact one. `database` is the URL of a store that several nodes
    share, instead of a file in `data`; `node` is where the others reach this one, "host:port".
    """

    data: Path
    host: str = "127.0.0.1"
    port: int = 8080
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    lists: bool = False
    organiser: str = ""
    proxied: bool = False
    hurry: bool = False
    quota: int | None = None
    workers: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) - 1)))
    limits: Limits = Limits()
    networks: Callable[[], tuple[str, ...]] | None = None
    rosette: RosetteSetting = "hand"
    database: str = field(default="", repr=False)  # it may hold a password
    node: str = "127.0.0.1:0"

    @property
    def effective_limits(self) -> Limits:
        """The limits in force: with `hurry`, programs may ask much faster."""
        if not self.hurry:
            return self.limits
        names = ("messages", "flood", "reports", "connections_address", "refusals", *REQUEST_KINDS)
        often = {name: HURRY * getattr(self.limits, name) for name in names}
        return replace(self.limits, **often)

    @property
    def store(self) -> Path | str:
        """The file or the database that holds every match."""
        return self.database or self.store_file

    @property
    def kept_in(self) -> str:
        """Where matches are kept, as it may be shown: a folder, or a database without its password."""
        if not self.database:
            return str(self.data)
        from carrom.store.postgresql import name_of  # psycopg takes a while to load

        return name_of(self.database)

    @property
    def store_file(self) -> Path:
        return self.data / "carrom.sqlite"

    @property
    def signing_key(self) -> Path:
        """The file of the key that signs matches."""
        return self.data / SIGNING_KEY

    @property
    def wall(self) -> str:
        """The key of a screen in the hall that shows all tables; "" without an organiser."""
        return wall_key(self.organiser) if self.organiser else ""

    @property
    def known_hosts(self) -> tuple[str, ...]:
        """What a `Host` header may say."""
        if self.hosts:
            return self.hosts
        names = dict.fromkeys((bracketed(self.host), "127.0.0.1", "localhost", "[::1]"))
        return tuple(f"{name}:{self.port}" for name in names)

    @property
    def known_origins(self) -> tuple[str, ...]:
        """What an `Origin` header may say."""
        if self.origins:
            return self.origins
        return tuple(f"{scheme}://{host}" for scheme in ("http", "https") for host in self.known_hosts)


def wall_key(organiser: str) -> str:
    """Derived from the organiser's key, one way: it may stand in an address that all can read.

    >>> wall_key("a key"), wall_key("another")
    ('BOUw7z-n8uHJ8jREr-GIkg', 'IIwL0iRl6advqPN7fjojMw')
    """
    made = hmac.digest(organiser.encode(), b"carrom: the wall of the hall", "sha256")
    return urlsafe_b64encode(made[:16]).rstrip(b"=").decode()


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach it."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def origin(scheme: str, host: str, port: int) -> str:
    """The origin of a page, as a browser writes it: the usual port is left out."""
    return f"{scheme}://{bracketed(host)}" + ("" if port == USUAL_PORTS[scheme] else f":{port}")


def bracketed(host: str) -> str:
    """A host as it stands in an address: IPv6 in brackets."""
    return f"[{host}]" if ":" in host else host


def host_and_port(address: str) -> tuple[str, int]:
    """The parts of "host:port"; raises `ValueError` if it is something else.

    >>> host_and_port("node-2.example:8766"), host_and_port("[::1]:0")
    (('node-2.example', 8766), ('::1', 0))
    """
    parts = urlsplit(f"//{address}")
    if not parts.hostname or parts.port is None or parts.netloc != address or "@" in address:
        raise ValueError(address)
    return parts.hostname, parts.port
