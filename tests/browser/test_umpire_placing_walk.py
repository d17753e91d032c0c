"""Coins put back, pieces that come to lie oddly, and protests on the umpire's page, and in the record."""

from __future__ import annotations

import pytest
from tests.browser.house import House
from tests.browser.umpire_folded import agrees, placed, placing
from tests.browser.umpire_rows import A, Row, W
from tests.browser.umpire_walk import STARTED, Walk, opening, told_by
from tests.browser.visitor import Visits

from carrom.cases import answer, read_case
from carrom.record.entries import Happened
from carrom.words import Coin, Side


@pytest.mark.long
def test_coins_are_placed_badly_and_rightly(house: House, visits: Visits) -> None:
    """Whoever places badly or touches others loses a coin too; a wrong colour is put right, or stands."""
    walk = Walk(house, visits, *opening(A), *STARTED)
    board = Row("coins in the nets", W, "nothing")

    for kind in ("bad-placing", "touched-while-placing"):
        walk.sets_up(board)
        walk.enters("tap-striker", "judge")
        view = walk.enters("placing-wrong", f"incident-{kind}")
        assert placing(view["to_place"]) == {"white": (1, "Ben"), "black": (1, "Asha")}
        assert ("restore" in [each["what"] for each in view["call"]["todo"]]) == kind.startswith("touched")
        agrees(walk)
        walk.enters("done")
        agrees(walk)
        assert placed(walk) == [Coin.WHITE, Coin.BLACK]

    walk.sets_up(board)
    walk.enters("tap-striker", "judge")
    seen = walk.enters("placing-wrong", "incident-wrong-colour-placed", "by-Ben")
    assert (seen["board"]["white"], seen["board"]["black"]) == (6, 5)
    agrees(walk)
    walk.enters("done")
    walk.follows()
    unseen = walk.enters("incidents", "incident-wrong-colour-placed", "noticed-no", "by-Ben")
    assert (unseen["board"]["white"], unseen["board"]["black"]) == (5, 6)
    agrees(walk)

    walk.sets_up(Row("no right to the queen", "white on strike, 9 white, 5 black", "queen"))
    walk.enters("tap-queen", "judge")
    agrees(walk)
    walk.enters("done")
    assert placed(walk) == [Coin.QUEEN]


@pytest.mark.long
def test_coins_without_room_are_held_and_handed_to_the_partner(house: House, visits: Visits) -> None:
    """Until there is room: then the one who holds them puts them down."""
    walk = Walk(house, visits, *opening(A, doubles=True), *STARTED)
    walk.sets_up(Row("coins in the nets", W, "nothing"))
    striker = walk.follows()["on_strike"]
    view = walk.enters("tap-striker", "judge")
    holder = view["on_strike"]
    assert holder != striker

    view = walk.enters("no-room")
    assert (placing(view["held"]), view["to_place"]) == ({"white": (1, holder)}, [])
    agrees(walk)
    walk.taps("done")
    view = walk.enters("stroke-nothing")
    partner = next(
        each["name"] for each in view["players"] if each["side"] == "second" and each["name"] != holder
    )
    assert placing(view["held"]) == {"white": (1, partner)}
    agrees(walk)
    walk.enters("situation", "answer-room", "answer-room-again", f"by-{partner}")
    view = walk.follows()
    assert [each["what"] for each in view["call"]["todo"] if each["confirm"]] == ["let-down"]
    assert placing(view["to_place"]) == {"white": (1, partner)}
    agrees(walk)
    walk.enters("done")

    assert agrees(walk).match.standing == walk.table.folded.states[-2].match.standing
    assert placed(walk) == [Coin.WHITE]


@pytest.mark.long
def test_what_lies_there_is_told_by_questions_that_end_in_no_report(house: House, visits: Visits) -> None:
    """The umpire restores what he moved, and leaves what only teeters; nothing is entered."""
    walk = Walk(house, visits, *opening(A), *STARTED)
    walk.sets_up(Row("a board", W, "nothing"))
    for answers in (["umpire-moved"], ["teetering", "not-fallen"]):
        walk.taps("situation", *(f"answer-{each}" for each in answers), "situation-done")
        assert walk.follows()["v"] == walk.v
    assert walk.phone.visitor.find("[data-testid=judge]").count() == 0


