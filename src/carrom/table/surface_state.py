"""The coins on the surface after each entry of the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from carrom.equipment import Equipment
from carrom.errors import CarromError, ImpossibleCase, RecordError
from carrom.i18n import Message
from carrom.record import Entry, State
from carrom.record import entries as events
from carrom.rules.match import IN_PLAY, Match
from carrom.rules.ruling import SetUpAgain
from carrom.rules.standing import ON_BOARD, CoveredBy, Each, OnBoard, Standing, possible
from carrom.stroke import Layout, Placed
from carrom.table.seating import seat_of
from carrom.words import COINS_A_SIDE, WHITE, Coin, Colour


@dataclass(frozen=True, slots=True)
class SurfaceState:
    """The coins on the surface; `turned` is set when the breaker has turned the rosette."""

    layout: Layout
    turned: bool = False


def surface_after(
    entry: Entry, surfaces: Sequence[SurfaceState], was: State | None, now: State, equipment: Equipment
) -> SurfaceState:
    """The surface after an entry; `surfaces` has those after the entries before it.

    Raises `RecordError` if the entry cannot come from a simulated table.
    """
    try:
        surface = _surface(entry, surfaces, was, now, equipment)
        _check_count(surface.layout, now.match)
    except CarromError as wrong:
        raise RecordError("refused.table.entry", entry.seq, entry=entry.seq, reason=wrong.message) from wrong
    return surface


def _surface(
    entry: Entry, surfaces: Sequence[SurfaceState], was: State | None, now: State, equipment: Equipment
) -> SurfaceState:
    if was is None:
        return SurfaceState(Layout())
    before = surfaces[-1]
    match entry.event:
        case events.TakenBack(to):
            return surfaces[to - 1]
        case events.Struck(report, _):
            ended = now.match.boards_ended != was.match.boards_ended
            if report.layout is None and not ended:
                raise RecordError("refused.table.no-rest")
            rest = before if report.layout is None else SurfaceState(report.layout.on(equipment))
            return fresh_rosette(now.match, equipment, rest) if ended else rest
        case events.Happened(_, ruling):
            again = any(isinstance(each, SetUpAgain) for each in ruling.consequences)
            if again or now.match.boards_ended != was.match.boards_ended:
                return fresh_rosette(now.match, equipment, before)
            return before
        case events.CoinPlaced(coin, x, y):
            if x is None or y is None:
                raise RecordError("refused.table.no-spot", coin=Message(f"noun.the-coin.{coin}"))
            return SurfaceState(before.layout.with_coin(Placed(coin, x, y), equipment))
        case events.RosetteTurned(turned, seed):
            breaker = seat_of(now.match, now.match.breaker)
            return SurfaceState(Layout.rosette(equipment, turned, breaker, seed), turned=True)
        case events.PositionSet(layout, standing):
            return SurfaceState(layout_like(layout, standing, equipment), turned=True)
        case events.Seated() | events.SeatsChanged() | events.TossedAgain() | events.Demanded():
            return fresh_rosette(now.match, equipment, before)
        case events.ProtestDecided(True):
            return fresh_rosette(now.match, equipment, SurfaceState(Layout()))
        case events.Overruled():
            raise RecordError("refused.table.overruled")
        case _:
            return before


def layout_like(layout: Layout, standing: Standing, equipment: Equipment) -> Layout:
    """The layout of a board set up by hand. Raises `ImpossibleCase` if its standing differs."""
    for colour in Colour:
        lie, stand = layout.count(Coin(colour.value)), standing.coins.of(colour)
        if lie != stand:
            coins = colour.coins(lie)
            raise ImpossibleCase("layout", "refused.table.unlike-standing", coins=coins, standing=stand)
    if layout.count(Coin.QUEEN) != isinstance(standing.queen, OnBoard):
        raise ImpossibleCase("layout", "refused.table.unlike-queen")
    return layout.on(equipment)


def standing_from(layout: Layout, on_strike: Colour = WHITE) -> Standing:
    """The standing of a layout: the side on strike has covered a queen that is missing.

    A side that has pocketed a coin has the right to the queen.
    """
    coins = Each(layout.count(Coin.WHITE), layout.count(Coin.BLACK))
    queen = ON_BOARD if layout.count(Coin.QUEEN) else CoveredBy(on_strike)
    earned = Each(coins.white < COINS_A_SIDE, coins.black < COINS_A_SIDE)
    return possible(Standing(on_strike, coins, queen, earned=earned))


def fresh_rosette(match: Match, equipment: Equipment, last: SurfaceState) -> SurfaceState:
    """A rosette for the breaker; while no board is to be played, the `last` position stays."""
    if match.standing is None:
        return last
    return SurfaceState(Layout.rosette(equipment, 0.0, seat_of(match, match.breaker)))


def _check_count(layout: Layout, match: Match) -> None:
    """Check that the coins on the board and those to be placed add up to the standing, without the queen."""
    if match.standing is None or match.stage != IN_PLAY:
        return
    for colour in Colour:
        there, waiting = layout.count(Coin(colour.value)), match.to_place.of(colour)
        if there + waiting != match.standing.coins.of(colour):
            raise RecordError(
                "refused.table.unlike-count",
                coins=colour.coins(there),
                waiting=waiting,
                standing=match.standing.coins.of(colour),
            )
