"""Computer players at the table: each question goes to whoever holds the seat, until a person must act.

A player that fails costs itself a stroke by the laws, never the match: it is late, and named. So nothing a
player answers is looked at unguarded, and its failures are read off the record: a person may sit in between.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from carrom.errors import CarromError, ImpossibleAim, ImpossibleCase, ImpossiblePlacing, SimulationError
from carrom.players.chair import Chair
from carrom.players.player import Player
from carrom.players.view import View
from carrom.record import Entry
from carrom.record.entries import Happened, Struck
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
from carrom.table.requests import plain_aim, plain_placement, plain_turn, shown
from carrom.table.table import REFUSALS, Table
from carrom.words import Coin, Side

FAILURES = 10
"""Who was late with so many strokes in a row gives up the game."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Failure:
    """A player that raised, stalled, or answered what cannot be, at the entry that was then due."""

    player: str
    seq: int
    why: str

    def __str__(self) -> str:
        return f"{self.player}, entry {self.seq}: {self.why}"


class TooSlow(TimeoutError):
    """An answer did not come in time."""


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
    on_refusal: Callable[[Failure], None] | None = None,
) -> tuple[Failure, ...]:
    """Play until the match is over, a person must act, or `until` says so; who failed, and how.

    The same seed gives the same match. A `deadline`, in seconds for each decision, is the one thing here
    that depends on time: a player that overruns it is late. A refused aim or placing is asked for again and
    is no failure yet: `on_refusal` hears of each.
    """
    for name in (*table.match.first, *table.match.second):
        if name not in chairs:
            raise ImpossibleCase("chairs", f"nobody sits for {name}; give a chair for every player")
    runner = _Runner(table, chairs, seed, deadline, on_refusal)
    told = table.seq
    while not (until is not None and until(table)) and runner.acts(table.asks):
        while on_entry is not None and told < table.seq:
            told += 1
            on_entry(table.entries[told - 1])
    return tuple(runner.failures)


def within(seconds: float | None, answer: Callable[[], T]) -> T:
    """The answer, if it comes in time; `TooSlow` if it does not. Whatever it raises is raised here.

    A thread cannot be stopped: one that stalls is left behind and keeps nobody from leaving.
    """
    if seconds is None:
        return answer()
    given: list[T] = []
    raised: list[BaseException] = []

    def think() -> None:
        try:
            given.append(answer())
        except BaseException as wrong:  # SystemExit too: it would end this thread without a word
            raised.append(wrong)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    if not given:
        raise TooSlow(f"took longer than {seconds:g} s")
    return given[0]


def toss_winner(table: Table, seed: int) -> Side:
    """Who wins the toss that is due."""
    return Side.FIRST if chance(seed, "toss", table.seq + 1) % 2 else Side.SECOND


