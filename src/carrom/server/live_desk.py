"""An umpire's table whose record is in the store: requests that are kept whole or not at all, and its views.

Everything here blocks, for the judge or for the disk, and belongs to whoever owns the desk at the time.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import msgspec

from carrom import desk
from carrom.errors import CarromError, Stale, StoreError
from carrom.record import Record
from carrom.record.entries import is_time
from carrom.server import messages as wire
from carrom.server.errors import Refused
from carrom.server.tokens import new_room, new_token
from carrom.store import KeptMatch, Store, StoredRecord, lines_of, summary_of
from carrom.store.kept import now
from carrom.store.store import EVERYBODY, Json

UMPIRE = "umpire"
"""The kind of a match that is played on real wood."""

LINES = 40
"""Of the log, that come with the view."""

AHEAD = timedelta(minutes=2)
"""A phone's clock that is wrong by more than this is not believed."""


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """`next` is the match that replays this one after a protest, `replay_of` the one that this replays."""

    place: str = ""
    umpire: bool = True
    next: str = ""
    replay_of: str = ""

    @classmethod
    def read(cls, plain: Json) -> DeskSettings:
        try:
            return msgspec.convert(plain, cls)
        except msgspec.ValidationError as wrong:
            raise StoreError("damaged", f"the settings of a desk cannot be read ({wrong})") from None

    def plain(self) -> Json:
        written: Json = msgspec.to_builtins(self)
        return written


@dataclass(frozen=True, slots=True)
class Shown:
    """A desk as it stands, as JSON: all of it for its umpire, the match alone for who looks on."""

    v: int
    whole: msgspec.Raw
    brief: msgspec.Raw


def encoded(value: object) -> bytes:
    """Something of `carrom.desk` as JSON."""
    return msgspec.json.encode(desk.plain(value))


def opened(store: Store, place: str) -> wire.DeskMade:
    """A new table; its match begins with the umpire's first request."""
    kept = KeptMatch(new_room(), UMPIRE, new_token(), (), (), "", DeskSettings(place).plain())
    token = new_token()
    store.add(kept, {token: EVERYBODY}, at=now())
    return wire.DeskMade(kept.id, token, kept.watch)


class LiveDesk:
    """`unsure`: what is here may differ from what the store has, which is to be read again."""

    def __init__(self, store: Store, kept: KeptMatch, most: int) -> None:
        """`most` is how many entries a record may have."""
        self.kept = kept
        self.settings = DeskSettings.read(kept.settings)
        self.token = next(iter(store.tokens(kept.id)))
        self.before = self._watch_of(store, self.settings.replay_of)
        self._store = store
        self._most = most
        self._shown: Shown | None = None
        self.read()

    @staticmethod
    def _watch_of(store: Store, match: str) -> str:
        found = store.match(match) if match else None
        return "" if found is None else found.watch

    def read(self) -> None:
        """Take the record from the store."""
        self.keeper = StoredRecord(self._store, self.kept.id)
        self.unsure = False

    @property
    def seq(self) -> int:
        return len(self.keeper.entries)

    @property
    def shown(self) -> Shown:
        """The views after the last entry, made once for however many read them."""
        if self._shown is None or self._shown.v != self.seq:
            view = desk.view(self.keeper, LINES)
            brief = replace(view, can=None, log=())
            self._shown = Shown(view.v, msgspec.Raw(encoded(view)), msgspec.Raw(encoded(brief)))
        return self._shown

    def act(self, asked: wire.DeskAsk) -> int:
        """The entry that a request led to: now, or when it came before. Refused, it has changed nothing."""
        tag = f"{asked.client}/{asked.id}"
        if tag not in self.keeper.answered:
            self._enter(asked, tag)
        return self.keeper.answered.get(tag, self.seq)

    def _enter(self, asked: wire.DeskAsk, tag: str) -> None:
        request = desk.read(asked.request)
        after = self.keeper.answered.get(f"{asked.client}/{asked.id - 1}") if asked.v is None else asked.v
        if after != self.seq:
            raise Refused("table/stale", {"v": self.seq})
        if self.seq >= self._most:
            raise Refused("desk/full", {"limit": self._most})
        try:
            with self.keeper.asked_by(tag):
                desk.enter(self.keeper, request, self._time(asked.at))
        except Exception as wrong:
            if isinstance(wrong, CarromError) and not isinstance(wrong, Stale | StoreError):
                raise
            self._read_again()
            if tag in self.keeper.answered:
                # The store has it after all.
                return
            if isinstance(wrong, Stale):
                raise Refused("table/stale", {"v": self.seq}) from wrong
            raise

    def _read_again(self) -> None:
        """What stands is what the store has: somebody else may have written, or a commit has failed."""
        self.unsure = True
        with suppress(StoreError):
            self.read()

    def preview(self, tried: wire.DeskTry) -> bytes:
        """What a request would lead to, as JSON."""
        return encoded(desk.preview(self.keeper, desk.read(tried.request), self._time(tried.at)))

    def _time(self, at: str) -> str:
        last = next((entry.at for entry in reversed(self.keeper.entries) if entry.at is not None), None)
        return time_of(at, last, now())

    def replay(self) -> wire.DeskLink | None:
        """The match that replays this one, once a protest was upheld. It is made when it is first asked for.

        Its name is kept before it is made: whenever the program dies, there will be one, and no second.
        """
        if not self.keeper.entries or not self.keeper.state.match.replays:
            return None
        if not self.settings.next:
            settings = replace(self.settings, next=new_room())
            self._store.settle(self.kept.id, settings.plain())
            self.settings = settings
        kept = self._store.match(self.settings.next) or self._replayed()
        return wire.DeskLink(next(iter(self._store.tokens(kept.id))), kept.watch)

    def _replayed(self) -> KeptMatch:
        """The same players at the same table: they toss again."""
        record, last = Record(), self.keeper.entries[-1]
        begun = replace(self.keeper.state.begun, replay_of=self.kept.id)
        record.enter(begun, last.at)
        settings = DeskSettings(self.settings.place, replay_of=self.kept.id)
        kept = KeptMatch(
            *(self.settings.next, UMPIRE, new_token(), begun.first, begun.second, begun.rulebook),
            settings.plain(),
            summary_of(record),
        )
        self._store.add(kept, {new_token(): EVERYBODY}, lines_of(record), at=now())
        return kept


def time_of(at: str, last: str | None, here: str) -> str:
    """When an entry was made: by the umpire's phone, if that can be; otherwise by our own clock.

    An entry is never earlier than the one before it.

    >>> time_of("2026-05-01T12:00:00+02:00", "2026-05-01T09:59:00+00:00", "2026-05-01T10:30:00+00:00")
    '2026-05-01T12:00:00+02:00'
    >>> time_of("2026-05-01T12:00:00", None, "2026-05-01T10:00:00+00:00")
    '2026-05-01T10:00:00+00:00'
    """
    earliest = None if last is None else _moment(last)
    ours = _moment(here)
    if is_time(at) and (earliest is None or _moment(at) >= earliest) and _moment(at) <= ours + AHEAD:
        return at
    return here if last is None or earliest is None or ours >= earliest else last


def _moment(at: str) -> datetime:
    try:
        return datetime.fromisoformat(at).astimezone(UTC)
    except OverflowError:
        # Some hours beyond the calendar's end: as far away as can be said.
        return datetime.max.replace(tzinfo=UTC)
