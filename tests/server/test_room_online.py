"""Persons on links of their own: who has come, what needs whose consent, and what if somebody leaves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.server.guests import Guest, hall, new_room, run

from carrom.server import acts
from carrom.server import messages as wire
from carrom.server.hall import Hall

DOUBLES = {
    "first": (wire.Chair("Asha"), wire.Chair("Chan")),
    "second": (wire.Chair("Ben"), wire.Chair("Dora")),
}


async def together(h: Hall) -> tuple[wire.RoomMade, Guest, Guest]:
    """Asha and Ben at one table, Asha to break."""
    made = await h.open(new_room("online"))
    asha, ben = [await Guest.joins(h, made.room, link.token) for link in made.links]
    await asha.chooses("turn", 0.0)
    return made, asha, ben


def code(answer: wire.AckMessage | wire.ErrorMessage) -> str:
    return answer.code if isinstance(answer, wire.ErrorMessage) else "done"


def test_play_begins_when_everybody_has_come_once(tmp_path: Path) -> None:
    """Until then nothing counts; and who has come once has come, also for a server that starts again."""

    async def play() -> None:
        async with hall(tmp_path) as h:
            made = await h.open(new_room("online"))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            waiting = await asha.chooses("turn", 0.0)
            assert (asha.welcome.started, code(waiting)) == (False, "table/waiting")
            ben = await Guest.joins(h, made.room, made.links[1].token)
            told = await asha.hears(wire.PresenceMessage, lambda each: each.started)
            assert [here.here for here in told.present] == [True, True]
            assert ben.welcome.started
            ben.leaves()
            assert code(await asha.chooses("turn", 0.0)) == "done"
        async with hall(tmp_path) as h:
            assert (await Guest.joins(h, made.room, made.links[0].token)).welcome.started

    run(play)


def test_links_still_to_be_handed_out_are_shown_to_who_opened_the_room(tmp_path: Path) -> None:
    """Nobody else sees them, and a link plays for its own player alone."""

    async def play() -> None:
        async with hall(tmp_path) as h:
            made = await h.open(new_room("online", **DOUBLES))
            asha, ben, watcher = [
                await Guest.joins(h, made.room, token)
                for token in (made.links[0].token, made.links[2].token, made.watch)
            ]

            assert [link.player for link in made.links] == ["Asha", "Chan", "Ben", "Dora"]
            assert {link.player for link in asha.welcome.links} == {"Chan", "Ben", "Dora"}
            assert ben.welcome.links == watcher.welcome.links == ()
            assert [each.welcome.mine for each in (asha, ben, watcher)] == [("Asha",), ("Ben",), ()]
            again = await Guest.joins(h, made.room, made.links[0].token)
            assert {link.player for link in again.welcome.links} == {"Chan", "Dora"}

    run(play)


def test_only_who_is_on_strike_may_play(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path) as h:
            _, asha, ben = await together(h)

            assert code(await ben.strikes()) == "table/not-yours"
            assert code(await ben.asks(wire.IncidentRequest(50, ben.v, "abandon"))) == "table/not-yours"
            assert code(await asha.sets_up("w 0.0,0.0")) == "setup/not-here"
            await asha.room.hear(asha.client, wire.HintRequest(60, asha.v))
            assert (await asha.hears(wire.ErrorMessage)).code == "hint/not-here"
            assert code(await asha.strikes()) == "done"

    run(play)


def test_a_request_to_the_umpire_does_not_hold_the_other_side_up_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asked goes on when they will; after half a minute the other side may too."""

    async def play() -> None:
        async with hall(tmp_path) as h:
            _, asha, ben = await together(h)
            await ben.asks(wire.IncidentRequest(50, ben.v, "ask"))
            asha.listen()
            assert asha.state.asks.players == ("Ben",)
            assert code(await asha.chooses("answer")) == "table/not-yours"
            monkeypatch.setattr(acts, "REQUEST_SECONDS", 0.0)

            assert code(await asha.chooses("answer")) == "done"
            assert asha.state.asks.players == ("Asha",)

    run(play)


def test_a_stroke_is_taken_back_when_the_other_side_agrees(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path) as h:
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
            assert ben.state.asks == before.asks
            assert [each for each in ben.told if isinstance(each, wire.OffersMessage)][-1].offers == ()

    run(play)


def test_an_offer_ends_when_it_is_declined_withdrawn_or_overtaken(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path) as h:
            _, asha, ben = await together(h)
            assert code(await asha.offers("take-back", ok=False)) == "offer/none"
            await asha.strikes()
            await asha.offers("take-back")
            await ben.offers("take-back", ok=False)
            assert asha.room.bargains.shown == ()
            await asha.offers("take-back")
            await asha.offers("take-back", ok=False)
            assert asha.room.bargains.shown == ()
            await asha.offers("take-back")
            striker = asha if asha.state.asks.players == ("Asha",) else ben
            v = striker.v
            await striker.strikes()

            assert asha.room.bargains.shown == ()
            assert asha.v > v
            assert code(await ben.offers("take-back", ok=False)) == "offer/none"
            assert code(await ben.offers("take-back", by="Asha")) == "offer/none"

    run(play)


def test_giving_up_needs_nobodys_consent_and_a_rematch_everybodys(tmp_path: Path) -> None:
    """In the next room the other side breaks, and everybody has a link of their own there."""

    async def play() -> None:
        async with hall(tmp_path) as h:
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
            there = {guest: await Guest.joins(h, each.room, each.token) for guest, each in moved.items()}
            assert [there[guest].welcome.mine for guest in (asha, ben, watcher)] == [("Asha",), ("Ben",), ()]
            assert there[asha].state.asks.players == ("Ben",)
            # Asked for again, it is the same room.
            await asha.offers("rematch")
            assert await _moved(asha) == moved[asha]

    run(play)


async def _moved(guest: Guest) -> wire.MovedMessage:
    new = [each for each in (*guest.told, *guest.listen()) if isinstance(each, wire.MovedMessage)]
    return new[-1] if new else await guest.hears(wire.MovedMessage)


def test_a_match_somebody_has_left_can_be_claimed_after_a_while(tmp_path: Path) -> None:
    """Not before, not by who left, and not when they were given more time or have come back."""

    async def play() -> None:
        async with hall(tmp_path, absent_seconds=0.5) as h:
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
            line = next(each.line for each in reversed(asha.told) if isinstance(each, wire.EntryMessage))
            assert (line.kind, line.what) == ("gave-up", "left")

    run(play)


def test_everybody_is_told_who_comes_and_goes(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path) as h:
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


def test_a_room_takes_only_so_many(tmp_path: Path) -> None:
    async def play() -> None:
        async with hall(tmp_path, connections=2) as h:
            made, asha, _ = await together(h)
            try:
                await Guest.joins(h, made.room, made.watch)
                refused = ""
            except Exception as wrong:
                refused = str(getattr(wrong, "code", wrong))

            assert refused == "room/full"
            assert code(await asha.strikes()) == "done"

    run(play)
