"""Judging what an umpire reports: a stroke, an incident, the paragraph that was broken."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from carrom.errors import ImpossibleCase, UnknownLaw
from carrom.i18n import nearest
from carrom.laws import ALIASES, BOOKS, cite
from carrom.laws.cite import PARAGRAPHS
from carrom.record import State, rule_on
from carrom.record.entries import Happened, Struck
from carrom.rules import Rulebook
from carrom.stroke import AtRest, Incident, StrokeReport
from carrom.umpiring import requests as ask
from carrom.words import Colour

_AT_REST = {fact.value: fact for fact in AtRest}


def judge_request(state: State, request: ask.Stroke | ask.Incident) -> Struck | Happened:
    """The reported stroke or incident with its ruling, by the rulebook of the match."""
    book = state.match.book
    if isinstance(request, ask.Incident):
        by = None if request.by is None else Colour(request.by)
        law = paragraph_of(request.paragraph or "", book, "incident.paragraph")
        return rule_on(
            state, Incident(request.kind, by, law or None, request.ground or None, request.noticed)
        )
    breach = paragraph_of(request.breach, book, "stroke.breach")
    struck = rule_on(state, stroke_report(request))
    assert isinstance(struck, Struck)
    return replace(struck, seconds=request.seconds, breach=breach)


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
