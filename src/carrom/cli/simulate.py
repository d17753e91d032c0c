"""carrom simulate: one stroke on the simulated table, told in words or given as a trace."""

from dataclasses import replace
from math import degrees, radians, remainder
from typing import Any

import click

from carrom.cli import options
from carrom.cli.command import Command, WrongUse, current_language, first_given
from carrom.cli.files import read_layout, read_profile, refusals_name
from carrom.cli.output import decimal, patience, phrase, say, say_phrase
from carrom.drawing.captions import event_lines, piece_names
from carrom.equipment import EQUIPMENT, Equipment
from carrom.i18n import Message, listed
from carrom.physics import Trace, report, simulate, warm_up
from carrom.physics.trace import CONTACTS
from carrom.stroke import Aim
from carrom.words import Coin, Seat

SHOWN = 8  # events told without --all


@click.command("simulate", cls=Command)
@click.argument("layout", default="rosette")
@click.argument("aim", required=False)
@options.seat
@click.option("--x", type=options.NUMBER, default=0.0, metavar="METRES")
@click.option("--angle", type=options.NUMBER, default=90.0, metavar="DEGREES")
@click.option("--speed", type=options.NUMBER, metavar="M/S")
@click.option("--power", type=options.NUMBER, metavar="PERCENT")
@options.turned
@options.board
@options.profile
@click.option("--no-spin", is_flag=True)
@click.option("--all", "everything", is_flag=True)
@click.option("--layout-only", is_flag=True)
@options.json
def command(
    layout: str,
    aim: str | None,
    turned: float | None,
    board: str,
    profile: str,
    no_spin: bool,
    everything: bool,
    layout_only: bool,
    as_json: bool,
    **stroke: Any,
) -> None:
    """Examples:

    carrom simulate rosette --angle 91 --power 90
    carrom simulate "b 0.1,0.25; q 0.0,0.0" --x 0.05 --angle 80 --speed 3
    carrom simulate rosette "south x 0.01, angle 89°, speed 6.0" --json > hit.json
    """
    if as_json and layout_only:
        raise WrongUse("refused.simulate.json-or-layout")
    pace = read_profile(profile)
    table = replace(EQUIPMENT[board], pace=replace(pace, spin=pace.spin and not no_spin))
    start = read_layout(layout, table, turned)
    struck = _aim_of_options(table, **stroke) if aim is None else _aim_of_text(aim, tuple(stroke))
    with patience(phrase("simulate.preparing")):
        warm_up()
    trace = simulate(start, struck, table)
    if as_json:
        click.echo(trace.to_json())
    elif layout_only:
        click.echo(str(trace.after))
    else:
        _tell(trace, everything)


def _aim_of_text(text: str, options: tuple[str, ...]) -> Aim:
    if option := first_given(*options):
        raise WrongUse("refused.simulate.aim-says-it", aim=text, option=option)
    with refusals_name(Message("aim")):
        return Aim.parse(text)


def _aim_of_options(
    table: Equipment, seat: str, x: float, angle: float, speed: float | None, power: float | None
) -> Aim:
    if speed is not None and power is not None:
        raise WrongUse("refused.simulate.speed-or-power")
    if power is not None:
        if not 0.0 < power <= 100.0:
            raise WrongUse("refused.simulate.power", power=power)
        speed = table.pace.full_force * power / 100.0
    elif speed is not None:
        options.check_speed(speed)
    speed = table.pace.full_force if speed is None else speed
    return Aim(Seat(seat), x, radians(remainder(angle, 360.0)), speed)


def _tell(trace: Trace, everything: bool) -> None:
    """Describe the stroke: its beginning, its contacts, what fell and what is left."""
    lang = current_language()
    names = piece_names(trace, lang)
    say(_beginning(trace))
    rows = event_lines(trace, lang, every=everything)
    # Without --all: how it begins, and whatever falls.
    first = len(rows) if everything else SHOWN
    shown = [row for number, row in enumerate(rows) if number < first or row.kind not in CONTACTS]
    for row in shown:
        speed = "" if row.speed is None else f"  {decimal(row.speed, 2)} m/s"
        say(f"  {decimal(row.time, 3)} s  {row.text}{speed}")
    if len(shown) < len(rows):
        say_phrase("simulate.more", n=len(rows) - len(shown))
    if not rows:
        say_phrase("simulate.nothing-met")
    fell = ", ".join(names[fall.piece] for fall in trace.falls)
    say_phrase("simulate.fell" if fell else "simulate.none-fell", pieces=fell)
    facts = report(trace)
    if not facts.touched:
        say_phrase("simulate.missed")
    after = trace.after
    left = [phrase(f"simulate.{coin}", n=after.count(coin)) for coin in Coin if after.count(coin)]
    coins = listed(left, lang) if left else phrase("simulate.no-coin")
    say_phrase("simulate.rest", seconds=decimal(trace.duration, 2), coins=coins)
    say_phrase("simulate.report", report=str(facts))
    say_phrase("simulate.hash", hash=trace.hash[:16], engine=str(trace.engine))


def _beginning(trace: Trace) -> str:
    """Who strikes how fast, from where and in which direction, and on what table."""
    aim, pace = trace.aim, trace.equipment.pace
    place = "middle" if aim.x == 0.0 else "right" if aim.x > 0.0 else "left"
    turn = remainder(degrees(aim.angle) - 90.0, 360.0)
    way = "ahead" if abs(turn) < 1e-9 else "to-left" if turn > 0.0 else "to-right"
    struck = phrase(
        f"simulate.begins.{aim.seat}",
        speed=decimal(aim.speed, 2),
        place=phrase(f"simulate.place.{place}", off=decimal(abs(1000.0 * aim.x), 1)),
        way=phrase(f"simulate.way.{way}", turn=decimal(abs(turn), 1)),
    )
    spin = phrase("simulate.spin" if pace.spin else "simulate.no-spin")
    return f"{struck} {phrase('simulate.table', profile=pace.name, spin=spin)}"
