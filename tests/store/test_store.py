"""The store: what was committed is there, whole and once, whatever happens to the program or the file."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.record.builders import SINGLES, struck, win_quickly
from tests.store.backend import Store, Where, open_store

from carrom.equipment import STANDARD
from carrom.errors import ImpossibleCase, NotNow, RecordError, RecordFull, Stale, StoreError
from carrom.live.journal import Answered, Journal
from carrom.record import Record, encode
from carrom.record.entries import Begun, GaveUp, Remarked, Simulated, TakenBack
from carrom.store import KeptMatch, MatchSummary, lines_of, sqlite
from carrom.store.sqlite import SqliteStore
from carrom.store.store import hash_token
from carrom.stroke import Aim
from carrom.table import Table, begin
from carrom.waiting import waiting_by
from carrom.words import Side

AT = "2026-05-01T10:00:00+00:00"


def match(id_: str = "m1") -> KeptMatch:
    return KeptMatch(id_, "screen", f"watch-{id_}", ("Asha",), ("Ben",), "international-a", {"seed": 1})


def kept(store: Store, id_: str = "m1") -> Journal:
    """A match that has begun."""
    store.add(match(id_), {f"token-{id_}": "*"}, at=AT)
    record = Journal(store, id_)
    record.enter(Begun("international-a", ("Asha",), ("Ben",)))
    return record


def test_a_match_goes_on_from_the_store_where_it_stood(where: Where) -> None:
    """The lines are those of a record file, so what is read back is what was entered."""
    store = open_store(where)
    store.add(match(), {"token": "*"}, at=AT)
    table = begin("international-a", ("Asha",), ("Ben",), keeper=Journal(store, "m1"))
    table.toss(Side.FIRST, "break")
    table.seat()
    table.turn("Asha", 0.5)
    table.strike("Asha", Aim.parse("south x 0.012, angle 1.552, speed 6.0"))
    store.close()

    again = open_store(where)
    resumed = Table.resume(Journal(again, "m1"))
    listed = again.match("m1")
    again.close()

    assert list(resumed.entries) == list(table.entries)
    assert resumed.layout == table.layout
    assert listed is not None
    assert listed.summary == MatchSummary(strokes=1, levels=("", ""))


def test_a_list_says_how_a_match_stands_and_counts_no_stroke_that_was_taken_back(where: Where) -> None:
    store = open_store(where)
    store.add(match(), {"token": "*"}, at=AT)
    record = Journal(store, "m1")
    levels = (("Ben", "casual"), ("Asha", "person@0.1"))
    on = Simulated(STANDARD, 1, held_by=levels)
    for event in (replace(SINGLES[0], table=on, length="board"), *SINGLES[1:]):
        record.enter(event)
    struck(record, "white")
    struck(record, "striker")
    record.enter(TakenBack(record.seq - 1))
    taken_back = store.match("m1")
    win_quickly(record)
    over = store.match("m1")
    store.close()

    assert taken_back is not None
    assert over is not None
    assert taken_back.summary == MatchSummary(strokes=1, levels=("", "casual"))
    assert over.summary == MatchSummary(
        (1, 0), (0, 0), True, "first", record.state.strokes, ((12, 0),), 1, ("", "casual")
    )


def test_a_record_that_is_full_takes_nothing_but_the_giving_up_of_the_match(where: Where) -> None:
    """An act that began before it was full is kept whole."""
    store = open_store(where)
    kept(store).enter(Remarked("second"))
    record = Journal(store, "m1", most=3)
    with record.act("asha/1"):
        record.enter(Remarked("third"))
        record.enter(Remarked("fourth"))

    with pytest.raises(RecordFull) as refused:
        record.enter(Remarked("fifth"))

    assert (refused.value.code, refused.value.limit, record.unsure) == ("record/full", 3, False)
    assert (record.full, len(record.entries), len(store.lines("m1"))) == (True, 4, 4)
    record.enter(GaveUp(Side.FIRST, "resigned"))
    assert store.lines("m1")[-1].seq == 5
    store.close()


def test_what_the_store_does_not_take_does_not_stand(where: Where) -> None:
    """An entry is on disk before it is in the record; a store that fails leaves the record as it was."""
    store = open_store(where)
    record = kept(store)
    store.close()

    with pytest.raises(StoreError) as refused:
        record.enter(Remarked("never kept"))

    assert refused.value.code == "store/closed"
    with waiting_by(lambda future: future.result()), pytest.raises(StoreError) as refused:
        store.match("m1")
    assert refused.value.code == "store/closed"
    assert len(record.entries) == len(record.states) == 1


def test_the_second_of_two_writers_loses_cleanly(where: Where) -> None:
    """Both have read the same record; the first entry of a number stands, the other is told."""
    one, two = open_store(where), open_store(where)
    first = kept(one)
    second = Journal(two, "m1")
    first.enter(Remarked("first"))

    with pytest.raises(Stale, match="entry 2"):
        second.enter(Remarked("second"))

    assert len(second.entries) == 1
    assert [entry.event for entry in Journal(two, "m1").entries[1:]] == [Remarked("first")]
    second = Journal(two, "m1")
    second.enter(Remarked("second, after it has read again"))
    assert len(Journal(one, "m1").entries) == 3
    one.close()
    two.close()


def test_an_act_is_kept_whole_or_not_at_all(where: Where) -> None:
    """What an act enters before it is refused is taken out again, and was never on disk."""
    store = open_store(where)
    record = kept(store)

    def act() -> None:
        with record.act("asha/page/1"):
            record.enter(Remarked("half of it"))
            raise NotNow("refused.sentence", text="and no more")

    with pytest.raises(NotNow):
        act()

    assert record.unsure
    assert len(record.entries) == 1
    assert len(store.lines("m1")) == 1
    assert record.answered == {}
    record.enter(Remarked("something else"))
    assert [line.line for line in store.lines("m1")] == [line.line for line in lines_of(record)]
    store.close()


def test_a_request_is_kept_with_the_entry_it_led_to_and_never_twice(where: Where) -> None:
    """After a restart a repeated request finds its answer; one that slips through is refused by the store."""
    store = open_store(where)
    record = kept(store)
    with record.act("asha/page/7"):
        record.enter(Remarked("one"))
        record.enter(Remarked("and what followed"))

    again = Journal(store, "m1")
    with pytest.raises(Stale), again.act("asha/page/7"):
        again.enter(Remarked("once more"))

    assert again.answered == {"asha/page/7": Answered(3)}
    assert [line.request for line in store.lines("m1")] == [None, None, "asha/page/7"]
    store.close()


def test_the_trace_of_a_stroke_is_kept_with_its_entry(where: Where) -> None:
    """In the same commit."""
    store = open_store(where)
    store.add(match(), {}, at=AT)
    keeper = Journal(store, "m1")
    table = begin("international-a", ("Asha",), ("Ben",), keeper=keeper)
    table.toss(Side.FIRST, "break")
    table.seat()
    table.turn("Asha", 0.0)
    trace = table.strike("Asha", Aim.parse("south x 0.0, angle 1.5, speed 3.0"))

    assert trace is not None
    assert keeper.trace(6) == trace
    assert store.trace("m1", 6) == trace.packed
    assert store.trace("m1", 5) is None
    store.close()


def test_tokens_lead_to_their_match_and_a_watcher_plays_for_nobody(where: Where) -> None:
    store = open_store(where)
    store.add(match(), {"a": "Asha", "b": "Ben"}, at=AT)

    found = [store.by_token(token) for token in ("a", "b", "watch-m1", "unknown")]

    assert [None if each is None else (each[0].id, each[1]) for each in found] == [
        ("m1", "Asha"),
        ("m1", "Ben"),
        ("m1", ""),
        None,
    ]
    assert store.tokens("m1") == {hash_token("a"): "Asha", hash_token("b"): "Ben"}
    store.close()


def test_the_list_has_the_matches_in_which_something_was_played_the_last_first(where: Where) -> None:
    store = open_store(where)
    for number, strokes in ((1, 3), (2, 0), (3, 5)):
        store.add(match(f"m{number}"), {}, at=AT)
        store.append(f"m{number}", [], MatchSummary(strokes=strokes), at=f"2026-05-01T10:00:0{number}+00:00")

    assert [each.id for each in store.latest(10)] == ["m3", "m1"]
    assert [each.id for each in store.latest(1, skip=1)] == ["m1"]
    store.close()


def test_a_match_kept_before_it_began_gets_its_players_with_its_first_entry(where: Where) -> None:
    """In the same commit: an umpire's table is there before anybody sits at it."""
    store = open_store(where)
    store.add(KeptMatch("m1", "umpire", "watch", (), (), ""), {"token": "*"}, at=AT)
    record = Journal(store, "m1")

    def begins() -> None:
        with record.act("phone/1"):
            record.enter(Begun("family", ("Asha", "Chan"), ("Ben", "Dev")))
            raise NotNow("refused.sentence", text="not yet")

    with pytest.raises(NotNow):
        begins()
    before = store.match("m1")
    record.enter(Begun("family", ("Asha", "Chan"), ("Ben", "Dev")))
    after = store.match("m1")

    assert before is not None
    assert after is not None
    assert (before.first, before.second, before.rulebook) == ((), (), "")
    assert (after.first, after.second, after.rulebook) == (("Asha", "Chan"), ("Ben", "Dev"), "family")
    store.close()


