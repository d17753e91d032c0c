"""The few words of a picture: its title, what a screen reader says of it, and what happened when."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from carrom.equipment import Equipment
from carrom.physics.trace import Event, Kind, Trace
from carrom.stroke import Layout
from carrom.words import Coin, Seat

Language = Literal["en", "fr"]

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
        "event frame": "{a} meets the frame",
        "event corner": "{a} meets the corner",
        "event out": "{a} rides out of the pocket",
        "event fell": "{a} falls",
        "seconds": "{n} s",
        "point": ".",
        "play": "Play",
        "pause": "Pause",
        "time": "Time",
        "speed": "Speed",
        "paths": "Paths",
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
        "event frame": "{a} touche le cadre",
        "event corner": "{a} touche le coin",
        "event out": "{a} ressort du trou",
        "event fell": "{a} tombe dans le trou",
        "seconds": "{n} s",
        "point": ",",
        "play": "Lecture",
        "pause": "Pause",
        "time": "Temps",
        "speed": "Vitesse",
        "paths": "Trajets",
        "happened": "Ce qui s'est passé",
        "keys": "Espace : lecture et pause ; ← et → : pas à pas ; ↑ et ↓ : vitesse.",
    },
}


def say(key: str, lang: Language, **given: str) -> str:
    return WORDS[lang][key].format(**given)


def decimal(value: float, digits: int, lang: Language) -> str:
    return f"{value:.{digits}f}".replace(".", WORDS[lang]["point"])


def of_layout(layout: Layout, equipment: Equipment, seat: Seat, lang: Language) -> str:
    """What lies on the board, in one sentence."""
    counts = ((coin.value, layout.count(coin)) for coin in Coin)
    coins = [say(name if n > 1 else f"one {name}", lang, n=str(n)) for name, n in counts if n]
    said = ", ".join(coins) or say("nothing", lang)
    return say("lies", lang, coins=said, seat=say(f"from {seat}", lang), name=equipment.name)


def of_stroke(trace: Trace, lang: Language) -> str:
    """Who struck, and what fell."""
    names = names_of(trace, lang)
    seat = say(trace.aim.seat.value, lang).capitalize()
    struck = say("struck", lang, seat=seat, speed=decimal(trace.aim.speed, 1, lang))
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
    other = names[event.other] if event.kind is Kind.PIECES else ""
    text = say(f"event {event.kind.value}", lang, a=names[event.piece], b=other)
    return text[0].upper() + text[1:]
