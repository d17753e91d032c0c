"""What the desk shows: how the match stands, what can be reported, and what must be seen done."""

from __future__ import annotations

import json

import pytest
from tests.says import law
from tests.umpiring.at_table import AT, ask, can, clear, doubles, opened, refused, set_up, stroke, todo, view

from carrom import umpiring
from carrom.i18n import Message
from carrom.parts import Counts, Score
from carrom.record import Record
from carrom.umpiring.view.types import Coins, Todo, View


def said_of(does: str, player: str) -> Message:
    """What a player does with one white coin."""
    return Message(f"now.{does}.white", {"player": player, "n": 1})


def offered(record: Record) -> dict[str, tuple[str, ...]]:
    return {offer.kind: offer.by for offer in can(record).incidents}


def said(record: Record) -> list[tuple[str, str]]:
    """Who plays or breaks now, as the last call tells it."""
    call = view(record).call
    assert call is not None
    return [(each.what, each.player) for each in call.todo if not each.confirm]


def test_a_table_at_which_nothing_has_begun_says_only_that() -> None:
    assert view(Record()) == View(0, "to-begin", Message("now.to-begin"))


def test_the_view_is_plain_json_with_every_field() -> None:
    record = opened()
    stroke(record, "white", "striker")
    plain = umpiring.to_json(view(record), "en")

    assert json.loads(json.dumps(plain)) == plain
    assert plain["call"]["ruling"]["findings"][0]["why"] == "striker-own"
    assert plain["winner"] is None
    assert plain["first"] == ["Asha"]


def test_from_stage_to_stage_the_next_step_is_offered() -> None:
    record = Record()
    ask(record, "begin", rulebook="international-a", first=["Asha"], second=["Ben"])
    assert (view(record).stage, can(record).acts[0]) == ("to-toss", "toss")
    ask(record, "toss", winner="first", choice="break")
    assert (view(record).stage, can(record).acts[0]) == ("to-seat", "seat")
    assert view(record).breaks_first == "first"
    ask(record, "seat", seats=[["south", "Asha"], ["north", "Ben"]])
    assert (view(record).stage, can(record).acts[0]) == ("to-play", "play")
    ask(record, "play")
    assert (view(record).stage, can(record).acts[0]) == ("in-play", "stroke")
    ask(record, "give-up", side="first", why="resigned")
    assert view(record).stage == "over"
    assert can(record).acts == ("undo", "remark")


@law("international-a 3.4", "international-b 3.4")
def test_trial_boards_are_offered_to_who_has_one_left_until_the_first_board_opens() -> None:
    """The punctual player may play both, if the other comes late."""
    record = set_up("international-a")
    ask(record, "trial", side="first")
    assert (view(record).trials, view(record).trials_left) == (("first",), Score(0, 1))
    assert {"trial", "late"} <= set(can(record).acts)
    refused(record, "each side has one trial board", "trial", side="first")
    ask(record, "late", side="second")
    assert (view(record).late, view(record).trials_left) == (("second",), Score(1, 0))
    ask(record, "trial", side="first")

    assert view(record).trials == ("first", "first")
    assert not {"trial", "late"} & set(can(record).acts)


def test_players_have_their_clubs_chairs_colours_and_strikers() -> None:
    record = Record()
    ask(
        record,
        "begin",
        rulebook="international-a",
        first=["Asha"],
        second=["Ben"],
        clubs=[["Ben", "Nice"]],
        strikers=["Asha"],
    )
    asha, ben = view(record).players
    assert (asha.seat, asha.colour, asha.approved, ben.approved) == (None, None, True, False)
    assert (asha.club, ben.club) == ("", "Nice")
    ask(record, "toss", winner="second", choice="break")
    ask(record, "seat", seats=[["south", "Asha"], ["north", "Ben"]])
    ask(record, "change-striker", player="Asha")

    asha, ben = view(record).players
    assert (asha.seat, asha.colour, asha.strikers) == ("south", "black", 1)
    assert (ben.breaks, ben.on_strike, asha.on_strike) == (True, True, False)
    assert view(record).white == "second"


def test_no_more_can_fall_than_lies_on_the_board() -> None:
    record = opened()
    stroke(record, "white", "white", "black")
    assert (can(record).most, can(record).queen) == (Counts(7, 8), True)
    stroke(record, "queen")
    assert not can(record).queen
    ask(record, "ask", side="second")

    assert can(record).most == Counts(0, 0)


