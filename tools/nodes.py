"""Several servers over one PostgreSQL database, each in a process of its own: started, paused, killed."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from tools.bot import Server
from tools.postgres import PostgresServer, find_binaries


class Cluster:
    """Nodes that share a database. Every method that takes `n` is about the node of that number, from 0.

    Used as a context it starts, and stops at the end.
    """

    def __init__(
        self,
        folder: Path,
        nodes: int = 3,
        *,
        command: Sequence[str] = (),
        workers: int = 0,
        log: IO[str] | None = None,
        postgres: PostgresServer | None = None,
    ) -> None:
        """`command`, `workers` and `log` as for `Server`. Without `postgres`, one is made in the folder."""
        self.folder = folder
        self._own = postgres is None
        self.postgres = postgres or _own_postgres(folder)
        self.store = self.postgres.make_database()
        """The URL of the database."""
        folders = [folder / f"node-{n}" for n in range(nodes)]
        for each in folders:
            each.mkdir(parents=True, exist_ok=True)
        self.nodes = [
            Server(each, command=command, workers=workers, log=log, store=self.store) for each in folders
        ]

    def __enter__(self) -> Cluster:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]

    def start(self) -> None:
        """Start all nodes, and wait for their addresses."""
        for node in self.nodes:
            node.load_next()
        for node in self.nodes:
            node.start()

    def start_node(self, n: int) -> None:
        """Start a node that was killed or terminated, at the same port."""
        self.nodes[n].start()

    def kill(self, n: int) -> None:
        """As a power cut would."""
        self.nodes[n].kill()

    def terminate(self, n: int) -> float:
        """Ask a node to end; returns the seconds it took."""
        began = time.monotonic()
        self.nodes[n].stop()
        return time.monotonic() - began

    def stop_process(self, n: int) -> None:
        """Pause the process of a node: it answers nothing, and its connections stay open."""
        os.kill(self.nodes[n].pid, signal.SIGSTOP)

    def continue_process(self, n: int) -> None:
        os.kill(self.nodes[n].pid, signal.SIGCONT)

    def stop_database(self, how: str = "immediate") -> None:
        """`immediate` is a crash of the database."""
        self.postgres.stop(how)

    def start_database(self) -> None:
        self.postgres.start()

    def restart_database(self, how: str = "immediate") -> None:
        self.postgres.restart(how)

    def stop(self) -> None:
        """End all nodes; and the database server, if it was made here."""
        for node in self.nodes:
            node.stop()
        if self._own:
            self.postgres.stop()


def _own_postgres(folder: Path) -> PostgresServer:
    binaries = find_binaries()
    if binaries is None:
        raise RuntimeError("there is no PostgreSQL on this machine")
    return PostgresServer(folder / "postgres", binaries)
