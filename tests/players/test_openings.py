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
from carrom.players.openings import HANDS, Opening, book_stroke, opening_for, openings
from carrom.players.searcher import Searcher
from carrom.rng import WORD, Rng
from carrom.rules import play
from carrom.stroke import Aim, Layout
from carrom.words import Seat

Z_99 = 2.5758293035489004
LEVEL = pytest.mark.parametrize("level", LEVELS)
SAMPLES = 512
"""Strokes that each figure of the book rests on (tools/openings.py)."""


def goes_on(shown: View, played: Aim) -> bool:
    after, _ = play(shown.standing, replace(report(simulate(shown.layout, played)), layout=None), shown.book)
    return after.over is None and after.broken and after.on_strike is shown.colour


def often(opening: Opening, noise: Noise, seat: Seat, count: int, seed: int) -> int:
    """How often the breaker goes on, each time from another rosette and with another error of the hand."""
    chance, exact = Rng(seed), to_break(seat, opening.turned)
    full = exact.equipment.pace.full_force
    times = 0
    for _ in range(count):
        layout = Layout.rosette(exact.equipment, opening.turned, seat, chance.below(WORD))
        shown = replace(exact, layout=layout)
        aim = book_stroke(shown, noise)
        assert aim is not None
        times += goes_on(shown, noise.played(aim, chance, shown.places, full))
    return times


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


@pytest.mark.parametrize("hand", HANDS)
def test_a_break_goes_on_as_often_as_the_book_says(hand: str) -> None:
    """At two seats, on rosettes that the search has not seen: both counts agree within 99 %."""
    noise = Noise.parse(hand)
    opening = openings("club", noise)[0]
    counted = sum(often(opening, noise, seat, 60, seed) for seed, seat in ((3, Seat.SOUTH), (4, Seat.WEST)))
    here, book = wilson(counted, 120, Z_99), wilson(round(SAMPLES * opening.goes_on), SAMPLES, Z_99)

    assert here.low <= book.high
    assert book.low <= here.high


def test_every_hand_of_the_book_has_its_own_openings() -> None:
    """A hand between two of the book takes those of the nearer one."""
    for pace in PACES:
        known = [openings(pace, Noise.parse(hand)) for hand in HANDS]

        assert len(set(known)) == len(HANDS)
        assert openings(pace, Noise.parse("0.55°,20%,5mm")) == openings(pace, Noise.parse("0.5°"))


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


@LEVEL
def test_a_rosette_set_by_hand_has_the_stroke_of_the_nearest_in_the_book(level: str) -> None:
    """Two turns of the book may differ by less than people's hands do."""
    noise = LEVELS[level]
    known = openings("club", noise)
    for seed, opening in enumerate(known):
        exact = to_break(Seat.EAST, opening.turned)
        by_hand = replace(exact, layout=Layout.rosette(STANDARD, opening.turned, Seat.EAST, seed))
        played = book_stroke(by_hand, noise)

        assert by_hand.layout != exact.layout
        assert played is not None
        assert stands_legally(by_hand, played)
        assert played.angle in [each.angle for each in known if abs(each.turned - opening.turned) < 0.05]


def test_the_book_knows_only_rosettes_near_its_own() -> None:
    noise = LEVELS["grandmaster"]
    turns = [opening.turned for opening in openings("club", noise)]
    between = next(
        turn for turn in (0.001 * step for step in range(1, 2000)) if min(abs(turn - t) for t in turns) > 0.05
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
