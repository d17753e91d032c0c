"""A stroke as one self-contained web page: picture, controls, script and a list of events."""

from __future__ import annotations

import json
from importlib.resources import files

from carrom.drawing import captions
from carrom.drawing.animate import SINKING
from carrom.drawing.markup import circle, element, escaped, group
from carrom.drawing.nets import in_nets, net_edge
from carrom.drawing.picture import picture, view_box
from carrom.drawing.pieces import body_and_mark, move_to, piece_kind, radius, shadow, shadows, titled
from carrom.drawing.stroke import LINES, MARK_LOOK, draw_mark, draw_path, draw_paths, marks
from carrom.drawing.tracks import fall_of
from carrom.drawing.view import View, view_of
from carrom.i18n import language, t
from carrom.physics.trace import Event, Kind, Trace
from carrom.surface import seen_from
from carrom.words import Seat

SPEEDS = (0.25, 0.5, 1.0, 2.0)

_LINGERS = SINKING  # seconds after all is over, on no clock: the last one to fall still sinks
_HALO = 4.0  # mm about a piece that a line of the list speaks of

# The page may ask nobody for anything, whatever a trace should smuggle in.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def animated_html(
    trace: Trace, *, seat: Seat | None = None, title: str | None = None, lang: str = "en"
) -> str:
    """The stroke as a page that plays it: pause, scrub, slow motion, by mouse, touch or key.

    Every moment is exact. The page does not start by itself if the reader prefers less motion.
    """
    view = view_of(trace, seat)
    heading, caption = title or t("drawing.stroke", lang), captions.stroke_caption(trace, lang)
    body = element(
        "main",
        element("header", element("h1", escaped(heading)), element("p", escaped(caption))),
        element("section", _drawing(trace, view, heading, lang), _controls(trace, lang), class_="table"),
        _events(trace, lang),
        _legend(lang),
    )
    return (
        f'<!doctype html>\n<html lang="{lang}" dir="{language(lang).direction}">\n<head>\n'
        '<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escaped(heading)}</title>\n<style>\n{_part('page.css')}</style>\n</head>\n<body>\n{body}\n"
        f'<script type="application/json" id="trace">{_data(trace, view, lang)}</script>\n'
        f"<script>\n{_part('page.js')}</script>\n</body>\n</html>\n"
    )


def _part(name: str) -> str:
    return files("carrom.drawing").joinpath(name).read_text(encoding="utf-8")


def _drawing(trace: Trace, view: View, title: str, lang: str) -> str:
    """The board and, in a second picture above it, what moves: a browser then paints the wood only once."""
    names = captions.piece_names(trace, lang)
    bodies, under, halos = [], [], []
    for index, piece in enumerate(trace.pieces):
        place = move_to(view.place(trace.start[index]))
        under.append(group(shadow(piece), id=f"shadow-{index}", transform=place))
        look = f"piece {piece_kind(piece)}"
        edge = "" if trace.rest[index] else net_edge(piece, trace.equipment, opacity=0)
        drawn = titled(names[index]) + body_and_mark(piece) + edge
        bodies.append(group(drawn, id=f"piece-{index}", class_=look, transform=place))
        halos.append(circle(0, 0, radius(piece, trace.equipment) + _HALO, id=f"halo-{index}", class_="halo"))
    moving = element(
        "svg",
        group(draw_paths(trace, view), marks(trace, view), id="paths-drawn"),
        shadows(*under),
        *bodies,
        *halos,
        viewBox=view_box(trace.equipment),
        aria_hidden="true",
    )
    board = picture(trace.equipment, view, title=title, description=captions.stroke_caption(trace, lang))
    return element("div", board, moving, class_="board")


