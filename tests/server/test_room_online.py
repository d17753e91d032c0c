"""Persons on links of their own: who has come, what needs whose consent, and what if somebody leaves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.guests import Guest, new_room, opened, registry, run, seat_taken

from carrom.errors import CarromError
from carrom.live import messages as wire
from carrom.record.entries import UmpireAsked
from carrom.server.registry import Registry
from carrom.words import Side

DOUBLES = {
    "first": (wire.Chair("Asha"), wire.Chair("Chan")),
    "second": (wire.Chair("Ben"), wire.Chair("Dora")),
}


async def together(h: Registry) -> tuple[wire.RoomMade, Guest, Guest]:
    """Asha and Ben at one table, Asha to break."""
    made = await opened(h, new_room("online"))
    asha, ben = [await Guest.joins(h, made.room, link.token) for link in made.links]
    await asha.chooses("turn", 0.0)
    return made, asha, ben


def code(answer: wire.AckMessage | wire.ErrorMessage) -> str:
    return answer.code if isinstance(answer, wire.ErrorMessage) else "done"


def test_play_begins_when_everybody_has_come_once(tmp_path: Path) -> None:
    """Until then nothing counts; and who has come once has come, also for a server that starts again."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await opened(h, new_room("online"))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            waiting = await asha.chooses("turn", 0.0)
            assert (asha.welcome.started, code(waiting)) == (False, "table/waiting")
            ben = await Guest.joins(h, made.room, made.links[1].token)
            told = await asha.hears(wire.PresenceMessage, lambda each: each.started)
            assert [here.here for here in told.present] == [True, True]
            assert ben.welcome.started
            ben.leaves()
            assert code(await asha.chooses("turn", 0.0)) == "done"
        async with registry(tmp_path) as h:
            assert (await Guest.joins(h, made.room, made.links[0].token)).welcome.started

    run(play)


def test_seats_that_are_still_free_are_shown_to_who_opened_the_room(tmp_path: Path) -> None:
    """Nobody else sees them, and a link plays for its own player alone."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("online", **DOUBLES))
            codes = {each.player: each.code for each in made.invitations}
            tokens = (made.links[0].token, seat_taken(h, codes["Ben"]), made.watch)
            h.store.withdraw(made.room, "Dora")
            asha, ben, watcher = [await Guest.joins(h, made.room, token) for token in tokens]

            assert list(codes) == ["Chan", "Ben", "Dora"]
            assert [link.player for link in made.links] == ["Asha"]
            free = {each.player: each.invited for each in asha.welcome.open_seats}
            assert free == {"Chan": True, "Ben": False, "Dora": False}
            assert ben.welcome.open_seats == watcher.welcome.open_seats == ()
            assert [each.welcome.mine for each in (asha, ben, watcher)] == [("Asha",), ("Ben",), ()]
            again = await Guest.joins(h, made.room, made.links[0].token)
            assert [each.player for each in again.welcome.open_seats] == ["Chan", "Dora"]

    run(play)


def test_only_who_is_on_strike_may_play(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha, ben = await together(h)

            assert code(await ben.strikes()) == "table/not-yours"
            assert code(await ben.asks(wire.IncidentRequest(50, ben.v, "abandon"))) == "table/not-yours"
            assert code(await asha.sets_up("w 0.0,0.0")) == "setup/not-here"
            await asha.hear(wire.HintRequest(60, asha.v))
            assert (await asha.hears(wire.ErrorMessage)).code == "hint/not-here"
            assert code(await asha.strikes()) == "done"

    run(play)


def test_asking_the_umpire_on_the_other_sides_turn_waits_for_the_stroke_to_end(tmp_path: Path) -> None:
    """It is shown to all meanwhile, also to who comes; asked again under the same number, it is one."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha, ben = await together(h)
            v = ben.v
            waiting = await ben.asks(wire.IncidentRequest(50, v, "ask"))
            again = await ben.asks(wire.IncidentRequest(50, v, "ask"))
            assert waiting == again == wire.AckMessage(50, v)
            shown = (wire.OpenOffer("ask", "Ben", ()),)
            assert [each for each in asha.listen() if isinstance(each, wire.OffersMessage)][
                -1
            ].offers == shown
            assert (await Guest.joins(h, made.room, made.watch)).welcome.offers == shown
            assert (asha.v, asha.kind) == (v, "strike")

            # The player on strike may ask as well, and plays on with the other request still waiting.
            assert code(await asha.asks(wire.IncidentRequest(60, v, "ask"))) == "done"
            assert code(await asha.chooses("answer")) == "done"
            assert asha.owner.offers.open_offers() == shown
            before = asha.v
            assert code(await asha.strikes()) == "done"

            kinds = [each.event for each in asha.owner.table.entries[before:]]
            assert isinstance(kinds[-1], UmpireAsked)
            assert kinds[-1].side is Side.SECOND
            assert (ben.kind, ben.state.asks.players) == ("answer", ("Ben",))
            assert ben.owner.offers.open_offers() == ()
            assert code(await ben.chooses("answer")) == "done"
            assert sum(isinstance(each.event, UmpireAsked) for each in asha.owner.table.entries) == 2

    run(play)


