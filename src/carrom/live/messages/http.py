"""Bodies of HTTP requests and responses that an owner reads or answers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from carrom.live.messages import base
from carrom.live.messages.parts import Invitation, Link
from carrom.parts import SideName
from carrom.words import RosetteSetting


class Chair(base.Body, frozen=True):
    """A player of a new room: a person (no level) or a computer player of a level.

    With the hand of another level, a level is written as `champion@club`.
    """

    name: base.PlayerName
    level: base.Level = ""


class Agreed(base.Body, frozen=True):
    """A handicap: a side begins each game with `lead` points, and `breaks` every board."""

    side: SideName = "first"
    lead: Annotated[int, Meta(ge=0, le=100)] = 0
    breaks: bool = False


class NewRoom(base.Body, frozen=True):
    """A room to open, with one or two chairs a side."""

    kind: base.RoomKind
    rulebook: Annotated[str, Meta(max_length=30)]
    first: Annotated[tuple[Chair, ...], Meta(min_length=1, max_length=2)]
    second: Annotated[tuple[Chair, ...], Meta(min_length=1, max_length=2)]
    clock: bool = False
    trials: bool = False
    # "draw": the winner of the toss breaks; "toss": the winner takes the break or the seats
    breaks: base.Breaks = "toss"
    profile: base.Profile = "club"
    length: base.Length = "match"  # the whole match, one game, or one board
    layout: Annotated[str, Meta(max_length=2000)] = ""  # practice: set up at once
    standing: base.Short = ""
    rosette: RosetteSetting = "hand"  # set by hand, never twice the same, or exactly
    alone: bool = False  # practice: nobody plays the other side, and the turn never passes
    hand: base.Level = ""  # the level whose errors every person's hand has; empty: steady
    handicap: Agreed | None = None  # against the computer


class RoomMade(base.Part, frozen=True):
    """A new room: the opener's token in `links`, an invitation for each other person, a link to `watch`.

    `recovery` is an invitation to the opener's own seat, in case this browser is lost.
    """

    room: str
    links: tuple[Link, ...]
    watch: str
    invitations: tuple[Invitation, ...] = ()
    recovery: str = ""


class Keep(base.Body, frozen=True):
    """Whether a match never expires."""

    keep: bool


# The umpire's table, over HTTP. Views, previews, sheets and catalogues are those of carrom.umpiring.


class DeskMade(base.Part, frozen=True):
    """A new table. `token` is the umpire's, empty for an organiser, who invites one; `watch` only watches."""

    desk: str
    token: str
    watch: str


class DeskLink(base.Part, frozen=True):
    desk: str
    watch: str


class DeskShown(base.Part, frozen=True):
    """An umpired table for the holder of a link. `next` is the match that replays this one, for its umpire.

    `before` is the link to watch the match that this one replays; empty if it replays none.
    """

    umpire: bool
    desk: str
    watch: str
    place: str
    next: DeskLink | None
    before: str
    view: object  # View of the desk, as JSON


class DeskAsk(base.Body, frozen=True):
    """An umpire's report: `request` is one of carrom.umpiring.requests, tagged by `do`.

    `v` is the last entry when it was made; null means right after this client's request `id` - 1. `at` is the
    time on the umpire's phone, ISO 8601 with its zone.
    """

    client: base.Token
    id: base.Id
    v: base.Seq | None
    at: Annotated[str, Meta(max_length=40)]
    request: dict[str, object]  # Request of the desk
    has: base.Seq | None = None  # the last entry whose line this client has; null if it keeps no lines
    page: Annotated[str, Meta(max_length=64)] = ""  # the name under which this page follows the table


class DeskAnswer(base.Part, frozen=True):
    """The report is stored; `v` is its last entry. `lines` are those of the record that the client lacks."""

    v: int
    view: object  # View of the desk, as JSON
    lines: str


class DeskTry(base.Body, frozen=True):
    """A report to preview: nothing is stored."""

    at: Annotated[str, Meta(max_length=40)]
    request: dict[str, object]  # Request of the desk
