"""A record in a file: one line per entry, on disk before it is acknowledged."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from stat import S_IMODE
from typing import IO, Protocol

from carrom.errors import NotationError, RecordError
from carrom.record.codec import decode, encode_summed
from carrom.record.entries import Entry, Event, Struck
from carrom.record.fold import State, advance

try:
    import fcntl
except ImportError:  # there are no such locks on Windows, nor in a web page
    fcntl = None  # type: ignore[assignment]  # the name must exist


class Keeper(Protocol):
    """Keeps the record of a match in memory, in a file or in a store. A refused entry changes nothing."""

    @property
    def entries(self) -> Sequence[Entry]: ...

    @property
    def states(self) -> Sequence[State]: ...

    def enter(self, event: Event, at: str | None = None) -> State: ...

    def append(self, planned: Sequence[Planned]) -> None:
        """Append entries that are folded already: all of them or none."""
        ...


@dataclass(frozen=True, slots=True)
class Planned:
    """An entry to append, the state after it, and the trace of its stroke for keepers that store traces."""

    entry: Entry
    state: State
    trace: object = None


@dataclass(slots=True)
class Record:
    """A match record in memory: its entries, the state after each, and the condition of its file.

    `damage` is the first error in the file; everything before it is kept. `torn` is harmless damage: a last
    line cut short when the program was killed, which was never acknowledged. `unended` means that only the
    last newline is missing. `size` counts the sound bytes of the file, `seen` all of them.
    """

    entries: list[Entry] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    damage: RecordError | None = None
    torn: bool = False
    unended: bool = False
    size: int = 0
    seen: int = 0
    checksum: str = ""

    @property
    def state(self) -> State:
        return self.states[-1]

    def plan(self, event: Event, at: str | None = None) -> Planned:
        """The next entry for an event and the state after it. Raises `RecordError` if it does not fit."""
        entry = Entry(len(self.entries) + 1, event, at)
        return Planned(entry, advance(self.states, entry))

    def enter(self, event: Event, at: str | None = None) -> State:
        """Append an event as the next entry; the state after it."""
        planned = self.plan(event, at)
        self.append([planned])
        return planned.state

    def append(self, planned: Sequence[Planned]) -> None:
        self.entries += [each.entry for each in planned]
        self.states += [each.state for each in planned]


def load(path: Path) -> Record:
    """Read a record from a file, up to the first damaged line (see `Record.damage`)."""
    return read_record(path.read_bytes())


def read_record(raw: bytes) -> Record:
    """Read a record from the bytes of a file, up to the first damaged line (see `Record.damage`)."""
    record = Record()
    record.seen = len(raw)
    number = 0
    while record.size < len(raw):
        number += 1
        end = raw.find(b"\n", record.size)
        line = raw[record.size : end if end >= 0 else len(raw)]
        try:
            entry, checksum = decode(line.decode("utf-8", errors="replace"), number, record.checksum)
            state = advance(record.states, entry)
        except RecordError as wrong:
            # Only a file that begins with sound lines is a record whose last line was cut short.
            record.torn = end < 0 and bool(record.entries)
            record.damage = RecordError("refused.file.cut", number, number=number) if record.torn else wrong
            return record
        record.entries.append(entry)
        record.states.append(state)
        record.checksum = checksum
        record.size = end + 1 if end >= 0 else len(raw)
        record.unended = end < 0
    return record


class RecordFile:
    """A record in a file. Every entry is flushed and synced to disk before it is acknowledged."""

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self.record = record

    @classmethod
    def create(cls, path: Path) -> RecordFile:
        """A new, empty record. Raises `FileExistsError` if there is a file that is not empty."""
        target = _plain_file(path)
        if not target.exists() or target.stat().st_size:
            with target.open("xb"):
                pass
        sync_folder(target.parent)
        return cls(path, Record())

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """Open a record to continue it. Cuts off a torn last line; raises `RecordError` for other damage."""
        record = load(_plain_file(path))
        if record.damage is not None and not record.torn:
            raise damaged(path, record)
        if record.torn:
            with path.open("r+b") as file, _alone(file):
                _refuse_other_writers(path, file, record)
                file.truncate(record.size)
                os.fsync(file.fileno())
            record.seen = record.size
        return cls(path, record)

    @property
    def state(self) -> State:
        return self.record.state

    @property
    def entries(self) -> list[Entry]:
        return self.record.entries

    @property
    def states(self) -> list[State]:
        return self.record.states

    def enter(self, event: Event, at: str | None = None) -> State:
        """Check that an event fits, write it as the next entry, and return the state after it."""
        planned = self.record.plan(event, at)
        self.append([planned])
        return planned.state

    def append(self, planned: Sequence[Planned]) -> None:
        """Append all of these entries or none, even if the machine stops while they are written."""
        record = self.record
        data, checksum = b"", record.checksum
        for each in planned:
            line, checksum = encode_line(each.entry, checksum)
            data += line
        if record.entries and len(planned) == 1:
            self._append(data)
        else:
            self._replace(data)
        record.append(planned)
        record.checksum = checksum

    def _append(self, data: bytes) -> None:
        """Append lines in place, while other writers are locked out."""
        record = self.record
        with self.path.open("r+b") as file, _alone(file):
            _refuse_other_writers(self.path, file, record)
            # An editor may have removed the last newline.
            file.write(b"\n" + data if record.unended else data)
            file.flush()
            os.fsync(file.fileno())
            record.size = record.seen = file.tell()
        record.unended = False

    def _replace(self, data: bytes) -> None:
        """Append lines by writing a new file beside the old one and then replacing it."""
        target, record = _plain_file(self.path), self.record
        target.touch()
        with _alone_with(target):
            now = target.stat()
            if now.st_size != record.seen:
                raise _other_writer(self.path)
            handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            beside = Path(name)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(target.read_bytes() + (b"\n" if record.unended else b"") + data)
                    file.flush()
                    os.fsync(file.fileno())
                    size = file.tell()
                beside.chmod(S_IMODE(now.st_mode))
                beside.replace(target)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise
        sync_folder(target.parent)
        record.size = record.seen = size
        record.unended = False


def encode_line(entry: Entry, before: str) -> tuple[bytes, str]:
    """The line of an entry and its checksum. Raises `RecordError` if it does not decode to the same entry.

    A simulated stroke is not decoded, since that took a tenth of its time: nobody typed any of it.
    """
    try:
        line, checksum = encode_summed(entry, before)
        data = line.encode() + b"\n"
    except UnicodeEncodeError:
        raise NotationError("refused.file.letters") from None
    except (TypeError, ValueError) as wrong:
        raise RecordError("refused.file.unwritable", entry.seq, entry=entry.seq, reason=str(wrong)) from None
    simulated = isinstance(entry.event, Struck) and entry.event.hash
    if not simulated and decode(line, entry.seq, before)[0] != entry:
        raise RecordError("refused.file.unlike", entry.seq, entry=entry.seq)
    return data, checksum


def _plain_file(path: Path) -> Path:
    """The path with links resolved. Raises `RecordError` for a device or a folder."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise RecordError("refused.file.not-plain", path=str(path))
    return target


