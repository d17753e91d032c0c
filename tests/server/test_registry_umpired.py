"""Umpires' tables in the registry: in turn, put away, read by many."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.live.umpired_records import after_boards, kept
from tests.server.guests import LazyReader, run
from tests.server.umpires import AT, NOTHING, SEATED, Json

from carrom.errors import CarromError
from carrom.live import messages as wire
from carrom.live.owner import Join, Member
from carrom.live.tokens import Role
from carrom.record import Record
from carrom.server.config import Config, Limits
from carrom.server.registry import Registry, Umpired
from carrom.server.umpire import documents
from carrom.store.sqlite import SqliteStore


class Umpire:
    """One umpire who reports to the registry directly."""

    def __init__(self, registry: Registry, token: str) -> None:
        self._registry = registry
        self.token = token
        self._ids = count(1)

    async def table(self) -> Umpired:
        return (await self._registry.find_umpired(self.token))[0]

    async def sends(self, request: Json, id_: int, v: int | None) -> wire.DeskAnswer:
        return await self._registry.report(self.token, wire.DeskAsk("phone", id_, v, AT, request))

    async def does(self, *requests: Json) -> None:
        for request in requests:
            await self.sends(request, next(self._ids), (await self.table()).owner.seq)

    async def refused(self, request: Json, id_: int, v: int | None) -> str:
        with pytest.raises(CarromError) as wrong:
            await self.sends(request, id_, v)
        return wrong.value.code

    async def followed(self, token: str = "") -> Follower:
        """Somebody follows the table: by the umpire's own link, or by this one."""
        table, follower = await self.table(), Follower(Role(token or self.token, ()))
        self._registry.outboxes[follower.member] = follower.reader.outbox
        await table.ask(Join(follower.member))
        return follower


class Follower:
    """A member at an umpire's table, and what it is told."""

    def __init__(self, role: Role) -> None:
        self.member = Member(role)
        self.reader = LazyReader(10)

    async def next(self) -> bytes:
        return await self.reader.next()


def registry(store: SqliteStore, **limits: Any) -> Registry:
    return Registry(Config(store.path.parent, workers=0, limits=Limits(**limits)), store)


async def opened(all_: Registry) -> Umpire:
    return Umpire(all_, (await all_.open_umpired("")).token)


def test_requests_that_come_at_once_are_done_in_turn_and_once(tmp_path: Path) -> None:
    """Of many made at one entry one is done, however they overlap; all the others are stale."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with registry(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            asked = [umpire.sends(NOTHING, 100 + number % 5, 4) for number in range(30)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            done = [each for each in answers if isinstance(each, wire.DeskAnswer)]
            stale = [each for each in answers if isinstance(each, CarromError)]

            assert len(done) == 6
            assert {each.v for each in done} == {5}
            assert {each.code for each in stale} == {"table/stale"}
            assert len(store.lines((await umpire.table()).owner.kept.id)) == 5

    run(play)


def test_a_request_is_done_even_if_who_asked_has_gone(tmp_path: Path) -> None:
    """The phone lost its network while it waited."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with registry(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            asking = asyncio.create_task(umpire.sends(NOTHING, 77, 4))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

            assert (await umpire.sends(NOTHING, 77, 4)).v == 5

    run(play)


def test_a_table_nobody_uses_is_put_away_and_found_again_as_it_was(tmp_path: Path) -> None:
    """Not while somebody follows it."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with registry(store, idle_seconds=0.05) as all_:
            followed, left = await opened(all_), await opened(all_)
            for umpire in (followed, left):
                await umpire.does(*SEATED)
            at, follower = await followed.table(), await followed.followed()
            await asyncio.sleep(0.1)
            await all_.sweep()

            assert all_.live == 1
            assert await followed.table() is at
            assert (await left.sends(NOTHING, 77, 4)).v == 5
            all_.leave(at.owner.kept.id, follower.member)
            await asyncio.sleep(0.1)
            await all_.sweep()
            assert all_.live == 0

    run(play)


def test_when_there_are_too_many_tables_an_umpire_has_room_and_nobody_stops_following(tmp_path: Path) -> None:
    """Strangers follow as many as there may be: theirs are put away, and they hear of the next entry."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with registry(store, desks=2) as all_:
            watched, empty, umpired, last = [await opened(all_) for _ in range(4)]
            for umpire in (watched, umpired, last):
                await umpire.does(*SEATED)
            followers = []
            for umpire, own in ((watched, False), (empty, True)):
                watch = (await umpire.table()).owner.kept.watch
                follower = await umpire.followed(umpire.token if own else watch)
                await follower.next()
                followers.append(follower)
            theirs = await watched.table()

            at = await umpired.table()
            await umpired.followed()
            assert await watched.table() is theirs, "what was never begun goes first"
            await last.followed()
            assert await umpired.table() is at, "before a table that its umpire follows"
            assert all_.live == 2

            await watched.does(*[NOTHING])
            await empty.does(SEATED[0])
            assert b'"v":5' in await followers[0].next()
            assert b'"v":1' in await followers[1].next()
            assert all_.live == 2

    run(play)


