"""A stroke as one web page that needs nothing else: picture, controls, script and what happened when."""

from __future__ import annotations

import json
from importlib.resources import files

from carrom.drawing import said
from carrom.drawing.animate import SINKING, SUNKEN
from carrom.drawing.markup import element, group, words
from carrom.drawing.picture import picture, view_box
from carrom.drawing.pieces import at, body_and_mark, kind, shadow, shadows
from carrom.drawing.stroke import draw_paths
from carrom.drawing.tracks import check_trace, fall_of
from carrom.drawing.view import View
from carrom.physics.trace import Kind, Trace
from carrom.surface import pockets, seen_from
from carrom.words import Seat

SPEEDS = (0.25, 0.5, 1.0, 2.0)

_LINGERS = 2.0 * SINKING  # seconds after the last event: the last one to fall still sinks

# The page may ask nobody for anything, whatever a trace should smuggle in.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def animated_html(
    trace: Trace, *, seat: Seat | None = None, title: str | None = None, lang: said.Language = "en"
) -> str:
    """The stroke as a page that plays it: pause, scrub, slow motion, by mouse, touch or key.

    The script evaluates the trace's segments in closed form, so that every moment is exact. It does not
    start by itself where the reader asked for less motion.
    """
    check_trace(trace)
    view = View(trace.aim.seat if seat is None else seat)
    heading = title or said.say("stroke", lang)
    body = element(
        "main",
        element("header", element("h1", words(heading)), element("p", words(said.of_stroke(trace, lang)))),
        element("section", _drawing(trace, view, heading, lang), _controls(trace, lang), class_="table"),
        _events(trace, lang),
    )
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{words(heading)}</title>\n<style>\n{_part('page.css')}</style>\n</head>\n<body>\n{body}\n"
        f'<script type="application/json" id="trace">{_data(trace, view, lang)}</script>\n'
        f"<script>\n{_part('page.js')}</script>\n</body>\n</html>\n"
    )


def _part(name: str) -> str:
    return files("carrom.drawing").joinpath(name).read_text(encoding="utf-8")


def _drawing(trace: Trace, view: View, title: str, lang: said.Language) -> str:
    """Two pictures, one on the other: a browser then paints the wood only once."""
    bodies, under = [], []
    for index, piece in enumerate(trace.pieces):
        place = at(view.place(trace.start[index]))
        under.append(group(shadow(piece), id=f"shadow-{index}", transform=place))
        look = f"piece {kind(piece)}"
        bodies.append(group(body_and_mark(piece), id=f"piece-{index}", class_=look, transform=place))
    moving = element(
        "svg",
        group(draw_paths(trace, view), id="paths-drawn"),
        shadows(*under),
        *bodies,
        viewBox=view_box(trace.equipment),
        aria_hidden="true",
    )
    board = picture(trace.equipment, view, title=title, description=said.of_stroke(trace, lang))
    return element("div", board, moving, class_="board")


def _controls(trace: Trace, lang: said.Language) -> str:
    def say(key: str) -> str:
        return words(said.say(key, lang))

    speeds = "".join(
        f'<option value="{speed:g}"{" selected" if speed == 1.0 else ""}>'
        f"{said.decimal(speed, 2, lang).rstrip('0').rstrip('.,')}×</option>"
        for speed in SPEEDS
    )
    return (
        '<div class="controls">'
        f'<button id="play" type="button" aria-pressed="false">{say("play")}</button>'
        f'<span class="scrub"><input id="time" type="range" min="0" step="any" value="0" '
        f'max="{float(trace.duration + _LINGERS)!r}" '
        f'aria-label="{say("time")}"><output id="clock" for="time"></output></span>'
        f'<span class="choices"><label>{say("speed")} <select id="speed">{speeds}</select></label>'
        f'<label><input id="paths" type="checkbox"> {say("paths")}</label></span>'
        f'</div><p class="keys">{say("keys")}</p>'
    )


def _events(trace: Trace, lang: said.Language) -> str:
    """The list of what happened; each entry takes the picture there."""
    names = said.names_of(trace, lang)
    happened = [(0.0, said.say("begins", lang), False)]
    happened += [
        (event.time, text, event.kind is Kind.FELL)
        for event in trace.events
        if (text := said.of_event(event, names, lang)) is not None
    ]
    happened.append((trace.duration, said.say("ends", lang), False))
    entries = [_entry(time, text, fell, lang) for time, text, fell in happened]
    return element(
        "section",
        element("h2", words(said.say("happened", lang))),
        element("ol", *entries, id="events"),
        class_="events",
    )


def _entry(time: float, text: str, fell: bool, lang: said.Language) -> str:
    clock = said.say("seconds", lang, n=said.decimal(time, 2, lang))
    button = element("button", element("time", words(clock)), element("span", words(text)), type="button")
    return element("li", button, class_="fall" if fell else None, data_time=repr(float(time)))


def _data(trace: Trace, view: View, lang: said.Language) -> str:
    """What the script needs, with every number in full: rounded segments would leave gaps."""
    holes = pockets(trace.equipment.board)
    falls = [fall_of(trace, index) for index in range(len(trace.pieces))]
    told = {
        "duration": trace.duration,
        "end": trace.duration + _LINGERS,
        "sinking": SINKING,
        "sunken": SUNKEN,
        "right": seen_from(view.seat, (1.0, 0.0)),
        "words": {key: said.say(key, lang) for key in ("play", "pause")},
        "pieces": [
            {
                "start": trace.start[index],
                "flight": trace.flights[index],
                "rest": trace.rest[index],
                "fall": None if fall is None else {"time": fall.time, "pocket": holes[fall.other]},
            }
            for index, fall in enumerate(falls)
        ],
    }
    # Numbers and our own words only: nothing from outside could close the script early.
    return json.dumps(told, separators=(",", ":"), allow_nan=False)
