"""A store can be kept: what expires, what is deleted, what is found wrong, what is taken elsewhere."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from carrom.errors import CarromError, RecordError, Stale, StoreError
from carrom.live.journal import Journal
from carrom.record.entries import Remarked
from carrom.store import KeptMatch, sql
from carrom.store.archive import export_match, import_match
from carrom.store.backup import back_up, restore
from carrom.store.check import faults_of
from carrom.store.sqlite import SqliteStore

GOLDEN = Path(__file__).parent / "golden" / "0.5.0" / "carrom.sqlite"
DAY = timedelta(days=1)
MONTH = timedelta(days=30)
NEXT_DAY = datetime(2026, 11, 17, 10, tzinfo=UTC)
"""The store of 0.5.0 was written the day before."""

NEVER_BEGUN = {"8-BuGfQn-dY", "Y3ujYYVw-yk", "enJSzSHqnmY"}
PRACTICE = "N-DlYNcK2pk"
UPLOADED = "a67ae6dedc1707e03abe"
PLAYED_ONLINE = "Bt9e6TV4Lww"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Every kind of match: over, running, waiting and never begun."""
    shutil.copy(GOLDEN, tmp_path / "carrom.sqlite")
    with closing(SqliteStore(tmp_path / "carrom.sqlite")) as opened:
        yield opened


def ids(store: SqliteStore) -> set[str]:
    return {each.match.id for each in store.holdings()}


def expired(
    store: SqliteStore, now: datetime, spare: tuple[str, ...] = (), desks: timedelta | None = DAY
) -> set[str]:
    """The matches that go by themselves."""
    before = ids(store)
    while store.expire(now, never_begun=DAY, practice=MONTH, desks=desks, spare=spare):
        pass
    return before - ids(store)


def test_tables_never_begun_go_after_a_day(store: SqliteStore) -> None:
    assert expired(store, NEXT_DAY - timedelta(hours=2)) == set()
    assert expired(store, NEXT_DAY) == NEVER_BEGUN


def test_a_table_to_which_a_second_player_came_has_begun(store: SqliteStore) -> None:
    waiting = store.match("8-BuGfQn-dY")
    assert waiting is not None
    store.set_settings(waiting.id, {**waiting.settings, "joined": ["Asha", "Ben"]})

    assert expired(store, NEXT_DAY) == NEVER_BEGUN - {waiting.id}


def test_practice_goes_after_a_month_unless_it_is_kept(store: SqliteStore) -> None:
    assert PRACTICE not in expired(store, NEXT_DAY + 28 * DAY)
    assert store.keep(PRACTICE)
    assert expired(store, NEXT_DAY + MONTH) == {UPLOADED}
    assert store.keep(PRACTICE, keep=False)
    assert expired(store, NEXT_DAY + MONTH) == {PRACTICE}
    assert not store.keep("nowhere")


def test_an_uploaded_record_goes_after_a_month_unless_it_is_kept(store: SqliteStore) -> None:
    assert UPLOADED not in expired(store, NEXT_DAY + 28 * DAY)
    assert store.keep(UPLOADED)
    assert UPLOADED not in expired(store, NEXT_DAY + MONTH)
    assert store.keep(UPLOADED, keep=False)
    assert expired(store, NEXT_DAY + MONTH) == {UPLOADED}


def test_what_is_played_on_stays_for_ever(store: SqliteStore) -> None:
    gone = expired(store, NEXT_DAY + 5000 * DAY)

    assert gone == {*NEVER_BEGUN, PRACTICE, UPLOADED}


def test_a_table_that_somebody_has_open_is_spared(store: SqliteStore) -> None:
    assert expired(store, NEXT_DAY, spare=("Y3ujYYVw-yk",)) == NEVER_BEGUN - {"Y3ujYYVw-yk"}


def test_an_umpires_table_counts_from_the_last_invitation_to_it(store: SqliteStore) -> None:
    """`carrom umpire --web` offers a table again at each start: its code was printed just now."""
    store.invite("enJSzSHqnmY", "printed", "*", at=(NEXT_DAY - timedelta(hours=1)).isoformat())

    assert expired(store, NEXT_DAY) == NEVER_BEGUN - {"enJSzSHqnmY"}
    assert expired(store, NEXT_DAY + DAY) == {"enJSzSHqnmY"}


def test_an_organisers_tables_may_wait_longer_than_others(store: SqliteStore) -> None:
    assert expired(store, NEXT_DAY + 10 * DAY, desks=None) == NEVER_BEGUN - {"enJSzSHqnmY"}
    assert expired(store, NEXT_DAY, desks=7 * DAY) == set()
    assert expired(store, NEXT_DAY + 7 * DAY, desks=7 * DAY) == {"enJSzSHqnmY"}


def test_settings_that_are_no_json_stop_nothing_else_from_expiring(store: SqliteStore) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as file:
        file.execute("UPDATE matches SET settings = '{broken' WHERE id = '8-BuGfQn-dY'")

    assert store.expire(NEXT_DAY, never_begun=DAY, desks=DAY) == len(NEVER_BEGUN) - 1


