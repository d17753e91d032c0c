"""The entries of a match record: events in order, each with the ruling that was given."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from carrom.equipment import Equipment
from carrom.rules.handicap import Handicap
from carrom.rules.ruling import Ruling
from carrom.rules.standing import Standing
from carrom.stroke import Aim, Incident, Layout, StrokeReport
from carrom.words import Coin, RosetteSetting, Seat, Side

VERSION = 1

SEEDS = 2**53
"""The seed of a rosette is below it, since many readers of JSON keep whole numbers as doubles."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """A simulated table: everything needed to replay each stroke of a record bit by bit.

    `engine` is the version of the physics at the start of the match. With `clock` strokes have a time limit;
    with `trials` each side is asked for its trial board. `held_by` are pairs of a player and the computer
    level that plays for it. `rosette`: records from before it was set by "hand" have the "exact" one. `hand`
    are the errors of every person's hand, as `players.noise` writes them; empty for steady hands.
    """

    equipment: Equipment
    engine: int
    clock: bool = False
    trials: bool = False
    held_by: tuple[tuple[str, str], ...] = ()
    rosette: RosetteSetting = "exact"
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """The start of a match: players, rulebook, and the table if it is simulated.

    `length` is "match", "game" or "board". The other fields are for the score sheet: `number` is that of the
    match in its event, `place` where it is played ("board 4"), `clubs` are pairs of a player and a club,
    `strikers` the players whose striker was approved. `replay_of` is the match that is replayed after a
    protest. `finals`: from the quarter-finals on, where the rulebook has other limits for them. `alone`: one
    person practises on a simulated table, so the side that plays keeps the turn (`TurnKept`). `handicap` is
    what the sides agreed on outside the laws.
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
    finals: bool = False
    alone: bool = False
    handicap: Handicap | None = None


@dataclass(frozen=True, slots=True)
class Tossed:
    """The toss before the match: its winner, and the winner's choice of break or seats."""

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
    """A side's trial break; the next three fields are as in `Struck`, `seed` as in `RosetteTurned`."""

    side: Side
    wanted: Aim | None = None
    played: Aim | None = None
    hash: str = ""
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class TrialLeft:
    """A side skips its trial board."""

    side: Side


@dataclass(frozen=True, slots=True)
class CameLate:
    side: Side


@dataclass(frozen=True, slots=True)
class RosetteTurned:
    """The breaker has turned the rosette: radians counter-clockwise from a white tip towards the breaker.

    On a simulated table the coins lie as set by hand from `seed`; without one they lie exactly.
    """

    turned: float
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class PlayCalled:
    """The umpire says "Play": the board is open, or a request has been answered."""


@dataclass(frozen=True, slots=True)
class Struck:
    """A stroke. `seconds` is how long the player took, if it was measured.

    On a simulated table `wanted` is the player's aim, `played` the aim with the error of the hand, and `hash`
    that of the outcome. On a real table `breach` is the paragraph that made the stroke improper, if known.
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
    """An incident. `player` is who did it; empty if nobody did, both partners did, or it is not known."""

    incident: Incident
    ruling: Ruling
    player: str = ""


@dataclass(frozen=True, slots=True)
class CoinPlaced:
    """A coin was put back. Its place, in metres from the centre, and the seconds taken may be unknown."""

    coin: Coin
    x: float | None = None
    y: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Demanded:
    """The winner of a board demands so many of the extra points that the laws allow."""

    points: int


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class StrikerChanged:
    player: str


@dataclass(frozen=True, slots=True)
class UmpireAsked:
    """A side asks the umpire; the other side must stop until "Play" (4 g)."""

    side: Side
    text: str = ""


@dataclass(frozen=True, slots=True)
class Remarked:
    text: str


@dataclass(frozen=True, slots=True)
class PositionSet:
    """Practice on a simulated table: the board was set up with this layout and standing."""

    layout: Layout
    standing: Standing


@dataclass(frozen=True, slots=True)
class TurnKept:
    """Practice alone: the turn has passed by the laws, and the side that had it plays on."""


@dataclass(frozen=True, slots=True)
class EngineChanged:
    """A simulated table plays the strokes after this entry with another engine; `Simulated` names the first.

    Earlier strokes keep their hashes and traces, because this engine cannot replay them.
    """

    engine: int


@dataclass(frozen=True, slots=True)
class GaveUp:
    """A side loses the whole match.

    It `resigned`, `left` for too long, `retired` (hurt or ill), or never came (`walkover`).
    """

    side: Side
    why: str = "resigned"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Everything after entry `to` is undone.

    In a correction, `corrects` is the wrong entry. The right facts follow if `instead` is set, and then the
    later entries, judged again; `left_out` counts those that no longer fit.
    """

    to: int
    reason: str = ""
    corrects: int | None = None
    instead: bool = True
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Overruled:
    """The call of `entry` is corrected, by the right facts or by hand.

    `breach` is as in `Struck`, `player` as in `Happened`.
    """

    entry: int
    ruling: Ruling
    report: StrokeReport | Incident | None = None
    reason: str = ""
    breach: str = ""
    player: str = ""


@dataclass(frozen=True, slots=True)
class PointsSet:
    """The umpire sets the points of the running game by hand."""

    first: int
    second: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ProtestSpoken:
    side: Side
    about: int


@dataclass(frozen=True, slots=True)
class ProtestWritten:
    """A written protest: only the facts and the paragraph on which it rests (4.3).

    `protest` is the entry in which it was spoken; without it, the only one that is not written yet.
    """

    facts: str
    paragraph: str
    protest: int | None = None


@dataclass(frozen=True, slots=True)
class ProtestDecided:
    """The decision on a protest, named as in `ProtestWritten`."""

    upheld: bool
    reason: str = ""
    protest: int | None = None


@dataclass(frozen=True, slots=True)
class Signed:
    """A server's signature of all entries before this one, and its public key, both in hexadecimal.

    Both are empty if names were erased from the record, because the signature was for another text.
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
    | Demanded
    | SeatsChanged
    | StrikerChanged
    | UmpireAsked
    | Remarked
    | PositionSet
    | TurnKept
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
"""Entries that are not play: a take-back leaves them in effect, and a correction does not repeat them."""

NEVER_TAKEN_BACK = (TakenBack, *SAID)


@dataclass(frozen=True, slots=True)
class Entry:
    """One numbered line of the record; `at` is its time in ISO 8601, if known."""

    seq: int
    event: Event
    at: str | None = None


def is_time(at: object) -> bool:
    """Whether a value is a time that an entry can have: ISO 8601 with a time zone."""
    try:
        return isinstance(at, str) and datetime.fromisoformat(at).tzinfo is not None
    except ValueError:
        return False
