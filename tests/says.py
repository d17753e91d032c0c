"""Builders in plain words for the law tests."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from _pytest.mark import ParameterSet

from carrom import Incident, Ruling, Standing, StrokeReport, play, rulebook
from carrom.words import Colour

law = pytest.mark.law

# Edition b's letters, written down from the two texts and not taken from the code under test.
SHIFTED = (
    ("3.7", "jklmn", "klmno"),
    ("3.10", "fg", "ef"),
    ("3.11", "jklmnop", "klmnopq"),
    ("4", "jklmnopq", "klmnopqr"),
)
LETTERS = {
    f"{part} {a}": f"{part} {b}" for part, ours, theirs in SHIFTED for a, b in zip(ours, theirs, strict=True)
}

A, B = "international-a", "international-b"
BASICS, LEAFLET, FAMILY, ICF = "ffc-basics", "ffc-leaflet", "family", "icf"


def standing(text: str) -> Standing:
    return Standing.parse(text)


def stroke(text: str) -> StrokeReport:
    return StrokeReport.parse(text)


def incident(text: str) -> Incident:
    """kind [side] [paragraph, ground or unnoticed], or kind side: what fell"""
    kind, _, rest = text.partition(" ")
    rest, _, fell = rest.partition(":")
    side, _, more = rest.partition(" ")
    by = Colour(side) if side else None
    if fell:
        return Incident(kind, by, pocketed=tuple(StrokeReport.parse(fell).pocketed_names))
    if kind == "disqualified":
        return Incident(kind, by, ground=more)
    if more == "unnoticed":
        return Incident(kind, by, noticed=False)
    return Incident(kind, by, paragraph=more or None)


def after_words(after: Standing) -> str:
    """How a standing is written in these tests: a board that is over by its result alone."""
    over = after.over
    if over is None:
        return str(after)
    if over.winner is None:
        return "void"
    more = f", {over.extra} more on demand" if over.extra else ""
    return f"{over.winner} wins {over.points}" + ("" if over.of == "board" else f" and the {over.of}") + more


@dataclass(frozen=True)
class Ruled:
    """One law in action: the board, what happened, and the board after it."""

    book: str
    laws: tuple[str, ...]
    sentence: str
    before: str
    report: StrokeReport | Incident
    after: str

    def check(self) -> Ruling:
        after, ruling = play(standing(self.before), self.report, rulebook(self.book))

        assert after_words(after) == self.after
        cited = set(ruling.laws)
        missing = [full(self.book, each) for each in self.laws if full(self.book, each) not in cited]
        assert not missing, f"not cited: {missing}; cited: {ruling.laws}"
        return ruling


def full(book: str, paragraph: str) -> str:
    """A paragraph's full citation; one of another rulebook is written in full already."""
    known = (A, B, BASICS, LEAFLET, FAMILY, ICF)
    return paragraph if paragraph.partition(" ")[0] in known else f"{book} {paragraph}"


def param(ruled: Ruled) -> ParameterSet:
    marks = [law(*(full(ruled.book, each) for each in ruled.laws))]
    return pytest.param(ruled, id=f"{ruled.book}: {ruled.sentence}", marks=marks)


def in_both_editions(cases: list[Ruled]) -> list[ParameterSet]:
    """Cases of edition a, and the same under edition b's letters."""

    def relettered(report: StrokeReport | Incident) -> StrokeReport | Incident:
        if isinstance(report, Incident) and report.paragraph:
            return replace(report, paragraph=LETTERS.get(report.paragraph, report.paragraph))
        return report

    again = [
        Ruled(
            B,
            tuple(LETTERS.get(each, each) for each in case.laws),
            case.sentence,
            case.before,
            relettered(case.report),
            case.after,
        )
        for case in cases
    ]
    return [param(each) for each in (*cases, *again)]
