"""A hand at the board: strokes looked for on the simulated table, and made by mouse, finger or keys.

The page plays on the same simulated table, so a stroke that was found here does there what it did here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import atan2, cos, degrees, hypot, pi, radians, sin
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.browser.visitor import Visitor

from carrom.equipment import STANDARD
from carrom.physics import simulate_many
from carrom.stroke import Aim, Layout
from carrom.surface import Point, band_middle, pockets, seen_from, turned_to
from carrom.words import Coin, Seat

Fell = tuple[str, ...]
Wanted = Callable[[Fell], bool]

FULL_PULL, STEEP = 0.143, 1.5  # metres, and how force grows with them; board/pull.js
RIM = STANDARD.striker.diameter / 2
APART = RIM + STANDARD.coins.diameter / 2
FULL_FORCE = STANDARD.pace.full_force
HANDHELD: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "has_touch": True,
    "is_mobile": True,
}
WIDEST = radians(35)  # from the base line; a drag nearer to it would place the striker

HANGING = "w 0.329,0.329; w -0.329,0.329; w 0.2,0.25; b 0.2,-0.05; b -0.2,0.05; b 0.02,0.18"
THREE_A_SIDE = "white on strike, 3 white, 3 black, queen covered by white"


def practice(layout: str, standing: str, **more: str) -> str:
    """The way to a board that is set up."""
    return "/practice?" + urlencode({"layout": layout, "standing": standing} | more)


def pocketing(coin: Coin) -> Wanted:
    """Coins of that kind fall, and nothing else."""
    return lambda fell: set(fell) == {str(coin)}


def losing_the_striker(fell: Fell) -> bool:
    return fell == ("striker",)


def doing_nothing(fell: Fell) -> bool:
    return not fell


def layout_of(table: Any) -> Layout:
    return Layout.parse(
        "; ".join(f"{each['coin'][0]} {each['x']!r},{each['y']!r}" for each in table["layout"])
    )


def asked(table: Any) -> Any:
    """The player the table waits for."""
    return next(each for each in table["players"] if each["name"] in table["asks"]["players"])


def played_out(table: Any, aims: Iterable[Aim]) -> Iterator[tuple[Aim, Fell]]:
    """What falls at each of these strokes."""
    tried, layout = tuple(aims), layout_of(table)
    names = ["striker", *(str(placed.coin) for placed in layout.coins)]
    came = simulate_many(layout, tried, threads=1)
    return ((aim, tuple(names[piece] for piece in came.fell(i))) for i, aim in enumerate(tried))


def first_that(table: Any, aims: Iterable[Aim], wanted: Wanted) -> Aim | None:
    """The first of these strokes that does what is wanted."""
    return next((aim for aim, fell in played_out(table, aims) if wanted(fell)), None)


def likely(table: Any, at: Iterable[float] | None = None) -> Iterator[Aim]:
    """Strokes at every coin towards every pocket, and straight into the pockets; the softer ones first."""
    seat = Seat(asked(table)["seat"])
    layout, board = layout_of(table), STANDARD.board
    places = tuple(at) if at is not None else tuple(_spread(table["places"]))
    for power, along in product((0.2, 0.3, 0.4), places):
        for pocket in (seen_from(seat, each) for each in pockets(board)):
            ends = [pocket, *(_behind(seen_from(seat, coin.point), pocket) for coin in layout.coins)]
            for right, ahead in ends:
                angle = atan2(ahead + band_middle(board), right - along)
                if WIDEST < angle < pi - WIDEST:
                    yield Aim(seat, along, angle, power * FULL_FORCE)


def _spread(spans: Iterable[tuple[float, float]]) -> Iterator[float]:
    for low, high in spans:
        count = max(1, round((high - low) / 0.02))
        yield from (low + (high - low) * step / count for step in range(count + 1))


def _behind(coin: Point, pocket: Point) -> Point:
    """Where the striker has to arrive to send a coin there."""
    far = hypot(pocket[0] - coin[0], pocket[1] - coin[1])
    return (
        coin[0] - APART * (pocket[0] - coin[0]) / far,
        coin[1] - APART * (pocket[1] - coin[1]) / far,
    )


@dataclass(frozen=True)
class Board:
    """The board in the window, seen from above: where its middle is, and pixels for a metre."""

    middle: Point
    scale: float
    seat: Seat

    @classmethod
    def of(cls, who: Visitor) -> Board:
        middle, beside, seat = who.sees(
            "((board) => [board.clientPoint(0, 0), board.clientPoint(0.1, 0), board.seat])(carrom.board)"
        )
        far = hypot(beside["x"] - middle["x"], beside["y"] - middle["y"])
        return cls((middle["x"], middle["y"]), far / 0.1, Seat(seat))

    def pixel(self, point: Point) -> Point:
        right, ahead = seen_from(self.seat, point)
        return self.middle[0] + right * self.scale, self.middle[1] - ahead * self.scale

    def striker(self, seat: Seat, along: float) -> Point:
        return self.pixel(turned_to(seat, (along, -band_middle(STANDARD.board))))

    def pulled(self, seat: Seat, along: float, to: Point) -> Aim:
        """The stroke of a pull that ends on a pixel, for a player who sits below."""
        assert seat is self.seat
        x, y = self.striker(seat, along)
        right, ahead = (to[0] - x) / self.scale, (y - to[1]) / self.scale
        power = min((hypot(right, ahead) - RIM) / (FULL_PULL - RIM), 1.0) ** STEEP
        return Aim(seat, along, atan2(-ahead, -right), power * FULL_FORCE)

    def pull_for(self, aim: Aim) -> Point:
        x, y = self.striker(aim.seat, aim.x)
        far = self.scale * (RIM + (FULL_PULL - RIM) * (aim.speed / FULL_FORCE) ** (1 / STEEP))
        return round(x - far * cos(aim.angle)), round(y + far * sin(aim.angle))

    def pulls_near(self, aim: Aim) -> dict[Aim, Point]:
        """A mouse stands on whole pixels: the strokes about this one that it can make."""
        x, y = self.pull_for(aim)
        ends = sorted(product(range(-4, 5), repeat=2), key=lambda step: hypot(*step))
        return {self.pulled(aim.seat, aim.x, end): end for end in ((x + dx, y + dy) for dx, dy in ends)}


def held(who: Visitor, table: Any) -> Aim:
    """The aim as the page holds it."""
    aim = who.sees("carrom.screen.aim")
    return Aim(Seat(asked(table)["seat"]), aim["x"], aim["angle"], aim["power"] * FULL_FORCE)


def looked_for(table: Any, wanted: Wanted) -> Aim:
    """A stroke to do what is wanted; where there is none, a soft one."""
    found = first_that(table, likely(table), wanted) or first_that(table, likely(table), doing_nothing)
    assert found is not None, table["layout"]
    return found


def drags(who: Visitor, start: Point, end: Point) -> None:
    """By mouse, in a few steps; the button is still down."""
    who.page.mouse.move(*start)
    who.page.mouse.down()
    who.page.mouse.move(*end, steps=4)


def strikes_by_mouse(who: Visitor, wanted: Wanted) -> Any:
    """The striker dragged along its line, pulled back, and let go; gives the table after it."""
    table = who.table
    aim = looked_for(table, wanted)
    board = Board.of(who)
    drags(who, board.striker(aim.seat, held(who, table).x), board.striker(aim.seat, aim.x))
    who.page.mouse.up()
    here = replace(aim, x=held(who, table).x)
    pulls = board.pulls_near(here)
    exact = first_that(table, pulls, wanted) or next(iter(pulls))
    drags(who, board.striker(aim.seat, here.x), pulls[exact])
    shown = held(who, table)
    who.page.mouse.up()

    assert (shown.angle, shown.speed) == (_near(exact.angle), _near(exact.speed))
    return came_of(who, table, shown)


def came_of(who: Visitor, table: Any, aim: Aim) -> Any:
    """The table after a stroke, and the board of the page with it: what fell there is what falls here."""
    after = who.rests(table["v"] + 1)
    line = next(each for each in lines_of(who) if each["v"] == table["v"] + 1)
    ((_, fell),) = played_out(table, [aim])
    # At one moment: a computer player may be at its next stroke already.
    drawn, lying = who.sees("[carrom.board.coins, carrom.state().layout]")

    assert line["kind"] == "struck"
    assert (line["aim"]["x"], line["aim"]["angle"]) == (_near(aim.x), _near(aim.angle))
    assert tuple(line["pocketed"]) == fell
    assert drawn == lying
    return after


def lines_of(who: Visitor) -> Any:
    """Every entry the page knows, in order."""
    return who.sees("[...carrom.screen.log.lines.values()].sort((a, b) => a.v - b.v)")


def _near(value: float) -> Any:
    return pytest.approx(value, abs=1e-6)


def strikes_by_keys(who: Visitor, wanted: Wanted) -> Any:
    """Arrows place and give power, comma and full stop aim, Enter strikes; gives the table after it."""
    table = who.table
    aim = looked_for(table, wanted)
    start = held(who, table)
    _steps(who, round(1000 * (aim.x - start.x)), ("ArrowLeft", "ArrowRight"))
    here = held(who, table)
    grid = _by_keys(here, replace(aim, x=here.x))
    exact = first_that(table, grid, wanted) or next(iter(grid))
    power, fine = grid[exact]
    coarse, rest = divmod(abs(fine), 5)
    way = "Comma" if fine > 0 else "Period"
    for key, times in ((way, coarse), (f"Shift+{way}", rest)):
        for _ in range(times):
            who.page.keyboard.press(key)
    for _ in range(abs(power)):
        who.page.keyboard.press("ArrowUp" if power > 0 else "ArrowDown")
    shown = held(who, table)
    assert (shown.angle, shown.speed) == (_near(exact.angle), _near(exact.speed))
    who.page.keyboard.press("Enter")
    return came_of(who, table, shown)


def _steps(who: Visitor, steps: int, keys: tuple[str, str]) -> None:
    """Ten at a time with Shift, then one at a time."""
    key = keys[steps > 0]
    tens, ones = divmod(abs(steps), 10)
    for _ in range(tens):
        who.page.keyboard.press(f"Shift+{key}")
    for _ in range(ones):
        who.page.keyboard.press(key)


def _by_keys(here: Aim, aim: Aim) -> dict[Aim, tuple[int, int]]:
    """Strokes the keys can make about this one: hundredths of full force and tenths of a degree from here."""
    power = round(100 * (aim.speed - here.speed) / FULL_FORCE)
    turn = round(10 * degrees(aim.angle - here.angle))
    turns = [turn + step for step in sorted(range(-20, 21), key=abs)]
    speed = here.speed + power * FULL_FORCE / 100
    return {replace(here, angle=here.angle + each * pi / 1800, speed=speed): (power, each) for each in turns}


class Glass:
    """Fingers on a touch screen; one that is not lifted stays."""

    def __init__(self, who: Visitor) -> None:
        self._session = who.context.new_cdp_session(who.page)
        self._fingers: tuple[Point, ...] = ()

    def _touch(self, kind: str, *fingers: Point) -> None:
        self._fingers = fingers
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def down(self, at: Point) -> None:
        """One more finger."""
        self._touch("touchStart", *self._fingers, at)

    def moves(self, to: Point) -> None:
        """The first finger, in a few steps."""
        (x, y), *others = self._fingers
        for part in (0.25, 0.5, 0.75, 1.0):
            self._touch("touchMove", (x + part * (to[0] - x), y + part * (to[1] - y)), *others)

    def up(self) -> None:
        """Every finger."""
        self._touch("touchEnd")

    def taken(self) -> None:
        """The system takes the touch away, as for a call."""
        self._touch("touchCancel")

    def drags(self, start: Point, end: Point) -> None:
        """One finger from here to there, and off the glass."""
        self.down(start)
        self.moves(end)
        self.up()


def strikes_by_touch(who: Visitor, wanted: Wanted) -> Any:
    """The striker dragged along its line by a finger, pulled back, and let go; gives the table after it."""
    glass = Glass(who)
    table = who.table
    aim = looked_for(table, wanted)
    board = Board.of(who)
    glass.drags(board.striker(aim.seat, held(who, table).x), board.striker(aim.seat, aim.x))
    here = replace(aim, x=held(who, table).x)
    pulls = board.pulls_near(here)
    exact = first_that(table, pulls, wanted) or next(iter(pulls))
    glass.down(board.striker(aim.seat, here.x))
    glass.moves(pulls[exact])
    shown = held(who, table)
    glass.up()

    assert (shown.angle, shown.speed) == (_near(exact.angle), _near(exact.speed))
    return came_of(who, table, shown)
