"""Requests become entries; what does not fit is refused and leaves the record as it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.says import law
from tests.umpiring.at_table import AT, ask, can, clear, doubles, opened, refused, set_up, stroke, todo, view

from carrom import umpiring
from carrom.equipment import STANDARD
from carrom.errors import ImpossibleCase, NotNow, RecordError
from carrom.record import Record, RecordFile, audit
from carrom.record.entries import Begun, Happened, Simulated, Struck, TakenBack
from carrom.umpiring.requests import Begin, Remark, Undo
from carrom.words import kebab


def kinds(record: Record) -> list[str]:
    return [kebab(type(entry.event).__name__) for entry in record.entries]


def test_a_match_begins_with_all_that_the_score_sheet_asks_for() -> None:
    """Names as given, the rulebook by its own id, clubs only where there is one."""
    record = Record()
    ask(
        record,
        "begin",
        rulebook="international",
        first=["Asha"],
        second=["Ben"],
        event="Club cup",
        round="final",
        number="17",
        place="board 4",
        umpire="Chan",
        clubs=[["Asha", "Lyon"], ["Ben", ""]],
        strikers=["Ben"],
    )

    assert record.entries[0].event == Begun(
        "international-a",
        ("Asha",),
        ("Ben",),
        "Club cup",
        "Chan",
        round="final",
        number="17",
        place="board 4",
        clubs=(("Asha", "Lyon"),),
        strikers=("Ben",),
    )
    assert record.entries[0].at == AT


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"second": ["Asha"]}, "every player needs a name of their own"),
        ({"second": [" "]}, "every player needs a name of their own"),
        ({"second": ["Ben", "Dev"]}, "one player a side (singles) or two (doubles)"),
        ({"rulebook": "chess"}, "no rulebook is called 'chess'"),
        ({"clubs": [["Eve", "Lyon"]]}, "clubs: 'Eve' does not play here"),
        ({"strikers": ["Eve"]}, "strikers: 'Eve' does not play here"),
    ],
)
def test_a_match_that_cannot_be_does_not_begin(fields: dict[str, object], says: str) -> None:
    given: dict[str, object] = {"rulebook": "family", "first": ["Asha"], "second": ["Ben"], **fields}

    refused(Record(), says, "begin", **given)


def test_nothing_but_a_beginning_is_taken_at_an_empty_table() -> None:
    refusal = refused(Record(), "no match has begun at this table", "remark", text="hello")

    assert isinstance(refusal, NotNow)
    refused(
        set_up("family"), "the match has begun already", "begin", rulebook="family", first=["A"], second=["B"]
    )


def test_from_the_toss_to_the_first_stroke_every_step_is_an_entry() -> None:
    record = Record()
    ask(record, "begin", rulebook="international-a", first=["Asha"], second=["Ben"])
    ask(record, "toss", winner="second", choice="seats")
    ask(record, "trial", side="first")
    ask(record, "late", side="second")
    ask(record, "seat", seats=[["south", "Ben"], ["north", "Asha"]])
    ask(record, "change-striker", player="Ben")
    ask(record, "play")
    ask(record, "stroke", pocketed=["white"], seconds=12)

    assert kinds(record) == [
        "begun",
        "tossed",
        "trial-played",
        "came-late",
        "seated",
        "striker-changed",
        "play-called",
        "struck",
    ]
    last = record.entries[-1].event
    assert isinstance(last, Struck)
    assert last.seconds == 12.0


def test_a_trial_board_that_a_side_does_without_is_noted_as_left() -> None:
    record = set_up("international-a")
    ask(record, "trial", side="first", played=False)

    assert kinds(record)[-1] == "trial-left"
    refused(record, "each side has one trial board", "trial", side="first")


def test_a_chair_is_given_to_one_player() -> None:
    record = Record()
    ask(record, "begin", rulebook="family", first=["Asha"], second=["Ben"])
    ask(record, "toss", winner="first", choice="break")

    refused(record, "a chair is named twice", "seat", seats=[["south", "Asha"], ["south", "Ben"]])
    refused(record, "sit face to face", "seat", seats=[["south", "Asha"], ["east", "Ben"]])


def test_a_refusal_says_itself_and_not_that_a_record_is_broken() -> None:
    """The page tells an umpire what to do; a record that does not hold together is another matter."""
    record = set_up("international-a")

    assert refused(record, "has not said Play", "stroke").code == "play/not-now"
    assert refused(record, "no change of seats is due", "change-seats").code == "play/not-now"
    assert (
        refused(opened(), "10 coins of a colour", "stroke", pocketed=["white"] * 10).code == "case/impossible"
    )


def test_a_record_that_somebody_else_writes_to_is_another_matter(tmp_path: Path) -> None:
    """That is no refusal of the request, and is said as what it is."""
    path = tmp_path / "m.carrom"
    record = RecordFile.create(path)
    umpiring.enter_request(record, Begin("family", ("Asha",), ("Ben",)), AT)
    with path.open("ab") as file:
        file.write(b"more\n")

    with pytest.raises(RecordError, match="another program has written"):
        umpiring.enter_request(record, Remark("hello"), AT)


def test_a_simulated_match_has_its_own_umpire() -> None:
    """What is typed at a desk does not say where the coins lie, so nobody could play on after it."""
    record = Record()
    record.enter(Begun("family", ("Asha",), ("Ben",), table=Simulated(STANDARD, 1)))

    refused(record, "played on a simulated table", "toss", winner="first", choice="break")


def test_a_stroke_is_refused_until_a_request_is_answered() -> None:
    record = opened()
    ask(record, "ask", side="second", text="was he seated?")

    refused(record, "Ben asked the umpire", "stroke")
    assert "stroke" not in can(record).acts
    ask(record, "play")
    stroke(record, "white")


def test_the_paragraph_that_made_a_stroke_improper_is_kept_in_full() -> None:
    """Of the match's own rulebook, or of the one it takes its fouls from."""
    record = opened("ffc-basics")
    ask(record, "stroke", improper=True, breach="3.2 h")
    stroke_ = record.entries[-1].event
    assert isinstance(stroke_, Struck)
    assert stroke_.breach == "international-a 3.2 h"

    ask(record, "stroke", improper=True, breach="ffc-basics play 3")
    stroke_ = record.entries[-1].event
    assert isinstance(stroke_, Struck)
    assert stroke_.breach == "ffc-basics play 3"


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({"breach": "3.2 h"}, "stroke.breach: a proper stroke broke no law"),
        ({"breach": "3.2 z", "improper": True}, "stroke.breach: international-a has no paragraph '3.2 z'"),
        (
            {"breach": "family 4", "improper": True},
            "stroke.breach: 'family 4' is not of this match's rulebook",
        ),
        ({"at_rest": ["upside-down"]}, "stroke.at_rest: 'upside-down' is unknown; say on-edge"),
    ],
)
def test_a_stroke_that_cannot_have_been_is_refused(facts: dict[str, object], says: str) -> None:
    assert isinstance(refused(opened(), says, "stroke", **facts), ImpossibleCase)


