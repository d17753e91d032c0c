"""carrom draw: a picture of a layout or of a stroke."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from carrom.cli import options
from carrom.cli.command import Command, WrongUse, current_language, first_given
from carrom.cli.files import layout_of, layout_text, write_whole
from carrom.cli.output import on_terminal
from carrom.drawing import animated_html, animated_svg, layout_svg, png, trace_svg
from carrom.drawing.picture import NARROWEST, WIDEST
from carrom.equipment import EQUIPMENT, STANDARD
from carrom.i18n import either
from carrom.physics.trace import Trace
from carrom.words import Seat

ENDINGS = (".svg", ".png", ".html")
WIDTH = 1200


@dataclass(frozen=True)
class Picture:
    """The options of the command; None where one is not given."""

    out: Path | None
    board: str | None
    seat: str | None
    turned: float | None
    width: int | None
    animate: bool
    no_paths: bool
    no_contacts: bool
    no_before: bool

    @property
    def ending(self) -> str:
        return ".svg" if self.out is None else self.out.suffix.lower()

    @property
    def moves(self) -> bool:
        return self.animate or self.ending == ".html"

    @property
    def hides(self) -> str:
        """The first option that hides a layer; empty if none does."""
        return first_given("no_before", "no_contacts", "no_paths")


@click.command("draw", cls=Command, facts={"width": WIDTH})
@click.argument("what")
@click.option("-o", "--output", "out", type=options.FILE)
@click.option("--board", type=options.BOARDS)
@click.option("--seat", type=options.SEATS)
@options.turned
@click.option("--width", type=click.IntRange(NARROWEST, WIDEST))
@click.option("--animate", is_flag=True)
@click.option("--no-paths", is_flag=True)
@click.option("--no-contacts", is_flag=True)
@click.option("--no-before", is_flag=True)
def command(what: str, **wanted: Any) -> None:
    """Examples:

    carrom draw rosette -o rosette.svg
    carrom draw "w 0.1,0.0; b 0.0,0.2; q 0.0,0.0" -o layout.png
    carrom draw stroke.json -o stroke.html
    """
    picture = Picture(**wanted)
    _check_options(picture)
    with layout_text(what) as text:
        drawn = _draw_trace(text, picture) if text.startswith(("{", "[")) else _draw_layout(text, picture)
    if picture.out is None:
        sys.stdout.buffer.write(drawn)
    else:
        write_whole(picture.out, drawn)


def _check_options(picture: Picture) -> None:
    """Refuse options that do not go together, before anything is read."""
    if picture.out is None and on_terminal():
        raise WrongUse("refused.draw.terminal")
    if picture.ending not in ENDINGS:
        raise WrongUse("refused.draw.ending", path=str(picture.out), endings=either(ENDINGS))
    if picture.width is not None and picture.ending != ".png":
        raise WrongUse("refused.draw.width")
    if picture.animate and picture.ending == ".png":
        raise WrongUse("refused.draw.png-moves")
    if picture.hides and picture.moves:
        raise WrongUse("refused.draw.hidden-moves", option=picture.hides)


def _draw_layout(text: str, picture: Picture) -> bytes:
    if picture.moves:
        raise WrongUse("refused.draw.layout-moves")
    if picture.hides:
        raise WrongUse("refused.draw.hidden-layout", option=picture.hides)
    equipment = STANDARD if picture.board is None else EQUIPMENT[picture.board]
    layout = layout_of(text, equipment, picture.turned)
    seat = Seat(picture.seat or "south")
    return _file_of(layout_svg(layout, equipment, seat=seat, lang=current_language()), picture)


def _draw_trace(text: str, picture: Picture) -> bytes:
    if picture.board is not None:
        raise WrongUse("refused.draw.board")
    if picture.turned is not None:
        raise WrongUse("refused.draw.turned")
    trace, lang = Trace.from_json(text), current_language()
    seat = None if picture.seat is None else Seat(picture.seat)
    if picture.ending == ".html":
        return animated_html(trace, seat=seat, lang=lang).encode()
    if picture.animate:
        return _file_of(animated_svg(trace, seat=seat, lang=lang), picture)
    svg = trace_svg(
        trace,
        seat=seat,
        paths=not picture.no_paths,
        contacts=not picture.no_contacts,
        before=not picture.no_before,
        lang=lang,
    )
    return _file_of(svg, picture)


def _file_of(svg: str, picture: Picture) -> bytes:
    return png(svg, picture.width or WIDTH) if picture.ending == ".png" else f"{svg}\n".encode()
