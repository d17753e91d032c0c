"""What only the PostgreSQL store does: refuse databases, survive its server, use its indexes."""

from __future__ import annotations

from contextlib import closing
from threading import Thread

import psycopg
import pytest
from tests.store.test_store import AT, kept, match
from tools.postgres import PASSWORD, PostgresServer

from carrom.errors import CarromError, StoreError
from carrom.live.journal import Journal
from carrom.record.entries import Remarked
from carrom.store import postgresql
from carrom.store.opening import open_store
from carrom.store.postgresql import PostgresStore


def refused(url: str) -> StoreError:
    with pytest.raises(StoreError) as wrong:
        open_store(url)
    assert "\n" not in str(wrong.value)
    assert PASSWORD not in str(wrong.value)
    assert "secret" not in str(wrong.value)
    return wrong.value


def change(url: str, statement: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())


def test_a_database_of_a_newer_program_is_refused(database: str) -> None:
    open_store(database).close()
    change(database, "UPDATE cluster SET value = '99' WHERE name = 'schema'")

    assert refused(database).code == "store/newer"


@pytest.mark.parametrize("table", ["recipes (cake text)", "matches (id text)", "cluster (name text)"])
def test_a_database_of_another_program_is_refused_and_left_as_it_is(database: str, table: str) -> None:
    change(database, f"CREATE TABLE {table}")

    assert refused(database).code == "store/foreign"
    with psycopg.connect(database) as connection:
        query = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
        assert connection.execute(query).fetchone() == (1,)


def test_a_database_that_could_not_hold_every_name_is_refused(postgres: PostgresServer) -> None:
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(
            "CREATE DATABASE old ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
        )

    assert refused(postgres.url("old")).arguments["encoding"] == "LATIN1"
    postgres.drop_database(postgres.url("old"))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://asha:secret@nowhere.invalid/club",
        "postgresql://asha:secret@127.0.0.1:1/club",
        "postgresql://asha:se/secret@127.0.0.1/club",
        "postgresql://asha:12/secret@127.0.0.1/club",
        "postgresql://asha:x@secret@127.0.0.1/club",
        "postgresql://asha:se?secret@127.0.0.1/club",
        "postgresql://asha:secret@127.0.0.1:secret/club",
        "postgresql://asha:secret@127.0.0.1/club?no=secret",
        "postgresql://[secret",
    ],
)
def test_a_wrong_address_is_refused_in_one_line_without_its_password(url: str) -> None:
    assert refused(url).code in ("store/foreign", "store/unreachable")


def test_a_wrong_password_or_database_is_refused_in_one_line(postgres: PostgresServer) -> None:
    wrong = postgres.url().replace("club", "clubs")

    assert refused(wrong).code == "store/unreachable"
    assert "nowhere" in str(refused(postgres.url("nowhere")))


