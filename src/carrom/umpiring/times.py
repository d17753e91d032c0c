"""The time of an entry: that of the umpire's phone if it is possible, and never before the last entry's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, timezone, tzinfo

from carrom.record import Entry

AHEAD = timedelta(minutes=2)
"""The most that a phone's clock may be ahead of ours."""

EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
"""A phone whose clock is earlier never had it set."""

_OFFSET = re.compile(r"T[\d:.]*([+-])(\d\d):([0-5]\d)$", re.ASCII)


def entry_time(at: object, entries: Sequence[Entry], now: datetime) -> str:
    """The time of the next entry: `at` is what the phone says, `now` the clock of who judges it."""
    last = next((entry.at for entry in reversed(entries) if entry.at is not None), None)
    return time_of(at, last, now, entries[0].at if entries else None)


def time_of(at: object, last: str | None, now: datetime, begun: str | None = None) -> str:
    """The time in ISO 8601, in the phone's own zone or in that of the start of the match.

    An impossible time is replaced by ours, and one before the last entry by that entry's.

    >>> ours = datetime(2026, 5, 1, 10, 30, tzinfo=UTC)
    >>> time_of("20260501T120000+0200", "2026-05-01T09:59:00+00:00", ours)
    '2026-05-01T12:00:00+02:00'
    >>> time_of("2026-05-01T12:33:00+02:00", None, ours)
    '2026-05-01T12:30:00+02:00'
    >>> time_of("2026-05-01T12:00:00+02:00", "2026-05-01T10:05:00+00:00", ours)
    '2026-05-01T12:05:00+02:00'
    """
    earliest = None if last is None else _moment(last)
    made = _moment(at)
    if made is None or not EARLIEST <= made <= now + AHEAD:
        made = now
    made = made.replace(microsecond=made.microsecond // 1000 * 1000)
    if earliest is not None and made < earliest:
        made = earliest
    return _written(made, zone_of(at) or zone_of(begun) or UTC)


def in_zone(at: str, zone: tzinfo) -> str:
    """The same time in another zone; a text that is not a time stays as it is."""
    made = _moment(at)
    return at if made is None else _written(made, zone)


def _moment(at: object) -> datetime | None:
    """The time in a text, if it names its zone."""
    try:
        made = datetime.fromisoformat(at) if isinstance(at, str) else None
    except ValueError:
        return None
    return None if made is None or made.tzinfo is None else made


def zone_of(at: object) -> tzinfo | None:
    """The zone named in a text, even if the rest is not a valid time. Zones differ by whole minutes."""
    made = _moment(at)
    offset = None if made is None else made.utcoffset()
    if offset is None:
        found = _OFFSET.search(at) if isinstance(at, str) else None
        if found is None:
            return None
        sign, hours, minutes = found.groups()
        offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    plain = abs(offset) < timedelta(days=1) and not offset % timedelta(minutes=1)
    return timezone(offset) if plain else None


def _written(made: datetime, zone: tzinfo) -> str:
    try:
        there = made.astimezone(zone)
    except OverflowError:
        # An old record may hold a time within hours of the calendar's end.
        there = made
    parts = "microseconds" if made.microsecond % 1000 else "milliseconds" if made.microsecond else "seconds"
    return there.isoformat(timespec=parts)
