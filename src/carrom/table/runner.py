"""Computer players at the table: each question goes to the player of the seat, until a person must act.

A player that fails is late with its stroke by the laws; it does not lose the match at once. Its failures in a
row are read from the record.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from time import perf_counter
from typing import TypeVar

from carrom.errors import CarromError, ImpossibleAim, ImpossibleCase, ImpossiblePlacing, SimulationError
from carrom.i18n import Message
from carrom.players.player import Chair
from carrom.players.view import View
from carrom.record import Entry
from carrom.record.entries import SEEDS, Happened, Simulated, Struck
from carrom.rules.demand import best_demand
from carrom.stroke import Aim, Incident, Layout, Placement
from carrom.table import asks
from carrom.table.player_questions import Answer, Failed, Question, answered
from carrom.table.table import REFUSALS, Table
from carrom.words import Side

FAILURES = 10
"""A player who is late with so many strokes in a row gives up the game."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Failure:
    """A player raised an error, stalled or gave an impossible answer, when entry `seq` was due."""

    player: str
    seq: int
    why: Message

    def __str__(self) -> str:
        return f"{self.player}, entry {self.seq}: {self.why}"


class TooSlow(Failed):
    """The answer did not come in time."""


Steps = Generator[Question, Answer, T]
"""An act that yields questions and is sent the answers; `Failed` is thrown into it if there is none."""


def play_on(
    table: Table,
    chairs: Mapping[str, Chair],
    seed: int,
    *,
    until: Callable[[Table], bool] | None = None,
    deadline: float | None = None,
    on_entry: Callable[[Entry], None] | None = None,
    on_refusal: Callable[[Failure], None] | None = None,
    seconds: dict[str, float] | None = None,
) -> tuple[Failure, ...]:
    """Play until the match is over, a person must act, or `until` says so. Returns the failures of players.

    The same seed gives the same match. Only the `deadline`, in seconds for each decision, depends on time: a
    player that overruns it is late. After a refused aim or placing `on_refusal` is called and the player is
    asked again. The time that each player takes is added to `seconds`.
    """
    for name in (*table.match.first, *table.match.second):
        if name not in chairs:
            raise ImpossibleCase("chairs", "refused.table.chair", player=name)
    runner = Runner(table, chairs, seed, on_refusal)
    told = table.seq

    def answer(question: Question) -> Answer:
        player, began = chairs[question.player].player, perf_counter()
        assert player is not None, "only computer players are asked"
        try:
            return within(deadline, partial(answered, player, question))
        finally:
            if seconds is not None:
                seconds[question.player] = seconds.get(question.player, 0.0) + perf_counter() - began

    while not (until is not None and until(table)) and _run(runner.acts(table.asks), answer):
        while on_entry is not None and told < table.seq:
            told += 1
            on_entry(table.entries[told - 1])
    return tuple(runner.failures)


def _run(steps: Steps[T], ask: Callable[[Question], Answer]) -> T:
    """Run an act to its end; `ask` answers its questions."""
    try:
        question = next(steps)
        while True:
            try:
                answer = ask(question)
            except Failed as failed:
                question = steps.throw(failed)
            else:
                question = steps.send(answer)
    except StopIteration as done:
        ended: T = done.value
        return ended


def within(seconds: float | None, answer: Callable[[], T]) -> T:
    """The answer. Raises `TooSlow` if it does not come in time, and whatever `answer` raises.

    A thread cannot be stopped: one that stalls goes on as a daemon.
    """
    if seconds is None:
        return answer()
    given: list[T] = []
    raised: list[BaseException] = []

    def think() -> None:
        try:
            given.append(answer())
        except BaseException as wrong:  # SystemExit too: it would end this thread silently
            raised.append(wrong)

    thread = threading.Thread(target=think, daemon=True)
    thread.start()
    thread.join(seconds)
    if raised:
        raise raised[0]
    if not given:
        raise TooSlow("refused.player.slow", seconds=float(seconds))
    return given[0]


def toss_winner(table: Table, seed: int) -> Side:
    """The winner of the toss that is due."""
    return Side.FIRST if chance(seed, "toss", table.seq + 1) % 2 else Side.SECOND


def rosette_seed(on: Simulated, seed: int, entry: int) -> int | None:
    """The seed of the rosette of an entry: by chance where it is set by hand; None where it is exact."""
    return chance(seed, "rosette", entry) % SEEDS if on.rosette == "hand" else None


@lru_cache(maxsize=1024)
def chance(seed: int, *what: str | int) -> int:
    """A random number for one purpose, independent of those for other purposes."""
    text = repr((seed, *what))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


