"""The standing of one board: everything the judge needs to know, and nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Generic, NamedTuple, TypeVar

from carrom.errors import ImpossibleCase, NotationError
from carrom.words import BLACK, COINS_A_SIDE, WHITE, Colour

T = TypeVar("T")


class Each(NamedTuple, Generic[T]):
    """One value for each colour."""

    white: T
    black: T

    def of(self, colour: Colour) -> T:
        return self.white if colour is WHITE else self.black

    def but(self, colour: Colour, value: T) -> Each[T]:
        return Each(value, self.black) if colour is WHITE else Each(self.white, value)

    @property
    def swapped(self) -> Each[T]:
        return Each(self.black, self.white)


# The one-line form of a standing has room for three digits.
MOST_WRITTEN = 999

NONE: Each[int] = Each(0, 0)
NOT_YET: Each[bool] = Each(False, False)


@dataclass(frozen=True, slots=True)
class OnBoard:
    """The queen lies on the board."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The side on strike has pocketed the queen; its next stroke must cover her."""


@dataclass(frozen=True, slots=True)
class CoveredBy:
    """A side has pocketed and covered the queen."""

    colour: Colour


Queen = OnBoard | Waiting | CoveredBy

ON_BOARD = OnBoard()
WAITING = Waiting()


@dataclass(frozen=True, slots=True)
class ToBreak:
    """The break is not made yet; `tries` were spent on it."""

    tries: int = 0


@dataclass(frozen=True, slots=True)
class ToStrike:
    """A stroke is to be played; `in_hand` counts this one and is more than 1 in the family game alone."""

    in_hand: int = 1


@dataclass(frozen=True, slots=True)
class BoardOver:
    """The board has ended, and maybe the game or match with it (`of`). A void board has no winner.

    `extra` are points that the winner may demand beside `points`.
    """

    winner: Colour | None
    points: int
    of: str = "board"
    extra: int = 0


Phase = ToBreak | ToStrike | BoardOver

ONE_STROKE = ToStrike()


