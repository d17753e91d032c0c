"""Parts of messages, which HTTP responses use too."""

from __future__ import annotations

from typing import Literal

from carrom.i18n import Message as Words
from carrom.live.messages.base import Length, Part, Point
from carrom.parts import Board, CoinName, ColourName, Handicap, Ruling, Score, SeatName, SideName
from carrom.record.story import Story


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


class Hand(Part, frozen=True):
    """The errors of a hand, as standard deviations: radians, a ratio of the speed, metres.

    `level` is the level with this hand; empty if none has it.
    """

    level: str
    angle: float
    speed: float
    place: float


class Coin(Part, frozen=True):
    """A coin on the surface."""

    coin: CoinName
    x: float
    y: float


class BoardEnd(Part, frozen=True):
    """A board that has ended; a void one has no winner. `said` tells who won it, if she was
    covered who covered the queen, and the extra points among its `points`, if there are any.
    """

    winner: SideName | None
    points: int
    queen: SideName | None
    breaker: str
    of: str
    said: tuple[Words, ...]


class Asks(Part, frozen=True):
    """The table's question; `players` may answer it.

    `count` coins are to be placed, or so many extra points may be demanded. `waive`: the coins may be waived.
    `law` allows the points to be demanded; `queen_lost`: with all of them the queen counts nothing any more.
    """

    kind: Literal["toss", "seat", "try", "turn", "strike", "place", "answer", "demand", "toss-again", "over"]
    text: Words
    players: tuple[str, ...] = ()
    side: SideName | None = None
    coin: Literal["white", "black"] | None = None
    count: int = 0
    waive: bool = False
    law: str = ""
    queen_lost: bool = False


class Player(Part, frozen=True):
    """A player. `level` is empty for a person; `colour` is that of the running board.

    `label` is the name to show: a player without a name is "You", and "Player" to the others.
    """

    name: str
    label: Words
    side: SideName
    seat: SeatName | None
    colour: ColourName | None
    level: str


class Blocked(Part, frozen=True):
    """A span where the striker may not stand; `why` is a key of `play.striker.*`."""

    low: float
    high: float
    why: str


class Clock(Part, frozen=True):
    """Seconds for a stroke, and how many are left; the clock starts in `delay` seconds."""

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
    standing: Words | None  # of the board, with the name of the player on strike
    game: int  # of the match, from 1
    board_number: int  # of the game, from 1
    points: Score
    games: Score
    games_to_win: int
    length: Length  # what is played: a match of several games, one game, or one board
    boards: tuple[BoardEnd, ...]  # of the running game
    games_ended: tuple[Score, ...]  # the points of the games that are over
    games_said: tuple[Words, ...]  # who won each
    breaker: str
    white: SideName | None  # whose coins the whites are
    places: tuple[tuple[float, float], ...]  # where the striker may stand in the next stroke
    blocked: tuple[Blocked, ...]  # and where not, between the ends of the base lines
    spot: Point | None  # a place where the coin to be placed may lie
    back: tuple[str, ...]  # the players who have something to take back
    protest: bool
    winner: SideName | None
    handicap: Handicap | None
    agreed: Words | None  # the handicap in words
    story: Story | None  # of the match so far, once a board has ended and no other is open


class AimNow(Part, frozen=True):
    """A stroke as it was played."""

    seat: SeatName
    x: float
    angle: float
    power: float


class Trace(Part, frozen=True):
    """One stroke in closed form. Piece 0 is the striker; `rest` is null for a piece that fell.

    Segments and events are rows of little-endian doubles, in base64. A segment has piece, time, x, y, vx, vy,
    slowing, spin, spin's slowing; an event time, kind, piece, other, speed, x, y. The kind is the place of
    its name among pieces, frame, corner, over, out and fell.
    """

    duration: float
    pieces: tuple[Literal["striker", "white", "black", "queen"], ...]
    start: tuple[Point, ...]
    segments: bytes
    events: bytes
    rest: tuple[Point | None, ...]
    hash: str


class Line(Part, frozen=True):
    """One entry of the record for the log: what happened, who did it, and the ruling."""

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
    n: int = 0  # the number of the stroke in the match, from 1; 0 for other entries
    stands: bool = True  # not taken back since
    foul: bool = False  # it cost its player a coin, the turn's time or the striker
    at: str | None = None


class Here(Part, frozen=True):
    """Whether a player is connected; `gone` is for how many seconds they have been absent."""

    name: str
    here: bool
    gone: float = 0.0
    claimable: bool = False
    claim_in: float = 0.0  # seconds until the match may be claimed
    waited: bool = False  # more time was given in this absence; it is given once


class OpenOffer(Part, frozen=True):
    """An open `take-back` or `rematch`; `ask` is a request to the umpire that waits for the stroke to end."""

    what: str
    by: str
    agreed: tuple[str, ...]


class HintNow(Part, frozen=True):
    """A good stroke, its chance and its risks; `words` explain it to the asker.

    `kind` is pocket, break, touch or pass. `falls` are the coins to pocket, each with its pocket as the
    player sees it; `touches` is the coin that a touch meets first. `risks` are probabilities of losing the
    board, the queen, a coin (foul), a try at the break, or the turn.
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
    track: tuple[tuple[Point, ...], ...]  # the striker and what it sends where, for drawing


class Link(Part, frozen=True):
    """The token of a player."""

    player: str
    token: str


class Invitation(Part, frozen=True):
    """The first to use `code` plays for `player`; `*` means every person, or the umpire of a table."""

    player: str
    code: str


class OpenSeat(Part, frozen=True):
    """A seat that nobody has taken. `invited`: its invitation is still unused."""

    player: str
    invited: bool
