"""What the umpire sees done: in the order of the laws, and not forgotten for another call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.says import law
from tests.umpiring.at_table import ask, can, doubles, opened, refused, stroke, todo
from tests.umpiring.scripted import doubles as two_sides
from tests.umpiring.scripted import singles

from carrom.errors import ImpossibleCase
from carrom.record import Record
from carrom.rulebooks import INTERNATIONAL_A, RULEBOOKS
from carrom.rules.respot import RespotLaws
from carrom.stroke import StrokeReport
from carrom.umpiring import match_view
from carrom.umpiring.view.types import Todo


def uncovered() -> Record:
    """White has not covered the queen, who comes back; black is on strike."""
    record = opened()
    stroke(record, "white")
    stroke(record, "queen")
    stroke(record)
    return record


@law("international-a 3.9 a", "international-b 3.9 a")
def test_the_queen_is_on_the_centre_before_the_coin_that_lies_against_her() -> None:
    record = opened()
    stroke(record, "white")
    stroke(record, off=["queen", "black"])

    assert todo(record) == [Todo("respot-queen"), Todo("respot", "black", 1)]


@pytest.mark.parametrize("striker_first", [False, True])
def test_white_is_respotted_before_black_unless_the_striker_s_coin_comes_first(
    monkeypatch: pytest.MonkeyPatch, striker_first: bool
) -> None:
    """Black strikes, and a coin of each side leaves the board."""
    laws = RespotLaws(white_with_black="striker-first" if striker_first else "equal-shares")
    monkeypatch.setitem(RULEBOOKS, "international-a", replace(INTERNATIONAL_A, respot=laws))
    record = opened()
    stroke(record)
    stroke(record, off=["white", "black"])

    order = [each.colour for each in todo(record) if each.what == "respot"]
    assert order == (["black", "white"] if striker_first else ["white", "black"])


def test_a_queen_to_be_respotted_is_not_forgotten_for_another_call() -> None:
    """Until the umpire has said that she lies there."""
    record = uncovered()
    ask(record, "incident", kind="technical-foul", by="white", paragraph="4 a")
    assert Todo("respot-queen") in todo(record)
    assert "placed" in can(record).acts
    ask(record, "placed", coins=["white", "queen"])
    assert todo(record) == []
    ask(record, "incident", kind="technical-foul", by="white", paragraph="4 a")

    assert Todo("respot-queen") not in todo(record)


def test_who_strikes_has_seen_her_put_back() -> None:
    record = uncovered()
    stroke(record)
    assert Todo("respot-queen") not in todo(record)
    ask(record, "incident", kind="coin-broken")

    assert Todo("respot-queen") not in todo(record)
    refused(record, "not to be respotted", "placed", coins=["queen"])


def test_a_board_set_by_hand_says_where_she_is() -> None:
    record = uncovered()
    ask(record, "overrule", reason="count", by_hand={"board": {"on_strike": "white", "white": 8, "black": 9}})

    assert Todo("respot-queen") not in todo(record)


@law("international-a 3.11 l", "international-b 3.11 m")
def test_a_coin_found_badly_placed_after_it_was_confirmed_is_placed_again() -> None:
    """Before that it is still on the list; its penalty is a coin of the placer's, or a due."""
    record = doubles()
    ask(record, "play")
    stroke(record, "white")
    stroke(record, "striker")
    ask(record, "incident", kind="bad-placing", by="black")
    assert todo(record) == [Todo("place", "white", 1, "Chloé")]
    ask(record, "undo", to=len(record.entries) - 1)
    ask(record, "placed", coins=["white"])
    ask(record, "incident", kind="bad-placing", by="black")

    assert todo(record) == [Todo("place-again", "white", 1, "Chloé")]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["Put the queen back on the centre", "Ben puts one white coin back", "Ben to strike"]),
        ("fr", ["Remettez la reine au centre", "Ben remet un jeton blanc", "Ben au tir"]),
    ],
)
def test_what_is_to_be_done_is_said_in_the_readers_language(lang: str, said: list[str]) -> None:
    record = uncovered()
    ask(record, "incident", kind="technical-foul", by="white", paragraph="4 a")
    call = match_view(record).call
    assert call is not None

    assert [each.text.text(lang) for each in call.todo] == said
    assert call.where.text(lang).startswith({"en": "Inside the inner circle", "fr": "Dans le cercle"}[lang])


