"""The stroke clock: it waits for the playback and for who has gone, and its end is a late stroke."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.guests import Guest, hall, new_room, opened, run

from carrom.live import messages as wire
from carrom.live.clock import GRACE, LONGEST_PLAYBACK, ON_THE_WAY, StrokeClock
from carrom.server.hall import Hall


def clock() -> StrokeClock:
    return StrokeClock(15.0, 60.0)


def test_the_clock_runs_once_the_last_stroke_has_been_shown() -> None:
    running = clock()
    running.ask(7, "Asha", 100.0, playback=2.0)

    assert running.timing(100.0) == wire.Clock(15.0, 15.0, 2.0 + GRACE)
    assert running.timing(108.0) == wire.Clock(15.0, 10.0, 0.0)
    assert running.due == 100.0 + 2.0 + GRACE + 15.0 + ON_THE_WAY
    assert running.taken(101.0) == 0.0
    assert running.taken(106.25) == 3.2


def test_a_long_playback_does_not_stop_the_clock_for_ever() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0, playback=100.0)

    assert running.timing(0.0) == wire.Clock(15.0, 15.0, LONGEST_PLAYBACK + GRACE)


def test_asked_again_for_the_same_stroke_it_goes_on() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0)
    due = running.due
    running.ask(7, "Asha", 5.0)
    assert running.due == due
    running.ask(8, "Asha", 5.0)
    assert running.due == 5.0 + GRACE + 15.0 + ON_THE_WAY


def test_who_comes_back_has_the_seconds_that_were_left_and_no_others() -> None:
    """Loading the page again is no way to think longer."""
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.ask(7, "Asha", 10.0 + GRACE, here=False)
    assert running.timing(11.0) == wire.Clock(15.0, 5.0, 60.0)
    running.ask(7, "Asha", 31.0, here=True)
    assert running.timing(31.0) == wire.Clock(15.0, 5.0, 0.0)
    for reload in range(5):
        running.ask(7, "Asha", 32.0 + reload, here=False)
        running.ask(7, "Asha", 32.5 + reload, here=True)
    assert running.due is not None
    assert running.due < 31.0 + 5.0 + 5 * 0.5 + ON_THE_WAY + 0.01


def test_one_may_be_gone_for_a_minute_of_a_game_and_no_longer() -> None:
    """In all: neither coming back for a moment nor the next stroke gives another minute."""
    running = clock()
    running.ask(7, "Asha", 0.0, here=False)
    running.ask(7, "Asha", 50.0, here=True)
    running.ask(7, "Asha", 52.0, here=False)
    running.ask(7, "Asha", 80.0, here=True)

    # A minute was over at 62.
    assert running.timing(80.0) == wire.Clock(15.0, 0.0, 0.0)
    running.ask(8, "Asha", 100.0, here=False)
    assert running.timing(100.0) == wire.Clock(15.0, 15.0, GRACE)


def test_each_player_has_a_minute_of_their_own_and_another_in_the_next_game() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0, here=False)
    running.ask(8, "Ben", 40.0, here=False)
    assert running.timing(40.0) == wire.Clock(15.0, 15.0, 60.0)
    running.ask(9, "Asha", 50.0, here=False)
    assert running.timing(50.0) == wire.Clock(15.0, 15.0, 20.0)
    running.ask(10, "Asha", 60.0, here=False, game=2)

    assert running.timing(60.0) == wire.Clock(15.0, 15.0, 60.0)


def test_coming_and_going_before_the_clock_runs_does_not_keep_it_from_running() -> None:
    """The moment of grace is given once for each stroke."""
    running = clock()
    running.ask(7, "Asha", 0.0)
    for reload in range(30):
        running.ask(7, "Asha", 0.1 * reload + 0.05, here=False)
        running.ask(7, "Asha", 0.1 * reload + 0.06, here=True)

    assert running.due is not None
    assert running.due < GRACE + 15.0 + 30 * 0.01 + ON_THE_WAY + 0.01


def test_while_the_umpire_is_asked_it_stands_and_the_playback_is_seen_to_its_end() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0, playback=6.0)
    running.hold(0.5)
    running.ask(7, "Asha", 1.0)
    assert running.timing(1.0) == wire.Clock(15.0, 15.0, 5.0 + GRACE)
    running.hold(9.0)
    running.ask(7, "Asha", 40.0)

    assert running.timing(40.0) == wire.Clock(15.0, 13.0, 0.0)


def test_a_clock_that_is_kept_goes_on_where_it_stood() -> None:
    """Used seconds and absence outlive the room in memory."""
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.ask(7, "Asha", 5.0, here=False)
    kept = running.kept(25.0)
    again = StrokeClock(15.0, 60.0, kept)
    again.ask(7, "Asha", 1000.0)
    assert again.timing(1000.0) == wire.Clock(15.0, 11.0, 0.0)
    again.ask(7, "Asha", 1000.0, here=False)

    assert again.timing(1000.0) == wire.Clock(15.0, 11.0, 40.0)


def test_while_nobody_is_there_it_stands_and_then_goes_on() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.hold(6.0 + GRACE)
    assert (running.timing(500.0), running.due) == (None, None)
    running.ask(7, "Asha", 900.0, here=True)

    assert running.timing(900.0) == wire.Clock(15.0, 9.0, 0.0)


def test_a_clock_that_stands_shows_nothing() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.stop(1.0)

    assert (running.timing(1.0), running.due, running.taken(1.0)) == (None, None, None)


def test_a_stroke_that_does_not_come_is_late(tmp_path: Path) -> None:
    """With the clock on, the time goes out with every entry; when it is up, the turn is the other's."""

    async def play() -> None:
        async with hall(tmp_path) as h:
            made = await h.open(new_room(clock=True))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            assert asha.welcome.clock == 15.0
            asha.room.time.use(StrokeClock(0.1, 60.0))
            await asha.chooses("turn", 0.0)
            entry = next(each for each in reversed(asha.told) if isinstance(each, wire.EntryMessage))
            assert entry.timing is not None
            assert entry.timing.limit == 0.1
            late = await asha.hears(wire.EntryMessage, lambda each: each.line.what == "late-stroke")

            assert late.line.player == "Asha"
            assert late.timing is not None

    run(play)


