"""The registry: at most one owner per match, also while one is put away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import Event
from weakref import ref

import pytest
from tests.server.guests import Guest, new_room, registry, run
from tests.server.served import without_garbage_collection

from carrom.store.sqlite import SqliteStore
from carrom.store.store import Json


class Slow(SqliteStore):
    """A store that keeps settings only when it is told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.may = Event()
        self.may.set()

    def set_settings(self, match: str, settings: Json) -> None:
        assert self.may.wait(20)
        super().set_settings(match, settings)


@pytest.mark.parametrize("again", [False, True])
def test_a_match_is_read_again_once_its_last_owner_has_ended(tmp_path: Path, again: bool) -> None:
    """It still keeps what its clock has counted; whoever puts it away a second time waits for that too."""
    store = Slow(tmp_path / "s.sqlite")

    async def play() -> None:
        async with registry(tmp_path, store=store) as h:
            made = await h.open(new_room(clock=True))
            asha = await Guest.joins(h, made.room, made.links[0].token)
            await asha.chooses("turn", 0.0)
            asha.leaves()
            store.may.clear()
            leaving = [asyncio.create_task(h.evict(asha.game)) for _ in range(2 if again else 1)]
            await asyncio.sleep(0.05)
            coming = asyncio.create_task(h.find(made.room, made.links[0].token))
            await asyncio.sleep(0.1)
            assert not coming.done()
            store.may.set()
            game, _ = await coming
            await asyncio.gather(*leaving)

            assert game.owner is not asha.owner
            assert game.owner.settings.clock is not None

    run(play)


def test_a_match_that_leaves_memory_is_freed_without_the_garbage_collector(tmp_path: Path) -> None:
    """The server seldom looks for what refers to itself: that would stop every match for a moment."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            made = await h.open(new_room())
            asha = await Guest.joins(h, made.room, made.links[0].token)
            await asha.chooses("turn", 0.0)
            asha.leaves()
            game, owner = asha.game, ref(asha.owner)
            del asha
            with without_garbage_collection():
                await h.evict(game)
                del game

                assert owner() is None

    run(play)


def test_a_node_that_hands_over_does_nothing_in_the_background_any_more(tmp_path: Path) -> None:
    """A sweep would release matches by a lease that has ended."""

    async def play() -> None:
        async with registry(tmp_path) as h:
            assert not any(task.done() for task in h._tasks)
            await h.hand_over()

            assert all(task.done() for task in h._tasks)

    run(play)
