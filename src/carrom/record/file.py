"""A record on disk: one line an entry, written so that nothing that was acknowledged is ever lost."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from carrom.errors import RecordError
from carrom.record.codec import decode, encode
from carrom.record.entries import Entry, Event
from carrom.record.fold import State, advance


@dataclass(slots=True)
class Record:
    """A match record in memory: its entries, the state after each, and what a file's end was like.

    `damage` says where a file could not be read on; everything before it is kept. `torn` is damage of
    the harmless kind: a last line cut short when the program was killed, never acknowledged to anybody.
    """

    entries: list[Entry] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    damage: RecordError | None = None
    torn: bool = False
    size: int = 0
    checksum: str = ""

    @property
    def state(self) -> State:
        return self.states[-1]

    def next_entry(self, event: Event, at: str | None = None) -> tuple[Entry, State]:
        """The entry an event would become and the state after it; refused if it does not fit."""
        entry = Entry(len(self.entries) + 1, event, at)
        return entry, advance(self.states, entry)

    def enter(self, event: Event, at: str | None = None) -> State:
        """One more entry, in memory."""
        entry, state = self.next_entry(event, at)
        self.entries.append(entry)
        self.states.append(state)
        return state


def load(path: Path) -> Record:
    """Read a record as far as it holds together."""
    record = Record()
    raw = path.read_bytes()
    number = 0
    while record.size < len(raw):
        number += 1
        end = raw.find(b"\n", record.size)
        line = raw[record.size : end if end >= 0 else len(raw)]
        try:
            entry, checksum = decode(line.decode("utf-8", errors="replace"), number, record.checksum)
            state = advance(record.states, entry)
        except RecordError as wrong:
            record.torn = end < 0
            # A torn line's own complaint would be about JSON; what the reader must know is why.
            record.damage = RecordError(f"line {number} was cut short", number) if record.torn else wrong
            return record
        if end < 0:
            record.torn, record.damage = True, RecordError(f"line {number} was cut short", number)
            return record
        record.entries.append(entry)
        record.states.append(state)
        record.checksum = checksum
        record.size = end + 1
    return record


class RecordFile:
    """A record that is on disk before anybody hears of it: append, flush, fsync."""

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self.record = record

    @classmethod
    def create(cls, path: Path) -> RecordFile:
        """A new, empty record; a file that exists is never overwritten."""
        with path.open("xb"):
            pass
        _sync_folder(path.parent)
        return cls(path, Record())

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """Go on with a record. A torn last line is cut off; other damage is refused and left untouched."""
        record = load(path)
        if record.damage is not None and not record.torn:
            raise RecordError(
                f"{path}: {record.damage}; the {len(record.entries)} entries before it are sound"
            )
        if record.torn:
            with path.open("r+b") as file:
                file.truncate(record.size)
                os.fsync(file.fileno())
        return cls(path, record)

    @property
    def state(self) -> State:
        return self.record.state

    def enter(self, event: Event, at: str | None = None) -> State:
        """Judge that an event fits, write it, and only then let it stand."""
        record = self.record
        entry, state = record.next_entry(event, at)
        line = encode(entry, record.checksum)
        data = line.encode() + b"\n"
        with self.path.open("r+b") as file:
            if file.seek(0, os.SEEK_END) != record.size:
                raise RecordError(f"{self.path}: somebody else has written to this record; open it again")
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        record.entries.append(entry)
        record.states.append(state)
        record.size += len(data)
        record.checksum = decode(line, entry.seq, record.checksum)[1]
        return state


def _sync_folder(folder: Path) -> None:
    """Make a new file's name durable too, where the system allows it."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