@pytest.mark.parametrize("ends", ["abandon", "take-back"])
def test_a_request_that_waits_is_dropped_with_the_board_or_the_stroke_it_waited_for(
    tmp_path: Path, ends: str
) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha, ben = await together(h)
            if ends == "take-back":
                while asha.state.asks.players != ("Ben",):
                    await asha.strikes(power=0.2, angle=0.3)
                # The stroke that Ben is on is undone before he plays it.
                await asha.asks(wire.IncidentRequest(50, asha.v, "ask"))
                await asha.offers("take-back")
                await ben.offers("take-back", by="Asha")
            else:
                await ben.asks(wire.IncidentRequest(50, ben.v, "ask"))
                await asha.asks(wire.IncidentRequest(51, asha.v, "abandon"))

            assert asha.owner.offers.open_offers() == ()
            assert not [each for each in asha.owner.table.entries if isinstance(each.event, UmpireAsked)]
            assert asha.kind in ("strike", "turn")

    run(play)


def test_a_side_asks_the_umpire_three_times_a_board_and_no_more(tmp_path: Path) -> None:
    """Counted in the record, so also for a server that starts again; the other side has its own three."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha, ben = await together(h)
            for number in (50, 51):
                assert code(await asha.asks(wire.IncidentRequest(number, asha.v, "ask"))) == "done"
                assert code(await asha.chooses("answer")) == "done"
        async with registry(tmp_path) as h:
            asha, ben = [await Guest.joins(h, made.room, link.token) for link in made.links]
            assert code(await asha.asks(wire.IncidentRequest(52, asha.v, "ask"))) == "done"
            assert code(await asha.chooses("answer")) == "done"
            assert code(await asha.asks(wire.IncidentRequest(53, asha.v, "ask"))) == "table/asks-used"
            assert asha.kind == "strike"
            assert code(await ben.asks(wire.IncidentRequest(54, ben.v, "ask"))) == "done"
            await asha.strikes()
            await ben.chooses("answer")
            while asha.state.asks.players != ("Ben",):
                await asha.strikes(power=0.2, angle=0.3)
            # Nor does a fourth one wait.
            assert code(await asha.asks(wire.IncidentRequest(55, asha.v, "ask"))) == "table/asks-used"
            assert asha.owner.offers.open_offers() == ()

    run(play)


def test_a_stroke_is_taken_back_when_the_other_side_agrees(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha, ben = await together(h)
            before = asha.state
            await asha.strikes()
            assert code(await asha.offers("take-back")) == "done"
            ben.listen()
            assert ben.told[-1] == wire.OffersMessage((wire.OpenOffer("take-back", "Asha", ()),))
            assert ben.state.v == before.v + 1
            assert code(await ben.offers("take-back")) == "offer/none"
            assert code(await ben.offers("take-back", by="Ben")) == "offer/none"
            assert code(await ben.offers("take-back", by="Asha")) == "done"

            assert ben.state.layout == before.layout
            asha.listen()
            assert asha.state.asks == before.asks
            assert [each for each in ben.told if isinstance(each, wire.OffersMessage)][-1].offers == ()

    run(play)


def test_an_offer_ends_when_it_is_declined_withdrawn_or_overtaken(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            _, asha, ben = await together(h)
            assert code(await asha.offers("take-back", ok=False)) == "offer/none"
            await asha.strikes()
            await asha.offers("take-back")
            await ben.offers("take-back", ok=False)
            assert asha.owner.offers.open_offers() == ()
            await asha.offers("take-back")
            await asha.offers("take-back", ok=False)
            assert asha.owner.offers.open_offers() == ()
            await asha.offers("take-back")
            striker = asha if asha.state.asks.players == ("Asha",) else ben
            v = striker.v
            await striker.strikes()

            assert asha.owner.offers.open_offers() == ()
            assert asha.v > v
            assert code(await ben.offers("take-back", ok=False)) == "offer/none"
            assert code(await ben.offers("take-back", by="Asha")) == "offer/none"

    run(play)


def test_giving_up_needs_nobodys_consent_and_a_rematch_everybodys(tmp_path: Path) -> None:
    """In the next room the other side breaks, and everybody has a link of their own there."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha, ben = await together(h)
            watcher = await Guest.joins(h, made.room, made.watch)
            assert code(await asha.offers("rematch")) == "play/not-now"
            assert code(await asha.offers("resign")) == "done"
            assert (ben.state.asks.kind, ben.state.winner) == ("over", "second")
            assert code(await asha.offers("resign")) == "play/not-now"
            await ben.offers("rematch")
            assert not [each for each in asha.listen() if isinstance(each, wire.MovedMessage)]
            await asha.offers("rematch")
            moved = {guest: await _moved(guest) for guest in (asha, ben, watcher)}

            rooms = {each.room for each in moved.values()}
            assert len(rooms) == 1
            assert rooms != {made.room}
            tokens = {
                guest: seat_taken(h, each.invitation) if each.invitation else each.watch
                for guest, each in moved.items()
            }
            (again,) = rooms
            there = {guest: await Guest.joins(h, again, token) for guest, token in tokens.items()}
            assert [there[guest].welcome.mine for guest in (asha, ben, watcher)] == [("Asha",), ("Ben",), ()]
            assert there[asha].state.asks.players == ("Ben",)
            # Asked for again, it is the same room.
            await asha.offers("rematch")
            assert (await _moved(asha)).room == again

    run(play)


