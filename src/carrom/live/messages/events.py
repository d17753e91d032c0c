"""What the server sends over the game's socket."""

from __future__ import annotations

from msgspec import field

from carrom.i18n import Message as Words
from carrom.live.messages.base import Message, RoomKind
from carrom.live.messages.parts import (
    After,
    Clock,
    Geometry,
    Hand,
    Here,
    HintNow,
    Line,
    OpenOffer,
    OpenSeat,
    Trace,
)


class WelcomeMessage(Message, frozen=True):
    """The table as it stands. `mine` are the players of this link; empty for a watcher."""

    v: int
    room: str
    kind: RoomKind
    mine: tuple[str, ...]
    rulebook: str
    clock: float | None
    trials: bool
    alone: bool  # practice: the turn never passes
    watch: str  # a token that may only watch
    open_seats: tuple[OpenSeat, ...]  # seats that nobody has taken, for the opener only
    hand: Hand | None  # of every person here; null: what they aim is played
    kept: bool  # never expires; otherwise a table never begun, or practice, does
    geometry: Geometry
    state: After
    log: tuple[Line, ...]  # the last entries
    present: tuple[Here, ...]
    watchers: int
    offers: tuple[OpenOffer, ...]
    thinking: str
    timing: Clock | None
    started: bool  # an online match waits until everybody has come once
    version: str  # of the server; a page that sees it change loads itself again


class StrokeMessage(Message, frozen=True):
    v: int
    line: Line
    trace: Trace
    after: After
    timing: Clock | None


class EntryMessage(Message, frozen=True):
    """An entry that is not a stroke."""

    v: int
    line: Line
    after: After
    timing: Clock | None


class AimMessage(Message, frozen=True):
    player: str
    x: float
    angle: float
    power: float


class SaidMessage(Message, frozen=True):
    player: str
    key: str


class PresenceMessage(Message, frozen=True):
    """Who is connected; `timing` is the clock, which waits for an absent player."""

    present: tuple[Here, ...]
    watchers: int
    started: bool
    timing: Clock | None


class ThinkingMessage(Message, frozen=True):
    """The computer player that is thinking; empty if none is."""

    player: str


class OffersMessage(Message, frozen=True):
    offers: tuple[OpenOffer, ...]


class HintMessage(Message, frozen=True):
    id: int
    hints: tuple[HintNow, ...]


class ProbedMessage(Message, frozen=True):
    """The rules that forbid the place, and why; none if it is free."""

    n: int
    failed: tuple[str, ...]
    text: Words | None


class MovedMessage(Message, frozen=True):
    """A rematch: an invitation to the same seat in the next room; for a watcher, the link to watch it."""

    room: str
    invitation: str
    watch: str


class AckMessage(Message, frozen=True):
    id: int
    v: int


class ErrorMessage(Message, frozen=True):
    """A refusal; nothing has changed. `code` and `args` are for programs, `text` is for the reader."""

    code: str
    text: Words
    id: int = 0
    args: dict[str, str | float | list[str]] = field(default_factory=dict)


class StoreMessage(Message, frozen=True):
    """The store fails, or works again. While it fails, no request can be stored."""

    failing: bool


class PongMessage(Message, frozen=True):
    pass


class DeskMessage(Message, frozen=True):
    """An umpired table as it stands; a watcher gets no log and no list of what can be reported."""

    token: str
    v: int
    view: object  # View of the desk, as JSON


class UnknownMessage(Message, frozen=True):
    """No umpired table has this token."""

    token: str


AnyMessage = (
    WelcomeMessage
    | StrokeMessage
    | EntryMessage
    | AimMessage
    | SaidMessage
    | PresenceMessage
    | ThinkingMessage
    | OffersMessage
    | HintMessage
    | ProbedMessage
    | MovedMessage
    | AckMessage
    | ErrorMessage
    | StoreMessage
    | PongMessage
    | DeskMessage
    | UnknownMessage
)
