"""The owner of an umpired match: all that was answered is kept, once, whatever happens to the store."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.live.owners import Umpired
from tests.live.umpired_records import after_boards, kept
from tests.server.umpires import AT, NOTHING, SEATED, UPHELD

from carrom import umpiring
from carrom.errors import CarromError, StoreError
from carrom.live import messages as wire
from carrom.live.journal import Journal
from carrom.live.settings import UMPIRE
from carrom.live.umpired import UmpiredOwner, UmpireRequest
from carrom.store import KeptLine, KeptMatch, MatchSummary
from carrom.store.sqlite import SqliteStore
from carrom.store.store import EVERYBODY


class Troubled(SqliteStore):
    """A store that fails when it is told to: before it has written, or after."""

    fails_before = False
    fails_after = False
    adds = True

    def append(self, match: str, lines: Sequence[KeptLine], summary: MatchSummary, *, at: str) -> None:
        if self.fails_before:
            raise StoreError("full", "refused.sentence", text="no room left")
        super().append(match, lines, summary, at=at)
        if self.fails_after:
            raise StoreError("failed", "refused.sentence", text="and nobody knows whether it is there")

    def add(
        self, match: KeptMatch, tokens: Any, lines: Sequence[KeptLine] = (), *, at: str, **more: Any
    ) -> None:
        if not self.adds:
            raise StoreError("full", "refused.sentence", text="no room left")
        super().add(match, tokens, lines, at=at, **more)


def seated(folder: Path, store: SqliteStore | None = None, **limits: Any) -> Umpired:
    """A table whose first board is open, after entry 4."""
    table = Umpired(folder, store, **limits)
    for request in SEATED:
        table.reports(request)
    return table


def refused(table: Umpired, request: dict[str, Any], **more: Any) -> str:
    with pytest.raises(CarromError) as wrong:
        table.reports(request, **more)
    return wrong.value.code


def test_a_report_is_answered_with_the_view_and_the_lines_that_the_client_has_not(tmp_path: Path) -> None:
    """Once: the same page is not told again as a follower; everybody else is."""
    table = seated(tmp_path)
    own, other = table.follows(table.made.token, "one"), table.follows(table.made.token, "two")
    watcher = table.follows(table.made.watch, "one")
    answer = table.reports(NOTHING, has=3, page="one")

    assert (answer.v, answer.view.v) == (5, 5)  # type: ignore[attr-defined]  # it is a view
    assert answer.lines.split("\n") == [each.line for each in table.store.lines(table.made.desk)][3:]
    assert table.views(own) == [4]
    assert table.views(other) == table.views(watcher) == [4, 5]
    assert table.reports(NOTHING).lines == ""


def test_a_repeated_report_gets_its_answer_again_with_the_lines_it_lacks(tmp_path: Path) -> None:
    """The answer was lost on the way, or the server has started again."""
    table = seated(tmp_path)
    first = table.reports(NOTHING, id=77, v=4, has=4)
    again = table.reports(NOTHING, id=77, v=4, has=4)
    table.read()
    later = table.reports(NOTHING, id=77, v=4, has=4)

    assert first == again == later
    assert table.owner.seq == 5


def test_a_number_that_was_used_for_another_report_is_stale(tmp_path: Path) -> None:
    """Two phones count as one, from a copy: what this one says has never been entered."""
    table = seated(tmp_path)
    table.reports(NOTHING, id=77, v=4)

    assert refused(table, {"do": "stroke", "pocketed": ["white"]}, id=77, v=4) == "table/stale"
    assert table.owner.seq == 5


def test_a_report_right_after_ones_own_needs_no_entry(tmp_path: Path) -> None:
    table = seated(tmp_path)
    table.reports(NOTHING, id=77, v=4)

    assert table.reports(NOTHING, id=78, v=None).v == 6
    assert refused(table, NOTHING, id=80, v=None) == "table/stale"


def test_what_the_store_does_not_take_has_not_happened(tmp_path: Path) -> None:
    """Nobody hears of it; sent again under the same number, it is done."""
    store = Troubled(tmp_path / "s.sqlite")
    table = seated(tmp_path, store)
    follower = table.follows(table.made.token)
    store.fails_before = True

    assert refused(table, NOTHING, id=77, v=4).startswith("store/")
    assert (table.owner.seq, len(store.lines(table.made.desk))) == (4, 4)
    assert table.views(follower) == [4]
    store.fails_before = False
    assert table.reports(NOTHING, id=77, v=4).v == 5
    assert table.views(follower) == [4, 5]


def test_what_the_store_took_without_saying_so_is_found_again(tmp_path: Path) -> None:
    """The commit was there, only its answer was not: it stands once, and is acknowledged."""
    store = Troubled(tmp_path / "s.sqlite")
    table = seated(tmp_path, store)
    store.fails_after = True
    taken = table.reports(NOTHING, id=77, v=4)
    store.fails_after = False

    assert table.reports(NOTHING, id=77, v=4) == taken
    assert len(store.lines(table.made.desk)) == 5


def test_a_table_that_another_program_wrote_to_is_read_again(tmp_path: Path) -> None:
    """Who comes second is told the entry that stands now."""
    table, other = seated(tmp_path), SqliteStore(tmp_path / "s.sqlite")
    umpiring.enter_request(Journal(other, table.made.desk), umpiring.read_request(NOTHING), AT)

    assert refused(table, NOTHING, id=77, v=4) == "table/stale"
    assert table.owner.published.v == 5
    assert table.reports(NOTHING, id=78, v=5).v == 6


def test_the_next_match_after_a_protest_is_made_later_if_it_could_not_be_made_at_once(tmp_path: Path) -> None:
    """The decision was kept, and then the disk was full or the program died: there is one all the same."""
    store = Troubled(tmp_path / "s.sqlite")
    table = seated(tmp_path, store)
    for request in UPHELD[:-1]:
        table.reports(request)
    store.adds = False
    assert refused(table, UPHELD[-1], id=77, v=7).startswith("store/")
    assert len(store.of_kind(UMPIRE, 10)) == 1
    store.adds = True
    table.read()
    first = table.owner.replay()
    assert table.reports(UPHELD[-1], id=77, v=7).v == 8

    assert first is not None
    assert table.owner.replay() == first
    assert len(store.of_kind(UMPIRE, 10)) == 2
    table.read()
    assert table.owner.replay() == first


def test_a_record_has_so_many_entries_and_no_more_but_can_be_ended(tmp_path: Path) -> None:
    table = seated(tmp_path, entries=6)
    table.reports(NOTHING)
    table.reports(NOTHING)

    assert refused(table, NOTHING) == "record/full"
    table.reports({"do": "give-up", "side": "first", "why": "retired"})
    assert table.owner.seq == 8, "with its signature"
    assert refused(table, {"do": "remark", "text": "late"}) == "record/full"


def test_who_umpired_before_is_shown_what_a_watcher_is(tmp_path: Path) -> None:
    table = seated(tmp_path)
    before = table.follows(table.made.token)
    table.store.grant(table.made.desk, "another", EVERYBODY, alone=True)
    table.asks(UmpireRequest.HANDED_OVER)

    shown = [each for each in table.told[before] if isinstance(each, wire.DeskMessage)]
    assert [each.view.can is None for each in shown] == [False, True]  # type: ignore[attr-defined]  # views
    assert not table.owner.is_umpires(table.made.token)
    assert table.asks(UmpireRequest.SHOW).umpire


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called: the same on every machine, busy or not."""
    calls = count()

    def called(_frame: object, event: str, _argument: object) -> None:
        if event == "call":
            next(calls)

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return next(calls)


def test_a_report_costs_little_more_after_eight_boards_than_on_the_first(tmp_path: Path) -> None:
    """What is told after an entry must not be told anew from the beginning of the match."""

    def cost(boards: int) -> int:
        store = SqliteStore(tmp_path / f"{boards}.sqlite")
        kept(store, after_boards(boards))
        table = Umpired(tmp_path, store, entries=5000)
        table.owner = UmpiredOwner(table.services, table.kept("m"), table.now)
        has = table.owner.seq
        return calls_of(lambda: table.reports(NOTHING, has=has))

    assert cost(8) < 1.5 * cost(1)
