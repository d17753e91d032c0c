"""What the desk offers can have happened: on this board, by that side, at this point of the match."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.says import law
from tests.umpiring.at_table import AT, ask, can, clear, doubles, opened, refused, set_up, stroke, view
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
    refused(record, "cannot be reported of Asha", "incident", kind="touched-while-placing", by="white")


@law("international-a 3.11 j", "international-a 3.11 l", "international-a 3.11 m")
def test_after_the_next_stroke_only_a_wrong_colour_that_nobody_saw_is_left() -> None:
    record = opened()
    stroke(record, "white", "black")
    stroke(record, "striker")
    stroke(record)

    assert set(PLACING) & set(offered(record)) == {"wrong-colour-placed"}
    refused(record, "cannot be reported of Ben", "incident", kind="bad-placing", by="black")
    refused(record, "cannot be reported of Ben", "incident", kind="wrong-colour-placed", by="black")
    ask(record, "incident", kind="wrong-colour-placed", by="black", noticed=False)


@law("international-a 3.11 g", "international-a 3.11 l")
def test_in_doubles_only_the_one_who_places_can_place_badly() -> None:
    """Asha pockets the striker: Chloé, on her right, puts the coin back."""
    record = doubles()
    ask(record, "play")
    stroke(record, "white")
    stroke(record, "striker")
    refused(record, "cannot be reported of Dev", "incident", kind="bad-placing", player="Dev")
    ask(record, "incident", kind="bad-placing", by="black")

    assert view(record).log[-1].player == "Chloé"


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
    """By the side that had to cover her, after its next stroke, as long as she has lain there since."""
    record = opened()
    stroke(record, "white")
    assert "queen-unnoticed" not in offered(record)
    stroke(record, "queen")
    stroke(record)
    refused(record, "cannot be reported of Asha", "incident", kind="queen-unnoticed", by="white")
    stroke(record)
    assert "queen-unnoticed" not in offered(record)
    stroke(record)
    assert offered(record)["queen-unnoticed"] == ("white",)
    refused(record, "cannot be reported of Ben", "incident", kind="queen-unnoticed", by="black")
    stroke(record, "black")
    assert offered(record)["queen-unnoticed"] == ("white",)
    stroke(record, "queen", "striker")

    assert "queen-unnoticed" not in offered(record)


@law("icf 96")
def test_by_the_icf_s_laws_anybody_s_next_stroke_makes_an_overlooked_queen_a_covered_one() -> None:
    record = opened("icf")
    for pocketed in (("white",), ("queen",), ()):
        stroke(record, *pocketed)
    refused(record, "cannot be reported of Asha", "incident", kind="queen-unnoticed", by="white")
    stroke(record)

    assert offered(record)["queen-unnoticed"] == ("white",)


@law("international-a 3.12 d")
def test_a_queen_that_was_put_back_before_the_umpire_s_eyes_was_not_overlooked() -> None:
    record = opened()
    for pocketed in (("white",), ("queen",), ()):
        stroke(record, *pocketed)
    ask(record, "placed", coins=["queen"])
    stroke(record)
    stroke(record)

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
    ask(record, "incident", kind="bumped-board", by="white")
    assert "write-protest" in can(record).acts
    ask(record, "play")
    umpiring.enter_request(record, umpiring.read_request({"do": "stroke"}), later(16))
    assert "write-protest" not in can(record).acts

    umpiring.enter_request(record, umpiring.read_request({"do": "protest", "side": "first"}), later(16))
    assert [each.lapsed for each in view(record).protests] == [True, False]
    assert "write-protest" in can(record).acts


@law("international-a 4.3", "international-b 4.3")
def test_each_side_can_protest_once_against_a_call_whatever_else_is_undecided() -> None:
    record = opened()
    stroke(record, "white")
    ask(record, "protest", side="second")
    assert can(record).protest == ("first",)
    refused(record, "already protested against this call", "protest", side="second")
    stroke(record, "white")
    assert can(record).protest == ("first", "second")
    ask(record, "protest", side="second")

    assert [(each.side, each.about) for each in view(record).protests] == [("second", 5), ("second", 7)]
    refused(record, "several protests are open", "write-protest", facts="it moved", paragraph="3.6 a")
    ask(record, "write-protest", facts="it moved", paragraph="3.6 a", protest=8)
    assert [each.written for each in view(record).protests] == [None, "it moved"]


def test_a_written_protest_can_be_decided_hours_later() -> None:
    table = singles()
    table.play().stroke("white").ask("protest", side="second")
    table.ask("write-protest", facts="it had not fallen", paragraph="3.6 a")
    table.now += timedelta(hours=2)
    table.stroke()

    assert "decide-protest" in can(table.record).acts
