"""What only the ICF's laws have at a desk: extra points on demand, finals, waivers, replays, a rest."""

from __future__ import annotations

import json

import pytest
from tests.printing.reading import words
from tests.says import law
from tests.umpiring.opened import lines
from tests.umpiring.scripted import Desk

from carrom.errors import CarromError
from carrom.printing import sheet_pdf
from carrom.record.fold import last_play
from carrom.umpiring import match_view, preview_request, read_request, score_sheet
from carrom.umpiring.page import OfflineJudge
from carrom.umpiring.sheet import sheet_txt, sheet_words
from carrom.umpiring.view.log import match_log
from carrom.umpiring.view.types import Can, Preview, View

FACTS = {"facts": "the coin was touched", "paragraph": "134"}


def seated(rulebook: str = "icf", **fields: object) -> Desk:
    """Asha breaks the first board; nothing is played yet."""
    desk = Desk().ask("begin", rulebook=rulebook, first=["Asha"], second=["Ben"], **fields)
    desk.ask("toss", winner="first", choice="break")
    return desk.ask("seat", seats=[["south", "Asha"], ["north", "Ben"]])


def view(desk: Desk) -> View:
    return match_view(desk.record)


def can(desk: Desk) -> Can:
    found = view(desk).can
    assert found is not None
    return found


def todos(desk: Desk) -> dict[str, str]:
    """What is to be done, in English."""
    call = view(desk).call
    assert call is not None
    return {each.what: each.text.text("en") for each in call.todo}


def ruled(desk: Desk) -> str:
    """The last ruling, in English."""
    call = view(desk).call
    assert call is not None
    return call.ruling.text.text("en")


def offered(desk: Desk, kind: str) -> tuple[str, ...]:
    """The players of whom an incident can be reported now."""
    return next((each.players for each in can(desk).incidents if each.kind == kind), ())


def won_with_extra_points(improper: bool = False) -> Desk:
    """White pockets black's last coins with the striker: Ben has seven points and may demand more."""
    desk = seated().play().stroke(*["white"] * 5)
    return desk.stroke(*["black"] * 9, "striker", improper=improper)


@law("icf 87b")
@pytest.mark.parametrize(("improper", "most"), [(False, 1), (True, 2)])
def test_the_desk_asks_how_many_extra_points_the_winner_demands(improper: bool, most: int) -> None:
    desk = won_with_extra_points(improper)

    assert (view(desk).stage, view(desk).points.second, can(desk).demand) == ("to-demand", 7, most)
    assert "demand" in can(desk).acts
    assert not {"play", "stroke"} & set(can(desk).acts)
    assert todos(desk)["demand"].startswith("Ask Ben:")
    assert view(desk).now.text("en") == "Extra points may be demanded: Ben."
    with pytest.raises(CarromError, match=f"0 to {most} can"):
        desk.ask("demand", points=most + 1)


@law("icf 87b")
@pytest.mark.parametrize("points", [0, 1, 2])
def test_all_extra_points_some_or_none_are_entered_and_shown_beside_the_others(points: int) -> None:
    desk = won_with_extra_points(improper=True).ask("demand", points=points)
    line = view(desk).log[-1]
    (game,) = view(desk).games

    assert (view(desk).stage, view(desk).points.second) == ("to-play", 7 + points)
    assert (game.boards[0].points, game.boards[0].extra) == (7 + points, points)
    assert (line.kind, line.side, line.what) == ("demanded", "second", str(points))
    assert (line.game, line.board, view(desk).board_number) == (1, 1, 2)
    assert "demand" not in todos(desk)
    row = next(part for part in sheet_words(score_sheet(desk.record), "en").parts if part.key == "game").rows[
        0
    ]
    assert row[6:10] == ("–", f"7 + {points}" if points else "7", "0", str(7 + points))
    assert ("7 + 2" in sheet_txt(score_sheet(desk.record), "en")) == (points == 2)


@pytest.mark.parametrize(
    ("points", "watched", "own"),
    [
        (0, "Ben: no extra points demanded.", "You: no extra points demanded."),
        (1, "Ben: 1 extra point demanded.", "You: 1 extra point demanded."),
    ],
)
def test_the_log_tells_a_demand_to_who_made_it_and_to_others(points: int, watched: str, own: str) -> None:
    desk = won_with_extra_points().ask("demand", points=points)
    text = view(desk).log[-1].text

    assert (text.text("en", "Asha"), text.text("en", "Ben")) == (watched, own)


