"""Every message of the game and every body of HTTP; tools/wire_types.py makes the page's types of them.

JSON text. A message of the socket has its tag in `t`. `id` counts per client and is answered by `ack` or
`error` with the same id; repeated, it gets the first answer again. `v` is the number of the last entry of the
record: a request made at another `v` than the table's is stale. Metres; radians counter-clockwise from the
seat's own right; power from 0 to 1 of full force; seconds. Colours, coins, seats and sides are named as in
`carrom.words`. `Words` are made of a message in the reader's language when it is sent.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.i18n import Message as Words
from carrom.parts import Board, CoinName, ColourName, Ruling, Score, SeatName, SideName
from carrom.words import kebab

Lang = Annotated[str, Meta(pattern="^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$")]
"""A language as browsers write it; where we do not speak it, English is spoken."""

RoomKind = Literal["computer", "screen", "online", "practice"]
Breaks = Literal["first", "second", "toss"]
Length = Literal["board", "game", "match"]
Profile = Literal["fresh", "club", "slow"]

Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
Power = Annotated[float, Meta(gt=0.0, le=1.0)]
Id = Annotated[int, Meta(ge=1, le=2**53)]
Seq = Annotated[int, Meta(ge=0, le=2**31)]
Short = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
Point = tuple[float, float]


def _tag(name: str) -> str:
    """StrikeRequest → strike."""
    return kebab(name.removesuffix("Request").removesuffix("Message"))


class Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=_tag):
    """What a client sends."""


class Message(Struct, frozen=True, tag_field="t", tag=_tag, omit_defaults=False):
    """What the server sends."""


class Part(Struct, frozen=True):
    """Part of a message, or of an answer over HTTP."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client posts over HTTP."""


# What a client sends over the socket


class JoinRequest(Request, frozen=True):
    """First of all: whose link this is, and the last entry seen (0: none). `client` names this page.

    Everything is said in the language `lang`.
    """

    room: Token
    token: Token
    client: Token
    since: Seq = 0
    lang: Lang = "en"


class AimRequest(Request, frozen=True):
    """The aim as it is held just now, for the others to see; at most ten a second, not recorded."""

    x: Number
    angle: Number
    power: Annotated[float, Meta(ge=0.0, le=1.0)]


class StrikeRequest(Request, frozen=True):
    """A stroke; also the stroke of a trial board."""

    id: Id
    v: Seq
    x: Number
    angle: Number
    power: Power


class PlaceRequest(Request, frozen=True):
    """A coin is put back; in the board's coordinates."""

    id: Id
    v: Seq
    coin: Literal["white", "black"]
    x: Number
    y: Number


class ProbeRequest(Request, frozen=True):
    """Whether the coin to be placed might lie there: answered by `probed`, changes nothing."""

    n: Id
    x: Number
    y: Number


class ChooseRequest(Request, frozen=True):
    """Answers to the table.

    toss: break or seats; seats: where the chooser sits; turn: radians; trial: leave; pass: a stroke that
    touches nothing; answer: the side that asked the umpire goes on.
    """

    id: Id
    v: Seq
    what: Literal["toss", "seats", "turn", "trial", "pass", "answer"]
    value: Annotated[str, Meta(max_length=20)] | Number = ""


class IncidentRequest(Request, frozen=True):
    """Give up the game (the player on strike), or ask the umpire.

    Asking while the other side is to strike waits for the end of the stroke; until then it is an open offer.
    """

    id: Id
    v: Seq
    kind: Literal["abandon", "ask"]


class OfferRequest(Request, frozen=True):
    """Offer, or with `ok` false decline or withdraw. Against computers and at one screen it happens at once.

    `resign` and `claim` need nobody's consent: giving up the match, and winning it when somebody has left.
    `wait` gives those who left another minute, once an absence. An offer to take back is agreed to by naming
    whose it is.
    """

    id: Id
    what: Literal["take-back", "rematch", "resign", "claim", "wait"]
    ok: bool = True
    by: Annotated[str, Meta(max_length=40)] = ""  # whose offer is meant; empty: one's own


