"""Entries of a record as lines of a log: what happened, by whom, how it was judged, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import degrees
from typing import Any

from carrom.i18n import About, Argument, Message, Sentence
from carrom.parts import SIDE, shown_ruling
from carrom.record import Entry, Event, Keeper, State
from carrom.record import entries as events
from carrom.record.fold import in_effect
from carrom.record.signature import fingerprint
from carrom.rules.match import OVER, Match
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.call import JudgedCall
from carrom.umpiring.facts import stroke_request
from carrom.umpiring.view.types import Line
from carrom.words import Side, kebab

NEVER_TAKEN_BACK = (events.TakenBack, *events.SAID)

EARLIER = Message("log.earlier")
"""An entry that is not named."""

OF_PLAYERS = ("abandon", "late-stroke")
"""Incidents that a line tells as what a player did."""


def match_log(record: Keeper, start: int = 1, stop: int | None = None) -> tuple[Line, ...]:
    """The lines of the log of the entries from `start` to `stop`, both included; all if neither is given."""
    entries, states = record.entries, record.states
    last = len(entries) if stop is None else min(stop, len(entries))
    if not last:
        return ()
    stands, numbers = in_effect(states), _numbers(entries, last)

    def line(seq: int) -> Line:
        entry, about = entries[seq - 1], _speaks_of(entries[seq - 1].event)
        spoken_of = (
            _entry_message(entries[about - 1], states, numbers[about - 1], entry) if about else EARLIER
        )
        return _line(entry, states, stands[seq - 1], numbers[seq - 1], spoken_of)

    return tuple(line(seq) for seq in range(max(1, start), last + 1))


def call_line(record: Keeper, called: JudgedCall) -> Line:
    """The line of a call, with the facts in force: if it was overruled, those of the overruling."""
    entry = record.entries[called.entry - 1]
    number = _numbers(record.entries, called.entry)[-1] if isinstance(entry.event, events.Struck) else 0
    event = entry.event
    if isinstance(called.report, Incident):
        event = events.Happened(called.report, called.ruling)
    elif called.report is not None:
        event = events.Struck(called.report, called.ruling, breach=called.breach)
    line = _line(replace(entry, event=event), record.states, True, number)
    return replace(line, n=number, ruling=None)


def game_and_board(match: Match) -> tuple[int, int]:
    """Which game of the match and which board of the game is running, or was the last."""
    if match.stage == OVER and not match.boards and match.games:
        return len(match.games), len(match.games[-1].boards)
    return len(match.games) + 1, len(match.boards) + 1


def _numbers(entries: Sequence[Entry], last: int) -> list[int]:
    """The number of strokes after each entry. A stroke that is played again has the same number."""
    numbers: list[int] = []
    for entry in entries[:last]:
        event = entry.event
        before = numbers[-1] if numbers else 0
        numbers.append(numbers[event.to - 1] if isinstance(event, events.TakenBack) else before)
        if isinstance(event, events.Struck):
            numbers[-1] += 1
    return numbers


def _speaks_of(event: Event) -> int:
    """The number of the entry that this one refers to, or 0."""
    match event:
        case events.TakenBack(to, _, corrects):
            return corrects or to
        case events.Overruled(entry) | events.ProtestSpoken(_, entry):
            return entry
    return 0


def _before(entry: Entry, states: Sequence[State]) -> State:
    """The state before the entry; for an overruling, before the call it is about."""
    about = entry.event.entry if isinstance(entry.event, events.Overruled) else entry.seq
    return states[max(about - 2, 0)]


def _entry_message(entry: Entry, states: Sequence[State], number: int, by: Entry) -> Message:
    """How another entry, `by`, refers to this one."""
    before = _before(entry, states)
    facts = _facts(entry.event, before)
    game, board = game_and_board(before.match)
    here = (game, board) == game_and_board(_before(by, states).match)
    stroke = Message("log.stroke" if here else "log.stroke.of", {"number": number, "board": board})
    return entry_message(entry.event, _names(facts, before.match), stroke, facts.get("what") == "answer")


def _line(
    entry: Entry, states: Sequence[State], stands: bool, number: int, spoken_of: Message = EARLIER
) -> Line:
    """The line of an entry; `spoken_of` names the entry that it refers to."""
    event, before = entry.event, _before(entry, states)
    game, board = game_and_board(before.match)
    facts = _facts(event, before)
    return Line(
        v=entry.seq,
        kind=kebab(type(event).__name__),
        at=entry.at,
        game=game,
        board=board,
        n=number if isinstance(event, events.Struck) else 0,
        stands=stands or isinstance(event, NEVER_TAKEN_BACK),
        text=line_message(event, _names(facts, before.match), spoken_of, facts.get("what") == "answer"),
        **facts,
    )


def _facts(event: Event, before: State) -> dict[str, Any]:
    """The fields of a line that depend on the kind of entry."""
    match = before.match
    match event:
        case events.Begun(rulebook):
            return {"what": rulebook}
        case events.Tossed(winner, choice):
            return {**_of_side(match, winner), "what": choice}
        case events.TossedAgain(player) | events.StrikerChanged(player):
            return _of(match, player)
        case events.Seated(_, breaker):
            return {} if breaker is None else _of(match, breaker)
        case events.TrialPlayed(side, _, played):
            seated = {} if played is None else {"player": dict(match.seats).get(played.seat, "")}
            return {**_of_side(match, side), **seated}
        case events.TrialLeft(side) | events.CameLate(side):
            return _of_side(match, side)
        case events.UmpireAsked(side, text):
            return {**_of_side(match, side), "what": text}
        case events.RosetteTurned():
            return _of(match, match.breaker)
        case events.PlayCalled():
            return {"what": "" if before.request is None else "answer"}
        case events.Struck(report, ruling):
            stroke = stroke_request(report, event.breach)
            return {**_of(match, match.on_strike), "stroke": stroke, "ruling": shown_ruling(ruling)}
        case events.Happened(incident, ruling):
            return {**_of_incident(match, incident), "ruling": shown_ruling(ruling)}
        case events.CoinPlaced(coin):
            placer = {} if coin.colour is None else _of(match, match.placer(coin.colour))
            return {**placer, "what": coin.value}
        case events.Remarked(text):
            return {"what": text}
        case events.Signed(key):
            return {"what": fingerprint(key) if key else "erased"}
        case events.EngineChanged(engine):
            return {"what": str(engine)}
        case events.GaveUp(side, why):
            return {**_of_side(match, side), "what": why}
        case events.PointsSet(first, second, reason):
            return {"what": f"{first}–{second}", "reason": reason}
        case events.TakenBack(to, reason, corrects):
            return {"to": to, "reason": reason, "corrects": corrects or 0}
        case events.Overruled():
            return _of_overruled(match, event)
        case events.ProtestSpoken(side, about):
            return {**_of_side(match, side), "to": about}
        case events.ProtestWritten(written, paragraph):
            return {"what": written, "paragraph": paragraph}
        case events.ProtestDecided(upheld, reason):
            return {"what": "upheld" if upheld else "refused", "reason": reason}
    return {}


def _of_overruled(match: Match, event: events.Overruled) -> dict[str, Any]:
    facts = {"to": event.entry, "ruling": shown_ruling(event.ruling), "reason": event.reason}
    match event.report:
        case None:
            return {**facts, "what": "by-hand"}
        case Incident():
            return {**facts, **_of_incident(match, event.report)}
        case StrokeReport():
            return {**facts, "stroke": stroke_request(event.report, event.breach)}


def _of_incident(match: Match, incident: Incident) -> dict[str, Any]:
    """The fields of an incident; its player, if nobody else of that side can have done it."""
    facts = {
        "what": incident.kind,
        "paragraph": incident.paragraph or "",
        "ground": incident.ground or "",
        "noticed": incident.noticed,
    }
    if incident.by is None:
        return facts
    side = match.side_with(incident.by)
    if incident.kind in OF_PLAYERS and match.side_of(match.on_strike) is side:
        return {**facts, **_of(match, match.on_strike)}
    return {**facts, **_of_side(match, side)}


def _names(facts: dict[str, Any], match: Match) -> tuple[str, ...]:
    player, side = facts.get("player"), facts.get("side")
    if player or side is None:
        return (player,) if player else ()
    return match.first if side == "first" else match.second


def _of(match: Match, player: str) -> dict[str, Any]:
    return {"player": player, "side": SIDE[match.side_of(player)]}


def _of_side(match: Match, side: Side) -> dict[str, Any]:
    """The fields that name a side; in singles that is a player."""
    names = match.names(side)
    return {"player": names[0] if len(names) == 1 else "", "side": SIDE[side]}


def line_message(
    event: Event, names: tuple[str, ...], entry: Message = EARLIER, answers: bool = False
) -> Message:
    """The sentence about an event of the players `names`. `entry` names the entry that it refers to.

    `answers`: "Play" is the answer to a request.
    """
    match event:
        case events.Remarked(text):
            return Message("log.remarked", {"text": text})
        case events.Struck(report):
            return _about("struck", names, fell=_fell(report))
        case events.Happened(incident):
            return _happened(incident, names)
        case events.Tossed(_, choice):
            return _about(f"tossed.{choice}", names)
        case events.CoinPlaced(coin):
            return _about(f"coin-placed.{coin}", names)
        case events.RosetteTurned(turned):
            return _turned(turned, names)
        case events.GaveUp(_, why):
            return _about(f"gave-up.{why}", names)
        case events.PlayCalled():
            return _about("play-called.answer" if answers else "play-called", names)
        case events.UmpireAsked(_, text) if text:
            return _about("umpire-asked.about", names, text=text)
        case events.PointsSet(first, second):
            return _about("points-set", names, points=f"{first}–{second}")
        case events.EngineChanged(engine):
            return _about("engine-changed", names, engine=str(engine))
        case events.TakenBack():
            return _about("taken-back.corrects" if event.corrects else "taken-back", names, entry=entry)
        case events.Overruled():
            return _about("overruled.by-hand" if event.report is None else "overruled", names, entry=entry)
        case events.ProtestSpoken():
            return _about("protest-spoken", names, entry=entry)
        case events.ProtestWritten(facts, paragraph):
            return _about("protest-written", names, facts=facts, paragraph=paragraph)
        case events.ProtestDecided(upheld):
            return _about("protest-decided.upheld" if upheld else "protest-decided.refused", names)
        case events.Signed(key):
            return _about("signed" if key else "signed.erased", names)
    return _about(kebab(type(event).__name__), names)


def entry_message(event: Event, names: tuple[str, ...], stroke: Message, answers: bool) -> Message:
    """An event as a sentence about another entry names it; a stroke is named by `stroke`."""
    match event:
        case events.Struck():
            return stroke
        case events.Happened(incident):
            return _name(incident)
        case events.CoinPlaced():
            return Message("log.coins-placed")
    return line_message(event, names, answers=answers)


def _about(kind: str, names: tuple[str, ...], **arguments: Argument) -> Message:
    return Sentence(About(f"log.{kind}", names, arguments))


def _happened(incident: Incident, names: tuple[str, ...]) -> Message:
    if not names:
        return Sentence(_name(incident))
    if incident.kind in OF_PLAYERS:
        return _about(f"happened.{incident.kind}", names)
    return _about("happened", names, what=_name(incident))


def _name(incident: Incident) -> Message:
    """The name of an incident, as in the umpire's list and on the score sheet."""
    return Message(f"catalogue.incident.{incident.kind}")


def _turned(turned: float, names: tuple[str, ...]) -> Message:
    angle = round(degrees(turned))
    way = "none" if angle == 0 else "left" if angle > 0 else "right"
    return _about(f"rosette-turned.{way}", names, degrees=abs(angle))


def _fell(report: StrokeReport) -> Message:
    pocketed = report.pocketed_names
    counted = ((piece, pocketed.count(piece)) for piece in ("striker", "queen", "white", "black"))
    pieces = tuple(Message(f"log.fell.{piece}", {"n": n}) for piece, n in counted if n)
    return Message("log.fell", {"what": pieces}) if pieces else Message("log.fell.nothing")
