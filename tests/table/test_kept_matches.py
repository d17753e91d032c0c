"""A match lives in its record: it is resumed after any entry, taken back, branched, and replayed exactly."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import radians
from pathlib import Path

import pytest
from tests.cli.run import carrom
from tests.table.seated import (
    DOUBLES,
    NORTH,
    OPEN,
    QUEEN,
    SINGLES,
    SOUTH,
    WHITE,
    after,
    asks,
    at,
    is_whole,
    kinds,
    nudge,
    opened,
    playing,
    seated,
    striker_in,
    without,
)
from tools.matches import Straight

from carrom.equipment import OLDER_BOARD, STANDARD, Equipment
from carrom.errors import NotNow, RecordError
from carrom.pace import pace
from carrom.physics.trace import ENGINE
from carrom.players import LEVELS, Chair
from carrom.players.noise import Noise
from carrom.players.random import Random
from carrom.record import Entry, Record, RecordFile, audit, decode, encode, load
from carrom.record.entries import (
    Begun,
    Overruled,
    ProtestDecided,
    ProtestSpoken,
    ProtestWritten,
    RosetteTurned,
    Simulated,
    Struck,
    TrialLeft,
    TrialPlayed,
)
from carrom.rules.ruling import Ruling
from carrom.stroke import Aim, Layout, Placement, StrokeReport
from carrom.table import Table, ToStrike, ToTurn, begin, play_on
from carrom.words import Side

SLOW = Equipment(OLDER_BOARD, STANDARD.coins, STANDARD.striker, "older", pace("slow"))


@cache
def two_boards(doubles: bool) -> Record:
    """Two boards by chance, with coins to place and some held."""
    names = DOUBLES if doubles else SINGLES
    record = Record()
    table = begin("international-a", *names, equipment=SLOW, keeper=record)
    hand = LEVELS["casual"]
    chairs = {
        name: Chair(Random() if name == "Asha" else Straight(), hand) for side in names for name in side
    }
    play_on(table, chairs, 3, until=lambda table: table.match.boards_ended >= 2)
    return record


@pytest.mark.parametrize("doubles", [False, True], ids=["singles", "doubles"])
def test_a_match_is_resumed_after_any_entry_as_it_stood(doubles: bool) -> None:
    """What the umpire was about to do is done again, the same way; then the same question is asked."""
    whole = two_boards(doubles)
    table = Table.resume(whole)

    for number in range(1, len(whole.entries) + 1):
        record = Record(list(whole.entries[:number]), list(whole.states[:number]))
        resumed = Table.resume(record)

        assert record.entries == whole.entries[: resumed.seq]
        assert resumed.state == whole.states[resumed.seq - 1]
        assert resumed.layout == table.layout_at(resumed.seq)
        assert resumed.asks == table.asks_at(resumed.seq)
        is_whole(resumed)


@pytest.mark.parametrize("doubles", [False, True], ids=["singles", "doubles"])
def test_every_stroke_replays_to_its_hash(doubles: bool) -> None:
    """On an older, slow board: the record says on which."""
    table = Table.resume(read_again(two_boards(doubles)))
    strokes = [entry.seq for entry in table.entries if isinstance(entry.event, Struck)]

    assert len(strokes) > 20
    for seq in strokes:
        trace = table.replay(seq)
        assert trace.equipment == SLOW
        assert trace.after == Layout.parse(str(trace.after), SLOW)
    assert audit(table.entries) == []


def read_again(record: Record) -> Record:
    """The record through its text."""
    again, before = Record(), ""
    for entry in record.entries:
        read, before = decode(encode(entry, before), entry.seq, before)
        assert read == entry
        again.enter(read.event, read.at)
    assert again.states == record.states
    return again


def test_a_stroke_that_comes_to_another_end_is_found() -> None:
    """The same physics cannot have made it: its hash was changed."""
    table = opened()
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=5.0))
    record = Record()
    for entry in table.entries:
        event = entry.event
        record.enter(replace(event, hash="0" * 64) if isinstance(event, Struck) else event)

    with pytest.raises(RecordError, match="does not come to the same end as it did") as refused:
        Table.resume(record).replay(table.seq)

    assert refused.value.line == table.seq


def test_a_stroke_taken_back_was_never_played() -> None:
    """The coins lie as before; the stroke is still in the record and can be replayed."""
    table = opened()
    stood, lay = table.state.match, table.layout
    to = table.seq
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=5.0))
    struck = table.seq
    assert table.layout != lay

    table.take_back(to)

    assert table.state.match == stood
    assert table.layout == lay
    assert table.asks == ToStrike("Asha")
    assert table.replay(struck).aim.speed == 5.0
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=4.0))
    assert Table.resume(read_again_of(table)).layout == table.layout


def read_again_of(table: Table) -> Record:
    return read_again(Record(list(table.entries), [table.keeper.states[n] for n in range(table.seq)]))


def test_a_player_can_have_their_last_act_back() -> None:
    """The stroke, the coin placed before it, the turn of the rosette: one after the other."""
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))
    to_place = table.seq
    table.place("Ben", Placement(WHITE, 0.05, 0.0))
    to_strike = table.seq
    table.pass_stroke("Ben")

    for before in (to_strike, to_place):
        back = table.back_for("Ben")
        assert back == before
        table.take_back(back)
    assert table.back_for("Ben") is None
    assert table.back_for("Asha") == to_place - 1
    assert opened().back_for("Asha") == 3


def test_a_stroke_after_which_the_queen_went_back_can_be_had_back() -> None:
    """The table put her back itself, and would again: the player's own stroke is what is undone."""
    table = after(playing(OPEN), OPEN.removesuffix("; q 0.0,0.0"))
    to = table.seq
    table.strike("Asha", Aim(SOUTH, 0.0, -1.5, 0.5))
    assert kinds(table, since=to) == ["Struck", "CoinPlaced"]

    assert table.back_for("Ben") is None
    back = table.back_for("Asha")

    assert back == to
    table.take_back(back)
    assert table.asks == ToStrike("Asha")
    assert table.layout.count(QUEEN) == 0


