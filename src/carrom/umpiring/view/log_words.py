"""What a line of the log says: the same to players, to umpires and to who looks on."""

from __future__ import annotations

from math import degrees

from carrom.i18n import About, Argument, Message, Sentence
from carrom.record import Event
from carrom.record.entries import (
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
    Signed,
    Struck,
    TakenBack,
    Tossed,
    UmpireAsked,
)
from carrom.stroke import Incident, StrokeReport
from carrom.words import kebab

EARLIER = Message("log.earlier")
"""An entry that is not named."""

SAID_OF_PLAYERS = ("abandon", "late-stroke")
"""Incidents that are told as what a player did."""


def line_message(
    event: Event, names: tuple[str, ...], entry: Message = EARLIER, answers: bool = False
) -> Message:
    """What happened, by `names`. `entry` names the entry that this one speaks of.

    `answers`: "Play" is the answer to a request.
    """
    match event:
        case Remarked(text):
            return Message("log.remarked", {"text": text})
        case Struck(report):
            return _about("struck", names, fell=_fell(report))
        case Happened(incident):
            return _happened(incident, names)
        case Tossed(_, choice):
            return _about(f"tossed.{choice}", names)
        case CoinPlaced(coin):
            return _about(f"coin-placed.{coin}", names)
        case RosetteTurned(turned):
            return _turned(turned, names)
        case GaveUp(_, why):
            return _about(f"gave-up.{why}", names)
        case PlayCalled():
            return _about("play-called.answer" if answers else "play-called", names)
        case UmpireAsked(_, text) if text:
            return _about("umpire-asked.about", names, text=text)
        case PointsSet(first, second):
            return _about("points-set", names, points=f"{first}–{second}")
        case EngineChanged(engine):
            return _about("engine-changed", names, engine=str(engine))
        case TakenBack():
            return _about("taken-back.corrects" if event.corrects else "taken-back", names, entry=entry)
        case Overruled():
            return _about("overruled.by-hand" if event.report is None else "overruled", names, entry=entry)
        case ProtestSpoken():
            return _about("protest-spoken", names, entry=entry)
        case ProtestWritten(facts, paragraph):
            return _about("protest-written", names, facts=facts, paragraph=paragraph)
        case ProtestDecided(upheld):
            return _about("protest-decided.upheld" if upheld else "protest-decided.refused", names)
        case Signed(key):
            return _about("signed" if key else "signed.erased", names)
    return _about(kebab(type(event).__name__), names)


def entry_message(event: Event, names: tuple[str, ...], stroke: Message, answers: bool) -> Message:
    """An entry that another one speaks of: a stroke by its number, as `stroke` has it."""
    match event:
        case Struck():
            return stroke
        case Happened(incident):
            return _name(incident)
        case CoinPlaced():
            return Message("log.coins-placed")
    return line_message(event, names, answers=answers)


def _about(kind: str, names: tuple[str, ...], **arguments: Argument) -> Message:
    return Sentence(About(f"log.{kind}", names, arguments))


def _happened(incident: Incident, names: tuple[str, ...]) -> Message:
    if not names:
        return Sentence(_name(incident))
    if incident.kind in SAID_OF_PLAYERS:
        return _about(f"happened.{incident.kind}", names)
    return _about("happened", names, what=_name(incident))


def _name(incident: Incident) -> Message:
    """As in the umpire's list and on the score sheet."""
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
