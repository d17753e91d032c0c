"""What the table waits for, and from whom; derived from the state of the match."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.i18n import About, Message
from carrom.record import State
from carrom.rules.match import IN_PLAY, OVER, TO_DEMAND, TO_PLAY, TO_SEAT, TO_TOSS, Match
from carrom.rules.standing import Waiting
from carrom.words import Coin, Colour, Side


@dataclass(frozen=True, slots=True)
class ToToss:
    """The toss; the winner takes the break or the seats."""


@dataclass(frozen=True, slots=True)
class ToSeat:
    """A side chooses the seats."""

    side: Side


@dataclass(frozen=True, slots=True)
class ToTry:
    """A side may play its trial board."""

    side: Side


@dataclass(frozen=True, slots=True)
class ToTurn:
    """The breaker turns the rosette; "Play" follows."""

    player: str


@dataclass(frozen=True, slots=True)
class ToStrike:
    """A player plays a stroke."""

    player: str


@dataclass(frozen=True, slots=True)
class ToPlace:
    """A player puts back one of `count` coins of the other side."""

    player: str
    coin: Coin
    count: int


@dataclass(frozen=True, slots=True)
class ToAnswer:
    """A side has asked the umpire; nobody plays before the answer."""

    side: Side


@dataclass(frozen=True, slots=True)
class ToDemand:
    """The winner of the board says how many of `count` extra points are demanded."""

    side: Side
    count: int


@dataclass(frozen=True, slots=True)
class ToTossAgain:
    """The break of the ninth board is tossed for."""


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over."""

    winner: Side


Ask = ToToss | ToSeat | ToTry | ToTurn | ToStrike | ToPlace | ToAnswer | ToDemand | ToTossAgain | Over


def ask_message(ask: Ask, match: Match) -> Message:
    """The question as a person reads it, on a screen or in a refusal."""
    match ask:
        case ToTurn(player):
            return About("table.to-turn", (player,))
        case ToStrike(player):
            return _to_strike(player, match)
        case ToPlace(player, coin, count):
            return About(f"table.to-place.{coin}", (player,), {"n": count})
        case ToSeat(side):
            return About("table.to-seat", match.names(side))
        case ToTry(side):
            return About("table.to-try", match.names(side))
        case ToAnswer(side):
            return About("table.to-answer", match.names(side))
        case ToDemand(side):
            return About("table.to-demand", match.names(side))
        case Over(winner):
            return About("table.over", match.names(winner))
        case ToToss():
            return Message("table.to-toss")
        case ToTossAgain():
            return Message("table.to-toss-again")


def _to_strike(player: str, match: Match) -> Message:
    """Who is on strike; the player reads what there is to do."""
    standing = match.standing
    assert standing is not None, "a board is open"
    what = "" if standing.broken else ".break"
    if isinstance(standing.queen, Waiting):
        what = ".cover"
    colour = Message(f"table.colour.{standing.on_strike}")
    return About(f"table.to-strike{what}", (player,), {"colour": colour})


def next_ask(state: State, trials: bool) -> Ask:
    """What the table waits for at a state; never an act of the umpire, which the table does itself."""
    match = state.match
    if match.stage == TO_TOSS:
        return ToToss()
    if match.stage == TO_SEAT:
        assert match.breaks_first is not None
        return ToSeat(match.breaks_first.other)
    if match.stage == OVER:
        assert match.winner is not None
        return Over(match.winner)
    if match.stage == TO_PLAY:
        side = trial_due(match) if trials else None
        return ToTurn(match.breaker) if side is None else ToTry(side)
    if match.stage == IN_PLAY:
        return _in_play(state)
    if match.stage == TO_DEMAND:
        return ToDemand(match.winner_of_board, match.may_demand)
    return ToTossAgain()


def _in_play(state: State) -> Ask:
    match = state.match
    if state.request is not None:
        return ToAnswer(state.request)
    for colour in Colour:
        if match.to_place.of(colour):
            return ToPlace(match.placer(colour), Coin(colour.value), match.to_place.of(colour))
    return ToStrike(match.on_strike)


def trial_due(match: Match) -> Side | None:
    """The side whose trial board is due before the first board: the breaking side, then the other (3.4)."""
    if match.boards or match.games or match.breaks_first is None:
        return None
    gone = (*match.trials, *match.late)
    sides = (match.breaks_first, match.breaks_first.other)
    return next((side for side in sides if side not in gone), None)
