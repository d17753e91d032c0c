"""The judge: a standing, a report and a rulebook go in, a ruling comes out."""

from __future__ import annotations

from carrom.errors import NotNow
from carrom.rules.apply import apply
from carrom.rules.incidents import judge_incident
from carrom.rules.rulebook import Rulebook
from carrom.rules.ruling import Ruling
from carrom.rules.standing import Standing
from carrom.rules.strokes import judge_stroke
from carrom.stroke import Incident, StrokeReport


def judge(standing: Standing, report: StrokeReport | Incident, book: Rulebook) -> Ruling:
    """The ruling on a stroke or an incident under a rulebook. Raises `NotNow` if the board is over."""
    if standing.over is not None:
        raise NotNow("refused.judge.over")
    if isinstance(report, Incident):
        return judge_incident(standing, report, book)
    return judge_stroke(standing, report, book)


def play(standing: Standing, report: StrokeReport | Incident, book: Rulebook) -> tuple[Standing, Ruling]:
    """Judge a stroke or an incident and apply the ruling: the standing after it, and the ruling."""
    ruling = judge(standing, report, book)
    return book.with_rights(apply(standing, ruling)), ruling