def test_the_matches_of_a_kind_are_listed_also_before_they_begin(where: Where) -> None:
    """The last changed first, so many at a time."""
    store = open_store(where)
    kept(store, "game")
    for number in (1, 2, 3):
        table = KeptMatch(f"m{number}", "umpire", f"watch-{number}", (), (), "")
        store.add(table, {}, at=f"2026-05-01T10:00:0{number}+00:00")
    store.append("m1", [], MatchSummary(), at="2026-05-01T10:00:09+00:00")

    assert [each.id for each in store.of_kind("umpire", 10)] == ["m1", "m3", "m2"]
    assert [each.id for each in store.of_kind("umpire", 1, skip=1)] == ["m3"]
    assert store.of_kind("arena", 10) == []
    store.close()


def test_changed_settings_are_kept(where: Where) -> None:
    store = open_store(where)
    store.add(match(), {}, at=AT)
    store.set_settings("m1", {"seed": 1, "joined": ["Zoé"]})
    store.close()

    again = open_store(where)
    found = again.match("m1")
    again.close()

    assert found is not None
    assert found.settings == {"seed": 1, "joined": ["Zoé"]}


def refused(path: Path) -> StoreError:
    with pytest.raises(StoreError) as wrong:
        SqliteStore(path)
    assert "\n" not in str(wrong.value)
    assert str(path) in str(wrong.value)
    return wrong.value