def test_few_matches_expire_at_once(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "EXPIRED_AT_ONCE", 2)

    counts = [store.expire(NEXT_DAY, never_begun=DAY, desks=DAY) for _ in range(3)]

    assert counts == [2, 1, 0]


def test_a_deleted_match_leaves_nothing_behind(store: SqliteStore, tmp_path: Path) -> None:
    secret = "Łukasz"
    store.close()
    (tmp_path / "carrom.sqlite.version-1").unlink()
    store = SqliteStore(tmp_path / "carrom.sqlite")

    gone = store.delete([PLAYED_ONLINE, "nowhere"])
    tidied = store.truncate_wal()

    with closing(sqlite3.connect(store.path)) as file:
        left = {
            table: file.execute(f"SELECT count(*) FROM {table} WHERE match = ?", (PLAYED_ONLINE,)).fetchone()
            for table in ("entries", "traces", "tokens", "invitations")
        }
    assert (gone, tidied) == (1, True)
    assert store.match(PLAYED_ONLINE) is None
    assert set(left.values()) == {(0,)}
    assert store.faults() == []
    assert all(secret.encode() not in each.read_bytes() for each in tmp_path.iterdir())
    store.close()


def test_the_owner_of_a_deleted_match_can_write_no_more(store: SqliteStore) -> None:
    """The server may have it open: what it enters is refused, and not kept without its match."""
    owner = Journal(store, PLAYED_ONLINE)
    store.delete([PLAYED_ONLINE])

    with pytest.raises(Stale):
        owner.enter(Remarked("too late"))

    assert store.lines(PLAYED_ONLINE) == []


def test_what_a_match_takes_is_listed_with_it(store: SqliteStore) -> None:
    found = {each.match.id: each for each in store.holdings()}

    for id_, holding in found.items():
        traces = store.traces(id_)
        lines = [each.line.encode() for each in store.lines(id_)]
        assert (holding.entries, holding.traces) == (len(lines), len(traces))
        assert holding.bytes == sum(map(len, (*lines, *traces.values())))
    changed = [each.match.changed for each in store.holdings()]
    assert changed == sorted(changed, reverse=True)


def test_a_store_over_its_quota_takes_no_new_match_and_goes_on_with_the_others(
    store: SqliteStore, tmp_path: Path
) -> None:
    new = KeptMatch("new", "screen", "watch-new", ("Asha",), ("Ben",), "international-a")
    at = "2026-11-16T10:00:00.000+00:00"
    with closing(SqliteStore(tmp_path / "carrom.sqlite", quota=store.size() - 1)) as full:
        with pytest.raises(StoreError) as refused:
            full.add(new, {}, at=at)
        Journal(full, PLAYED_ONLINE).enter(Remarked("it goes on"))
        full.add(new, {}, at=at, beyond_quota=True)

    assert refused.value.code == "store/quota"
    assert store.match("new") is not None
    assert Journal(store, PLAYED_ONLINE).entries[-1].event == Remarked("it goes on")


def test_what_is_deleted_counts_no_longer_for_the_quota(store: SqliteStore) -> None:
    before = store.size()

    store.delete(tuple(ids(store)))
    store.truncate_wal()

    assert store.size() < before / 2


def test_every_match_of_0_5_0_is_sound(store: SqliteStore) -> None:
    assert store.faults() == []
    assert {id_: faults_of(store, id_) for id_ in ids(store)} == {id_: [] for id_ in ids(store)}


def spoil(store: SqliteStore, statement: str) -> None:
    with closing(sqlite3.connect(store.path, isolation_level=None)) as file:
        file.execute(statement)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE entries SET line = replace(line, 'Asha', 'Anna') WHERE match = '{}' AND seq = 1", "line 1"),
        ("DELETE FROM entries WHERE match = '{}' AND seq = 4", "line 4"),
        ("UPDATE matches SET summary = replace(summary, '\"over\":true', '\"over\":false')", "score"),
        ("UPDATE matches SET first = '[\"Anna\"]' WHERE id = '{}'", "players"),
        ("UPDATE traces SET trace = x'ff' WHERE match = '{}'", "not a packed trace"),
        ("UPDATE traces SET seq = 1 WHERE match = '{}' AND seq = 6", "entry 1"),
    ],
)
def test_damage_is_found(store: SqliteStore, statement: str, fault: str) -> None:
    match = "iuw2D7lyfkI"
    spoil(store, statement.replace("{}", match))

    assert any(fault in str(each) for each in faults_of(store, match))


def test_a_row_without_its_match_is_found(store: SqliteStore) -> None:
    spoil(store, f"DELETE FROM matches WHERE id = '{PRACTICE}'")

    assert any("matches" in str(each) for each in store.faults())