class SetupRequest(Request, frozen=True):
    """Practice: the board as these texts say. `layout` as docs/strokes.md has it; `standing` may be empty."""

    id: Id
    v: Seq
    layout: Annotated[str, Meta(max_length=2000)]
    standing: Short = ""


class HintRequest(Request, frozen=True):
    """What a good player would play here; in practice and against the computer."""

    id: Id
    v: Seq
    count: Annotated[int, Meta(ge=1, le=5)] = 3
    lang: Lang = "en"


class SayRequest(Request, frozen=True):
    """A preset phrase: the key of `web.phrase.*`."""

    id: Id
    key: Annotated[str, Meta(max_length=30)]


class LanguageRequest(Request, frozen=True):
    """The reader wants another language: answered by `welcome`, and everything is said in it from then on."""

    lang: Lang


class PingRequest(Request, frozen=True):
    pass


class FollowRequest(Request, frozen=True):
    """The desks to be told of from now on, by their tokens; those named before are left.

    `page` names who follows: of a report that names the same page, it has the view with the answer.
    """

    tokens: Annotated[tuple[Token, ...], Meta(max_length=50)]
    lang: Lang = "en"
    page: Annotated[str, Meta(max_length=64)] = ""


AnyRequest = (
    JoinRequest
    | AimRequest
    | StrikeRequest
    | PlaceRequest
    | ProbeRequest
    | ChooseRequest
    | IncidentRequest
    | OfferRequest
    | SetupRequest
    | HintRequest
    | SayRequest
    | LanguageRequest
    | FollowRequest
    | PingRequest
)


# Parts


class Geometry(Part, frozen=True):
    """The board and the pieces; every marking in metres from the centre, drawn for the south seat."""

    surface: float
    pocket_diameter: float
    pockets: tuple[Point, ...]
    base_lines: tuple[tuple[Point, Point], ...]  # the two lines of the south seat
    base_circles: tuple[Point, ...]  # the two of the south seat
    base_circle_diameter: float
    red_circle_diameter: float  # the filled circle inside each base circle
    arrows: tuple[tuple[Point, Point], ...]  # all four: outer and inner end
    arrow_thickness: float
    arrow_arc_diameter: float
    inner_circle_diameter: float
    centre_circle_diameter: float
    coin_diameter: float
    striker_diameter: float
    band_middle: float  # how far from the centre the striker lies
    frame_width: float
    full_force: float


class Coin(Part, frozen=True):
    """A coin on the surface."""

    coin: CoinName
    x: float
    y: float


class BoardEnd(Part, frozen=True):
    """A board that has ended; nobody wins a void one. `said` are who won it, and who covered the queen."""

    winner: SideName | None
    points: int
    queen: SideName | None
    breaker: str
    of: str
    said: tuple[Words, ...]


class Asks(Part, frozen=True):
    """What the table waits for, and of whom: `players` are those who may answer."""

    kind: Literal["toss", "seat", "try", "turn", "strike", "place", "answer", "toss-again", "over"]
    text: Words
    players: tuple[str, ...] = ()
    side: SideName | None = None
    coin: Literal["white", "black"] | None = None
    count: int = 0


class Player(Part, frozen=True):
    """Somebody at the table. `level` is empty for a person; `colour` is that of the running board.

    `label` is the name as it is shown: who gave none is called You, or Player by the others.
    """

    name: str
    label: Words
    side: SideName
    seat: SeatName | None
    colour: ColourName | None
    level: str


class Blocked(Part, frozen=True):
    """Where the striker may not stand, and why: a key of `play.striker.*`."""

    low: float
    high: float
    why: str


class Clock(Part, frozen=True):
    """Seconds for a stroke, and how many are left; `left` runs from `delay` seconds from now on."""

    limit: float
    left: float
    delay: float


