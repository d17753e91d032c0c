"""What is kept of an umpire's table: all that was answered, once, whatever happens to the store."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from tests.server.guests import run
from tests.server.umpires import AT, NOTHING, SEATED, UPHELD, Json

from carrom import umpiring
from carrom.errors import CarromError, StoreError
from carrom.live import messages as wire
from carrom.live.journal import Journal
from carrom.live.names import UMPIRE
from carrom.live.umpired import LiveDesk
from carrom.record import Record
from carrom.server import papers as desk_papers
from carrom.server.config import Config, Limits
from carrom.server.desk_owner import Desk
from carrom.server.desks import Desks
from carrom.server.follower import Follower
from carrom.server.signing import Signer
from carrom.store import KeptLine, KeptMatch, Summary, lines_of, summary_of
from carrom.store.sqlite import SqliteStore
from carrom.store.store import EVERYBODY


class Troubled(SqliteStore):
    """A store that fails when it is told to: before it has written, or after."""

    fails_before = False
    fails_after = False
    adds = True

    def append(self, match: str, lines: Sequence[KeptLine], summary: Summary, *, at: str) -> None:
        if self.fails_before:
            raise StoreError("full", "no room left")
        super().append(match, lines, summary, at=at)
        if self.fails_after:
            raise StoreError("failed", "and nobody knows whether it is there")

    def add(
        self, match: KeptMatch, tokens: Any, lines: Sequence[KeptLine] = (), *, at: str, **more: Any
    ) -> None:
        if not self.adds:
            raise StoreError("full", "no room left")
        super().add(match, tokens, lines, at=at, **more)


class Umpire:
    """One umpire who speaks to a desk directly."""

    def __init__(self, desks: Desks, token: str) -> None:
        self._desks = desks
        self.token = token
        self._ids = count(1)

    async def desk(self) -> Desk:
        return (await self._desks.find(self.token))[0]

    async def sends(self, request: Json, id_: int, v: int | None) -> wire.DeskAnswer:
        return await (await self.desk()).ask(wire.DeskAsk("phone", id_, v, AT, request))

    async def does(self, *requests: Json) -> None:
        for request in requests:
            await self.sends(request, next(self._ids), (await self.desk()).live.seq)

    async def refused(self, request: Json, id_: int, v: int | None) -> str:
        with pytest.raises(CarromError) as wrong:
            await self.sends(request, id_, v)
        return wrong.value.code


def desks(store: SqliteStore, **limits: Any) -> Desks:
    config = Config(store.path.parent, limits=Limits(**limits))
    return Desks(store, config, Signer(config.signing_key))


async def opened(all_: Desks) -> Umpire:
    return Umpire(all_, (await all_.open(wire.NewDesk())).token)


def test_what_the_store_does_not_take_has_not_happened(tmp_path: Path) -> None:
    """Nobody hears of it; sent again under the same number, it is done."""
    store = Troubled(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            at = await umpire.desk()
            follower = Follower(10)
            await at.follow(follower, umpire.token)
            await follower.next()
            store.fails_before = True

            assert (await umpire.refused(NOTHING, 77, 4)).startswith("store/")
            assert (at.live.seq, len(store.lines(at.live.kept.id))) == (4, 4)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await follower.next()
            store.fails_before = False
            assert (await umpire.sends(NOTHING, 77, 4)).v == 5
            assert '"v":5' in await follower.next()

    run(play)
    store.close()


def test_what_the_store_took_without_saying_so_is_found_again(tmp_path: Path) -> None:
    """The commit was there, only its answer was not: it stands once, and is acknowledged."""
    store = Troubled(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            store.fails_after = True
            taken = await umpire.sends(NOTHING, 77, 4)
            store.fails_after = False
            again = await umpire.sends(NOTHING, 77, 4)

            assert taken == again
            assert len(store.lines((await umpire.desk()).live.kept.id)) == 5

    run(play)
    store.close()


def test_a_table_that_another_program_wrote_to_is_read_again(tmp_path: Path) -> None:
    """Who comes second is told the entry that stands now."""
    store, other = SqliteStore(tmp_path / "s.sqlite"), SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            at = await umpire.desk()
            umpiring.enter(Journal(other, at.live.kept.id), umpiring.read(NOTHING), AT)

            assert await umpire.refused(NOTHING, 77, 4) == "table/stale"
            assert at.told.v == 5
            assert (await umpire.sends(NOTHING, 78, 5)).v == 6

    run(play)
    store.close()
    other.close()


def test_the_next_match_after_a_protest_is_made_later_if_it_could_not_be_made_at_once(tmp_path: Path) -> None:
    """The decision was kept, and then the disk was full or the program died: there is one all the same."""
    store = Troubled(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED, *UPHELD[:-1])
            store.adds = False
            assert (await umpire.refused(UPHELD[-1], 77, 7)).startswith("store/")
            assert len(store.of_kind(UMPIRE, 10)) == 1
            store.adds = True
        async with desks(store) as all_:
            again = Umpire(all_, umpire.token)
            live = (await again.desk()).live
            first = live.replay()
            assert (await again.sends(UPHELD[-1], 77, 7)).v == 8

            assert first is not None
            assert live.replay() == first
            assert len(store.of_kind(UMPIRE, 10)) == 2
        async with desks(store) as all_:
            assert (await Umpire(all_, umpire.token).desk()).live.replay() == first

    run(play)
    store.close()


def test_requests_that_come_at_once_are_done_in_turn_and_once(tmp_path: Path) -> None:
    """Of many made at one entry one is done, however they overlap; all the others are stale."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            asked = [umpire.sends(NOTHING, 100 + number % 5, 4) for number in range(30)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            done = [each for each in answers if isinstance(each, wire.DeskAnswer)]
            stale = [each for each in answers if isinstance(each, CarromError)]

            assert len(done) == 6
            assert {each.v for each in done} == {5}
            assert {each.code for each in stale} == {"table/stale"}
            assert len(store.lines((await umpire.desk()).live.kept.id)) == 5

    run(play)
    store.close()