def test_the_clock_stands_while_nobody_is_at_the_table(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path) as h:
            made = await h.open(new_room(clock=True))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            asha.room.time.use(StrokeClock(0.1, 60.0))
            await asha.chooses("turn", 0.0)
            v = asha.v
            asha.leaves()
            await asyncio.sleep(0.1 + GRACE + ON_THE_WAY + 0.1)
            back = await Guest.joins(h, made.room, made.links[0].token)

            assert back.v == v
            assert back.welcome.timing is not None
            assert back.welcome.timing.delay > 0.5

    run(play)


def test_asking_the_umpire_gives_no_more_time_for_the_stroke(tmp_path: Path) -> None:
    """The clock stands until the answer, and goes on with the seconds that were left."""

    async def play() -> None:
        async with hall(tmp_path) as h:
            made = await h.open(new_room(clock=True))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            await asha.chooses("turn", 0.0)
            await asyncio.sleep(GRACE + 0.3)
            await asha.asks(wire.IncidentRequest(70, asha.v, "ask"))
            assert _timing(asha) is None
            stood = asha.room.time.taken
            await asyncio.sleep(0.3)
            assert asha.room.time.taken == stood
            await asha.chooses("answer")
            timing = _timing(asha)
            assert timing is not None
            assert (timing.left <= 14.8, timing.delay) == (True, 0.0)
            await asha.strikes()

            event = asha.room.table.entries[-1].event
            assert getattr(event, "seconds", 0.0) >= 0.2

    run(play)


def _timing(guest: Guest) -> wire.Clock | None:
    """The clock as the guest was told of it last."""
    guest.listen()
    told = wire.EntryMessage | wire.StrokeMessage | wire.PresenceMessage
    return next(each.timing for each in reversed(guest.told) if isinstance(each, told))


def test_everybody_is_told_when_the_clock_waits_for_one_who_has_gone(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path) as h:
            made = await opened(h, new_room("online", clock=True))
            asha, ben = [await Guest.joins(h, made.room, link.token) for link in made.links]
            await asha.chooses("turn", 0.0)
            asha.leaves()
            away = _timing(ben)
            back = await Guest.joins(h, made.room, made.links[0].token)
            here = _timing(ben)

            assert away is not None
            assert away.delay > GRACE
            assert here is not None
            assert here.delay <= GRACE
            assert back.welcome.timing is not None

    run(play)


def test_neither_a_room_put_away_nor_a_new_server_gives_back_used_seconds(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path, idle_seconds=1.0) as h:
            made = await opened(h, new_room("online", clock=True))
            asha, ben = [await Guest.joins(h, made.room, link.token) for link in made.links]
            await asha.chooses("turn", 0.0)
            await asyncio.sleep(GRACE + 0.3)
            asha.leaves()
            await asyncio.sleep(0.3)
            ben.leaves()
            while h.live:
                await asyncio.sleep(0.1)
            left, allowed = await _left_and_allowed(h, made)
        async with hall(tmp_path) as h:
            again = await _left_and_allowed(h, made)

        assert (left <= 14.8, allowed <= 59.8) == (True, True)
        assert again <= (left, allowed)

    run(play)


async def _left_and_allowed(h: Hall, made: wire.RoomMade) -> tuple[float, float]:
    """Asha's seconds for the stroke as she comes back, and how long she may be gone from then on."""
    asha, ben = [await Guest.joins(h, made.room, link.token) for link in made.links]
    assert asha.welcome.timing is not None
    asha.leaves()
    timing = _timing(ben)
    assert timing is not None
    ben.leaves()
    return asha.welcome.timing.left, timing.delay


def test_a_stroke_in_time_is_kept_with_its_seconds(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path) as h:
            made = await h.open(new_room(clock=True))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            await asha.chooses("turn", 0.0)
            await asha.strikes()

            event = asha.room.table.entries[-1].event
            assert getattr(event, "seconds", None) == 0.0

    run(play)
