"""Worker processes: warm, replaced when they die or stall, and gone when the server is."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from carrom.errors import ImpossibleAim
from carrom.players.view import View
from carrom.process_pool import ProcessPool, WorkerLost, WorkerTooSlow
from carrom.server.workers.pools import Workers
from carrom.stroke import Aim
from carrom.table import Table, begin
from carrom.table.player_questions import Question
from carrom.words import Side

BREAK = Aim.parse("south x 0.012, angle 1.552, speed 6.0")


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    """One process that thinks, as a server has it."""
    started = Workers(1)
    for pool in started.pools:
        pool.start()
    yield started
    for pool in started.pools:
        pool.close()


def table() -> Table:
    """Asha is to break."""
    begun = begin("international-a", ("Asha",), ("Ben",))
    begun.toss(Side.FIRST, "break")
    begun.seat()
    begun.turn("Asha", 0.0)
    return begun


def test_a_stroke_waits_until_the_simulator_is_loaded() -> None:
    """Then it ends as it would elsewhere."""
    at, workers = table(), Workers(0)
    with ThreadPoolExecutor(1) as threads:
        struck = threads.submit(workers.simulate, at.layout, BREAK, at.equipment, False)
        waited = not struck.done()
        workers.load_simulator()
        trace = struck.result(60)
    here = at.strike("Asha", BREAK)

    assert waited
    assert here is not None
    assert trace.hash == here.hash


def test_an_impossible_stroke_is_refused_as_what_it_is() -> None:
    at, workers = table(), Workers(0)
    workers.load_simulator()
    with pytest.raises(ImpossibleAim, match="beyond the end of the base lines"):
        workers.simulate(at.layout, Aim.parse("south x 0.4, angle 1.5, speed 6.0"), at.equipment, False)


def test_a_computer_player_decides_elsewhere_as_it_would_here(workers: Workers) -> None:
    """A match travels there with its rulebook; the same view and seed give the same stroke."""
    at = table()
    question = Question("Asha", "aim", View(at.match, at.layout, "Asha", at.equipment, 5))

    async def asked(of: Workers) -> object:
        return await of.decide("here", "beginner", question)

    without_any = Workers(0)
    there, here = asyncio.run(asked(workers)), asyncio.run(asked(without_any))
    for pool in without_any.pools:
        pool.close()

    assert there == here


def test_one_address_that_asks_for_much_does_not_keep_another_waiting(workers: Workers) -> None:
    """Six decisions of one address are asked for first; that of another comes after the one under way."""
    at = table()
    question = Question("Asha", "aim", View(at.match, at.layout, "Asha", at.equipment, 5))
    answered: list[str] = []

    async def asks(asker: str) -> None:
        await workers.decide(asker, "beginner", question)
        answered.append(asker)

    async def all_at_once() -> None:
        await asyncio.gather(*(asks("greedy") for _ in range(6)), asks("modest"))

    asyncio.run(all_at_once())

    assert answered == ["greedy", "modest", *["greedy"] * 5]


def test_a_worker_that_dies_is_replaced_and_the_request_asked_again() -> None:
    """Killed while idle: nobody notices. One that dies of the request itself is given up after the second."""
    pool = ProcessPool(1)
    pool.start()
    try:
        os.kill(pool.ask(60.0, os.getpid), signal.SIGKILL)
        after = pool.ask(60.0, os.getpid)
        assert pool.ask(60.0, os.getpid) == after
        with pytest.raises(WorkerLost):
            pool.ask(60.0, os._exit, 3)
        with pytest.raises(WorkerTooSlow):
            pool.ask(0.05, time.sleep, 60.0)
        assert pool.ask(60.0, os.getpid) != after
    finally:
        pool.close()
    with pytest.raises(WorkerLost):
        pool.ask(1.0, os.getpid)


SERVER = """
import os, time
from carrom.process_pool import ProcessPool

if __name__ == "__main__":
    pool = ProcessPool(1)
    pool.start()
    print(pool.ask(60.0, os.getpid), flush=True)
    time.sleep(600)
"""


def test_workers_end_with_their_server_however_it_ends(tmp_path: Path) -> None:
    """A server that is killed leaves nothing behind."""
    program = tmp_path / "server.py"
    program.write_text(SERVER)
    with subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        server.kill()
    until = time.monotonic() + 10.0
    while Path(f"/proc/{worker}").exists() and time.monotonic() < until:
        time.sleep(0.02)

    assert not _runs(worker)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
