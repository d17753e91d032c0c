"""What a request does at the table, once it is its turn: each becomes one call, or is refused.

Runs in a thread: a stroke waits for its simulation, and everything for the disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from carrom.errors import ImpossibleAim, ImpossibleCase, NotNow
from carrom.live.messages import (
    ChooseRequest,
    IncidentRequest,
    PlaceRequest,
    SetupRequest,
    StrikeRequest,
)
from carrom.live.seats import answering, seats_from
from carrom.live.umpire_asks import ASKS_A_BOARD, asks_made
from carrom.rules import Standing
from carrom.server.errors import Refused
from carrom.server.workers import Workers
from carrom.store.kept import now
from carrom.stroke import Aim, Layout, Placement
from carrom.table import Table, ToAnswer, ToPlace, ToSeat, ToStrike, ToToss, ToTry, ToTurn
from carrom.words import Coin, Side

A = TypeVar("A", ToToss, ToSeat, ToTry, ToTurn, ToStrike, ToPlace, ToAnswer)

REQUEST_SECONDS = 30.0
"""So long the side that asked the umpire has the table to itself."""

TableRequest = StrikeRequest | PlaceRequest | ChooseRequest | IncidentRequest | SetupRequest


@dataclass(frozen=True, slots=True)
class Acting:
    """Who acts: the players of the link, who has won the toss, the seconds the stroke took by the clock."""

    table: Table
    workers: Workers
    mine: tuple[str, ...]
    tosser: Side
    practice: bool
    seconds: float | None = None

    def do(self, request: TableRequest) -> None:
        if not self.mine:
            raise Refused("table/not-yours")
        match request:
            case StrikeRequest():
                self._strike(request)
            case PlaceRequest(_, _, coin, x, y):
                self._place(Placement(Coin(coin), x, y))
            case ChooseRequest(_, _, what, value):
                self._choose(what, value)
            case IncidentRequest(_, _, kind):
                self._happens(kind)
            case SetupRequest(_, _, layout, standing):
                self._set_up(layout, standing)

    @property
    def _player(self) -> str:
        return answering(self.table.asks, self.table.match, self.tosser, self.mine)

    def aim_of(self, request: StrikeRequest) -> Aim:
        """The aim from the seat of whoever is asked."""
        table = self.table
        return Aim(
            table.seat_of(self._player),
            request.x,
            request.angle,
            request.power * table.equipment.pace.full_force,
        )

    def _strike(self, request: StrikeRequest) -> None:
        table = self.table
        if isinstance(table.asks, ToTry):
            table.trial(self._player, self.aim_of(request), at=now())
            return
        _expected(table, ToStrike)
        table.strike(self._player, self.aim_of(request), seconds=self.seconds, at=now())

    def _place(self, placement: Placement) -> None:
        """Where coins of both sides are to be placed, either side may begin."""
        table, colour = self.table, placement.coin.colour
        _expected(table, ToPlace)
        assert colour is not None, "the queen is put back by the umpire"
        if not table.match.to_place.of(colour):
            raise ImpossibleCase("coin", f"no {placement.coin} coin is to be placed now")
        player = table.match.placer(colour)
        if player not in self.mine:
            raise Refused("table/not-yours")
        table.place(player, placement, at=now())

    def _choose(self, what: str, value: str | float) -> None:
        table = self.table
        match what:
            case "toss":
                _expected(table, ToToss)
                self._refuse_others()
                table.toss(self.tosser, str(value), at=now())
            case "seats":
                side = _expected(table, ToSeat).side
                self._refuse_others()
                table.seat(seats_from(table.match, side, str(value)), at=now())
            case "turn":
                _expected(table, ToTurn)
                table.turn(self._player, _number(value), at=now())
            case "trial":
                _expected(table, ToTry)
                table.skip_trial(self._player, at=now())
            case "pass":
                _expected(table, ToStrike)
                self._pass()
            case "answer":
                _expected(table, ToAnswer)
                if not self._long_since_asked:
                    self._refuse_others()
                table.answer(at=now())

    @property
    def _long_since_asked(self) -> bool:
        """After a while the other side may go on too: nobody is held up for ever by a request."""
        at = self.table.entries[-1].at
        asked = datetime.fromisoformat(now() if at is None else at)
        return datetime.fromisoformat(now()) - asked >= timedelta(seconds=REQUEST_SECONDS)

    def _refuse_others(self) -> None:
        answering(self.table.asks, self.table.match, self.tosser, self.mine)

    def _pass(self) -> None:
        table, player = self.table, self._player
        between = table.book.striker_between_lines
        aim = self.workers.passing(table.layout, table.seat_of(player), table.equipment, between)
        if aim is None:
            raise ImpossibleAim("no stroke from these base lines leaves every coin untouched")
        table.strike(player, aim, seconds=self.seconds, at=now())

    def _happens(self, kind: str) -> None:
        table = self.table
        if kind == "abandon":
            player = table.match.on_strike
            if table.match.standing is None:
                raise NotNow(f"no game can be given up now: {table.asked}")
            if player not in self.mine:
                raise Refused("table/not-yours")
            table.abandon(player, at=now())
            return
        table.ask_umpire(self.asker, at=now())

    @property
    def asker(self) -> str:
        """Who asks the umpire; refused, if their side has asked often enough on this board."""
        table, ask = self.table, self.table.asks
        asked = ask.player if isinstance(ask, ToStrike | ToPlace | ToTurn) else ""
        name = asked if asked in self.mine else self.mine[0]
        if asks_made(table, table.match.side_of(name)) >= ASKS_A_BOARD:
            raise Refused("table/asks-used", {"n": ASKS_A_BOARD})
        return name

    def asks_on_others_turn(self, request: TableRequest) -> bool:
        """Whether a request to the umpire comes while the other side is to strike."""
        if not isinstance(request, IncidentRequest) or request.kind != "ask":
            return False
        match, ask = self.table.match, self.table.asks
        return isinstance(ask, ToStrike) and match.side_of(ask.player) not in map(match.side_of, self.mine)

    def _set_up(self, layout: str, standing: str) -> None:
        if not self.practice:
            raise Refused("setup/not-here")
        table = self.table
        coins = Layout.parse(layout, table.equipment)
        table.set_up(coins, Standing.parse(standing) if standing.strip() else None, at=now())


def _expected(table: Table, kind: type[A]) -> A:
    """The question, if it is of this kind: what is asked comes before who may answer."""
    ask = table.asks
    if not isinstance(ask, kind):
        raise NotNow(f"not now: {table.asked}")
    return ask


def _number(value: str | float) -> float:
    if isinstance(value, str):
        raise ImpossibleCase("turned", f"the rosette is turned by {value!r}; give an angle in radians")
    return float(value)
