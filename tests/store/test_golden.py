"""Stores written by earlier versions open in this one, and nothing in them is lost.

`golden/0.5.0` was written by the commands of version 0.5.0 (`carrom umpire --web`, and its server under
programs that play): every kind of match, over, running, waiting and never begun, with its links. It is never
written again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from carrom.errors import StoreError
from carrom.live.journal import Journal
from carrom.store import migrations, read_lines, summary_of
from carrom.store.sqlite import SqliteStore

GOLDEN = Path(__file__).parent / "golden" / "0.5.0"
EXPECTED: dict[str, Any] = json.loads((GOLDEN / "expected.json").read_text(encoding="utf-8"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A copy, so that the store of 0.5.0 stays as it was."""
    shutil.copy(GOLDEN / "carrom.sqlite", tmp_path)
    with closing(SqliteStore(tmp_path / "carrom.sqlite")) as opened:
        yield opened


@pytest.mark.parametrize("match", EXPECTED["matches"])
def test_a_match_of_0_5_0_has_every_entry_and_trace(store: SqliteStore, match: str) -> None:
    expected = EXPECTED["matches"][match]

    kept, lines = store.match(match), [each.line for each in store.lines(match)]
    traces = [store.trace(match, seq) for seq in range(1, len(lines) + 1)]

    assert kept is not None
    assert (kept.kind, kept.watch) == (expected["kind"], expected["watch"])
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == expected["sha256"]
    assert sum(trace is not None for trace in traces) == expected["traces"]
    assert len(Journal(store, match).entries) == expected["entries"]


@pytest.mark.parametrize("match", EXPECTED["matches"])
def test_the_links_of_0_5_0_lead_where_they_led(store: SqliteStore, match: str) -> None:
    expected = EXPECTED["matches"][match]

    found = {token: store.by_token(token) for token in (*expected["tokens"], expected["watch"])}

    assert {token: each and (each[0].id, each[1]) for token, each in found.items()} == {
        **{token: (match, player) for token, player in expected["tokens"].items()},
        expected["watch"]: (match, ""),
    }


def test_the_step_from_0_5_0_keeps_no_token_in_the_clear_and_a_copy_of_the_store(
    store: SqliteStore, tmp_path: Path
) -> None:
    tokens = [token for each in EXPECTED["matches"].values() for token in each["tokens"]]
    store.close()

    written = b"".join(
        each.read_bytes() for each in tmp_path.glob("carrom.sqlite*") if "version" not in each.name
    )
    copy = tmp_path / "carrom.sqlite.version-1"

    assert tokens
    assert [token for token in tokens if token.encode() in written] == []
    assert all(token.encode() in copy.read_bytes() for token in tokens)
    assert copy.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("match", EXPECTED["matches"])
def test_the_summary_of_a_match_of_0_5_0_is_read_again_from_its_record(
    store: SqliteStore, match: str
) -> None:
    kept = store.match(match)

    assert kept is not None
    assert kept.summary == summary_of(read_lines(each.line for each in store.lines(match)))
    assert len(kept.summary.levels) == len((*kept.first, *kept.second))


def test_a_damaged_record_does_not_stop_the_step_and_keeps_what_was_known_of_it(tmp_path: Path) -> None:
    path = tmp_path / "carrom.sqlite"
    shutil.copy(GOLDEN / "carrom.sqlite", path)
    with closing(sqlite3.connect(path)) as file:
        (match, before) = file.execute("SELECT id, strokes FROM matches WHERE strokes > 0 LIMIT 1").fetchone()
        file.execute("UPDATE entries SET line = '{' WHERE match = ? AND seq = 2", (match,))
        file.commit()

    with closing(SqliteStore(path)) as store:
        kept = store.match(match)

    assert kept is not None
    assert kept.summary.strokes == before


def test_a_step_that_fails_leaves_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "carrom.sqlite"
    shutil.copy(GOLDEN / "carrom.sqlite", path)

    def fails(file: sqlite3.Connection) -> None:
        file.execute("DELETE FROM tokens")
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setitem(migrations.STEPS, 1, fails)
    with pytest.raises(StoreError):
        SqliteStore(path)

    with closing(sqlite3.connect(path)) as file:
        (version,), (tokens,) = (
            file.execute(query).fetchone() for query in ("PRAGMA user_version", "SELECT count(*) FROM tokens")
        )
    assert list(tmp_path.glob("carrom.sqlite.version-*")) == []
    assert version == 1
    assert tokens == sum(len(each["tokens"]) for each in EXPECTED["matches"].values())


def test_a_later_step_overwrites_no_copy_of_an_earlier_one(tmp_path: Path) -> None:
    """After a restore of an old backup there is a copy of that version already."""
    path = tmp_path / "carrom.sqlite"
    for name in ("version-1", "version-1-2"):
        path.with_name(f"{path.name}.{name}").write_text("an earlier copy")
    shutil.copy(GOLDEN / "carrom.sqlite", path)

    SqliteStore(path).close()

    copies = {each.name: each.read_bytes() for each in tmp_path.glob("carrom.sqlite.version-*")}
    assert copies.pop("carrom.sqlite.version-1") == b"an earlier copy"
    assert copies.pop("carrom.sqlite.version-1-2") == b"an earlier copy"
    assert [(name, copy[:6]) for name, copy in copies.items()] == [("carrom.sqlite.version-1-3", b"SQLite")]