def _refuse_other_writers(path: Path, file: IO[bytes], record: Record) -> None:
    """Seek to the end. Raises `RecordError` if another writer has changed or replaced the file."""
    same = os.path.samestat(os.fstat(file.fileno()), path.stat())
    if not same or file.seek(0, os.SEEK_END) != record.seen:
        raise _other_writer(path)


def _other_writer(path: Path) -> RecordError:
    return RecordError("refused.file.other-writer", path=str(path))


def damaged(path: Path, record: Record) -> RecordError:
    """The error for a record that cannot be read to its end."""
    assert record.damage is not None, "a sound record is not reported as damaged"
    reason, sound = record.damage.message, len(record.entries)
    if not sound:
        return RecordError("refused.file.no-record", path=str(path), reason=reason)
    return RecordError("refused.file.damaged", path=str(path), reason=reason, n=sound)


@contextmanager
def _alone_with(path: Path) -> Iterator[None]:
    """Lock a file to be replaced. Without locks it stays closed: Windows cannot replace an open file."""
    if fcntl is None:
        yield
        return
    with path.open("rb") as file, _alone(file):
        yield


@contextmanager
def _alone(file: IO[bytes]) -> Iterator[None]:
    """Lock an open file against other writers, where the system has locks."""
    if fcntl is None:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def sync_folder(folder: Path) -> None:
    """Sync a folder, so that the name of a new file is durable too, where the system allows it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
