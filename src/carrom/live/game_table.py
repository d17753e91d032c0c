"""A match on a simulated table as its members see it: presence, clock, offers, and what they are told."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

import carrom
from carrom.errors import RecordFull
from carrom.live import messages as wire
from carrom.live import nets, views
from carrom.live.clock import StrokeClock
from carrom.live.consent import Offers
from carrom.live.opening import record_of
from carrom.live.owner import Member, Now, Owner, Rejection, Services
from carrom.live.presence import Presence
from carrom.live.reading import Pause, pause_after
from carrom.live.settings import Settings
from carrom.live.tokens import Role
from carrom.physics.trace import Trace
from carrom.record.entries import Struck, TrialPlayed
from carrom.store.store import KeptMatch
from carrom.table import Table, ToToss, rosette_seed, toss_winner
from carrom.words import Side


class GameTable(Owner):
    """The table, its settings and the messages about it; `GameOwner` adds what requests do.

    Its parts (presence, clock, offers) return values and know no owner.
    """

    def __init__(self, services: Services, kept: KeptMatch, now: Now) -> None:
        self.settings = Settings.from_json(kept.settings)
        # A practice match is not signed: anything can be set up there.
        super().__init__(services, kept, now, signed=self.kind != "practice")
        absence = services.limits.absent_seconds
        self.presence = Presence(self.members, self.persons, absence, now.seconds)
        self.time = StrokeClock(self._stroke_seconds, absence, self.settings.clock, services.hurry)
        self.offers = Offers()
        self.pause: Pause | None = None
        self._told = self.seq
        self._presence_told = now.seconds
        self._thinking = ""

    def read(self) -> None:
        super().read()
        self._updated = False
        self._lay_table()

    def _lay_table(self) -> None:
        """The table of the record; while that has not begun, as it will begin."""
        kept = self.journal if self.journal.entries else record_of(self.settings, self.now.at)
        self.table = Table.resume(kept, strict=False, simulate=self.services.simulate)
        self._nets = nets.nets_of(self.table, self._trace)

    @property
    def kind(self) -> wire.RoomKind:
        return self.settings.new.kind

    @property
    def persons(self) -> tuple[str, ...]:
        return self.settings.persons

    @property
    def _stroke_seconds(self) -> float | None:
        return float(self.table.book.match.stroke_seconds) if self.table.on.clock else None

    @property
    def tosser(self) -> Side | None:
        """The side that wins the toss, if that is due."""
        return toss_winner(self.table, self.settings.seed) if isinstance(self.table.asks, ToToss) else None

    def rosette_seed(self, seq: int) -> int | None:
        """The seed of the rosette that the entry after `seq` may set by hand."""
        return rosette_seed(self.table.on, self.settings.seed, seq + 1)

    @property
    def started(self) -> bool:
        """Whether play may begin: an online match waits until everybody has come once."""
        return self.kind != "online" or set(self.persons) <= set(self.settings.joined)

    @property
    def _playable(self) -> bool:
        """Whether anybody can play: a match whose record is full can only be given up."""
        return self.started and not self.journal.full

    @property
    def _may_claim(self) -> bool:
        return self.kind == "online" and self.started and not self.table.over

    def opened_by(self, role: Role) -> bool:
        """Whether a link belongs to the person who opened the table and invites the others."""
        opener = self.settings.opener
        return (self.persons[0] if opener is None else opener) in role.mine

    def _settle(self, settings: Settings) -> None:
        """Store changed settings."""
        if settings != self.settings:
            self.services.store.set_settings(self.kept.id, settings.to_json())
            self.settings = settings

    def _keep_clock(self) -> None:
        """Store what the clock has counted, so that used seconds outlive this owner."""
        if self.table.on.clock:
            self._settle(replace(self.settings, clock=self.time.kept(self.now.seconds)))

    @abstractmethod
    def _update(self) -> None:
        """Update what depends on the table and on who is present; sets `_updated`."""

    def _publish(self) -> None:
        """Tell everybody what was entered, and update what depends on it."""
        first = self._told + 1
        if self.journal.unsure:
            return
        if self.seq < first:
            if not self._updated:
                self._update()
            return
        traces = {seq: self._trace(seq) for seq in range(first, self.seq + 1)}
        # One act has one stroke at most.
        stroke = next((trace for trace in traces.values() if trace is not None), None)
        self._nets = self._nets.extended(self.table, traces.get)
        lines = views.log_lines(self.table, first)
        self._told = self.seq
        playback = 0.0 if stroke is None else stroke.duration
        self.time.stroke_shown(playback, self.now.seconds)
        if not self.services.hurry:
            self.pause = pause_after(self.table, first, self.now.seconds, playback, self.settings.one_link)
        self._update()
        timing = self.time.timing(self.now.seconds)
        for line in lines:
            after, trace = self._after(line.v), traces[line.v]
            if line.v != self.seq:
                after = views.before_umpire_acts(after)
            if trace is None:
                self.tell(wire.EntryMessage(line.v, line, after, timing))
            else:
                self.tell(wire.StrokeMessage(line.v, line, views.wire_trace(trace), after, timing))
        if self._stopped is not None:
            for member in self.members:
                self.send(member, self._stopped)
        # An offer to take back concerned the state before.
        if self.offers.close("take-back"):
            self._tell_offers()

    def _trace(self, seq: int) -> Trace | None:
        """The trace of a stroke, just played or stored."""
        if not isinstance(self.journal.entries[seq - 1].event, Struck | TrialPlayed):
            return None
        played = next((each.trace for each in self._out.entries if each.entry.seq == seq), None)
        return played if isinstance(played, Trace) else self.journal.trace(seq)

    def _after(self, seq: int | None = None) -> wire.After:
        """The table after an entry, or as it stands."""
        at = self.table.seq if seq is None else seq
        return views.after(self.table, self._nets, self.tosser, at, self.rosette_seed(at))

    @property
    def _stopped(self) -> Rejection | None:
        """The message that the record is full, while the match is not over."""
        most = self.journal.most
        if most is None or not self.journal.full or self.table.over:
            return None
        return Rejection(RecordFull(most))

    def _tell_offers(self) -> None:
        self.tell(wire.OffersMessage(self.offers.open_offers()))

    def _tell_presence(self, but: Member | None = None) -> None:
        self._presence_told = self.now.seconds
        watchers, timing = self.presence.watchers, self.time.timing(self.now.seconds)
        self.tell(wire.PresenceMessage(self._present, watchers, self.started, timing), but)

    @property
    def _present(self) -> tuple[wire.Here, ...]:
        return self.presence.here_parts(self.now.seconds, claims=self._may_claim)

    def _welcome(self, role: Role, since: int = 0) -> wire.WelcomeMessage:
        """The table as it stands, for a member who has seen everything up to the entry `since`."""
        table = self.table
        return wire.WelcomeMessage(
            v=table.seq,
            room=self.kept.id,
            kind=self.kind,
            mine=role.mine,
            rulebook=table.book.id,
            clock=self._stroke_seconds,
            trials=table.on.trials,
            alone=table.state.begun.alone,
            watch=self.kept.watch,
            open_seats=self._open_seats(role),
            hand=views.hand(table.hand),
            kept=self.kept.keep,
            geometry=views.geometry(table.equipment),
            state=self._after(),
            log=views.recent_lines(table, since),
            present=self._present,
            watchers=self.presence.watchers,
            offers=self.offers.open_offers(),
            thinking=self._thinking,
            timing=self.time.timing(self.now.seconds),
            started=self.started,
            version=carrom.__version__,
        )

    def _open_seats(self, role: Role) -> tuple[wire.OpenSeat, ...]:
        """The seats that nobody has taken, for the person who opened the table."""
        if self.kind != "online" or not self.opened_by(role):
            return ()
        invited = self.services.store.invited(self.kept.id)
        waiting = (name for name in self.persons if name not in self.settings.joined)
        return tuple(wire.OpenSeat(name, name in invited) for name in waiting)
