"""Stores written by earlier versions open in this one, and nothing in them is lost.

`golden/0.5.0` was written by the commands of version 0.5.0 (`carrom umpire --web`, and its server under
programs that play), `golden/0.13.0` by the server of version 0.13.0: every kind of match, over, running,
waiting and never begun, with its links. `golden/postgresql-4.sql` is what pg_dump wrote of the first version
that had PostgreSQL, after a node had died with a match in memory. None of them is ever written again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from carrom.errors import StoreError
from carrom.live.journal import Journal
from carrom.record import decode, encode
from carrom.record.entries import Remarked, Struck
from carrom.store import Store, migrations, read_lines, summary_of
from carrom.store.opening import open_store
from carrom.store.postgresql import PostgresStore
from carrom.store.sqlite import SqliteStore
from carrom.stroke import Aim
from carrom.table import Table
from carrom.table.asks import ToStrike

FOLDER = Path(__file__).parent / "golden"
GOLDEN = FOLDER / "0.5.0"


def expected_of(name: str) -> dict[str, Any]:
    """What was in the store when it was written."""
    file = FOLDER / name / "expected.json" if (FOLDER / name).is_dir() else FOLDER / f"{name}.json"
    expected: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return expected


EXPECTED = expected_of("0.5.0")


@dataclass
class Golden:
    """A store of an earlier version, opened by this one, and what it has to hold."""

    store: Store
    expected: dict[str, Any]

    @property
    def matches(self) -> dict[str, Any]:
        matches: dict[str, Any] = self.expected["matches"]
        return matches


def load_dump(file: Path, url: str) -> None:
    """What psql does: the statements are sent as they are."""
    with psycopg.connect(url) as connection:
        connection.execute(file.read_bytes())


@pytest.fixture(params=["0.5.0", "0.13.0", "postgresql-4"])
def golden(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Golden]:
    """A copy, so that the store stays as it was."""
    name: str = request.param
    where: Path | str = tmp_path / "carrom.sqlite"
    if name.startswith("postgresql"):
        where = str(request.getfixturevalue("database"))
        load_dump(FOLDER / f"{name}.sql", where)
    else:
        shutil.copy(FOLDER / name / "carrom.sqlite", tmp_path)
    with closing(open_store(where)) as store:
        yield Golden(store, expected_of(name))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """A copy of the store of 0.5.0."""
    shutil.copy(GOLDEN / "carrom.sqlite", tmp_path)
    with closing(SqliteStore(tmp_path / "carrom.sqlite")) as opened:
        yield opened


def test_every_match_has_every_entry_and_trace(golden: Golden) -> None:
    for match, expected in golden.matches.items():
        kept, lines = golden.store.match(match), [each.line for each in golden.store.lines(match)]

        assert kept is not None
        assert (kept.kind, kept.watch) == (expected["kind"], expected["watch"])
        assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == expected["sha256"]
        assert len(golden.store.traces(match)) == expected["traces"]
        assert len(Journal(golden.store, match).entries) == expected["entries"]
    assert {each.match.id for each in golden.store.holdings()} == set(golden.matches)


def test_a_table_of_an_earlier_version_is_written_as_it_was(golden: Golden) -> None:
    """Else its checksum, and all after it, would not fit any more."""
    tables = 0
    for match in golden.matches:
        first = next(iter(golden.store.lines(match)), None)
        if first is not None and '"table"' in first.line:
            tables += 1
            assert encode(decode(first.line, 1)[0]) == first.line
    assert tables


def test_every_link_leads_where_it_led(golden: Golden) -> None:
    for match, expected in golden.matches.items():
        found = {token: golden.store.by_token(token) for token in (*expected["tokens"], expected["watch"])}

        assert {token: each and (each[0].id, each[1]) for token, each in found.items()} == {
            **{token: (match, player) for token, player in expected["tokens"].items()},
            expected["watch"]: (match, ""),
        }


@pytest.mark.parametrize("golden", ["0.13.0", "postgresql-4"], indirect=True)
def test_an_invitation_that_was_not_used_can_be_used(golden: Golden) -> None:
    codes = [
        (match, code, player)
        for match, expected in golden.matches.items()
        for code, player in expected.get("invitations", {}).items()
    ]
    for match, code, player in codes:
        found = golden.store.exchange(code, "a new token")

        assert found is not None
        assert (found[0].id, found[1]) == (match, player)
        assert golden.store.exchange(code, "another token") is None
    assert len(codes) == 1


def test_every_summary_is_that_of_its_record(golden: Golden) -> None:
    for match, expected in golden.matches.items():
        if not expected["entries"]:
            continue
        kept = golden.store.match(match)

        assert kept is not None
        assert kept.summary == summary_of(read_lines(each.line for each in golden.store.lines(match)))
        assert len(kept.summary.levels) == len((*kept.first, *kept.second))


def test_a_simulated_match_is_played_on(golden: Golden) -> None:
    waiting = 0
    for match, expected in golden.matches.items():
        if expected["kind"] in ("umpire", "file") or not expected["traces"]:
            continue
        table = Table.resume(Journal(golden.store, match))
        if not isinstance(table.asks, ToStrike):
            continue
        waiting += 1
        player = table.asks.player
        table.strike(player, Aim.parse(f"{table.seat_of(player).value} x 0.0, angle 1.5, speed 1.0"))

        again = Journal(golden.store, match)
        assert len(again.entries) > expected["entries"]
        assert any(isinstance(each.event, Struck) for each in again.entries[expected["entries"] :])
    assert waiting >= 3


def test_an_umpired_match_is_played_on(golden: Golden) -> None:
    match = next(
        match
        for match, expected in golden.matches.items()
        if expected["kind"] == "umpire" and expected["entries"] > 1
    )
    Journal(golden.store, match).enter(Remarked("after the update"))

    assert Journal(golden.store, match).entries[-1].event == Remarked("after the update")


def test_a_database_keeps_its_secret_and_frees_the_match_of_a_node_that_died(database: str) -> None:
    load_dump(FOLDER / "postgresql-4.sql", database)
    expected = expected_of("postgresql-4")
    match = expected["left_by_a_node"]

    with closing(PostgresStore(database)) as store:
        store.cluster.join("127.0.0.1:8766")

        assert store.cluster.secret.hex() == expected["secret"]
        assert store.cluster.owner(match) == ""
        assert store.cluster.claim(match) == ""
        Journal(store, match).enter(Remarked("by its new owner"))


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


@pytest.mark.parametrize(("name", "version"), [("0.5.0", 1), ("0.13.0", 3)])
def test_the_file_as_it_was_stays_beside_the_store(tmp_path: Path, name: str, version: int) -> None:
    shutil.copy(FOLDER / name / "carrom.sqlite", tmp_path)

    SqliteStore(tmp_path / "carrom.sqlite").close()

    with closing(sqlite3.connect(tmp_path / f"carrom.sqlite.version-{version}")) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (version,)
        matches = {match for (match,) in copy.execute("SELECT id FROM matches")}
    assert matches == set(expected_of(name)["matches"])


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
