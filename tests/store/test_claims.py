"""Several nodes over one database: a match has one owner, and who owns it no more writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from tests.store.test_store import AT, kept, match

from carrom.errors import Stale
from carrom.live.journal import Journal
from carrom.record.entries import Begun, Remarked
from carrom.store import KeptLine, MatchSummary
from carrom.store.cluster import NotOwner
from carrom.store.postgresql import PostgresStore
from carrom.store.store import Append

Nodes = Callable[[], PostgresStore]


@pytest.fixture
def nodes(database: str) -> Iterator[Nodes]:
    """Makes nodes of one database; the address of each is its number."""
    with ExitStack() as stack:
        count = iter(range(1, 100))

        def node() -> PostgresStore:
            store = stack.enter_context(closing(PostgresStore(database)))
            store.cluster.join(f"node:{next(count)}")
            return store

        yield node


def lapse(database: str, store: PostgresStore) -> None:
    """As if the node had not renewed its lease for a while."""
    with psycopg.connect(database) as connection:
        change = "UPDATE nodes SET expires = now() - interval '1 second' WHERE id = %s"
        connection.execute(change, (store.cluster.node,))


def taken_over(nodes: Nodes, database: str) -> tuple[PostgresStore, PostgresStore]:
    """A node whose match another one has claimed after its lease had lapsed, and that one."""
    old, new = nodes(), nodes()
    kept(old)
    assert old.cluster.claim("m1") == ""
    lapse(database, old)
    assert new.cluster.claim("m1") == ""
    return old, new


def append_remark(store: PostgresStore, text: str) -> None:
    Journal(store, "m1").enter(Remarked(text))


def test_a_match_has_one_owner_and_the_others_are_told_where_it_is(nodes: Nodes) -> None:
    one, two = nodes(), nodes()
    one.add(match(), {}, at=AT)

    claims = one.cluster.claim("m1"), two.cluster.claim("m1")

    assert claims == ("", "node:1")
    assert (one.cluster.owner("m1"), two.cluster.owner("m1")) == ("", "node:1")
    assert (two.cluster.claim("nowhere"), two.cluster.owner("nowhere")) == ("", "")


def test_of_many_that_claim_at_once_one_owns_the_match(nodes: Nodes) -> None:
    stores = [nodes() for _ in range(5)]
    for number in range(10):
        stores[0].add(match(f"m{number}"), {}, at=AT)

    with ThreadPoolExecutor(len(stores)) as threads:
        for number in range(10):
            answers = list(threads.map(lambda store: store.cluster.claim(f"m{number}"), stores))  # noqa: B023

            owner = answers.index("")
            assert answers == ["" if each == owner else f"node:{owner + 1}" for each in range(len(stores))]


def test_a_released_match_is_claimed_at_once_and_its_lines_are_all_there(nodes: Nodes) -> None:
    one, two = nodes(), nodes()
    kept(one)
    one.cluster.claim("m1")
    append_remark(one, "by the first")

    one.cluster.release(["m1", "nowhere"])

    assert two.cluster.claim("m1") == ""
    append_remark(two, "by the second")
    assert len(one.lines("m1")) == 3
    assert one.cluster.claim("m1") == "node:2"


def test_who_left_owns_nothing(nodes: Nodes) -> None:
    one, two = nodes(), nodes()
    kept(one)
    one.cluster.claim("m1")

    one.cluster.leave()

    assert not one.cluster.valid
    assert two.cluster.claim("m1") == ""


def test_a_lapsed_lease_is_taken_over_and_who_had_it_writes_nothing(nodes: Nodes, database: str) -> None:
    old, new = taken_over(nodes, database)
    begun = Begun("international-a", ("Zoe",), ("Ben",))

    writes: list[Callable[[], None]] = [
        lambda: append_remark(old, "too late"),
        lambda: old.set_settings("m1", {"seed": 2}),
        lambda: old.rewrite("m1", old.lines("m1"), begun, {}, {"Asha": "Zoe"}),
    ]
    for write in writes:
        with pytest.raises(NotOwner) as refused:
            write()
        assert refused.value.code == "store/not-owner"

    append_remark(new, "by the second")
    found = new.match("m1")
    assert found is not None
    assert (found.first, found.settings, len(new.lines("m1"))) == (("Asha",), {"seed": 1}, 2)


def test_who_was_taken_over_is_told_so_also_where_the_next_owner_has_written_the_same_number(
    nodes: Nodes, database: str
) -> None:
    """Its players go to the next owner. That an entry is stale would be an answer to their request."""
    old, new = taken_over(nodes, database)
    before = Journal(old, "m1")
    append_remark(new, "by the second")

    with pytest.raises(NotOwner):
        before.enter(Remarked("too late"))


def test_a_lease_that_lapsed_and_was_renewed_before_anybody_came_goes_on(nodes: Nodes, database: str) -> None:
    one, two = nodes(), nodes()
    kept(one)
    one.cluster.claim("m1")
    lapse(database, one)

    assert one.cluster.renew() == frozenset()
    assert two.cluster.claim("m1") == "node:1"
    append_remark(one, "still here")


def test_a_renewal_tells_what_was_lost_once_and_it_stays_lost(nodes: Nodes, database: str) -> None:
    old, new = taken_over(nodes, database)
    kept(old, "m2")
    old.cluster.claim("m2")

    assert [old.cluster.renew(), old.cluster.renew()] == [{"m1"}, frozenset()]
    new.cluster.leave()
    with pytest.raises(NotOwner):
        append_remark(old, "nobody owns it, and what this node has in memory may be old")
    assert old.cluster.claim("m1") == ""
    append_remark(old, "read again")


def test_a_match_that_came_back_between_two_renewals_was_lost_all_the_same(
    nodes: Nodes, database: str
) -> None:
    """Whatever was in memory is old, although the match is nobody else's."""
    old, new = taken_over(nodes, database)
    new.cluster.release(["m1"])

    assert old.cluster.renew() == {"m1"}


