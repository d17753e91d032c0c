"""Draw a field of ours beside people: three figures with their intervals, and the coins that were left."""

from __future__ import annotations

from collections.abc import Sequence

from tools.people import COUNTED, Check, Tally, people_shares

from carrom.drawing.chart import chart, rule, text
from carrom.drawing.markup import element
from carrom.estimate import Estimate

WIDTH, MARGIN = 760.0, 28.0
LEFT, RIGHT = 250.0, 560.0  # where the lines of the three figures begin and end
ROW = 52.0
BARS = 210.0
BAR = 26.0
PEOPLE, OURS = ("lost", "other"), ("won", "bar")
"""The classes of a filled shape and of a line."""


def people_svg(tally: Tally, name: str) -> str:
    """The picture of a field by that name."""
    title = "A field of ours beside the people of a national final"
    under = f"{name}, {tally.decided} boards, and {COUNTED} of people; lines are 95 % intervals"
    parts = [
        text(title, MARGIN, 38.0, "text", font_size=18.0, font_weight="600"),
        text(under, MARGIN, 60.0, "soft"),
        *_legend(88.0),
    ]
    top = 104.0
    for check in tally.checks()[:3]:
        parts += _figure(check, top)
        top += ROW
    drawn, bottom = _distribution(people_shares(), tally.shares, top + 30.0)
    return chart(title, under, WIDTH, bottom + MARGIN, *parts, *drawn)


def _legend(y: float) -> list[str]:
    parts = []
    for x, word, (filled, _) in ((MARGIN, "people", PEOPLE), (MARGIN + 90.0, "ours", OURS)):
        parts.append(element("rect", x=x, y=y - 10.0, width=11.0, height=11.0, rx=2.0, class_=filled))
        parts.append(text(word, x + 17.0, y, "soft"))
    return parts


def _figure(check: Check, top: float) -> list[str]:
    """A figure on a scale of its own: the people's interval above, ours below."""
    assert check.people is not None
    both = (Estimate(check.people, check.low, check.high), check.measured)
    low, high = min(each.low for each in both), max(each.high for each in both)

    def across(value: float) -> float:
        return LEFT + (value - low) / (high - low) * (RIGHT - LEFT)

    parts = [text(check.name, MARGIN, top + 27.0, "text")]
    for estimate, (filled, line), y in zip(both, (PEOPLE, OURS), (top + 14.0, top + 32.0), strict=True):
        parts.append(rule(across(estimate.low), y, across(estimate.high), y, line, 3.0))
        parts.append(element("circle", cx=across(estimate.value), cy=y, r=5.5, class_=filled))
        digits = 2 if high < 10.0 else 1
        value, least, most = (f"{each:.{digits}f}" for each in (estimate.value, estimate.low, estimate.high))
        written = f"{value} [{least}, {most}]"
        parts.append(text(written, WIDTH - MARGIN, y + 4.5, "text", text_anchor="end"))
    return parts


def _distribution(
    people: Sequence[Estimate], ours: Sequence[Estimate], top: float
) -> tuple[list[str], float]:
    """Two bars for each number of coins; returns the bottom as well."""
    left, bottom = MARGIN + 30.0, top + 18.0 + BARS
    highest = max(each.high for each in (*people, *ours))
    each_wide = (WIDTH - MARGIN - left) / len(people)

    def up(share: float) -> float:
        return bottom - share / highest * BARS

    parts = [text("Boards with so many coins left to the loser, %", MARGIN, top, "soft")]
    for tick in range(0, int(highest) + 1, 10):
        parts.append(rule(left, up(tick), WIDTH - MARGIN, up(tick), "line"))
        parts.append(text(str(tick), left - 8.0, up(tick) + 4.0, "soft", text_anchor="end", font_size=12.0))
    for place, pair in enumerate(zip(people, ours, strict=True)):
        middle = left + each_wide * (place + 0.5)
        for share, (filled, _), x in zip(
            pair, (PEOPLE, OURS), (middle - BAR - 1.0, middle + 1.0), strict=True
        ):
            y = up(share.value)
            parts.append(element("rect", x=x, y=y, width=BAR, height=bottom - y, class_=filled))
            parts.append(rule(x + BAR / 2.0, up(share.low), x + BAR / 2.0, up(share.high), "ink", 1.4))
        parts.append(text(str(place + 1), middle, bottom + 18.0, "soft", text_anchor="middle"))
    return parts, bottom + 18.0
