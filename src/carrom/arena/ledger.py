"""The file of a run: a header that identifies the run, then a line for each finished job.

A run that is started again with the same arguments reads the file and goes on. A last line that a kill cut
short is removed, and its job is played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from carrom.arena.jobs import Result, result_from_json, result_to_json
from carrom.errors import CarromError, system_message
from carrom.json_reader import Unreadable, whole

try:
    import fcntl
except ImportError:  # Windows has no such locks
    fcntl = None  # type: ignore[assignment]  # the name must exist

Header = Mapping[str, object]

HEADER_FILE = "run.json"
"""The file with the header of the run that a folder of match records belongs to."""


class Ledger:
    """The results of a run by job number, in memory and in a locked file, from which a run can go on."""

    def __init__(self, path: Path, header: Header) -> None:
        """Open or create the file. Raises `CarromError` if it is in use, or not a file of this run."""
        self.path = path
        self.done: dict[int, Result] = {}
        try:
            self._file: IO[bytes] = path.open("r+b" if path.exists() else "x+b")
        except OSError as wrong:
            raise CarromError("refused.field", field=str(path), reason=system_message(wrong)) from None
        try:
            self._lock()
            self._read(_line(header))
        except BaseException:
            self._file.close()
            raise

    def add(self, number: int, result: Result) -> None:
        """Add a result; it is on disk when this returns."""
        if number in self.done:
            return
        self._write(_line({"job": number, **result_to_json(result)}))
        self.done[number] = result

    def close(self) -> None:
        self._file.close()

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()
        os.fsync(self._file.fileno())

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CarromError("refused.results.in-use", path=str(self.path)) from None

    def _read(self, header: bytes) -> None:
        raw = self._file.read()
        first, newline, rest = raw.partition(b"\n")
        if not newline and header.startswith(first):
            # The file is empty, or the process was killed while it wrote the header.
            self._cut(0)
            self._write(header)
            return
        check_same_run(self.path, first, header)
        sound = len(first) + 1
        for number, line in enumerate(rest.split(b"\n")[:-1], start=2):
            self._read_line(number, line)
            sound += len(line) + 1
        self._cut(sound)

    def _cut(self, size: int) -> None:
        self._file.truncate(size)
        self._file.seek(size)

    def _read_line(self, number: int, line: bytes) -> None:
        try:
            given = json.loads(line)
            job = whole(given.pop("job"))
            if job < 0:
                raise ValueError("no job number")
            self.done[job] = result_from_json(given)
        except (Unreadable, ValueError, LookupError, TypeError, AttributeError):
            raise CarromError("refused.results.damaged", path=str(self.path), line=number) from None


def keep_header(folder: Path, header: Header) -> None:
    """Mark a folder as this run's by a file with its header. Raises `CarromError` if it is another run's."""
    file = folder / HEADER_FILE
    try:
        folder.mkdir(exist_ok=True)
        if file.exists():
            check_same_run(file, file.read_bytes().rstrip(b"\n"), _line(header), of_folder=True)
        elif any(folder.iterdir()):
            raise CarromError("refused.results.other-files", folder=str(folder))
        else:
            file.write_bytes(_line(header))
    except OSError as wrong:
        raise CarromError("refused.field", field=str(folder), reason=system_message(wrong)) from None


def check_same_run(path: Path, there: bytes, here: bytes, of_folder: bool = False) -> None:
    """Raises `CarromError` with the first difference if another run wrote the header."""
    try:
        theirs, ours = json.loads(there), json.loads(here)
    except ValueError:
        theirs, ours = None, {}
    if not isinstance(theirs, dict) or "carrom" not in theirs:
        raise CarromError("refused.results.none", path=str(path))
    for name in {**ours, **theirs}:
        if theirs.get(name) != ours.get(name):
            was, now = (_shown(side.get(name)) for side in (theirs, ours))
            raise CarromError(
                "refused.results.other-run-in-folder" if of_folder else "refused.results.other-run",
                path=str(path),
                name=name,
                was=was,
                now=now,
            )


def _line(value: Header) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}…"
