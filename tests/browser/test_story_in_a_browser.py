"""The last card in a real browser: it fits, it celebrates without being in the way, and makes a picture."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.browser.house import House
from tests.browser.visitor import Visitor, Visits

PHONE = {"width": 390, "height": 844}
STILL = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
ELSEWHERE = "http://192.0.2.7:8765"
LEVELS = [{"name": "Computer", "level": "casual"}]

SIDE = {
    "strokes": 188,
    "coins": 131,
    "fouls": 12,
    "queens": 9,
    "slams": 1,
    "turn_coins": 9,
    "turn_strokes": 11,
}
BOARDS = [
    {"game": game, "number": number, "winner": "first", "points": 12, "queen": "second", "slam": "white"}
    | {"queen_last": True}
    for game in (1, 2, 3)
    for number in range(1, 9)
]
LONGEST = {"boards": BOARDS, "first": SIDE, "second": SIDE}

ENDS = """(() => {
  const { screen } = carrom;
  const asks = { ...screen.state.asks, kind: "over", players: [], side: "first" };
  const scores = [[25, 14], [10, 25], [25, 20]].map(([first, second]) => ({ first, second }));
  const ended = { asks, story: %s, winner: "first", games_ended: scores, places: [], blocked: [] };
  screen.state = { ...screen.state, ...ended };
  screen.render();
  return 1;
})()"""
"""The table as it would be after the longest match; playing one takes hours."""


def seat(house: House, **more: Any) -> str:
    made = house.room(**({"kind": "computer", "second": LEVELS, "length": "board"} | more))
    return house.seats(made)[0]


def gives_up(who: Visitor) -> None:
    for choice in ("[data-act=more]", "[data-act=resign]", ".sure"):
        who.clicks(choice)
    who.find(".story-card").wait_for()


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_the_longest_story_fits_a_phone_in_every_language(visits: Visits, house: House, lang: str) -> None:
    who = visits(locale=lang, **STILL).goes(seat(house)).sits()
    who.sees(ENDS % json.dumps(LONGEST))
    who.until("!document.querySelector('.story-card').getAnimations().length")
    card = who.sees(
        """(() => {
          const card = document.querySelector(".story-card");
          const { left, top, right, bottom } = card.getBoundingClientRect();
          const texts = card.querySelectorAll("h2, .lead, .end-score, .story th, [data-fact] td, .button");
          const wide = [...texts].filter((each) => each.scrollWidth > each.clientWidth + 1);
          return { box: [left, top, right, bottom], hidden: card.scrollHeight - card.clientHeight,
            cut: wide.map((each) => each.textContent) };
        })()"""
    )

    left, top, right, bottom = card["box"]
    assert left >= 0
    assert top >= 0
    assert right <= PHONE["width"]
    assert bottom <= PHONE["height"]
    assert card["hidden"] <= 0
    assert card["cut"] == []


def test_a_celebration_takes_no_click_moves_nothing_and_goes(visits: Visits, house: House) -> None:
    who = visits(seat(house)).sits()
    who.sees("(carrom.speed = 0.2, 1)")
    before = who.sees("JSON.stringify(carrom.screen.wrap.getBoundingClientRect())")
    who.sees(ENDS % json.dumps(LONGEST))
    who.until("!document.querySelector('.celebration').hidden")
    under = who.sees(
        """(() => {
          const button = document.querySelector("[data-choice=rematch]");
          const { x, y, width, height } = button.getBoundingClientRect();
          return document.elementFromPoint(x + width / 2, y + height / 2).dataset.choice;
        })()"""
    )
    after = who.sees("JSON.stringify(carrom.screen.wrap.getBoundingClientRect())")
    who.sees("(carrom.screen.asks.celebration.stop(), carrom.screen.render(), 1)")

    assert under == "rematch"
    assert after == before
    assert who.sees("document.querySelector('.celebration').hidden")


def test_who_wants_no_movement_sees_the_ornament_alone(visits: Visits, house: House) -> None:
    who = visits(reduced_motion="reduce").goes(seat(house)).sits()
    who.sees(ENDS % json.dumps(LONGEST))

    assert who.sees("document.querySelector('.celebration').hidden")
    assert who.find(".ornament-slam .coin").count() == 10


def in_a_network(who: Visitor) -> None:
    """As if the owner had opened the server: a link of this machine alone is for nobody else."""
    told = {"open": [ELSEWHERE], "owner": False, "offered": []}
    who.page.route("**/api/network", lambda route: route.fulfill(json=told))


@pytest.mark.parametrize("board", ["maple", "slate"])
def test_a_picture_of_the_last_board_can_be_saved(visits: Visits, house: House, board: str) -> None:
    who = visits(seat(house)).sits()
    who.sees(f"localStorage.setItem('carrom.board', JSON.stringify({board!r}))")
    gives_up(who)
    who.clicks("[data-choice=share]")
    who.find(".share-picture").wait_for()
    shown = who.until(
        """(() => {
          const { naturalWidth, naturalHeight, complete } = document.querySelector(".share-picture");
          return complete && naturalWidth && [naturalWidth, naturalHeight];
        })()"""
    )
    with who.page.expect_download() as saved:
        who.clicks("dialog a[download]")
    picture = saved.value.path().read_bytes()

    assert shown == [1080, 1350]
    assert saved.value.suggested_filename == "carrom.png"
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 100_000
    assert who.find("dialog .link-line").count() == 0


def test_with_the_picture_goes_the_link_to_the_replay_where_others_can_open_it(
    visits: Visits, house: House
) -> None:
    who = visits(seat(house)).sits()
    in_a_network(who)
    gives_up(who)
    who.clicks("[data-choice=share]")
    link = who.find("dialog .link-line input").input_value()

    assert link == f"{ELSEWHERE}/replay/{who.sees('carrom.screen.welcome.watch')}"


def test_where_the_system_shares_pictures_it_gets_the_picture_and_the_link(
    visits: Visits, house: House
) -> None:
    who = visits(seat(house)).sits()
    in_a_network(who)
    gives_up(who)
    who.sees(
        """(navigator.canShare = () => true,
          navigator.share = async (told) => {
            window.shared = { ...told, files: told.files.map((file) => [file.name, file.type]) };
          }, 1)"""
    )
    who.clicks("[data-choice=share]")
    told = who.until("window.shared")

    assert told["files"] == [["carrom.png", "image/png"]]
    assert told["url"].startswith(f"{ELSEWHERE}/replay/")
    assert "Asha" in told["text"]
    assert who.find("dialog").count() == 0


def test_another_level_is_one_choice_away(visits: Visits, house: House) -> None:
    who = visits(seat(house)).sits()
    gives_up(who)
    room = who.sees("carrom.screen.welcome.room")
    who.clicks("[data-choice=level]")
    who.clicks("[data-level=beginner]")
    who.until(f"window.carrom?.screen?.welcome && carrom.screen.welcome.room !== {room!r}")

    assert who.sees("carrom.state().players.map((player) => player.level)") == ["", "beginner"]


def test_the_replay_tells_the_story_at_its_end_and_the_list_says_who_won(
    visits: Visits, house: House
) -> None:
    who = visits(seat(house)).sits()
    gives_up(who)
    who.clicks(".story-card a[href^='/replay/']")
    who.until("window.carrom?.state?.() && carrom.idle()")
    before = who.find(".replay-story table").count()
    who.page.keyboard.press("End")
    who.find(".replay-story .story-facts").wait_for()
    who.goes("/replays")
    who.find(".match h3").wait_for()

    assert before == 0
    assert who.find(".match h3").inner_text() == "You lost against Computer (casual) (given up)"
