"""Computer players at the table: each question goes to whoever holds the seat, until a person must act.

A player that fails costs itself a stroke by the laws, never the match: it is late, and named.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TypeVar

from carrom.errors import CarromError, ImpossibleAim, ImpossibleCase, ImpossiblePlacing, SimulationError
from carrom.players.chair import Chair
from carrom.players.player import Player
from carrom.players.view import View
from carrom.record import Entry
from carrom.rules.placing import free_places
from carrom.stroke import Aim, Incident, Layout, Placement
from carrom.table.asks import (
    Ask,
    Over,
    ToAnswer,
    ToPlace,
    ToSeat,
    ToStrike,
    ToToss,
    ToTossAgain,
    ToTry,
    ToTurn,
)
from carrom.table.table import Table
from carrom.words import Side

REFUSALS = 3
"""So often a player is asked for a stroke or a place; then the table decides."""

FAILURES = 10
"""Who fails so many strokes in a row gives up the game."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Failure:
    """A player that raised, stalled, or answered what cannot be, at the entry that was then due."""

    player: str
    seq: int
    why: str

    def __str__(self) -> str:
        return f"{self.player}, entry {self.seq}: {self.why}"


class _Failed(Exception):
    """A player gave no answer that could be used."""


def play_on(
    table: Table,
    chairs: Mapping[str, Chair],
    seed: int,
    *,
    until: Callable[[Table], bool] | None = None,
    deadline: float | None = None,
    on_entry: Callable[[Entry], None] | None = None,
) -> tuple[Failure, ...]:
    """Play until the match is over, a person must act, or `until` says so; who failed, and how.

    The same seed gives the same match. A `deadline`, in seconds for each decision, is the one thing here
    that depends on time: a player that overruns it is late.
    """
    for name in (*table.match.first, *table.match.second):
        if name not in chairs:
            raise ImpossibleCase("chairs", f"nobody sits for {name}; give a chair for every player")
    runner = _Runner(table, chairs, seed, deadline)
    told = table.seq
    while not (until is not None and until(table)) and runner.acts(table.asks):
        while on_entry is not None and told < table.seq:
            told += 1
            on_entry(table.entries[told - 1])
    return tuple(runner.failures)


def toss_winner(table: Table, seed: int) -> Side:
    """Who wins the toss that is due."""
    return Side.FIRST if chance(seed, "toss", table.seq + 1) % 2 else Side.SECOND


