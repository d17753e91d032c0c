"""The protests of a record, for its sheet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from carrom.parts import SIDE, shown_ruling
from carrom.record import Entry, Keeper
from carrom.record.entries import (
    Happened,
    Overruled,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Struck,
)
from carrom.rules.ruling import Ruling
from carrom.umpiring.sheet.model import SheetProtest
from carrom.umpiring.view.log import where


def protests(record: Keeper) -> tuple[SheetProtest, ...]:
    """Once spoken a protest is never taken back, so the entries tell its times in order."""
    entries = record.entries
    spoken = [entry.seq for entry in entries if isinstance(entry.event, ProtestSpoken)]
    ends = pairwise([*spoken, len(entries) + 1])
    return tuple(
        _protest(record, entries[first - 1], entries[first : end - 1], each.lapsed)
        for (first, end), each in zip(ends, record.states[-1].protests, strict=True)
    )


def _protest(record: Keeper, spoken: Entry, later: Sequence[Entry], lapsed: bool) -> SheetProtest:
    event = spoken.event
    assert isinstance(event, ProtestSpoken)
    game, board = where(record.states[event.about - 2].match)
    ruling = _in_force(record.entries[: spoken.seq], event.about)
    written = next((entry for entry in later if isinstance(entry.event, ProtestWritten)), None)
    decided = next((entry for entry in later if isinstance(entry.event, ProtestDecided)), None)
    facts = None if written is None else written.event
    decision = None if decided is None else decided.event
    assert facts is None or isinstance(facts, ProtestWritten)
    assert decision is None or isinstance(decision, ProtestDecided)
    return SheetProtest(
        side=SIDE[event.side],
        about=event.about,
        game=game,
        board=board,
        ruling=None if ruling is None else shown_ruling(ruling),
        spoken=spoken.at,
        facts="" if facts is None else facts.facts,
        paragraph="" if facts is None else facts.paragraph,
        written=None if written is None else written.at,
        upheld=None if decision is None else decision.upheld,
        reason="" if decision is None else decision.reason,
        decided=None if decided is None else decided.at,
        lapsed=lapsed,
    )


def _in_force(entries: Sequence[Entry], call: int) -> Ruling | None:
    """The ruling for a call as it stood after these entries."""
    for entry in reversed(entries):
        match entry.event:
            case Overruled(number, ruling) if number == call:
                return ruling
            case Struck(ruling=ruling) | Happened(ruling=ruling) if entry.seq == call:
                return ruling
    return None
