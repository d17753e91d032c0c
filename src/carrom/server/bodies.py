"""What is posted and answered over HTTP, beside what live matches say themselves (`carrom.live.messages`)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, field

from carrom.i18n import Message as Words
from carrom.live.messages import After, Body, Coin, Geometry, Line, Part, Short, Token, Trace
from carrom.parts import Board, Ruling, Score, SideName


class TakeSeat(Body, frozen=True):
    """Exchange an invitation. `token` is made by the browser that will have it (16 random bytes, base64url).

    So the answer can be asked for again if it was lost, and nobody else ever knew the token.
    """

    invitation: Token
    token: Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{22,64}$")]


class SeatTaken(Part, frozen=True):
    """`room` is a table of the game or, where `umpire`, an umpire's. `recovery` as in `RoomMade`."""

    room: str
    umpire: bool
    player: str
    watch: str
    recovery: str


class Invite(Body, frozen=True):
    """An invitation to a seat: one's own, for a second device; or by the opener, to one nobody has taken."""

    player: Short


class MatchLine(Part, frozen=True):
    """A match in a list."""

    watch: str
    room: str
    kind: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    rulebook: str
    games: Score
    points: Score
    over: bool
    winner: SideName | None
    strokes: int
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
    """How one rulebook decides; `standing` says how the board stands then."""

    rulebook: str
    ruling: Ruling | None
    board: Board | None
    standing: Words | None
    refused: str = ""


class Verdicts(Part, frozen=True):
    """The same stroke or incident under every rulebook; `same` if all order the same."""

    verdicts: tuple[BookSays, ...]
    same: bool


class LawText(Part, frozen=True):
    citation: str
    book: str
    paragraph: str
    status: str
    subject: str
    text: str


class LawPage(Part, frozen=True):
    """One paragraph and where the other rulebooks have the same."""

    law: LawText
    elsewhere: tuple[LawText, ...]


class BookTitle(Part, frozen=True):
    book: str
    title: str


class SubjectTitle(Part, frozen=True):
    subject: str
    title: str


class TermText(Part, frozen=True):
    term: str
    means: str


class Laws(Part, frozen=True):
    """All the laws in one language."""

    books: tuple[BookTitle, ...]
    subjects: tuple[SubjectTitle, ...]
    laws: tuple[LawText, ...]
    glossary: tuple[TermText, ...]


class Ready(Part, frozen=True):
    """About this server, for the page: what may be chosen, and whether all matches may be listed."""

    version: str
    rulebooks: tuple[BookTitle, ...]
    levels: tuple[str, ...]
    profiles: tuple[str, ...]
    lists: bool
    geometry: Geometry
    key: str  # fingerprint of the key that signs matches here; "" while there is none


class Readiness(Part, frozen=True):
    """Whether the server can do its work, and the codes of what fails."""

    ready: bool
    failing: tuple[str, ...]


class NewDesk(Body, frozen=True):
    """A table with an umpire, before anybody has sat down."""

    place: Annotated[str, Meta(max_length=40)] = ""


class Nothing(Body, frozen=True):
    """Where all is said by the address and who asks."""


class Code(Body, frozen=True):
    """A link to be drawn as a QR code: an address under this server's own name, such as `/umpire#join=…`."""

    path: Annotated[str, Meta(pattern="^/[^/\\\\]", max_length=200)]


class DeskLog(Part, frozen=True):
    log: object  # Line[] of the desk, as JSON


class DeskLine(Part, frozen=True):
    """A desk in the organiser's list; `brief` is its view as who looks on has it."""

    desk: str
    watch: str
    place: str
    created: str
    changed: str
    brief: object  # View of the desk, as JSON


class DeskList(Part, frozen=True):
    """`wall` is the key of a screen that shows all tables and opens none."""

    desks: tuple[DeskLine, ...]
    more: bool
    wall: str


class WallLine(Part, frozen=True):
    """A desk on a screen in the hall: by the link that looks on, and by no other."""

    watch: str
    place: str
    changed: str
    brief: object  # View of the desk, as JSON


class WallList(Part, frozen=True):
    desks: tuple[WallLine, ...]
    more: bool


class Refusal(Part, frozen=True):
    """The body of every answer over HTTP that is an error."""

    code: str
    text: Words
    args: dict[str, str | float | list[str]] = field(default_factory=dict)