def test_strokes_around_a_held_coin_can_be_had_back() -> None:
    """There was no room, then there was: neither is a player's act."""
    table = playing(without(WHITE, 0))
    to_asha = table.seq
    table.strike("Asha", striker_in(SOUTH))
    to_ben = table.seq
    assert kinds(table, since=to_asha) == ["Struck", "Happened"]
    table.strike("Ben", at(NORTH, (0.0, 0.0), speed=6.0))
    assert "Happened" in kinds(table, since=to_ben)

    assert table.back_for("Ben") == to_ben
    table.take_back(to_ben)
    assert table.asks == ToStrike("Ben")
    assert table.back_for("Ben") is None
    assert table.back_for("Asha") == to_asha
    table.take_back(to_asha)
    assert table.asks == ToStrike("Asha")


def test_a_late_stroke_can_be_had_back_in_practice() -> None:
    table = playing(OPEN)
    to = table.seq

    table.late("Asha")

    assert table.back_for("Asha") == to


def test_a_branch_goes_its_own_way() -> None:
    table = opened()
    at_break = table.seq
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=5.0))
    seq, layout = table.seq, table.layout

    what_if = table.branch(at_break)
    what_if.strike("Asha", at(SOUTH, (0.0, 0.0), x=0.02, speed=3.0))

    assert what_if.layout != layout
    assert (table.seq, table.layout) == (seq, layout)
    assert table.branch(at_break).layout == Layout.rosette()


