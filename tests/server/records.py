"""Record files for the tests."""

from __future__ import annotations

import json
from collections.abc import Sequence

from carrom.record import Record, encode
from carrom.record.entries import Begun, Entry, PlayCalled, Seated, Tossed
from carrom.record.fold import rule_on
from carrom.stroke import StrokeReport
from carrom.words import Seat, Side


def as_file(entries: Sequence[Entry]) -> bytes:
    """A record as it lies on disk."""
    lines, checksum = [], ""
    for entry in entries:
        line = encode(entry, checksum)
        checksum = json.loads(line)["sum"]
        lines.append(line)
    return "\n".join([*lines, ""]).encode()


def umpired(name: str = "Asha") -> bytes:
    """A match that a person has umpired: nobody knows where the coins lay."""
    record = Record()
    record.enter(Begun("family", (name,), ("Ben",)))
    record.enter(Tossed(Side.FIRST, "break"))
    record.enter(Seated(((Seat.SOUTH, name), (Seat.NORTH, "Ben"))))
    record.enter(PlayCalled())
    record.enter(rule_on(record.state, StrokeReport.parse("w")))
    return as_file(record.entries)
