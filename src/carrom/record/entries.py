"""The entries of a match record: what happened, in order, each with its ruling as it was given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from carrom.equipment import Equipment
from carrom.rules.ruling import Ruling
from carrom.rules.standing import Standing
from carrom.stroke import Aim, Incident, Layout, StrokeReport
from carrom.words import Coin, Seat, Side

VERSION = 1


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated table: all that is needed to play every stroke of a record again, to the last bit.

    `engine` is the number of the physics the match began with. With `clock` a stroke that took too long is
    late, with `trials` each side is asked for its trial board; `held_by` names what computer player sits for
    whom.
    """

    equipment: Equipment
    engine: int
    clock: bool = False
    trials: bool = False
    held_by: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Begun:
    """Who plays, under which rulebook, on what table if it is a simulated one; the rest is for the sheet.

    `length`: the whole match of the rulebook, or only one game, or one board of it, as friends play.
    `number` is the match's in its event and `place` where it is played ("board 4"); `clubs` are pairs of a
    player and a club, `strikers` the players whose striker was approved. `replay_of` names the match that is
    played again after a protest.
    """

    rulebook: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    event: str = ""
    umpire: str = ""
    table: Simulated | None = None
    length: str = "match"
    round: str = ""
    number: str = ""
    place: str = ""
    clubs: tuple[tuple[str, str], ...] = ()
    strikers: tuple[str, ...] = ()
    replay_of: str = ""


@dataclass(frozen=True, slots=True)
class Tossed:
    """The toss before the match: who won it and took the break or the seats."""

    winner: Side
    choice: str


@dataclass(frozen=True, slots=True)
class TossedAgain:
    """The toss for the break of the ninth board."""

    breaker: str


@dataclass(frozen=True, slots=True)
class Seated:
    seats: tuple[tuple[Seat, str], ...]
    breaker: str | None = None


@dataclass(frozen=True, slots=True)
class TrialPlayed:
    """A side's trial break; the last three as in `Struck`."""

    side: Side
    wanted: Aim | None = None
    played: Aim | None = None
    hash: str = ""


@dataclass(frozen=True, slots=True)
class TrialLeft:
    """A side does without its trial board."""

    side: Side


@dataclass(frozen=True, slots=True)
class CameLate:
    side: Side


@dataclass(frozen=True, slots=True)
class RosetteTurned:
    """The breaker has turned the rosette, in radians counter-clockwise from a white tip at the breaker."""

    turned: float


@dataclass(frozen=True, slots=True)
class PlayCalled:
    """ "Play": the board is open, or a request has been answered."""


@dataclass(frozen=True, slots=True)
class Struck:
    """A stroke. `seconds` is how long the player took, where somebody kept the time.

    On a simulated table: the stroke as it was `wanted`, as the hand `played` it, and the hash of its outcome.
    At a real one `breach` is the paragraph that made the stroke improper, if the umpire said which.
    """

    report: StrokeReport
    ruling: Ruling
    seconds: float | None = None
    wanted: Aim | None = None
    played: Aim | None = None
    hash: str = ""
    breach: str = ""


@dataclass(frozen=True, slots=True)
class Happened:
    """An incident."""

    incident: Incident
    ruling: Ruling


@dataclass(frozen=True, slots=True)
class CoinPlaced:
    """A coin was put back; where, in metres from the centre, and in how many seconds, if that is known."""

    coin: Coin
    x: float | None = None
    y: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class StrikerChanged:
    player: str


@dataclass(frozen=True, slots=True)
class UmpireAsked:
    """A side asks the umpire; the other must stop until "Play" (4 g)."""

    side: Side
    text: str = ""


@dataclass(frozen=True, slots=True)
class Remarked:
    text: str


@dataclass(frozen=True, slots=True)
class PositionSet:
    """Practice on a simulated table: the board was set up to lie and stand like this."""

    layout: Layout
    standing: Standing


@dataclass(frozen=True, slots=True)
class EngineChanged:
    """From here on the strokes of a simulated table are played by this engine; `Simulated` names the first.

    Strokes before it keep their hashes and traces: no other engine can play them again.
    """

    engine: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The whole match goes to the other side: one `resigned`, `left` and the other would not wait, `retired`
    (hurt, or ill), or never came (`walkover`)."""

    side: Side
    why: str = "resigned"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Everything after entry `to` does not stand.

    `corrects` names the entry that was wrong, where those after it follow again, judged anew: first what was
    so `instead`, unless nothing of it happened at all. So many that no longer fitted are `left_out`.
    """

    to: int
    reason: str = ""
    corrects: int | None = None
    instead: bool = True
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Overruled:
    """The call of entry `entry` is corrected: by the right facts, or by hand. `breach` as in `Struck`."""

    entry: int
    ruling: Ruling
    report: StrokeReport | Incident | None = None
    reason: str = ""
    breach: str = ""


@dataclass(frozen=True, slots=True)
class PointsSet:
    """The umpire corrects the points of the running game by hand."""

    first: int
    second: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProtestSpoken:
    side: Side
    about: int


@dataclass(frozen=True, slots=True)
class ProtestWritten:
    """Facts, the decision and the paragraph it rests on, and nothing else (4.3)."""

    facts: str
    paragraph: str


@dataclass(frozen=True, slots=True)
class ProtestDecided:
    upheld: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Signed:
    """A server vouches for all entries before this one: its public key and its signature, in hexadecimal.

    Both are empty where names were erased from the record: the signature was of another text.
    """

    key: str = ""
    signature: str = ""


Event = (
    Begun
    | Tossed
    | TossedAgain
    | Seated
    | TrialPlayed
    | TrialLeft
    | CameLate
    | RosetteTurned
    | PlayCalled
    | Struck
    | Happened
    | CoinPlaced
    | SeatsChanged
    | StrikerChanged
    | UmpireAsked
    | Remarked
    | PositionSet
    | EngineChanged
    | GaveUp
    | TakenBack
    | Overruled
    | PointsSet
    | ProtestSpoken
    | ProtestWritten
    | ProtestDecided
    | Signed
)


SAID = (EngineChanged, Remarked, ProtestSpoken, ProtestWritten, ProtestDecided, Signed)
"""Entries that are no play: they stay whatever is taken back, and are not made again by a correction."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered line of the record. Time arrives inside it: ISO 8601, or nothing."""

    seq: int
    event: Event
    at: str | None = None


def is_time(at: object) -> bool:
    """Whether an entry can have been made at that time: ISO 8601 with its time zone."""
    try:
        return isinstance(at, str) and datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False
