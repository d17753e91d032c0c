"""Bodies of HTTP requests and responses that an owner reads or answers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from carrom.live.messages.base import (
    Body,
    Breaks,
    Id,
    Length,
    Part,
    PlayerName,
    Profile,
    RoomKind,
    Seq,
    Short,
    Token,
)
from carrom.live.messages.parts import Invitation, Link


class Chair(Body, frozen=True):
    """Who is to sit: a person (no level) or a computer player of a level."""

    name: PlayerName
    level: Annotated[str, Meta(max_length=30)] = ""


class NewRoom(Body, frozen=True):
    """A table to open. One chair a side, or two; `breaks` is first, second or toss."""

    kind: RoomKind
    rulebook: Annotated[str, Meta(max_length=30)]
    first: Annotated[tuple[Chair, ...], Meta(min_length=1, max_length=2)]
    second: Annotated[tuple[Chair, ...], Meta(min_length=1, max_length=2)]
    clock: bool = False
    trials: bool = False
    breaks: Breaks = "toss"
    profile: Profile = "club"
    length: Length = "match"  # all the rulebook has, or one game, or one board
    layout: Annotated[str, Meta(max_length=2000)] = ""  # practice: set up at once
    standing: Short = ""


class RoomMade(Part, frozen=True):
    """`links` has the opener's own token, `invitations` one for every other person; `watch` only watches.

    `recovery` is an invitation to the opener's own seat, to be kept in case this browser is lost.
    """

    room: str
    links: tuple[Link, ...]
    watch: str
    invitations: tuple[Invitation, ...] = ()
    recovery: str = ""


class Keep(Body, frozen=True):
    """Whether a match is kept for good."""

    keep: bool


# The umpire's table, over HTTP. Views, previews, sheets and catalogues are those of carrom.umpiring.


class DeskMade(Part, frozen=True):
    """`token` is the umpire's, empty for the organiser, who invites one; `watch` only watches."""

    desk: str
    token: str
    watch: str


class DeskLink(Part, frozen=True):
    desk: str
    watch: str


class DeskShown(Part, frozen=True):
    """A desk for who holds one of its links. `next` is the match that replays this one, for its umpire.

    `before` is the link that looks on at the match which this one replays; empty, where it replays none.
    """

    umpire: bool
    desk: str
    watch: str
    place: str
    next: DeskLink | None
    before: str
    view: object  # View of the desk, as JSON


class DeskAsk(Body, frozen=True):
    """What an umpire reports: `request` is one of carrom.umpiring.requests, tagged by `do`.

    `v` is the entry it was made at; null, right after this client's own request `id` - 1. `at` is the time on
    the umpire's phone, ISO 8601 with its zone.
    """

    client: Token
    id: Id
    v: Seq | None
    at: Annotated[str, Meta(max_length=40)]
    request: dict[str, object]  # Request of the desk
    has: Seq | None = None  # the last entry of which this client has the record's line; null: it keeps none
    page: Annotated[str, Meta(max_length=64)] = ""  # under which name this page follows the table


class DeskAnswer(Part, frozen=True):
    """It is kept; `v` is the last entry it led to. `lines` are the record's after what the client had."""

    v: int
    view: object  # View of the desk, as JSON
    lines: str


class DeskTry(Body, frozen=True):
    """A request that is only tried: nothing is kept."""

    at: Annotated[str, Meta(max_length=40)]
    request: dict[str, object]  # Request of the desk
