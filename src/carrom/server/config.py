"""How a server is set up: where it listens, what it keeps, whom it answers, how much of anything it bears."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

HURRY = 100  # times as many messages, where nobody waits for playback


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client, one room and the whole server may ask for. Seconds and counts."""

    frame: int = 4096  # bytes
    messages: int = 30
    messages_seconds: float = 10.0
    flood: int = 150  # messages in the same time after which the connection is closed
    openings: int = 60  # tables and records that one address may open in
    openings_seconds: float = 60.0
    aims: int = 10  # aims and probes a second; what is more is dropped
    sends: int = 64  # messages that wait for a slow reader before it is let go
    send_seconds: float = 20.0
    join_seconds: float = 10.0
    silence_seconds: float = 60.0
    connections: int = 60  # in one room
    followers: int = 300  # of one umpire's table
    rooms: int = 2000  # in memory
    desks: int = 500  # umpires' tables in memory; the one longest left alone is put away for another
    entries: int = 6000  # of a match that is umpired, four times a long one; each keeps the whole state
    idle_seconds: float = 300.0  # without anybody, before a room or a desk is put away
    decision_seconds: float = 90.0  # for a computer player
    stroke_seconds: float = 30.0  # for the simulator, once it is warm
    absent_seconds: float = 60.0  # after which a match may be claimed, and the clock runs all the same


@dataclass(frozen=True, slots=True)
class Config:
    """`hosts` and `origins` are exact: the names under which pages may ask. None: those of `host` and `port`.

    `proxied`: a proxy on this machine says whom a request comes from.
    `lists`: whether everybody may see the list of all matches. `organiser` is the key of who opens umpires'
    tables and sees them all; without one everybody may open tables, and nobody sees all.
    `hurry`, for programs that play: computer players do not wait for the playback of a stroke, and messages
    may come fast. `workers` are processes that think; one more simulates the strokes.
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
    workers: int = field(default_factory=lambda: max(1, min(4, (os.cpu_count() or 2) - 1)))
    limits: Limits = Limits()

    @property
    def bearable(self) -> Limits:
        """The limits in force: programs that play in a hurry, for tests, ask faster than anybody could."""
        if not self.hurry:
            return self.limits
        often = {name: HURRY * getattr(self.limits, name) for name in ("messages", "flood", "openings")}
        return replace(self.limits, **often)

    @property
    def store(self) -> Path:
        """The file that holds every match."""
        return self.data / "carrom.sqlite"

    @property
    def known_hosts(self) -> tuple[str, ...]:
        """What a `Host` header may say."""
        if self.hosts:
            return self.hosts
        names = dict.fromkeys((_bracketed(self.host), "127.0.0.1", "localhost", "[::1]"))
        return tuple(f"{name}:{self.port}" for name in names)

    @property
    def known_origins(self) -> tuple[str, ...]:
        """What an `Origin` header may say."""
        if self.origins:
            return self.origins
        return tuple(f"{scheme}://{host}" for scheme in ("http", "https") for host in self.known_hosts)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