def test_the_judge_in_the_page_takes_a_demand_as_the_server_does() -> None:
    server, page = won_with_extra_points(), OfflineJudge()
    kept = [{"request": {"do": "demand", "points": 1}, "at": server.now.isoformat()}]
    question = {"ask": "load", "lang": "en", "lines": lines(server.record), "after": 0, "kept": kept}
    told = json.loads(page.answer(json.dumps(question)))

    assert (told["refused"], told["view"]["points"], told["view"]["stage"]) == (
        None,
        {"first": 0, "second": 8},
        "to-play",
    )


def test_the_printed_sheet_shows_extra_points_beside_the_others() -> None:
    desk = won_with_extra_points().ask("demand", points=1)

    assert "7 + 1" in words(sheet_pdf(score_sheet(desk.record), "en"))


def test_a_demand_is_undone_and_a_correction_of_the_stroke_before_it_asks_again_or_leaves_it_out() -> None:
    desk = won_with_extra_points(improper=True)
    struck = desk.last
    desk.ask("demand", points=2)
    desk.ask("undo", to=struck)
    assert (view(desk).stage, view(desk).points.second) == ("to-demand", 7)
    desk.ask("demand", points=1)

    desk.ask("correct", entry=struck, reason="proper", stroke={"pocketed": ["black"] * 9 + ["striker"]})
    assert (view(desk).stage, view(desk).points.second) == ("to-play", 8)
    (wrong,) = can(desk).correct[-1:]
    one_less = {"pocketed": ["black"] * 8 + ["striker"]}
    with pytest.raises(CarromError, match="no longer fits"):
        desk.ask("correct", entry=wrong, reason="one stayed", stroke=one_less)
    desk.ask("correct", entry=wrong, reason="one stayed", stroke=one_less, drop=True)
    assert (view(desk).stage, view(desk).points.second) == ("in-play", 0)


@law("icf 56b", "icf 60b")
def test_finals_are_begun_as_such_and_told_on_the_sheet() -> None:
    desk = seated(finals=True)

    assert (view(desk).finals, desk.match.book.match.boards) == (True, None)
    rows = sheet_words(score_sheet(desk.record), "en").parts[0].rows
    assert ("match", "singles, from the quarter-finals on") in rows
    with pytest.raises(CarromError, match="makes no difference for the finals"):
        seated("international", finals=True)


@law("icf 87a", "icf 80", "icf 83")
@pytest.mark.parametrize("kind", ["waive", "forfeit"])
def test_coins_are_waived_or_forfeited_by_the_side_that_would_place_them(kind: str) -> None:
    """While they are owed, while they are to be placed, and at no other time."""
    desk = seated().play()
    assert offered(desk, kind) == ()
    desk.stroke("white", "white").stroke("striker")
    assert (desk.board.coins.white, view(desk).to_place[0].count, desk.board.due.white) == (8, 1, 0)
    assert offered(desk, kind) == ("Ben",)
    desk.ask("incident", kind=kind, player="Ben")

    assert (desk.board.coins.white, view(desk).to_place) == (7, ())
    assert offered(desk, kind) == ()


@law("icf 87a")
def test_what_is_owed_can_be_waived_too() -> None:
    desk = seated().play().stroke("striker")
    assert (desk.board.due.white, offered(desk, "waive")) == (1, ("Ben",))
    with pytest.raises(CarromError):
        desk.ask("incident", kind="waive", player="Asha")
    desk.ask("incident", kind="waive", player="Ben")

    assert desk.board.due.white == 0
    assert "white's due of one coin is waived" in ruled(desk)
    assert "nets" not in ruled(desk)


@law("icf 87a")
def test_a_due_and_a_coin_to_be_placed_are_waived_in_words_of_their_own() -> None:
    desk = seated().play().ask("incident", kind="technical-foul", player="Ben", paragraph="129")
    desk.stroke().stroke("black", "striker").ask("incident", kind="waive", player="Asha")

    assert "in the nets" in ruled(desk)


@law("icf 47")
def test_after_an_early_break_that_stands_the_other_side_strikes() -> None:
    desk = seated().ask("incident", kind="early-break", player="Asha")

    assert view(desk).now.text("en") == "Ben to strike"
    assert todos(desk)["turn"] == "Ben to strike"


