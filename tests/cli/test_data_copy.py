"""carrom data over a PostgreSQL database, and a whole club that moves from one store to another."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.cli.run import carrom, refusal
from tests.cli.serving import begun
from tools.postgres import PASSWORD, PostgresServer

from carrom.live.journal import Journal
from carrom.record.entries import Remarked
from carrom.server.signing import SHARED_KEY, Signer
from carrom.store import sql
from carrom.store.postgresql import PostgresStore
from carrom.store.sqlite import SqliteStore

GOLDEN = Path(__file__).parents[1] / "store" / "golden" / "0.5.0" / "carrom.sqlite"
TABLES = ("matches", "tokens", "entries", "traces", "invitations")
PRACTICE, OVER = "N-DlYNcK2pk", "iuw2D7lyfkI"
KEY = "-----BEGIN PRIVATE KEY-----\nof a club\n-----END PRIVATE KEY-----\n"

Rows = dict[str, list[tuple[Any, ...]]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a club: thirteen matches of every kind, with invitations, and its key."""
    made = tmp_path / "club"
    made.mkdir()
    shutil.copy(GOLDEN, made / "carrom.sqlite")
    with closing(SqliteStore(made / "carrom.sqlite")) as store:
        store.invite(PRACTICE, "used", "Zoë", at="2026-05-01T10:00:00+00:00", alone=True)
        store.exchange("used", "token of Zoë")
        store.invite(PRACTICE, "unused", "*", at="2026-05-01T10:00:00+00:00")
        store.keep(PRACTICE)
    (made / "server.key").write_text(KEY, encoding="utf-8")
    return made


@pytest.fixture
def club(folder: Path, database: str) -> str:
    """The database of the same club."""
    copied(folder, database)
    return database


def copied(source: Path | str, target: Path | str) -> subprocess.CompletedProcess[str]:
    done = carrom("data", "copy", str(source), str(target))
    assert done.returncode == 0, done.stderr
    assert PASSWORD not in done.stdout + done.stderr
    return done


def in_folder(folder: Path) -> Rows:
    """Every row of the store of a folder, as SQLite tells it."""
    with closing(sqlite3.connect(folder / "carrom.sqlite")) as file:
        return {table: sorted(file.execute(f"SELECT * FROM {table}"), key=repr) for table in TABLES}


def in_database(url: str) -> Rows:
    """Every row of a database, without what only several nodes need."""
    with psycopg.connect(url) as connection:
        rows = {
            table: [tuple(row) for row in connection.execute(f"SELECT * FROM {table}".encode())]
            for table in TABLES
        }
    rows["matches"] = [row[:12] for row in rows["matches"]]
    return {table: sorted(each, key=repr) for table, each in rows.items()}


def test_a_club_moves_to_a_database_and_back_and_every_row_is_the_same(
    folder: Path, database: str, tmp_path: Path
) -> None:
    done = copied(folder, database)
    copied(database, tmp_path / "back")

    assert "13 matches" in done.stdout
    assert all(in_folder(folder).values())
    assert in_database(database) == in_folder(folder)
    assert in_folder(tmp_path / "back") == in_folder(folder)
    assert (tmp_path / "back" / "server.key").read_text(encoding="utf-8") == KEY
    assert (tmp_path / "back" / "server.key").stat().st_mode & 0o077 == 0
    assert carrom("data", "check", "--data", str(tmp_path / "back")).returncode == 0


def test_a_club_moves_from_one_database_to_another(club: str, postgres: PostgresServer) -> None:
    other = postgres.make_database()
    copied(club, other)
    with closing(PostgresStore(club)) as here, closing(PostgresStore(other)) as there:
        keys = [each.cluster.shared(SHARED_KEY, lambda: "none") for each in (here, there)]
        secrets = {each.cluster.secret for each in (here, there)}

    assert in_database(other) == in_database(club)
    assert keys == [KEY, KEY]
    assert len(secrets) == 2
    postgres.drop_database(other)


def test_what_was_moved_is_played_on_there(club: str, tmp_path: Path) -> None:
    with closing(PostgresStore(club)) as store:
        store.cluster.join("node:1")
        store.cluster.claim(PRACTICE)
        Journal(store, PRACTICE).enter(Remarked("in the database"))
        found = store.by_token("token of Zoë")
        store.cluster.leave()
    copied(club, tmp_path / "back")
    with closing(SqliteStore(tmp_path / "back" / "carrom.sqlite")) as store:
        again = Journal(store, PRACTICE)
        again.enter(Remarked("in the folder"))

    assert found is not None
    assert (found[0].id, found[1]) == (PRACTICE, "Zoë")
    assert [each.event for each in again.entries[-2:]] == [
        Remarked("in the database"),
        Remarked("in the folder"),
    ]


