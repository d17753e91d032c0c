"""The types of what an umpire's page shows: codes, figures and messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from typing import Literal

from carrom.i18n import Argument, Message
from carrom.parts import Board, ColourName, Counts, Ruling, Score, SeatName, SideName
from carrom.stroke.incident import Part
from carrom.umpiring import requests
from carrom.umpiring.requests import Piece

Stage = Literal[
    "to-begin", "to-toss", "to-seat", "to-play", "in-play", "to-demand", "to-toss-again", "over", "replayed"
]
Unit = Literal["board", "game", "match"]

NIL: Score = Score(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchHead:
    """Who plays, and what the head of a score sheet says; what nobody has given is empty."""

    rulebook: str = ""
    event: str = ""
    round: str = ""
    number: str = ""
    place: str = ""
    umpire: str = ""
    length: str = "match"
    replay_of: str = ""
    doubles: bool = False
    finals: bool = False
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player as entered for the match. `approved`: the umpire has approved the striker."""

    name: str
    side: SideName
    club: str
    approved: bool
    seat: SeatName | None


@dataclass(frozen=True, slots=True)
class Player(Entrant):
    """A player at the board, with the changes of striker and the `distractions` so far (4.2 h)."""

    colour: ColourName | None
    on_strike: bool
    breaks: bool
    strikers: int
    distractions: int


@dataclass(frozen=True, slots=True)
class Coins:
    """Coins of a colour that a player must place, or holds because there is no room."""

    colour: ColourName
    count: int
    player: str
    text: Message


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board that has ended; a void one has the number of the board that is played in its place.

    `extra` of the points were demanded by the winner. Times are ISO 8601; `total` is the running total of the
    game's boards.
    """

    number: int
    breaker: str
    white: SideName
    winner: SideName | None
    points: int
    extra: int
    queen: SideName | None
    left: Counts
    of: Unit
    began: str | None
    ended: str | None
    total: Score


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game; the running one has no winner. `points` include those that the umpire set `by_hand`."""

    boards: tuple[BoardLine, ...]
    winner: SideName | None
    points: Score
    by_hand: Score


@dataclass(frozen=True, slots=True)
class Protest:
    """A protest, spoken in `entry`, against the call of entry `about`; `upheld` is null until it is decided.

    `by` is the time by which it must be written, known once its board has ended; after that it has `lapsed`.
    """

    entry: int
    side: SideName
    about: int
    spoken: str | None
    by: str | None
    written: str | None
    paragraph: str | None
    upheld: bool | None
    lapsed: bool