def test_a_request_is_done_even_if_who_asked_has_gone(tmp_path: Path) -> None:
    """The phone lost its network while it waited."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            asking = asyncio.create_task(umpire.sends(NOTHING, 77, 4))
            await asyncio.sleep(0)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

            assert (await umpire.sends(NOTHING, 77, 4)).v == 5

    run(play)
    store.close()


def test_a_table_nobody_uses_is_put_away_and_found_again_as_it_was(tmp_path: Path) -> None:
    """Not while somebody follows it."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store, idle_seconds=0.05) as all_:
            followed, left = await opened(all_), await opened(all_)
            for umpire in (followed, left):
                await umpire.does(*SEATED)
            at, follower = await followed.desk(), Follower(10)
            await at.follow(follower, followed.token)
            await asyncio.sleep(0.1)
            await all_.sweep()

            assert all_.live == 1
            assert await followed.desk() is at
            assert (await left.sends(NOTHING, 77, 4)).v == 5
            at.leave(follower, followed.token)
            await asyncio.sleep(0.1)
            await all_.sweep()
            assert all_.live == 0

    run(play)
    store.close()


def test_when_there_are_too_many_tables_an_umpire_has_room_and_nobody_stops_following(tmp_path: Path) -> None:
    """Strangers follow as many as there may be: theirs are put away, and they hear of the next entry."""
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store, desks=2) as all_:
            watched, empty, umpired, last = [await opened(all_) for _ in range(4)]
            for umpire in (watched, umpired, last):
                await umpire.does(*SEATED)
            followers = []
            for umpire, own in ((watched, False), (empty, True)):
                at, follower = await umpire.desk(), Follower(10)
                await at.follow(follower, umpire.token if own else at.live.kept.watch)
                await follower.next()
                followers.append(follower)
            theirs = await watched.desk()

            at = await umpired.desk()
            await at.follow(Follower(10), umpired.token)
            assert await watched.desk() is theirs, "what was never begun goes first"
            other = await last.desk()
            await other.follow(Follower(10), last.token)
            assert await umpired.desk() is at, "before a table that its umpire follows"
            assert all_.live == 2

            await watched.does(*[NOTHING])
            await empty.does(SEATED[0])
            assert '"v":5' in await followers[0].next()
            assert '"v":1' in await followers[1].next()
            assert all_.live == 2

    run(play)
    store.close()