async def _moved(guest: Guest) -> wire.MovedMessage:
    new = [each for each in (*guest.told, *guest.listen()) if isinstance(each, wire.MovedMessage)]
    return new[-1] if new else await guest.hears(wire.MovedMessage)


def test_a_match_somebody_has_left_can_be_claimed_after_a_while(tmp_path: Path) -> None:
    """Not before, not by who left, and not when they were given more time or have come back."""

    async def play() -> None:
        async with registry(tmp_path, absent_seconds=0.5) as h:
            made, asha, ben = await together(h)
            assert code(await asha.offers("claim")) == "play/not-now"
            assert code(await asha.offers("wait")) == "offer/none"
            ben.leaves()
            assert code(await asha.offers("claim")) == "play/not-now"
            told = await asha.hears(wire.PresenceMessage, lambda each: each.present[1].claimable)
            assert told.present[1].gone >= 0.5
            assert code(await asha.offers("wait")) == "done"
            assert code(await asha.offers("claim")) == "play/not-now"
            back = await Guest.joins(h, made.room, made.links[1].token)
            await asyncio.sleep(0.6)
            assert code(await asha.offers("claim")) == "play/not-now"
            back.leaves()
            await asyncio.sleep(0.6)
            assert code(await asha.offers("claim")) == "done"

            assert (asha.state.winner, asha.state.asks.kind) == ("first", "over")
            *_, line, signed = [each.line for each in asha.told if isinstance(each, wire.EntryMessage)]
            assert (line.kind, line.what, signed.kind) == ("gave-up", "left", "signed")

    run(play)


