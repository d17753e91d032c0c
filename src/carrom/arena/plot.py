"""Draw a run as SVG: Elo with its intervals, and the outcomes of the pairs."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, inf, isfinite, log10

from carrom.arena.elo import OUTCOMES, PairScores
from carrom.arena.summary import Meeting, Summary
from carrom.drawing.chart import chart, rule, text
from carrom.drawing.markup import element, group, points
from carrom.estimate import Estimate
from carrom.i18n import t

_WIDTH = 760.0
_MARGIN = 28.0
_ROW = 34.0
_RUN_HEIGHT = 220.0
_LETTER = 8.2  # approximate width of a letter of a label
_TITLE = 18.0
_BOLD = 0.7  # approximate width of a letter of the title, relative to its size
_MOST_DRAWN = 400  # points of a running line
_SETTLED = 10  # pairs before which the estimate means little
_LONGEST = 22  # letters of a name
_BEYOND = 200.0  # Elo that is shown of an infinite interval

_CLASSES = ("lost", "less", "even", "more", "won")
_INK = ("on-dark", "on-light", "on-light", "on-light", "on-dark")


def summary_svg(summary: Summary, title: str, under: str, lang: str = "en") -> str:
    """The picture of a run of pairs."""
    names = _shortened([player.name for player in summary.players])
    labels = [f"{names[meeting.a]} – {names[meeting.b]}" for meeting in summary.meetings]
    left = _MARGIN + 14.0 + _LETTER * max(map(len, labels))
    size = min(_TITLE, (_WIDTH - 2.0 * _MARGIN) / (_BOLD * max(1, len(title))))
    parts = [
        text(title, _MARGIN, 38.0, "text", font_size=size, font_weight="600"),
        text(under, _MARGIN, 60.0, "soft"),
    ]
    top = 92.0
    if len(summary.meetings) == 1 and len(summary.meetings[0].halves) >= _SETTLED:
        drawn, top = _running(summary.meetings[0], top, lang)
    else:
        rows = list(zip(labels, (meeting.scores.elo for meeting in summary.meetings), strict=True))
        if summary.ratings is not None:
            rows = sorted(zip(names, summary.ratings.elo, strict=True), key=lambda row: -row[1].value)
        drawn, top = _forest(rows, left, top, t("arena.plot.elo", lang))
    parts += drawn
    drawn, top = _outcomes(summary.meetings, labels, left, top, lang)
    parts += drawn
    height = top + _MARGIN - 8.0
    return chart(title, under, _WIDTH, height, *parts)


def _shortened(names: Sequence[str]) -> list[str]:
    """Names short enough for a label; they get numbers if two would look alike."""
    short = [
        name if len(name) <= _LONGEST else f"{name[: _LONGEST // 2]}…{name[1 - _LONGEST // 2 :]}"
        for name in names
    ]
    alike = len(set(short)) < len(set(names))
    return [f"{number} {name}" for number, name in enumerate(short, 1)] if alike else short


class _Scale:
    """Converts values to pixels between `start` and `end`, and has round numbers for the axis."""

    def __init__(self, values: Sequence[float], start: float, end: float) -> None:
        known = [0.0, *(value for value in values if isfinite(value))]
        low = min(known) - (_BEYOND if -inf in values else 0.0)
        high = max(known) + (_BEYOND if inf in values else 0.0)
        margin = max(0.06 * (high - low), 10.0)
        self._low, self._high, self._start, self._end = low - margin, high + margin, start, end

    def __call__(self, value: float) -> float:
        inside = min(max(value, self._low), self._high)
        return self._start + (inside - self._low) / (self._high - self._low) * (self._end - self._start)

    @property
    def ticks(self) -> list[float]:
        about = (self._high - self._low) / 6.0
        power = 10.0 ** floor(log10(about))
        step = power * next(step for step in (1.0, 2.0, 5.0, 10.0) if about <= step * power)
        return [step * place for place in range(ceil(self._low / step), floor(self._high / step) + 1)]


def _forest(
    rows: Sequence[tuple[str, Estimate]], left: float, top: float, heading: str
) -> tuple[list[str], float]:
    """Draw a row for each estimate: a dot, and a line for its interval."""
    right = _WIDTH - _MARGIN - 130.0
    scale = _Scale([v for _, e in rows for v in (e.value, e.low, e.high)], left, right)
    parts = [text(heading, _MARGIN, top, "soft")]
    bottom = top + 18.0 + _ROW * len(rows)
    for tick in scale.ticks:
        at = scale(tick)
        parts.append(rule(at, top + 14.0, at, bottom, "zero" if tick == 0.0 else "line"))
        parts.append(text(_signed(tick), at, bottom + 18.0, "soft", text_anchor="middle", font_size=12.0))
    for place, (name, estimate) in enumerate(rows):
        y = top + 18.0 + _ROW * (place + 0.5)
        parts.append(text(name, left - 14.0, y + 4.5, "text", text_anchor="end"))
        parts.append(rule(scale(estimate.low), y, scale(estimate.high), y, "bar", 3.0))
        parts += [_arrow(scale(end), y, end) for end in (estimate.low, estimate.high) if not isfinite(end)]
        if isfinite(estimate.value):
            parts.append(element("circle", cx=scale(estimate.value), cy=y, r=6.0, class_="mark"))
        parts.append(text(elo_text(estimate), _WIDTH - _MARGIN, y + 4.5, "text", text_anchor="end"))
    return parts, bottom + 54.0


def _arrow(x: float, y: float, towards: float) -> str:
    """An arrow head, for an interval that has no end."""
    ahead = 9.0 if towards > 0.0 else -9.0
    return element("polygon", points=points([(x, y - 6.0), (x + ahead, y), (x, y + 6.0)]), class_="mark")


def _outcomes(
    meetings: Sequence[Meeting], labels: Sequence[str], left: float, top: float, lang: str
) -> tuple[list[str], float]:
    """Draw a bar for each meeting, with the share of each outcome from won to lost."""
    parts = [text(t("arena.plot.pairs", lang), _MARGIN, top, "soft")]
    parts += _legend(top)
    y = top + 20.0
    for meeting, label in zip(meetings, labels, strict=True):
        parts.append(text(label, left - 14.0, y + 15.5, "text", text_anchor="end"))
        parts.append(_bar(meeting.scores, left, y))
        y += _ROW
    return parts, y


def _bar(scores: PairScores, left: float, y: float) -> str:
    parts, x, wide = [], left, _WIDTH - _MARGIN - left
    for outcome in reversed(range(OUTCOMES)):
        count = scores.counts[outcome]
        if not count:
            continue
        share = wide * count / scores.pairs
        parts.append(
            element("rect", x=x, y=y, width=max(share - 1.5, 0.5), height=22.0, class_=_CLASSES[outcome])
        )
        if share > 9.0 * len(str(count)) + 6.0:
            parts.append(
                text(
                    str(count), x + share / 2.0, y + 15.5, _INK[outcome], text_anchor="middle", font_size=12.0
                )
            )
        x += share
    return group(*parts)


def _legend(top: float) -> list[str]:
    """The colours of the outcomes, from right to left: 0–2, ½–1½, 1–1, 1½–½, 2–0."""
    parts, x = [], _WIDTH - _MARGIN
    for outcome, wide in enumerate((38.0, 64.0, 50.0, 64.0, 50.0)):
        x -= wide
        parts.append(
            element("rect", x=x, y=top - 10.0, width=11.0, height=11.0, rx=2.0, class_=_CLASSES[outcome])
        )
        parts.append(text(outcome_text(outcome), x + 16.0, top, "soft", font_size=12.0))
    return parts


def _running(meeting: Meeting, top: float, lang: str) -> tuple[list[str], float]:
    """Draw the Elo and its interval after each pair."""
    pairs = len(meeting.halves)
    step = max(1, pairs // _MOST_DRAWN)
    shown = [n for n in range(1, pairs + 1) if n % step == 0 or n == pairs]
    drawn = [(n, PairScores.of(meeting.halves[:n]).elo) for n in shown]
    first, last = drawn[0][0], drawn[-1][0]
    settled = [each for n, each in drawn if n >= _SETTLED]
    left, right = _MARGIN + 44.0, _WIDTH - _MARGIN
    bottom = top + _RUN_HEIGHT
    scale = _Scale([v for each in settled for v in (each.low, each.high)], bottom, top + 12.0)
    parts = [
        text(t("arena.plot.running", lang), _MARGIN, top, "soft"),
        text(elo_text(meeting.scores.elo), right, top, "text", text_anchor="end", font_weight="600"),
    ]
    for tick in scale.ticks:
        parts.append(rule(left, scale(tick), right, scale(tick), "zero" if tick == 0.0 else "line"))
        parts.append(
            text(_signed(tick), left - 8.0, scale(tick) + 4.0, "soft", text_anchor="end", font_size=12.0)
        )

    def across(n: int) -> float:
        return left + (right - left) * (n - first) / (last - first)

    band = [(across(n), scale(each.high)) for n, each in drawn]
    band += [(across(n), scale(each.low)) for n, each in reversed(drawn)]
    parts.append(element("polygon", points=points(band), class_="band"))
    line = [(across(n), scale(each.value)) for n, each in drawn]
    parts.append(element("polyline", points=points(line), fill="none", stroke_width=2.2, class_="trend"))
    for n, at, anchor in ((first, left, None), (last, right, "end")):
        label = t("arena.plot.pair", lang, n=n)
        parts.append(text(label, at, bottom + 18.0, "soft", text_anchor=anchor, font_size=12.0))
    return parts, bottom + 54.0


def outcome_text(outcome: int) -> str:
    """The outcome of a pair, such as 2–0 or 1½–½.

    >>> outcome_text(3)
    '1½–½'
    """
    sides = (outcome, OUTCOMES - 1 - outcome)
    return "–".join(("0", "½", "1", "1½", "2")[half] for half in sides)


def elo_text(estimate: Estimate) -> str:
    """An Elo difference with its interval.

    >>> elo_text(Estimate(12.3, -20.0, 45.1))
    '+12 [−20, +45]'
    """
    return f"{_signed(estimate.value)} [{_signed(estimate.low)}, {_signed(estimate.high)}]"


def _signed(value: float) -> str:
    if not isfinite(value):
        return "+∞" if value > 0 else "−∞"
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"