def test_many_that_open_an_empty_database_at_once_make_one_store(database: str) -> None:
    opened: list[PostgresStore] = []
    threads = [Thread(target=lambda: opened.append(PostgresStore(database))) for _ in range(6)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert len({each.cluster.secret for each in opened}) == 1
    assert len(opened) == 6
    for store in opened:
        store.close()


def test_a_second_process_that_only_reads_changes_nothing(database: str) -> None:
    with (
        closing(PostgresStore(database)) as writer,
        closing(PostgresStore(database, read_only=True)) as reader,
    ):
        kept(writer)

        assert len(reader.lines("m1")) == 1
        with pytest.raises(StoreError) as wrong:
            reader.keep("m1")
        assert wrong.value.code == "store/unwritable"


def test_a_text_that_no_database_holds_is_not_found(database: str) -> None:
    with closing(PostgresStore(database)) as store:
        assert store.match("a\0b") is None
        assert store.by_token("a\0b") is None


def test_a_server_that_restarts_is_noticed_by_nobody_who_asks_nothing_meanwhile(
    database: str, postgres: PostgresServer
) -> None:
    with closing(PostgresStore(database)) as store:
        record = kept(store)
        store.cluster.join("node:1")
        store.cluster.claim("m1")

        postgres.restart("immediate")

        assert store.cluster.renew() == frozenset()
        record.enter(Remarked("as if nothing had happened"))
        assert len(store.lines("m1")) == 2


def test_a_server_that_is_away_is_one_line_and_works_again_by_itself(
    database: str, postgres: PostgresServer
) -> None:
    with closing(PostgresStore(database)) as store:
        record = kept(store)
        postgres.stop("immediate")
        try:
            for act in (
                lambda: record.enter(Remarked("lost")),
                lambda: store.lines("m1"),
                lambda: store.keep("m1"),
                lambda: store.heartbeat(AT),
                lambda: store.cluster.renew(),
                lambda: store.holdings(),
            ):
                with pytest.raises(StoreError) as away:
                    act()
                assert away.value.code == "store/unreachable"
                assert "\n" not in str(away.value)
        finally:
            postgres.start()

        Journal(store, "m1").enter(Remarked("here again"))
        assert [each.event for each in Journal(store, "m1").entries[1:]] == [Remarked("here again")]


def test_a_server_that_does_not_answer_is_given_up(
    database: str, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connections stay open, and libpq would wait for ever. The record tells what was committed."""
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.5)
    with closing(PostgresStore(database)) as store:
        record = kept(store)
        postgres.pause()
        try:
            with pytest.raises(StoreError) as silent:
                record.enter(Remarked("unsure"))
            assert silent.value.code == "store/unreachable"
            assert record.unsure
        finally:
            postgres.go_on()

        again = Journal(store, "m1")
        again.enter(Remarked("sure"))
        assert again.entries[-1].event == Remarked("sure")


def test_a_commit_whose_answer_was_lost_is_found_by_reading(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection breaks after the commit, and before anybody here hears of it."""
    execute = postgresql._Session.execute

    def breaks(session: postgresql._Session, query: str, *arguments: object) -> psycopg.Cursor:
        done = execute(session, query, *arguments)  # type: ignore[arg-type]
        if query == "COMMIT":
            session._connection.close()
            raise psycopg.OperationalError("consuming input failed")
        return done

    with closing(PostgresStore(database)) as store:
        record = kept(store)
        with monkeypatch.context() as patched:
            patched.setattr(postgresql._Session, "execute", breaks)
            with pytest.raises(StoreError) as lost, record.act("asha/1"):
                record.enter(Remarked("it was committed"))

        again = Journal(store, "m1")
        assert (lost.value.code, record.unsure) == ("store/unreachable", True)
        assert again.answered["asha/1"].seq == 2


def test_the_locks_of_a_node_that_was_paused_hold_up_nobody(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was in the middle of a transaction: the server ends that after a while."""
    monkeypatch.setattr(postgresql, "IDLE_SECONDS", 0.2)
    with closing(PostgresStore(database)) as paused, closing(PostgresStore(database)) as store:
        kept(store)
        with psycopg.connect(database, **{**paused._settings(), "autocommit": False}) as held:
            held.execute("SELECT 1 FROM matches FOR UPDATE")

            Journal(store, "m1").enter(Remarked("soon"))

            with pytest.raises(psycopg.Error):
                held.execute("SELECT 1")


def test_a_closed_store_says_so(database: str) -> None:
    store = PostgresStore(database)
    record = kept(store)
    store.close()

    for act in (lambda: record.enter(Remarked("late")), lambda: store.match("m1"), lambda: store.holdings()):
        with pytest.raises(CarromError) as closed:
            act()
        assert closed.value.code == "store/closed"


READS_EVERYTHING = (
    *("WITH lines AS", "SELECT id, CASE kind", "SELECT sum(pg_total_relation_size"),
    "DELETE FROM nodes WHERE expires",
)
"""Holdings, what may have expired, the size; the few nodes."""


def test_every_statement_finds_its_rows_by_an_index(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Except those that read every match by what they are for."""
    said: dict[str, tuple[object, ...]] = {}
    execute = postgresql._Session.execute

    def noted(session: postgresql._Session, query: str, arguments: tuple[object, ...] = ()) -> psycopg.Cursor:
        said.setdefault(query.strip(), tuple(arguments))
        return execute(session, query, arguments)

    with closing(PostgresStore(database)) as store:
        monkeypatch.setattr(postgresql._Session, "execute", noted)
        use_everything(store)
    plans = {}
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET enable_seqscan = off")
        for query, arguments in said.items():
            if query.startswith(("SELECT", "UPDATE", "DELETE", "WITH", "INSERT")):
                explain = b"EXPLAIN " + postgresql._with_placeholders(query)
                plan = "\n".join(line for (line,) in connection.execute(explain, arguments))
                if "Seq Scan on" in plan:
                    plans[query] = plan

    assert len(said) > 40
    assert [plan for query, plan in plans.items() if not query.startswith(READS_EVERYTHING)] == []


def use_everything(store: PostgresStore) -> None:
    """Every method of a store, most of its branches."""
    from datetime import UTC, datetime, timedelta

    from carrom.record.entries import Begun
    from carrom.store import KeptLine, MatchSummary

    begun = Begun("international-a", ("Asha",), ("Ben",))
    store.add(match(), {"a": "Asha"}, at=AT, invitations={"code": "Ben"})
    store.cluster.join("node:1")
    store.cluster.claim("m1")
    store.append("m1", [KeptLine(1, "{}", "r", b"trace", begun)], MatchSummary(strokes=1), at=AT)
    store.append("m1", [KeptLine(2, "{}")], MatchSummary(strokes=2), at=AT)
    store.match("m1"), store.by_token("a"), store.tokens("m1"), store.invited("m1"), store.invitation("code")
    store.exchange("code", "b")
    store.grant("m1", "c", "Asha", alone=True)
    store.invite("m1", "two", "*", at=AT, instead=True)
    store.invite_to_free("m1", "three", "Chan", at=AT)
    store.withdraw("m1", "Chan")
    store.lines("m1"), store.trace("m1", 1), store.traces("m1")
    store.set_settings("m1", {})
    store.latest(3), store.of_kind("screen", 3), store.unfinished("screen", "{}"), store.heartbeat(AT)
    store.size(), store.keep("m1"), store.holdings()
    store.rewrite("m1", store.lines("m1"), begun, {}, {"Asha": "Zoe"})
    store.cluster.owner("m1"), store.cluster.renew(), store.cluster.shared("name", lambda: "value")
    store.cluster.leave()
    store.keep("m1", keep=False)
    store.append("m1", [KeptLine(3, "{}")], MatchSummary(), at=AT)
    store.expire(datetime(2027, 1, 1, tzinfo=UTC), never_begun=timedelta(days=1))
    store.add(match("m2"), {}, at=AT)
    store.delete(["m2"])
