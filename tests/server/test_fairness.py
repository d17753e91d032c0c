"""Nothing here helps one side of a match that is still being played online."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.guests import Guest, new_room, opened, registry, run
from tests.server.served import served

from carrom.live import messages as wire
from carrom.live.refused import Refused
from carrom.live.tokens import new_token
from carrom.server.registry import Registry
from carrom.server.replay.library import Library

ONLINE = {
    "kind": "online",
    "rulebook": "international-a",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
    "breaks": "first",
}


def refused(library: Library, token: str) -> str:
    """The code with which what-if is refused; nothing, if it is not."""
    try:
        library.what_if(token, 5)
    except Refused as refusal:
        return refusal.code
    return ""


def uploaded(h: Registry, library: Library, watch: str) -> str:
    """The link of a copy of a match's record, opened as a file."""
    match, lines = library.check_upload(library.record(watch)[1])
    h.store.add(match, {}, lines, at="2026-01-01T00:00:00Z")
    return match.watch


def test_no_copy_of_a_match_that_is_played_online_can_be_played_on(tmp_path: Path) -> None:
    """By no seat, by no watcher, by no copy of its record; what has happened can be replayed by all.

    Once the match is over everything is allowed.
    """

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await opened(h, new_room("online"))
            asha, _ = [await Guest.joins(h, made.room, link.token) for link in made.links]
            await asha.chooses("turn", 0.0)
            await asha.strikes()
            library = Library(h.store)
            links = [*(link.token for link in made.links), made.watch, uploaded(h, library, made.watch)]

            assert [refused(library, link) for link in links] == ["match/live"] * 4
            assert all(library.step(link, 6) and library.replay(link) for link in links)
            assert isinstance(await asha.offers("resign"), wire.AckMessage)
            assert [refused(library, link) for link in links] == [""] * 4

    run(play)


def test_a_match_on_one_screen_can_be_played_on_at_any_time(tmp_path: Path) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room("screen"))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            await asha.chooses("turn", 0.0)

            assert refused(Library(h.store), made.watch) == ""

    run(play)


def test_the_refusal_has_a_code_and_a_status_of_its_own(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        made = server.post("/api/rooms", ONLINE).json
        server.post("/api/seat", {"invitation": made["invitations"][0]["code"], "token": new_token()})
        server.post("/api/seat", {"invitation": made["recovery"], "token": new_token()})
        answers = [
            server.post(f"/api/match/{token}/what-if", {"at": 1})
            for token in (made["watch"], made["links"][0]["token"])
        ]

    assert [(answer.status, answer.code) for answer in answers] == [(409, "match/live")] * 2


@pytest.mark.parametrize("kind", ["online", "screen"])
def test_hints_are_for_practice_and_for_matches_against_the_computer(
    tmp_path: Path, kind: wire.RoomKind
) -> None:
    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await opened(h, new_room(kind))
            guests = [await Guest.joins(h, made.room, link.token) for link in made.links]
            await guests[0].chooses("turn", 0.0)
            await guests[0].hear(wire.HintRequest(60, guests[0].v))

            assert (await guests[0].hears(wire.ErrorMessage)).code == "hint/not-here"

    run(play)
