"""The trace of one stroke: the flights in closed form, the events, and where each piece came to rest.

Pieces are numbered: 0 is the striker, 1 and up are the coins in the order of the layout. A trace holds no
array and needs no simulator.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from functools import cached_property, lru_cache
from itertools import chain
from math import hypot, isfinite
from typing import Any, NamedTuple

from carrom.equipment import Equipment
from carrom.errors import CarromError, TraceError
from carrom.i18n import Message
from carrom.json_reader import JsonReader
from carrom.physics.rows import Rows
from carrom.physics.sizes import check_sizes
from carrom.stroke import Aim, Layout, Placed, StrokeReport
from carrom.surface import Point, striker_place
from carrom.words import Coin, Seat

VERSION = 1  # of the JSON
PACKED = b"carrom\x02"
"""The first bytes of a packed trace; one of before 0.14 is compressed JSON and begins otherwise."""

LARGEST = 16_000_000  # bytes that are decompressed
ENGINE = 1  # version of the physics, raised when an outcome changes (tests/physics/golden.json)
STRIKER = 0


class Kind(Enum):
    """The kind of an event, in the order of the kernel's numbers."""

    PIECES = "pieces"  # two pieces meet
    FRAME = "frame"  # a piece meets a straight frame; `other` is the seat's number of quarter turns
    CORNER = "corner"  # a piece over a pocket meets the rounded corner behind it; `other` is the pocket
    OVER = "over"  # the centre of a piece passes the edge of a pocket
    OUT = "out"  # a piece has passed over the pocket and is back on the surface
    FELL = "fell"  # a piece has sunk too far to come back

    def __str__(self) -> str:
        return self.value


KINDS = tuple(Kind)
CONTACTS = frozenset({Kind.PIECES, Kind.FRAME, Kind.CORNER})
PIECES, FELL = KINDS.index(Kind.PIECES), KINDS.index(Kind.FELL)  # as in the rows of events


class Event(NamedTuple):
    """An event at a point in time, at (x, y); `speed` is the speed of approach."""

    time: float
    kind: Kind
    piece: int
    other: int
    speed: float
    x: float
    y: float


class Segment(NamedTuple):
    """A straight flight with constant deceleration, until the next segment or until the piece stops.

    After τ ≤ v/a seconds the piece is at (x + vx·k, y + vy·k), where k = τ − a τ²/2v, v = hypot(vx, vy) and
    a = `slowing`. The spin, counter-clockwise in rad/s, falls by `spin_slowing` a second.
    """

    time: float
    x: float
    y: float
    vx: float
    vy: float
    slowing: float
    spin: float
    spin_slowing: float

    def at(self, time: float) -> Point:
        speed = hypot(self.vx, self.vy)
        if speed == 0.0:
            return self.x, self.y
        passed = max(time - self.time, 0.0)
        if self.slowing > 0.0:
            passed = min(passed, speed / self.slowing)
        k = passed - self.slowing * passed * passed / (2.0 * speed)
        return self.x + self.vx * k, self.y + self.vy * k


