"""Opening a room: the request is checked, and becomes the first entries of a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from msgspec import structs

from carrom.equipment import STANDARD
from carrom.errors import ImpossibleCase, NotNow
from carrom.laws import book_id
from carrom.live import messages as wire
from carrom.live.messages import Chair, Invitation, Length, Link, NewRoom, Profile, RoomMade
from carrom.live.refused import Refused
from carrom.live.settings import Settings, hand_of
from carrom.live.tokens import new_room, new_token
from carrom.pace import PACES
from carrom.players.noise import LEVELS, STEADY, level_hand
from carrom.record import Entry, Record
from carrom.record.fold import states
from carrom.rules import Standing
from carrom.rules.handicap import Handicap
from carrom.store import KeptLine, KeptMatch, Store, lines_of, match_of
from carrom.store.store import EVERYBODY
from carrom.stroke import Layout
from carrom.table import ToToss, begin, rosette_seed, toss_winner
from carrom.words import Side, is_writable


@dataclass(frozen=True, slots=True)
class Beginning:
    """A new room as it is stored: its settings, its match, and the lines it begins with."""

    settings: Settings
    kept: KeptMatch
    lines: tuple[KeptLine, ...]

    @classmethod
    def of(
        cls, settings: Settings, record: Record, trace: Callable[[int], bytes | None] | None = None
    ) -> Beginning:
        """`trace` gives the packed trace of an entry that has one."""
        lines = (replace(each, trace=None if trace is None else trace(each.seq)) for each in lines_of(record))
        return cls(settings, match_of(record, new_room(), settings.new.kind, new_token()), tuple(lines))

    @classmethod
    def fresh(cls, new: NewRoom, at: str) -> Beginning:
        """A room in which nothing has been played. An online one has no record before everybody has come."""
        settings = Settings.fresh(new)
        made = cls.of(settings, record_of(settings, at))
        return replace(made, lines=()) if new.kind == "online" else made


def checked_room(new: NewRoom) -> NewRoom:
    """The room with normalised names. Raises `Refused` or `ImpossibleCase` if it is not playable."""
    chairs = (*new.first, *new.second)
    names = [" ".join(chair.name.split()) for chair in chairs]
    if len(set(names)) < len(names) or not all(_is_name(name) for name in names):
        raise Refused("room/names")
    for chair in chairs:
        if chair.level and hand_of(chair.level) is None:
            raise ImpossibleCase("level", "refused.live.level", level=chair.level)
    if new.hand and level_hand(new.hand) is None:
        raise ImpossibleCase("hand", "refused.live.hand", level=new.hand, levels=", ".join(LEVELS))
    if len(new.first) != len(new.second):
        raise ImpossibleCase("second", "refused.live.sides")
    persons = sum(not chair.level for chair in chairs)
    if not persons or (new.kind == "online" and persons < 2):
        raise ImpossibleCase("kind", "refused.live.persons")
    if new.kind != "practice" and (new.layout or new.standing):
        raise Refused("setup/not-here")
    if new.alone and (new.kind != "practice" or persons < len(chairs)):
        raise ImpossibleCase("alone", "refused.live.alone")
    if new.handicap is not None and new.kind != "computer":
        raise ImpossibleCase("handicap", "refused.live.handicap")
    plain = tuple(Chair(name, chair.level) for name, chair in zip(names, chairs, strict=True))
    first, second = plain[: len(new.first)], plain[len(new.first) :]
    return structs.replace(new, rulebook=book_id(new.rulebook), first=first, second=second)


def seat_named(new: NewRoom, player: str, name: str) -> tuple[NewRoom, str]:
    """The room after a person gave their own name at a seat, and the name. Refuses as `checked_room` does."""
    given = " ".join(name.split())
    first, second = (
        tuple(structs.replace(chair, name=given) if chair.name == player else chair for chair in side)
        for side in (new.first, new.second)
    )
    return checked_room(structs.replace(new, first=first, second=second)), given


def _is_name(name: str) -> bool:
    return bool(name) and is_writable(name) and name != EVERYBODY


def record_of(settings: Settings, at: str, record: Record | None = None) -> Record:
    """The record a room begins with: tossed and seated unless its players choose, set up for practice.

    In doubles it matters who sits where, so a drawn break leaves the seats to the other side.
    """
    new, record = settings.new, Record() if record is None else record
    table = begin(
        new.rulebook,
        tuple(chair.name for chair in new.first),
        tuple(chair.name for chair in new.second),
        equipment=replace(STANDARD, pace=PACES[new.profile]),
        clock=new.clock,
        trials=new.trials,
        keeper=record,
        length=new.length,
        alone=new.alone,
        rosette=new.rosette,
        handicap=None if new.handicap is None else _agreed(new.handicap),
        held_by=tuple((chair.name, chair.level) for chair in (*new.first, *new.second) if chair.level),
        hand=level_hand(new.hand) or STEADY,
        strict=False,
        at=at,
    )
    drawn = new.breaks == "draw"
    if new.breaks != "toss" or new.kind == "practice":
        given = Side.SECOND if new.breaks == "second" else Side.FIRST
        # Where one side breaks every board, the umpire has given it the break.
        if isinstance(table.asks, ToToss):
            table.toss(toss_winner(table, settings.seed) if drawn else given, "break", at=at)
        if not (drawn and table.match.doubles):
            table.seat(at=at)
    if new.layout:
        layout = Layout.parse(new.layout, table.equipment)
        standing = Standing.parse(new.standing) if new.standing.strip() else None
        table.set_up(layout, standing, seed=rosette_seed(table.on, settings.seed, table.seq + 1), at=at)
    return record


def _agreed(handicap: wire.Agreed) -> Handicap:
    return Handicap(Side(handicap.side), handicap.lead, handicap.breaks)


def open_room(store: Store, beginning: Beginning, at: str, opener: bool = True) -> RoomMade:
    """Store a new match.

    The first person is its `opener`, gets a token and a recovery code, and invites the others. Without an
    opener nobody has a token, and nobody invites others.
    """
    settings = beginning.settings
    settings = replace(settings, opener=settings.persons[0] if opener else "")
    kept = replace(beginning.kept, settings=settings.to_json())
    if not opener:
        store.add(kept, {}, beginning.lines, at=at)
        return RoomMade(kept.id, (), kept.watch)
    first, *others = (EVERYBODY,) if settings.one_link else settings.persons
    token, recovery = new_token(), new_token()
    invitations = {new_token(): player for player in others}
    store.add(kept, {token: first}, beginning.lines, at=at, invitations={**invitations, recovery: first})
    return RoomMade(
        room=kept.id,
        links=(Link(settings.persons[0], token),),
        watch=kept.watch,
        invitations=tuple(Invitation(player, code) for code, player in invitations.items()),
        recovery=recovery,
    )


def open_rematch(store: Store, new: NewRoom, broke: Side | None, at: str) -> RoomMade:
    """Open the same room again; the side that did not break before breaks.

    Nobody has a token of it yet: everybody who goes there gets an invitation.
    """
    if broke is not None:
        new = structs.replace(new, breaks="first" if broke is Side.SECOND else "second")
    return open_room(store, Beginning.fresh(new, at), at, opener=False)


def what_if(entries: Sequence[Entry]) -> tuple[NewRoom, Record]:
    """A practice room that begins with these entries, and its record.

    Computer players of a known level play on; persons play for everybody else. If only computers played,
    persons take over the first side. Raises `NotNow` if the table was not simulated.
    """
    record = Record(list(entries), states(entries))
    begun, on = record.state.begun, record.state.begun.table
    if on is None:
        raise NotNow("refused.live.not-simulated")
    levels = {name: level for name, level in on.held_by if hand_of(level) is not None}
    if all(name in levels for name in (*begun.first, *begun.second)):
        levels = {name: level for name, level in levels.items() if name not in begun.first}
    first, second = (
        tuple(Chair(name, levels.get(name, "")) for name in side) for side in (begun.first, begun.second)
    )
    pace = on.equipment.pace.name
    profile: Profile = next((known for known in get_args(Profile) if known == pace), "club")
    length: Length = next((known for known in get_args(Length) if known == begun.length), "match")
    sides = begun.rulebook, first, second
    new = NewRoom(
        *("practice", *sides, on.clock, on.trials),
        profile=profile,
        length=length,
        rosette=on.rosette,
        alone=begun.alone,
        hand=next((name for name, noise in LEVELS.items() if str(noise) == on.hand), ""),
    )
    return new, record
