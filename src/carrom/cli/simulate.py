"""carrom simulate: one stroke on the simulated table, told in words or given as a trace."""

from __future__ import annotations

from dataclasses import replace
from math import degrees, radians, remainder

import click

from carrom.cli.files import read_layout
from carrom.cli.help import Command
from carrom.cli.output import NUMBER, json_option, lang_option, patience, say
from carrom.cli.profile import read_profile
from carrom.cli.usage import WrongUse, first_given
from carrom.drawing.said import Told, decimal, names_of, of_event, told
from carrom.equipment import EQUIPMENT, Equipment
from carrom.errors import CarromError
from carrom.i18n import Message, listed, t
from carrom.pace import FASTEST
from carrom.physics import Trace, report, simulate, warm_up
from carrom.physics.trace import CONTACTS
from carrom.stroke import Aim
from carrom.words import Coin, Seat

SHOWN = 8  # events told without --all
SEATS = click.Choice([seat.value for seat in Seat], case_sensitive=False)
BOARDS = click.Choice(list(EQUIPMENT), case_sensitive=False)


@click.command("simulate", cls=Command)
@click.argument("layout", default="rosette")
@click.argument("aim", required=False)
@click.option("--seat", type=SEATS, default="south", show_default=True)
@click.option("--x", type=NUMBER, default=0.0, metavar="METRES")
@click.option("--angle", type=NUMBER, default=90.0, metavar="DEGREES")
@click.option("--speed", type=NUMBER, metavar="M/S")
@click.option("--power", type=NUMBER, metavar="PERCENT")
@click.option("--turned", type=NUMBER, metavar="DEGREES")
@click.option("--board", type=BOARDS, default="modern", show_default=True)
@click.option("--profile", default="club", show_default=True)
@click.option("--no-spin", is_flag=True)
@click.option("--all", "everything", is_flag=True)
@click.option("--layout-only", is_flag=True)
@lang_option
@json_option
def command(
    layout: str,
    aim: str | None,
    seat: str,
    x: float,
    angle: float,
    speed: float | None,
    power: float | None,
    turned: float | None,
    board: str,
    profile: str,
    no_spin: bool,
    everything: bool,
    layout_only: bool,
    lang: str,
    as_json: bool,
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
    stroke = _aim(aim, seat, x, angle, _speed(speed, power, table))
    with patience(t("simulate.preparing", lang)):
        warm_up()
    trace = simulate(start, stroke, table)
    if as_json:
        click.echo(trace.to_json())
    elif layout_only:
        click.echo(str(trace.after))
    else:
        _tell(trace, lang, everything)


def _speed(speed: float | None, power: float | None, table: Equipment) -> float:
    if speed is not None and power is not None:
        raise WrongUse("refused.simulate.speed-or-power")
    if power is not None:
        if not 0.0 < power <= 100.0:
            raise WrongUse("refused.simulate.power", power=power)
        return table.pace.full_force * power / 100.0
    if speed is not None and not 0.0 < speed <= FASTEST:
        raise WrongUse("refused.simulate.speed", speed=speed, most=FASTEST)
    return table.pace.full_force if speed is None else speed


def _aim(text: str | None, seat: str, x: float, angle: float, speed: float) -> Aim:
    if text is not None:
        if option := first_given("seat", "x", "angle", "speed", "power"):
            raise WrongUse("refused.simulate.aim-says-it", aim=text, option=option)
        try:
            return Aim.parse(text)
        except CarromError as wrong:
            raise wrong.at(Message("aim")) from None
    return Aim(Seat(seat), x, radians(remainder(angle, 360.0)), speed)


def _tell(trace: Trace, lang: str, everything: bool) -> None:
    """The stroke in words: how it began, what met what, what fell, what is left."""
    names = names_of(trace, lang)
    say(_beginning(trace, lang))
    rows = _every_event(trace, lang) if everything else told(trace, lang)
    # Without --all: how it begins, and whatever falls.
    shown = [
        row for number, row in enumerate(rows) if everything or number < SHOWN or row.kind not in CONTACTS
    ]
    for row in shown:
        speed = "" if row.speed is None else f"  {decimal(row.speed, 2, lang)} m/s"
        say(f"  {decimal(row.time, 3, lang)} s  {row.text}{speed}")
    if len(shown) < len(rows):
        say(t("simulate.more", lang, n=len(rows) - len(shown)))
    if not rows:
        say(t("simulate.nothing-met", lang))
    fell = [names[fall.piece] for fall in trace.falls]
    say(t("simulate.fell", lang, pieces=", ".join(fell)) if fell else t("simulate.none-fell", lang))
    facts = report(trace)
    if not facts.touched:
        say(t("simulate.missed", lang))
    after = trace.after
    left = [t(f"simulate.{coin}", lang, n=after.count(coin)) for coin in Coin if after.count(coin)]
    coins = listed(left, lang) if left else t("simulate.no-coin", lang)
    say(t("simulate.rest", lang, seconds=decimal(trace.duration, 2, lang), coins=coins))
    say(t("simulate.report", lang, report=str(facts)))
    say(t("simulate.hash", lang, hash=trace.hash[:16], engine=str(trace.engine)))


def _every_event(trace: Trace, lang: str) -> list[Told]:
    names = names_of(trace, lang)
    texts = [(event, of_event(event, names, lang)) for event in trace.events]
    return [
        Told(event.time, text, event.speed if event.kind in CONTACTS else None, (), event.kind, 0)
        for event, text in texts
        if text is not None
    ]


def _beginning(trace: Trace, lang: str) -> str:
    """Who strikes how fast, from where and in which direction, and on what table."""
    aim, table = trace.aim, trace.equipment
    off = decimal(abs(1000.0 * aim.x), 1, lang)
    place = "middle" if aim.x == 0.0 else "right" if aim.x > 0.0 else "left"
    turn = remainder(degrees(aim.angle) - 90.0, 360.0)
    way = "ahead" if abs(turn) < 1e-9 else "to-left" if turn > 0.0 else "to-right"
    struck = t(
        f"simulate.begins.{aim.seat}",
        lang,
        speed=decimal(aim.speed, 2, lang),
        place=t(f"simulate.place.{place}", lang, off=off),
        way=t(f"simulate.way.{way}", lang, turn=decimal(abs(turn), 1, lang)),
    )
    spin = t("simulate.spin" if table.pace.spin else "simulate.no-spin", lang)
    return f"{struck} {t('simulate.table', lang, profile=table.pace.name, spin=spin)}"