@law("icf 140", "icf 142")
@pytest.mark.parametrize("kind", ["replay", "no-striker-place"])
def test_a_board_that_cannot_go_on_is_played_again(kind: str) -> None:
    desk = seated().play().stroke("white").ask("incident", kind=kind)

    assert (view(desk).stage, view(desk).points.first, view(desk).games[0].boards[0].winner) == (
        "to-play",
        0,
        None,
    )


@law("icf 51", "icf 91", "icf 126b")
@pytest.mark.parametrize("kind", ["out-of-turn", "left-chair", "bumped-board"])
def test_grave_breaches_lose_the_board(kind: str) -> None:
    desk = seated().play().stroke("white").ask("incident", kind=kind, player="Ben")
    board = view(desk).games[0].boards[0]

    assert (board.winner, board.points) == ("first", 12)


@law("icf 143i")
def test_ground_i_disqualifies() -> None:
    desk = seated().play().ask("incident", kind="disqualified", player="Ben", ground="i")

    assert (view(desk).stage, view(desk).winner) == ("over", "first")


def one_game_each() -> Desk:
    """The deciding game is about to begin."""
    desk = seated()
    while not desk.match.deciding:
        desk.win("first" if not desk.match.games else "second", 9)
    return desk


@law("icf 138")
def test_before_the_deciding_game_the_desk_says_that_a_rest_is_allowed() -> None:
    desk = one_game_each()
    says = view(desk).rest
    assert says is not None
    assert says.text("en") == "10 minutes of rest are allowed before the deciding game."
    desk.ask("change-seats")
    assert view(desk).rest is not None
    desk.ask("play")

    assert view(desk).rest is None


@law("icf 117")
def test_a_striker_may_be_changed_after_any_board() -> None:
    desk = seated()
    for _ in range(3):
        desk.ask("change-striker", player="Asha")
    (strikers,) = (
        part for part in sheet_words(score_sheet(desk.record), "en").parts if part.key == "strikers"
    )

    assert view(desk).striker_changes is None
    assert "change-striker" in can(desk).acts
    assert {row[-1] for row in strikers.rows} == {"another striker"}


@law("icf protest 5")
def test_an_upheld_protest_takes_play_back_to_the_start_of_its_board() -> None:
    """The boards before it stand, the record goes on, and the sheet says what is played again."""
    desk = seated().win("first", 4).play().stroke("black").ask("protest", side="first")
    desk.ask("write-protest", **FACTS)
    desk.stroke()
    desk.ask("decide-protest", upheld=True, reason="seen on film")

    assert (view(desk).stage, view(desk).board_number, view(desk).points.first) == ("to-play", 2, 7)
    assert view(desk).protest_replays == "board"
    (protests,) = (
        part for part in sheet_words(score_sheet(desk.record), "en").parts if part.key == "protests"
    )
    assert "upheld, the board is played again from its start" in protests.rows[0][-1]
    desk.play().stroke("black")
    assert view(desk).stage == "in-play"


def upheld() -> Desk:
    """A protest against a call of the second board was upheld: the board is played again."""
    desk = seated().win("first", 4).play().stroke("black").ask("protest", side="first")
    desk.ask("write-protest", **FACTS).stroke()
    return desk.ask("decide-protest", upheld=True, reason="seen on film")


@law("icf protest 5")
def test_an_upheld_protest_against_a_call_before_the_first_board_takes_that_call_back() -> None:
    desk = Desk().ask("begin", rulebook="icf", first=["Asha"], second=["Ben"])
    desk.ask("incident", kind="disqualified", player="Ben", ground="h").ask("protest", side="second")
    desk.ask("write-protest", **FACTS).ask("decide-protest", upheld=True)

    assert desk.match.stage == "to-toss"
    assert desk.match.winner is None