def test_who_looks_on_puts_no_table_away_that_an_umpire_follows(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with registry(store, desks=1) as all_:
            first, second = await opened(all_), await opened(all_)
            for umpire in (second, first):
                await umpire.does(*SEATED)
            watch = second_watch(store, second.token)
            await first.followed()

            with pytest.raises(CarromError) as full:
                await all_.find_umpired(watch)
            assert full.value.code == "room/full"
            assert (await second.table()).owner.kept.watch == watch

    run(play)


def second_watch(store: SqliteStore, token: str) -> str:
    found = store.by_token(token)
    assert found is not None
    return found[0].watch


def test_a_hundred_readers_do_not_come_before_the_umpire(tmp_path: Path) -> None:
    """Their log is made beside the umpire's turn, once for all: the report is answered before the first."""
    store = SqliteStore(tmp_path / "s.sqlite")
    record = after_boards(1)
    token, v = kept(store, record), len(record.entries)
    made, asked = [], Event()

    def slowly(record: Record) -> bytes:
        made.append(len(record.entries))
        assert asked.wait(20), "the umpire waits for the readers"
        return b"%d" % len(record.entries)

    async def play() -> None:
        async with registry(store) as all_:
            umpire = Umpire(all_, token)
            at = await umpire.table()
            readers = [
                asyncio.create_task(all_.documents.get(at.owner, "log", slowly, umpire=False))
                for _ in range(100)
            ]
            await asyncio.sleep(0.05)
            answer = await umpire.sends(NOTHING, 77, v)
            watching = await umpire.followed(at.owner.kept.watch)

            assert answer.v == v + 1
            assert b'"v":%d' % (v + 1) in await watching.next()
            assert not any(reader.done() for reader in readers)
            asked.set()
            read = await asyncio.gather(*readers)
            assert set(read) <= {b"%d" % v, b"%d" % (v + 1)}
            assert sorted(set(made)) == sorted(made)
            assert await all_.documents.get(at.owner, "log", slowly, umpire=True) == b"%d" % (v + 1)
            assert made == [v, v + 1]

    run(play)


def test_a_paper_is_made_again_after_an_entry_and_old_ones_are_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")
    monkeypatch.setattr(documents, "KEPT", 100)
    made: list[tuple[str, int]] = []

    async def play() -> None:
        async with registry(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            at = await umpire.table()

            async def read(name: str) -> None:
                def make(record: Record) -> bytes:
                    made.append((name, len(record.entries)))
                    return b"x" * 60

                assert await all_.documents.get(at.owner, name, make, umpire=False) == b"x" * 60

            await read("a")
            await read("a")
            assert made == [("a", 4)]
            await umpire.does(NOTHING)
            await read("a")
            await read("b")
            await read("a")
            assert made == [("a", 4), ("a", 5), ("b", 5), ("a", 5)]

    run(play)


def test_reports_that_come_too_fast_are_refused_and_can_be_sent_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with registry(store, reports=6, reports_seconds=0.5) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED, NOTHING, NOTHING)

            assert await umpire.refused(NOTHING, 77, 6) == "frame/too-many"
            await asyncio.sleep(0.6)
            await umpire.does(NOTHING)

    run(play)


def test_every_umpire_can_report_where_more_do_at_once_than_there_is_room_for(tmp_path: Path) -> None:
    """A table that was just read may have to make room before its umpire is heard: it is read again."""

    async def play() -> None:
        async with Registry(Config(tmp_path, workers=0, limits=Limits(desks=2))) as h:
            made = [await h.open_umpired(str(place)) for place in range(6)]
            umpires = [Umpire(h, each.token) for each in made]
            for number, request in enumerate(SEATED, 1):
                v = None if number > 1 else 0
                reports = (umpire.sends(request, number, v) for umpire in umpires)

                assert [answer.v for answer in await asyncio.gather(*reports)] == [number] * 6

    run(play)