def test_a_coin_placed_again_comes_before_the_penalty_for_it() -> None:
    record = opened()
    stroke(record, "white", "black")
    stroke(record, "striker")
    ask(record, "placed", coins=["white"])
    ask(record, "incident", kind="bad-placing", by="black")
    assert todo(record) == [Todo("place-again", "white", 1, "Ben"), Todo("place", "black", 1, "Asha")]
    ask(record, "placed", coins=["black"])

    assert todo(record) == []


@law("international-a 3.9 b", "international-b 3.9 b")
@pytest.mark.parametrize(
    "book", ["international-a", "international-b", "ffc-basics", "ffc-leaflet", "family"]
)
def test_what_a_coin_that_fell_back_has_displaced_is_restored(book: str) -> None:
    """The coin itself counts as jumped."""
    record = opened(book)
    stroke(record, "white")
    stroke(record, off=["black"], at_rest=["fell-back"])

    assert todo(record) == [Todo("restore"), Todo("respot", "black", 1)]


def test_a_coin_that_fell_back_has_left_the_board() -> None:
    with pytest.raises(ImpossibleCase, match="fell-back needs the coin"):
        StrokeReport.parse("white fell-back")
    with pytest.raises(ImpossibleCase, match="fell-back needs the coin"):
        StrokeReport.parse("fell-back off striker")
    assert str(StrokeReport.parse("fell-back off queen")) == "nothing fell-back off queen"


def between_games(doubles_match: bool = False) -> Record:
    """The first side has won the first game; seats are to be changed."""
    desk = two_sides() if doubles_match else singles()
    for _ in range(3):
        desk.win("first", 9)
    return desk.record


def in_the_decider(left: int, boards: int) -> Record:
    """One game each; in the third the first side has won boards with so many coins left."""
    desk = singles()
    for side in ("first", "second"):
        for _ in range(3):
            desk.win(side, 9)
    for _ in range(boards):
        desk.win("first", left)
    return desk.record


@pytest.mark.parametrize(
    ("record", "english", "french", "german"),
    [
        (
            between_games,
            "Change seats (a game is over): Asha to the north and Ben to the south",
            "Changez de places (une partie est finie) : Asha au nord et Ben au sud",
            "Platzwechsel (ein Satz ist vorbei): Asha nach Norden und Ben nach Süden",
        ),
        (
            lambda: between_games(doubles_match=True),
            "Change seats (a game is over): "
            "Asha to the east, Ben to the north, Chan to the west and Dora to the south",
            "Changez de places (une partie est finie) : "
            "Asha à l'est, Ben au nord, Chan à l'ouest et Dora au sud",
            "Platzwechsel (ein Satz ist vorbei): "
            "Asha nach Osten, Ben nach Norden, Chan nach Westen und Dora nach Süden",
        ),
        (
            lambda: in_the_decider(left=1, boards=4),
            "Change seats (board 4 of the deciding game is over): Asha to the north and Ben to the south",
            "Changez de places (le board 4 de la partie décisive est fini) : Asha au nord et Ben au sud",
            "Platzwechsel (Board 4 des Entscheidungssatzes ist vorbei): Asha nach Norden und Ben nach Süden",
        ),
        (
            lambda: in_the_decider(left=8, boards=2),
            "Change seats (13 points in the deciding game): Asha to the north and Ben to the south",
            "Changez de places (13 points dans la partie décisive) : Asha au nord et Ben au sud",
            "Platzwechsel (13 Punkte im Entscheidungssatz): Asha nach Norden und Ben nach Süden",
        ),
    ],
)
def test_a_change_of_seats_says_why_and_who_goes_where(
    record: Callable[[], Record], english: str, french: str, german: str
) -> None:
    seen = match_view(record())
    assert seen.call is not None
    change = next(each for each in seen.call.todo if each.what == "change-seats")

    assert [change.text.text(lang) for lang in ("en", "fr", "de")] == [english, french, german]
    assert [seen.now.text(lang) for lang in ("en", "fr", "de")] == [english, french, german]
