"""The book of openings: every stroke in it can be played from every seat, and breaks as it says."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.players.boards import any_board, stands_legally, to_break, view

from carrom.equipment import STANDARD
from carrom.estimate import wilson
from carrom.pace import PACES
from carrom.physics import report, simulate
from carrom.players import LEVELS, Noise, View
from carrom.players.openings import Opening, book_stroke, opening_for, openings
from carrom.players.searcher import Searcher
from carrom.rules import play
from carrom.stroke import Aim, Layout
from carrom.words import Seat

Z_99 = 2.5758293035489004
LEVEL = pytest.mark.parametrize("level", LEVELS)


def goes_on(shown: View, played: Aim) -> bool:
    after, _ = play(shown.standing, replace(report(simulate(shown.layout, played)), layout=None), shown.book)
    return after.over is None and after.broken and after.on_strike is shown.colour


def often(opening: Opening, noise: Noise, seat: Seat, count: int, seed: int) -> int:
    """How often the breaker goes on with errors of hand."""
    shown = to_break(seat, opening.turned)
    aim = book_stroke(shown, noise)
    assert aim is not None
    chance = Random(seed)
    full = shown.equipment.pace.full_force
    return sum(goes_on(shown, noise.played(aim, chance, shown.places, full)) for _ in range(count))


@LEVEL
@pytest.mark.parametrize("seat", Seat)
def test_every_stroke_of_the_book_is_legal_on_its_own_rosette(level: str, seat: Seat) -> None:
    for opening in openings("club", LEVELS[level]):
        shown = to_break(seat, opening.turned)

        aim = book_stroke(shown, LEVELS[level])

        assert aim is not None
        assert stands_legally(shown, aim)
        assert aim.x == pytest.approx(opening.x, abs=1e-5)
        assert (aim.angle, aim.seat) == (opening.angle, seat)


@LEVEL
@pytest.mark.parametrize("pace", PACES)
def test_there_is_an_opening_for_every_hand_on_every_table(level: str, pace: str) -> None:
    equipment = replace(STANDARD, pace=PACES[pace])
    known = openings(pace, LEVELS[level])
    assert known
    for opening in known:
        assert 0.0 <= opening.goes_on <= 1.0
        shown = replace(
            to_break(turned=opening.turned),
            layout=Layout.rosette(equipment, opening.turned),
            equipment=equipment,
        )
        aim = book_stroke(shown, LEVELS[level])

        assert aim is not None
        assert stands_legally(shown, aim)


@LEVEL
def test_a_break_goes_on_as_often_as_the_book_says(level: str) -> None:
    """The first of each hand, at two seats: what is counted here and what is written agree within 99 %."""
    noise = LEVELS[level]
    for opening in openings("club", noise)[:2]:
        if noise.none:
            assert [goes_on_from(opening, noise, seat) for seat in Seat] == [opening.goes_on == 1.0] * 4
            continue
        counted = sum(often(opening, noise, seat, 60, seed=3) for seat in (Seat.SOUTH, Seat.WEST))
        here = wilson(counted, 120, Z_99)
        # The book's own figure was counted too, over 200 strokes.
        book = wilson(round(200 * opening.goes_on), 200, Z_99)
        assert here.low <= book.high
        assert book.low <= here.high


def goes_on_from(opening: Opening, noise: Noise, seat: Seat) -> bool:
    shown = to_break(seat, opening.turned)
    aim = book_stroke(shown, noise)
    assert aim is not None
    return goes_on(shown, aim)


@LEVEL
def test_the_turn_of_the_rosette_leads_to_its_stroke(level: str) -> None:
    """Whoever knows the book turns the rosette so that the book knows what to play."""
    noise = LEVELS[level]
    player = Searcher(noise)
    for seed in range(4):
        shown = to_break(Seat.EAST, seed=seed)
        turned = player.turn(shown)
        assert turned == opening_for(shown, noise).turned

        broken = to_break(Seat.EAST, turned, seed)

        assert player.aim(broken) == book_stroke(broken, noise)


def test_the_book_knows_only_its_own_rosettes() -> None:
    noise = LEVELS["grandmaster"]
    turns = [opening.turned for opening in openings("club", noise)]
    between = next(
        turn
        for turn in (0.001 * step for step in range(1, 2000))
        if min(abs(turn - t) for t in turns) > 0.0005
    )

    assert book_stroke(to_break(turned=between), noise) is None
    assert book_stroke(view(any_board(Random(1))), noise) is None
    # Turned for another seat: the coins lie elsewhere.
    elsewhere = replace(
        to_break(Seat.SOUTH, turns[0]), layout=Layout.rosette(turned=turns[0], seat=Seat.EAST)
    )
    assert book_stroke(elsewhere, noise) is None


def test_a_seed_picks_an_opening_and_several_are_picked() -> None:
    noise = LEVELS["grandmaster"]
    picked = {opening_for(to_break(seed=seed), noise).turned for seed in range(40)}

    assert len(picked) == len(openings("club", noise))
