"""A match on a simulated table: each request is checked, becomes an entry, and leads to the next question.

The table holds no law and no physics. It asks for one thing at a time. The umpire's own acts follow at once:
"Play", the queen put back, seats changed, coins held while there is no room for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from carrom.equipment import STANDARD, Equipment
from carrom.errors import CarromError, ImpossibleAim, ImpossibleCase, NotationError, NotNow, RecordError
from carrom.i18n import Message
from carrom.physics.aims import check_aim
from carrom.physics.sizes import check_sizes
from carrom.physics.trace import ENGINE, Trace, report
from carrom.players.noise import STEADY, Noise
from carrom.record import Entry, Event, Keeper, Planned, Record, State, rule_on
from carrom.record import entries as events
from carrom.record.fold import advance
from carrom.rng import Rng
from carrom.rulebooks import rulebook
from carrom.rules import Rulebook
from carrom.rules.handicap import Handicap
from carrom.rules.match import Match
from carrom.rules.placing import free_places, may_place
from carrom.rules.placing import place as placed_at
from carrom.rules.standing import Standing
from carrom.stroke import Aim, Incident, Layout, Placement
from carrom.surface import Point, legal_intervals
from carrom.table.asks import (
    Ask,
    Over,
    ToAnswer,
    ToDemand,
    ToPlace,
    ToSeat,
    ToStrike,
    ToToss,
    ToTossAgain,
    ToTry,
    ToTurn,
    ask_message,
    next_ask,
)
from carrom.table.plain_values import plain_aim, plain_placement, plain_seconds, plain_turn
from carrom.table.seating import seat_of, seats_from
from carrom.table.simulator import Simulate, simulate_here
from carrom.table.soft_strokes import is_slight, least_speed, passing_stroke, too_slight
from carrom.table.surface_state import SurfaceState, standing_from, surface_after
from carrom.table.umpire_acts import is_umpire_act, next_umpire_act
from carrom.words import Coin, Colour, RosetteSetting, Seat, Side

A = TypeVar("A", ToToss, ToSeat, ToTry, ToTurn, ToStrike, ToPlace, ToAnswer, ToDemand, ToTossAgain)

REFUSALS = 3
"""After so many refused aims in a row the stroke is late."""

AS_GIVEN = 1e-6
"""Metres by which a page may round a coin's place."""

PLAYERS_ACTS = (
    events.Struck,
    events.Happened,
    events.CoinPlaced,
    events.RosetteTurned,
    events.Demanded,
)

# The table handles these itself, or they cannot happen on it.
NOT_REPORTED = ("no-room", "room", "queen-unnoticed", "wrong-colour-placed")


def begin(
    book: Rulebook | str,
    first: Sequence[str],
    second: Sequence[str],
    *,
    equipment: Equipment = STANDARD,
    clock: bool = False,
    trials: bool = False,
    keeper: Keeper | None = None,
    held_by: Sequence[tuple[str, str]] = (),
    hand: Noise = STEADY,
    event: str = "",
    length: str = "match",
    alone: bool = False,
    rosette: RosetteSetting = "hand",
    handicap: Handicap | None = None,
    strict: bool = True,
    simulate: Simulate = simulate_here,
    at: str | None = None,
) -> Table:
    """A new match on a simulated table, recorded in memory or by a keeper whose record is still empty.

    `strict`: the third refused aim of a player in a row is a late stroke. The record does not have this flag.
    `hand` are the errors of every person's hand; the record names them, and who plays a person's stroke gives
    them to `strike`. `length`: a "match", or only a "game" or a "board". `alone`: practice in which the turn
    never passes. `rosette`: set by "hand" it needs a seed each time, which `play_on` gives; without one it is
    "exact". `handicap`: what the sides agreed on outside the laws; who breaks every board needs no toss.
    `simulate` plays the strokes; by default in this process.
    """
    check_sizes(equipment)
    played_under = rulebook(book) if isinstance(book, str) else book
    errors = "" if hand.none else str(hand)
    on = events.Simulated(equipment, ENGINE, clock, trials, tuple(held_by), rosette, errors)
    kept = Record() if keeper is None else keeper
    if kept.entries:
        raise NotNow("refused.table.begun")
    sides = tuple(first), tuple(second)
    begun = events.Begun(
        played_under.id, *sides, event, table=on, length=length, alone=alone, handicap=handicap
    )
    with _in_its_own_words():
        kept.enter(begun, at)
    return Table(kept, strict=strict, simulate=simulate, at=at)


