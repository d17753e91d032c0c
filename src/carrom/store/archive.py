"""A match as one file, to move it from one store to another.

A zip with the record (`ID.carrom`), the trace of each stroke (`traces/SEQ`) and the rest of the match
(`match.json`): the link to watch is in it, links to play are not.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from lzma import LZMAError
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from carrom.errors import CarromError, RecordError, StoreError
from carrom.i18n import Message
from carrom.record import Record
from carrom.record.file import read_record
from carrom.store.check import check_trace
from carrom.store.records import match_of, now
from carrom.store.store import MATCH_KINDS, KeptLine, KeptMatch, Store

FORMAT = 1
LARGEST = 256_000_000  # bytes of an archive, unpacked; a long match has some millions
MANIFEST = "match.json"
_NOT_READABLE = (
    *(BadZipFile, zlib.error, LZMAError, EOFError, OSError),  # OSError: a broken bzip2 stream
    *(KeyError, ValueError, TypeError, OverflowError, NotImplementedError, RuntimeError),
)
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def export_match(store: Store, match: KeptMatch) -> bytes:
    """A match of a store as a file."""
    lines, traces = store.lines(match.id), store.traces(match.id)
    names = ("id", "kind", "watch", "settings", "created", "changed", "keep")
    manifest = {"carrom": "match", "format": FORMAT, **{name: getattr(match, name) for name in names}}
    written = BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as file:
        file.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
        file.writestr(f"{match.id}.carrom", "".join(f"{each.line}\n" for each in lines))
        for seq, trace in traces.items():
            file.writestr(f"traces/{seq}", trace, ZIP_STORED)
    return written.getvalue()


def import_match(
    store: Store, raw: bytes, check: Callable[[KeptMatch], object] = lambda match: None
) -> KeptMatch:
    """Add an archived match to a store; refuses one that is damaged or exists already.

    `check` raises an error for a match that must not be added.
    """
    try:
        match, lines = _read(raw)
        check(match)
    except CarromError:
        raise
    except _NOT_READABLE:
        raise RecordError("refused.archive", why=Message("archive.unreadable")) from None
    if store.match(match.id) is not None:
        raise StoreError("exists", "refused.store.match-exists", match=match.id)
    if store.by_token(match.watch) is not None:
        raise StoreError("exists", "refused.store.link-exists")
    store.add(match, {}, lines, at=now())
    return match


def _read(raw: bytes) -> tuple[KeptMatch, list[KeptLine]]:
    with ZipFile(BytesIO(raw)) as file:
        if sum(each.file_size for each in file.infolist()) > LARGEST:
            raise RecordError("refused.archive", why=Message("archive.too-large", {"most": LARGEST}))
        said = json.loads(file.read(MANIFEST))
        if said["carrom"] != "match" or said["format"] != FORMAT:
            why = Message("archive.format", {"format": repr(said["format"]), "known": FORMAT})
            raise RecordError("refused.archive", why=why)
        id_, watch = (_name(said[key]) for key in ("id", "watch"))
        written = file.read(f"{id_}.carrom")
        traces = {
            int(name.removeprefix("traces/")): file.read(name)
            for name in file.namelist()
            if name.startswith("traces/")
        }
    record = read_record(written)
    if record.damage is not None:
        raise record.damage
    for seq, trace in traces.items():
        check_trace(record.entries, seq, trace)
    # Not splitlines: a text inside a line may hold what only looks like the end of one.
    texts = written.decode().split("\n")[: len(record.entries)]
    lines = [KeptLine(seq, text, None, traces.get(seq)) for seq, text in enumerate(texts, 1)]
    return _match(said, id_, watch, record), lines


def _match(said: Mapping[str, object], id_: str, watch: str, record: Record) -> KeptMatch:
    kind, settings = said["kind"], said["settings"]
    if kind not in MATCH_KINDS or not isinstance(settings, dict):
        raise RecordError("refused.archive", why=Message("archive.settings"))
    if not record.entries and kind not in ("umpire", "online"):
        raise RecordError("refused.archive", why=Message("archive.empty"))
    created, changed, keep = _time(said["created"]), _time(said["changed"]), said["keep"] is True
    match = match_of(record, id_, str(kind), watch, settings)
    return replace(match, created=created, changed=changed, keep=keep)


def _name(text: object) -> str:
    if not isinstance(text, str) or not _NAME.fullmatch(text):
        raise RecordError("refused.archive", why=Message("archive.name"))
    return text


def _time(text: object) -> str:
    """A time as the store has it; one in the future becomes now."""
    said = datetime.fromisoformat(str(text)).astimezone(UTC)
    return min(said, datetime.now(UTC)).isoformat(timespec="milliseconds")