def test_matches_are_signed_by_the_same_key_after_a_move(folder: Path, database: str, tmp_path: Path) -> None:
    (folder / "server.key").unlink()
    before = Signer(folder / "server.key").fingerprint
    copied(folder, database)
    copied(database, tmp_path / "back")

    with closing(PostgresStore(database)) as store:
        assert Signer(tmp_path / "none", store.cluster).fingerprint == before != ""
    assert Signer(tmp_path / "back" / "server.key").fingerprint == before


@pytest.mark.parametrize("direction", ["to a database", "to a folder"])
def test_a_copy_that_is_interrupted_has_copied_nothing(
    folder: Path,
    database: str,
    postgres: PostgresServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    direction: str,
) -> None:
    there: Path | str = database
    if direction == "to a folder":
        copied(folder, database)
        folder, there = database, tmp_path / "back"  # type: ignore[assignment]  # FROM, whichever it is
    rows_of = sql.SqlStore._rows_of
    left = iter(range(7))

    def stops(store: sql.SqlStore, session: sql.Session, match: str) -> object:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return rows_of(store, session, match)

    with monkeypatch.context() as patched:
        patched.setattr(sql.SqlStore, "_rows_of", stops)
        done = carrom("data", "copy", str(folder), str(there))
    left_there = in_folder(there) if isinstance(there, Path) else in_database(there)

    assert done.returncode == 130
    assert not any(left_there.values())
    assert not (tmp_path / "back" / "server.key").exists()
    copied(folder, there)


