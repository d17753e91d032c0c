"""The game in the browser as a process of its own, as a user starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest

NO_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
SECONDS_TO_END = 20.0
SECONDS_TO_BE_GONE = 120.0

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks for processes as Linux shows them")


@dataclass
class Begun:
    """A server that has said where it is. What it said since is read when it has ended."""

    process: subprocess.Popen[str]
    url: str
    wrong: IO[str] | None = None
    said: list[str] = field(default_factory=list)

    @property
    def port(self) -> int:
        port = urlsplit(self.url).port
        assert port is not None
        return port

    def get(self, path: str) -> bytes:
        where = urlsplit(self.url)
        address = f"{where.scheme}://{where.netloc}{path}"
        with build_opener(ProxyHandler({})).open(address, timeout=30) as answer:
            content = answer.read()
            assert isinstance(content, bytes)
            return content

    def interrupt(self) -> tuple[int, str, str]:
        """Ctrl-C, which reaches the workers as well: status, everything said, and what went wrong."""
        os.killpg(self.process.pid, signal.SIGINT)
        assert self.process.stdout is not None
        assert self.wrong is not None
        # Not by communicate(): it passes over what has been read ahead of the lines.
        out = self.process.stdout.read()
        status = self.process.wait(timeout=SECONDS_TO_END)
        self.wrong.seek(0)
        return status, "".join(self.said) + out, self.wrong.read()

    def processes(self) -> list[int]:
        """All that live in its session: itself, its workers, and what they started."""
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                _, _, rest = stat.read_text().rpartition(") ")
            except OSError:
                continue
            state, _, _, session, *_ = rest.split()
            if int(session) == self.process.pid and state != "Z":
                found.append(int(stat.parent.name))
        return found


@contextmanager
def begun(
    *words: str,
    surroundings: Mapping[str, str] = NO_SCREEN,
    descriptors: int | None = None,
    before: Callable[[], None] | None = None,
    sigint_ignored: bool = False,
) -> Iterator[Begun]:
    """Start a carrom command that serves, and wait until it has told its address.

    `descriptors` is how many files and sockets each of its processes may have open; `before` is called in the
    new process, before it becomes carrom. With `sigint_ignored` it starts as a job in the background does.
    """
    first = [] if descriptors is None else [f"ulimit -n {descriptors}"]
    first += ["trap '' INT"] if sigint_ignored else []
    shell = ("sh", "-c", "; ".join([*first, 'exec "$@"']), "sh") if first else ()
    with (
        TemporaryFile("w+", encoding="utf-8") as wrong,
        subprocess.Popen(
            [*shell, sys.executable, "-m", "carrom", *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=wrong,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **surroundings},
            start_new_session=True,
            preexec_fn=before,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            said: list[str] = []
            found = None
            for line in process.stdout:
                said.append(line)
                found = re.search(r"https?://\S+", line)
                if found:
                    break
            assert found, said
            yield Begun(process, found[0], wrong, said)
        finally:
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(timeout=SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)


def gone(server: Begun) -> bool:
    """Whether its processes have ended; a worker that is still starting notices only afterwards."""
    until = time.monotonic() + SECONDS_TO_BE_GONE
    while server.processes():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
