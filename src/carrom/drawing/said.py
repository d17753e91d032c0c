"""The few words of a picture: its title, what a screen reader says of it, and what happened when."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from carrom.drawing.tracks import bursts
from carrom.equipment import Equipment
from carrom.i18n import pointed
from carrom.physics.trace import CONTACTS, Event, Kind, Trace
from carrom.stroke import Layout
from carrom.words import Coin, Seat

Language = Literal["en", "fr"]

_BY_TURNS = {seat.quarter_turns: seat for seat in Seat}

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "layout": "A carrom board",
        "stroke": "A stroke at carrom",
        "nothing": "no coin",
        "one white": "1 white",
        "one black": "1 black",
        "white": "{n} white",
        "black": "{n} black",
        "one queen": "the queen",
        "lies": "On the board: {coins}. Seen from {seat}. Board: {name}.",
        "struck": "{seat} strikes at {speed} m/s.",
        "fell": "Pocketed: {coins}.",
        "none fell": "Nothing is pocketed.",
        "south": "south",
        "east": "east",
        "north": "north",
        "west": "west",
        "from south": "the south",
        "from east": "the east",
        "from north": "the north",
        "from west": "the west",
        "piece striker": "the striker",
        "piece white": "white {n}",
        "piece black": "black {n}",
        "piece queen": "the queen",
        "begins": "The stroke begins",
        "ends": "All at rest",
        "event pieces": "{a} meets {b}",
        "event frame": "{a} meets the {where} frame",
        "event corner": "{a} meets the {where} corner",
        "event out": "{a} rides out of the {where} pocket",
        "event fell": "{a} falls into the {where} pocket",
        "one more": "; 1 more contact at once",
        "more": "; {n} more contacts at once",
        "pocket south": "south-east",
        "pocket east": "north-east",
        "pocket north": "north-west",
        "pocket west": "south-west",
        "board modern": "modern",
        "board older": "older",
        "seconds": "{n} s",
        "metres a second": "{n} m/s",
        "play": "Play",
        "pause": "Pause",
        "time": "Time",
        "speed": "Speed",
        "paths": "Paths and contacts",
        "legend": "Legend",
        "line striker": "striker",
        "line white": "white",
        "line black": "black",
        "line queen": "queen",
        "mark pieces": "pieces meet",
        "mark frame": "frame or corner",
        "happened": "What happened",
        "keys": "Space plays and pauses; ← and → step; ↑ and ↓ change the speed.",
    },
    "fr": {
        "layout": "Un plateau de carrom",
        "stroke": "Un tir au carrom",
        "nothing": "aucun jeton",
        "one white": "1 blanc",
        "one black": "1 noir",
        "white": "{n} blancs",
        "black": "{n} noirs",
        "one queen": "la reine",
        "lies": "Sur le plateau : {coins}. Vu {seat}. Plateau : {name}.",
        "struck": "{seat} tire à {speed} m/s.",
        "fell": "Logés : {coins}.",
        "none fell": "Rien n'est logé.",
        "south": "sud",
        "east": "est",
        "north": "nord",
        "west": "ouest",
        "from south": "du sud",
        "from east": "de l'est",
        "from north": "du nord",
        "from west": "de l'ouest",
        "piece striker": "le palet",
        "piece white": "blanc {n}",
        "piece black": "noir {n}",
        "piece queen": "la reine",
        "begins": "Le tir commence",
        "ends": "Tout est au repos",
        "event pieces": "{a} touche {b}",
        "event frame": "{a} touche le cadre {where}",
        "event corner": "{a} touche le coin {where}",
        "event out": "{a} ressort du trou {where}",
        "event fell": "{a} tombe dans le trou {where}",
        "one more": " ; 1 autre contact au même instant",
        "more": " ; {n} autres contacts au même instant",
        "pocket south": "sud-est",
        "pocket east": "nord-est",
        "pocket north": "nord-ouest",
        "pocket west": "sud-ouest",
        "board modern": "moderne",
        "board older": "ancien",
        "seconds": "{n} s",
        "metres a second": "{n} m/s",
        "play": "Lecture",
        "pause": "Pause",
        "time": "Temps",
        "speed": "Vitesse",
        "paths": "Trajets et contacts",
        "legend": "Légende",
        "line striker": "palet",
        "line white": "blanc",
        "line black": "noir",
        "line queen": "reine",
        "mark pieces": "deux pièces se touchent",
        "mark frame": "cadre ou coin",
        "happened": "Ce qui s'est passé",
        "keys": "Espace : lecture et pause ; ← et → : pas à pas ; ↑ et ↓ : vitesse.",
    },
}


def say(key: str, lang: Language, **given: str) -> str:
    return WORDS[lang][key].format(**given)


def decimal(value: float, digits: int, lang: Language) -> str:
    return pointed(f"{value:.{digits}f}", lang)


def of_layout(layout: Layout, equipment: Equipment, seat: Seat, lang: Language) -> str:
    """What lies on the board, in one sentence."""
    counts = ((coin.value, layout.count(coin)) for coin in Coin)
    coins = [say(name if n > 1 else f"one {name}", lang, n=str(n)) for name, n in counts if n]
    said = ", ".join(coins) or say("nothing", lang)
    # Our own boards have a name in every language; a board from somebody's file has its own.
    board = WORDS[lang].get(f"board {equipment.name}", equipment.name)
    return say("lies", lang, coins=said, seat=say(f"from {seat}", lang), name=board)


def of_stroke(trace: Trace, lang: Language) -> str:
    """Who struck, and what fell."""
    names = names_of(trace, lang)
    seat = say(trace.aim.seat.value, lang).capitalize()
    struck = say("struck", lang, seat=seat, speed=decimal(trace.aim.speed, 2, lang))
    fell = ", ".join(names[fall.piece] for fall in trace.falls)
    return f"{struck} {say('fell', lang, coins=fell) if fell else say('none fell', lang)}"


def names_of(trace: Trace, lang: Language) -> tuple[str, ...]:
    """A name for each piece: coins of one colour are counted in the order of the layout."""
    counted: Counter[Coin] = Counter()
    names = []
    for piece in trace.pieces:
        if piece is None:
            names.append(say("piece striker", lang))
            continue
        counted[piece] += 1
        names.append(say(f"piece {piece.value}", lang, n=str(counted[piece])))
    return tuple(names)


def of_event(event: Event, names: tuple[str, ...], lang: Language) -> str | None:
    """One line for a person; nothing for what only the simulator needs to know."""
    if event.kind is Kind.OVER:
        return None
    given = {"a": names[event.piece]}
    if event.kind is Kind.PIECES:
        given["b"] = names[event.other]
    else:
        # Frames and pockets have the number of quarter turns of a seat: its side, and its right hand.
        seat = _BY_TURNS[event.other].value
        given["where"] = say(seat if event.kind is Kind.FRAME else f"pocket {seat}", lang)
    text = say(f"event {event.kind.value}", lang, **given)
    return text[0].upper() + text[1:]


class Told(NamedTuple):
    """A line of what happened: `speed` is that of the impact, `pieces` are those that the text names.

    `more` are the contacts that it speaks of without naming them.
    """

    time: float
    text: str
    speed: float | None
    pieces: tuple[int, ...]
    kind: Kind
    more: int


def told(trace: Trace, lang: Language) -> list[Told]:
    """What happened, line by line, in order: pieces that meet at once share a line, and nothing is lost."""
    names = names_of(trace, lang)
    lines = []
    for first, *others in bursts(trace.events):
        text = of_event(first, names, lang)
        if text is None:
            continue
        if others:
            text += say("one more" if len(others) == 1 else "more", lang, n=str(len(others)))
        met = (first.piece, first.other) if first.kind is Kind.PIECES else (first.piece,)
        speed = first.speed if first.kind in CONTACTS else None
        lines.append(Told(first.time, text, speed, met, first.kind, len(others)))
    return lines