def chance(seed: int, *what: str | int) -> int:
    """A number for one purpose: streams for different purposes know nothing of each other."""
    text = repr((seed, *what))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class _Runner:
    def __init__(self, table: Table, chairs: Mapping[str, Chair], seed: int, deadline: float | None) -> None:
        self.table = table
        self.failures: list[Failure] = []
        self._chairs = chairs
        self._seed = seed
        self._deadline = deadline
        self._in_a_row: dict[str, int] = {}

    def acts(self, ask: Ask) -> bool:
        """Do what is asked for; False if a person must do it, or nobody can any more."""
        match ask:
            case Over():
                return False
            case ToTossAgain():
                order = self.table.match.order
                self.table.toss_again(order[chance(self._seed, "toss", self.table.seq + 1) % len(order)])
                return True
            case ToAnswer():
                self.table.answer()
                return True
            case ToToss():
                side = toss_winner(self.table, self._seed)
            case ToSeat(side) | ToTry(side):
                pass
            case ToTurn(name) | ToStrike(name) | ToPlace(name):
                return self._asks(ask, name)
        return self._asks(ask, self.table.match.names(side)[0])

    def _asks(self, ask: Ask, name: str) -> bool:
        chair = self._chairs[name]
        player = chair.player
        if player is None:
            return False
        match ask:
            case ToToss():
                self._toss(player, name)
            case ToSeat():
                self.table.seat()
            case ToTry():
                self._try(player, name, chair)
            case ToTurn():
                self._turn(player, name)
            case ToStrike():
                self._strike(player, name, chair)
            case ToPlace():
                self._place(player, name, ask)
        return True

    def _toss(self, player: Player, name: str) -> None:
        choice = "break"
        try:
            said = self._decided(player.choose)
            if said not in ("break", "seats"):
                raise _Failed(f"chose {said!r}; the winner of the toss takes break or seats")
            choice = said
        except _Failed as failed:
            self._note(name, failed)
        self.table.toss(self.table.match.side_of(name), choice)

    def _try(self, player: Player, name: str, chair: Chair) -> None:
        """A trial board that fails is lost, and costs nothing else."""
        layout = Layout.rosette(self.table.equipment, 0.0, self.table.seat_of(name))
        view = View(self.table.match, layout, name, self.table.equipment, self._for_player(name, 0))
        try:
            aim = self._aimed(player, view)
            self.table.trial(name, aim, noise=chair.noise, seed=self._for_hand())
        except (_Failed, ImpossibleAim, SimulationError) as failed:
            self._note(name, failed)
            self.table.skip_trials()

    def _turn(self, player: Player, name: str) -> None:
        view, angle = self._view(name, 0), 0.0
        try:
            said = self._decided(lambda: player.turn(view))
            if isinstance(said, bool) or not isinstance(said, int | float) or not isfinite(said):
                raise _Failed(f"turned the rosette by {said!r}; give an angle in radians")
            angle = said
        except _Failed as failed:
            self._note(name, failed)
        self.table.turn(name, angle)

    def _strike(self, player: Player, name: str, chair: Chair) -> None:
        why: Exception = _Failed("no stroke")
        for attempt in range(REFUSALS):
            try:
                aim = self._aimed(player, self._view(name, attempt))
                self.table.strike(name, aim, noise=chair.noise, seed=self._for_hand())
            except _Failed as failed:
                why = failed
                break
            except (ImpossibleAim, SimulationError) as refused:
                why = refused
            else:
                self._in_a_row[name] = 0
                return
        self._note(name, why)
        self._in_a_row[name] = self._in_a_row.get(name, 0) + 1
        if self._in_a_row[name] < FAILURES:
            self.table.late(name)
        else:
            self._in_a_row[name] = 0
            self.table.abandon(name)

    def _place(self, player: Player, name: str, ask: ToPlace) -> None:
        why: Exception = _Failed("no place")
        for attempt in range(REFUSALS):
            try:
                self.table.place(name, self._placed(player, self._view(name, attempt), ask))
            except _Failed as failed:
                why = failed
                break
            except ImpossiblePlacing as refused:
                why = refused
            else:
                return
        self._note(name, why)
        self._place_for(name, ask)

    def _place_for(self, name: str, ask: ToPlace) -> None:
        """Badly placed: the other side places a penalty for it (3.11 l); the umpire puts the coin down."""
        table = self.table
        table.report(Incident("bad-placing", table.colour_of(name)))
        colour = ask.coin.colour
        # Penalties may have taken the last room, and the coin is held then.
        if colour is not None and table.match.to_place.of(colour) and table.match.placer(colour) == name:
            seats = table.seats_of(name)
            spots = free_places(table.layout, ask.coin, table.colour_of(name), table.equipment, seats)
            table.place(name, Placement(ask.coin, *spots[0]))

    def _aimed(self, player: Player, view: View) -> Aim:
        aim = self._decided(lambda: player.aim(view))
        if not isinstance(aim, Aim):
            raise _Failed(f"answered {_short(aim)}, which is no Aim")
        return aim

    def _placed(self, player: Player, view: View, ask: ToPlace) -> Placement:
        placement = self._decided(lambda: player.place(view, ask.coin))
        if not isinstance(placement, Placement) or placement.coin is not ask.coin:
            raise _Failed(f"answered {_short(placement)}, which is no Placement of a {ask.coin} coin")
        return placement

    def _decided(self, decide: Callable[[], T]) -> T:
        """A player's answer; whatever goes wrong inside, or takes too long, is a failure of the player."""
        if self._deadline is None:
            return _guarded(decide)
        answers: list[T | BaseException] = []

        def think() -> None:
            try:
                answers.append(_guarded(decide))
            except BaseException as wrong:  # handed to the table's own thread
                answers.append(wrong)

        # A thread cannot be stopped; one that stalls is left behind and keeps nobody from leaving.
        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        thread.join(self._deadline)
        if not answers:
            raise _Failed(f"took longer than {self._deadline:g} s")
        if isinstance(answers[0], BaseException):
            raise answers[0]
        return answers[0]

    def _view(self, name: str, attempt: int) -> View:
        table = self.table
        return View(table.match, table.layout, name, table.equipment, self._for_player(name, attempt))

    def _for_player(self, name: str, attempt: int) -> int:
        """A player asked again may find another answer; one that keeps to its seed gives the same."""
        again = (attempt,) if attempt else ()
        return chance(self._seed, "player", name, self.table.seq + 1, *again)

    def _for_hand(self) -> int:
        return chance(self._seed, "noise", self.table.seq + 1)

    def _note(self, name: str, why: Exception) -> None:
        self.failures.append(Failure(name, self.table.seq + 1, _short(why, quoted=False)))


def _guarded(decide: Callable[[], T]) -> T:
    try:
        return decide()
    except Exception as wrong:  # a player may raise anything
        said = wrong if isinstance(wrong, CarromError) else f"{type(wrong).__name__}: {wrong}"
        raise _Failed(f"raised {_short(said, quoted=False)}") from wrong


def _short(value: object, quoted: bool = True) -> str:
    """What a player said, in one line that is not too long."""
    text = " ".join((repr(value) if quoted else str(value)).split())
    return text if len(text) <= 200 else f"{text[:199]}…"
