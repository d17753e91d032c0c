"""The trace of one stroke: each flight in closed form, all that happened, and where it came to rest.

Pieces are numbered: 0 is the striker, 1 and up are the coins in the order of the layout.
A trace is a value; it holds no array and needs no simulator, so it can be read wherever JSON can.
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
from functools import cached_property
from itertools import chain
from math import hypot, isfinite
from typing import Any, NamedTuple

from carrom.equipment import Board, CoinSet, Equipment, Striker
from carrom.errors import CarromError, TraceError
from carrom.i18n import Message
from carrom.pace import Pace
from carrom.physics.sizes import check_sizes
from carrom.stroke import Aim, Layout, Placed, StrokeReport
from carrom.surface import Point, striker_place
from carrom.words import Coin, Seat

VERSION = 1  # of the JSON
LARGEST = 16_000_000  # bytes of JSON that are unpacked; a long stroke has some ten thousand
ENGINE = 1  # of the physics: a step forward whenever an outcome changes (tests/physics/golden.json)
STRIKER = 0


class Kind(Enum):
    """What can happen to a piece. The numbers are the kernel's."""

    PIECES = "pieces"  # two pieces meet
    FRAME = "frame"  # a piece meets a straight frame; `other` is the seat's number of quarter turns
    CORNER = "corner"  # a piece over a pocket meets the rounded corner behind it; `other` is the pocket
    OVER = "over"  # its centre passes the edge of a pocket
    OUT = "out"  # it rode over the pocket and is back on the surface
    FELL = "fell"  # it has sunk too far to come back

    def __str__(self) -> str:
        return self.value


KINDS = tuple(Kind)
CONTACTS = frozenset({Kind.PIECES, Kind.FRAME, Kind.CORNER})


class Event(NamedTuple):
    """Something that happened at a point in time: `speed` is the speed of approach, at (x, y)."""

    time: float
    kind: Kind
    piece: int
    other: int
    speed: float
    x: float
    y: float