def test_a_record_file_is_resumed_wherever_the_program_was_killed(tmp_path: Path) -> None:
    """Cut after any line, or inside one: the match goes on from the last entry that was acknowledged."""
    path = tmp_path / "match.jsonl"
    table = begin("international-a", *SINGLES, keeper=RecordFile.create(path))
    table.toss(Side.FIRST, "break")
    table.seat()
    table.turn("Asha", 0.1)
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=6.0))
    if asks(table) == ToStrike("Ben"):
        table.late("Ben")
    raw = path.read_bytes()
    lines = raw.splitlines(keepends=True)
    assert len(lines) == table.seq

    for number in range(1, len(lines) + 1):
        for torn in (b"", b'{"v": 1, "seq"'):
            cut = tmp_path / "cut.jsonl"
            cut.write_bytes(b"".join(lines[:number]) + torn)
            resumed = Table.resume(RecordFile.open(cut))
            assert list(resumed.entries) == list(table.entries[: resumed.seq])
            assert resumed.layout == table.layout_at(resumed.seq)
            assert load(cut).entries == list(resumed.entries)


def test_the_record_keeps_what_was_wanted_and_what_the_hand_played() -> None:
    wanted = nudge(SOUTH)
    table = playing(OPEN)

    trace = table.strike("Asha", wanted, noise=LEVELS["beginner"], seed=8)

    event = table.entries[-1].event
    assert isinstance(event, Struck)
    assert event.wanted == wanted
    assert event.played is not None
    assert event.played != wanted
    assert trace is not None
    assert (trace.aim, trace.hash) == (event.played, event.hash)
    line = json.loads(encode(table.entries[-1]))
    assert line["wanted"] == str(wanted)
    assert line["hash"] == event.hash


def test_a_stroke_given_in_numbers_of_another_kind_replays_too() -> None:
    """Numbers of single precision come out of a network; they are taken at their exact value."""
    np = pytest.importorskip("numpy")
    table = opened()

    table.strike("Asha", Aim(SOUTH, np.float32(0.0123), np.float32(1.5512), np.float32(5.1)))

    record = read_again_of(table)
    assert Table.resume(record).replay(table.seq).hash


def test_a_record_says_all_about_its_table() -> None:
    """Every measure is written out, so that a default that changes does not change an old match."""
    table = begin(
        "family", *SINGLES, equipment=SLOW, clock=True, trials=True, held_by=[("Ben", "club")], event="Cup"
    )
    line = json.loads(encode(table.entries[0]))

    assert line["table"]["equipment"]["board"]["inner_circle_diameter"] == OLDER_BOARD.inner_circle_diameter
    assert line["table"]["equipment"]["pace"]["friction"] == 0.12
    assert line["table"]["held_by"] == [["Ben", "club"]]
    read, _ = decode(encode(table.entries[0]), 1)
    assert read.event == Begun(
        "family", *SINGLES, "Cup", table=Simulated(SLOW, ENGINE, True, True, (("Ben", "club"),), "hand")
    )


def test_a_hand_is_in_the_record_and_a_steady_one_leaves_no_trace_there() -> None:
    """So a record from before there were hands keeps its bytes."""
    steady, club = (begin("family", *SINGLES, hand=LEVELS[level]) for level in ("grandmaster", "club"))

    assert LEVELS["grandmaster"].none
    assert "hand" not in json.loads(encode(steady.entries[0]))["table"]
    assert json.loads(encode(club.entries[0]))["table"]["hand"] == "1.3°,13%,2.4mm"
    assert (steady.hand.none, str(read_again_of_hand(club))) == (True, str(LEVELS["club"]))


def read_again_of_hand(table: Table) -> Noise:
    read, _ = decode(encode(table.entries[0]), 1)
    record = Record()
    record.enter(read.event)
    return Table.resume(record).hand


def test_a_record_whose_hand_cannot_be_read_is_refused() -> None:
    record = Record()
    record.enter(Begun("family", *SINGLES, table=Simulated(STANDARD, ENGINE, hand="shaky")))

    with pytest.raises(RecordError, match="'shaky' is not an error of a hand"):
        Table.resume(record)