@pytest.mark.parametrize(
    "id_", ["iuw2D7lyfkI", "_Yn3ljZ4sy8", "enJSzSHqnmY", "a67ae6dedc1707e03abe", PRACTICE]
)
def test_a_match_goes_into_another_store_whole_but_without_links_to_play(
    store: SqliteStore, tmp_path: Path, id_: str
) -> None:
    store.keep(id_)
    match = store.match(id_)
    assert match is not None
    file = export_match(store, match)

    with closing(SqliteStore(tmp_path / "other" / "carrom.sqlite")) as other:
        import_match(other, file)

        assert other.match(id_) == match
        assert other.traces(id_) == store.traces(id_)
        assert [each.line for each in other.lines(id_)] == [each.line for each in store.lines(id_)]
        assert other.tokens(id_) == {}
        assert faults_of(other, id_) == []
        with pytest.raises(StoreError, match="already"):
            import_match(other, file)


def changed_archive(raw: bytes, name: str, content: bytes | None) -> bytes:
    """An archive with one of its files changed, or left out."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(written, "w") as new:
        for each in old.namelist():
            if each != name:
                new.writestr(each, old.read(each))
        if content is not None:
            new.writestr(name, content)
    return written.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("match.json", None),
        ("match.json", b"[]"),
        ("match.json", b'{"carrom": "match", "format": 2}'),
        (f"{PLAYED_ONLINE}.carrom", None),
        (f"{PLAYED_ONLINE}.carrom", b""),
        (f"{PLAYED_ONLINE}.carrom", b"no record\n"),
        ("traces/1", b"x"),
        ("traces/x", b"x"),
        ("traces/999", b"x"),
    ],
)
def test_an_archive_that_is_not_sound_is_refused(
    store: SqliteStore, tmp_path: Path, name: str, content: bytes | None
) -> None:
    match = store.match(PLAYED_ONLINE)
    assert match is not None
    file = changed_archive(export_match(store, match), name, content)

    with closing(SqliteStore(tmp_path / "other" / "carrom.sqlite")) as other:
        with pytest.raises(CarromError):
            import_match(other, file)
        with pytest.raises(RecordError):
            import_match(other, b"no zip")

        assert ids(other) == set()


@pytest.mark.parametrize(
    "change", [{"id": "../up"}, {"kind": "duel"}, {"settings": []}, {"created": "once"}, {"watch": ""}]
)
def test_an_archive_with_a_strange_manifest_is_refused(store: SqliteStore, change: dict[str, object]) -> None:
    match = store.match(PLAYED_ONLINE)
    assert match is not None
    file = export_match(store, match)
    with zipfile.ZipFile(io.BytesIO(file)) as opened:
        said = json.loads(opened.read("match.json"))
    store.delete([PLAYED_ONLINE])

    with pytest.raises(CarromError):
        import_match(store, changed_archive(file, "match.json", json.dumps({**said, **change}).encode()))

    assert PLAYED_ONLINE not in ids(store)


def test_a_backup_is_brought_back_and_the_store_from_before_is_kept(
    store: SqliteStore, tmp_path: Path
) -> None:
    path, saved = store.path, tmp_path / "saved.sqlite"
    everything = store.holdings()
    back_up(path, saved)
    store.delete(tuple(ids(store)))
    store.close()

    before = restore(saved, path)

    assert before is not None
    assert saved.stat().st_mode & 0o777 == path.stat().st_mode & 0o777 == 0o600
    with closing(SqliteStore(path)) as back, closing(SqliteStore(before)) as old:
        assert back.holdings() == everything
        assert old.holdings() == []
    assert [each.name for each in tmp_path.glob("*restoring*")] == []


def test_a_backup_never_replaces_a_file(store: SqliteStore, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")

    with pytest.raises(StoreError, match="exists"):
        back_up(store.path, tmp_path / "mine.txt")
    with pytest.raises(StoreError, match="exists"):
        back_up(store.path, store.path)
    with pytest.raises(StoreError, match="no such folder"):
        back_up(store.path, tmp_path / "no" / "saved.sqlite")

    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_backup_of_0_5_0_is_brought_back(tmp_path: Path) -> None:
    assert restore(GOLDEN, tmp_path / "carrom.sqlite") is None

    with closing(SqliteStore(tmp_path / "carrom.sqlite")) as back:
        assert len(back.holdings()) == 13
    assert {each.name for each in tmp_path.iterdir()} == {"carrom.sqlite"}


@pytest.mark.parametrize("content", [b"", b"some text\n" * 1000, None])
def test_what_is_no_sound_backup_is_refused_and_the_store_stays(
    store: SqliteStore, tmp_path: Path, content: bytes | None
) -> None:
    saved = tmp_path / "saved.sqlite"
    if content is None:
        back_up(store.path, saved)
        with closing(sqlite3.connect(saved, isolation_level=None)) as file:
            file.execute("UPDATE entries SET line = replace(line, 'Asha', 'Anna') WHERE seq = 1")
    else:
        saved.write_bytes(content)
    everything = store.holdings()
    store.close()

    with pytest.raises(StoreError, match=r"saved\.sqlite"):
        restore(saved, store.path)

    with closing(SqliteStore(store.path)) as still:
        assert still.holdings() == everything
    assert list(tmp_path.glob("*before*")) == list(tmp_path.glob("*restoring*")) == []