@dataclass(frozen=True, slots=True)
class Standing:
    """A board between two strokes. Colours are this board's; coins not on the board or held lie in the nets.

    >>> print(Standing.parse("white on strike, 9 white, 5 black, queen on board, white owes 1"))
    white on strike, 9 white, 5 black, queen on board, white owes 1
    """

    on_strike: Colour
    coins: Each[int]
    queen: Queen = ON_BOARD
    due: Each[int] = NONE
    held: Each[int] = NONE
    earned: Each[bool] = NOT_YET
    points: Each[int] = NONE
    passes: int = 0
    phase: Phase = ONE_STROKE
    new_turn: bool = False
    """The turn has just come to the side on strike: it has made no stroke in it yet."""
    late: bool = False
    """Time has run out since the last stroke, and the turn stayed."""

    @classmethod
    def to_break(cls, points: Each[int] = NONE) -> Standing:
        """A new board before the break; the breaker has the whites."""
        return cls(WHITE, Each(COINS_A_SIDE, COINS_A_SIDE), points=points, phase=ToBreak())

    @property
    def broken(self) -> bool:
        return not isinstance(self.phase, ToBreak)

    @property
    def over(self) -> BoardOver | None:
        return self.phase if isinstance(self.phase, BoardOver) else None

    @property
    def tries(self) -> int:
        return self.phase.tries if isinstance(self.phase, ToBreak) else 0

    @property
    def in_hand(self) -> int:
        return self.phase.in_hand if isinstance(self.phase, ToStrike) else 1

    @property
    def turn_begun(self) -> bool:
        """Whether the side on strike has made a stroke in this turn; nobody has before the first try."""
        return not self.new_turn and self.phase != ToBreak()

    def in_nets(self, colour: Colour) -> int:
        return COINS_A_SIDE - self.coins.of(colour) - self.held.of(colour)

    @property
    def mirrored(self) -> Standing:
        """The same board with the colours exchanged."""
        queen = CoveredBy(self.queen.colour.other) if isinstance(self.queen, CoveredBy) else self.queen
        phase = self.phase
        if isinstance(phase, BoardOver) and phase.winner is not None:
            phase = replace(phase, winner=phase.winner.other)
        return Standing(
            self.on_strike.other,
            self.coins.swapped,
            queen,
            self.due.swapped,
            self.held.swapped,
            self.earned.swapped,
            self.points.swapped,
            self.passes,
            phase,
            self.new_turn,
            self.late,
        )

    @property
    def notation(self) -> str:
        """The one-line form with everything that `parse` reads; `str` leaves out new turns and lateness."""
        parts = (str(self), *(["new turn"] if self.new_turn else ()), *(["late once"] if self.late else ()))
        return ", ".join(parts)

    def __str__(self) -> str:
        parts = [f"{self.on_strike} on strike", f"{self.coins.white} white", f"{self.coins.black} black"]
        match self.queen:
            case OnBoard():
                parts.append("queen on board")
            case Waiting():
                parts.append("queen waiting")
            case CoveredBy(colour):
                parts.append(f"queen covered by {colour}")
        for colour in (WHITE, BLACK):
            if self.due.of(colour):
                parts.append(f"{colour} owes {self.due.of(colour)}")
            if self.held.of(colour):
                parts.append(f"{self.held.of(colour)} {colour} held")
            if self.earned.of(colour) != (self.coins.of(colour) < COINS_A_SIDE):
                verb = "has" if self.earned.of(colour) else "lacks"
                parts.append(f"{colour} {verb} the right to the queen")
            if self.points.of(colour):
                parts.append(f"{colour} has {_counted(self.points.of(colour), 'point', 'points')}")
        if self.passes:
            parts.append(_counted(self.passes, "pass", "passes"))
        match self.phase:
            case ToBreak(tries):
                parts.append(f"to break after {_counted(tries, 'try', 'tries')}" if tries else "to break")
            case ToStrike(in_hand) if in_hand != 1:
                parts.append(f"{in_hand} strokes in hand")
            case BoardOver(winner, points, of, extra):
                parts.append(f"{of} over: {winner} wins {points}" if winner else f"{of} void")
                if extra:
                    parts.append(f"{extra} more on demand")
        return ", ".join(parts)

    @classmethod
    def parse(cls, text: str) -> Standing:
        """Read the one-line form that `notation` writes; only the first three parts are required."""
        found: dict[str, int | str | bool] = {}
        column = 1
        for raw in text.split(","):
            part = raw.strip()
            for pattern, names in _PARTS:
                match = pattern.fullmatch(part)
                if match:
                    _read(found, names, match)
                    break
            else:
                raise NotationError("refused.board.part", column=column, part=part)
            column += len(raw) + 1
        for key, form in (("strike", "white on strike"), ("white", "9 white"), ("black", "5 black")):
            if key not in found:
                raise NotationError("refused.board.missing", column=column, form=form)
        return possible(_built(found))


def _counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _read(found: dict[str, int | str | bool], names: str, match: re.Match[str]) -> None:
    """Store one part under its key; `names` may hold {0}, filled with the part's first word."""
    groups = match.groups()
    key = names.format(groups[0] if groups else "")
    if key in ("phase", "new turn", "late"):
        found[key] = match.group(0)
    elif key.startswith("earned"):
        found[key] = groups[1] == "has"
    elif key in ("strike", "queen"):
        found[key] = groups[0]
    else:
        found[key] = int(groups[-1])


_SIDE = "(white|black)"
_PARTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(f"{_SIDE} on strike"), "strike"),
    (re.compile(r"()(\d{1,3}) white"), "white"),
    (re.compile(r"()(\d{1,3}) black"), "black"),
    (re.compile(r"queen (on board|waiting|covered by white|covered by black)"), "queen"),
    (re.compile(rf"{_SIDE} owes (\d{{1,3}})"), "due {0}"),
    (re.compile(r"(\d{1,3}) white held"), "held white"),
    (re.compile(r"(\d{1,3}) black held"), "held black"),
    (re.compile(f"{_SIDE} (has|lacks) the right to the queen"), "earned {0}"),
    (re.compile(rf"{_SIDE} has (\d{{1,3}}) points?"), "points {0}"),
    (re.compile(r"(\d{1,3}) pass(?:es)?"), "passes"),
    (re.compile(r"to break(?: after (\d{1,3}) (?:try|tries))?"), "phase"),
    (re.compile(r"(\d{1,3}) strokes in hand"), "phase"),
    (re.compile(r"(board|game|match) over: (white|black) wins (\d{1,3})"), "phase"),
    (re.compile(r"board void"), "phase"),
    (re.compile(r"(\d) more on demand"), "extra"),
    (re.compile(r"new turn"), "new turn"),
    (re.compile(r"late once"), "late"),
)