def test_a_store_of_a_newer_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    SqliteStore(path).close()
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 99")
    raw.close()
    before = path.read_bytes()

    assert refused(path).code == "store/newer"
    assert path.read_bytes() == before


def test_a_file_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE recipes (cake TEXT)")
    raw.commit()
    raw.close()
    before = path.read_bytes()

    assert refused(path).code == "store/foreign"
    assert path.read_bytes() == before


def test_a_damaged_store_is_refused_in_one_line(tmp_path: Path) -> None:
    """Not a database at all, or one with its head gone."""
    text, torn = tmp_path / "text.sqlite", tmp_path / "torn.sqlite"
    text.write_text("this is no database " * 100)
    SqliteStore(torn).close()
    torn.write_bytes(torn.read_bytes()[:100] + b"\xff" * 5000)

    assert refused(text).code == "store/damaged"
    assert refused(torn).code == "store/damaged"


def test_a_place_where_nothing_can_be_kept_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "a-file"
    file.touch()
    folder = tmp_path / "folder.sqlite"
    folder.mkdir()

    assert refused(file / "s.sqlite").code == "store/unwritable"
    assert refused(folder).code == "store/unwritable"


def test_a_store_that_another_program_holds_is_told_from_a_broken_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "LOCK_SECONDS", 0.05)
    store = SqliteStore(tmp_path / "s.sqlite")
    record = kept(store)
    other = sqlite3.connect(tmp_path / "s.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreError) as locked:
        record.enter(Remarked("not now"))
    other.execute("ROLLBACK")
    other.close()
    record.enter(Remarked("now"))

    assert locked.value.code == "store/locked"
    assert len(record.entries) == 2
    store.close()


def test_a_line_that_was_changed_is_refused_with_its_number(tmp_path: Path) -> None:
    """A match that was damaged inside a sound file does not take others with it."""
    store = SqliteStore(tmp_path / "s.sqlite")
    kept(store).enter(Remarked("as it was"))
    kept(store, "m2")
    raw = sqlite3.connect(tmp_path / "s.sqlite")
    raw.execute("UPDATE entries SET line = replace(line, 'as it was', 'as it was not') WHERE match = 'm1'")
    raw.commit()
    raw.close()

    with pytest.raises(RecordError, match="line 2"):
        Journal(store, "m1")

    assert len(Journal(store, "m2").entries) == 1
    store.close()


def test_the_links_are_nobody_elses_to_read(tmp_path: Path) -> None:
    """The file holds what lets people play."""
    SqliteStore(tmp_path / "s.sqlite").close()

    assert (tmp_path / "s.sqlite").stat().st_mode & 0o077 == 0


WRITER = """
import sys
from contextlib import closing
from pathlib import Path
from carrom.record.entries import Remarked
from carrom.live.journal import Journal
from tests.store.backend import open_store

where = sys.argv[1]
record = Journal(open_store(where if "://" in where else Path(where)), "m1")
while True:
    with record.act(f"asha/page/{len(record.entries)}"):
        record.enter(Remarked(f"remark {len(record.entries)}"))
        record.enter(Remarked("and what followed"))
    print(len(record.entries), flush=True)
"""


def test_a_program_killed_while_it_writes_loses_nothing_it_has_acknowledged(where: Where) -> None:
    """Killed without warning, twice in a row: every act is there whole, and the record goes on."""
    store = open_store(where)
    kept(store)
    store.close()
    said = 1
    for wanted in (30, 45):
        command = [sys.executable, "-c", WRITER, str(where)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            for _ in range(wanted):
                said = int(writer.stdout.readline())
            writer.send_signal(signal.SIGKILL)
            said = max([said, *(int(line) for line in writer.stdout if line.endswith("\n"))])
        store = open_store(where)
        record = Journal(store, "m1")
        store.close()

        assert said <= len(record.entries) <= said + 2
        assert len(record.entries) % 2 == 1, "half an act was kept"
        assert len(record.answered) == len(record.entries) // 2


def test_lines_of_a_record_in_memory_are_those_of_its_file() -> None:
    record = Record()
    table = begin("ffc-basics", ("Asha",), ("Ben",), keeper=record)
    table.toss(Side.SECOND, "break")

    lines = lines_of(record)

    assert lines[0].line == encode(record.entries[0])
    assert [line.seq for line in lines] == [1, 2]


def test_an_invitation_is_used_once_and_a_lost_answer_can_be_asked_for_again(where: Where) -> None:
    with closing(open_store(where)) as store:
        store.add(match(), {"a": "Asha"}, at=AT, invitations={"code": "Ben"})

        first, again = store.exchange("code", "b"), store.exchange("code", "b")
        another = store.exchange("code", "c")

        assert (first and first[1]) == (again and again[1]) == "Ben"
        assert another is None
        assert store.exchange("made up", "d") is None
        assert store.tokens("m1") == {hash_token("a"): "Asha", hash_token("b"): "Ben"}


def test_an_invitation_that_is_withdrawn_or_replaced_opens_nothing(where: Where) -> None:
    with closing(open_store(where)) as store:
        store.add(match(), {"a": "Asha"}, at=AT, invitations={"one": "Ben"})
        store.invite("m1", "two", "Ben", at=AT, instead=True)

        before = store.invited("m1")
        withdrawn = store.withdraw("m1", "Ben"), store.withdraw("m1", "Ben")

        assert before == ("Ben",)
        assert withdrawn == (True, False)
        assert store.invited("m1") == ()
        assert store.exchange("one", "b") is None
        assert store.exchange("two", "b") is None


def test_after_a_hand_over_the_token_before_only_watches(where: Where) -> None:
    with closing(open_store(where)) as store:
        store.add(match(), {"old": "*"}, at=AT)
        store.invite("m1", "code", "*", at=AT, alone=True)
        store.exchange("code", "new")

        old, new = store.by_token("old"), store.by_token("new")

        assert old is not None
        assert new is not None
        assert (old[1], new[1]) == ("", "*")


def test_a_seat_that_was_taken_a_moment_ago_is_no_longer_invited_to_nor_withdrawn(where: Where) -> None:
    """The store decides, in one transaction: what the room knows may be older."""
    with closing(open_store(where)) as store:
        store.add(match(), {"a": "Asha"}, at=AT, invitations={"one": "Ben"})
        free = store.invite_to_free("m1", "two", "Ben", at=AT)
        store.exchange("two", "b")
        store.invite("m1", "recovery", "Ben", at=AT)

        taken = store.invite_to_free("m1", "three", "Ben", at=AT)

        assert (free, taken) == (True, False)
        assert store.exchange("one", "c") is None
        assert store.exchange("three", "c") is None
        assert not store.withdraw("m1", "Ben")
        assert store.exchange("recovery", "c") is not None


@pytest.mark.parametrize("token", ["watch-m2", "a"])
def test_a_token_that_is_known_already_is_not_taken(where: Where, token: str) -> None:
    """Neither another's, nor a link to watch: it would lead everybody who has it elsewhere."""
    with closing(open_store(where)) as store:
        store.add(match(), {"a": "Asha"}, at=AT, invitations={"code": "Ben"})
        store.add(match("m2"), {}, at=AT)

        with pytest.raises(ImpossibleCase, match="make another"):
            store.exchange("code", token)

        watched = store.by_token("watch-m2")
        assert watched is not None
        assert (watched[0].id, watched[1]) == ("m2", "")
        assert store.exchange("code", "b") is not None


def test_a_log_that_grows_while_somebody_always_writes_is_emptied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_SECONDS", 1000.0)
    monkeypatch.setattr(sqlite, "CHECKPOINT_FROM", 10_000)
    monkeypatch.setattr(sqlite, "RESTART_FROM", 100_000)
    with closing(SqliteStore(tmp_path / "s.sqlite")) as store:
        log = tmp_path / "s.sqlite-wal"
        record = kept(store)
        while log.stat().st_size < 120_000:
            record.enter(Remarked("x" * 500))
        largest = log.stat().st_size
        store.checkpoint()
        for _ in range(3):
            record.enter(Remarked("x" * 500))
        assert log.stat().st_size == largest, "it has begun anew in its place"

        store.checkpoint()

        assert log.stat().st_size == 0
        assert len(Journal(store, "m1").entries) == len(record.entries)


def test_everything_in_a_store_can_be_loaded_into_an_empty_one(where: Where, tmp_path: Path) -> None:
    with closing(open_store(where)) as store, closing(open_store(tmp_path / "other.sqlite")) as other:
        kept(store).enter(Remarked("moved"))
        store.dump(other.load)
        store.delete(["m1"])
        other.dump(store.load)

        assert store.match("m1") == other.match("m1")
        assert store.lines("m1") == other.lines("m1") != []
        assert store.tokens("m1") == {hash_token("token-m1"): "*"}
        with pytest.raises(StoreError) as refused:
            other.dump(store.load)
        assert refused.value.code == "store/exists"
