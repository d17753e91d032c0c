"""Bodies of requests and responses about replays and laws."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from carrom.i18n import Message as Words
from carrom.live.messages import After, Body, Coin, Geometry, Hand, Line, Part, Trace
from carrom.parts import Board, ColourName, Ruling, Score, SideName


class MatchLine(Part, frozen=True):
    """A match in a list."""

    watch: str
    room: str
    kind: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    levels: dict[str, str]  # of the computer players, by name
    rulebook: str
    games: Score
    points: Score  # of the running game
    scores: tuple[Score, ...]  # of the games that have ended
    boards: int  # that count
    over: bool
    winner: SideName | None
    gave_up: str  # why it ended early: resigned, left, retired, walkover; or empty
    strokes: int  # without those taken back
    began: str
    changed: str
    played_here: bool  # signed by this server when it ended


class Matches(Part, frozen=True):
    matches: tuple[MatchLine, ...]
    more: bool


class Replay(Part, frozen=True):
    """A match to read: every line, and the table after each (`layouts[i]` and `afters` by line)."""

    kind: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    rulebook: str
    geometry: Geometry
    lines: tuple[Line, ...]
    playable: bool  # there is a board to show and to branch from; a stroke may still have no trace
    over: bool
    hand: Hand | None  # of the persons
    watch: str
    played_here: bool  # as in MatchLine


class ReplayStep(Part, frozen=True):
    """The table after one entry, the trace if it was a stroke, and where it began."""

    line: Line
    before: tuple[Coin, ...]
    after: After
    trace: Trace | None


class WhatIf(Body, frozen=True):
    at: Annotated[int, Meta(ge=1)]


class Opened(Part, frozen=True):
    watch: str


class BookSays(Part, frozen=True):
    """How one rulebook decides; `standing` says how the board stands then.

    Rulebooks that order the same, whatever their words and paragraphs, have the same number `orders`.
    """

    rulebook: str
    orders: int
    ruling: Ruling | None
    board: Board | None
    standing: Words | None
    refused: str = ""


class Verdicts(Part, frozen=True):
    """The same stroke or incident under every rulebook."""

    verdicts: tuple[BookSays, ...]


class PossibleIncident(Part, frozen=True):
    """An incident that can have happened on a board, and by whom; `by` is empty for one that is nobody's.

    `unnoticed`: by whom it can also have been done without anybody seeing it in time (wrong-colour-placed).
    `pocketed`: it says what fell.
    """

    kind: str
    by: tuple[ColourName, ...]
    unnoticed: tuple[ColourName, ...]
    pocketed: bool


class PossibleIncidents(Part, frozen=True):
    incidents: tuple[PossibleIncident, ...]


class LawText(Part, frozen=True):
    """A paragraph; `lang` is the language of its text."""

    citation: str
    book: str
    paragraph: str
    status: str
    subject: str
    text: str
    lang: str


class LawPage(Part, frozen=True):
    """One paragraph and where the other rulebooks have the same."""

    law: LawText
    elsewhere: tuple[LawText, ...]


class BookTitle(Part, frozen=True):
    book: str
    title: str


class BookChoice(Part, frozen=True):
    """A rulebook to choose, with the features that the forms for boards and matches depend on."""

    book: str
    title: str
    foul_book: str  # the rulebook whose fouls and grounds it takes
    games_to_win: int
    counts_strokes: bool  # strokes in hand are part of the standing
    right_is_in_nets: bool  # the right to the queen follows from the nets
    finals: bool  # it has other limits from the quarter-finals on


class SubjectTitle(Part, frozen=True):
    subject: str
    title: str


class TermText(Part, frozen=True):
    term: str
    means: str


class SoughtText(Part, frozen=True):
    """Words, each one or several, by which people look for paragraphs that may not have them."""

    words: tuple[str, ...]
    laws: tuple[str, ...]


class Laws(Part, frozen=True):
    """All the laws in one language."""

    books: tuple[BookTitle, ...]
    subjects: tuple[SubjectTitle, ...]
    laws: tuple[LawText, ...]
    glossary: tuple[TermText, ...]
    sought: tuple[SoughtText, ...]


class BooksDecide(Part, frozen=True):
    """What these rulebooks decide on the board of a difference."""

    books: tuple[str, ...]
    text: Words
    laws: tuple[str, ...]
    readings: tuple[int, ...]


class LawDifference(Part, frozen=True):
    """Something that rulebooks decide differently; `case` is as in docs/cases.md, without a rulebook."""

    part: Words
    title: Words
    board: Words
    case: dict[str, object]
    decided: tuple[BooksDecide, ...]


class BooksHave(Part, frozen=True):
    books: tuple[str, ...]
    text: Words


class LawValue(Part, frozen=True):
    """A worth, a limit or a time that rulebooks have otherwise."""

    part: Words
    title: Words
    has: tuple[BooksHave, ...]


class LawComparison(Part, frozen=True):
    """Rulebooks side by side; `whose` explains whose coins are own."""

    books: tuple[str, ...]
    count: Words
    whose: Words
    differences: tuple[LawDifference, ...]
    values: tuple[LawValue, ...]
