"""Folding n entries takes O(n) memory and O(n) time, whatever kinds of entries they are.

Bytes and calls are counted for a record and for one twice as long: no clock is read.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import chain, cycle, islice, repeat

import pytest
from tests.says import incident, stroke

from carrom import INTERNATIONAL_A
from carrom.record import Entry, Record, audit, rule_on, states
from carrom.record.entries import (
    Begun,
    Event,
    Happened,
    Overruled,
    PlayCalled,
    PointsSet,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Remarked,
    Seated,
    Struck,
    TakenBack,
    Tossed,
    UmpireAsked,
)
from carrom.record.fold import State
from carrom.rules.ruling import BoardVoid, Finding, Ruling, TurnPasses
from carrom.store import summary_of
from carrom.words import BLACK, Seat, Side

SHORT = 1_000

OPENED: tuple[Event, ...] = (
    Begun("international-a", ("Asha",), ("Ben",)),
    Tossed(Side.FIRST, "break"),
    Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))),
    PlayCalled(),
)
LAWS = INTERNATIONAL_A.strokes[-1].laws
PASSES = Ruling((Finding(LAWS, "nothing", (TurnPasses(BLACK),)),))
NOTHING = Ruling((Finding(LAWS, "nothing", ()),))
VOID = Ruling((Finding(LAWS, "void", (BoardVoid(),)),))
MISS = Struck(stroke(""), PASSES)
BROKEN = Happened(incident("coin-broken"), NOTHING)
SPOILT = Happened(incident("coin-broken"), VOID)
CALL = len(OPENED) + 1
POINTS = (PointsSet(3, 4), PointsSet(5, 6))
ASKED = (UmpireAsked(Side.FIRST), PlayCalled())
AGAIN = Overruled(CALL, PASSES, stroke(""), "seen again")
PROTEST = (
    ProtestSpoken(Side.SECOND, CALL),
    ProtestWritten("no", "international-a 3.11 a"),
    ProtestDecided(False),
)


def remarks(count: int) -> Iterator[Event]:
    return repeat(Remarked("The lamp flickered"), count)


def remarks_after_a_call(count: int) -> Iterator[Event]:
    return chain([MISS], remarks(count))


def requests(count: int) -> Iterator[Event]:
    return chain([MISS], islice(cycle(ASKED), count))


def points(count: int) -> Iterator[Event]:
    return chain([MISS], islice(cycle(POINTS), count))


def fouls(count: int) -> Iterator[Event]:
    return repeat(BROKEN, count)


def fouls_taken_back(count: int) -> Iterator[Event]:
    half = count // 2
    return chain(repeat(BROKEN, half), islice(cycle((TakenBack(half), BROKEN)), half))


def remarks_and_take_backs(count: int) -> Iterator[Event]:
    return islice(cycle((Remarked("again"), TakenBack(len(OPENED)))), count)


def protests(count: int) -> Iterator[Event]:
    return chain([MISS], islice(cycle(PROTEST), count // 3 * 3))


def overrulings(count: int) -> Iterator[Event]:
    """After as many requests, settings of the points and remarks."""
    between = (ASKED[0], POINTS[0], Remarked("so"), ASKED[1], POINTS[1])
    return chain([MISS], islice(cycle(between), count // 10 * 5), repeat(AGAIN, count // 2))


def void_boards(count: int) -> Iterator[Event]:
    return islice(cycle((SPOILT, POINTS[0], SPOILT, POINTS[1])), count)


def void_boards_under_protest(count: int) -> Iterator[Event]:
    return chain([MISS, ProtestSpoken(Side.SECOND, CALL)], repeat(SPOILT, count))


KINDS = (
    remarks,
    remarks_after_a_call,
    requests,
    points,
    fouls,
    fouls_taken_back,
    remarks_and_take_backs,
    protests,
    overrulings,
    void_boards,
    void_boards_under_protest,
)


def entries(kind: Callable[[int], Iterator[Event]], count: int) -> list[Entry]:
    events = chain(OPENED, kind(count))
    return [Entry(seq, event, "2026-05-01T10:00:00+02:00") for seq, event in enumerate(events, 1)]


def bytes_of_states(record: list[Entry]) -> int:
    states(record)  # caches of the program fill once, and are no part of a record
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        folded = states(record)
        gc.collect()  # what waits to be collected is not kept
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(folded) == len(record)
    return after - before


def calls(work: Callable[[], object]) -> int:
    counted = 0

    def count(frame: object, event: str, arg: object) -> None:
        nonlocal counted
        counted += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return counted


@pytest.mark.parametrize("kind", KINDS)
def test_twice_as_many_entries_take_twice_the_memory(kind: Callable[[int], Iterator[Event]]) -> None:
    short, long = (bytes_of_states(entries(kind, count)) for count in (SHORT, 2 * SHORT))

    assert long < 2.2 * short
    assert long / (2 * SHORT) < 1_300


def test_a_remark_takes_a_few_hundred_bytes() -> None:
    """An upload of 6,000 took 280 MB."""
    assert bytes_of_states(entries(remarks_after_a_call, 6_000)) / 6_000 < 500


@pytest.mark.parametrize("kind", KINDS)
def test_twice_as_many_entries_take_twice_the_calls(kind: Callable[[int], Iterator[Event]]) -> None:
    short, long = (entries(kind, count) for count in (SHORT, 2 * SHORT))
    states(short)

    assert calls(lambda: states(long)) < 2.2 * calls(lambda: states(short))
    assert calls(lambda: audit(long)) < 2.2 * calls(lambda: audit(short))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_asked_after_every_entry_takes_no_longer_late_in_a_record(
    kind: Callable[[int], Iterator[Event]],
) -> None:
    """What a store keeps beside each entry, and what a desk counts."""
    folded = states(entries(kind, SHORT))

    def asked(state: State) -> None:
        summary_of(Record(states=[state]))
        state.distractions("Asha")
        state.board_ended_at(1)
        _ = state.open_protests

    early = calls(lambda: asked(folded[SHORT // 10]))
    late = calls(lambda: asked(folded[SHORT - 1]))
    assert late <= early + 40


def test_a_judged_foul_is_one_of_those_that_are_counted() -> None:
    """The rulings above are made up, as a hostile record's are; the entries are of kinds that occur."""
    folded = states(entries(fouls, 10))

    judged = rule_on(folded[len(OPENED) - 1], incident("coin-broken"))
    assert isinstance(judged, Happened)
    assert [foul.kind for foul in folded[-1].fouls] == [judged.incident.kind] * 10