def test_who_looks_on_puts_no_table_away_that_an_umpire_follows(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store, desks=1) as all_:
            first, second = await opened(all_), await opened(all_)
            for umpire in (second, first):
                await umpire.does(*SEATED)
            at = await first.desk()
            watch = second_watch(store, second.token)
            await at.follow(Follower(10), first.token)

            with pytest.raises(CarromError) as full:
                await all_.find(watch)
            assert full.value.code == "room/full"
            assert (await second.desk()).live.kept.watch == watch

    run(play)
    store.close()


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
        async with desks(store) as all_:
            umpire = Umpire(all_, token)
            at = await umpire.desk()
            readers = [
                asyncio.create_task(all_.papers.get(at, "log", slowly, umpire=False)) for _ in range(100)
            ]
            await asyncio.sleep(0.05)
            answer = await umpire.sends(NOTHING, 77, v)
            watching = Follower(10)
            await at.follow(watching, at.live.kept.watch)

            assert answer.v == v + 1
            assert f'"v":{v + 1}' in await watching.next()
            assert not any(reader.done() for reader in readers)
            asked.set()
            read = await asyncio.gather(*readers)
            assert set(read) <= {b"%d" % v, b"%d" % (v + 1)}
            assert sorted(set(made)) == sorted(made)
            assert await all_.papers.get(at, "log", slowly, umpire=True) == b"%d" % (v + 1)
            assert made == [v, v + 1]

    run(play)
    store.close()


def test_a_paper_is_made_again_after_an_entry_and_old_ones_are_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")
    monkeypatch.setattr(desk_papers, "KEPT", 100)
    made: list[tuple[str, int]] = []

    async def play() -> None:
        async with desks(store) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED)
            at = await umpire.desk()

            async def read(name: str) -> None:
                def make(record: Record) -> bytes:
                    made.append((name, len(record.entries)))
                    return b"x" * 60

                assert await all_.papers.get(at, name, make, umpire=False) == b"x" * 60

            await read("a")
            await read("a")
            assert made == [("a", 4)]
            await umpire.does(NOTHING)
            await read("a")
            await read("b")
            await read("a")
            assert made == [("a", 4), ("a", 5), ("b", 5), ("a", 5)]

    run(play)
    store.close()


def test_a_record_has_so_many_entries_and_no_more(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store, entries=6) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED, NOTHING, NOTHING)

            assert await umpire.refused(NOTHING, 77, 6) == "record/full"

    run(play)
    store.close()


def test_a_record_that_is_full_can_still_be_ended(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store, entries=6) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED, NOTHING, NOTHING, {"do": "give-up", "side": "first", "why": "retired"})

            assert await umpire.refused({"do": "remark", "text": "late"}, 77, 8) == "record/full"

    run(play)
    store.close()


def test_reports_that_come_too_fast_are_refused_and_can_be_sent_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "s.sqlite")

    async def play() -> None:
        async with desks(store, reports=6, reports_seconds=0.5) as all_:
            umpire = await opened(all_)
            await umpire.does(*SEATED, NOTHING, NOTHING)

            assert await umpire.refused(NOTHING, 77, 6) == "frame/too-many"
            await asyncio.sleep(0.6)
            await umpire.does(NOTHING)

    run(play)
    store.close()


def after_boards(boards: int) -> Record:
    """So many boards of sixty misses, all but the last ended by the umpire's hand."""
    strokes: list[Json] = [NOTHING] * 60
    ended: list[Json] = [{"do": "overrule", "reason": "late", "by_hand": {"winner": "white", "points": 1}}]
    record = Record()
    for request in [*SEATED, *(strokes + ended + [{"do": "play"}]) * (boards - 1), *strokes]:
        umpiring.enter(record, umpiring.read(request), AT)
    return record


def kept(store: SqliteStore, record: Record) -> str:
    """The umpire's token of a table with that record."""
    begun = record.state.begun
    match = KeptMatch("m", UMPIRE, "watch", begun.first, begun.second, begun.rulebook, {"place": ""})
    store.add(replace(match, summary=summary_of(record)), {"token": EVERYBODY}, lines_of(record), at=AT)
    return "token"


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called: the same on every machine, busy or not."""
    calls = count()

    def called(_frame: object, event: str, _argument: object) -> None:
        if event == "call":
            next(calls)

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return next(calls)


def test_a_report_costs_little_more_after_eight_boards_than_on_the_first(tmp_path: Path) -> None:
    """What is told after an entry must not be told anew from the beginning of the match."""

    def cost(boards: int) -> int:
        store = SqliteStore(tmp_path / f"{boards}.sqlite")
        kept(store, after_boards(boards))
        match = store.match("m")
        assert match is not None
        live = LiveDesk(store, match, most=5000, signer=Signer(tmp_path / "server.key"))
        asked = wire.DeskAsk("phone", 1, live.seq, AT, NOTHING)
        calls = calls_of(lambda: (live.shown, live.act(asked), live.shown))
        store.close()
        return calls

    assert cost(8) < 1.5 * cost(1)