def _built(found: dict[str, int | str | bool]) -> Standing:
    def each(name: str) -> Each[int]:
        return Each(int(found.get(f"{name} white", 0)), int(found.get(f"{name} black", 0)))

    coins = Each(int(found["white"]), int(found["black"]))
    queen = str(found.get("queen", "on board"))
    earned = Each(
        bool(found.get("earned white", coins.white < COINS_A_SIDE)),
        bool(found.get("earned black", coins.black < COINS_A_SIDE)),
    )
    return Standing(
        Colour(found["strike"]),
        coins,
        _queen(queen),
        each("due"),
        each("held"),
        earned,
        each("points"),
        int(found.get("passes", 0)),
        _phase(str(found.get("phase", "")), int(found.get("extra", 0))),
        "new turn" in found,
        "late" in found,
    )


def _queen(text: str) -> Queen:
    if text == "on board":
        return ON_BOARD
    return WAITING if text == "waiting" else CoveredBy(Colour(text.split()[-1]))


def _phase(text: str, extra: int) -> Phase:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if text.startswith("to break"):
        return ToBreak(numbers[0] if numbers else 0)
    if text == "board void":
        return BoardOver(None, 0)
    if "over" in text:
        of, _, winner = text.split()[:3]
        return BoardOver(Colour(winner), numbers[0], of, extra)
    return ToStrike(numbers[0] if numbers else 1)


def possible(standing: Standing) -> Standing:
    """The same standing. Raises `ImpossibleCase` with the field at fault if it is impossible."""
    for colour in (WHITE, BLACK):
        coins, held, due = (each.of(colour) for each in (standing.coins, standing.held, standing.due))
        if not 0 <= coins <= COINS_A_SIDE:
            raise ImpossibleCase(f"board.{colour}", "refused.board.coins", coins=coins)
        if held < 0 or coins + held > COINS_A_SIDE:
            raise ImpossibleCase(f"board.held.{colour}", "refused.board.held", held=held, coins=coins)
        if coins == 0 and held == 0 and standing.over is None:
            raise ImpossibleCase(f"board.{colour}", "refused.board.over")
        if not 0 <= due <= MOST_WRITTEN:
            raise ImpossibleCase(f"board.due.{colour}", "refused.board.due", due=due, most=MOST_WRITTEN)
        if not 0 <= standing.points.of(colour) <= 24 and standing.over is None:
            raise ImpossibleCase(
                f"board.points.{colour}", "refused.board.points", points=standing.points.of(colour)
            )
    if not 0 <= standing.passes <= 5:
        raise ImpossibleCase("board.passes", "refused.board.passes", passes=standing.passes)
    _possible_phase(standing)
    return standing


def _possible_phase(standing: Standing) -> None:
    match standing.phase:
        case ToBreak(tries):
            if not 0 <= tries <= MOST_WRITTEN:
                raise ImpossibleCase("board.tries", "refused.board.tries", tries=tries, most=MOST_WRITTEN)
            untouched = standing.coins == (COINS_A_SIDE, COINS_A_SIDE) and isinstance(standing.queen, OnBoard)
            if not untouched:
                raise ImpossibleCase("board.broken", "refused.board.broken")
        case ToStrike(in_hand):
            if not 1 <= in_hand <= MOST_WRITTEN:
                raise ImpossibleCase(
                    "board.strokes_in_hand",
                    "refused.board.in-hand",
                    strokes=in_hand,
                    most=MOST_WRITTEN,
                )
        case BoardOver():
            pass
