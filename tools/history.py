"""Holds what the clients of a match were told against its record, and against each other.

Each client writes down, in order, what it sent and what it heard; `wrong_in` reads all of it with the record.
It is an independent reader: it takes the lines of the record as plain JSON and uses nothing of the server's.
A record that passes is one that a single owner could have written, whoever owned the match in between:

- the entries are numbered without gaps;
- an acknowledged request stands there once, where it was acknowledged, and a refused one nowhere;
- whatever only a client can have asked for was asked for by one;
- a client hears of entries in order, and never of an older table than anybody was acknowledged before;
- what is told of an entry is what the record has, and the same for all who hear of it;
- a request that was sent after another one had been acknowledged has a larger number.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import msgspec

Json = dict[str, Any]

CLOSE = 1e-9
"""A stroke in the record is a request's if place and angle are so near; no two strokes by chance are."""


class Event(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """What a client noted; `at` is a moment of a clock that all clients of a match share."""

    at: float


class Asked(Event, frozen=True):
    """A request, when it was sent for the first time."""

    id: int
    v: int
    request: Json


class Acknowledged(Event, frozen=True):
    id: int
    v: int


class Refused(Event, frozen=True):
    id: int
    code: str


class Welcomed(Event, frozen=True):
    """The table as it stood for who had asked for it at `asked`; `lines` are entries that were missed."""

    asked: float
    v: int
    table: str
    lines: tuple[tuple[int, str], ...]


class Heard(Event, frozen=True):
    """One entry; `facts` as in the record, `table` identifies the table after it."""

    v: int
    facts: str
    table: str


AnyEvent = Asked | Acknowledged | Refused | Welcomed | Heard
History = Sequence[AnyEvent]
"""What one client noted, in order."""


def plain(history: History) -> object:
    """A history as JSON."""
    return msgspec.to_builtins(history)


def read(value: object) -> list[AnyEvent]:
    """A history from JSON."""
    return msgspec.convert(value, list[AnyEvent])


def later(history: History, seconds: float) -> list[AnyEvent]:
    """The same so many seconds later."""
    moved = (msgspec.structs.replace(event, at=event.at + seconds) for event in history)
    return [
        msgspec.structs.replace(event, asked=event.asked + seconds) if isinstance(event, Welcomed) else event
        for event in moved
    ]


def told_before(history: History, at: float) -> list[AnyEvent]:
    """What was told before a moment, and all that was asked: a record that is read then has all of it."""
    return [event for event in history if event.at < at or isinstance(event, Asked)]


def facts_of(kind: str, at: str | None, whys: Iterator[str]) -> str:
    """What must be the same for all who hear of an entry, and in the record: it has no language."""
    return " ".join((kind, at or "", *whys))


def wrong_in(record: bytes, histories: Mapping[str, History]) -> list[str]:
    """What cannot be, in words of its own for each kind; nothing is wrong in an empty list."""
    return list(_Check(record, histories).wrong())


@dataclass(frozen=True)
class _Sent:
    """A request of a client, with what became of it."""

    client: str
    asked: Asked
    acknowledged: tuple[Acknowledged, ...]
    refused: bool

    @property
    def first(self) -> int:
        """The number that its entry must have."""
        return self.asked.v + 1

    def __str__(self) -> str:
        return f"{self.client}'s request {self.asked.id} ({_words(self.asked.request)}) at {self.asked.v}"


class _Check:
    def __init__(self, record: bytes, histories: Mapping[str, History]) -> None:
        self._lines: list[Json] = [json.loads(line) for line in record.splitlines()]
        self._histories = histories
        self._sent = [sent for client, history in histories.items() for sent in _sent(client, history)]

    def wrong(self) -> Iterator[str]:
        yield from self._numbers()
        yield from self._requests()
        yield from self._unasked()
        for client, history in self._histories.items():
            yield from self._order(client, history)
        yield from self._told()
        yield from self._times()

    def _entry(self, number: int) -> Json | None:
        return self._lines[number - 1] if 0 < number <= len(self._lines) else None

    def _numbers(self) -> Iterator[str]:
        for number, line in enumerate(self._lines, 1):
            if line["seq"] != number:
                yield f"line {number} of the record has the number {line['seq']}"
                return

    def _requests(self) -> Iterator[str]:
        strokes = Counter(filter(None, map(_stroke_of_line, self._lines)))
        spans: list[tuple[int, int, _Sent]] = []
        for sent in self._sent:
            key = _stroke_of_request(sent.asked.request)
            if key is not None and (times := sum(strokes[each] for each in _near(key))) > 1:
                yield f"{sent} stands {times} times in the record"
            if sent.refused and key is not None and any(strokes[each] for each in _near(key)):
                yield f"{sent} was refused, and stands in the record"
            numbers = {each.v for each in sent.acknowledged}
            if len(numbers) > 1:
                yield f"{sent} was acknowledged under different numbers, {sorted(numbers)}"
            if sent.refused and numbers:
                yield f"{sent} was refused and acknowledged"
            if not numbers:
                continue
            last, line = max(numbers), self._entry(sent.first)
            spans.append((sent.first, last, sent))
            if last < sent.first:
                yield f"{sent} was acknowledged under {last}, before its own entry"
            elif line is None or self._entry(last) is None:
                yield f"{sent} was acknowledged under {last}, and the record ends before it"
            elif not _answers(line, sent.asked.request):
                yield f"{sent} was acknowledged, and there stands {_short(line)}"
        spans.sort(key=lambda span: span[:2])
        for (_, last, one), (first, _, other) in pairwise(spans):
            if first <= last:
                yield f"{one} and {other} were acknowledged for the same entries"

    def _unasked(self) -> Iterator[str]:
        at: dict[int, list[_Sent]] = {}
        for sent in self._sent:
            at.setdefault(sent.first, []).append(sent)
        for number, line in enumerate(self._lines, 1):
            # The umpire puts the queen back without being asked.
            if line["kind"] not in ASKED_FOR or line.get("coin") == "queen":
                continue
            asked = [each for each in at.get(number, ()) if _answers(line, each.asked.request)]
            if not asked:
                yield f"nobody has asked for entry {number}, {_short(line)}"
            elif all(each.refused for each in asked):
                yield f"{asked[0]} was refused, and stands in the record"

    def _order(self, client: str, history: History) -> Iterator[str]:
        seen = known = 0
        for event in history:
            match event:
                case Acknowledged():
                    known = max(known, event.v)
                case Welcomed():
                    if event.v < max(seen, known):
                        yield f"{client} was welcomed at {event.v}, and had been at {max(seen, known)}"
                    seen = event.v
                case Heard():
                    if event.v != seen + 1:
                        yield f"{client} heard of {event.v} after {seen}"
                    seen = event.v

    def _told(self) -> Iterator[str]:
        tables: dict[int, tuple[str, str]] = {}
        for client, history in self._histories.items():
            for event in history:
                if not isinstance(event, Heard | Welcomed):
                    continue
                told = ((event.v, event.facts),) if isinstance(event, Heard) else event.lines
                for number, facts in told:
                    line = self._entry(number)
                    if line is not None and facts != (stands := _facts(line)):
                        yield f"{client} was told of entry {number} {facts!r}, the record has {stands!r}"
                if self._entry(event.v) is None:
                    yield f"{client} was told of entry {event.v}, and the record ends before it"
                other, before = tables.setdefault(event.v, (client, event.table))
                if before != event.table:
                    yield f"{client} and {other} were told of different tables after entry {event.v}"

    def _times(self) -> Iterator[str]:
        acknowledged = sorted(
            (event.at, event.v)
            for history in self._histories.values()
            for event in history
            if isinstance(event, Acknowledged)
        )
        times = [at for at, _ in acknowledged]
        most = [0]
        for _, v in acknowledged:
            most.append(max(most[-1], v))

        def known(at: float) -> int:
            """The largest number that was acknowledged before this moment."""
            return most[bisect_left(times, at)]

        for sent in self._sent:
            line = self._entry(sent.first)
            if line is None or sent.refused or not _answers(line, sent.asked.request):
                continue
            if sent.first <= known(sent.asked.at):
                yield f"{sent} was sent after {known(sent.asked.at)} had been acknowledged"
        for client, history in self._histories.items():
            for event in history:
                if isinstance(event, Welcomed) and event.v < known(event.asked):
                    known_then = known(event.asked)
                    yield f"{client} was welcomed at {event.v} after {known_then} had been acknowledged"


def _sent(client: str, history: History) -> Iterator[_Sent]:
    answers: dict[int, list[Acknowledged]] = {}
    refused = {event.id for event in history if isinstance(event, Refused)}
    for event in history:
        if isinstance(event, Acknowledged):
            answers.setdefault(event.id, []).append(event)
    for event in history:
        if isinstance(event, Asked):
            yield _Sent(client, event, tuple(answers.get(event.id, ())), event.id in refused)


# How requests stand in the record

ASKED_FOR = {
    "struck": "strike",
    "trial-left": "trial",
    "coin-placed": "place",
    "tossed": "toss",
    "seated": "seats",
    "rosette-turned": "turn",
}
"""The kinds of entries that stand there only if a client has asked, and for what."""

_AIM = re.compile(r"x (\S+), angle (\S+),")


def _words(request: Json) -> str:
    """What is asked for: the kind of the request, or what it chooses."""
    return str(request.get("what", request["t"]))


def _answers(line: Json, request: Json) -> bool:
    """Whether an entry is what the request asks for."""
    if ASKED_FOR.get(line["kind"]) != _words(request):
        return False
    match line["kind"]:
        case "struck":
            stands, wanted = _aim_of_line(line), (request["x"], request["angle"])
            return stands is not None and all(
                abs(one - other) < CLOSE for one, other in zip(stands, wanted, strict=True)
            )
        case "coin-placed":
            return all(line.get(name) == request[name] for name in ("coin", "x", "y"))
        case "tossed":
            return bool(line["choice"] == request["value"])
        case "rosette-turned":
            return bool(line["turned"] == request["value"])
    return True


def _aim_of_line(line: Json) -> tuple[float, float] | None:
    found = _AIM.search(line.get("wanted") or "")
    return None if found is None else (float(found[1]), float(found[2]))


Key = tuple[int, int]


def _key(x: float, angle: float) -> Key:
    return round(x / CLOSE), round(angle / CLOSE)


def _near(key: Key) -> Iterator[Key]:
    """The keys that a stroke may have that is the same but for rounding."""
    return ((key[0] + dx, key[1] + da) for dx in (-1, 0, 1) for da in (-1, 0, 1))


def _stroke_of_line(line: Json) -> Key | None:
    aim = _aim_of_line(line) if line["kind"] == "struck" else None
    return None if aim is None else _key(*aim)


def _stroke_of_request(request: Json) -> Key | None:
    return _key(request["x"], request["angle"]) if request["t"] == "strike" else None


def _facts(line: Json) -> str:
    findings = (line.get("ruling") or {}).get("findings", ())
    return facts_of(line["kind"], line.get("at"), (each["why"] for each in findings))


def _short(line: Json) -> str:
    return f"{line['kind']} {line.get('wanted', '')}".strip()
