"""Entries of a record as lines of a log: what happened, by whom, and how it was judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from enum import Enum

import msgspec

from carrom.record import Entry, State
from carrom.record.codec import kebab
from carrom.record.entries import (
    Begun,
    CameLate,
    CoinPlaced,
    GaveUp,
    Happened,
    Overruled,
    PlayCalled,
    ProtestSpoken,
    Remarked,
    RosetteTurned,
    Seated,
    StrikerChanged,
    Struck,
    TakenBack,
    Tossed,
    TossedAgain,
    TrialLeft,
    TrialPlayed,
    UmpireAsked,
)
from carrom.rules.match import OVER, Match
from carrom.rules.ruling import Consequence, Finding, Ruling
from carrom.rules.standing import Standing
from carrom.server import messages as wire
from carrom.server.names import SEAT, SIDE
from carrom.server.seen import Seen
from carrom.stroke import Aim
from carrom.words import Side


def line(table: Seen, seq: int) -> wire.Line:
    """The line of one entry."""
    return lines(table, seq, seq)[0]


def lines(table: Seen, start: int = 1, stop: int | None = None) -> tuple[wire.Line, ...]:
    """The lines of the entries from `start` to `stop`, both included; to the last, if `stop` is left out."""
    entries, states = table.entries, table.keeper.states
    last = len(entries) if stop is None else min(stop, len(entries))
    stands, numbers = _standing(states), _numbers(entries, last)
    return tuple(
        _line(table, entries[seq - 1], stands[seq - 1], numbers[seq - 1])
        for seq in range(max(1, start), last + 1)
    )


def where(match: Match) -> tuple[int, int]:
    """Which game of the match and which board of the game is running, or was the last."""
    if match.stage == OVER and not match.boards and match.games:
        return len(match.games), len(match.games[-1].boards)
    return len(match.games) + 1, len(match.boards) + 1


def wire_ruling(ruling: Ruling) -> wire.Ruling:
    return wire.Ruling(tuple(map(_finding, ruling.findings)))


def _standing(states: Sequence[State]) -> list[bool]:
    """Which entries stand: those that the last one follows from."""
    stands = [False] * len(states)
    at = states[-1].stands
    while at >= 1:
        stands[at - 1] = True
        at = states[at - 2].stands if at > 1 else 0
    return stands


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


def _line(table: Seen, entry: Entry, stands: bool, number: int) -> wire.Line:
    """The entry where it stood: sides, seats and colours are those from before it."""
    states = table.keeper.states
    before = states[max(entry.seq - 2, 0)]
    game, board = where(before.match)
    told = _told(entry, before, table.equipment.pace.full_force)
    return msgspec.structs.replace(
        told,
        game=game,
        board=board,
        n=number if isinstance(entry.event, Struck) else 0,
        # A take-back is never taken back itself: it is what was said.
        stands=stands or isinstance(entry.event, TakenBack),
        at=entry.at,
    )


def _told(entry: Entry, before: State, full_force: float) -> wire.Line:
    match, event = before.match, entry.event
    told = wire.Line(entry.seq, kebab(type(event).__name__))
    match event:
        case Begun(rulebook):
            return _with(told, what=rulebook)
        case Tossed(winner, choice):
            return _by_side(told, match, winner, what=choice)
        case TossedAgain(player) | StrikerChanged(player):
            return _by(told, match, player)
        case Seated(_, breaker):
            return told if breaker is None else _by(told, match, breaker)
        case TrialPlayed(side, _, played):
            return _trial(told, match, side, played, full_force)
        case TrialLeft(side) | CameLate(side) | UmpireAsked(side):
            return _by_side(told, match, side)
        case RosetteTurned(turned):
            return _by(told, match, match.breaker, angle=turned)
        case PlayCalled():
            return _with(told, what="" if before.request is None else "answer")
        case Struck(report, ruling):
            aim = None if event.played is None else _aim(event.played, full_force)
            fell = report.order or tuple(report.pocketed_names)
            return _by(told, match, match.on_strike, aim=aim, pocketed=fell, ruling=wire_ruling(ruling))
        case Happened():
            return _incident(told, match, event)
        case CoinPlaced(coin, x, y):
            point = None if x is None or y is None else (x, y)
            if coin.colour is None:
                return _with(told, what=coin.value, point=point)
            return _by(told, match, match.placer(coin.colour), what=coin.value, point=point)
        case Remarked(text):
            return _with(told, what=text)
        case GaveUp(side, why):
            return _by_side(told, match, side, what=why)
        case TakenBack(to):
            return _with(told, to=to)
        case Overruled(of, ruling):
            return _with(told, to=of, ruling=wire_ruling(ruling))
        case ProtestSpoken(side, about):
            return _by_side(told, match, side, to=about)
    return told


def _incident(told: wire.Line, match: Match, event: Happened) -> wire.Line:
    """Whose it was: the player on strike, where it can be nobody else of that side."""
    incident, ruling = event.incident, wire_ruling(event.ruling)
    if incident.by is None:
        return _with(told, what=incident.kind, ruling=ruling)
    side = match.side_with(incident.by)
    if incident.kind in ("late-stroke", "abandon") and match.side_of(match.on_strike) is side:
        return _by(told, match, match.on_strike, what=incident.kind, ruling=ruling)
    return _by_side(told, match, side, what=incident.kind, ruling=ruling)


def _trial(told: wire.Line, match: Match, side: Side, played: Aim | None, full_force: float) -> wire.Line:
    if played is None:
        return _by_side(told, match, side)
    player = dict(match.seats).get(played.seat, "")
    return _with(told, player=player, side=SIDE[side], aim=_aim(played, full_force))


def _by(told: wire.Line, match: Match, player: str, **more: object) -> wire.Line:
    return _with(told, player=player, side=SIDE[match.side_of(player)], **more)


def _by_side(told: wire.Line, match: Match, side: Side, **more: object) -> wire.Line:
    """What a side did; in singles that is a player."""
    names = match.names(side)
    return _with(told, player=names[0] if len(names) == 1 else "", side=SIDE[side], **more)


def _with(told: wire.Line, **more: object) -> wire.Line:
    return msgspec.structs.replace(told, **more)


def _aim(aim: Aim, full_force: float) -> wire.AimNow:
    return wire.AimNow(SEAT[aim.seat], aim.x, aim.angle, aim.speed / full_force)


def _finding(finding: Finding) -> wire.Finding:
    return wire.Finding(
        laws=tuple(str(law) for law in finding.laws),
        why=finding.why,
        own_fell=finding.own_fell,
        then=tuple(map(_consequence, finding.consequences)),
        reading=finding.reading,
    )


def _consequence(consequence: Consequence) -> tuple[str | int | bool, ...]:
    """Its tag and its arguments, in the order in which the record writes them."""
    values = (_argument(getattr(consequence, field.name)) for field in fields(consequence))
    return (kebab(type(consequence).__name__), *values)


def _argument(value: object) -> str | int | bool:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Standing):
        return str(value)
    assert isinstance(value, str | int)
    return value