@dataclass(frozen=True, slots=True)
class Todo:
    """A task of the umpire, in words (`todo.*`) and as a code:

    place (colour, n, player) · place-again (colour, n, player) · respot-queen · respot (colour, n) · hold
    (colour, n, player) · let-down (colour, n, player) · restore · set-up-again · change-seats · replace-coin
    · toss-again · demand (side, n) · disqualify (side). With `confirm` the page waits until it is confirmed;
    turn (player) and break (player) only inform. `player` is who the text names: a player, or all of `side`.
    """

    what: str
    colour: ColourName | None = None
    n: int = 0
    player: str = ""
    side: SideName | None = None
    confirm: bool = True
    says: InitVar[Mapping[str, Argument] | None] = None  # more arguments of the text
    text: Message = field(init=False)

    def __post_init__(self, says: Mapping[str, Argument] | None) -> None:
        key = f"todo.{self.what}" if self.colour is None else f"todo.{self.what}.{self.colour}"
        object.__setattr__(self, "text", Message(key, {"player": self.player, "n": self.n, **(says or {})}))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log; `stands` is false if the entry was taken back.

    `what` is its code: a kind of incident, the choice at a toss, a remark's text, why a match was given up,
    the coin placed, points set by hand ("12–7"), upheld or refused; "by-hand" for a call overruled by hand.
    `stroke` is a stroke as it would be reported, `to` the entry it refers to, `corrects` the wrong entry of a
    correction. `paragraph` is the law that a foul broke or a protest cites, `pocketed` what fell in an
    incident.
    """

    v: int
    kind: str
    at: str | None
    game: int
    board: int
    n: int
    stands: bool
    player: str = ""
    side: SideName | None = None
    what: str = ""
    stroke: requests.Stroke | None = None
    ruling: Ruling | None = None
    to: int = 0
    reason: str = ""
    paragraph: str = ""
    ground: str = ""
    noticed: bool = True
    pocketed: tuple[str, ...] = ()
    corrects: int = 0
    text: Message = Message("log.earlier")  # noqa: RUF009  # it never changes


@dataclass(frozen=True, slots=True)
class Call:
    """The last ruling, on entry `v`, and the tasks that follow from it; `line` has the facts in force.

    `where` says where a coin that comes back may be put.
    """

    v: int
    line: Line
    ruling: Ruling
    todo: tuple[Todo, ...]
    overruled: bool
    where: Message


@dataclass(frozen=True, slots=True)
class Offer:
    """An incident that can have happened now, and the `players` who can have caused it, if anybody does.

    `by` are their colours; both are empty where nobody has one. `unnoticed`: who can have done it without
    being seen in time (wrong-colour-placed). `pocketed`: it says what fell.
    """

    kind: str
    by: tuple[ColourName, ...]
    players: tuple[str, ...] = ()
    unnoticed: tuple[str, ...] = ()
    pocketed: bool = False


@dataclass(frozen=True, slots=True)
class Can:
    """What can be reported now: `acts` are names of requests, `most` are the coins that can have fallen.

    `undo` is the earliest entry to go back to, `overrule` the call and `correct` the entries that can be
    corrected. `protest` are the sides that can protest against the last call. `points_most` is the most that
    a board decided by hand can give, `game_most` the most points in a running game, `demand` the extra points
    that the winner of the board may demand.
    """

    acts: tuple[str, ...]
    most: Counts
    queen: bool
    incidents: tuple[Offer, ...]
    undo: int | None
    overrule: int | None
    correct: tuple[int, ...]
    protest: tuple[SideName, ...]
    points_most: int
    game_most: int
    give_up: tuple[str, ...]
    demand: int = 0


@dataclass(frozen=True, slots=True)
class Clocks:
    """Seconds that the rulebook allows; 0 where it says nothing."""

    stroke: int
    placing: int
    change: int


@dataclass(frozen=True, slots=True)
class View(MatchHead):
    """Everything the umpire's page shows; `now` is what the match waits for, or how it has ended.

    `protest_replays` is what is played again if a protest is upheld, `striker_changes` how often a player may
    change the striker, or null; `rest` says that a rest is allowed before the board that comes.
    """

    v: int
    stage: Stage
    now: Message
    players: tuple[Player, ...] = ()
    breaks_first: SideName | None = None
    trials: tuple[SideName, ...] = ()
    trials_left: Score = NIL
    late: tuple[SideName, ...] = ()
    white: SideName | None = None
    on_strike: str = ""
    breaker: str = ""
    next_breaker: str = ""
    board: Board | None = None
    game: int = 1
    board_number: int = 1
    points: Score = NIL
    games_won: Score = NIL
    games_to_win: int = 1
    games: tuple[GameLine, ...] = ()
    to_place: tuple[Coins, ...] = ()
    held: tuple[Coins, ...] = ()
    change_seats: bool = False
    striker_changes: int | None = None
    rest: Message | None = None
    request: SideName | None = None
    protests: tuple[Protest, ...] = ()
    protest_replays: Literal["match", "board"] = "match"
    call: Call | None = None
    can: Can | None = None
    log: tuple[Line, ...] = ()
    clocks: Clocks = Clocks(0, 0, 0)
    counts_strokes: bool = False
    winner: SideName | None = None
    gave_up: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry judged otherwise after a correction, or `refused`; `player` plays the stroke instead.

    `assumed` is what is taken as said before the entry, so that it stands.
    """

    v: int
    before: Ruling | None
    after: Ruling | None
    refused: Message | None = None
    player: str = ""
    assumed: Message | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """What a request would lead to; nothing has been entered."""

    ruling: Ruling | None
    differences: tuple[Difference, ...]
    after: View


@dataclass(frozen=True, slots=True)
class Breach:
    """A law that can be broken: a `foul` outside a stroke, an `improper` stroke, or either."""

    key: str
    law: str
    part: Part
    foul: bool
    improper: bool
    turn: Literal["any", "own", "theirs"]
    text: Message


@dataclass(frozen=True, slots=True)
class Kind:
    """An incident with a consequence of its own and the paragraphs it is judged by.

    `costs` is the most that the other side can win by it, if that is not only coins.
    """

    kind: str
    laws: tuple[str, ...]
    part: Part
    text: Message
    help: Message
    costs: Unit | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """A ground for disqualification."""

    letter: str
    law: str
    text: Message


@dataclass(frozen=True, slots=True)
class Instruction:
    """What the umpire does, and the paragraph that says so."""

    code: str
    law: str
    text: Message


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question: it leads `to` another, or ends in instructions and in what is to be reported.

    `into` says where the facts `off`, `pocketed` and `at_rest` go: into the report of this stroke, or into an
    `incident`. With `asks` the umpire must also count what left the board.
    """

    key: str
    to: str = ""
    into: Literal["", "stroke", "incident", "nothing"] = ""
    off: tuple[Piece, ...] = ()
    pocketed: tuple[Piece, ...] = ()
    at_rest: tuple[str, ...] = ()
    incident: str = ""
    asks: Literal["", "off"] = ""
    says: tuple[Instruction, ...] = ()
    text: Message = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", Message(f"catalogue.choice.{self.key}"))


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the umpire and its answers."""

    key: str
    choices: tuple[Choice, ...]
    text: Message = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", Message(f"catalogue.question.{self.key}"))


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What can be reported under a rulebook, in the order of a game. `first` is the first question.

    `frequent` are the kinds that a list begins with.
    """

    rulebook: str
    kinds: tuple[Kind, ...]
    breaches: tuple[Breach, ...]
    grounds: tuple[Ground, ...]
    questions: tuple[Question, ...]
    first: str
    frequent: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetPart:
    """A part of the score sheet: a table with a title. `close` is a line below its rows."""

    key: str
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    close: str = ""


@dataclass(frozen=True, slots=True)
class SheetText:
    """The score sheet in one language; `sign` is the title of the lines to sign on."""

    title: str
    names: str
    parts: tuple[SheetPart, ...]
    sign: str
    signatures: tuple[str, ...]
