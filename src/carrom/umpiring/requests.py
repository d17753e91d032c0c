"""The requests of an umpire: one tap or one form each. On the wire `do` names the class in kebab-case.

Sides are `first` and `second` as everywhere above the board; colours are the running board's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from carrom.parts import CoinName, ColourName, SeatName, SideName

Piece = Literal["white", "black", "queen", "striker"]

# The number is the most characters.
Name = Annotated[str, 40]
Title = Annotated[str, 100]
Text = Annotated[str, 500]


@dataclass(frozen=True, slots=True)
class Begin:
    """Who plays, under which rulebook; the rest is for the score sheet. `clubs` are pairs (player, club).

    `finals`: from the quarter-finals on, where the rulebook has other limits for them.
    """

    rulebook: Name
    first: tuple[Name, ...]
    second: tuple[Name, ...]
    length: Literal["match", "game", "board"] = "match"
    event: Title = ""
    round: Name = ""
    number: Name = ""
    place: Name = ""
    umpire: Name = ""
    clubs: tuple[tuple[Name, Name], ...] = ()
    strikers: tuple[Name, ...] = ()
    finals: bool = False


@dataclass(frozen=True, slots=True)
class Toss:
    winner: SideName
    choice: Literal["break", "seats"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on which chair; in doubles the breaking side names its first breaker."""

    seats: tuple[tuple[SeatName, Name], ...]
    breaker: Name | None = None


@dataclass(frozen=True, slots=True)
class TossAgain:
    """The toss for the break of a ninth board."""

    breaker: Name


@dataclass(frozen=True, slots=True)
class Trial:
    """A side's trial board: played, or done without."""

    side: SideName
    played: bool = True


@dataclass(frozen=True, slots=True)
class Late:
    """A side came late: it has lost its trial board."""

    side: SideName


@dataclass(frozen=True, slots=True)
class Play:
    """ "Play": the board is open, or a request has been answered."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke as it was seen. `breach` is the paragraph that made it improper, `at_rest` as in a case."""

    pocketed: tuple[Piece, ...] = ()
    off: tuple[Piece, ...] = ()
    touched: bool = True
    improper: bool = False
    breach: Name = ""
    at_rest: tuple[Name, ...] = ()
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident of docs/cases.md: its kind, who did it, and a foul's paragraph or a ground of 4.2.

    `player` names who did it; in doubles it is needed where either partner can have.
    """

    kind: Name
    by: ColourName | None = None
    player: Name = ""
    paragraph: Name | None = None
    ground: Name | None = None
    noticed: bool = True
    pocketed: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """Coins that had to come back lie on the board."""

    coins: tuple[CoinName, ...]
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Demand:
    """The extra points that the winner of the board demands, or 0."""

    points: int


@dataclass(frozen=True, slots=True)
class ChangeSeats:
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class ChangeStriker:
    player: Name


@dataclass(frozen=True, slots=True)
class Ask:
    """A side asks the umpire; until "Play" the other must not go on (4 g)."""

    side: SideName
    text: Text = ""


@dataclass(frozen=True, slots=True)
class Remark:
    text: Text


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back everything after entry `to`."""

    to: int
    reason: Text = ""


@dataclass(frozen=True, slots=True)
class ByHand:
    """The umpire's own decision: the `board` as it stands (docs/cases.md, without points), or its end.

    It ends with a `winner`, `points` and whose the queen was; a `void` board is played again.
    """

    board: dict[str, object] | None = None
    winner: ColourName | None = None
    points: int = 0
    queen: ColourName | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class Overrule:
    """Correct the last call of the running board: by the real facts, or by hand."""

    reason: Text
    stroke: Stroke | None = None
    incident: Incident | None = None
    by_hand: ByHand | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct an earlier stroke or incident, or remove it or a demand; what came after it is judged again.

    If a later entry no longer fits, `drop` leaves out it and all after it (a demand alone); without, the
    request is refused.
    """

    entry: int
    reason: Text
    stroke: Stroke | None = None
    incident: Incident | None = None
    drop: bool = False


@dataclass(frozen=True, slots=True)
class SetPoints:
    """The points of the running game, by hand."""

    first: int
    second: int
    reason: Text


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The match goes to the other side."""

    side: SideName
    why: Literal["resigned", "left", "retired", "walkover"]


@dataclass(frozen=True, slots=True)
class Protest:
    """A side protests against the last call. It is spoken at once and cannot be withdrawn (4.3).

    An earlier protest may still be undecided.
    """

    side: SideName


@dataclass(frozen=True, slots=True)
class WriteProtest:
    """`protest` is the entry in which it was spoken; needed if several are not written yet."""

    facts: Text
    paragraph: Name
    protest: int | None = None


@dataclass(frozen=True, slots=True)
class DecideProtest:
    """`protest` as in `WriteProtest`."""

    upheld: bool
    reason: Text = ""
    protest: int | None = None


Request = (
    Begin
    | Toss
    | Seat
    | TossAgain
    | Trial
    | Late
    | Play
    | Stroke
    | Incident
    | Placed
    | Demand
    | ChangeSeats
    | ChangeStriker
    | Ask
    | Remark
    | Undo
    | Overrule
    | Correct
    | SetPoints
    | GiveUp
    | Protest
    | WriteProtest
    | DecideProtest
)