def test_a_foul_names_its_law_in_full_and_is_judged_by_it() -> None:
    record = opened()
    ask(record, "incident", kind="technical-foul", by="black", paragraph="4 k")

    event = record.entries[-1].event
    assert isinstance(event, Happened)
    assert event.incident.paragraph == "international-a 4 k"
    assert [each.distractions for each in view(record).players] == [0, 1]
    refused(record, "no paragraph '4 zz'", "incident", kind="foul", by="white", paragraph="4 zz")


def test_coins_are_confirmed_as_placed_no_more_than_are_to_be_placed() -> None:
    """One entry a coin; the queen only where she must come back."""
    record = opened()
    stroke(record, "white", "white")
    stroke(record, "white", "striker")
    assert [(each.what, each.n) for each in todo(record)] == [("place", 2)]

    refused(record, "2 white coins to be placed, not more", "placed", coins=["white"] * 3)
    refused(record, "no black coin is to be placed", "placed", coins=["black"])
    refused(record, "the queen is not to be respotted", "placed", coins=["queen"])
    refused(record, "name the coins", "placed", coins=[])
    ask(record, "placed", coins=["white", "white"], seconds=7)

    assert kinds(record)[-2:] == ["coin-placed", "coin-placed"]
    assert todo(record) == []


def test_the_queen_is_respotted_once() -> None:
    record = opened()
    stroke(record, "queen")
    assert [each.what for each in todo(record)] == ["respot-queen"]

    refused(record, "the queen is not to be respotted", "placed", coins=["queen", "queen"])
    ask(record, "placed", coins=["queen"])

    assert todo(record) == []
    refused(record, "the queen is not to be respotted", "placed", coins=["queen"])


def test_any_number_of_entries_is_undone_and_what_was_undone_can_come_back() -> None:
    """The history stays: an undo is an entry, and so can be gone back before."""
    record = opened()
    for _ in range(3):
        stroke(record, "white")
    played = view(record).board
    ask(record, "undo", to=4, reason="wrong board")

    fresh = view(record).board
    assert fresh is not None
    assert fresh.white == 9
    assert record.entries[-1].event == TakenBack(4, "wrong board")
    ask(record, "undo", to=7)
    assert view(record).board == played