def test_incidents_are_offered_as_the_judge_would_take_them() -> None:
    """A foul by the side on strike, a technical foul by the other; nothing that cannot be now."""
    record = set_up("international-a")
    assert offered(record) == {
        "technical-foul": ("white", "black"),
        "early-break": ("white",),
        "touched-coins": ("white", "black"),
        "abandon": ("white",),
        "disqualified": ("white", "black"),
        "coin-broken": (),
    }
    ask(record, "play")
    assert offered(record)["foul"] == ("white",)
    assert offered(record)["technical-foul"] == ("black",)
    for kind in ("early-break", "partners-talked", "ignored-request", "wrong-colour-placed", "room"):
        assert kind not in offered(record)
    ask(record, "ask", side="first")
    assert offered(record)["ignored-request"] == ("black",)


def test_partners_talk_in_doubles_only() -> None:
    record = doubles()
    ask(record, "play")

    assert offered(record)["partners-talked"] == ("white", "black")


def test_a_wrong_colour_goes_unnoticed_only_where_another_coin_can_be_left_out() -> None:
    record = opened()
    stroke(record, "white", "black")
    ask(record, "incident", kind="technical-foul", by="black")
    stroke(record)
    board = {"on_strike": "white", "white": 5, "black": 1}
    ask(record, "overrule", reason="count", by_hand={"board": board})
    ask(record, "incident", kind="striker-left", by="white")

    (offer,) = [each for each in can(record).incidents if each.kind == "wrong-colour-placed"]
    assert (offer.players, offer.unnoticed) == (("Asha", "Ben"), ("Ben",))


@law("international-a 3.11 g", "international-b 3.11 g")
def test_the_neighbour_places_what_a_player_must_put_back() -> None:
    """In doubles the player to the right of who played; then it is that player's turn."""
    record = doubles()
    ask(record, "play")
    stroke(record, "white")
    stroke(record, "striker")

    assert todo(record) == [Todo("place", "white", 1, "Chloé")]
    assert view(record).to_place == (Coins("white", 1, "Chloé", said_of("places", "Chloé")),)
    assert said(record) == [("turn", "Chloé")]
    ask(record, "placed", coins=["white"])
    stroke(record)
    assert said(record) == [("turn", "Ben")]


@law("international-a 3.11 i", "international-b 3.11 i")
def test_a_coin_without_room_is_held_and_let_down_when_there_is_room() -> None:
    record = opened()
    stroke(record, "white")
    stroke(record, "striker")
    ask(record, "incident", kind="no-room", by="black")
    assert todo(record) == [Todo("hold", "white", 1, "Ben")]
    assert view(record).held == (Coins("white", 1, "Ben", said_of("holds", "Ben")),)
    stroke(record)
    ask(record, "incident", kind="room", by="black")

    assert todo(record) == [Todo("let-down", "white", 1, "Ben")]
    ask(record, "placed", coins=["white"])
    assert (todo(record), view(record).held) == ([], ())


def test_what_left_the_board_is_respotted_by_the_umpire() -> None:
    record = opened()
    stroke(record, off=["white", "black", "black", "queen"])

    assert [(each.what, each.colour, each.n) for each in todo(record)] == [
        ("respot-queen", None, 0),
        ("respot", "white", 1),
        ("respot", "black", 2),
    ]
    ask(record, "placed", coins=["queen"])
    assert todo(record) == []


@pytest.mark.parametrize(
    ("kind", "by", "wanted"),
    [
        ("touched-coins", "black", "restore"),
        ("coin-broken", None, "replace-coin"),
    ],
)
def test_what_an_incident_asks_of_the_umpires_hands(kind: str, by: str | None, wanted: str) -> None:
    record = opened()
    stroke(record)
    ask(record, "incident", kind=kind, by=by)

    assert wanted in [each.what for each in todo(record)]


@law("international-a 3.5 f", "international-b 3.5 f")
def test_after_an_early_break_the_rosette_is_set_up_again_and_the_other_side_breaks() -> None:
    record = set_up("international-a")
    ask(record, "incident", kind="early-break", by="white")

    assert todo(record) == [Todo("set-up-again")]
    assert said(record) == [("break", "Ben")]


