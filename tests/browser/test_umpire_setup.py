"""A match on a phone: from the first page to the first break, seats changed in doubles, the next match."""

from __future__ import annotations

from tests.browser.house import House
from tests.browser.phone import PLAY, SINGLES, Json, Phone, Table, ended, stands
from tests.browser.visitor import Visits

PAIRS: Json = {"first": ["Asha", "Cleo"], "second": ["Ben", "Dev"]}
DOUBLES: tuple[Json, ...] = (
    {"do": "begin", "rulebook": "international-a", **PAIRS},
    {"do": "toss", "winner": "first", "choice": "break"},
    {
        "do": "seat",
        "seats": [["south", "Asha"], ["east", "Ben"], ["north", "Cleo"], ["west", "Dev"]],
        "breaker": "Asha",
    },
)


def test_the_finals_are_ticked_where_the_rulebook_has_them(house: House, visits: Visits) -> None:
    """A form begins with the ICF's laws; all six are told apart in a line each."""
    phone = Phone(visits)
    phone.tap("new-table")
    phone.table = Table(house, token=phone.visitor.page.url.rpartition("/")[2])
    assert phone.key("rulebook").input_value() == "icf"
    phone.tap("books")
    assert all(phone.visitor.find(".books-differ dd").all_inner_texts())
    assert phone.visitor.find(".books-differ dt").count() == 6
    phone.writes(name_0="Asha", name_2="Ben")
    phone.tap("finals")
    phone.key("rulebook").select_option("family")
    assert not phone.shows("finals")
    phone.key("rulebook").select_option("icf")
    phone.tap("begin")

    assert (phone.view["rulebook"], phone.view["finals"]) == ("icf", True)


def test_a_match_is_begun_from_the_first_page(house: House, visits: Visits) -> None:
    """Every line of the form, the toss, the trial boards, the seats and the breaker, as they were tapped."""
    phone = Phone(visits)
    phone.tap("new-table")
    phone.table = Table(house, token=phone.visitor.page.url.rpartition("/")[2])
    phone.chooses("players-doubles")
    phone.writes(name_0="Asha", club_0="Lyon", name_1="  Cleo  ", name_2="Ben", club_2="Paris")
    phone.tap("begin")  # Somebody is missing: the form says who, and nothing has begun.
    assert phone.key("name-3").get_attribute("aria-invalid") == "true"
    assert phone.table.view["stage"] == "to-begin"

    phone.writes(
        name_3="Dev", event="French Open", round="Final", number="12", place="Board 4", umpire="Emma"
    )
    phone.tap("striker-0", "striker-2")
    phone.key("rulebook").select_option("international-b")
    phone.tap("begin")
    assert phone.view["stage"] == "to-toss"
    phone.tap("toss-second", "toss-seats")
    phone.tap("trial-played-first", "trial-left-second")
    phone.tap("chair-south", "chair-east")
    phone.tap("seat")  # Who breaks is not said yet.
    assert phone.view["stage"] == "to-seat"
    phone.tap("breaker-1", "seat")

    begun, tossed, played, left, seated = phone.table.entries
    told = {name: begun[name] for name in ("rulebook", "event", "round", "number", "place", "umpire")}
    assert told == {
        "rulebook": "international-b",
        "event": "French Open",
        "round": "Final",
        "number": "12",
        "place": "Board 4",
        "umpire": "Emma",
    }
    assert {name: begun[name] for name in ("first", "second")} == PAIRS
    assert begun["clubs"] == [["Asha", "Lyon"], ["Ben", "Paris"]]
    assert begun["strikers"] == ["Asha", "Ben"]
    assert (tossed["winner"], tossed["choice"]) == ("second", "seats")
    assert (played["kind"], played["side"], left["kind"], left["side"]) == (
        "trial-played",
        "first",
        "trial-left",
        "second",
    )
    assert dict(seated["seats"]) == {"south": "Ben", "east": "Asha", "north": "Dev", "west": "Cleo"}
    assert seated["breaker"] == "Cleo"

    phone.tap("undo", "undo-sure")  # They sit down once more.
    assert phone.view["stage"] == "to-seat"
    phone.tap("chair-south", "chair-west", "breaker-1", "seat")
    assert dict(phone.table.entries[-1]["seats"])["west"] == "Ben"
    view = phone.agrees()
    assert (view["stage"], view["on_strike"], view["white"]) == ("to-play", "Cleo", "first")
    assert [player["name"] for player in view["players"] if player["approved"]] == ["Asha", "Ben"]
    phone.tap("play", "own-coin")
    assert phone.agrees()["board"]["white"] == 8

    phone.visitor.goes("/umpire")
    phone.rests()
    phone.tap("my-table")
    assert phone.agrees()["v"] == 9


def test_doubles_change_seats_after_a_game(house: House, visits: Visits) -> None:
    """Everybody moves one chair to the right; the break and the turn go on from player to player."""
    one_left = stands("white", 1, 4, queen="white")
    table = Table(house, *DOUBLES, *ended("white", 12), *ended("black", 12), PLAY, *one_left)
    phone = Phone(visits, table)
    view = phone.agrees()
    assert (view["breaker"], view["on_strike"], view["points"]) == (
        "Cleo",
        "Cleo",
        {"first": 24, "second": 0},
    )

    phone.tap("own-coin")
    view = phone.agrees()
    assert (view["games_won"], view["change_seats"]) == ({"first": 1, "second": 0}, True)
    card = phone.visitor.find(".desk-card").inner_text()
    assert "Change seats (a game is over)" in card
    for said in ("Asha to the east", "Ben to the north", "Cleo to the west", "Dev to the south"):
        assert card.count(said) == 1
    phone.tap("seats-changed")

    view = phone.agrees()
    assert {player["name"]: player["seat"] for player in view["players"]} == {
        "Asha": "east",
        "Ben": "north",
        "Cleo": "west",
        "Dev": "south",
    }
    assert (view["game"], view["breaker"], view["white"], view["change_seats"]) == (2, "Dev", "second", False)
    assert "Dev" in phone.visitor.find(".turn-name").inner_text()
    phone.tap("play", "stroke-missed")
    assert phone.agrees()["on_strike"] == "Dev"  # The first player has a second try.
    phone.tap("stroke-nothing")
    view = phone.agrees()
    assert (view["on_strike"], view["board"]["on_strike"]) == ("Asha", "black")
    assert table.kinds[-4:] == ["seats-changed", "play-called", "struck", "struck"]


def test_the_next_match_begins_at_an_empty_table_of_the_same_place(house: House, visits: Visits) -> None:
    phone = Phone(visits, Table(house, *SINGLES, {"do": "give-up", "side": "first", "why": "walkover"}))
    assert phone.shows("to-sheet")
    assert phone.shows("to-watch")
    before = phone.visitor.page.url
    phone.tap("next-match")
    phone.visitor.until("carrom.view()?.stage === 'to-begin'")

    assert phone.visitor.page.url != before