@pytest.mark.parametrize("to", [0, -1, 5, 99])
def test_an_undo_goes_back_to_an_entry_before_the_last_and_never_before_the_beginning(to: int) -> None:
    record = opened()
    stroke(record, "white")

    refused(record, f"cannot go back to entry {to}; choose 1 to 4", "undo", to=to)


def test_before_the_match_has_done_anything_there_is_nothing_to_undo() -> None:
    record = Record()
    ask(record, "begin", rulebook="family", first=["Asha"], second=["Ben"])

    refused(record, "there is nothing yet", "undo", to=1)
    assert can(record).undo is None


def test_points_are_set_by_hand_with_a_reason() -> None:
    record = opened()
    refused(record, "set-points.reason: say in a few words", "set-points", first=3, second=4, reason=" ")
    refused(record, "while a game runs a side has 0 to 24", "set-points", first=25, second=4, reason="x")

    ask(record, "set-points", first=3, second=22, reason="the last sheet was wrong")

    assert (view(record).points.first, view(record).points.second) == (3, 22)
    assert record.state.match.standing is not None
    assert record.state.match.standing.points == (3, 22)


@pytest.mark.parametrize("why", ["resigned", "left", "retired"])
def test_a_match_given_up_goes_to_the_other_side(why: str) -> None:
    record = opened()
    ask(record, "give-up", side="first", why=why)

    shown = view(record)
    assert (shown.stage, shown.winner, shown.gave_up) == ("over", "second", why)
    refused(record, "the match is over", "give-up", side="second", why="left")


def test_a_walkover_is_given_before_the_first_board_is_opened() -> None:
    record = set_up("international-a")
    ask(record, "give-up", side="second", why="walkover")
    assert view(record).winner == "first"

    refused(opened(), "'resigned', 'left' or 'retired'", "give-up", side="second", why="walkover")


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_is_spoken_written_and_decided() -> None:
    record = opened()
    refused(record, "there is none on this board", "protest", side="second")
    stroke(record, "striker")
    ask(record, "protest", side="first")
    refused(record, "already protested", "protest", side="first")
    refused(record, "only a written protest", "decide-protest", upheld=True)
    refused(record, "write-protest.facts: say in a few words", "write-protest", facts="", paragraph="3.11 a")
    refused(record, "no paragraph '9'", "write-protest", facts="it lay on the frame", paragraph="9")
    ask(record, "write-protest", facts="it lay on the frame", paragraph="3.11 a")
    ask(record, "decide-protest", upheld=False, reason="it had fallen")

    (protest,) = view(record).protests
    assert (protest.paragraph, protest.upheld) == ("international-a 3.11 a", False)
    assert view(record).stage == "in-play"


@law("international-a 4.3", "international-b 4.3")
def test_after_an_upheld_protest_the_record_is_closed() -> None:
    """The match is played again at a table of its own; here the score is shown as it stood."""
    record = opened()
    stroke(record, "white", "white")
    ask(record, "protest", side="second")
    ask(record, "write-protest", facts="he stood up", paragraph="3.1 f")
    stroke(record, "striker")  # A coin is to be placed, and nobody will place it any more.
    ask(record, "decide-protest", upheld=True)

    shown = view(record)
    assert (shown.stage, shown.winner, shown.call, shown.to_place) == ("replayed", None, None, ())
    assert shown.board is not None
    assert shown.board.white == 8
    assert shown.can is not None
    assert shown.can.acts == ()
    for do, fields in (
        ("undo", {"to": 4}),
        ("remark", {"text": "x"}),
        ("toss", {"winner": "first", "choice": "break"}),
    ):
        refused(record, "this record is closed", do, **fields)


def test_seats_are_changed_when_a_change_is_due() -> None:
    record = doubles()
    refused(record, "no change of seats is due", "change-seats")
    while not view(record).change_seats:
        clear(record)
    ask(record, "change-seats", seconds=95)

    assert not view(record).change_seats
    assert {each.name: each.seat for each in view(record).players}["Asha"] == "east"


def test_what_is_entered_audits_clean() -> None:
    record = opened()
    stroke(record, "white", "striker")
    ask(record, "incident", kind="foul", by="white", paragraph="4 k")
    umpiring.enter_request(record, Undo(5), AT)
    stroke(record, "black")

    assert audit(record.entries) == []
