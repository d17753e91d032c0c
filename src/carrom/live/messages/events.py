"""What the server sends over the game's socket."""

from __future__ import annotations

from msgspec import field

from carrom.i18n import Message as Words
from carrom.live.messages.base import Message, RoomKind
from carrom.live.messages.parts import After, Clock, Geometry, Here, HintNow, Line, OpenOffer, OpenSeat, Trace


class WelcomeMessage(Message, frozen=True):
    """The table as it stands. `mine` are the players this link may play for; a watcher's is empty."""

    v: int
    room: str
    kind: RoomKind
    mine: tuple[str, ...]
    rulebook: str
    clock: float | None
    trials: bool
    watch: str  # the token that may only look on
    open_seats: tuple[OpenSeat, ...]  # seats nobody has taken: only for who opened the room
    kept: bool  # for good; otherwise a table never begun, or practice, goes in its time
    geometry: Geometry
    state: After
    log: tuple[Line, ...]  # the last entries
    present: tuple[Here, ...]
    watchers: int
    offers: tuple[OpenOffer, ...]
    thinking: str
    timing: Clock | None
    started: bool  # an online room waits until everybody has come once


class StrokeMessage(Message, frozen=True):
    v: int
    line: Line
    trace: Trace
    after: After
    timing: Clock | None


class EntryMessage(Message, frozen=True):
    """Every entry that is no stroke."""

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
    """Who is here; the clock waits for who has gone, as `timing` says."""

    present: tuple[Here, ...]
    watchers: int
    started: bool
    timing: Clock | None


class ThinkingMessage(Message, frozen=True):
    """A computer player thinks; an empty name: nobody does."""

    player: str


class OffersMessage(Message, frozen=True):
    offers: tuple[OpenOffer, ...]


class HintMessage(Message, frozen=True):
    id: int
    hints: tuple[HintNow, ...]


class ProbedMessage(Message, frozen=True):
    """What forbids the place, by rules and in words; nothing: it is free."""

    n: int
    failed: tuple[str, ...]
    text: Words | None


class MovedMessage(Message, frozen=True):
    """A rematch: an invitation to the same place in the next room; for a watcher, the link to watch it."""

    room: str
    invitation: str
    watch: str


class AckMessage(Message, frozen=True):
    id: int
    v: int


class ErrorMessage(Message, frozen=True):
    """Refused, and nothing has changed: `code` and `args` for programs, `text` for the reader."""

    code: str
    text: Words
    id: int = 0
    args: dict[str, str | float | list[str]] = field(default_factory=dict)


class StoreMessage(Message, frozen=True):
    """The store fails, or works again. While it fails, nothing that is asked can be kept."""

    failing: bool


class PongMessage(Message, frozen=True):
    pass


class DeskMessage(Message, frozen=True):
    """An umpire's table as it stands; for who looks on, without its log and what can be reported."""

    token: str
    v: int
    view: object  # View of the desk, as JSON


class UnknownMessage(Message, frozen=True):
    """No desk has this token."""

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
