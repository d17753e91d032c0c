"""The file of a run: a first line that says which run it is, then a line for each finished job.

Lines come in the order jobs are finished, each with its job's number, and are on disk before the job counts
as done. Started again with the same arguments a run reads the file and goes on; a last line cut short by a
kill is cut off, and its job is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from carrom.arena.jobs import Result, plain, read
from carrom.errors import CarromError

try:
    import fcntl
except ImportError:  # there are no such locks on Windows
    fcntl = None  # type: ignore[assignment]  # the name must exist

Header = Mapping[str, object]


class Ledger:
    """Results by job number, in memory and in a file that nobody else writes to meanwhile."""

    def __init__(self, path: Path, header: Header) -> None:
        """Open or begin the file of this run; another run's file, or no such file at all, is refused."""
        self.path = path
        self.done: dict[int, Result] = {}
        try:
            self._file: IO[bytes] = path.open("r+b" if path.exists() else "x+b")
        except OSError as wrong:
            raise CarromError(f"{path}: {wrong.strerror}") from None
        try:
            self._keep_others_out()
            self._go_on(_line(header))
        except BaseException:
            self._file.close()
            raise

    def add(self, number: int, result: Result) -> None:
        """One result more, on disk before this returns."""
        if number in self.done:
            return
        self._write(_line({"job": number, **plain(result)}))
        self.done[number] = result

    def close(self) -> None:
        self._file.close()

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _keep_others_out(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CarromError(f"{self.path}: another run is writing to this file") from None

    def _go_on(self, header: bytes) -> None:
        raw = self._file.read()
        first, newline, rest = raw.partition(b"\n")
        if not newline and header.startswith(first):
            # Empty, or killed while the first line was written.
            self._cut(0)
            self._write(header)
            return
        self._check_header(first, header)
        sound = len(first) + 1
        for number, line in enumerate(rest.split(b"\n")[:-1], start=2):
            self._read_line(number, line)
            sound += len(line) + 1
        self._cut(sound)

    def _cut(self, size: int) -> None:
        self._file.truncate(size)
        self._file.seek(size)

    def _check_header(self, first: bytes, wanted: bytes) -> None:
        try:
            there, here = json.loads(first), json.loads(wanted)
        except ValueError:
            there, here = None, {}
        if not isinstance(there, dict) or "carrom" not in there:
            raise CarromError(f"{self.path}: this is no file of results; give another name")
        for name in {**here, **there}:
            if there.get(name) != here.get(name):
                was, now = (_shown(side.get(name)) for side in (there, here))
                raise CarromError(
                    f"{self.path}: this is another run, its {name} is {was} and not {now};"
                    " give the same arguments to go on, or another file"
                )

    def _read_line(self, number: int, line: bytes) -> None:
        try:
            given = json.loads(line)
            job = given["job"]
            if type(job) is not int or job < 0:
                raise ValueError("no job number")
            self.done[job] = read(given)
        except (ValueError, LookupError, TypeError):
            raise CarromError(f"{self.path}: line {number} is damaged; nothing was changed") from None


def _line(value: Header) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