@pytest.mark.long
def test_a_coin_that_falls_after_the_call_belongs_to_the_stroke_that_left_it_there(
    house: House, visits: Visits
) -> None:
    """It is in for the player who left it there, and the turn stays where it was; and so once more."""
    walk = Walk(house, visits, *opening(A), *STARTED)
    walk.sets_up(Row("a coin teeters", W, "nothing"))
    walk.enters("stroke-nothing")
    for left in (4, 3):
        board = f"black on strike, {left + 1} white, 5 black, new turn"
        row = Row("it falls", board, "fell-later by white: white")
        walk.follows()
        walk.taps("situation", "answer-teetering", "answer-fallen-later", "answer-white")
        view = walk.enters("by-Asha")
        walk.shows(row, view, answer(read_case(row.case(A))))
        assert (view["board"]["white"], view["on_strike"]) == (left, "Ben")
        agrees(walk)
        event = walk.table.folded.entries[-1].event
        assert isinstance(event, Happened)
        assert (event.player, told_by(event.incident)) == ("Asha", row.incident)


def test_three_disturbances_are_technical_fouls_and_the_fourth_is_a_ground(
    house: House, visits: Visits
) -> None:
    """The page says so after the fourth; the umpire decides, and the match is lost."""
    walk = Walk(house, visits, *opening(A), *STARTED)
    walk.sets_up(Row("white is on strike", W, "nothing"))
    for number in range(1, 5):
        view = walk.enters("incidents", "breach-disturbed")
        todos = [each["what"] for each in view["call"]["todo"]]
        assert [each["distractions"] for each in view["players"]] == [0, number]
        assert ("disqualify" in todos) == (number > 3)
        agrees(walk)
        walk.enters("done")
        walk.follows()

    walk.enters("incidents", "incident-disqualified", "ground-h", "by-Ben", "incident-sure")
    state = agrees(walk)
    assert state.match.winner is Side.FIRST
    assert [foul.kind for foul in state.fouls] == ["technical-foul"] * 4 + ["disqualified"]
    sheet = walk.table.sheet
    assert [foul["kind"] for foul in sheet["fouls"]] == [foul.kind for foul in state.fouls]
    assert sheet["result"]["how"] == "disqualified"


def test_a_protest_is_spoken_written_and_refused_and_another_upheld(house: House, visits: Visits) -> None:
    """It stays when its call is taken back; upheld, the match is played again at a table of its own."""
    walk = Walk(house, visits, *opening(A), *STARTED)
    walk.sets_up(Row("a board", W, "nothing"))
    walk.enters("own-coin")
    call = walk.v
    walk.follows()
    walk.enters("more", "protest", "protest-second", "protest-speak")
    assert protests(walk) == [("second", call, None, None, None)]

    walk.enters("undo", "undo-sure")
    assert protests(walk) == [("second", call, None, None, None)]
    walk.taps(f"protest-{call + 1}")
    walk.phone.visitor.find("[data-testid=protest-facts]").fill("The coin had not fallen.")
    walk.phone.visitor.find("[data-testid=protest-paragraph]").fill("3.6 a")
    walk.enters("protest-write")
    written = ("The coin had not fallen.", "international-a 3.6 a")
    assert protests(walk) == [("second", call, *written, None)]
    walk.enters(f"protest-{call + 1}", "protest-refuse", "protest-sure")
    assert protests(walk) == [("second", call, *written, False)]

    walk.enters("stroke-nothing")
    second = walk.v
    walk.follows()
    walk.enters("more", "protest", "protest-first", "protest-speak")
    walk.taps(f"protest-{second + 1}")
    walk.phone.visitor.find("[data-testid=protest-facts]").fill("A coin fell.")
    walk.enters("protest-write")
    walk.enters(f"protest-{second + 1}", "protest-uphold", "protest-sure")
    assert walk.follows()["stage"] == "replayed"
    upheld = walk.table.folded.states[-1]
    assert upheld.match.replays == 1
    assert [(each.about, each.upheld) for each in upheld.protests] == [(call, False), (second, True)]

    walk.taps("replay")
    walk.phone.visitor.until(
        f"carrom.view()?.stage === 'to-toss' && carrom.client.token !== '{walk.table.token}'"
    )
    again = walk.phone.view
    assert (again["first"], again["second"], again["rulebook"]) == (["Asha"], ["Ben"], A)
    assert again["replay_of"] == walk.table.desk


def protests(walk: Walk) -> list[tuple[str, int, str | None, str | None, bool | None]]:
    """All protests as the record folds them, and as the page has them."""
    state, shown = agrees(walk), walk.phone.view["protests"]
    folded = [
        (each.side.value, each.about, each.written, each.paragraph, each.upheld) for each in state.protests
    ]
    names = ("side", "about", "written", "paragraph", "upheld")
    assert [tuple(each[name] for name in names) for each in shown] == folded
    return folded
