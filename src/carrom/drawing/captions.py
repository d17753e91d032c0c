"""The words of a picture: its title, its description for screen readers, and its events."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from carrom.drawing.tracks import bursts
from carrom.equipment import Equipment
from carrom.i18n import phrases, pointed, t
from carrom.physics.trace import CONTACTS, Event, Kind, Trace
from carrom.stroke import Layout
from carrom.words import Coin, Seat, chairs


def decimal(value: float, digits: int, lang: str) -> str:
    return pointed(f"{value:.{digits}f}", lang)


def layout_caption(layout: Layout, equipment: Equipment, seat: Seat, lang: str) -> str:
    """What lies on the board, in one sentence."""
    counts = ((coin.value, layout.count(coin)) for coin in Coin)
    coins = [t(f"drawing.{name}", lang, n=n) for name, n in counts if n]
    said = ", ".join(coins) or t("drawing.nothing", lang)
    # Our own boards have a name in every language; a board from somebody's file has its own.
    key = f"drawing.board.{equipment.name}"
    board = t(key, lang) if key in phrases("en") else equipment.name
    return t("drawing.lies", lang, coins=said, seat=t(f"drawing.from.{seat}", lang), name=board)


def stroke_caption(trace: Trace, lang: str) -> str:
    """Who struck, and what fell."""
    names = piece_names(trace, lang)
    seat = t(f"drawing.{trace.aim.seat}", lang).capitalize()
    struck = t("drawing.struck", lang, seat=seat, speed=decimal(trace.aim.speed, 2, lang))
    fell = ", ".join(names[fall.piece] for fall in trace.falls)
    return f"{struck} {t('drawing.fell', lang, coins=fell) if fell else t('drawing.none-fell', lang)}"


def piece_names(trace: Trace, lang: str) -> tuple[str, ...]:
    """A name for each piece: coins of one colour are counted in the order of the layout."""
    counted: Counter[Coin] = Counter()
    names = []
    for piece in trace.pieces:
        if piece is None:
            names.append(t("drawing.piece.striker", lang))
            continue
        counted[piece] += 1
        names.append(t(f"drawing.piece.{piece.value}", lang, n=counted[piece]))
    return tuple(names)


def event_caption(event: Event, names: tuple[str, ...], lang: str) -> str | None:
    """An event in words; None for one that only the simulator needs."""
    if event.kind is Kind.OVER:
        return None
    given = {"a": names[event.piece]}
    if event.kind is Kind.PIECES:
        given["b"] = names[event.other]
    else:
        # Frames and pockets have the number of quarter turns of a seat: its side, and its right hand.
        seat = chairs(doubles=True)[event.other].value
        given["where"] = t(f"drawing.{seat}" if event.kind is Kind.FRAME else f"drawing.pocket.{seat}", lang)
    text = t(f"drawing.event.{event.kind.value}", lang, **given)
    return text[0].upper() + text[1:]


class EventLine(NamedTuple):
    """An event in words, the speed of its impact and the pieces it names; `more` counts unnamed contacts."""

    time: float
    text: str
    speed: float | None
    pieces: tuple[int, ...]
    kind: Kind
    more: int


def event_lines(trace: Trace, lang: str, *, every: bool = False) -> list[EventLine]:
    """The events in words, in order; contacts at the same time share a line, unless `every` is set."""
    names = piece_names(trace, lang)
    lines = []
    for first, *others in ([event] for event in trace.events) if every else bursts(trace.events):
        text = event_caption(first, names, lang)
        if text is None:
            continue
        if others:
            text = t("drawing.more", lang, first=text, n=len(others))
        met = (first.piece, first.other) if first.kind is Kind.PIECES else (first.piece,)
        speed = first.speed if first.kind in CONTACTS else None
        lines.append(EventLine(first.time, text, speed, met, first.kind, len(others)))
    return lines
