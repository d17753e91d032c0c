"""The score sheet of a match as codes and figures. `words` puts it into words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal

from carrom.i18n import Message
from carrom.parts import Handicap, Ruling, Score, SeatName, SideName
from carrom.umpiring.view.types import BoardLine, Entrant, MatchHead

Changed = Literal["overruled", "by-hand", "corrected", "struck-out", "points", "undone"]
How = Literal["running", "won", "disqualified", "resigned", "left", "retired", "walkover", "replayed"]


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A simulated table, and which computer player sat for whom."""

    equipment: str
    pace: str
    computers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SheetToss:
    winner: SideName
    choice: Literal["break", "seats"]


@dataclass(frozen=True, slots=True)
class SheetTrial:
    side: SideName
    what: Literal["played", "left-out", "late"]


@dataclass(frozen=True, slots=True)
class SheetBoard(BoardLine):
    """A board that has ended; `due` is what was still owed, and `tossed`, that its break was tossed for.

    `total` is the total before, its points, and what the umpire has given or taken `by_hand` since then.
    """

    by_hand: Score
    due: Score
    tossed: bool


@dataclass(frozen=True, slots=True)
class SheetGame:
    """A game; one that was not finished has no winner. `ninth`: the ninth board decided it.

    `lead` are the points that it began with, by the handicap.
    """

    number: int
    boards: tuple[SheetBoard, ...]
    lead: Score
    points: Score
    winner: SideName | None
    ninth: bool
    began: str | None
    ended: str | None


@dataclass(frozen=True, slots=True)
class OnBoard:
    """An entry that was made on a board: its number, its time, the game and the board."""

    entry: int
    at: str | None
    game: int
    board: int


@dataclass(frozen=True, slots=True)
class SheetFoul(OnBoard):
    """An incident; `player` is who did it, if known.

    `ground` is the letter of a disqualification; `noticed`, whether it was seen in time; `pocketed`, what
    fell.
    """

    side: SideName | None
    player: str
    kind: str
    ground: str
    noticed: bool
    pocketed: tuple[str, ...]
    laws: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetImproper(OnBoard):
    """An improper stroke; `breach` is the paragraph that made it so, if the umpire said which."""

    side: SideName
    player: str
    breach: str


@dataclass(frozen=True, slots=True)
class SheetDue(OnBoard):
    """What a side owed more or less after an entry, and all it then owed."""

    side: SideName
    change: int
    due: int


@dataclass(frozen=True, slots=True)
class SheetFacts:
    """What was reported: a stroke by what fell and what left the board, or an incident by its `kind`."""

    kind: str
    side: SideName | None
    pocketed: tuple[str, ...]
    off: tuple[str, ...]
    touched: bool
    improper: bool


@dataclass(frozen=True, slots=True)
class SheetChange(OnBoard):
    """A decision of the umpire, entry number `by`, about an earlier entry.

    `was` and `now` are the rulings before and after it, with their facts. `count` are the entries undone, or
    those that no longer fitted after a correction. A struck-out entry had not happened.
    """

    kind: Changed
    by: int
    facts_was: SheetFacts | None = None
    was: Ruling | None = None
    facts_now: SheetFacts | None = None
    now: Ruling | None = None
    points_was: Score | None = None
    points_now: Score | None = None
    count: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SheetStriker(OnBoard):
    """A change of striker; `back` to the first one, where the laws allow no other second change."""

    player: str
    change: int
    back: bool


@dataclass(frozen=True, slots=True)
class SheetSeats(OnBoard):
    """A change of seats: where everybody sits after it, and why it was due."""

    chairs: tuple[SheetChair, ...]
    why: Message


@dataclass(frozen=True, slots=True)
class SheetChair:
    chair: SeatName
    player: str


@dataclass(frozen=True, slots=True)
class SheetRemark:
    entry: int
    at: str | None
    text: str


@dataclass(frozen=True, slots=True)
class SheetProtest:
    """A protest against the call of entry `about`; it has `lapsed` if it was not written in time.

    `replays` is what is played again if it is upheld.
    """

    side: SideName
    about: int
    game: int
    board: int
    ruling: Ruling | None
    spoken: str | None
    facts: str
    paragraph: str
    written: str | None
    upheld: bool | None
    reason: str
    decided: str | None
    lapsed: bool
    replays: Literal["match", "board"]


@dataclass(frozen=True, slots=True)
class SheetResult:
    """Who has won and how; `points` are those of the running game. `protest`: one is not decided yet."""

    how: How
    winner: SideName | None
    games: Score
    points: Score
    protest: bool


@dataclass(frozen=True, slots=True)
class Sheet(MatchHead):
    """The whole sheet after `v` entries; the players sit where they sat at the start.

    `replay_of` names the match that this one repeats, `replays` counts those repeated in this very record.
    """

    v: int
    replays: int
    began: str | None
    ended: str | None
    table: SheetTable | None
    players: tuple[Entrant, ...]
    toss: SheetToss | None
    handicap: Handicap | None
    trials: tuple[SheetTrial, ...]
    games: tuple[SheetGame, ...]
    result: SheetResult
    fouls: tuple[SheetFoul, ...]
    improper: tuple[SheetImproper, ...]
    dues: tuple[SheetDue, ...]
    changes: tuple[SheetChange, ...]
    undone: int
    strikers: tuple[SheetStriker, ...]
    seats: tuple[SheetSeats, ...]
    remarks: tuple[SheetRemark, ...]
    protests: tuple[SheetProtest, ...]


def map_texts(value: Any, change: Callable[[str, str], str], field: str = "") -> Any:
    """The same sheet, or part of it, with `change(field, text)` for each text."""
    if isinstance(value, str):
        return change(field, value)
    if isinstance(value, tuple):
        return tuple(map_texts(each, change, field) for each in value)
    if is_dataclass(value) and not isinstance(value, type):
        names = [each.name for each in fields(value)]
        return replace(value, **{name: map_texts(getattr(value, name), change, name) for name in names})
    return value