class Segment(NamedTuple):
    """A straight flight that slows evenly, from `time` on until the piece's next segment, or until it stops.

    After τ seconds: (x + vx·k, y + vy·k) with k = τ − a τ²/2v, where v = hypot(vx, vy), a = `slowing` and
    τ is at most v/a. The spin, counter-clockwise in rad/s, slows by `spin_slowing` a second.
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
    """What one stroke did, from the layout before it to the rest of every piece.

    `rest` is where each piece lies in the end, or None for one that fell; `duration` the time of the last
    event, when everything is at rest. The rows are the kernel's own, read by `flights` and `events` when
    they are wanted: most traces are only asked for their outcome.
    """

    layout: Layout
    aim: Aim
    equipment: Equipment
    rest: tuple[Point | None, ...]
    duration: float
    segment_rows: Sequence[Sequence[float]] = field(repr=False)  # the piece, then the fields of a Segment
    event_rows: Sequence[Sequence[float]] = field(repr=False)  # the fields of an Event, kind as its number
    engine: int = ENGINE  # which physics made it

    @cached_property
    def flights(self) -> tuple[tuple[Segment, ...], ...]:
        """The segments of each piece in order; none for one that never moved."""
        flights: list[list[Segment]] = [[] for _ in self.rest]
        for piece, *fields in self.segment_rows:
            flights[int(piece)].append(Segment(*fields))
        return tuple(map(tuple, flights))

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return tuple(
            Event(time, KINDS[int(kind)], int(piece), int(other), speed, x, y)
            for time, kind, piece, other, speed, x, y in self.event_rows
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trace) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash(self.hash)

    @property
    def pieces(self) -> tuple[Coin | None, ...]:
        """What each number stands for: None is the striker."""
        return (None, *(placed.coin for placed in self.layout.coins))

    @cached_property
    def start(self) -> tuple[Point, ...]:
        """Where each piece lay before the stroke."""
        return (striker_place(self.aim.seat, self.aim.x, self.equipment), *self.layout.points)

    @property
    def contacts(self) -> tuple[Event, ...]:
        """The meetings of pieces with each other, the frame and its corners, in order."""
        return tuple(event for event in self.events if event.kind in CONTACTS)

    @property
    def falls(self) -> tuple[Event, ...]:
        """What fell, in order; `other` is the pocket."""
        return tuple(event for event in self.events if event.kind is Kind.FELL)

    @property
    def after(self) -> Layout:
        """The coins that are left, in the order of the layout before."""
        return layout_after(self.layout, self.rest, self.equipment)

    def at(self, time: float) -> tuple[Point | None, ...]:
        """Where each piece is at a time; None for one that has fallen."""
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
        """Of the outcome: what lies where to the last bit, what fell and when."""
        fell = {int(row[2]): row[0] for row in self.event_rows if row[1] == KINDS.index(Kind.FELL)}
        return outcome_hash(self.rest, fell)

    def plain(self) -> dict[str, object]:
        """As plain lists and dictionaries for JSON. Every number reads back as the same number."""
        return {
            "trace": VERSION,
            "engine": self.engine,
            "layout": str(self.layout),
            "aim": str(self.aim),
            "equipment": asdict(self.equipment),
            "duration": self.duration,
            "flights": [[list(segment) for segment in flight] for flight in self.flights],
            "events": [[event.time, event.kind.value, *event[2:]] for event in self.events],
            "rest": [None if point is None else list(point) for point in self.rest],
            "hash": self.hash,
        }

    def to_json(self) -> str:
        return json.dumps(self.plain(), separators=(",", ":"), allow_nan=False)

    @cached_property
    def packed(self) -> bytes:
        """As a store keeps it: JSON, compressed."""
        return zlib.compress(self.to_json().encode(), 6)

    @classmethod
    def unpacked(cls, blob: bytes) -> Trace:
        """Read what `packed` wrote; `TraceError` says what is wrong with anything else."""
        reading = zlib.decompressobj()
        try:
            text = reading.decompress(blob, LARGEST).decode()
        except (zlib.error, UnicodeDecodeError):
            raise TraceError("refused.physics.no-packed-trace") from None
        if not reading.eof:
            raise TraceError("refused.physics.no-packed-trace")
        return cls.from_json(text)

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """Read what `to_json` wrote; `TraceError` says what is wrong with anything else."""
        try:
            plain = json.loads(text)
        except (ValueError, RecursionError):
            raise TraceError("refused.trace.not-json") from None
        return cls.from_plain(plain)

    @classmethod
    def from_plain(cls, plain: object) -> Trace:
        if not isinstance(plain, dict) or "trace" not in plain:
            raise TraceError("refused.trace.no-trace")
        if plain["trace"] != VERSION:
            raise TraceError("refused.trace.version", version=str(plain["trace"]), known=VERSION)
        try:
            trace, told = _read(plain), plain["hash"]
        except CarromError as wrong:
            raise TraceError("refused.trace.damaged", what=wrong.message) from None
        except KeyError as wrong:
            missing = Message("trace.missing", {"field": str(wrong)})
            raise TraceError("refused.trace.damaged", what=missing) from None
        except (LookupError, TypeError, ValueError, OverflowError, AttributeError):
            raise TraceError("refused.trace.damaged", what=Message("trace.unreadable")) from None
        trace.check()
        if told != trace.hash:
            raise _damaged("refused.trace.hash")
        return trace

    def check(self) -> None:
        """Raises `TraceError` if the trace does not hold together: it may come from anybody's file."""
        numbers = chain(*self.segment_rows, *self.event_rows, *filter(None, self.rest), [self.duration])
        if not all(map(isfinite, numbers)):
            raise _damaged("trace.not-finite")
        pieces = range(len(self.rest))
        for _, kind, piece, other, *_ in self.event_rows:
            others = pieces if KINDS[int(kind)] is Kind.PIECES else range(len(Seat))
            if piece not in pieces or other not in others:
                raise _damaged("refused.trace.event")
        times = [[segment.time for segment in flight] for flight in self.flights]
        times.append([0.0, *(event.time for event in self.events), self.duration])
        if any(each != sorted(each) for each in times):
            raise _damaged("refused.trace.order")
        if {fall.piece for fall in self.falls} != {i for i in pieces if self.rest[i] is None}:
            raise _damaged("refused.trace.fell")