@pytest.mark.parametrize(
    "event",
    [
        RosetteTurned(radians(17.0)),
        RosetteTurned(radians(17.0), 2**53 - 1),
        TrialLeft(Side.SECOND),
        TrialPlayed(Side.FIRST),
        TrialPlayed(Side.FIRST, Aim(SOUTH, 0.1, 1.5, 0.1 + 0.2), Aim(SOUTH, 0.1, 1.6, 2.0), "ab", 0),
        Struck(StrokeReport(1), Ruling(()), 3.5, Aim(SOUTH, 0.1, 1.5, 3.0), Aim(SOUTH, 0.1, 1.6, 2.0), "ab"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_the_entries_of_a_simulated_table_survive_their_text(
    event: RosetteTurned | TrialLeft | TrialPlayed | Struck,
) -> None:
    entry = Entry(7, event)

    assert decode(encode(entry), 7)[0] == entry


def test_a_rosette_is_turned_by_the_breaker_before_play_and_never_after() -> None:
    """The record itself refuses it, whoever writes to it."""
    record = Record()
    for entry in opened().entries:
        record.enter(entry.event)

    with pytest.raises(RecordError, match="before Play"):
        record.enter(RosetteTurned(0.1))
    fresh = Record()
    for entry in seated().entries:
        fresh.enter(entry.event)
    with pytest.raises(RecordError, match="angle in radians"):
        fresh.enter(RosetteTurned(float("inf")))
    with pytest.raises(RecordError, match="a full turn at most"):
        fresh.enter(RosetteTurned(6.3))
    for seed in (-1, 2**53, True, 0.5):
        with pytest.raises(RecordError, match="not the seed of a rosette"):
            fresh.enter(RosetteTurned(0.0, seed))  # type: ignore[arg-type]


def test_a_record_no_simulated_table_could_have_written_is_refused() -> None:
    """Coins that went nowhere, a stroke without its layout, a call overruled: each named by its entry."""
    record = Record()
    for entry in opened().entries:
        record.enter(entry.event)
    stroke = next(entry.event for entry in playing(OPEN).entries if isinstance(entry.event, Struck))
    assert stroke.report.layout is not None

    bare = replace(stroke, report=replace(stroke.report, layout=None))
    moved = replace(stroke, report=replace(stroke.report, layout=without(WHITE, 0)))
    for event, why in ((bare, "does not say where"), (moved, "8 white coins on the surface")):
        wrong = Record(list(record.entries), list(record.states))
        wrong.enter(event)
        with pytest.raises(RecordError, match=f"entry 6 cannot be followed on a simulated table: .*{why}"):
            Table.resume(wrong)
    overruled = Record(list(record.entries), list(record.states))
    overruled.enter(stroke)
    overruled.enter(Overruled(6, stroke.ruling, stroke.report))
    with pytest.raises(RecordError, match="entry 7"):
        Table.resume(overruled)


def test_the_record_commands_read_a_simulated_match(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    table = begin("international-a", *SINGLES, keeper=RecordFile.create(path), held_by=[("Ben", "club")])
    table.toss(Side.FIRST, "break")
    table.seat()
    table.turn("Asha", 0.5)
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=6.0))

    shown = carrom("record", "show", str(path))
    audited = carrom("record", "audit", str(path))

    assert "rosette turned by 28.6°" in shown.stdout
    assert "simulated" in shown.stdout
    assert audited.returncode == 0
    assert "computer players  Ben (club)" in carrom("record", "sheet", str(path)).stdout
    assert "joueurs automatiques" in carrom("record", "sheet", str(path), "--lang", "fr").stdout


def test_an_upheld_protest_clears_the_table_for_a_new_match() -> None:
    """The match is replayed from the toss; nothing lies on the board until everybody sits again."""
    record = Record()
    for entry in playing(OPEN).entries:
        record.enter(entry.event)
    record.enter(ProtestSpoken(Side.SECOND, 6))
    record.enter(ProtestWritten("facts", "international-a 3.6 a"))
    record.enter(ProtestDecided(True))

    table = Table.resume(record)

    assert table.layout == Layout()
    with pytest.raises(NotNow):
        table.take_back(5)
    table.toss(Side.SECOND, "break")
    table.seat()
    assert table.asks == ToTurn("Ben")
    assert after(opened(), OPEN).layout != table.layout
