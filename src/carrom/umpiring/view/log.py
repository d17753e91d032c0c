"""Entries of a record as lines of a log: what happened, by whom, how it was judged, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import degrees
from typing import Any, NamedTuple

from carrom.i18n import About, Argument, Message, Sentence
from carrom.parts import SIDE, SideName, shown_ruling
from carrom.record import Entry, Event, Keeper, State
from carrom.record import entries as events
from carrom.record.calls import JudgedCall
from carrom.record.fold import decision_undone, in_effect
from carrom.record.signature import fingerprint
from carrom.rules.handicap import Handicap
from carrom.rules.match import game_and_board
from carrom.stroke import Incident, StrokeReport
from carrom.umpiring.facts import stroke_request
from carrom.umpiring.view.types import Line
from carrom.words import Side, kebab

EARLIER = Message("log.earlier")
"""An entry that is not named."""

OF_PLAYERS = ("abandon", "late-stroke")
"""Incidents that a line tells as what a player did."""


def match_log(record: Keeper, start: int = 1, stop: int | None = None) -> tuple[Line, ...]:
    """The lines of the log of the entries from `start` to `stop`, both included; all if neither is given."""
    entries, states = record.entries, record.states
    first, last = max(1, start), len(entries) if stop is None else min(stop, len(entries))
    if first > last:
        return ()
    stands = in_effect(states, first)

    def line(seq: int) -> Line:
        entry, about = entries[seq - 1], _refers_to(entries[seq - 1].event)
        named = _reference(entry, entries[about - 1], states) if about else EARLIER
        kept = isinstance(entry.event, events.NEVER_TAKEN_BACK)
        stood = stands[seq - first] or (kept and not decision_undone(entries, seq))
        return _line(entry, states, stood, named)

    return tuple(line(seq) for seq in range(first, last + 1))


def call_line(record: Keeper, called: JudgedCall) -> Line:
    """The line of a call, with the facts in force: if it was overruled, those of the overruling."""
    entry = record.entries[called.entry - 1]
    number = record.states[called.entry - 1].strokes if isinstance(entry.event, events.Struck) else 0
    match record.entries[called.ruled_by - 1].event:
        case events.Overruled(_, ruling, Incident() as incident, player=player):
            entry = replace(entry, event=events.Happened(incident, ruling, player))
        case events.Overruled(_, ruling, StrokeReport() as report, breach=breach):
            entry = replace(entry, event=events.Struck(report, ruling, breach=breach))
    return replace(_line(entry, record.states, True), n=number, ruling=None)


def _refers_to(event: Event) -> int:
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


def _reference(by: Entry, entry: Entry, states: Sequence[State]) -> Message:
    """How the line of the entry `by` names another entry; a stroke by its number."""
    before = _before(entry, states)
    match entry.event:
        case events.Struck():
            game, board = game_and_board(before.match)
            here = (game, board) == game_and_board(_before(by, states).match)
            number = states[entry.seq - 1].strokes
            return Message("log.stroke" if here else "log.stroke.of", {"number": number, "board": board})
        case events.Happened(incident):
            return _name(incident)
        case events.CoinPlaced():
            return Message("log.coins-placed")
    text = line_fields(entry.event, before)["text"]
    assert isinstance(text, Message)
    return text


def _line(entry: Entry, states: Sequence[State], stands: bool, reference: Message = EARLIER) -> Line:
    event, before = entry.event, _before(entry, states)
    game, board = game_and_board(before.match)
    return Line(
        v=entry.seq,
        kind=kebab(type(event).__name__),
        at=entry.at,
        game=game,
        board=board,
        n=states[entry.seq - 1].strokes if isinstance(event, events.Struck) else 0,
        stands=stands,
        **line_fields(event, before, reference),
    )


class _Who(NamedTuple):
    """Whom a line is about: the names in its text, and its fields `player` and `side`."""

    names: tuple[str, ...] = ()
    player: str = ""
    side: SideName | None = None


NOBODY = _Who()


def line_fields(event: Event, before: State, reference: Message = EARLIER) -> dict[str, Any]:
    """The fields of a line that depend on the kind of entry; `reference` names the entry it refers to."""
    match, kind = before.match, kebab(type(event).__name__)

    def player(name: str) -> _Who:
        return _Who((name,), name, SIDE[match.side_of(name)])

    def side(which: Side) -> _Who:
        names = match.names(which)
        return _Who(names, names[0] if len(names) == 1 else "", SIDE[which])

    def culprit(incident: Incident, named: str) -> _Who:
        """The player of an incident, or the side where no player is named."""
        if named:
            return player(named)
        if incident.by is None:
            return NOBODY
        by = match.side_with(incident.by)
        striking = incident.kind in OF_PLAYERS and match.side_of(match.on_strike) is by
        return player(match.on_strike) if striking else side(by)

    def fields(
        who: _Who, variant: str = "", says: dict[str, Argument] | None = None, **facts: object
    ) -> dict[str, Any]:
        """The facts, and the sentence of this kind of entry or of its variant, with the arguments `says`."""
        text = Sentence(About(f"log.{kind}.{variant}" if variant else f"log.{kind}", who.names, says))
        return {"player": who.player, "side": who.side, "text": text, **facts}

    says: dict[str, Argument]
    match event:
        case events.Begun(rulebook, handicap=Handicap() as handicap):
            names = match.names(handicap.side)
            return fields(NOBODY, "agreed", {"agreed": handicap.said(names)}, what=rulebook)
        case events.Begun(rulebook):
            return fields(NOBODY, what=rulebook)
        case events.Tossed(winner, choice):
            return fields(side(winner), choice, what=choice)
        case events.TossedAgain(name) | events.StrikerChanged(name):
            return fields(player(name))
        case events.Seated(_, breaker) if breaker is not None:
            return fields(player(breaker))
        case events.TrialPlayed(which, _, played) if played is not None:
            name = dict(match.seats).get(played.seat, "")
            return fields(_Who((name,) if name else match.names(which), name, SIDE[which]))
        case events.TrialPlayed(which) | events.TrialLeft(which) | events.CameLate(which):
            return fields(side(which))
        case events.UmpireAsked(which, text):
            return fields(side(which), "about" if text else "", {"text": text}, what=text)
        case events.RosetteTurned(turned):
            angle = round(degrees(turned))
            way = "none" if angle == 0 else "left" if angle > 0 else "right"
            return fields(player(match.breaker), way, {"degrees": abs(angle)})
        case events.PlayCalled():
            answer = "" if before.request is None else "answer"
            return fields(NOBODY, answer, what=answer)
        case events.Struck(report, ruling):
            stroke, says = stroke_request(report, event.breach), {"fell": fell_message(report)}
            shown = shown_ruling(ruling, before.begun.alone)
            return fields(player(match.on_strike), "", says, stroke=stroke, ruling=shown)
        case events.Happened(incident, ruling, named):
            who, facts = culprit(incident, named), {**_incident(incident), "ruling": shown_ruling(ruling)}
            if who is NOBODY:
                return {**facts, "text": Sentence(_name(incident))}
            return fields(
                who, incident.kind if incident.kind in OF_PLAYERS else "", {"what": _name(incident)}, **facts
            )
        case events.CoinPlaced(coin):
            who = NOBODY if coin.colour is None else player(match.placer(coin.colour))
            return fields(who, coin.value, what=coin.value)
        case events.TurnKept():
            return fields(player(match.after(match.on_strike)))
        case events.Demanded(extra):
            who, variant = side(match.winner_of_board), "" if extra else "none"
            return fields(who, variant, {"n": extra}, what=str(extra))
        case events.Remarked(text):
            return {"what": text, "text": Message("log.remarked", {"text": text})}
        case events.Signed(key):
            return fields(NOBODY, "" if key else "erased", what=fingerprint(key) if key else "erased")
        case events.EngineChanged(engine):
            return fields(NOBODY, says={"engine": str(engine)}, what=str(engine))
        case events.GaveUp(which, why):
            return fields(side(which), why, what=why)
        case events.PointsSet(first, second, reason):
            points = f"{first}–{second}"
            return fields(NOBODY, says={"points": points}, what=points, reason=reason)
        case events.TakenBack(to, reason, corrects):
            variant = "corrects" if corrects else ""
            return fields(NOBODY, variant, {"entry": reference}, to=to, reason=reason, corrects=corrects or 0)
        case events.Overruled(to, ruling, report, reason, breach, named):
            facts = {"to": to, "reason": reason, "ruling": shown_ruling(ruling)}
            says = {"entry": reference}
            match report:
                case None:
                    return fields(NOBODY, "by-hand", says, what="by-hand", **facts)
                case Incident():
                    return fields(culprit(report, named), "", says, **facts, **_incident(report))
                case StrokeReport():
                    return fields(NOBODY, "", says, stroke=stroke_request(report, breach), **facts)
        case events.ProtestSpoken(which, about):
            return fields(side(which), says={"entry": reference}, to=about)
        case events.ProtestWritten(written, paragraph):
            says = {"facts": written, "paragraph": paragraph}
            return fields(NOBODY, says=says, what=written, paragraph=paragraph)
        case events.ProtestDecided(upheld, reason):
            decision = "upheld" if upheld else "refused"
            return fields(NOBODY, decision, what=decision, reason=reason)
    return fields(NOBODY)


def _incident(incident: Incident) -> dict[str, object]:
    """The fields of a line that say what an incident was."""
    return {
        "what": incident.kind,
        "paragraph": incident.paragraph or "",
        "ground": incident.ground or "",
        "noticed": incident.noticed,
        "pocketed": incident.pocketed,
    }


def _name(incident: Incident) -> Message:
    """The name of an incident, as in the umpire's list and on the score sheet."""
    return Message(f"catalogue.incident.{incident.kind}")


def fell_message(report: StrokeReport) -> Message:
    pocketed = report.pocketed_names
    counted = ((piece, pocketed.count(piece)) for piece in ("striker", "queen", "white", "black"))
    pieces = tuple(Message(f"log.fell.{piece}", {"n": n}) for piece, n in counted if n)
    return Message("log.fell", {"what": pieces}) if pieces else Message("log.fell.nothing")