def _damaged(key: str) -> TraceError:
    return TraceError("refused.trace.damaged", what=Message(key))


def _read(plain: Mapping[str, object]) -> Trace:
    equipment = _equipment(plain["equipment"])
    check_sizes(equipment)
    flights = _rows(plain["flights"])
    segments = [
        (float(piece), *(_number(value) for value in _rows(row, len(Segment._fields))))
        for piece, flight in enumerate(flights)
        for row in _rows(flight)
    ]
    events = [
        tuple(
            float(KINDS.index(Kind(value))) if place == 1 else _number(value)
            for place, value in enumerate(_rows(row, len(Event._fields)))
        )
        for row in _rows(plain["events"])
    ]
    rest = tuple(
        None if point is None else (_number(_rows(point, 2)[0]), _number(point[1]))
        for point in _rows(plain["rest"])
    )
    layout = Layout.parse(_text(plain["layout"]), equipment)
    if not len(layout.coins) + 1 == len(flights) == len(rest):
        raise TraceError("refused.trace.pieces")
    aim = Aim.parse(_text(plain["aim"]))
    engine = plain["engine"]
    if type(engine) is not int or not 1 <= engine <= ENGINE:
        raise TraceError("refused.trace.engine", engine=repr(engine), known=ENGINE)
    return Trace(layout, aim, equipment, rest, _number(plain["duration"]), segments, events, engine)


def _rows(value: object, length: int | None = None) -> Sequence[Any]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        if length is None:
            raise TraceError("refused.trace.not-a-list", value=repr(value))
        raise TraceError("refused.trace.not-a-list-of", n=length, value=repr(value))
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TraceError("refused.trace.not-a-text", value=repr(value))
    return value


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise TraceError("refused.trace.not-a-number", value=repr(value))
    return float(value)


def _equipment(value: object) -> Equipment:
    if not isinstance(value, dict):
        raise TraceError("refused.trace.no-equipment")
    return Equipment(
        Board(**value["board"]),
        CoinSet(**value["coins"]),
        Striker(**value["striker"]),
        _text(value["name"]),
        Pace(**value["pace"]),
    )


def layout_after(before: Layout, rest: Sequence[Point | None], equipment: Equipment) -> Layout:
    """The coins of a layout that are left, where they came to rest; `rest` begins with the striker."""
    coins = zip(before.coins, rest[1:], strict=True)
    left = tuple(Placed(placed.coin, *point) for placed, point in coins if point is not None)
    return Layout(left, equipment)


def outcome_hash(rest: Iterable[Point | None], fell: Mapping[int, float]) -> str:
    """SHA-256 over each piece's place, or the time at which it fell, as little-endian doubles."""
    digest = hashlib.sha256()
    for piece, point in enumerate(rest):
        if point is None:
            digest.update(b"fell" + struct.pack("<d", fell[piece]))
        else:
            digest.update(b"rest" + struct.pack("<2d", *point))
    return digest.hexdigest()


def report(trace: Trace) -> StrokeReport:
    """What was pocketed, whether the striker touched a coin, and what lies where now.

    Nothing ever leaves a simulated board, and a simulated stroke is a proper one.
    """
    touched = any(event.kind is Kind.PIECES and event.piece == STRIKER for event in trace.events)
    return report_of(trace.layout, (fall.piece for fall in trace.falls), touched, trace.after)


def report_of(before: Layout, fell: Iterable[int], touched: bool, after: Layout) -> StrokeReport:
    names = ["striker" if piece == STRIKER else before.coins[piece - 1].coin.value for piece in fell]
    return replace(StrokeReport.of(names, touched=touched), order=tuple(names), layout=after)
