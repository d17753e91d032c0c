"""What can happen, in abstract: every kind of stroke and incident, each with one board that shows it.

The census (tests/census) plays all boards. Here one board stands for all that the laws do not tell apart.
White is on strike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal, NamedTuple, get_args

from carrom.rules.standing import ON_BOARD, WAITING, CoveredBy, Each, Queen, Standing, ToBreak, ToStrike
from carrom.rules.standing_words import board_fields
from carrom.stroke import INCIDENTS, Incident, StrokeReport
from carrom.stroke.incident import GROUNDS, NOBODY, WITH_PIECES
from carrom.words import BLACK, COINS_A_SIDE, WHITE, Colour

Phase = Literal["play", "break", "missed", "missed-again"]
Own = Literal["none", "one", "two", "last"]
Theirs = Literal["none", "one", "last"]
QueenState = Literal["on-board", "waiting", "own", "theirs"]
Nets = Literal["some", "some-no-right", "nine", "nine-right"]
Whose = Literal["none", "own", "theirs"]
By = Literal["in-turn", "out-of-turn", "nobody"]

OWN, THEIRS = 5, 4
"""Coins on the board where their number does not matter."""


class StrokeKind(NamedTuple):
    """A kind of stroke: what fell, and what the laws ask of the board before it."""

    phase: Phase = "play"
    own: Own = "none"
    theirs: Theirs = "none"
    queen_fell: bool = False
    striker: bool = False
    improper: bool = False
    off: bool = False
    queen: QueenState = "on-board"
    nets: Nets = "some"
    due: Whose = "none"


class IncidentKind(NamedTuple):
    """A kind of incident: by whom, and what the laws ask of the board on which it happened."""

    kind: str
    by: By = "in-turn"
    pocketed: Whose = "none"
    noticed: bool = True
    broken: bool = True
    begun: bool = True
    queen: QueenState = "on-board"


Kind = StrokeKind | IncidentKind


@dataclass(frozen=True, slots=True)
class Situation:
    """A board, and the stroke or incident on it."""

    standing: Standing
    report: StrokeReport | Incident


def situations() -> Iterator[tuple[Kind, Situation]]:
    """Every kind of stroke and of incident with its board; the judge may refuse some incidents."""
    flags = (False, True)
    for fields in product(
        *(get_args(Phase), get_args(Own), get_args(Theirs), flags, flags, flags, flags),
        *(get_args(QueenState), get_args(Nets), get_args(Whose)),
    ):
        stroke = StrokeKind(*fields)
        if _possible(stroke):
            yield stroke, _played(stroke)
    for fields in product(
        INCIDENTS, get_args(By), get_args(Whose), flags, flags, flags, get_args(QueenState)
    ):
        incident = IncidentKind(*fields)
        if _possible_incident(incident):
            yield incident, _happened(incident)


def _queen(state: QueenState, own: Colour) -> Queen:
    if state in ("on-board", "waiting"):
        return ON_BOARD if state == "on-board" else WAITING
    return CoveredBy(own if state == "own" else own.other)


def _possible(kind: StrokeKind) -> bool:
    nine, last = kind.nets.startswith("nine"), "last" in (kind.own, kind.theirs)
    if kind.queen_fell and kind.queen != "on-board":
        return False
    if kind.own == "two" and kind.theirs != "none":
        return False  # The number of own coins matters only to the strokes and the queen they earn.
    if kind.phase != "play":
        plain = kind.nets == "nine" and kind.due == "none" and kind.queen == "on-board"
        missed_all = kind.phase == "break" or (kind.own, kind.theirs, kind.queen_fell) == (
            "none",
            "none",
            False,
        )
        return plain and missed_all and not last and not kind.off
    if (nine and kind.own == "last") or (kind.theirs == "last" and (kind.off or kind.due == "theirs")):
        return False
    if kind.due == "own" and not nine:
        return False  # A due is paid as soon as there is a coin for it.
    # Without the right to the queen nobody has pocketed her.
    return _has_right(kind) or kind.queen in ("on-board", "theirs")


def _has_right(kind: StrokeKind) -> bool:
    """Whether the side has pocketed an own coin in an earlier stroke."""
    return kind.nets in ("some", "nine-right")


def _played(kind: StrokeKind) -> Situation:
    counts = {"none": 0, "one": 1, "two": 2, "last": 1}
    own = COINS_A_SIDE if kind.nets.startswith("nine") else 1 if kind.own == "last" else OWN
    fresh = kind.due == "theirs" or kind.phase != "play"
    theirs = COINS_A_SIDE if fresh else 1 if kind.theirs == "last" else THEIRS
    standing = Standing(
        WHITE,
        Each(own, theirs),
        _queen(kind.queen, WHITE),
        Each(int(kind.due == "own"), int(kind.due == "theirs")),
        earned=Each(_has_right(kind), theirs < COINS_A_SIDE),
        phase=ToStrike() if kind.phase == "play" else ToBreak(int(kind.phase == "missed-again")),
    )
    report = StrokeReport(
        counts[kind.own],
        counts[kind.theirs],
        kind.queen_fell,
        kind.striker,
        off_black=int(kind.off),
        touched=not kind.phase.startswith("missed"),
        improper=kind.improper,
    )
    return Situation(standing, report)


def _possible_incident(kind: IncidentKind) -> bool:
    if (kind.by == "nobody") != (kind.kind in NOBODY):
        return False
    if kind.pocketed != "none" and (kind.kind not in WITH_PIECES or not kind.broken):
        return False
    if kind.pocketed == "none" and kind.kind == "fell-later":
        return False
    if not kind.noticed and kind.kind != "wrong-colour-placed":
        return False
    return kind.broken or (kind.queen == "on-board" and not kind.begun)


def _happened(kind: IncidentKind) -> Situation:
    by = {"in-turn": WHITE, "out-of-turn": BLACK, "nobody": None}[kind.by]
    held = Each(int(by is BLACK), int(by is WHITE)) if kind.kind == "room" else Each(0, 0)
    coins = Each(OWN, THEIRS) if kind.broken else Each(COINS_A_SIDE, COINS_A_SIDE)
    standing = Standing(
        WHITE,
        coins,
        _queen(kind.queen, by or WHITE),
        held=held,
        earned=Each(kind.broken, kind.broken),
        phase=ToStrike() if kind.broken else ToBreak(),
        new_turn=kind.broken and not kind.begun,
    )
    fell = {"none": (), "own": ("white",), "theirs": ("black",)}[kind.pocketed]
    ground = GROUNDS[0] if kind.kind == "disqualified" else None
    return Situation(standing, Incident(kind.kind, by, None, ground, kind.noticed, fell))


def happened_text(report: StrokeReport | Incident) -> str:
    """A stroke or an incident in the short form that `carrom rule` reads."""
    if isinstance(report, StrokeReport):
        return str(report)
    parts = (report.kind, report.by and report.by.value, report.ground, "" if report.noticed else "unnoticed")
    return " ".join(part for part in (*parts, *report.pocketed) if part)


def case_json(standing: Standing, report: StrokeReport | Incident) -> dict[str, object]:
    """A board and what happened as a case of docs/cases.md, without a rulebook."""
    board = board_fields(standing)
    if isinstance(report, StrokeReport):
        stroke = {
            "pocketed": report.pocketed_names,
            "off_board": report.off_board_names,
            "touched": report.touched,
            "improper": report.improper,
        }
        return {"board": board, "stroke": stroke}
    incident: dict[str, object] = {"kind": report.kind}
    if report.pocketed:
        incident["pocketed"] = list(report.pocketed)
    if report.by is not None:
        incident["by"] = report.by.value
    if report.ground is not None:
        incident["ground"] = report.ground
    if not report.noticed:
        incident["noticed"] = False
    return {"board": board, "incident": incident}
