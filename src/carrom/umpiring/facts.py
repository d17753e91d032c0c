"""Judging what an umpire reports: a stroke, an incident, the paragraph that was broken."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from carrom.errors import ImpossibleCase, NotNow, UnknownLaw
from carrom.i18n import Message, either, nearest
from carrom.laws import ALIASES, BOOKS, cite
from carrom.laws.cite import PARAGRAPHS
from carrom.parts import COLOUR
from carrom.record import Keeper, rule_on
from carrom.record.entries import Happened, Struck
from carrom.rules import Rulebook
from carrom.stroke import AtRest, Incident, StrokeReport
from carrom.stroke.incident import NOBODY
from carrom.umpiring import requests as ask
from carrom.umpiring.call import OF_BOTH_PARTNERS, board_history, coins_given_up
from carrom.words import Colour

_AT_REST = {fact.value: fact for fact in AtRest}


def judge_request(record: Keeper, request: ask.Stroke | ask.Incident) -> Struck | Happened:
    """The reported stroke or incident with its ruling, by the rulebook of the match."""
    state = record.states[-1]
    book = state.match.book
    if isinstance(request, ask.Incident):
        return _judge_incident(record, request)
    breach = paragraph_of(request.breach, book, "stroke.breach")
    struck = rule_on(state, stroke_report(request))
    assert isinstance(struck, Struck)
    return replace(struck, seconds=request.seconds, breach=breach)


def _judge_incident(record: Keeper, request: ask.Incident) -> Happened:
    """Raises `ImpossibleCase` or `NotNow` if nobody of that side can have done it now."""
    state = record.states[-1]
    match = state.match
    law = paragraph_of(request.paragraph or "", match.book, "incident.paragraph")
    if match.standing is None and request.kind != "disqualified":
        raise NotNow("refused.match.no-board", stage=match.stage_message)
    by = None if request.by is None or match.standing is None else Colour(request.by)
    if request.player and match.standing is not None:
        by = match.colour_of(match.side_of(request.player))
        if request.by not in (None, COLOUR[by]):
            raise ImpossibleCase("incident.player", "refused.record.other-side", player=request.player)
    waived = coins_given_up(match, request.kind, by)
    incident = Incident(
        request.kind, by, law or None, request.ground or None, request.noticed, request.pocketed, waived
    )
    happened = rule_on(state, incident)
    assert isinstance(happened, Happened)
    return replace(happened, player=_player(record, incident, request.player))


def _player(record: Keeper, incident: Incident, player: str) -> str:
    """Who did it: as named, or the only one who can have; empty if nobody did it, or both partners."""
    match = record.states[-1].match
    if incident.kind in NOBODY or (not player and incident.by is None):
        return ""
    named = (player,) if player else match.names(match.side_with(incident.side))
    culprits = board_history(record).culprits(incident.kind, incident.noticed)
    able = [name for name in culprits if name in named]
    if not able:
        kind = Message(f"catalogue.incident.{incident.kind}")
        raise NotNow("refused.umpire.not-by", kind=kind, player=" & ".join(named))
    if incident.kind in OF_BOTH_PARTNERS:
        return ""
    if len(able) > 1:
        raise ImpossibleCase("incident.player", "refused.umpire.which-partner", players=either(able))
    return able[0]


def stroke_report(request: ask.Stroke) -> StrokeReport:
    """The report of a stroke. Only an improper one can name a breach."""
    for fact in request.at_rest:
        if fact not in _AT_REST:
            hint = nearest(fact, _AT_REST)
            raise ImpossibleCase("stroke.at_rest", "refused.umpire.at-rest", fact=fact, hint=hint)
    if request.breach and not request.improper:
        raise ImpossibleCase("stroke.breach", "refused.umpire.breach")
    at_rest = tuple(_AT_REST[fact] for fact in dict.fromkeys(request.at_rest))
    return StrokeReport.of(request.pocketed, request.off, request.touched, request.improper, at_rest)


def stroke_request(report: StrokeReport, breach: str) -> ask.Stroke:
    """The request that reports such a stroke; pieces in the order in which they fell, if it is known."""
    return ask.Stroke(
        pocketed=cast(tuple[ask.Piece, ...], report.order or tuple(report.pocketed_names)),
        off=cast(tuple[ask.Piece, ...], tuple(report.off_board_names)),
        touched=report.touched,
        improper=report.improper,
        breach=breach,
        at_rest=tuple(map(str, report.at_rest)),
    )


def paragraph_of(text: str, book: Rulebook, field: str) -> str:
    """The full citation of a paragraph of the match's rulebook, or of the one it takes its fouls from."""
    if not text:
        return ""
    name, _, rest = text.partition(" ")
    if name in (*BOOKS, *ALIASES):
        within = ALIASES.get(name, name)
        paragraph = rest
    else:
        within, paragraph = (book.id if text in PARAGRAPHS[book.id] else book.foul_book), text
    if within not in (book.id, book.foul_book):
        raise ImpossibleCase(field, "refused.umpire.other-book", paragraph=text, book=book.id)
    try:
        return str(cite(f"{within} {paragraph}"))
    except UnknownLaw as unknown:
        raise ImpossibleCase(field, unknown.key, **unknown.arguments) from None