def chance(seed: int, *what: str | int) -> int:
    """A number for one purpose: streams for different purposes know nothing of each other."""
    text = repr((seed, *what))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class _Runner:
    def __init__(
        self,
        table: Table,
        chairs: Mapping[str, Chair],
        seed: int,
        deadline: float | None,
        on_refusal: Callable[[Failure], None] | None,
    ) -> None:
        self.table = table
        self.failures: list[Failure] = []
        self._chairs = chairs
        self._seed = seed
        self._deadline = deadline
        self._on_refusal = on_refusal

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
            choice = self._decided(lambda: _choice(player.choose()))
        except _Failed as failed:
            self._fail(name, failed)
        self.table.toss(self.table.match.side_of(name), choice)

    def _try(self, player: Player, name: str, chair: Chair) -> None:
        """A trial board that fails is lost to its side, and costs nothing else."""
        layout = Layout.rosette(self.table.equipment, 0.0, self.table.seat_of(name))
        view = View(self.table.match, layout, name, self.table.equipment, self._for_player(name, 0))
        try:
            aim = self._aimed(player, view)
            self.table.trial(name, aim, noise=chair.noise, seed=self._for_hand())
        except (_Failed, ImpossibleAim, SimulationError) as failed:
            if isinstance(failed, ImpossibleAim):
                self._refuse(name, str(failed))
            self._fail(name, failed)
            self.table.skip_trial(name)

    def _turn(self, player: Player, name: str) -> None:
        view, angle = self._view(name, 0), 0.0
        try:
            angle = self._decided(lambda: _turned(player.turn(view)))
        except _Failed as failed:
            self._fail(name, failed)
        self.table.turn(name, angle)

    def _strike(self, player: Player, name: str, chair: Chair) -> None:
        table, due = self.table, self.table.seq + 1
        if late_in_a_row(table, name) >= FAILURES:
            table.abandon(name)
            return
        why: Exception = _Failed("no stroke")
        for attempt in range(REFUSALS):
            try:
                aim = self._aimed(player, self._view(name, attempt))
                trace = table.strike(name, aim, noise=chair.noise, seed=self._for_hand())
            except _Failed as failed:
                why = failed
                break
            except ImpossibleAim as refused:
                self._refuse(name, str(refused))
                why = refused
            except SimulationError as ours:
                why = ours
            else:
                if trace is None:
                    # The table has counted to three itself.
                    self._refuse(name, table.refused[-1], due)
                    self._fail(name, table.refused[-1], due)
                return
        self._fail(name, why)
        table.late(name)

    def _place(self, player: Player, name: str, ask: ToPlace) -> None:
        why: Exception = _Failed("no place")
        for attempt in range(REFUSALS):
            try:
                self.table.place(name, self._placed(player, self._view(name, attempt), ask.coin))
            except _Failed as failed:
                why = failed
                break
            except ImpossiblePlacing as refused:
                self._refuse(name, str(refused))
                why = refused
            else:
                return
        self._fail(name, why)
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
        return self._decided(lambda: _aim(player.aim(view)))

    def _placed(self, player: Player, view: View, coin: Coin) -> Placement:
        return self._decided(lambda: _placing(player.place(view, coin), coin))

    def _decided(self, decide: Callable[[], T]) -> T:
        """A player's answer; whatever goes wrong inside, or takes too long, is a failure of the player.

        What is made of the answer belongs inside too: even looking at it may raise.
        """
        try:
            return within(self._deadline, lambda: _guarded(decide))
        except TooSlow as slow:
            raise _Failed(str(slow)) from slow

    def _view(self, name: str, attempt: int) -> View:
        table = self.table
        return View(table.match, table.layout, name, table.equipment, self._for_player(name, attempt))

    def _for_player(self, name: str, attempt: int) -> int:
        """A player asked again may find another answer; one that keeps to its seed gives the same."""
        again = (attempt,) if attempt else ()
        return chance(self._seed, "player", name, self.table.seq + 1, *again)

    def _for_hand(self) -> int:
        return chance(self._seed, "noise", self.table.seq + 1)

    def _refuse(self, name: str, why: str, due: int | None = None) -> None:
        if self._on_refusal is not None:
            self._on_refusal(self._named(name, why, due))

    def _fail(self, name: str, why: Exception | str, due: int | None = None) -> None:
        self.failures.append(self._named(name, why, due))

    def _named(self, name: str, why: Exception | str, due: int | None) -> Failure:
        return Failure(name, due or self.table.seq + 1, shown(why, quoted=False))


def late_in_a_row(table: Table, player: str) -> int:
    """With how many strokes a player was late since the last they played, or the last game they gave up."""
    states, at, count = table.keeper.states, table.state.stands, 0
    while at > 1:
        before = states[at - 2]
        event = table.entries[at - 1].event
        if isinstance(event, Struck | Happened) and before.match.on_strike == player:
            kind = "" if isinstance(event, Struck) else event.incident.kind
            if kind in ("", "abandon"):
                break
            count += kind == "late-stroke"
        at = before.stands
    return count


def _choice(said: object) -> str:
    for choice in ("break", "seats"):
        if isinstance(said, str) and said == choice:
            return choice
    raise _Failed(f"chose {shown(said)}; the winner of the toss takes break or seats")


def _turned(said: object) -> float:
    try:
        return plain_turn(said)
    except ImpossibleCase as wrong:
        raise _Failed(wrong.reason) from None


def _aim(said: object) -> Aim:
    if not isinstance(said, Aim):
        raise _Failed(f"answered {shown(said)}, which is no Aim")
    try:
        return plain_aim(said)
    except ImpossibleAim as wrong:
        raise _Failed(f"answered {wrong}") from None


def _placing(said: object, coin: Coin) -> Placement:
    if not isinstance(said, Placement) or said.coin is not coin:
        raise _Failed(f"answered {shown(said)}, which is no Placement of a {coin} coin")
    try:
        return plain_placement(said)
    except ImpossiblePlacing as wrong:
        raise _Failed(f"answered {wrong}") from None


def _guarded(decide: Callable[[], T]) -> T:
    try:
        return decide()
    except (_Failed, KeyboardInterrupt):
        raise
    except BaseException as wrong:  # a player may raise anything, and leave the program too
        kind = "" if isinstance(wrong, CarromError) else type(wrong).__name__
        said = ": ".join(filter(None, (kind, shown(wrong, quoted=False))))
        raise _Failed(f"raised {said}") from wrong
