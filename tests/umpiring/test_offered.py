"""What the desk offers can have happened: on this board, by that side, at this point of the match."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.says import law
from tests.umpiring.at_table import AT, ask, can, clear, opened, refused, set_up, stroke, view
from tests.umpiring.scripted import singles

from carrom import umpiring
from carrom.record import Record

PLACING = ("bad-placing", "touched-while-placing", "wrong-colour-placed")


def offered(record: Record) -> dict[str, tuple[str, ...]]:
    return {offer.kind: offer.by for offer in can(record).incidents}


def later(minutes: int) -> str:
    return (datetime.fromisoformat(AT) + timedelta(minutes=minutes)).isoformat()


@law("international-a 3.11 i", "international-a 3.11 l", "international-a 3.11 m")
def test_nothing_is_placed_badly_or_held_where_nothing_was_to_be_placed() -> None:
    record = opened()
    for pocketed in ((), ("black",), ("white",)):
        stroke(record, *pocketed)
        assert not {*PLACING, "no-room", "room"} & set(offered(record))


@law("international-a 3.11 g", "international-a 3.11 i", "international-a 3.11 l", "international-a 3.11 m")
def test_who_places_can_place_badly_or_find_no_room() -> None:
    """White's coin is put back by black; as long as it is not down, black can hold it."""
    record = opened()
    stroke(record, "white", "black")
    stroke(record, "striker")
    assert {kind: offered(record).get(kind) for kind in (*PLACING, "no-room")} == dict.fromkeys(
        (*PLACING, "no-room"), ("black",)
    )
    ask(record, "placed", coins=["white"])

    assert [offered(record).get(kind) for kind in PLACING] == [("black",)] * 3
    assert "no-room" not in offered(record)
    stroke(record)
    assert offered(record)["bad-placing"] == ("black",)


def test_what_was_placed_on_an_earlier_board_was_not_placed_on_this_one() -> None:
    record = opened()
    stroke(record, "white", "striker")
    ask(record, "incident", kind="bumped-board", by="white")
    ask(record, "play")
    stroke(record)

    assert not set(PLACING) & set(offered(record))


def test_a_ruling_that_was_overruled_or_taken_back_has_placed_nothing() -> None:
    record = opened()
    stroke(record, "white")
    stroke(record, "striker")
    last = len(record.entries)
    ask(record, "overrule", reason="it lay on the frame", stroke={})
    assert not set(PLACING) & set(offered(record))
    ask(record, "undo", to=last)
    assert offered(record)["bad-placing"] == ("black",)
    ask(record, "undo", to=last - 1)

    assert not set(PLACING) & set(offered(record))


@law("international-a 3.12 d", "international-b 3.12 d")
def test_only_an_uncovered_queen_that_came_back_can_have_been_overlooked() -> None:
    """By the side that had to cover her, as long as she has lain there since."""
    record = opened()
    stroke(record, "white")
    assert "queen-unnoticed" not in offered(record)
    stroke(record, "queen")
    stroke(record)
    assert offered(record)["queen-unnoticed"] == ("white",)
    ask(record, "placed", coins=["queen"])
    stroke(record, "black")
    assert offered(record)["queen-unnoticed"] == ("white",)
    stroke(record, "queen", "striker")

    assert "queen-unnoticed" not in offered(record)


@law("international-a 3.12 c")
def test_a_queen_that_fell_too_early_is_not_one_that_was_not_covered() -> None:
    record = opened()
    stroke(record)
    stroke(record, "queen")

    assert view(record).board is not None
    assert "queen-unnoticed" not in offered(record)


@law("international-a 4 p", "international-b 4 q")
def test_passes_and_playing_on_with_their_coins_need_a_break() -> None:
    """Whether no coin was touched may not have been reported: after the break the umpire can say it."""
    record = opened()
    stroke(record, touched=False)
    assert not {"three-passes", "played-theirs"} & set(offered(record))
    stroke(record)

    assert {"three-passes", "played-theirs"} <= set(offered(record))


@pytest.mark.parametrize(("book", "most"), [("international-a", 12), ("ffc-leaflet", 12), ("family", 25)])
def test_the_most_that_can_be_given_by_hand_is_the_rulebooks(book: str, most: int) -> None:
    """A board's points, and those of a game that goes on."""
    record = opened(book)
    stroke(record)
    assert (can(record).points_most, can(record).game_most) == (most, 24)
    ask(record, "set-points", first=24, second=24, reason="level")
    refused(record, "0 to 24", "set-points", first=25, second=0, reason="too many")


def test_a_walkover_is_given_before_the_first_board_only() -> None:
    record = set_up("international-a")
    assert set(can(record).give_up) == {"resigned", "left", "retired", "walkover"}
    ask(record, "play")
    assert set(can(record).give_up) == {"resigned", "left", "retired"}
    clear(record)
    assert set(can(record).give_up) == {"resigned", "left", "retired"}
    ask(record, "give-up", side="first", why="left")

    assert can(record).give_up == ()


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_that_nobody_wrote_in_time_makes_room_for_another() -> None:
    """From the end of the board it has its time; whether that is up, only the clock of the table knows."""
    record = opened()
    stroke(record, "white")
    ask(record, "protest", side="second")
    assert can(record).protest == ()
    ask(record, "incident", kind="bumped-board", by="white")
    assert can(record).protest == ("first", "second")
    assert "write-protest" in can(record).acts
    assert "protest" not in can(record).acts
    refused(record, "open already", "protest", side="first")
    ask(record, "play")
    umpiring.enter_request(record, umpiring.read_request({"do": "stroke"}), later(16))
    assert "protest" in can(record).acts
    assert "write-protest" not in can(record).acts

    umpiring.enter_request(record, umpiring.read_request({"do": "protest", "side": "first"}), later(16))
    assert [each.lapsed for each in record.state.protests] == [True, False]
    protest = view(record).protest
    assert protest is not None
    assert (protest.side, protest.lapsed) == ("first", False)


def test_a_protest_that_is_written_must_be_decided_first() -> None:
    table = singles()
    table.play().stroke("white").ask("protest", side="second")
    table.ask("write-protest", facts="it had not fallen", paragraph="3.6 a")
    table.now += timedelta(hours=2)
    table.stroke()

    assert can(table.record).protest == ()
    assert "decide-protest" in can(table.record).acts