@pytest.mark.parametrize(
    ("book", "paragraph", "most", "ground"),
    [("international-a", "4 k", 3, "international-a 4.2 h"), ("icf", "129", 2, "icf 143h")],
)
def test_one_distraction_too_many_is_a_ground_for_disqualification(
    book: str, paragraph: str, most: int, ground: str
) -> None:
    """Said with the call that makes it one, and not again with every later one."""
    record = opened(book)
    for count in range(most + 1):
        assert "disqualify" not in [each.what for each in (todo(record) if count else [])]
        ask(record, "incident", kind="technical-foul", by="black", paragraph=paragraph)
    assert Todo("disqualify", player="Ben", side="second", says={"law": ground}) in todo(record)
    assert f"You may disqualify ({ground})" in " ".join(each.text.text("en") for each in todo(record))
    assert [each.distractions for each in view(record).players] == [0, most + 1]
    stroke(record)

    assert "disqualify" not in [each.what for each in todo(record)]


def test_the_end_of_a_board_says_who_breaks_next_and_nothing_is_put_back() -> None:
    record = set_up("international-a")
    shown = clear(record)

    assert (todo(record), said(record)) == ([], [("break", "Ben")])
    assert (shown.breaker, shown.next_breaker, shown.board_number) == ("Ben", "Asha", 2)
    (game,) = shown.games
    (board,) = game.boards
    assert (board.breaker, board.white, board.winner, board.points, board.queen) == (
        "Asha",
        "first",
        "first",
        12,
        "first",
    )
    assert (board.left, board.began, board.ended, board.total) == (Counts(0, 9), AT, AT, Score(12, 0))


def test_the_end_of_a_game_asks_for_the_change_of_seats() -> None:
    record = set_up("international-a")
    while view(record).game == 1:
        clear(record)

    assert "change-seats" in [each.what for each in todo(record)]
    assert "change-seats" in can(record).acts
    shown = view(record)
    assert shown.games_won.first + shown.games_won.second == 1
    assert shown.games[0].winner in ("first", "second")
    assert shown.points == Score(0, 0)


def test_a_match_that_is_won_shows_the_last_games_points() -> None:
    record = Record()
    ask(record, "begin", rulebook="international-a", first=["Asha"], second=["Ben"], length="board")
    ask(record, "toss", winner="first", choice="break")
    ask(record, "seat", seats=[["south", "Asha"], ["north", "Ben"]])
    assert view(record).next_breaker == ""
    shown = clear(record)

    assert (shown.stage, shown.winner, shown.points, shown.board) == ("over", "first", Score(12, 0), None)
    assert shown.call is not None
    assert shown.call.todo == ()
    assert set(can(record).acts) == {"overrule", "correct", "protest", "undo", "remark"}


def test_a_ninth_board_is_tossed_for() -> None:
    """Level after eight boards: nobody is next in the order of breaks until the toss."""
    record = set_up("ffc-basics")
    for _ in range(8):
        ask(record, "play")
        stroke(record, "white")
        ask(record, "overrule", reason="short", by_hand={"winner": "white", "points": 1})

    assert view(record).stage == "to-toss-again"
    assert todo(record) == [Todo("toss-again")]
    assert (view(record).breaker, view(record).next_breaker) == ("", "")
    ask(record, "toss-again", breaker="Ben")
    assert (view(record).stage, view(record).breaker) == ("to-play", "Ben")


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_shows_until_when_it_must_be_written() -> None:
    record = opened()
    stroke(record, "white")
    ask(record, "protest", side="second")
    (protest,) = view(record).protests
    assert (protest.side, protest.about, protest.spoken, protest.by) == ("second", 5, AT, None)
    assert "write-protest" in can(record).acts
    ask(record, "incident", kind="bumped-board", by="white")

    (protest,) = view(record).protests
    assert protest.by == "2026-03-14T15:15:00+01:00"


def test_points_given_by_hand_are_shown_beside_those_of_the_boards() -> None:
    record = set_up("international-a")
    clear(record)
    ask(record, "set-points", first=10, second=2, reason="two were wrong")

    (game,) = view(record).games
    assert (game.points, game.by_hand, game.boards[0].total) == (Score(10, 2), Score(-2, 2), Score(12, 0))


def test_a_preview_is_what_would_be_seen_and_enters_nothing() -> None:
    record = opened()
    before = list(record.entries)
    shown = umpiring.preview_request(
        record, umpiring.read_request({"do": "stroke", "pocketed": ["striker"]}), AT
    )
    assert record.entries == before
    stroke(record, "striker")

    assert shown.after == view(record)
    assert shown.ruling is not None
    assert shown.ruling.findings[0].why == "striker-alone"
    assert (
        umpiring.preview_request(record, umpiring.read_request({"do": "remark", "text": "x"}), AT).ruling
        is None
    )
