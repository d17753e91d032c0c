"""What nobody has begun, and practice that nobody keeps, goes by itself; where somebody is, it stays."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from tests.server.frames import house, joined
from tests.server.guests import Guest, new_room, registry, run

from carrom.server.config import Config, Limits
from carrom.server.registry import Registry
from carrom.store.sqlite import SqliteStore


def test_tables_whose_time_is_over_go_unless_somebody_is_there(tmp_path: Path) -> None:
    async def played() -> None:
        async with registry(tmp_path, never_begun_seconds=0.0, practice_seconds=0.0) as h:
            left, open_, practice, kept = [
                await h.open(new_room(kind)) for kind in ("screen", "screen", "practice", "practice")
            ]
            h.store.keep(kept.room)
            await Guest.joins(h, open_.room, open_.links[0].token)

            await h.expire()

            assert h.store.match(left.room) is None
            assert h.store.match(practice.room) is None
            assert h.store.match(open_.room) is not None
            assert h.store.match(kept.room) is not None

    run(played)


def test_an_umpires_table_without_an_entry_goes_unless_it_is_open(tmp_path: Path) -> None:
    async def umpired() -> None:
        async with registry(tmp_path, never_begun_seconds=0.0) as h:
            left, open_ = [await h.open_umpired("", umpired=True) for _ in range(2)]
            await h.find_umpired(open_.token)

            await h.expire()

            assert h.store.match(left.desk) is None
            assert h.store.match(open_.desk) is not None

    run(umpired)


def test_an_organisers_tables_wait_for_a_week(tmp_path: Path) -> None:
    async def umpired() -> None:
        limits = Limits(never_begun_seconds=0.0)
        async with Registry(Config(tmp_path, workers=0, organiser="key", limits=limits)) as h:
            made = await h.open_umpired("", umpired=False)

            await h.expire()

            assert h.store.match(made.desk) is not None

    run(umpired)


def test_a_rematch_that_nobody_began_is_opened_anew_when_it_is_asked_for_again(tmp_path: Path) -> None:
    async def played() -> None:
        async with registry(tmp_path, never_begun_seconds=0.0) as h:
            made = await h.open(new_room())
            game, _ = await h.find(made.room, made.links[0].token)
            first = game.owner.rematch()
            await h.expire()

            second = game.owner.rematch()
            again = game.owner.rematch()

            assert h.store.match(first.room) is None
            assert h.store.match(second.room) is not None
            assert second.room == again.room

    run(played)


def test_who_plays_may_keep_practice_for_good(tmp_path: Path) -> None:
    """A watcher may not, and no match of another kind is; whoever comes back sees that it is kept."""
    new = {"kind": "practice", "rulebook": "family", "first": [{"name": "A"}], "second": [{"name": "B"}]}
    with house(tmp_path) as at:
        made = at.server.post("/api/rooms", new).json
        path, token = f"/api/rooms/{made['room']}/keep", made["links"][0]["token"]
        watcher = at.server.post(path, {"keep": True}, authorization=f"Bearer {made['watch']}")
        kept = at.server.post(path, {"keep": True}, authorization=f"Bearer {token}")
        match = at.server.post("/api/rooms", {**new, "kind": "screen"}).json
        played = at.server.post(
            f"/api/rooms/{match['room']}/keep",
            {"keep": True},
            authorization=f"Bearer {match['links'][0]['token']}",
        )
        with joined(at, made["room"], token) as asha:
            welcome = next(each for each in asha.told if each["t"] == "welcome")

    assert watcher.code == "table/not-yours"
    assert kept.json == {"keep": True}
    assert (played.status, played.code) == (409, "keep/not-here")
    assert welcome["kept"] is True
    with closing(SqliteStore(tmp_path / "carrom.sqlite")) as store:
        assert {each.match.kind: each.match.keep for each in store.holdings()} == {
            "practice": True,
            "screen": False,
        }
