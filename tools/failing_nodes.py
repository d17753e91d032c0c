"""Several nodes over one PostgreSQL, of which something fails again and again: for tools/faults.py --nodes.

Each node reaches the database through a proxy of its own, so that its network can fail alone. The faults:

- kill: a node is killed, and started again, at once or after its lease has ended;
- end: a node is asked to end, and started again;
- pause: the process of a node stands still for longer than its lease, and then goes on;
- cut: all connections of a node to the database end, and new ones too, for some seconds;
- silence: nothing passes between a node and the database for some seconds, and then arrives;
- database: it crashes and is started again.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import IO

from tools.bot import Loader, Server
from tools.cut_proxy import CutProxy
from tools.kill_run import Site
from tools.postgres import PostgresServer, find_binaries

from carrom.store.cluster import LEASE_SECONDS

KINDS = ("kill", "end", "pause", "cut", "silence", "database")


class FailingNodes(Site):
    """Nodes over a database of their own, which is kept in the folder from call to call.

    `kinds` are those of the faults; all, if there are none.
    """

    word = "fault"
    expected = (
        "carrom.errors.StoreError",
        "carrom.store.",
        "psycopg",
    )  # the database is away, as it should be

    def __init__(
        self, command: Sequence[str], folder: Path, log: IO[str], *, nodes: int, kinds: Sequence[str] = ()
    ) -> None:
        self._command, self._folder, self._log = command, folder, log
        self._kinds = kinds or KINDS
        self._loader = Loader(log)
        self._postgres: PostgresServer | None = None
        self._proxies: list[CutProxy] = []
        self._nodes: list[Server] = []
        self._count = nodes

    @property
    def urls(self) -> Sequence[str]:
        return [node.url for node in self._nodes]

    async def start(self) -> None:
        binaries = find_binaries()
        if binaries is None:
            raise RuntimeError("there is no PostgreSQL on this machine")
        self._postgres = postgres = await asyncio.to_thread(
            PostgresServer, self._folder / "postgres", binaries
        )
        for number in range(self._count):
            proxy = CutProxy(postgres.port)
            await proxy.start()
            self._proxies.append(proxy)
            # The database that each server is made with: nobody else uses it.
            store = postgres.url().replace(f":{postgres.port}/", f":{proxy.port}/")
            folder = self._folder / f"node-{number}"
            folder.mkdir(exist_ok=True)
            node = Server(
                folder, command=self._command, workers=0, log=self._log, store=store, loader=self._loader
            )
            self._nodes.append(node)
            await asyncio.to_thread(node.start)

    async def stop(self) -> None:
        for node in self._nodes:
            await asyncio.to_thread(node.stop)
        for proxy in self._proxies:
            await proxy.stop()
        self._loader.stop()
        if self._postgres is not None:
            await asyncio.to_thread(self._postgres.stop)

    async def fail(self, random: Random) -> str:
        kind, number = random.choice(self._kinds), random.randrange(self._count)
        node, proxy, postgres = self._nodes[number], self._proxies[number], self._postgres
        assert postgres is not None
        match kind:
            case "kill":
                await asyncio.to_thread(node.kill)
                await asyncio.sleep(random.choice((0.0, random.uniform(0.0, 1.5 * LEASE_SECONDS))))
                await asyncio.to_thread(node.start)
            case "end":
                await asyncio.to_thread(node.stop)
                await asyncio.to_thread(node.start)
            case "pause":
                os.kill(node.pid, signal.SIGSTOP)
                try:
                    await asyncio.sleep(random.uniform(1.05, 1.7) * LEASE_SECONDS)
                finally:
                    os.kill(node.pid, signal.SIGCONT)
            case "cut":
                proxy.cut()
                await asyncio.sleep(random.uniform(0.2, 1.7) * LEASE_SECONDS)
                proxy.heal()
            case "silence":
                proxy.silence()
                await asyncio.sleep(random.uniform(0.5, 2.5) * LEASE_SECONDS)
                proxy.heal()
            case "database":
                await asyncio.to_thread(postgres.stop, "immediate")
                await asyncio.sleep(random.choice((0.0, random.uniform(0.0, 1.5 * LEASE_SECONDS))))
                await asyncio.to_thread(postgres.start)
        return kind
