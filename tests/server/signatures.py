"""Records with signatures, true and forged, for the tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.server.guests import Guest, new_room, registry, run

from carrom.live import messages as wire
from carrom.record.codec import checksum


def played_to_the_end(folder: Path, kind: wire.RoomKind = "screen") -> bytes:
    """The record file of a match that was played at a server which keeps its data there."""

    async def play() -> bytes:
        async with registry(folder) as h:
            made = await h.open(new_room(kind))
            guest = await Guest.joins(h, made.room, made.links[0].token)
            await guest.chooses("turn", 0.0)
            await guest.strikes()
            await guest.offers("resign")
            return as_file([each.line.encode() for each in h.store.lines(made.room)])

    return run(play)


def as_file(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def forged(file: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The record with lines changed, and every checksum made to fit: a record that reads as sound."""
    lines, before = [], ""
    for line in file.splitlines():
        plain = json.loads(line)
        change(plain)
        before = plain["sum"] = checksum(plain, before)
        lines.append(json.dumps(plain, ensure_ascii=False).encode())
    return as_file(lines)


def other_winner(plain: dict[str, Any]) -> None:
    if plain["kind"] == "gave-up":
        plain["side"] = "first" if plain["side"] == "second" else "second"


def unsigned(file: bytes) -> bytes:
    return as_file([line for line in file.splitlines() if b'"kind": "signed"' not in line])
