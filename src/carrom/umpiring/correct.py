"""Correcting an earlier entry: what really happened is entered, and what followed is judged again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from carrom.errors import CarromError, ImpossibleCase, NotNow
from carrom.i18n import Message, Sentence
from carrom.parts import shown_ruling
from carrom.record import Event, Keeper, Record, rule_on
from carrom.record.calls import entries_in_effect
from carrom.record.entries import SAID, CoinPlaced, Demanded, Happened, Overruled, Struck, TakenBack
from carrom.rules.match import TO_DEMAND, Match
from carrom.rules.ruling import Consequence, Ruling, StandsAs
from carrom.rules.standing import Each
from carrom.umpiring import requests as ask
from carrom.umpiring.call import board_history, queen_to_respot
from carrom.umpiring.facts import judge_request
from carrom.umpiring.overrule import record_before, refuse_unopened
from carrom.umpiring.view.types import Difference
from carrom.words import Coin


def working_copy(record: Keeper) -> Record:
    """A copy of a record, to try something out on."""
    return Record(list(record.entries), list(record.states))


@dataclass(slots=True)
class Correction:
    """The outcome of a correction, on a copy of the record.

    `misfit` is the first later entry that no longer fits, with the reason. From the entry `stops` on all are
    left out; a demand of extra points is left out alone.
    """

    record: Record
    before: int
    ruling: Ruling | None = None
    differences: list[Difference] = field(default_factory=list)
    misfit: tuple[int, Message] | None = None
    stops: int | None = None
    left_out: int = 0

    def leave_out(self, seq: int, event: Event, why: Message) -> None:
        """Leave an entry out; a placed coin is not counted, as it belongs to the call before it."""
        given = _ruling(event)
        self.differences.append(Difference(seq, None if given is None else shown_ruling(given), None, why))
        self.left_out += not isinstance(event, CoinPlaced)

    def to_enter(self, drop: bool) -> Iterator[tuple[Event, str | None]]:
        """The new entries with their times. Raises `NotNow` if an entry no longer fits, unless `drop`."""
        if self.misfit is not None and not drop:
            seq, why = self.misfit
            raise NotNow("refused.correct.misfit", entry=seq, reason=why)
        back, *again = self.record.entries[self.before :]
        assert isinstance(back.event, TakenBack)
        yield replace(back.event, left_out=self.left_out), back.at
        for entry in again:
            yield entry.event, entry.at


def correction(record: Keeper, request: ask.Correct, at: str) -> Correction:
    """Correct an entry in a copy of the record; the record itself does not change.

    The copy is taken back to before the wrong entry. Then what really happened is entered, and what followed
    is judged again. `Correction.to_enter` gives the new entries.
    """
    if not request.reason.strip():
        raise ImpossibleCase("correct.reason", "refused.correct.no-reason")
    if request.stroke is not None and request.incident is not None:
        raise ImpossibleCase("correct", "refused.correct.both")
    reported = request.stroke or request.incident
    wrong = _wrong(record, request.entry, reported is None)
    copy = working_copy(record)
    made = Correction(copy, len(copy.entries))
    was = record.entries[wrong - 1]
    copy.enter(TakenBack(wrong - 1, request.reason, wrong, instead=reported is not None), at)
    if reported is not None:
        judged = judge_request(copy, reported)
        if isinstance(judged, Struck) and judged.seconds is None and isinstance(was.event, Struck):
            judged = replace(judged, seconds=was.event.seconds)
        copy.enter(judged, was.at)
        made.ruling = judged.ruling
    _follow(record, made, wrong)
    return made


def correctable(record: Keeper) -> tuple[int, ...]:
    """The strokes and incidents that stand."""
    return tuple(
        entry.seq for entry in entries_in_effect(record) if isinstance(entry.event, Struck | Happened)
    )


def _wrong(record: Keeper, seq: int, struck_out: bool) -> int:
    """The stroke or incident to correct; for an overruling, the call it is about. A demand is struck out."""
    event = next((entry.event for entry in entries_in_effect(record) if entry.seq == seq), None)
    if isinstance(event, Struck | Happened) or (struck_out and isinstance(event, Demanded)):
        return seq
    if isinstance(event, Overruled):
        return event.entry
    raise ImpossibleCase("correct.entry", "refused.correct.entry", entry=seq)


def _follow(record: Keeper, made: Correction, wrong: int) -> None:
    """Enter the entries after the wrong one again, each with its own time."""
    numbers: dict[int, int] = {}  # From the old number of an entry to its new one.
    for entry in entries_in_effect(record):
        seq = entry.seq
        overrules_it = isinstance(entry.event, Overruled) and entry.event.entry == wrong
        if seq <= wrong or overrules_it or isinstance(entry.event, SAID):
            continue
        if made.stops is not None:
            follows = Message("refused.correct.follows", {"entry": made.stops})
            made.leave_out(seq, entry.event, Sentence(follows))
            continue
        if isinstance(entry.event, CoinPlaced) and not _to_place(made.record, entry.event):
            continue
        went_on = record.states[seq - 2].match.stage != TO_DEMAND
        if made.record.state.match.stage == TO_DEMAND and went_on:
            # Nobody was asked, and play went on: the points stay as they are.
            made.record.enter(Demanded(0), entry.at)
            told = Sentence(Message("log.no-demand", {"entry": seq}))
            made.differences.append(Difference(seq, None, None, assumed=told))
        try:
            _refuse_impossible(record, made.record, seq, entry.event)
            strikes = made.record.state.match.on_strike
            again = _again(made.record, entry.event, numbers)
            made.record.enter(again, entry.at)
        except CarromError as refused:
            cause = refused.__cause__ if isinstance(refused.__cause__, CarromError) else refused
            made.misfit = made.misfit or (seq, cause.message)
            made.leave_out(seq, entry.event, cause.sentence)
            if not isinstance(entry.event, Demanded):  # Play goes on without a demand.
                made.stops = seq
            continue
        numbers[seq] = len(made.record.entries)
        before, after = _ruling(entry.event), _ruling(again)
        # What only keeps count says nothing to a person.
        if before and after and (before.explain() != after.explain() or before.laws != after.laws):
            struck = isinstance(entry.event, Struck)
            other = strikes if struck and strikes != record.states[seq - 2].match.on_strike else ""
            made.differences.append(Difference(seq, shown_ruling(before), shown_ruling(after), player=other))


def _refuse_impossible(record: Keeper, now: Record, seq: int, event: Event) -> None:
    """Raise `NotNow` if the corrected board excludes a demand, or no room with nothing to place."""
    if isinstance(event, Demanded) and now.state.match.stage != TO_DEMAND:
        raise NotNow("refused.correct.no-demand")
    if not isinstance(event, Happened) or now.state.match.standing is None:
        return
    incident = event.incident
    then, here = (
        board_history(each).culprits(incident.kind, incident.noticed)
        for each in (record_before(record, seq), now)
    )
    if event.player in then and event.player not in here:
        raise NotNow("refused.correct.impossible", kind=Message(f"catalogue.incident.{incident.kind}"))


def _to_place(record: Record, event: CoinPlaced) -> bool:
    """Whether that coin is still to be placed."""
    if event.coin is Coin.QUEEN:
        return queen_to_respot(record)
    assert event.coin.colour is not None
    return record.state.match.to_place.of(event.coin.colour) > 0


def _again(record: Record, event: Event, numbers: dict[int, int]) -> Event:
    """The same event, judged after the corrected ones."""
    match event:
        case Struck(report) | Happened(report):
            return replace(event, ruling=rule_on(record.state, report).ruling)
        case Overruled(of, ruling, report):
            before = record.states[numbers[of] - 2]
            if report is not None:
                ruling = rule_on(before, report).ruling
            elif before.match.standing is not None:
                ruling = _set_again(ruling, before.match, before.match.standing.points)
            return replace(event, entry=numbers[of], ruling=ruling)
        case _:
            return event


def _set_again(ruling: Ruling, match: Match, points: Each[int]) -> Ruling:
    """The umpire's own ruling, with the points of the game as they now are in a board set by hand."""

    def updated(each: Consequence) -> Consequence:
        if not isinstance(each, StandsAs):
            return each
        refuse_unopened(match, each.standing)
        return StandsAs(replace(each.standing, points=points))

    return Ruling(
        tuple(
            replace(finding, consequences=tuple(map(updated, finding.consequences)))
            for finding in ruling.findings
        )
    )


def _ruling(event: Event) -> Ruling | None:
    return event.ruling if isinstance(event, Struck | Happened | Overruled) else None
