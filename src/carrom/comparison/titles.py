"""What a difference is about, as a message: what fell, and what matters of the board."""

from __future__ import annotations

from carrom.comparison.situations import IncidentKind, Kind, StrokeKind
from carrom.i18n import Argument, Message, commas
from carrom.stroke.incident import incident_message

# Two states of the queen that have a common name.
_STATES = {
    frozenset({"on-board", "waiting"}): "uncovered",
    frozenset({"own", "theirs"}): "covered",
}


def title_message(kind: Kind, group: frozenset[Kind], possible: frozenset[Kind]) -> Message:
    """The title of a group by its simplest kind: facts are named that matter or are out of the ordinary."""
    if isinstance(kind, StrokeKind):
        return commas([*_pocketed(kind), *_stroke_facts(kind), *_queen(kind, group, possible), *_nets(kind)])
    return commas([incident_message(kind.kind), *_incident_facts(kind, group, possible)])


def _pocketed(kind: StrokeKind) -> list[Message]:
    pieces: list[Argument] = []
    if kind.own != "none":
        pieces.append(Message(f"compare.own.{kind.own}"))
    if kind.theirs != "none":
        pieces.append(Message(f"compare.theirs.{kind.theirs}"))
    pieces += [Message("compare.queen")] * kind.queen_fell + [Message("compare.striker")] * kind.striker
    if pieces:
        return [Message("listed", {"items": tuple(pieces)})]
    return [] if kind.phase.startswith("missed") else [Message("compare.nothing")]


def _stroke_facts(kind: StrokeKind) -> list[Message]:
    said = [] if kind.phase == "play" else [Message(f"compare.phase.{kind.phase}")]
    said += [Message("compare.improper")] * kind.improper
    return said + [Message("compare.off")] * kind.off


def _queen(kind: Kind, group: frozenset[Kind], possible: frozenset[Kind]) -> list[Message]:
    """The state of the queen before the stroke, unless the difference is there in most states."""
    there = {each for each in possible if each._replace(queen=kind.queen) == kind}
    same = {each.queen for each in there & group}
    if kind.queen == "on-board" and len(same) * 2 > len(there):
        return []
    return [Message(f"compare.queen.{_STATES.get(frozenset(same), kind.queen)}")]


def _nets(kind: StrokeKind) -> list[Message]:
    nets = [] if kind.nets == "some" or kind.phase != "play" else [Message(f"compare.nets.{kind.nets}")]
    return nets if kind.due == "none" else [*nets, Message(f"compare.due.{kind.due}")]


def _incident_facts(kind: IncidentKind, group: frozenset[Kind], possible: frozenset[Kind]) -> list[Message]:
    said = [] if kind.pocketed == "none" else [Message(f"compare.{kind.pocketed}.one")]
    other = [
        each for each in possible if isinstance(each, IncidentKind) and each._replace(by=kind.by) == kind
    ]
    if len(other) > 1 and not group.issuperset(other):
        said.append(Message(f"compare.by.{kind.by}"))
    said += [Message("compare.unnoticed")] * (not kind.noticed)
    said += [Message("compare.to-break")] * (not kind.broken)
    said += [Message("compare.not-begun")] * (kind.broken and not kind.begun)
    return said + _queen(kind, group, possible)
