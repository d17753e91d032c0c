"""What a client sends over the game's socket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from carrom.live.messages.base import Id, Lang, Number, Power, Request, Seq, Short, Token


class NumberedRequest(Request, frozen=True):
    """A request that is answered by its number."""

    id: Id


class TableRequest(NumberedRequest, frozen=True):
    """A request about the table after entry `v`."""

    v: Seq


class JoinRequest(Request, frozen=True):
    """The first message: the link's token, and the last entry seen (0: none). `client` names this page.

    All texts are sent in the language `lang`.
    """

    room: Token
    token: Token
    client: Token
    since: Seq = 0
    lang: Lang = "en"


class AimRequest(Request, frozen=True):
    """The current aim, to show to the others; at most ten a second, not recorded."""

    x: Number
    angle: Number
    power: Annotated[float, Meta(ge=0.0, le=1.0)]


class StrikeRequest(TableRequest, frozen=True):
    """A stroke; also the stroke of a trial board."""

    x: Number
    angle: Number
    power: Power


class PlaceRequest(TableRequest, frozen=True):
    """Place a coin, in the board's coordinates."""

    coin: Literal["white", "black"]
    x: Number
    y: Number


class ProbeRequest(Request, frozen=True):
    """Ask whether the coin may be placed there: answered by `probed`, changes nothing."""

    n: Id
    x: Number
    y: Number


class ChooseRequest(TableRequest, frozen=True):
    """An answer to the table's question.

    toss: break or seats; seats: the chooser's seat; turn: radians; trial: skip it; pass: a stroke that
    touches nothing; answer: the side that asked the umpire goes on; demand: the number of extra points;
    waive: all coins to be placed stay in the nets.
    """

    what: Literal["toss", "seats", "turn", "trial", "pass", "answer", "demand", "waive"]
    value: Annotated[str, Meta(max_length=20)] | Number = ""


class IncidentRequest(TableRequest, frozen=True):
    """Abandon the game (the player on strike), or ask the umpire.

    A request to the umpire on the other side's turn waits for the end of the stroke, as an open offer.
    """

    kind: Literal["abandon", "ask"]


class OfferRequest(NumberedRequest, frozen=True):
    """Make or accept an offer; with `ok` false, decline or withdraw it. With one link it happens at once.

    `resign` gives up the match and `claim` wins it when an opponent has left; both need no consent. `wait`
    gives absent players another minute, once per absence. To accept a take-back, name whose offer it is. A
    `rematch` against the computer may be at another `level`.
    """

    what: Literal["take-back", "rematch", "resign", "claim", "wait"]
    ok: bool = True
    by: Annotated[str, Meta(max_length=40)] = ""  # the player whose offer it is; empty: one's own
    level: Annotated[str, Meta(max_length=30)] = ""  # of the computers at a rematch; empty: as they were


class SetupRequest(TableRequest, frozen=True):
    """Practice: set up the board. docs/strokes.md describes `layout`; `standing` may be empty."""

    layout: Annotated[str, Meta(max_length=2000)]
    standing: Short = ""


class HintRequest(TableRequest, frozen=True):
    """Ask for good strokes; only in practice and against the computer."""

    count: Annotated[int, Meta(ge=1, le=5)] = 3
    lang: Lang = "en"


class ReadRequest(Request, frozen=True):
    """What entry `v` led to has been seen, a foul or the end of a board read: play need not wait longer."""

    v: Seq


class SayRequest(NumberedRequest, frozen=True):
    """Say a preset phrase: a key of `web.phrase.*`."""

    key: Annotated[str, Meta(max_length=30)]


class LanguageRequest(Request, frozen=True):
    """Change the language of all texts: answered by `welcome`."""

    lang: Lang


class PingRequest(Request, frozen=True):
    pass


class FollowRequest(Request, frozen=True):
    """Follow the umpired tables with these tokens, instead of those followed before.

    `page` names the follower: a report from the same page gets the view with its answer.
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
    | ReadRequest
    | SayRequest
    | LanguageRequest
    | FollowRequest
    | PingRequest
)
