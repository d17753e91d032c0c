"""carrom draw: a picture of a layout or of a stroke."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import click

from carrom.cli.files import check_is_file, is_layout, layout_of
from carrom.cli.help import Command
from carrom.cli.output import NUMBER, lang_option, on_terminal, read_text, write_whole
from carrom.cli.usage import WrongUse
from carrom.drawing import animated_html, animated_svg, layout_svg, png, trace_svg
from carrom.drawing.png import NARROWEST, WIDEST
from carrom.equipment import EQUIPMENT, STANDARD, Equipment
from carrom.errors import CarromError
from carrom.i18n import either
from carrom.physics.trace import Trace
from carrom.stroke import Layout
from carrom.words import Seat

ENDINGS = (".svg", ".png", ".html")
WIDTH = 1200


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for; None where it says nothing."""

    out: Path | None
    board: str | None
    seat: Seat | None
    width: int | None
    turned: float | None
    animate: bool
    hidden: frozenset[str]
    lang: str

    @property
    def ending(self) -> str:
        return ".svg" if self.out is None else self.out.suffix.lower()


@click.command("draw", cls=Command, facts={"width": WIDTH})
@click.argument("what")
@click.option("-o", "--output", "out", type=click.Path(path_type=Path))
@click.option("--board", type=click.Choice(list(EQUIPMENT), case_sensitive=False))
@click.option("--seat", type=click.Choice([seat.value for seat in Seat], case_sensitive=False))
@click.option("--turned", type=NUMBER, metavar="DEGREES")
@click.option("--width", type=click.IntRange(NARROWEST, WIDEST))
@click.option("--animate", is_flag=True)
@click.option("--no-paths", is_flag=True)
@click.option("--no-contacts", is_flag=True)
@click.option("--no-before", is_flag=True)
@lang_option
def command(
    what: str,
    out: Path | None,
    board: str | None,
    seat: str | None,
    turned: float | None,
    width: int | None,
    animate: bool,
    no_paths: bool,
    no_contacts: bool,
    no_before: bool,
    lang: str,
) -> None:
    """Examples:

    carrom draw rosette -o rosette.svg
    carrom draw "w 0.1,0.0; b 0.0,0.2; q 0.0,0.0" -o layout.png
    carrom draw stroke.json -o stroke.html
    """
    hidden = {"paths": no_paths, "contacts": no_contacts, "before": no_before}
    wanted = Wanted(
        out,
        board,
        None if seat is None else Seat(seat),
        width,
        turned,
        animate,
        frozenset(layer for layer, left_out in hidden.items() if left_out),
        lang,
    )
    _refuse_before_reading(wanted)
    drawn = draw(read(what, wanted), wanted)
    if out is None:
        sys.stdout.buffer.write(drawn)
    else:
        write_whole(out, drawn)


def _refuse_before_reading(wanted: Wanted) -> None:
    if wanted.out is None and on_terminal():
        raise WrongUse("refused.draw.terminal")
    if wanted.ending not in ENDINGS:
        raise WrongUse("refused.draw.ending", path=str(wanted.out), endings=either(ENDINGS))
    if wanted.width is not None and wanted.ending != ".png":
        raise WrongUse("refused.draw.width")
    if wanted.animate and wanted.ending == ".png":
        raise WrongUse("refused.draw.png-moves")
    if wanted.hidden and _moves(wanted):
        raise WrongUse("refused.draw.hidden-moves", option=f"--no-{min(wanted.hidden)}")


def _moves(wanted: Wanted) -> bool:
    return wanted.animate or wanted.ending == ".html"


def read(what: str, wanted: Wanted) -> Layout | Trace:
    """What is to be drawn: a word, a layout line, or a file that holds either or a trace."""
    if is_layout(what):
        return _layout(what, wanted)
    check_is_file(what)
    text = read_text(what).strip()
    try:
        return _trace(text, wanted) if text.startswith(("{", "[")) else _layout(text, wanted)
    except CarromError as wrong:
        raise wrong.at(what) from None


def _trace(text: str, wanted: Wanted) -> Trace:
    if wanted.board is not None:
        raise WrongUse("refused.draw.board")
    if wanted.turned is not None:
        raise WrongUse("refused.draw.turned")
    return Trace.from_json(text)


def _layout(text: str, wanted: Wanted) -> Layout:
    if _moves(wanted):
        raise WrongUse("refused.draw.layout-moves")
    if wanted.hidden:
        raise WrongUse("refused.draw.hidden-layout", option=f"--no-{min(wanted.hidden)}")
    return layout_of(text, _equipment(wanted), wanted.turned)


def _equipment(wanted: Wanted) -> Equipment:
    return STANDARD if wanted.board is None else EQUIPMENT[wanted.board]


def draw(what: Layout | Trace, wanted: Wanted) -> bytes:
    """The file's bytes."""
    if isinstance(what, Layout):
        svg = layout_svg(what, _equipment(wanted), seat=wanted.seat or Seat.SOUTH, lang=wanted.lang)
    elif wanted.ending == ".html":
        return animated_html(what, seat=wanted.seat, lang=wanted.lang).encode()
    elif wanted.animate:
        svg = animated_svg(what, seat=wanted.seat, lang=wanted.lang)
    else:
        svg = trace_svg(
            what,
            seat=wanted.seat,
            paths="paths" not in wanted.hidden,
            contacts="contacts" not in wanted.hidden,
            before="before" not in wanted.hidden,
            lang=wanted.lang,
        )
    return png(svg, wanted.width or WIDTH) if wanted.ending == ".png" else f"{svg}\n".encode()
