"""An umpire's table whose record is in the store: requests that are kept whole or not at all, and its views.

Everything here blocks, for the judge or for the disk, and belongs to whoever owns the desk at the time.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import msgspec

from carrom import umpiring
from carrom.errors import CarromError, Stale, StoreError
from carrom.live import messages as wire
from carrom.live.journal import Journal
from carrom.live.names import UMPIRE
from carrom.live.tokens import new_room, new_token
from carrom.record import Record
from carrom.rules.match import OVER
from carrom.server.encoding import encoded
from carrom.server.errors import Refused
from carrom.server.signing import Signer
from carrom.store import KeptMatch, Store, lines_of, summary_of
from carrom.store.kept import now
from carrom.store.store import EVERYBODY, Json, hashed
from carrom.umpiring.times import entry_time
from carrom.umpiring.view import View

LINES = 40
"""Of the log, that come with the view."""


@dataclass(frozen=True, slots=True)
class DeskSettings:
    """`next` is the match that replays this one after a protest, `replay_of` the one that this replays.

    `after` is the table that was opened last for the umpire of this one, at the same place.
    """

    place: str = ""
    umpire: bool = True
    next: str = ""
    replay_of: str = ""
    after: str = ""

    @classmethod
    def read(cls, plain: Json) -> DeskSettings:
        try:
            return msgspec.convert(plain, cls)
        except msgspec.ValidationError as wrong:
            raise StoreError("damaged", "refused.store.settings", why=str(wrong)) from None

    def plain(self) -> Json:
        written: Json = msgspec.to_builtins(self)
        return written


class Shown:
    """A desk as it stands, as JSON in each language: all for its umpire, the match alone for who looks on."""

    def __init__(self, view: View) -> None:
        self.v = view.v
        self._views = {"whole": view, "brief": replace(view, can=None, log=())}
        self._made: dict[tuple[str, str], msgspec.Raw] = {}

    def whole(self, lang: str) -> msgspec.Raw:
        return self._json("whole", lang)

    def brief(self, lang: str) -> msgspec.Raw:
        return self._json("brief", lang)

    def _json(self, which: str, lang: str) -> msgspec.Raw:
        """Made once for however many read it."""
        if (which, lang) not in self._made:
            self._made[which, lang] = msgspec.Raw(encoded(self._views[which], lang))
        return self._made[which, lang]


def opened(store: Store, place: str, name: str = "", umpired: bool = True) -> wire.DeskMade:
    """A new table; its match begins with the umpire's first request.

    Not `umpired`: whoever opens it does not umpire there, so nobody has a token yet.
    """
    kept = KeptMatch(name or new_room(), UMPIRE, new_token(), (), (), "", DeskSettings(place).plain())
    token = new_token() if umpired else ""
    store.add(kept, {token: EVERYBODY} if umpired else {}, at=now())
    return wire.DeskMade(kept.id, token, kept.watch)


def invite_umpire(store: Store, desk: str) -> wire.Invitation:
    """An invitation to umpire: once it is used, who umpired before only watches."""
    code = new_token()
    store.invite(desk, code, EVERYBODY, at=now(), instead=True, alone=True)
    return wire.Invitation(EVERYBODY, code)


class LiveDesk:
    """`unsure`: what is here may differ from what the store has, which is to be read again."""

    def __init__(self, store: Store, kept: KeptMatch, most: int, signer: Signer) -> None:
        """`most` is how many entries a record may have. `signer` signs the match when it is over."""
        self.kept = kept
        self.settings = DeskSettings.read(kept.settings)
        self.before = self._watch_of(store, self.settings.replay_of)
        self._store = store
        self._most = most
        self._signer = signer
        self._shown: Shown | None = None
        self.read_umpires()
        self.read()

    def read_umpires(self) -> None:
        """Take from the store whose token enters something here."""
        tokens = self._store.tokens(self.kept.id).items()
        self._umpires = frozenset(hash_ for hash_, player in tokens if player == EVERYBODY)

    def is_umpires(self, token: str) -> bool:
        """Whether a token is the umpire's."""
        return hashed(token) in self._umpires

    @staticmethod
    def _watch_of(store: Store, match: str) -> str:
        found = store.match(match) if match else None
        return "" if found is None else found.watch

    def read(self) -> None:
        """Take the record from the store."""
        self.keeper = Journal(self._store, self.kept.id, self._most)
        self.unsure = False

    def _answered(self, client: str, number: int) -> int | None:
        """The entry that a request of a client led to, if it came before."""
        known = self.keeper.answered.get(f"{client}/{number}")
        return None if known is None else known.seq

    @property
    def seq(self) -> int:
        return len(self.keeper.entries)

    def lines(self, record: Record) -> bytes:
        """The lines of that much of the record, as they are kept."""
        kept = self._store.lines(self.kept.id)
        return "".join(f"{each.line}\n" for each in kept[: len(record.entries)]).encode()

    @property
    def shown(self) -> Shown:
        """The views after the last entry, made once for however many read them."""
        if self._shown is None or self._shown.v != self.seq:
            self._shown = Shown(umpiring.view(self.keeper, LINES))
        return self._shown

    def act(self, asked: wire.DeskAsk) -> int:
        """The entry that a request led to: now, or when it came before. Refused, it has changed nothing."""
        said = _shortened(asked)
        before = self.keeper.answered.get(f"{asked.client}/{asked.id}")
        if before is not None and before.digest and before.digest != said:
            # Two phones count as one, from a copy: what this one says has never been entered.
            raise Refused("table/stale", {"v": self.seq})
        if self._answered(asked.client, asked.id) is None:
            self._enter(asked, f"{asked.client}/{asked.id}#{said}")
        found = self._answered(asked.client, asked.id)
        return self.seq if found is None else found

    def _enter(self, asked: wire.DeskAsk, tag: str) -> None:
        request = umpiring.read(asked.request)
        after = self._answered(asked.client, asked.id - 1) if asked.v is None else asked.v
        if after != self.seq:
            raise Refused("table/stale", {"v": self.seq})
        try:
            with self.keeper.act(tag):
                umpiring.enter(self.keeper, request, self._time(asked.at))
                self._sign()
        except Exception as wrong:
            if isinstance(wrong, CarromError) and not isinstance(wrong, Stale | StoreError):
                raise
            self._read_again()
            if self._answered(asked.client, asked.id) is not None:
                # The store has it after all.
                return
            if isinstance(wrong, Stale):
                raise Refused("table/stale", {"v": self.seq}) from wrong
            raise

    def _sign(self) -> None:
        if self.keeper.state.match.stage == OVER:
            signed = self._signer.signature_due(self.keeper)
            if signed is not None:
                self.keeper.enter(signed, self.keeper.entries[-1].at)

    def _read_again(self) -> None:
        """What stands is what the store has: somebody else may have written, or a commit has failed."""
        self.unsure = True
        with suppress(StoreError):
            self.read()

    def preview(self, tried: wire.DeskTry) -> umpiring.Preview:
        """What a request would lead to."""
        return umpiring.preview(self.keeper, umpiring.read(tried.request), self._time(tried.at))

    def _time(self, at: str) -> str:
        return entry_time(at, self.keeper.entries, datetime.now(UTC))

    def next_table(self) -> wire.DeskMade:
        """An empty table at the same place: the one opened for this umpire already, until its match begins.

        Its name is kept before it is made: asked again after a lost answer, there is no second.
        """
        name = self.settings.after
        kept = self._store.match(name) if name else None
        if kept is not None and not kept.first:
            return self._umpired(kept)
        if not name or kept is not None:
            name = new_room()
            self._settle(replace(self.settings, after=name))
        return opened(self._store, self.settings.place, name)

    def _umpired(self, kept: KeptMatch) -> wire.DeskMade:
        """A table for the umpire of this one; a token given before, in an answer that was lost, watches."""
        token = new_token()
        self._store.grant(kept.id, token, EVERYBODY, alone=True)
        return wire.DeskMade(kept.id, token, kept.watch)

    def replay_table(self) -> wire.DeskMade:
        """The match that replays this one, for the umpire of this one."""
        kept = self._replay()
        if kept is None:
            raise Refused("match/unknown")
        return self._umpired(kept)

    def replay(self) -> wire.DeskLink | None:
        """Where the match that replays this one can be watched."""
        kept = self._replay()
        return None if kept is None else wire.DeskLink(kept.id, kept.watch)

    def _replay(self) -> KeptMatch | None:
        """The match that replays this one, once a protest was upheld. It is made when it is first asked for.

        Its name is kept before it is made: whenever the program dies, there will be one, and no second.
        """
        if not self.keeper.entries or not self.keeper.state.match.replays:
            return None
        if not self.settings.next:
            self._settle(replace(self.settings, next=new_room()))
        return self._store.match(self.settings.next) or self._replayed()

    def _settle(self, settings: DeskSettings) -> None:
        self._store.settle(self.kept.id, settings.plain())
        self.settings = settings

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
        # Part of a match that goes on: refused, its desk could not be opened any more.
        self._store.add(kept, {}, lines_of(record), at=now(), beyond_quota=True)
        return kept


def _shortened(asked: wire.DeskAsk) -> str:
    """What is asked, and when, in eight letters: the same report has the same, another one hardly ever."""
    said = json.dumps([asked.at, asked.request], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()[:8]
