"""A record on disk: one line an entry, on disk before it is acknowledged."""

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
from carrom.record.codec import decode, encode
from carrom.record.entries import Entry, Event
from carrom.record.fold import State, advance

try:
    import fcntl
except ImportError:  # there are no such locks on Windows, nor in a web page
    fcntl = None  # type: ignore[assignment]  # the name must exist


class Keeper(Protocol):
    """Whoever keeps a record: in memory, in a file, in a store. An entry refused leaves all as it was."""

    @property
    def entries(self) -> Sequence[Entry]: ...

    @property
    def states(self) -> Sequence[State]: ...

    def enter(self, event: Event, at: str | None = None) -> State: ...

    def append(self, planned: Sequence[Planned]) -> None:
        """Entries that were folded already: all of them or none."""
        ...


@dataclass(frozen=True, slots=True)
class Planned:
    """An entry that is due, the state after it, and what its stroke did, for a keeper who keeps that too."""

    entry: Entry
    state: State
    trace: object = None


@dataclass(slots=True)
class Record:
    """A match record in memory: its entries, the state after each, and what a file's end was like.

    `damage` says where a file could not be read on; everything before it is kept. `torn` is damage of
    the harmless kind: a last line cut short when the program was killed, never acknowledged to anybody.
    `unended` is a last line that is whole but for its newline. `size` are the sound bytes, `seen` all.
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
        """The entry an event would become and the state after it; refused if it does not fit."""
        entry = Entry(len(self.entries) + 1, event, at)
        return Planned(entry, advance(self.states, entry))

    def enter(self, event: Event, at: str | None = None) -> State:
        """One more entry, in memory."""
        planned = self.plan(event, at)
        self.append([planned])
        return planned.state

    def append(self, planned: Sequence[Planned]) -> None:
        self.entries += [each.entry for each in planned]
        self.states += [each.state for each in planned]


def load(path: Path) -> Record:
    """Read a record as far as it holds together."""
    return read_record(path.read_bytes())


def read_record(raw: bytes) -> Record:
    """The record in the bytes of a file, as far as it holds together."""
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
            # Only what follows sound lines can be a line of ours cut short; anything else is left alone.
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
    """A record that is on disk before anybody hears of it: append, flush, fsync."""

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self.record = record

    @classmethod
    def create(cls, path: Path) -> RecordFile:
        """A new, empty record; a file that holds anything is never overwritten."""
        target = _plain_file(path)
        if not target.exists() or target.stat().st_size:
            with target.open("xb"):
                pass
        sync_folder(target.parent)
        return cls(path, Record())

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """Go on with a record. A torn last line is cut off; other damage is refused and left untouched."""
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
        """Judge that an event fits, write it, and only then let it stand."""
        planned = self.record.plan(event, at)
        self.append([planned])
        return planned.state

    def append(self, planned: Sequence[Planned]) -> None:
        """All of these entries or none, also if the machine stops while they are written."""
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
        """These lines more, or nothing: others are kept out while we look at the end and write."""
        record = self.record
        with self.path.open("r+b") as file, _alone(file):
            _refuse_other_writers(self.path, file, record)
            # An editor may have taken the last line's end away.
            file.write(b"\n" + data if record.unended else data)
            file.flush()
            os.fsync(file.fileno())
            record.size = record.seen = file.tell()
        record.unended = False

    def _replace(self, data: bytes) -> None:
        """The whole file with these lines more, or as it was: written beside it, then put in its place."""
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
    """The line of an entry and its checksum; refused if it would not read back as the same entry."""
    try:
        line = encode(entry, before)
        data = line.encode() + b"\n"
    except UnicodeEncodeError:
        raise NotationError("refused.file.letters") from None
    except (TypeError, ValueError) as wrong:
        raise RecordError("refused.file.unwritable", entry.seq, entry=entry.seq, reason=str(wrong)) from None
    decoded, checksum = decode(line, entry.seq, before)
    if decoded != entry:
        raise RecordError("refused.file.unlike", entry.seq, entry=entry.seq)
    return data, checksum


def _plain_file(path: Path) -> Path:
    """The file itself, where a link points to it; a device or a folder is refused."""
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise RecordError("refused.file.not-plain", path=str(path))
    return target


def _refuse_other_writers(path: Path, file: IO[bytes], record: Record) -> None:
    """Leave the file at its end, if it is as we know it and has not been replaced while we waited for it."""
    same = os.path.samestat(os.fstat(file.fileno()), path.stat())
    if not same or file.seek(0, os.SEEK_END) != record.seen:
        raise _other_writer(path)


def _other_writer(path: Path) -> RecordError:
    return RecordError("refused.file.other-writer", path=str(path))


def damaged(path: Path, record: Record) -> RecordError:
    """What to say of a record that cannot be read to its end."""
    assert record.damage is not None, "a sound record is not reported as damaged"
    reason, sound = record.damage.message, len(record.entries)
    if not sound:
        return RecordError("refused.file.no-record", path=str(path), reason=reason)
    return RecordError("refused.file.damaged", path=str(path), reason=reason, n=sound)


@contextmanager
def _alone_with(path: Path) -> Iterator[None]:
    """Keep other writers out, and leave the file closed where an open one could not be replaced."""
    if fcntl is None:
        yield
        return
    with path.open("rb") as file, _alone(file):
        yield


@contextmanager
def _alone(file: IO[bytes]) -> Iterator[None]:
    """Keep other writers out, where the system has locks."""
    if fcntl is None:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def sync_folder(folder: Path) -> None:
    """Make a new file's name durable too, where the system allows it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