def _controls(trace: Trace, lang: str) -> str:
    def say(key: str) -> str:
        return escaped(t(f"drawing.{key}", lang))

    speeds = "".join(
        f'<option value="{speed:g}"{" selected" if speed == 1.0 else ""}>'
        f"{captions.decimal(speed, 2, lang).rstrip('0').rstrip('.,')}×</option>"
        for speed in SPEEDS
    )
    return (
        '<div class="controls">'
        f'<button id="play" type="button" aria-pressed="false">{say("play")}</button>'
        f'<span class="scrub"><input id="time" type="range" min="0" step="any" value="0" '
        f'max="{float(trace.duration)!r}" '
        f'aria-label="{say("time")}"><output id="clock" for="time"></output></span>'
        f'<span class="choices"><label>{say("speed")} <select id="speed">{speeds}</select></label>'
        f'<label><input id="paths" type="checkbox" checked> {say("paths")}</label></span>'
        f'</div><p class="keys">{say("keys")}</p>'
    )


def _events(trace: Trace, lang: str) -> str:
    """The list of events; each entry moves the picture to its time and marks its pieces."""
    lines = [
        captions.EventLine(0.0, t("drawing.begins", lang), None, (0,), Kind.OVER, 0),
        *captions.event_lines(trace, lang),
        captions.EventLine(trace.duration, t("drawing.ends", lang), None, (), Kind.OVER, 0),
    ]
    return element(
        "section",
        element("h2", escaped(t("drawing.happened", lang))),
        element("ol", *(_entry(line, lang) for line in lines), id="events"),
        class_="events",
    )


def _entry(line: captions.EventLine, lang: str) -> str:
    clock = t("drawing.seconds", lang, n=captions.decimal(line.time, 3, lang))
    parts = [element("time", escaped(clock)), element("span", escaped(line.text))]
    if line.speed is not None:
        fast = t("drawing.metres-a-second", lang, n=captions.decimal(line.speed, 2, lang))
        parts.append(element("span", escaped(fast), class_="speed"))
    return element(
        "li",
        element("button", *parts, type="button"),
        class_="fall" if line.kind is Kind.FELL else None,
        data_time=repr(float(line.time)),
        data_pieces=" ".join(map(str, line.pieces)),
    )


def _legend(lang: str) -> str:
    """The meaning of the lines and marks, each with a sample."""
    view = View()
    shown = [(f"line.{name}", draw_path(name, [(-22.0, 0.0), (22.0, 0.0)])) for name in LINES]
    for met in (Kind.PIECES, Kind.FRAME):
        sample = Event(0.0, met, 0, 0, 2.5, 0.0, 0.0)
        shown.append((f"mark.{met}", group(draw_mark(sample, view), **MARK_LOOK)))
    items = [
        element(
            "li",
            element(
                "svg", drawn, viewBox="-26 -9 52 18", aria_hidden="true", fill="none", stroke_linecap="round"
            ),
            escaped(t(f"drawing.{key}", lang)),
        )
        for key, drawn in shown
    ]
    return element("ul", *items, class_="legend", id="legend", aria_label=t("drawing.legend", lang))


def _data(trace: Trace, view: View, lang: str) -> str:
    """The data of the script as JSON, with every number in full: rounded segments would leave gaps."""
    nets = in_nets(trace, view.seat)
    falls = [fall_of(trace, index) for index in range(len(trace.pieces))]
    told = {
        "duration": trace.duration,
        "end": trace.duration + _LINGERS,
        "sinking": SINKING,
        "right": seen_from(view.seat, (1.0, 0.0)),
        "words": {key: t(f"drawing.{key}", lang) for key in ("play", "pause")},
        "pieces": [
            {
                "start": trace.start[index],
                "flight": trace.flights[index],
                "rest": trace.rest[index],
                "fall": None
                if fall is None
                else {"time": fall.time, "net": nets[index].place, "size": nets[index].size},
            }
            for index, fall in enumerate(falls)
        ],
    }
    # Numbers and our own words only: nothing from outside could close the script early.
    return json.dumps(told, separators=(",", ":"), allow_nan=False)
