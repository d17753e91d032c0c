"""The schema of the SQLite store, and the steps that migrate a store of an earlier version.

All steps run in one transaction. A copy of the old store stays beside it, named after its version; an earlier
copy is never overwritten.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import asdict
from itertools import chain, count
from pathlib import Path

from carrom.errors import CarromError
from carrom.store.records import read_lines, summary_of
from carrom.store.store import MatchSummary, hash_token

APPLICATION_ID = 0x63617272
"""Marks our files: "carr". A file of another program is left alone."""

SCHEMA = 4
"""Of the tables below; in the file as `user_version`."""

_INVITATIONS = """
CREATE TABLE invitations (
    hash TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES matches (id),
    player TEXT NOT NULL, made TEXT NOT NULL, alone INTEGER NOT NULL, token TEXT) WITHOUT ROWID;
CREATE INDEX invitations_match ON invitations (match);
CREATE TABLE heartbeat (id INTEGER PRIMARY KEY, at TEXT);
"""

TABLES = f"""
CREATE TABLE matches (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, watch TEXT NOT NULL UNIQUE,
    first TEXT NOT NULL, second TEXT NOT NULL, rulebook TEXT NOT NULL,
    settings TEXT NOT NULL, summary TEXT NOT NULL, strokes INTEGER NOT NULL,
    created TEXT NOT NULL, changed TEXT NOT NULL, keep INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
CREATE INDEX matches_changed ON matches (changed DESC) WHERE strokes > 0;
CREATE TABLE tokens (
    hash TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES matches (id), player TEXT NOT NULL,
    place INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX tokens_match ON tokens (match, place);
CREATE TABLE entries (
    match TEXT NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL, line TEXT NOT NULL, request TEXT,
    PRIMARY KEY (match, seq), UNIQUE (match, request)) WITHOUT ROWID;
CREATE TABLE traces (
    match TEXT NOT NULL REFERENCES matches (id), seq INTEGER NOT NULL, trace BLOB NOT NULL,
    PRIMARY KEY (match, seq));
{_INVITATIONS}"""


def _hash_tokens(file: sqlite3.Connection) -> None:
    """To version 2: hashed tokens, invitations, matches that are kept for good."""
    file.create_function("hash_token", 1, hash_token, deterministic=True)
    statements = f"""
    UPDATE tokens SET token = hash_token(token);
    ALTER TABLE tokens RENAME COLUMN token TO hash;
    ALTER TABLE matches ADD COLUMN keep INTEGER NOT NULL DEFAULT 0;
    {_INVITATIONS}"""
    for statement in statements.split(";\n"):
        file.execute(statement)


def _summarise_again(file: sqlite3.Connection) -> None:
    """To version 3: summaries with scores, boards, levels and without strokes that were taken back.

    Reads every record once. One that is damaged keeps what was known of it.
    """
    matches = file.execute("SELECT id, summary FROM matches").fetchall()
    for match, summary in matches:
        lines = file.execute("SELECT line FROM entries WHERE match = ? ORDER BY seq", (match,))
        try:
            now = summary_of(read_lines(line for (line,) in lines))
        except CarromError:
            now = MatchSummary(**json.loads(summary))
        new = (json.dumps(asdict(now), separators=(",", ":")), now.strokes, match)
        file.execute("UPDATE matches SET summary = ?, strokes = ? WHERE id = ?", new)


def _keep(file: sqlite3.Connection) -> None:
    """To version 4: new traces are packed as numbers, which earlier versions cannot read."""


STEPS: dict[int, Callable[[sqlite3.Connection], None]] = {1: _hash_tokens, 2: _summarise_again, 3: _keep}


def pragma(file: sqlite3.Connection, name: str) -> int:
    """The number that SQLite keeps under a name."""
    return int(file.execute(f"PRAGMA {name}").fetchone()[0])


def migrate(file: sqlite3.Connection, path: Path) -> None:
    """Migrate an open store to this version, all or nothing, after copying it."""
    file.execute("BEGIN IMMEDIATE")
    made = None
    try:
        # Another process may have done it while we waited for the lock.
        version = pragma(file, "user_version")
        if version < SCHEMA:
            made = _free_name(path.with_name(f"{path.name}.version-{version}"))
            copy_store(path, made)
        for step in range(version, SCHEMA):
            STEPS[step](file)
        file.execute(f"PRAGMA user_version = {SCHEMA}")
        file.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            file.execute("ROLLBACK")
        if made is not None:  # the store itself is still as it was
            made.unlink(missing_ok=True)
        raise


def _free_name(wanted: Path) -> Path:
    """The name itself, or with the first number that makes it free."""
    names = chain([wanted], (wanted.with_name(f"{wanted.name}-{number}") for number in count(2)))
    return next(each for each in names if not each.exists())


def copy_store(path: Path, to: Path) -> None:
    """Copy a store that may be in use; only users who can read the store can read the copy.

    The copy gets its name only once it is complete and on disk.
    """
    beside = to.with_name(f"{to.name}.part")
    beside.unlink(missing_ok=True)
    os.close(os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(beside)) as target:
            source.backup(target)
            # One plain file: without a log beside it, it can be copied and moved as it is.
            target.execute("PRAGMA journal_mode = DELETE")
        with beside.open("rb+") as written:
            os.fsync(written.fileno())
        os.chmod(beside, path.stat().st_mode & 0o700)
        beside.replace(to)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def version_of(path: Path) -> int:
    """The version of a store, without changing it; 0 for any other file."""
    if not path.is_file():
        return 0
    with closing(sqlite3.connect(store_uri(path, "ro"), uri=True)) as file, suppress(sqlite3.Error):
        if pragma(file, "application_id") == APPLICATION_ID:
            return pragma(file, "user_version")
    return 0


def store_uri(path: Path, mode: str) -> str:
    return f"{path.absolute().as_uri()}?mode={mode}"