@pytest.mark.parametrize("lost", ["TO", "FROM"])
def test_a_database_that_is_lost_in_the_middle_is_one_line(
    club: str, tmp_path: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    to = postgres.make_database() if lost == "TO" else str(tmp_path / "back")
    rows_of = sql.SqlStore._rows_of
    count = iter(range(7))

    def loses(store: sql.SqlStore, session: sql.Session, match: str) -> object:
        if next(count, None) is None:
            with psycopg.connect(postgres.url(), autocommit=True) as other:
                query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                other.execute(query, ((to if lost == "TO" else club).rpartition("/")[2],))
        return rows_of(store, session, match)

    with monkeypatch.context() as patched:
        patched.setattr(sql.SqlStore, "_rows_of", loses)
        said = refusal(carrom("data", "copy", club, to))

    assert "the database cannot be reached" in said
    assert not any((in_database(to) if lost == "TO" else in_folder(Path(to))).values())
    if lost == "TO":
        postgres.drop_database(to)


def test_a_text_that_a_database_cannot_hold_is_one_line_and_nothing_is_copied(
    folder: Path, database: str
) -> None:
    with closing(sqlite3.connect(folder / "carrom.sqlite", isolation_level=None)) as file:
        file.execute("UPDATE tokens SET player = ? WHERE match = ?", ("a\0b", PRACTICE))

    assert "NUL" in refusal(carrom("data", "copy", str(folder), database))
    assert not any(in_database(database).values())


def test_a_long_copy_says_how_far_it_is(folder: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("carrom.cli.output.PROGRESS_EVERY", 0.0)

    assert re.match(r"1 of 13.*\n2 of 13", copied(folder, database).stderr)


def empty(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    return database, tmp_path / "new"


def full_folder(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    copied(folder, tmp_path / "new")
    return folder, tmp_path / "new"


def full_database(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    copied(folder, database)
    return folder, database


def same(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    return folder, folder


def same_database(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    copied(folder, database)
    return database, database


def wrong_url(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    return folder, f"mysql://asha:{PASSWORD}@127.0.0.1/club"


def no_server(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    return folder, "postgresql://asha:secret@127.0.0.1:1/club"


def no_database(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    return f"{database}-that-is-not-there", tmp_path / "new"


def file_as_folder(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    return folder, folder / "server.key"


def other_key(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "server.key").write_text("of another club", encoding="utf-8")
    return folder, tmp_path / "new"


def nowhere(folder: Path, database: str, tmp_path: Path) -> tuple[Path | str, Path | str]:
    return tmp_path / "nowhere", database


@pytest.mark.parametrize(
    ("places", "said"),
    [
        (nowhere, "nowhere: no matches are kept here"),
        (empty, "no matches are kept in this database"),
        (full_folder, "there are matches here already"),
        (full_database, "there are matches here already"),
        (same, "there are matches here already"),
        (same_database, "there are matches here already"),
        (wrong_url, "TO: this is not the address of a PostgreSQL database"),
        (no_server, "the database cannot be reached"),
        (no_database, "the database cannot be reached"),
        (file_as_folder, "server.key"),
        (other_key, "another key"),
    ],
)
def test_what_cannot_be_copied_is_refused_in_a_line_in_every_language(
    folder: Path,
    database: str,
    tmp_path: Path,
    places: Callable[[Path, str, Path], tuple[Path | str, Path | str]],
    said: str,
) -> None:
    words = ["data", "copy", *map(str, places(folder, database, tmp_path))]

    lines = {lang: refusal(carrom(*words, "--lang", lang)) for lang in ("en", "fr", "de")}

    assert said in lines["en"]
    assert len(set(lines.values())) == 3
    assert not any(PASSWORD in line or "secret@" in line for line in lines.values())
    assert not (tmp_path / "nowhere").exists()


def test_a_folder_on_which_a_server_runs_is_not_copied_from_or_to(database: str, tmp_path: Path) -> None:
    with begun("serve", "--port", "0", "--data", str(tmp_path / "club"), "--workers", "1"):
        words = [("data", "copy", str(tmp_path / "club"), database)]
        words += [("data", "copy", str(tmp_path / "other"), str(tmp_path / "club"))]
        SqliteStore(tmp_path / "other" / "carrom.sqlite").close()
        refused = [refusal(carrom(*each)) for each in words]

    assert all("end it first" in line for line in refused)


def test_a_database_that_servers_use_is_not_copied_from_or_to(
    folder: Path, club: str, tmp_path: Path, postgres: PostgresServer
) -> None:
    target = postgres.make_database()
    with closing(PostgresStore(club)) as one, closing(PostgresStore(target)) as two:
        one.cluster.join("node:1")
        two.cluster.join("node:2")
        words = [("data", "copy", club, str(tmp_path / "new")), ("data", "copy", str(folder), target)]
        refused = [[refusal(carrom(*each, "--lang", lang)) for lang in ("en", "fr")] for each in words]

        assert all("end all of them first" in line for line, _ in refused)
        assert all("arrêtez-les tous d'abord" in line for _, line in refused)
        assert not any(in_database(target).values())
    postgres.drop_database(target)


def test_no_server_joins_while_a_copy_is_made(club: str) -> None:
    with closing(PostgresStore(club)) as old, closing(PostgresStore(club)) as node:

        def joins(_: object) -> str:
            with pytest.raises(Exception, match="try again") as late:
                node.cluster.join("node:1")
            return str(getattr(late.value, "code", late.value))

        assert old.dump(joins) == "store/locked"


@pytest.fixture
def of_database(club: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """carrom data with the database of a club, whose address comes from the environment."""
    monkeypatch.setenv("CARROM_STORE", club)
    return lambda *words, says="": carrom("data", *words, says=says)


def test_every_command_reads_a_database_as_it_reads_a_folder(
    club: str, folder: Path, of_database: Callable[..., Any]
) -> None:
    for words in (["list", "--json"], ["show", OVER], ["check"], ["prune", "--older-than", "1h"]):
        named, here = (
            carrom("data", *words, *place) for place in (["--store", club], ["--data", str(folder)])
        )
        said = of_database(*words)

        assert (said.returncode, said.stdout) == (here.returncode, here.stdout)
        assert named.stdout == here.stdout


def test_matches_of_a_database_are_kept_erased_deleted_exported_and_imported(
    club: str, tmp_path: Path, of_database: Callable[..., Any]
) -> None:
    said = [
        of_database("keep", OVER),
        of_database("erase", OVER, "--yes"),
        of_database("export", OVER, "-o", str(tmp_path / "out")),
        of_database("delete", OVER, "--yes"),
        of_database("import", str(tmp_path / "out" / f"{OVER}.zip")),
        of_database("prune", "--older-than", "0h", "--kind", "practice", "--kept-too", "--really"),
    ]
    left = {each["id"] for each in json.loads(of_database("list", "--json").stdout)}

    assert [each.returncode for each in said] == [0] * 6, [each.stderr for each in said]
    assert OVER in left
    assert PRACTICE not in left


def test_a_match_that_a_server_has_open_is_neither_deleted_nor_erased(
    club: str, of_database: Callable[..., Any]
) -> None:
    with closing(PostgresStore(club)) as node:
        node.cluster.join("node:1")
        node.cluster.claim(OVER)
        refused = [
            refusal(of_database(*words, OVER, "--yes")) for words in (["delete", "--even-if-live"], ["erase"])
        ]
        pruned = of_database("prune", "--older-than", "0h", "--kept-too", "--really")
        left = node.match(OVER)

    assert all("a server has this open" in line for line in refused)
    assert "12 matches" in pruned.stdout
    assert left is not None


def test_backups_of_a_database_are_its_own(club: str, tmp_path: Path) -> None:
    for word in ("backup", "restore"):
        assert "pg_dump" in refusal(carrom("data", word, str(tmp_path / "b"), "--store", club))
    assert not (tmp_path / "b").exists()


def test_a_folder_that_is_named_goes_before_the_environment(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARROM_STORE", "postgresql://127.0.0.1:1/club")

    assert carrom("data", "list", "--data", str(folder)).returncode == 0
    both = ["--data", str(folder), "--store", "postgresql://127.0.0.1:1/club"]
    assert "not both" in refusal(carrom("data", "list", *both))
    assert "cannot be reached" in refusal(carrom("data", "list"))


def test_a_database_without_a_store_is_left_as_it_is(database: str) -> None:
    assert "no matches are kept in this database" in refusal(carrom("data", "list", "--store", database))
    with psycopg.connect(database) as connection:
        query = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
        assert connection.execute(query).fetchone() == (0,)