@law("icf protest 5")
@pytest.mark.parametrize("played", [0, 2])
def test_a_mistyped_decision_is_taken_back_with_the_replay_that_follows_it(played: int) -> None:
    desk = upheld()
    decision = desk.last - 1
    before = desk.record.states[decision - 2]
    if played:
        desk.play().stroke("black")
    for _ in range(played):
        step = last_play(desk.record.states, desk.record.entries)
        assert step is not None
        desk.ask("undo", to=step - 1)
    assert last_play(desk.record.states, desk.record.entries) == decision

    desk.ask("undo", to=decision - 1, reason="mistyped")

    assert desk.record.state.match == before.match
    assert desk.record.state.open_protests == before.open_protests
    assert not desk.record.state.closed_protests
    assert not next(line for line in match_log(desk.record) if line.v == decision).stands
    sheet = score_sheet(desk.record)
    assert [(each.upheld, each.reason) for each in sheet.protests] == [(None, "")]
    assert [(each.entry, each.count) for each in sheet.changes if each.kind == "undone"] == [(decision, 1)]
    desk.ask("decide-protest", upheld=False)
    desk.ask("undo", to=decision - 2)
    assert [each.upheld for each in desk.record.state.protests] == [False]


@law("icf protest 5")
def test_a_replayed_board_comes_back_only_with_the_decision() -> None:
    desk = upheld().play().stroke("black")
    decision = desk.last - 3
    for entry in (decision, decision - 2):
        with pytest.raises(CarromError, match=f"entry {entry} was taken back"):
            desk.ask("undo", to=entry)

    desk.ask("undo", to=decision - 1)

    assert desk.record.state.match == desk.record.states[decision - 2].match
    assert [each.upheld for each in desk.record.state.protests] == [None]


def two_boards(*first: str) -> Desk:
    """Entry 5 ends the first board; two strokes of the second follow."""
    desk = seated().play().stroke(*first)
    if desk.match.stage == "to-demand":
        desk.ask("demand", points=1)
    return desk.play().stroke().stroke("white")


def preview(desk: Desk, entry: int, **what: object) -> Preview:
    asked = read_request({"do": "correct", "entry": entry, "reason": "seen on film", **what})
    return preview_request(desk.record, asked, desk.now.isoformat())


NINE = ["white"] * 9


@law("icf 87b")
def test_a_demand_that_no_longer_fits_falls_alone() -> None:
    desk = two_boards(*NINE, "striker")
    standing, points = desk.board, view(desk).points
    shown = preview(desk, 5, stroke={"pocketed": NINE})
    ((entry, refused),) = [(each.v, each.refused) for each in shown.differences]
    assert (entry, refused and refused.text("en")) == (6, "The corrected board gives no extra points.")

    desk.ask("correct", entry=5, reason="seen on film", stroke={"pocketed": NINE}, drop=True)

    assert (desk.match.boards_ended, desk.board.coins) == (1, standing.coins)
    assert view(desk).points != points
    assert score_sheet(desk.record).changes[-1].count == 1


@law("icf 87b")
def test_a_correction_takes_no_extra_points_as_demanded_where_play_went_on() -> None:
    desk = two_boards(*NINE)
    standing = desk.board
    real = {"pocketed": [*NINE, "striker"]}
    (assumed,) = preview(desk, 5, stroke=real).differences
    assert (assumed.v, assumed.refused) == (6, None)
    assert assumed.assumed is not None
    assert "no extra points are taken as demanded" in assumed.assumed.text("en")

    desk.ask("correct", entry=5, reason="seen on film", stroke=real)

    assert (desk.match.boards_ended, desk.board.coins) == (1, standing.coins)
    assert "no extra points demanded" in " ".join(line.text.text("en") for line in view(desk).log)
    desk.ask("correct", entry=desk.last - 4, reason="no", stroke={"pocketed": NINE}, drop=True)
    assert desk.board.coins == standing.coins


@law("icf 87b")
def test_a_corrected_end_of_the_last_board_is_asked_about() -> None:
    desk = seated().play().stroke(*NINE)
    desk.ask("correct", entry=5, reason="no", stroke={"pocketed": [*NINE, "striker"]})
    assert view(desk).stage == "to-demand"


@law("icf 87b")
def test_a_wrong_demand_is_struck_out() -> None:
    """It is asked about again; where play went on, none are taken as demanded."""
    desk = seated().play().stroke(*NINE, "striker").ask("demand", points=1)
    desk.ask("correct", entry=6, reason="none was meant")
    assert view(desk).stage == "to-demand"

    desk = two_boards(*NINE, "striker")
    (before, standing) = view(desk).points, desk.board
    desk.ask("correct", entry=6, reason="none was meant")
    after = view(desk).points
    assert before.first + before.second == after.first + after.second + 1
    assert desk.board.coins == standing.coins
    with pytest.raises(CarromError, match="is not a stroke or incident"):
        desk.ask("correct", entry=desk.last - 3, reason="x", stroke={})
