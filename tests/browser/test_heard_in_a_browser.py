"""A board played by what a screen reader says, and by nothing else."""

from __future__ import annotations

import re
from math import degrees, pi

from tests.browser.hand import FULL_FORCE, HANGING, THREE_A_SIDE, first_that, likely, pocketing, practice
from tests.browser.visitor import Visitor, Visits

from carrom.stroke import Aim
from carrom.words import Coin

MOST_STROKES = 40
COIN = re.compile(r"(queen|white|black)[^\n]*? at ([^\n]*)")
SIGNS = {"right": 1, "farther": 1, "left": -1, "nearer": -1}


def heard(who: Visitor) -> str:
    """What is there to be read out: roles, names and texts, and nothing that is only drawn."""
    return who.find("main").aria_snapshot()


def coins_in(said: str) -> list[dict[str, object]]:
    """The coins of the board as it is told, in whole centimetres from its centre."""
    found = []
    for coin, place in COIN.findall(said):
        told = {way: SIGNS[way] * int(cm) / 100 for cm, way in re.findall(r"(\d+) cm (\w+)", place)}
        x = told.get("right", told.get("left", 0.0))
        y = told.get("farther", told.get("nearer", 0.0))
        found.append({"coin": coin, "x": x, "y": y})
    return found


def stroke_for(said: str) -> Aim:
    """A stroke that would pocket a white coin if all lay as precisely as it is told."""
    table = {
        "layout": coins_in(said),
        "players": [{"name": "me", "seat": "south"}],
        "asks": {"players": ["me"]},
        "places": [(-0.18, 0.18)],
    }
    found = first_that(table, likely(table), pocketing(Coin.WHITE))
    return found or next(likely(table))


def sets(who: Visitor, slider: str, value: float) -> None:
    who.page.get_by_role("slider", name=slider).fill(f"{value:g}")


def test_a_board_is_played_to_its_end_by_what_is_read_out(visits: Visits) -> None:
    """Where the coins lie, whose turn it is and what was called; sliders and a button make the stroke."""
    who = visits(practice(HANGING, THREE_A_SIDE)).sits()
    strike = who.page.get_by_role("button", name="Strike", exact=True)
    strokes = 0
    while "The board is over" not in (said := heard(who)):
        assert strokes < MOST_STROKES, said
        assert "Your turn" in said
        aim = stroke_for(said)
        sets(who, "Striker", round(1000 * aim.x))
        sets(who, "Aim", round(2 * degrees(pi / 2 - aim.angle)) / 2)
        sets(who, "Power", round(100 * aim.speed / FULL_FORCE))
        strike.click()
        strokes += 1
        who.until("carrom.idle() && (carrom.screen.able || document.querySelector('.over-end'))")

    assert strokes >= 1
