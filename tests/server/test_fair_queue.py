"""Heavy work is shared out among those who ask for it, and dropped when they leave."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Event

import pytest
from tests.server.guests import run

from carrom.server.workers.fair_queue import FairQueue, QueueFull


class Desk:
    """A queue with one place, which is held until `open` is set; `done` is what was begun, in order."""

    def __init__(self, waiting: int = 10) -> None:
        self.queue = FairQueue(1, waiting, "test")
        self.open = Event()
        self.done: list[str] = []

    def work(self, name: str) -> Callable[[], str]:
        def work() -> str:
            self.done.append(name)
            assert self.open.wait(20.0)
            return name

        return work

    def ask(self, asker: str, name: str) -> asyncio.Task[str]:
        return asyncio.get_running_loop().create_task(self.queue.run(asker, self.work(name)))

    async def until_begun(self, count: int) -> None:
        while len(self.done) < count:
            await asyncio.sleep(0.001)


def test_one_who_asks_for_much_waits_and_another_does_not() -> None:
    """Ten of one asker wait; the first of another comes next."""

    async def ask() -> list[str]:
        desk = Desk()
        tasks = [desk.ask("greedy", f"greedy {number}") for number in range(10)]
        await desk.until_begun(1)
        tasks += [
            desk.ask("modest", "modest 0"),
            desk.ask("third", "third 0"),
            desk.ask("modest", "modest 1"),
        ]
        await asyncio.sleep(0)
        desk.open.set()
        await asyncio.gather(*tasks)
        return desk.done

    order = run(ask)

    assert order[:5] == ["greedy 0", "modest 0", "third 0", "greedy 1", "modest 1"]
    assert [each for each in order if each.startswith("greedy")] == [f"greedy {n}" for n in range(10)]


def test_a_free_place_goes_to_who_has_fewest_running() -> None:
    """One asker has two of four places and waits for more: another one's only request comes first."""

    async def ask() -> list[str]:
        desk = Desk()
        desk.queue = FairQueue(4, 10, "test")
        holding = Event()

        def hold() -> str:
            desk.done.append("held")
            assert holding.wait(20.0)
            return "held"

        loop = asyncio.get_running_loop()
        held = [loop.create_task(desk.queue.run(asker, hold)) for asker in ("greedy", "greedy", "third")]
        first = desk.ask("fourth", "first")
        await desk.until_begun(4)
        more = [desk.ask("greedy", "more"), desk.ask("modest", "modest")]
        await asyncio.sleep(0)
        desk.open.set()
        await asyncio.gather(first, more[1])
        holding.set()
        await asyncio.gather(*held, more[0])
        return desk.done[4:]

    assert run(ask) == ["modest", "more"]


def test_one_asker_never_holds_every_place() -> None:
    """The last free place is left to another, who begins at once; also after something has ended."""

    async def ask() -> tuple[list[str], list[str], list[str]]:
        desk = Desk()
        desk.queue = FairQueue(2, 10, "test")
        ending = Event()

        def work() -> None:
            desk.done.append("ends")
            assert ending.wait(20.0)

        ends = asyncio.get_running_loop().create_task(desk.queue.run("greedy", work))
        more = [desk.ask("greedy", f"more {number}") for number in range(3)]
        await desk.until_begun(1)
        await asyncio.sleep(0.01)
        at_first = list(desk.done)
        ending.set()
        await ends
        await desk.until_begun(2)
        await asyncio.sleep(0.01)
        then = list(desk.done)
        modest = desk.ask("modest", "modest")
        await desk.until_begun(3)
        at_once = list(desk.done)
        desk.open.set()
        await asyncio.gather(modest, *more)
        return at_first, then, at_once

    at_first, then, at_once = run(ask)

    assert at_first == ["ends"]
    assert then == ["ends", "more 0"]
    assert at_once == ["ends", "more 0", "modest"]


def test_work_that_waits_for_an_asker_who_has_left_is_never_begun() -> None:
    async def ask() -> list[str]:
        desk = Desk()
        first, left, last = desk.ask("a", "first"), desk.ask("b", "left"), desk.ask("c", "last")
        await desk.until_begun(1)
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        desk.open.set()
        await asyncio.gather(first, last)
        return desk.done

    assert run(ask) == ["first", "last"]


def test_work_that_runs_for_an_asker_who_has_left_keeps_its_place_until_it_ends() -> None:
    """No more runs at once than there are places, and nothing is left over."""

    async def ask() -> tuple[list[str], list[str]]:
        desk = Desk()
        left, last = desk.ask("a", "left"), desk.ask("b", "last")
        await desk.until_begun(1)
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        await asyncio.sleep(0.01)
        meanwhile = list(desk.done)
        desk.open.set()
        assert await last == "last"
        assert await desk.ask("a", "again") == "again"
        return meanwhile, desk.done

    assert run(ask) == (["left"], ["left", "last", "again"])


def test_an_asker_who_leaves_as_a_place_becomes_free_gives_it_to_the_next() -> None:
    async def ask() -> list[str]:
        desk = Desk()
        first, left, last = desk.ask("a", "first"), desk.ask("b", "left"), desk.ask("c", "last")
        await desk.until_begun(1)
        first.add_done_callback(lambda _: left.cancel())
        desk.open.set()
        await asyncio.gather(first, last)
        await asyncio.gather(left, return_exceptions=True)
        return desk.done

    order = run(ask)
    assert order[0] == "first"
    assert "last" in order


def test_only_so_much_waits_for_one_asker() -> None:
    """The rest is refused as busy; another asker's is not."""

    async def ask() -> None:
        desk = Desk(waiting=2)
        tasks = [desk.ask("greedy", str(number)) for number in range(3)]
        await desk.until_begun(1)
        with pytest.raises(QueueFull) as refused:
            await desk.ask("greedy", "too many")
        other = desk.ask("modest", "other")
        await asyncio.sleep(0)
        desk.open.set()
        await asyncio.gather(*tasks, other)

        assert refused.value.code == "busy"
        assert "other" in desk.done

    run(ask)


def test_nothing_is_remembered_of_askers_who_have_gone() -> None:
    """However many come, are served or leave: none of them takes memory afterwards."""

    async def ask() -> FairQueue:
        desk = Desk()
        served = [desk.ask(str(number), "served") for number in range(5)]
        left = [desk.ask(str(number), "left") for number in range(3, 8)]
        await desk.until_begun(1)
        for each in left:
            each.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        desk.open.set()
        await asyncio.gather(*served)
        return desk.queue

    queue = run(ask)

    assert (queue.askers, queue.waiting) == (0, 0)


def test_what_the_work_raises_reaches_who_asked() -> None:
    async def ask() -> None:
        queue = FairQueue(1, 1, "test")
        with pytest.raises(ZeroDivisionError):
            await queue.run("a", lambda: 1 // 0)
        assert await queue.run("a", lambda: 1) == 1

    run(ask)
