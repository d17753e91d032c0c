"""What a client sends over the game's socket."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from carrom.live.messages.base import Id, Lang, Number, Power, Request, Seq, Short, Token


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
