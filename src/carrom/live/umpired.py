"""The owner of a match on a real board: its umpire reports what happened, others watch."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from datetime import datetime
from enum import Enum, auto

from carrom import umpiring
from carrom.live import messages as wire
from carrom.live.owner import Close, Join, Leave, Member, Now, Owner, Services, Tick
from carrom.live.refused import Refused
from carrom.live.settings import UMPIRE, UmpiredSettings
from carrom.live.tokens import new_room, new_token
from carrom.record import Record
from carrom.store import KeptMatch, Store, lines_of, match_of
from carrom.store.store import EVERYBODY, hash_token
from carrom.umpiring.times import entry_time
from carrom.umpiring.view.types import View

LINES = 40
"""How many lines of the log come with the view."""


class TableViews:
    """A table as it stands: the whole view for its umpire, a shorter one for watchers."""

    def __init__(self, view: View) -> None:
        self.v = view.v
        self.full = view
        self.brief = replace(view, can=None, log=())


def open_table(store: Store, place: str, at: str, name: str = "", umpired: bool = True) -> wire.DeskMade:
    """A new table; its match begins with the umpire's first request.

    If it is not `umpired`, its opener does not umpire there, and nobody has a token yet.
    """
    kept = match_of(Record(), name or new_room(), UMPIRE, new_token(), UmpiredSettings(place).to_json())
    token = new_token() if umpired else ""
    store.add(kept, {token: EVERYBODY} if umpired else {}, at=at)
    return wire.DeskMade(kept.id, token, kept.watch)


def invite_umpire(store: Store, desk: str, at: str) -> wire.Invitation:
    """An invitation to umpire. Once it is used, the umpire before only watches."""
    code = new_token()
    store.invite(desk, code, EVERYBODY, at=at, instead=True, alone=True)
    return wire.Invitation(EVERYBODY, code)


class UmpireRequest(Enum):
    SHOW = auto()  # the table to its umpire
    HANDED_OVER = auto()  # another person umpires from now on
    NEXT_TABLE = auto()  # open an empty table after this one, for its umpire
    REPLAY_TABLE = auto()  # open the table of the match that replays this one, for its umpire


class UmpiredOwner(Owner):
    """One table with an umpire. `published` is what everybody was told last."""

    def __init__(self, services: Services, kept: KeptMatch, now: Now) -> None:
        super().__init__(services, kept, now)
        self.settings = UmpiredSettings.from_json(kept.settings)
        before = services.store.match(self.settings.replay_of) if self.settings.replay_of else None
        self.before = "" if before is None else before.watch
        self._read_umpires()
        self.published = TableViews(umpiring.match_view(self.journal, LINES))
        self._answered_to = ""

    def _read_umpires(self) -> None:
        """Read the umpires' tokens from the store."""
        tokens = self.services.store.tokens(self.kept.id).items()
        self._umpires = frozenset(hash_ for hash_, player in tokens if player == EVERYBODY)

    def is_umpires(self, token: str) -> bool:
        """Whether a token is the umpire's."""
        return hash_token(token) in self._umpires

    @property
    def importance(self) -> int:
        """Eviction priority: a table never begun is read again at once, an umpire may wait."""
        if not self.published.v or not self.members:
            return 0
        return 2 if any(self.is_umpires(member.role.token) for member in self.members) else 1

    def record(self) -> Record:
        """The record as it was told last. It is safe to read at any time: told entries never change."""
        v = self.published.v
        return Record(self.journal.entries[:v], self.journal.states[:v])

    def blocks(self, request: object) -> bool:
        return not isinstance(request, Leave | Close)

    def _handle(self, request: object) -> object:
        self._answered_to = ""
        match request:
            case Join(member):
                self._join(member)
                return None
            case Leave(member):
                if member in self.members:
                    self.members.remove(member)
                return None
            case wire.DeskAsk():
                return self._report(request)
            case Tick() | Close():
                return None
        self.refresh()
        match request:
            case wire.DeskTry():
                asked = umpiring.read_request(request.request)
                return umpiring.preview_request(self.journal, asked, self._time(request.at))
            case UmpireRequest.SHOW:
                return self.desk_shown(self._current().full, umpire=True, replay=self.replay())
            case UmpireRequest.NEXT_TABLE:
                return self.next_table()
            case UmpireRequest.REPLAY_TABLE:
                return self.replay_table()
            case UmpireRequest.HANDED_OVER:
                self._read_umpires()
                for member in self.members:
                    self._show(member)
                return None
        raise AssertionError(f"no request of an umpire's table: {request}")

    def _join(self, member: Member) -> None:
        """Show the table to a new member, who is told of every entry from then on."""
        umpire = self.is_umpires(member.role.token)
        if len(self.members) >= self.services.limits.followers and not umpire:
            raise Refused("room/full")
        if umpire:
            # The umpire sees what the store has, also after it failed.
            self.refresh()
            self._publish()
        self.members.append(member)
        self._show(member)

    def _show(self, member: Member) -> None:
        token = member.role.token
        view = self.published.full if self.is_umpires(token) else self.published.brief
        self.send(member, wire.DeskMessage(token, self.published.v, view))

    def _current(self) -> TableViews:
        """The table as it stands now."""
        if self.published.v != self.seq:
            self._publish()
        return self.published

    def _publish(self) -> None:
        """Show the table to everybody except the page whose report is answered with it."""
        if self.journal.unsure or self.published.v == self.seq:
            return
        self.published = TableViews(umpiring.match_view(self.journal, LINES))
        for member in self.members:
            answered = self._answered_to and member.name == self._answered_to
            if not (answered and self.is_umpires(member.role.token)):
                self._show(member)

    def desk_shown(self, view: object, umpire: bool, replay: wire.DeskLink | None = None) -> wire.DeskShown:
        """The table for the holder of a link."""
        return wire.DeskShown(
            umpire=umpire,
            desk=self.kept.id,
            watch=self.kept.watch,
            place=self.settings.place,
            next=replay,
            before=self.before,
            view=view,
        )

    def _report(self, asked: wire.DeskAsk) -> wire.DeskAnswer:
        """Enter a report and answer with its entry; a repeated report gets the first answer."""
        self.refresh()
        key, digest = f"{asked.client}/{asked.id}", _digest(asked)
        before = self.journal.answered.get(key)
        if before is not None and before.digest not in ("", digest):
            # A copied phone uses the same ids: this report has never been entered.
            raise Refused("table/stale", {"v": self.seq})
        if before is None:
            self._enter(asked, key, digest)
        # An upheld protest creates the replay.
        self.replay()
        self._answered_to = asked.page
        v = self.journal.answered[key].seq if key in self.journal.answered else self.seq
        lines = [] if asked.has is None else self.journal.lines_after(asked.has)
        return wire.DeskAnswer(v, self._current().full, "\n".join(lines))

    def _enter(self, asked: wire.DeskAsk, key: str, digest: str) -> None:
        request = umpiring.read_request(asked.request)
        last = self.journal.answered.get(f"{asked.client}/{asked.id - 1}")
        self.refuse_stale(asked.v if asked.v is not None else None if last is None else last.seq)
        at = self._time(asked.at)
        self.act(key, lambda: umpiring.enter_request(self.journal, request, at), digest)

    def _time(self, at: str) -> str:
        return entry_time(at, self.journal.entries, datetime.fromisoformat(self.now.at))

    def next_table(self) -> wire.DeskMade:
        """An empty table at the same place. Until its match begins, further calls return the same table.

        Its name is stored before it is made, so that a repeated request makes no second one.
        """
        name = self.settings.after
        kept = self.services.store.match(name) if name else None
        if kept is not None and not kept.first:
            return self._umpired(kept)
        if not name or kept is not None:
            name = new_room()
            self._settle(replace(self.settings, after=name))
        return open_table(self.services.store, self.settings.place, self.now.at, name)

    def _umpired(self, kept: KeptMatch) -> wire.DeskMade:
        """A table with a new token for the umpire of this one; earlier tokens of it only watch."""
        token = new_token()
        self.services.store.grant(kept.id, token, EVERYBODY, alone=True)
        return wire.DeskMade(kept.id, token, kept.watch)

    def replay_table(self) -> wire.DeskMade:
        """The match that replays this one, for the umpire of this one."""
        kept = self._replay()
        if kept is None:
            raise Refused("match/unknown")
        return self._umpired(kept)

    def replay(self) -> wire.DeskLink | None:
        """The link to watch the match that replays this one."""
        kept = self._replay()
        return None if kept is None else wire.DeskLink(kept.id, kept.watch)

    def _replay(self) -> KeptMatch | None:
        """The match that replays this one after an upheld protest; made at the first call.

        Its name is stored before it is made, so that a crash leads to neither two replays nor none.
        """
        if not self.journal.entries or not self.journal.state.match.replays:
            return None
        if not self.settings.next:
            self._settle(replace(self.settings, next=new_room()))
        return self.services.store.match(self.settings.next) or self._replayed()

    def _settle(self, settings: UmpiredSettings) -> None:
        self.services.store.set_settings(self.kept.id, settings.to_json())
        self.settings = settings

    def _replayed(self) -> KeptMatch:
        """Make the replay: the same players at the same table toss again."""
        record, last = Record(), self.journal.entries[-1]
        begun = replace(self.journal.state.begun, replay_of=self.kept.id)
        record.enter(begun, last.at)
        settings = UmpiredSettings(self.settings.place, replay_of=self.kept.id)
        kept = match_of(record, self.settings.next, UMPIRE, new_token(), settings.to_json())
        # It ignores the quota: otherwise the umpire could not go on with this match.
        self.services.store.add(kept, {}, lines_of(record), at=self.now.at, beyond_quota=True)
        return kept


def _digest(asked: wire.DeskAsk) -> str:
    """Eight hexadecimal digits that identify the content of a report."""
    said = json.dumps([asked.at, asked.request], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:8]