def test_a_partner_gives_more_time_once_and_the_claim_stands_then(tmp_path: Path) -> None:
    """One wait for each absence, whoever grants it; who comes back and leaves again may be waited for."""

    async def play() -> None:
        async with registry(tmp_path, absent_seconds=0.4) as h:
            made = await opened(h, new_room("online", **DOUBLES))
            asha, chan, ben, dora = [await Guest.joins(h, made.room, link.token) for link in made.links]
            asha.leaves()
            told = await ben.hears(wire.PresenceMessage, lambda each: each.present[0].claimable)
            assert not told.present[0].waited
            assert code(await chan.offers("wait")) == "done"
            ben.listen()
            assert _last_presence(ben).present[0].waited
            assert code(await ben.offers("claim")) == "play/not-now"
            for partner in (chan, dora, ben):
                assert code(await partner.offers("wait")) == "offer/waited"
            back = await Guest.joins(h, made.room, made.links[0].token)
            back.leaves()
            assert code(await chan.offers("wait")) == "done"
            await ben.hears(wire.PresenceMessage, lambda each: each.present[0].claimable)
            assert code(await chan.offers("wait")) == "offer/waited"

            assert code(await ben.offers("claim")) == "done"
            assert ben.state.winner == "second"

    run(play)


def test_everybody_is_told_who_comes_and_goes(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made, asha, ben = await together(h)
            second_device = await Guest.joins(h, made.room, made.links[1].token)
            ben.leaves()
            asha.listen()
            assert _last_presence(asha).present[1].here
            watcher = await Guest.joins(h, made.room, made.watch)
            second_device.leaves()
            asha.listen()

            assert _last_presence(asha).watchers == 1
            assert not _last_presence(asha).present[1].here
            watcher.leaves()
            asha.listen()
            assert _last_presence(asha).watchers == 0

    run(play)


def _last_presence(guest: Guest) -> wire.PresenceMessage:
    return next(each for each in reversed(guest.told) if isinstance(each, wire.PresenceMessage))


def test_a_room_takes_only_so_many_watchers_and_always_its_players(tmp_path: Path) -> None:
    """Nobody can fill a table so that a player who was cut off does not come back."""

    async def play() -> None:
        async with registry(tmp_path, connections=2) as h:
            made, asha, ben = await together(h)
            for _ in range(2):
                await Guest.joins(h, made.room, made.watch)
            with pytest.raises(CarromError) as full:
                await Guest.joins(h, made.room, made.watch)
            ben.leaves()
            back = await Guest.joins(h, made.room, made.links[1].token)

            assert full.value.code == "room/full"
            assert back.welcome.mine == ("Ben",)
            assert code(await asha.strikes()) == "done"

    run(play)


def test_a_seat_has_so_many_devices_and_the_oldest_goes(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path, devices=2) as h:
            made, asha, _ = await together(h)
            more = [await Guest.joins(h, made.room, made.links[0].token) for _ in range(2)]

            assert asha.outbox.gone
            assert not any(each.outbox.gone for each in more)

    run(play)


def test_a_link_that_is_good_for_nothing_has_no_room_read(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("online"))
            for token, why in ((made.watch[:-1], "room/token"), (made.invitations[0].code, "room/token")):
                with pytest.raises(CarromError) as refused:
                    await h.find(made.room, token)
                assert refused.value.code == why
            with pytest.raises(CarromError) as unknown:
                await h.find("no-such-room", made.watch)

            assert unknown.value.code == "room/unknown"
            assert h.live == 0

    run(play)


def test_rooms_without_anybody_make_room_for_others(tmp_path: Path) -> None:
    """By their number and by their length; a table with somebody at it stays."""

    async def play() -> None:
        async with registry(tmp_path, rooms=2) as h:
            made = [await h.open(new_room("screen")) for _ in range(3)]
            first = await Guest.joins(h, made[0].room, made[0].links[0].token)
            left = await Guest.joins(h, made[1].room, made[1].links[0].token)
            left.leaves()
            await Guest.joins(h, made[2].room, made[2].links[0].token)
            with pytest.raises(CarromError) as full:
                await Guest.joins(h, made[1].room, made[1].links[0].token)

            assert full.value.code == "room/full"
            assert not first.outbox.gone
            assert h.live == 2

    run(play)