def test_each_claim_has_a_greater_number(nodes: Nodes, database: str) -> None:
    one, two = nodes(), nodes()
    kept(one)
    numbers = []
    for store in (one, two, one, one, two):
        for other in (one, two):
            other.cluster.release(["m1"])
        store.cluster.claim("m1")
        numbers.append(store.cluster.fence("m1"))

    assert numbers == sorted(set(numbers))  # type: ignore[type-var]


def test_an_append_asked_for_under_an_earlier_number_is_refused_alone(nodes: Nodes) -> None:
    """All of them wait for the same commit."""
    one, two = nodes(), nodes()
    for number in range(3):
        kept(one, f"m{number}")
        one.cluster.claim(f"m{number}")
    asked = [
        Append(f"m{number}", [KeptLine(2, "{}")], MatchSummary(), AT, one.cluster.fence(f"m{number}"))
        for number in range(3)
    ]
    one.cluster.release(["m1"])
    two.cluster.claim("m1")

    results = one._append_all(asked)

    assert [type(each) for each in results] == [type(None), NotOwner, type(None)]
    assert [len(one.lines(f"m{number}")) for number in range(3)] == [2, 1, 2]


def test_a_number_that_is_taken_is_refused_alone_and_named(nodes: Nodes) -> None:
    one = nodes()
    for number in range(3):
        kept(one, f"m{number}")
    appends = [
        Append(f"m{number}", [KeptLine(seq, "{}")], MatchSummary(), AT)
        for number, seq in enumerate((2, 1, 2))
    ]

    taken = one._append_all(appends)[1]

    assert isinstance(taken, Stale)
    assert taken.arguments["entry"] == 1
    assert [len(one.lines(f"m{number}")) for number in range(3)] == [2, 1, 2]


def test_a_command_writes_only_to_a_match_that_nobody_has_in_memory(nodes: Nodes, database: str) -> None:
    """And who had it there before must read it again."""
    node = nodes()
    kept(node)
    node.cluster.claim("m1")
    with closing(PostgresStore(database)) as command:
        with pytest.raises(NotOwner):
            append_remark(command, "too early")
        with pytest.raises(NotOwner):
            command.set_settings("m1", {})
        assert command.keep("m1")  # a mark that no owner has in memory
        lapse(database, node)
        append_remark(command, "while its owner was away")

    with pytest.raises(NotOwner):
        append_remark(node, "back again")
    assert node.cluster.renew() == {"m1"}


def test_what_has_an_owner_is_neither_deleted_nor_expires(nodes: Nodes, database: str) -> None:
    one, two = nodes(), nodes()
    for name in ("owned", "free"):
        one.add(match(name), {}, at=AT)
    one.cluster.claim("owned")
    later, day = datetime(2026, 6, 1, tzinfo=UTC), timedelta(days=1)

    assert two.delete(["owned"]) == 0
    assert (two.expire(later, never_begun=day), two.expire(later, never_begun=day)) == (1, 0)
    assert [each.match.id for each in two.holdings()] == ["owned"]
    lapse(database, one)
    assert two.expire(later, never_begun=day) == 1


def test_a_lease_is_valid_from_when_it_was_sent(nodes: Nodes, database: str) -> None:
    with closing(PostgresStore(database)) as fresh:
        assert not fresh.cluster.valid
    node = nodes()

    assert node.cluster.valid
    assert node.cluster.lease_age < 3.0


def test_all_nodes_share_a_secret_and_what_the_first_of_them_made(nodes: Nodes) -> None:
    one, two = nodes(), nodes()

    assert one.cluster.secret == two.cluster.secret
    assert len(one.cluster.secret) == 32
    assert one.cluster.node != two.cluster.node
    assert one.cluster.shared("signing-key", lambda: "first") == "first"
    assert two.cluster.shared("signing-key", lambda: "second") == "first"


def test_of_many_who_use_an_invitation_at_once_one_gets_the_seat(nodes: Nodes) -> None:
    """Each reads first and writes then; nobody else may come in between."""
    stores = [nodes() for _ in range(5)]
    with ThreadPoolExecutor(len(stores)) as threads:
        for number in range(10):
            stores[0].add(match(f"m{number}"), {}, at=AT, invitations={f"code-{number}": "Ben"})

            def use(each: int, number: int = number) -> bool:
                return stores[each].exchange(f"code-{number}", f"token-{number}-{each}") is not None

            seated = list(threads.map(use, range(len(stores))))

            assert seated.count(True) == 1
            assert len(stores[0].tokens(f"m{number}")) == 1