@dataclass(frozen=True, eq=False)
class Trace:
    """One stroke, from the layout before it to the rest of every piece.

    `rest` has the place of each piece at the end, None for one that fell; `duration` is the time of the last
    event. `flights` and `events` read the kernel's rows when first used: most traces only need the outcome.
    """

    layout: Layout
    aim: Aim
    equipment: Equipment
    rest: tuple[Point | None, ...]
    duration: float
    segment_rows: Sequence[Sequence[float]] = field(repr=False)  # the piece, then the fields of a Segment
    event_rows: Sequence[Sequence[float]] = field(repr=False)  # the fields of an Event, kind as its number
    engine: int = ENGINE  # version of the physics that made it

    @property
    def flight_rows(self) -> list[list[Sequence[float]]]:
        """The fields of the segments of each piece, in order."""
        flights: list[list[Sequence[float]]] = [[] for _ in self.rest]
        for row in self.segment_rows:
            flights[int(row[0])].append(row[1:])
        return flights

    @cached_property
    def flights(self) -> tuple[tuple[Segment, ...], ...]:
        """The segments of each piece, in order."""
        return tuple(tuple(map(Segment._make, flight)) for flight in self.flight_rows)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All events, in order."""
        return tuple(map(_event, self.event_rows))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def pieces(self) -> tuple[Coin | None, ...]:
        """The coin of each number; None is the striker."""
        return (None, *(placed.coin for placed in self.layout.coins))

    @cached_property
    def start(self) -> tuple[Point, ...]:
        """The place of each piece before the stroke."""
        return (striker_place(self.aim.seat, self.aim.x, self.equipment), *self.layout.points)

    @property
    def contacts(self) -> tuple[Event, ...]:
        """The contacts of pieces with each other, the frame and its corners, in order."""
        return tuple(event for event in self.events if event.kind in CONTACTS)

    @cached_property
    def falls(self) -> tuple[Event, ...]:
        """The falls, in order; `other` is the pocket."""
        return tuple(_event(row) for row in self.event_rows if row[1] == FELL)

    @property
    def after(self) -> Layout:
        """The layout after the stroke; the coins keep their order."""
        return layout_after(self.layout, self.rest, self.equipment)

    def at(self, time: float) -> tuple[Point | None, ...]:
        """The place of each piece at a time; None for one that has fallen."""
        if time >= self.duration:
            return self.rest
        fallen = {fall.piece for fall in self.falls if fall.time <= time}
        return tuple(
            None if piece in fallen else self._where(piece, time) for piece in range(len(self.flights))
        )

    def _where(self, piece: int, time: float) -> Point:
        flight = self.flights[piece]
        now = bisect_right(flight, time, key=lambda segment: segment.time) - 1
        return self.start[piece] if now < 0 else flight[now].at(time)

    @cached_property
    def hash(self) -> str:
        """The hash of the outcome: the exact places at rest, and the times of falls."""
        return outcome_hash(self.rest, {fall.piece: fall.time for fall in self.falls})

    def plain(self) -> dict[str, object]:
        """The trace as lists and dictionaries for JSON, with exact numbers."""
        return self._plain(
            [[list(row) for row in flight] for flight in self.flight_rows],
            [[event.time, event.kind.value, *event[2:]] for event in self.events],
            equipment=asdict(self.equipment),
        )

    def _plain(self, flights: object, events: object, **equipment: object) -> dict[str, object]:
        return {
            "trace": VERSION,
            "engine": self.engine,
            "layout": str(self.layout),
            "aim": str(self.aim),
            **equipment,
            "duration": self.duration,
            "flights": flights,
            "events": events,
            "rest": [None if point is None else list(point) for point in self.rest],
            "hash": self.hash,
        }

    def to_json(self) -> str:
        return _compact(self.plain())

    @cached_property
    def packed(self) -> bytes:
        """The trace for a store.

        Its JSON has only the counts of segments and events; their numbers follow as little-endian doubles,
        since to write them as text takes ten times as long as to simulate them. To compress them would save
        a fifth of the bytes and take as long as the stroke.
        """
        head = self._plain(len(self.segment_rows), len(self.event_rows))
        text = f'{_compact(head)[:-1]},"equipment":{_equipment_text(self.equipment)}}}'.encode()
        numbers = doubles_of(self.segment_rows) + doubles_of(self.event_rows)
        body = struct.pack("<I", len(text)) + text + numbers
        return PACKED + struct.pack("<I", zlib.crc32(body)) + body

    @classmethod
    def unpacked(cls, blob: bytes) -> Trace:
        """The trace from its packed form. Raises `TraceError` for anything else."""
        try:
            if not blob.startswith(PACKED):
                return cls.from_json(_decompressed(blob).decode())
            plain = _unpacked_plain(blob[len(PACKED) :])
        except (zlib.error, struct.error, ValueError, TypeError, KeyError, IndexError, RecursionError):
            raise TraceError("refused.physics.no-packed-trace") from None
        return cls._from_plain(plain)

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """The trace from its JSON. Raises `TraceError` for anything else."""
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            raise TraceError("refused.trace.not-json") from None
        return cls._from_plain(plain)

    @classmethod
    def _from_plain(cls, plain: object) -> Trace:
        if not isinstance(plain, dict) or "trace" not in plain:
            raise TraceError("refused.trace.no-trace")
        if plain["trace"] != VERSION:
            raise TraceError("refused.trace.version", version=str(plain["trace"]), known=VERSION)
        try:
            given = _READER.read(_TraceJson, plain, "trace", root=True)
            check_sizes(given.equipment)
            layout, aim = Layout.parse(given.layout, given.equipment), Aim.parse(given.aim)
            if not len(layout.coins) + 1 == len(given.flights) == len(given.rest):
                raise TraceError("refused.trace.pieces")
            if not 1 <= given.engine <= ENGINE:
                raise TraceError("refused.trace.engine", engine=str(given.engine), known=ENGINE)
        except CarromError as wrong:
            raise TraceError("refused.trace.damaged", what=wrong.message) from None
        except OverflowError:  # an integer that is too large for a float
            raise _damaged("trace.not-finite") from None
        segments = [(float(piece), *row) for piece, flight in enumerate(given.flights) for row in flight]
        events = [(time, KINDS.index(kind), *more) for time, kind, *more in given.events]
        trace = cls(layout, aim, given.equipment, given.rest, given.duration, segments, events, given.engine)
        trace.check()
        if given.hash != trace.hash:
            raise _damaged("refused.trace.hash")
        return trace

    def check(self) -> None:
        """Raises `TraceError` if the trace is not consistent, as that of a damaged file."""
        numbers = chain(*self.segment_rows, *self.event_rows, *filter(None, self.rest), [self.duration])
        pieces = range(len(self.rest))
        for _, kind, piece, other, *_ in self.event_rows:
            others = pieces if KINDS[int(kind)] is Kind.PIECES else range(len(Seat))
            if piece not in pieces or other not in others:
                raise _damaged("refused.trace.event")
        if not all(map(isfinite, numbers)):
            raise _damaged("trace.not-finite")
        times = [[segment.time for segment in flight] for flight in self.flights]
        times.append([0.0, *(event.time for event in self.events), self.duration])
        if any(each != sorted(each) for each in times):
            raise _damaged("refused.trace.order")
        if {fall.piece for fall in self.falls} != {i for i in pieces if self.rest[i] is None}:
            raise _damaged("refused.trace.fell")


@dataclass(frozen=True)
class _TraceJson:
    """The JSON of a trace. A row of a flight has the fields of `Segment`, an event those of `Event`."""

    trace: int
    engine: int
    layout: str
    aim: str
    equipment: Equipment
    duration: float
    flights: tuple[tuple[tuple[float, float, float, float, float, float, float, float], ...], ...]
    events: tuple[tuple[float, Kind, int, int, float, float, float], ...]
    rest: tuple[Point | None, ...]
    hash: str


_READER = JsonReader({})


def _decompressed(blob: bytes) -> bytes:
    """The JSON of a trace as versions before 0.14 packed it."""
    reading = zlib.decompressobj()
    text = reading.decompress(blob, LARGEST)
    if not reading.eof:
        raise ValueError("it is cut off, or too long")
    return text


def _unpacked_plain(summed: bytes) -> dict[str, object]:
    """What `Trace.plain` returns, from a packed trace without its first bytes."""
    (checksum,), body = struct.unpack_from("<I", summed), summed[4:]
    if zlib.crc32(body) != checksum:
        raise ValueError("it is damaged")
    (length,) = struct.unpack_from("<I", body)
    plain: dict[str, Any] = json.loads(body[4 : 4 + length])
    count, event_count = int(plain["flights"]), int(plain["events"])
    wide, wide_event = 1 + len(Segment._fields), len(Event._fields)
    numbers = struct.unpack(f"<{count * wide + event_count * wide_event}d", body[4 + length :])
    flights: list[list[list[float]]] = [[] for _ in plain["rest"]]
    for at in range(0, count * wide, wide):
        flights[int(numbers[at])].append(list(numbers[at + 1 : at + wide]))
    events: list[list[object]] = []
    for at in range(count * wide, len(numbers), wide_event):
        time, kind, piece, other, *more = numbers[at : at + wide_event]
        events.append([time, KINDS[int(kind)].value, int(piece), int(other), *more])
    return {**plain, "flights": flights, "events": events}


def _event(row: Sequence[float]) -> Event:
    time, kind, piece, other, speed, x, y = row
    return Event(time, KINDS[int(kind)], int(piece), int(other), speed, x, y)


def _compact(plain: object) -> str:
    return json.dumps(plain, separators=(",", ":"), allow_nan=False)


@lru_cache(maxsize=16)
def _equipment_text(equipment: Equipment) -> str:
    """The JSON of an equipment; nearly all traces of a process share one."""
    return _compact(asdict(equipment))


def doubles_of(rows: Sequence[Sequence[float]]) -> bytes:
    """Little-endian doubles, row after row."""
    if isinstance(rows, Rows):
        return rows.doubles
    numbers = [*chain.from_iterable(rows)]
    return struct.pack(f"<{len(numbers)}d", *numbers)


def _damaged(key: str) -> TraceError:
    return TraceError("refused.trace.damaged", what=Message(key))


def layout_after(before: Layout, rest: Sequence[Point | None], equipment: Equipment) -> Layout:
    """The layout after a stroke; `rest` begins with the striker."""
    coins = zip(before.coins, rest[1:], strict=True)
    # Most coins of a stroke stay where they are, and a match keeps the layout after each stroke.
    left = tuple(
        placed if point == placed.point else Placed(placed.coin, *point)
        for placed, point in coins
        if point is not None
    )
    return Layout(left, equipment)


def outcome_hash(rest: Iterable[Point | None], fell: Mapping[int, float]) -> str:
    """SHA-256 of each piece's place, or of the time at which it fell, as little-endian doubles."""
    digest = hashlib.sha256()
    for piece, point in enumerate(rest):
        if point is None:
            digest.update(b"fell" + struct.pack("<d", fell[piece]))
        else:
            digest.update(b"rest" + struct.pack("<2d", *point))
    return digest.hexdigest()


def report(trace: Trace) -> StrokeReport:
    """The report of a simulated stroke. It is always proper, and no piece leaves the board."""
    touched = any(row[1] == PIECES and row[2] == STRIKER for row in trace.event_rows)
    return report_of(trace.layout, (fall.piece for fall in trace.falls), touched, trace.after)


def report_of(before: Layout, fell: Iterable[int], touched: bool, after: Layout) -> StrokeReport:
    names = ["striker" if piece == STRIKER else before.coins[piece - 1].coin.value for piece in fell]
    return replace(StrokeReport.of(names, touched=touched), order=tuple(names), layout=after)