@contextmanager
def _in_its_own_words() -> Iterator[None]:
    """Raise the reason why a request does not fit, instead of a `RecordError`: the record is sound."""
    try:
        yield
    except RecordError as refused:
        if isinstance(refused.__cause__, CarromError):
            raise refused.__cause__ from None
        raise


class Table:
    """One match and the keeper of its record. Requests come in turn; a refused one has changed nothing."""

    def __init__(
        self,
        keeper: Keeper,
        _surfaces: list[SurfaceState] | None = None,
        *,
        strict: bool = True,
        simulate: Simulate = simulate_here,
        at: str | None = None,
    ) -> None:
        """Start from a record, new or old. The umpire's own acts that are due follow at once."""
        begun = keeper.states[0].begun if keeper.states else None
        if begun is None or begun.table is None:
            raise RecordError("refused.table.not-simulated", 1)
        try:
            check_sizes(begun.table.equipment)
        except ImpossibleCase as wrong:
            raise RecordError("refused.table.sizes", 1, reason=wrong.message) from wrong
        try:
            self.hand = Noise.parse(begun.table.hand) if begun.table.hand else STEADY
            """The hand of the persons."""
        except NotationError as wrong:
            raise RecordError("refused.table.hand", 1, reason=wrong.message) from wrong
        self.keeper = keeper
        self.on: events.Simulated = begun.table
        self.strict = strict
        self._simulate = simulate
        self.refused: tuple[Message, ...] = ()
        """Why the aims for the current stroke were refused, in order."""
        self._refused_at = 0
        self._surfaces: list[SurfaceState] = [] if _surfaces is None else _surfaces
        self._last: tuple[int, Trace] | None = None
        self._asked: tuple[State | None, Ask] = None, ToToss()  # for a state, since it is asked for often
        entries, states = keeper.entries, keeper.states
        for number in range(len(self._surfaces), len(entries)):
            was = states[number - 1] if number else None
            self._surfaces.append(
                surface_after(entries[number], self._surfaces, was, states[number], self.equipment)
            )
        self._enter(next_umpire_act(self.state, self._surfaces[-1], self.on), at)

    @classmethod
    def resume(cls, record: Keeper, *, strict: bool = True, simulate: Simulate = simulate_here) -> Table:
        """Continue a match after its last entry; `strict` and `simulate` as in `begin`.

        A match of another engine goes on with this one: the first stroke played here enters `EngineChanged`.
        """
        return cls(record, strict=strict, simulate=simulate)

    @property
    def entries(self) -> Sequence[Entry]:
        return self.keeper.entries

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return len(self.keeper.entries)

    @property
    def state(self) -> State:
        return self.keeper.states[-1]

    @property
    def match(self) -> Match:
        return self.state.match

    @property
    def book(self) -> Rulebook:
        return self.match.book

    @property
    def equipment(self) -> Equipment:
        return self.on.equipment

    @property
    def layout(self) -> Layout:
        """The coins on the surface; none while no board is to be played."""
        return self._surfaces[-1].layout

    @property
    def asks(self) -> Ask:
        """What the table waits for."""
        state = self.state
        if self._asked[0] is not state:
            self._asked = state, next_ask(state, self.on.trials)
        return self._asked[1]

    @property
    def asked(self) -> Message:
        """What the table waits for, as a person reads it."""
        return ask_message(self.asks, self.match)

    @property
    def over(self) -> bool:
        return isinstance(self.asks, Over)

    def asks_at(self, seq: int) -> Ask:
        """What the table waited for after an entry."""
        return next_ask(self.keeper.states[seq - 1], self.on.trials)

    def layout_at(self, seq: int) -> Layout:
        """What lay on the surface after an entry."""
        return self._surfaces[seq - 1].layout

    def seat_of(self, player: str) -> Seat:
        self.match.side_of(player)
        if not self.match.seats:
            raise NotNow("refused.table.nobody-sits", asked=self.asked)
        return seat_of(self.match, player)

    def seats_of(self, player: str) -> tuple[Seat, ...]:
        """The seats of the player's side, the player's own first."""
        names = self.match.names(self.match.side_of(player))
        return tuple(self.seat_of(name) for name in sorted(names, key=lambda name: name != player))

    def colour_of(self, player: str) -> Colour:
        """The colour of the player's side on this board."""
        return self.match.colour_of(self.match.side_of(player))

    def toss(self, winner: Side, choice: str, *, at: str | None = None) -> None:
        """The winner of the toss takes the "break" or the "seats"."""
        self.expect(ToToss)
        self._enter(events.Tossed(winner, choice), at)

    def seat(
        self, seats: Mapping[Seat, str] | None = None, breaker: str | None = None, *, at: str | None = None
    ) -> None:
        """Seat everybody, by default from the south on; in doubles `breaker` makes the first break."""
        self.expect(ToSeat)
        chosen = seats_from(self.match, Side.FIRST, Seat.SOUTH.value) if seats is None else seats
        if breaker is None and self.match.breaks_first is not None:
            breaker = self.match.names(self.match.breaks_first)[0]
        self._enter(events.Seated(tuple(chosen.items()), breaker), at)

    def trial(
        self,
        player: str,
        aim: Aim,
        *,
        noise: Noise = STEADY,
        seed: int | None = None,
        rosette: int | None = None,
        at: str | None = None,
    ) -> Trace:
        """A side's trial board: one break of a rosette, after which everything is set up again.

        `rosette` is its seed, as in `turn`; `seed` is for the hand, as in `strike`.
        """
        side, wanted = self._trial_side(player), plain_aim(aim)
        layout = Layout.rosette(self.equipment, 0.0, self.seat_of(player), rosette)
        trace = self._played(player, layout, wanted, noise, seed)
        self._enter(events.TrialPlayed(side, wanted, trace.aim, trace.hash, rosette), at, trace)
        return trace

    def skip_trial(self, player: str, *, at: str | None = None) -> None:
        """The player's side skips its trial board."""
        self._enter(events.TrialLeft(self._trial_side(player)), at)

    def _trial_side(self, player: str) -> Side:
        side = self.match.side_of(player)
        if self.asks != ToTry(side):
            raise NotNow("refused.table.no-trial", player=player, asked=self.asked)
        return side

    def skip_trials(self, *, at: str | None = None) -> None:
        """Skip the trial boards that have not been played."""
        self.expect(ToTry)
        while isinstance(ask := self.asks, ToTry):
            self._enter(events.TrialLeft(ask.side), at)

    def turn(
        self, player: str, angle: float | str, *, seed: int | None = None, at: str | None = None
    ) -> None:
        """The breaker turns the rosette, counter-clockwise in radians, and the umpire says "Play".

        With a `seed` the coins lie as set by hand; `rosette_seed` draws one where the table asks for it.
        """
        self.expect(ToTurn, player)
        self._enter(events.RosetteTurned(plain_turn(angle), seed), at)

    def demand(self, points: int, *, at: str | None = None) -> None:
        """The winner of the board demands so many of the extra points."""
        self.expect(ToDemand)
        self._enter(events.Demanded(points), at)

    def toss_again(self, breaker: str, *, at: str | None = None) -> None:
        """The winner of the toss breaks the ninth board."""
        self.expect(ToTossAgain)
        self._enter(events.TossedAgain(breaker), at)

    def strike(
        self,
        player: str,
        aim: Aim,
        *,
        seconds: float | None = None,
        noise: Noise = STEADY,
        seed: int | None = None,
        at: str | None = None,
    ) -> Trace | None:
        """Check, simulate, judge and enter a stroke by a hand with this noise, whose errors come from `seed`.

        Returns None for a late stroke: with the clock on, if it took too long; at a strict table, if this is
        the third refused aim in a row (`refused` has the reasons).
        """
        self.expect(ToStrike, player)
        took = plain_seconds(seconds)
        if self.on.clock and took is not None and took > self.book.match.stroke_seconds:
            self.late(player, at=at)
            return None
        try:
            wanted = plain_aim(aim)
            trace = self._played(player, self.layout, wanted, noise, seed)
        except ImpossibleAim as refused:
            before = self.refused if self._refused_at == self.seq else ()
            self._refused_at, self.refused = self.seq, (*before, refused.message)[-REFUSALS:]
            if not self.strict or len(self.refused) < REFUSALS:
                raise
            self.late(player, at=at)
            return None
        judged = rule_on(self.state, report(trace))
        assert isinstance(judged, events.Struck)
        struck = replace(judged, seconds=took, wanted=wanted, played=trace.aim, hash=trace.hash)
        self._enter(struck, at, trace)
        self.refused = ()
        return trace

    def pass_stroke(
        self, player: str, *, seconds: float | None = None, at: str | None = None
    ) -> Trace | None:
        """A stroke that touches nothing; refused where the coins leave no way for one."""
        self.expect(ToStrike, player)
        seat = self.seat_of(player)
        aim = passing_stroke(self.layout, seat, self.equipment, self._between_lines, self._simulate)
        if aim is None:
            raise ImpossibleAim("refused.table.no-pass")
        return self.strike(player, aim, seconds=seconds, at=at)

    def place(
        self, player: str, placement: Placement, *, seconds: float | None = None, at: str | None = None
    ) -> None:
        """A player puts back a coin of the other side, where the laws allow it.

        Where coins of both sides are to be placed, neither side has to wait for the other. With the clock on,
        a placing that took too long is forfeited under laws that say so.
        """
        ask, took = self.expect(ToPlace), plain_seconds(seconds)
        limit = self.placing_seconds if self.on.clock and ask.player == player else None
        if limit is not None and took is not None and took > limit:
            self.time_over(at=at)
            return
        plain = plain_placement(placement)
        coin, x, y, colour = plain.coin, plain.x, plain.y, plain.coin.colour
        if colour is None:
            raise NotNow("refused.table.queen-placed", asked=self.asked)
        if not self.match.to_place.of(colour):
            raise NotNow("refused.table.none-to-place", coin=colour.coin, asked=self.asked)
        if self.match.placer(colour) != player:
            raise NotNow("refused.table.not-you", player=player, asked=self.asked)
        placer, seats = self.colour_of(player), self.seats_of(player)
        placed_at(self.layout, coin, x, y, placer, self.equipment, seats, self.book.placing)
        self._enter(events.CoinPlaced(coin, x, y, took), at)

    @property
    def placing_seconds(self) -> int | None:
        """The time for placing, under laws by which a coin not placed in it is forfeited (ICF 87a)."""
        return self.book.match.placing_seconds if "forfeit" in self.book.incidents else None

    @property
    def may_waive(self) -> bool:
        """Whether the coins may stay in the nets: all or none, so before the first is placed (ICF 87a)."""
        ask, at = self.asks, self.state.stands
        if not isinstance(ask, ToPlace) or "waive" not in self.book.incidents:
            return False
        while is_umpire_act(self.entries[at - 1].event):
            at = self.keeper.states[at - 2].stands
        before = self.entries[at - 1].event
        return not isinstance(before, events.CoinPlaced) or before.coin is not ask.coin

    def waive(self, player: str, *, at: str | None = None) -> None:
        """Who is to place coins of the other side leaves them all, and what else it owes, in the nets."""
        self.expect(ToPlace, player)
        if not self.may_waive:
            raise NotNow("refused.table.waive", asked=self.asked)
        self._leave_in_nets("waive", player, at)

    def _leave_in_nets(self, kind: str, player: str, at: str | None) -> None:
        placer = self.colour_of(player)
        self.report(Incident(kind, placer, coins=self.match.to_place.of(placer.other)), at=at)

    def time_over(self, *, at: str | None = None) -> None:
        """The time for what the table waits for is over.

        A stroke is late, coins that were to be placed stay in the nets, and all extra points are demanded.
        """
        match self.asks:
            case ToPlace(player):
                self._leave_in_nets("forfeit", player, at)
            case ToDemand(_, count):
                self.demand(count, at=at)
            case _:
                self.late(self.expect(ToStrike).player, at=at)

    def forbidden_at(self, player: str, coin: Coin, x: float, y: float) -> tuple[str, ...]:
        """The rules that forbid the player to put the coin there, as keys of `play.placing.*`."""
        colour, seats = self.colour_of(player), self.seats_of(player)
        return may_place(self.layout, coin, x, y, colour, self.equipment, seats, self.book.placing)

    def spots_for(self, player: str, coin: Coin) -> tuple[Point, ...]:
        """Places where the player may put back the coin."""
        colour, seats = self.colour_of(player), self.seats_of(player)
        return tuple(free_places(self.layout, coin, colour, self.equipment, seats, self.book.placing))

    def late(self, player: str, *, at: str | None = None) -> None:
        """The player on strike let the time pass."""
        self.expect(ToStrike, player)
        self.report(Incident("late-stroke", self.colour_of(player)), at=at)

    def abandon(self, player: str, *, at: str | None = None) -> None:
        """A player gives up the game: the one on strike, or under some laws anybody (4 q, ICF 139)."""
        if self.match.standing is None:
            raise NotNow("refused.table.abandon", asked=self.asked)
        try:
            self.report(Incident("abandon", self.colour_of(player)), at=at)
        except ImpossibleCase:
            raise NotNow("refused.table.abandon", asked=self.asked) from None

    def ask_umpire(self, player: str, text: str = "", *, at: str | None = None) -> None:
        """A player asks the umpire: nobody plays before the answer."""
        self._enter(events.UmpireAsked(self.match.side_of(player), text), at)

    def answer(self, *, at: str | None = None) -> None:
        """The umpire has answered, and says "Play" again."""
        if self.state.request is None:
            raise NotNow("refused.table.nobody-asked", asked=self.asked)
        self._enter(events.PlayCalled(), at)

    def report(self, incident: Incident, *, at: str | None = None) -> events.Happened:
        """Enter an incident as an umpire would. Raises `ImpossibleCase` if it cannot happen on this table."""
        if incident.kind in NOT_REPORTED:
            raise ImpossibleCase("incident.kind", f"refused.table.not-reported.{incident.kind}")
        happened = rule_on(self.state, incident)
        assert isinstance(happened, events.Happened)
        self._enter(happened, at)
        return happened

    def set_up(
        self,
        layout: Layout,
        standing: Standing | None = None,
        *,
        seed: int | None = None,
        at: str | None = None,
    ) -> None:
        """Practice: set the layout and the standing. Without a standing, `standing_from` derives it.

        With a `seed`, an exact rosette is set by hand, as in `turn`; other layouts lie as they are given.
        """
        if not self.match.breaker:
            raise NotNow("refused.table.not-now", asked=self.asked)
        plain = layout.on(self.equipment)
        if seed is not None and plain.off(Layout.rosette(self.equipment)) < AS_GIVEN:
            plain = Layout.rosette(self.equipment, seed=seed)
        self._enter(events.PositionSet(plain, standing_from(plain) if standing is None else standing), at)

    def give_up(self, side: Side, why: str = "resigned", *, at: str | None = None) -> None:
        """A side gives up the match: it "resigned", or it "left" and the other side claims the match."""
        self._enter(events.GaveUp(side, why), at)

    def sign(self, signed: events.Signed) -> None:
        """Enter the keeper's signature, at the time of the entry before it."""
        self._enter(signed, self.entries[-1].at)

    def take_back(self, to: int, *, at: str | None = None) -> None:
        """Practice: go back to the state after an entry. The record keeps everything."""
        self._enter(events.TakenBack(to), at)

    def back_for(self, player: str) -> int | None:
        """The entry to go back to so that the player can repeat their last act; None if there is none.

        The umpire's acts are skipped: at the entry before one, the table would only repeat it.
        """
        states = self.keeper.states
        at = self.state.stands
        while at > 1:
            before = states[at - 2].stands
            event = self.entries[at - 1].event
            if isinstance(event, events.PositionSet):
                return None
            ask = self.asks_at(before)
            asked = isinstance(ask, ToStrike | ToPlace | ToTurn) and ask.player == player
            asked |= isinstance(ask, ToDemand) and ask.side is self.match.side_of(player)
            if asked and isinstance(event, PLAYERS_ACTS) and not is_umpire_act(event):
                return before
            at = before
        return None

    def branch(self, at: int) -> Table:
        """Another table, in memory, with the match as it stood after entry `at`."""
        if not 1 <= at <= self.seq:
            raise RecordError("refused.table.branch", at, entry=at, last=self.seq)
        record = Record(list(self.keeper.entries[:at]), list(self.keeper.states[:at]))
        return Table(record, self._surfaces[:at], strict=self.strict, simulate=self._simulate)

    def trace_of(self, seq: int) -> Trace:
        """The trace of a stroke. That of the last stroke played here is known; others are replayed."""
        if self._last is not None and self._last[0] == seq:
            return self._last[1]
        return self.replay(seq)

    def replay(self, seq: int) -> Trace:
        """Simulate the stroke of an entry again. Raises `RecordError` if its end differs."""
        event = self.entries[seq - 1].event if 1 <= seq <= self.seq else None
        if not isinstance(event, events.Struck | events.TrialPlayed) or event.played is None:
            raise RecordError("refused.table.no-stroke", seq, entry=seq)
        engine = self.keeper.states[seq - 1].engine
        if engine != ENGINE:
            raise RecordError("refused.table.other-engine", seq, entry=seq, engine=str(engine), ours=ENGINE)
        if isinstance(event, events.TrialPlayed):
            layout = Layout.rosette(self.equipment, 0.0, event.played.seat, event.seed)
        else:
            layout = self._surfaces[seq - 2].layout
        trace = self._simulated(layout, event.played)
        if trace.hash != event.hash:
            raise RecordError("refused.table.other-end", seq, entry=seq)
        return trace

    def expect(self, kind: type[A], player: str | None = None) -> A:
        """The current question. Raises `NotNow` if it is of another kind, or for another player."""
        ask = self.asks
        if not isinstance(ask, kind):
            raise NotNow("refused.table.not-now", asked=self.asked)
        if player is not None:
            self.match.side_of(player)
            if isinstance(ask, ToTurn | ToStrike | ToPlace) and ask.player != player:
                raise NotNow("refused.table.not-you", player=player, asked=self.asked)
        return ask

    @property
    def _between_lines(self) -> bool:
        return self.book.striker_between_lines

    def _played(self, player: str, layout: Layout, wanted: Aim, noise: Noise, seed: int | None) -> Trace:
        """The trace of the wanted stroke as the player's hand plays it. Raises `ImpossibleAim`."""
        seat, full_force = self.seat_of(player), self.equipment.pace.full_force
        if wanted.seat is not seat:
            raise ImpossibleAim(
                "refused.aim.seat", player=player, seat=seat.message, other=wanted.seat.message
            )
        if wanted.speed > full_force:
            raise ImpossibleAim("refused.aim.full-force", speed=wanted.speed, most=full_force)
        check_aim(wanted, layout, self.equipment, self._between_lines)
        if not noise.none and seed is None:
            raise ImpossibleCase("seed", "refused.aim.seed")
        least = least_speed(wanted, self.equipment)
        if wanted.speed < least and is_slight(self._simulated(layout, wanted)):
            raise too_slight(wanted, self.equipment)
        played = wanted
        if seed is not None and not noise.none:
            free = legal_intervals(seat, layout.points, self.equipment, self._between_lines)
            played = noise.played(wanted, Rng(seed), free, full_force)
        trace = self._simulated(layout, played)
        if not is_slight(trace):
            return trace
        # Errors of the hand do not make a stroke too slight: it just leaves the base lines.
        least = least_speed(trace.aim, self.equipment)
        return self._simulated(layout, replace(trace.aim, speed=min(least, full_force)))

    def _simulated(self, layout: Layout, played: Aim) -> Trace:
        return self._simulate(layout, played, self.equipment, self._between_lines)

    def _enter(self, event: Event | None, at: str | None, trace: Trace | None = None) -> None:
        """Enter an event and the umpire's acts that follow. All are planned before any is written.

        `trace` is that of the event, if it is a stroke.
        """
        states, surfaces = list(self.keeper.states), list(self._surfaces)
        planned: list[Planned] = []
        stroke: Event | None = event if trace is not None else None
        after: Event | None = None
        if stroke is not None and states[-1].engine != ENGINE:
            event, after = events.EngineChanged(ENGINE), event
        while event is not None:
            entry = Entry(len(states) + 1, event, at)
            with _in_its_own_words():
                state = advance(states, entry)
                surface = surface_after(entry, surfaces, states[-1], state, self.equipment)
            states.append(state)
            surfaces.append(surface)
            planned.append(Planned(entry, state, trace if event is stroke else None))
            event, after = after or next_umpire_act(state, surface, self.on), None
        if not planned:
            return
        self.keeper.append(planned)
        self._surfaces += surfaces[len(self._surfaces) :]
        if trace is not None:
            self._last = next(each.entry.seq for each in planned if each.trace is trace), trace
