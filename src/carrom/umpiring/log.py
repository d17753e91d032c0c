"""Entries of a record as lines of a log: what happened, by whom, and how it was judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from carrom.parts import SIDE, shown_ruling
from carrom.record import Entry, Event, Keeper, State
from carrom.record.entries import (
    SAID,
    Begun,
    CameLate,
    CoinPlaced,
    EngineChanged,
    GaveUp,
    Happened,
    Overruled,
    PlayCalled,
    PointsSet,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    Remarked,
    RosetteTurned,
    Seated,
    Signed,
    StrikerChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialLeft,
    TrialPlayed,
    UmpireAsked,
)
from carrom.record.fold import in_effect
from carrom.record.signature import fingerprint
from carrom.rules.match import OVER, Match
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.call import Called
from carrom.umpiring.facts import stroke_seen
from carrom.umpiring.log_words import EARLIER, entry_message, line_message
from carrom.umpiring.view import Line
from carrom.words import Side, kebab

NEVER_TAKEN_BACK = (TakenBack, *SAID)


def log(record: Keeper) -> tuple[Line, ...]:
    """Every line of the log."""
    return log_lines(record)


def log_lines(record: Keeper, start: int = 1, stop: int | None = None) -> tuple[Line, ...]:
    """The lines of the entries from `start` to `stop`, both included; to the last, if `stop` is left out."""
    entries, states = record.entries, record.states
    last = len(entries) if stop is None else min(stop, len(entries))
    if not last:
        return ()
    stands, numbers = in_effect(states), _numbers(entries, last)

    def line(seq: int) -> tuple[Line, tuple[str, ...]]:
        return _line(entries[seq - 1], states, stands[seq - 1], numbers[seq - 1])

    def said(seq: int) -> Line:
        told, names = line(seq)
        event, entry, about = entries[seq - 1].event, EARLIER, told.corrects or told.to
        if about:
            spoken_of, by = line(about)
            entry = entry_message(spoken_of, entries[about - 1].event, by, (told.game, told.board))
        return replace(told, text=line_message(event, names, entry, answers=told.what == "answer"))

    return tuple(said(seq) for seq in range(max(1, start), last + 1))


def call_line(record: Keeper, called: Called) -> Line:
    """The line of a call, with the facts that stand: those it was overruled by, if it was."""
    entry = record.entries[called.entry - 1]
    if isinstance(called.report, Incident):
        event: Event = Happened(called.report, called.ruling)
    else:
        event = (
            entry.event
            if called.report is None
            else Struck(called.report, called.ruling, breach=called.breach)
        )
    number = _numbers(record.entries, called.entry)[-1] if isinstance(entry.event, Struck) else 0
    line, names = _line(replace(entry, event=event), record.states, True, number)
    return replace(line, n=number, ruling=None, text=line_message(event, names))


def where(match: Match) -> tuple[int, int]:
    """Which game of the match and which board of the game is running, or was the last."""
    if match.stage == OVER and not match.boards and match.games:
        return len(match.games), len(match.games[-1].boards)
    return len(match.games) + 1, len(match.boards) + 1


def _numbers(entries: Sequence[Entry], last: int) -> list[int]:
    """How many strokes had been played after each entry: one that is played again has the same number."""
    numbers: list[int] = []
    for entry in entries[:last]:
        event = entry.event
        before = numbers[-1] if numbers else 0
        numbers.append(numbers[event.to - 1] if isinstance(event, TakenBack) else before)
        if isinstance(event, Struck):
            numbers[-1] += 1
    return numbers


def _line(entry: Entry, states: Sequence[State], stands: bool, number: int) -> tuple[Line, tuple[str, ...]]:
    """The entry where it stood, and whose it is: colours are those from before it, or from before the call
    it corrects.
    """
    event = entry.event
    about = event.entry if isinstance(event, Overruled) else entry.seq
    before = states[max(about - 2, 0)]
    game, board = where(before.match)
    line = Line(
        v=entry.seq,
        kind=kebab(type(event).__name__),
        at=entry.at,
        game=game,
        board=board,
        n=number if isinstance(event, Struck) else 0,
        stands=stands or isinstance(event, NEVER_TAKEN_BACK),
    )
    told = _told(line, event, before)
    return told, _names(told, before.match)


def _told(line: Line, event: Event, before: State) -> Line:
    match = before.match
    match event:
        case Begun(rulebook):
            return replace(line, what=rulebook)
        case Tossed(winner, choice):
            return replace(_of_side(line, match, winner), what=choice)
        case TossedAgain(player) | StrikerChanged(player):
            return _of(line, match, player)
        case Seated(_, breaker):
            return line if breaker is None else _of(line, match, breaker)
        case TrialPlayed(side, _, played):
            told = _of_side(line, match, side)
            return told if played is None else replace(told, player=dict(match.seats).get(played.seat, ""))
        case TrialLeft(side) | CameLate(side):
            return _of_side(line, match, side)
        case UmpireAsked(side, text):
            return replace(_of_side(line, match, side), what=text)
        case RosetteTurned():
            return _of(line, match, match.breaker)
        case PlayCalled():
            return replace(line, what="" if before.request is None else "answer")
        case Struck(report, ruling):
            told = replace(_of(line, match, match.on_strike), stroke=stroke_seen(report, event.breach))
            return replace(told, ruling=shown_ruling(ruling))
        case Happened(incident, ruling):
            return replace(_with_incident(line, match, incident), ruling=shown_ruling(ruling))
        case CoinPlaced(coin):
            told = line if coin.colour is None else _of(line, match, match.placer(coin.colour))
            return replace(told, what=coin.value)
        case Remarked(text):
            return replace(line, what=text)
        case Signed(key):
            return replace(line, what=fingerprint(key) if key else "erased")
        case EngineChanged(engine):
            return replace(line, what=str(engine))
        case GaveUp(side, why):
            return replace(_of_side(line, match, side), what=why)
        case PointsSet(first, second, reason):
            return replace(line, what=f"{first}–{second}", reason=reason)
        case TakenBack(to, reason, corrects):
            return replace(line, to=to, reason=reason, corrects=corrects or 0)
        case Overruled():
            return _overruled(line, match, event)
        case ProtestSpoken(side, about):
            return replace(_of_side(line, match, side), to=about)
        case ProtestWritten(facts, paragraph):
            return replace(line, what=facts, paragraph=paragraph)
        case ProtestDecided(upheld, reason):
            return replace(line, what="upheld" if upheld else "refused", reason=reason)
    return line


def _overruled(line: Line, match: Match, event: Overruled) -> Line:
    told = replace(line, to=event.entry, ruling=shown_ruling(event.ruling), reason=event.reason)
    match event.report:
        case None:
            return replace(told, what="by-hand")
        case Incident():
            return _with_incident(told, match, event.report)
        case StrokeReport():
            return replace(told, stroke=stroke_seen(event.report, event.breach))


def _with_incident(line: Line, match: Match, incident: Incident) -> Line:
    """Whose it was: the player on strike, where it can be nobody else of that side."""
    told = replace(
        line,
        what=incident.kind,
        paragraph=incident.paragraph or "",
        ground=incident.ground or "",
        noticed=incident.noticed,
    )
    if incident.by is None:
        return told
    side = match.side_with(incident.by)
    if incident.kind in ("late-stroke", "abandon") and match.side_of(match.on_strike) is side:
        return _of(told, match, match.on_strike)
    return _of_side(told, match, side)


def _names(line: Line, match: Match) -> tuple[str, ...]:
    if line.player or line.side is None:
        return (line.player,) if line.player else ()
    return match.first if line.side == "first" else match.second


def _of(line: Line, match: Match, player: str) -> Line:
    return replace(line, player=player, side=SIDE[match.side_of(player)])


def _of_side(line: Line, match: Match, side: Side) -> Line:
    """What a side did; in singles that is a player."""
    names = match.names(side)
    return replace(line, player=names[0] if len(names) == 1 else "", side=SIDE[side])