class After(Part, frozen=True):
    """The table after an entry: all the page draws."""

    v: int
    asks: Asks
    players: tuple[Player, ...]
    layout: tuple[Coin, ...]
    nets: tuple[tuple[CoinName, ...], ...]  # what lies in the net of each pocket
    board: Board | None
    standing: Words | None  # of the board, with who is on strike by name
    game: int  # of the match, from 1
    board_number: int  # of the game, from 1
    points: Score
    games: Score
    games_to_win: int
    boards: tuple[BoardEnd, ...]  # of the running game
    games_ended: tuple[Score, ...]  # the points of the games that are over
    games_said: tuple[Words, ...]  # who won each
    breaker: str
    white: SideName | None  # whose coins the whites are
    places: tuple[tuple[float, float], ...]  # where the striker may stand, for who is to strike or to try
    blocked: tuple[Blocked, ...]  # and where not, between the ends of the base lines
    spot: Point | None  # a place where the coin to be placed may lie
    back: tuple[str, ...]  # the players who have something to take back
    protest: bool
    winner: SideName | None


class AimNow(Part, frozen=True):
    """A stroke as it was played: from which seat, where, which way, how hard."""

    seat: SeatName
    x: float
    angle: float
    power: float


class Moment(Part, frozen=True):
    """An event of a trace: when, what (pieces, frame, corner, over, out, fell), who, how fast, where."""

    time: float
    kind: str
    piece: int
    other: int
    speed: float
    x: float
    y: float


class Trace(Part, frozen=True):
    """One stroke in closed form. Piece 0 is the striker; a flight is a list of segments

    [time, x, y, vx, vy, slowing, spin, spin's slowing]; `rest` is null for what fell.
    """

    duration: float
    pieces: tuple[Literal["striker", "white", "black", "queen"], ...]
    start: tuple[Point, ...]
    flights: tuple[tuple[tuple[float, ...], ...], ...]
    events: tuple[Moment, ...]
    rest: tuple[Point | None, ...]
    hash: str


class Line(Part, frozen=True):
    """One entry of the record, for the log: what happened, by whom, and how it was judged."""

    v: int
    kind: str  # the record's own kinds: struck, happened, coin-placed, tossed, seated, taken-back …
    text: Words  # what happened, in a sentence
    player: str = ""
    side: SideName | None = None
    aim: AimNow | None = None
    pocketed: tuple[str, ...] = ()  # white, black, queen, striker
    ruling: Ruling | None = None
    what: str = ""  # incident kind, toss choice, coin placed, reason given up
    point: Point | None = None
    angle: float | None = None
    to: int | None = None  # of a take-back
    game: int = 0
    board: int = 0
    n: int = 0  # the number of the stroke in the match, from 1; 0 for what is no stroke
    stands: bool = True  # not taken back since
    at: str | None = None


class Here(Part, frozen=True):
    """Whether somebody is connected; `since` seconds without, when not."""

    name: str
    here: bool
    gone: float = 0.0
    claimable: bool = False
    claim_in: float = 0.0  # seconds until the match may be claimed
    waited: bool = False  # more time was given in this absence, and is not given again


class OpenOffer(Part, frozen=True):
    """`take-back` or `rematch`; `ask` is a request to the umpire that waits for the stroke to end."""

    what: str
    by: str
    agreed: tuple[str, ...]


class HintNow(Part, frozen=True):
    """A stroke worth playing: its chance, what it tries, what it risks; `words` say it in full to the asker.

    `kind` is pocket, break, touch or pass. `falls` are the coins it is to pocket, each with its pocket as the
    player sees it; `touches` is the coin that a touch meets first. `risks` are the shares of what may be
    lost: the board, the queen, a coin (foul), a try at the break, or the turn.
    """

    x: float
    angle: float
    power: float
    chance: float
    low: float
    high: float
    kind: str
    falls: tuple[tuple[str, str], ...]
    touches: str
    risks: dict[str, float]
    words: tuple[str, ...]
    track: tuple[tuple[Point, ...], ...]  # the ways of the pieces that move, for drawing


class Link(Part, frozen=True):
    """Who plays with which token."""

    player: str
    token: str


class Invitation(Part, frozen=True):
    """Whoever uses `code` first plays for `player`; `*`: for every person, or as the umpire of a table."""

    player: str
    code: str


class OpenSeat(Part, frozen=True):
    """A seat that nobody has taken. `invited`: an invitation to it is still unused."""

    player: str
    invited: bool


# What the server sends over the socket


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
    args: dict[str, str | float | list[str]] = {}


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


# Over HTTP


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