class Runner:
    """Plays for the computer players of a table. It yields its questions, so that others can answer them."""

    def __init__(
        self,
        table: Table,
        chairs: Mapping[str, Chair],
        seed: int,
        on_refusal: Callable[[Failure], None] | None = None,
        now: Callable[[], str | None] = lambda: None,
    ) -> None:
        """`now` gives the time of entries, if they have one."""
        self.table = table
        self.failures: list[Failure] = []
        self._chairs = chairs
        self._seed = seed
        self._on_refusal = on_refusal
        self._now = now

    def acts(self, ask: asks.Ask) -> Steps[bool]:
        """Do what the table waits for. False if a person must do it, or the match is over."""
        table, now = self.table, self._now()
        match ask:
            case asks.Over():
                return False
            case asks.ToTossAgain():
                order = table.match.order
                table.toss_again(order[chance(self._seed, "toss", table.seq + 1) % len(order)], at=now)
                return True
            case asks.ToAnswer():
                table.answer(at=now)
                return True
            case asks.ToTurn(name) | asks.ToStrike(name) | asks.ToPlace(name):
                pass
            case asks.ToToss():
                name = table.match.names(toss_winner(table, self._seed))[0]
            case asks.ToSeat(side) | asks.ToTry(side) | asks.ToDemand(side):
                name = table.match.names(side)[0]
        chair = self._chairs[name]
        if chair.player is None:
            return False
        match ask:
            case asks.ToToss():
                yield from self._toss(name)
            case asks.ToSeat():
                table.seat(at=now)
            case asks.ToDemand():
                table.demand(best_demand(table.match), at=now)
            case asks.ToTry():
                yield from self._try(name, chair)
            case asks.ToTurn():
                yield from self._turn(name)
            case asks.ToStrike():
                yield from self._strike(name, chair)
            case asks.ToPlace():
                yield from self._place(name, ask)
        return True

    def _answer_or(self, default: Answer, question: Question) -> Steps[Answer]:
        """The answer; the default if the player fails."""
        try:
            return (yield question)
        except Failed as failed:
            self._fail(question.player, failed.message)
            return default

    def _toss(self, name: str) -> Steps[None]:
        choice = yield from self._answer_or("break", Question(name, "choose"))
        assert isinstance(choice, str)
        self.table.toss(self.table.match.side_of(name), choice, at=self._now())

    def _try(self, name: str, chair: Chair) -> Steps[None]:
        """Play a trial board. A side that fails only loses the trial."""
        table, rosette = self.table, self._for_rosette()
        layout = Layout.rosette(table.equipment, 0.0, table.seat_of(name), rosette)
        view = replace(self._view(name, 0), layout=layout)
        try:
            aim = yield from self._aimed(view)
            table.trial(name, aim, noise=chair.noise, seed=self._for_hand(), rosette=rosette, at=self._now())
        except (Failed, ImpossibleAim, SimulationError) as failed:
            if isinstance(failed, ImpossibleAim):
                self._refuse(name, failed.message)
            self._fail(name, failed.message)
            self.table.skip_trial(name, at=self._now())

    def _turn(self, name: str) -> Steps[None]:
        angle = yield from self._answer_or(0.0, Question(name, "turn", self._view(name, 0)))
        assert isinstance(angle, float)
        self.table.turn(name, angle, seed=self._for_rosette(), at=self._now())

    def _strike(self, name: str, chair: Chair) -> Steps[None]:
        table, due = self.table, self.table.seq + 1
        if late_in_a_row(table, name) >= FAILURES:
            table.abandon(name, at=self._now())
            return
        why: CarromError = Failed("refused.player.no-stroke")
        for attempt in range(REFUSALS):
            try:
                aim = yield from self._aimed(self._view(name, attempt))
                trace = table.strike(name, aim, noise=chair.noise, seed=self._for_hand(), at=self._now())
            except Failed as failed:
                why = failed
                break
            except ImpossibleAim as refused:
                self._refuse(name, refused.message)
                why = refused
            except SimulationError as ours:
                why = ours
            else:
                if trace is None:
                    # The table has counted to three itself.
                    self._refuse(name, table.refused[-1], due)
                    self._fail(name, table.refused[-1], due)
                return
        self._fail(name, why.message)
        table.late(name, at=self._now())

    def _place(self, name: str, ask: asks.ToPlace) -> Steps[None]:
        why: CarromError = Failed("refused.player.no-place")
        for attempt in range(REFUSALS):
            try:
                placing = yield Question(name, "place", self._view(name, attempt), ask.coin)
                assert isinstance(placing, Placement)
                self.table.place(name, placing, at=self._now())
            except Failed as failed:
                why = failed
                break
            except ImpossiblePlacing as refused:
                self._refuse(name, refused.message)
                why = refused
            else:
                return
        self._fail(name, why.message)
        self._place_for(name, ask)

    def _place_for(self, name: str, ask: asks.ToPlace) -> None:
        """After a bad placing the other side places a penalty (3.11 l), and the umpire places the coin."""
        table = self.table
        table.report(Incident("bad-placing", table.colour_of(name)), at=self._now())
        colour = ask.coin.colour
        # Penalties may have taken the last free place; then the coin is held.
        if colour is not None and table.match.to_place.of(colour) and table.match.placer(colour) == name:
            table.place(name, Placement(ask.coin, *table.spots_for(name, ask.coin)[0]), at=self._now())

    def _aimed(self, view: View) -> Steps[Aim]:
        aim = yield Question(view.player, "aim", view)
        assert isinstance(aim, Aim)
        return aim

    def _view(self, name: str, attempt: int) -> View:
        """The view for a decision, with another seed for each attempt."""
        table, again = self.table, (attempt,) if attempt else ()
        seed = chance(self._seed, "player", name, table.seq + 1, *again)
        return View(table.match, table.layout, name, table.equipment, seed)

    def _for_hand(self) -> int:
        return chance(self._seed, "noise", self.table.seq + 1)

    def _for_rosette(self) -> int | None:
        return rosette_seed(self.table.on, self._seed, self.table.seq + 1)

    def _refuse(self, name: str, why: Message, due: int | None = None) -> None:
        if self._on_refusal is not None:
            self._on_refusal(Failure(name, due or self.table.seq + 1, why))

    def _fail(self, name: str, why: Message, due: int | None = None) -> None:
        self.failures.append(Failure(name, due or self.table.seq + 1, why))


def late_in_a_row(table: Table, player: str) -> int:
    """The late strokes of a player since the last stroke they played, or the last game they gave up."""
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
