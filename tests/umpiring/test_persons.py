"""Who did it: a person is named in every incident, and a disqualification can come at any time."""

from __future__ import annotations

import pytest
from tests.says import law
from tests.umpiring.at_table import ask, can, doubles, opened, refused, stroke, todo, view
from tests.umpiring.scripted import Desk, singles

from carrom.record import Record, decode, encode
from carrom.umpiring import score_sheet
from carrom.umpiring.sheet import sheet_result


def playing() -> Record:
    """Asha and Ben against Chloé and Dev; Asha has pocketed a coin and is on strike."""
    record = doubles()
    ask(record, "play")
    stroke(record, "white", "black")
    return record


@pytest.mark.parametrize(
    "kind", ["left-chair", "touched-coins", "striker-left", "bumped-board", "technical-foul"]
)
def test_in_doubles_an_incident_names_the_partner_who_did_it(kind: str) -> None:
    record = playing()
    refused(record, "which of the partners it was: Chloé or Dev", "incident", kind=kind, by="black")
    ask(record, "incident", kind=kind, player="Dev")

    line = view(record).log[-1]
    assert (line.player, line.side) == ("Dev", "second")
    assert score_sheet(record).fouls[-1].player == "Dev"
    assert decode(encode(record.entries[-1]), len(record.entries))[0] == record.entries[-1]


def test_a_player_of_the_other_side_is_refused() -> None:
    refused(playing(), "Asha is not of that side", "incident", kind="left-chair", by="black", player="Asha")
    refused(playing(), "'Zoe' does not play here", "incident", kind="left-chair", player="Zoe")


def test_whoever_is_on_strike_is_late_and_both_partners_talk() -> None:
    record = playing()
    ask(record, "incident", kind="partners-talked", by="black")
    assert view(record).log[-1].player == ""
    ask(record, "incident", kind="late-stroke", by="white")

    assert view(record).log[-1].player == "Asha"


@law("international-a 4.2 h", "international-b 4.2 h")
def test_disturbances_count_for_each_person_not_for_the_side() -> None:
    record = playing()
    for player in ("Chloé", "Dev") * 3:
        ask(record, "incident", kind="technical-foul", player=player, paragraph="4 k")
    assert [each.distractions for each in view(record).players] == [0, 0, 3, 3]
    assert "disqualify" not in [each.what for each in todo(record)]
    ask(record, "incident", kind="technical-foul", player="Dev", paragraph="4 k")

    assert [each.player for each in todo(record) if each.what == "disqualify"] == ["Dev"]


def before_the_toss() -> Desk:
    return Desk().ask("begin", rulebook="international", first=["Asha"], second=["Ben"])


def before_they_sit() -> Desk:
    return before_the_toss().ask("toss", winner="first", choice="break")


def between_boards() -> Desk:
    return singles().win("first", 3)


def at_the_ninth_toss() -> Desk:
    desk = singles()
    for _ in range(4):
        desk.win("first", 1).win("second", 1)
    return desk


@law("international-a 4.2 e", "international-b 4.2 e")
@pytest.mark.parametrize("when", [before_the_toss, before_they_sit, between_boards, at_the_ninth_toss])
def test_a_player_can_be_disqualified_at_any_time(when: object) -> None:
    """An insult may come before or during a match."""
    assert callable(when)
    desk: Desk = when()
    record = desk.record
    (offer,) = [each for each in can(record).incidents if each.kind == "disqualified"]
    assert offer.players == ("Asha", "Ben")
    desk.ask("incident", kind="disqualified", player="Ben", ground="e")

    shown = view(record)
    assert (shown.stage, shown.winner) == ("over", "first")
    assert shown.call is not None
    assert "international-a 4.2 e" in shown.call.ruling.findings[0].laws
    assert score_sheet(record).result.how == "disqualified"
    assert "disqualified" in sheet_result(score_sheet(record), "en")
    assert [decode(encode(entry), entry.seq)[0] for entry in record.entries] == record.entries
    desk.ask("protest", side="second")
    desk.ask("undo", to=desk.last - 2, reason="it was somebody else")
    assert view(record).stage != "over"


def test_a_disqualification_before_the_toss_is_overruled_by_another_and_not_by_a_board() -> None:
    desk = before_the_toss().ask("incident", kind="disqualified", player="Ben", ground="e")
    refused(desk.record, "no board is set up", "overrule", reason="decided", by_hand={"void": True})
    asha = {"kind": "disqualified", "player": "Asha", "ground": "a"}
    desk.ask("overrule", reason="it was the other player", incident=asha)

    assert view(desk.record).winner == "second"


def test_between_boards_a_disqualification_names_the_player_and_nothing_else_can_happen() -> None:
    desk = before_the_toss()
    refused(desk.record, "name the player", "incident", kind="disqualified", ground="e")
    refused(desk.record, "the toss", "incident", kind="left-chair", player="Ben")


@law("international-a 3.6 c", "international-b 3.6 c")
def test_strokes_that_nobody_stopped_are_entered_with_what_they_pocketed() -> None:
    """Asha pockets a black coin and plays on as if it were hers; two more fall before the umpire sees it."""
    record = opened()
    stroke(record, "black")
    refused(record, "say what", "incident", kind="played-theirs", by="white")
    ask(record, "incident", kind="played-theirs", by="white", pocketed=["black", "black"])

    board = view(record).board
    assert board is not None
    assert (board.on_strike, board.black) == ("black", 6)
    assert score_sheet(record).fouls[-1].pocketed == ("black", "black")


@law("international-a 4.1.1", "international-b 4.1.1")
def test_a_stroke_out_of_turn_is_entered_for_anybody_but_the_one_on_strike() -> None:
    record = playing()
    (offer,) = [each for each in can(record).incidents if each.kind == "out-of-turn"]
    assert (offer.players, offer.pocketed) == (("Ben", "Chloé", "Dev"), True)
    refused(record, "cannot be reported of Asha", "incident", kind="out-of-turn", player="Asha")
    ask(record, "incident", kind="out-of-turn", player="Dev", pocketed=["black"])
    assert view(record).on_strike == "Asha"
    ask(record, "incident", kind="out-of-turn", player="Ben", pocketed=["white"])

    assert view(record).on_strike == "Chloé"
