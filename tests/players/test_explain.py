"""A stroke explained: what it tries is read off the stroke, how often it works is counted under the laws."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, radians

import pytest

from carrom import rulebook
from carrom.drawing.tracks import path
from carrom.physics import report, simulate
from carrom.players import LEVELS, STEADY, Noise, View
from carrom.players.explain import (
    MOST_RISKS,
    Chance,
    Hint,
    Risk,
    advice,
    cost_of,
    explain,
    parts_played,
    percent,
    story,
    ways,
)
from carrom.players.levels import Plan
from carrom.players.searcher import Searcher
from carrom.rng import Rng
from carrom.rules import Standing, judge
from carrom.rules import match as matches
from carrom.stroke import Aim, Layout, Placed
from carrom.surface import turned_to
from carrom.words import WHITE, Seat, Side

CLUB = Noise.parse("0.5°,5%,1mm")
THREE = "white on strike, 3 white, 3 black, queen on board"
BANKS = "w 0.1,0.1; b -0.2,0.1; w -0.2,-0.1; b 0.0,0.2"
NEAR_THE_POCKET = "w 0.2,0.2; b -0.25,0.05"
TO_BREAK = "white on strike, 9 white, 9 black, queen on board, to break"


def view(layout: str, standing: str = THREE, seat: Seat = Seat.SOUTH, book: str = "international-a") -> View:
    """A board in play; the player sits at `seat` and has the colour on strike."""
    board = Standing.parse(standing)
    breaker = Side.FIRST if board.on_strike is WHITE else Side.SECOND
    match = matches.toss(matches.begin(rulebook(book), ("Asha",), ("Ben",)), breaker, "break")
    match = matches.call_play(matches.seat(match, {seat: "Asha", seat.opposite: "Ben"}))
    match = replace(match, standing=board, on_strike="Asha")
    coins = Layout.rosette() if layout == "rosette" else Layout.parse(layout)
    turned = tuple(Placed(each.coin, *turned_to(seat, each.point)) for each in coins.coins)
    return View(match, Layout(turned), "Asha", seed=7)


def aim(x: float, degrees: float, speed: float, seat: Seat = Seat.SOUTH) -> Aim:
    return Aim(seat, x, radians(degrees), speed)


def onto_the_far_right(x: float, speed: float, seat: Seat = Seat.SOUTH) -> Aim:
    """At the coin on (0.2, 0.2), so that it goes straight for the far right pocket."""
    behind = 0.2 - (0.0413 + 0.0318) / 2.0 * 0.5**0.5
    return Aim(seat, x, atan2(behind + 0.2508, behind - x), speed)


def tries(hint: Hint) -> list[tuple[str, str]]:
    return [(str(way.coin), way.pocket) for way in hint.ways]


@pytest.mark.parametrize("seat", Seat)
def test_a_direct_stroke_names_its_coin_and_its_pocket_as_the_player_sees_them(seat: Seat) -> None:
    hint = explain(view(NEAR_THE_POCKET, seat=seat), onto_the_far_right(0.0, 2.5, seat))

    assert hint.kind == "pocket"
    assert tries(hint) == [("white", "far-right")]
    assert [step.piece for step in hint.ways[0].steps] == ["striker", "white"]
    assert hint.ways[0].steps[1].at == pytest.approx((0.2, 0.2))
    assert not any(step.off for step in hint.ways[0].steps)


def test_a_coin_that_comes_off_a_frame_names_it() -> None:
    (way,) = explain(view(BANKS), aim(0.218, 156.3, 3.0)).ways

    assert (way.steps[0].off, way.steps[1].off, way.pocket) == ((), ("left",), "near-right")


def test_a_striker_that_comes_off_a_frame_first_names_it() -> None:
    hint = explain(view(BANKS), aim(-0.216, 151.5, 4.5))

    assert (hint.ways[0].steps[0].off, hint.ways[0].steps[1].off) == (("left",), ())
    assert hint.tries() == (
        "It tries to pocket the white coin at (-20.0, -10.0) into the far right pocket,"
        " the striker coming off the left frame first."
    )


def test_a_coin_pocketed_through_another_names_both() -> None:
    hint = explain(view("w 0.2,0.2; b 0.12,0.1; w -0.2,-0.1"), aim(-0.217, 45.3, 2.0))

    assert [step.piece for step in hint.ways[0].steps] == ["striker", "black", "white"]
    assert hint.tries("fr") == (
        "Il s'agit de loger le jeton blanc en (20,0 ; 20,0), à travers le jeton noir en (12,0 ; 10,0),"
        " dans le trou du fond à droite."
    )


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
def test_who_sees_the_ways_drawn_reads_no_coordinates(lang: str) -> None:
    hint = explain(view("w 0.2,0.2; b 0.12,0.1; w -0.2,-0.1"), aim(-0.217, 45.3, 2.0))

    assert "(" in " ".join(hint.words(lang))
    assert "(" not in " ".join(hint.words(lang, places=False))


def test_the_pieces_that_do_it_are_followed_until_their_part_is_done() -> None:
    """The striker to the black coin, that one to the white, and this to the pocket."""
    seen, wanted = view("w 0.2,0.2; b 0.12,0.1; w -0.2,-0.1"), aim(-0.217, 45.3, 2.0)
    trace = simulate(seen.layout, wanted, seen.equipment)
    parts = parts_played(trace, explain(seen, wanted))
    ways = [path(trace, piece, until) for piece, until in parts.items()]

    assert [str(trace.pieces[piece] or "striker") for piece in parts] == ["striker", "black", "white"]
    assert list(parts.values()) == sorted(parts.values())
    assert [way[0] for way in ways[1:]] == [(0.12, 0.1), (0.2, 0.2)]
    assert ways[0][-1] == pytest.approx((0.12, 0.1), abs=0.04)
    assert ways[0] != path(trace, 0)


def test_a_stroke_that_pockets_nothing_is_followed_to_what_it_meets() -> None:
    seen, wanted = view("w 0.2,0.2; b 0.12,0.1; w -0.2,-0.1"), aim(0.0, 90.0, 1.0)
    trace = simulate(seen.layout, wanted, seen.equipment)

    assert list(parts_played(trace, explain(seen, wanted))) == [0]


def test_it_works_as_often_as_the_same_strokes_played_one_by_one() -> None:
    """The count is made again with whole traces, one judge's ruling at a time."""
    seen, wanted = view(NEAR_THE_POCKET), onto_the_far_right(0.05, 2.5)

    hint = explain(seen, wanted, CLUB, samples=60, seed=3)

    chance, works = Rng(3), 0
    for _ in range(60):
        played = CLUB.played(wanted, chance, seen.places, seen.equipment.pace.full_force)
        facts = report(simulate(seen.layout, played))
        works += facts.white == 1 and cost_of(judge(seen.standing, facts, seen.book), WHITE) == ""
    assert hint.works.times == works
    assert 0 < works < 60
    assert hint.works.times + sum(risk.chance.times for risk in hint.risks) == 60


def test_a_steadier_hand_works_more_often() -> None:
    seen, wanted = view(NEAR_THE_POCKET), onto_the_far_right(0.0, 2.5)

    shares = [explain(seen, wanted, LEVELS[level]).works.share for level in ("beginner", "club", "national")]

    assert shares == sorted(shares)
    assert shares[0] < shares[-1]


def test_a_hand_without_error_needs_one_stroke() -> None:
    hint = explain(view(NEAR_THE_POCKET), onto_the_far_right(0.0, 2.5), STEADY)

    assert (hint.works.times, hint.works.of, hint.risks) == (1, 1, ())
    assert hint.odds() == "With a perfect hand it works."


def test_the_striker_that_may_fall_is_a_foul_with_its_paragraph() -> None:
    """Straight at a pocket past no coin at all, but for one: some strokes follow it in."""
    seen = view("w 0.3,0.3; b -0.25,0.05")
    hint = explain(seen, Aim(Seat.SOUTH, 0.0, atan2(0.346 + 0.2508, 0.346), 4.0), CLUB, seed=5)

    fouls = [risk for risk in hint.risks if risk.cost == "foul"]
    assert {risk.why for risk in fouls} <= {"striker-alone", "striker-own"}
    assert ("3.11 b",) in [risk.laws for risk in fouls]
    assert hint.fouls.times == sum(risk.chance.times for risk in fouls) > 0
    assert " foul, an own coin fell together with the striker (3.11 b)" in hint.otherwise()


def test_the_last_coin_before_the_queen_costs_the_board() -> None:
    last = view("w 0.2,0.2; b -0.2,0.1; q -0.1,0.0", "white on strike, 1 white, 1 black, queen on board")
    hint = explain(last, onto_the_far_right(-0.05, 2.5), CLUB)

    assert hint.works.times == 0
    assert (hint.risks[0].why, hint.risks[0].cost) == ("last-before-queen", "board")


def test_a_queen_without_the_right_to_her_is_no_gain() -> None:
    seen = view("q 0.2,0.2; w 0.0,0.1", "white on strike, 9 white, 9 black, queen on board")
    hint = explain(seen, onto_the_far_right(0.0, 2.5))

    assert hint.kind == "touch"
    assert not hint.ways[0].wanted
    assert "the striker first touches the queen at (20.0, 20.0). Also falls: the queen" in hint.tries()


def test_a_queen_that_may_stay_is_a_gain() -> None:
    hint = explain(view("q 0.2,0.2; w 0.0,0.1"), onto_the_far_right(0.0, 2.5))

    assert (hint.kind, tries(hint)) == ("pocket", [("queen", "far-right")])
    assert hint.ruling.findings[0].why == "queen-pocketed"


def test_a_stroke_that_touches_nothing_is_a_pass() -> None:
    hint = explain(view(NEAR_THE_POCKET), aim(0.1, 90.0, 1.0), Noise(radians(0.1)))

    assert (hint.kind, hint.first, hint.works.share) == ("pass", None, 1.0)
    assert hint.tries() == "It touches nothing: a pass."


def test_a_break_works_if_the_turn_stays() -> None:
    hint = explain(view("rosette", TO_BREAK), aim(0.0, 91.0, 2.0), CLUB, samples=80)

    assert hint.kind == "break"
    assert {risk.why for risk in hint.risks} <= {"nothing", "theirs", "striker-alone", "queen-too-early"}
    assert hint.works.times + sum(risk.chance.times for risk in hint.risks) == 80


def test_the_rulebook_in_force_decides() -> None:
    """In the family game coins of both sides together come back; in the international they are a gain."""
    both = "w 0.3,0.3; b 0.268,0.268; w 0.0,0.1; b 0.1,0.0"
    stroke = Aim(Seat.SOUTH, 0.0, atan2(0.268 + 0.2508, 0.268), 3.0)

    hints = {book: explain(view(both, book=book), stroke) for book in ("international-a", "family")}

    assert tries(hints["family"]) == tries(hints["international-a"])
    assert {book: hint.ruling.findings[0].laws[0].book for book, hint in hints.items()} == {
        "international-a": "international-a",
        "family": "family",
    }


def test_the_same_seed_gives_the_same_hint() -> None:
    seen, wanted = view(NEAR_THE_POCKET), onto_the_far_right(0.05, 2.5)

    assert explain(seen, wanted, CLUB, seed=1) == explain(seen, wanted, CLUB, seed=1)
    assert explain(seen, wanted, CLUB) == explain(seen, wanted, CLUB, seed=seen.seed)
    assert explain(seen, wanted, CLUB, seed=1).works != explain(seen, wanted, CLUB, seed=2).works


def test_a_hint_is_told_in_both_languages() -> None:
    hint = explain(view(NEAR_THE_POCKET), onto_the_far_right(0.0, 2.5), CLUB)

    english, french = hint.words("en"), hint.words("fr")

    assert len(english) == len(french) == 3
    assert english[1].startswith("It works ")
    assert "the errors 0.5°, 5%, 1mm" in english[1]
    assert french[1].startswith("Cela réussit ")
    assert "les erreurs 0,5° ; 5% ; 1mm" in french[1]
    assert english[2].startswith("Otherwise: ")
    assert " no own coin fell (3.6 a)" in english[2]


@pytest.mark.parametrize(
    ("layout", "standing", "stroke", "says"),
    [
        ("rosette", TO_BREAK, aim(0.0, 90.0, 1.0), "Even with a perfect hand the turn is lost."),
        ("rosette", TO_BREAK, aim(0.1, 90.0, 0.3), "Even with a perfect hand the break is not made."),
        (NEAR_THE_POCKET, THREE, aim(0.1, -21.3, 2.0), "Even with a perfect hand it is a foul."),
        (
            "w 0.2,0.2; b -0.2,0.1; q -0.1,0.0",
            "white on strike, 1 white, 1 black, queen on board",
            onto_the_far_right(-0.05, 2.5),
            "Even with a perfect hand the board is lost.",
        ),
    ],
)
def test_what_fails_without_error_is_told_by_what_it_costs(
    layout: str, standing: str, stroke: Aim, says: str
) -> None:
    hint = explain(view(layout, standing), stroke)

    assert hint.works.times == 0
    assert hint.odds() == says


def test_a_missed_break_is_no_pass() -> None:
    hint = explain(view("rosette", TO_BREAK), aim(0.1, 90.0, 0.3), Noise(radians(1.0)), samples=20)

    assert hint.kind == "break"
    assert hint.tries() == "It touches no coin: the break is not made."
    assert [(risk.why, risk.cost, risk.chance.times) for risk in hint.risks] == [("break-missed", "try", 20)]
    assert hint.otherwise() == (
        "Otherwise: 100 % a try lost, the striker touched no coin, so the break is not made (3.5 d)."
    )


def test_a_touch_says_how_often_it_touches() -> None:
    """Some strokes of an unsteady hand miss the coin: they are no fouls, and they do not touch."""
    seen = view(
        "w 0.0,0.0; w 0.1,0.2; b -0.1,0.1; q 0.2,0.25", "white on strike, 2 white, 1 black, queen on board"
    )
    hint = explain(seen, aim(0.0, 93.1, 0.9), Noise.parse("4°"))

    assert (hint.kind, hint.fouls.times) == ("touch", 0)
    assert 0 < hint.works.times < hint.works.of
    assert hint.odds().startswith(
        f"It touches a coin without a foul {100.0 * hint.works.share:.0f} % of the time ("
    )
    assert [risk.why for risk in hint.risks] == ["untouched"]
    assert hint.otherwise().endswith(" no coin was touched (3.6 a).")


def test_a_pass_that_touches_says_so() -> None:
    hint = explain(view(NEAR_THE_POCKET), aim(0.1, 90.0, 1.0), Noise.parse("20°"))

    assert hint.kind == "pass"
    assert hint.odds().startswith("It touches nothing 8")
    assert [risk.why for risk in hint.risks] == ["touched"]
    assert hint.otherwise().endswith(" a coin was touched and no own one fell (3.6 a).")


def test_a_coin_set_going_twice_names_who_set_it_going_the_last_time() -> None:
    """The first push leaves the black coin lying two centimetres on; another white sends it home."""
    twice = view(
        "w -0.21655338,-0.08995998; b -0.21671971,0.10601901; w 0.16501215,0.03397016;"
        " b 0.29874398,-0.16146963; w -0.11242739,-0.02897176; b 0.02493633,0.15475924;"
        " w -0.1477639,0.02559466; b -0.07812511,-0.01959672; w -0.29275099,0.19628469"
    )
    trace = simulate(twice.layout, Aim(Seat.SOUTH, -0.1, 2.598626690886187, 3.7368848987160086))
    (way,) = ways(trace, Seat.SOUTH)

    assert way.steps[-1].at == pytest.approx((-0.078, -0.0196), abs=1e-3)
    assert way.steps[-2].at == pytest.approx((-0.1478, 0.0256), abs=1e-3)
    assert "through the white coin at (-14.8, 2.6)" in story(trace, Seat.SOUTH)


def test_a_coin_that_goes_straight_back_for_a_due_is_said_to() -> None:
    nine = (
        "w 0.2,0.2; w 0.0,0.2; w -0.1,0.05; w -0.1,0.1; w -0.1,0.15; w -0.1,-0.05; w -0.2,-0.05;"
        " w -0.2,0.05; w -0.28,0.0; b -0.1,0.25; q 0.0,0.0"
    )
    owing = explain(
        view(nine, "white on strike, 9 white, 1 black, queen on board, white owes 1"),
        onto_the_far_right(0.05, 2.5),
    )

    assert owing.tries().endswith("into the far right pocket. One goes straight back for a due.")
    assert owing.plain()["pays"] == 1


def test_all_that_comes_of_it_otherwise_is_accounted_for() -> None:
    """Of two coins that should fall one may stay: that costs nothing, and is told all the same."""
    hint = explain(view("w 0.2,0.2; w 0.228,0.228; w -0.1,0.1; b -0.1,0.0"), aim(0.0, 68.0, 3.0), CLUB)

    assert len([way for way in hint.ways if way.wanted]) == 2
    assert ("own", "") in [(risk.why, risk.cost) for risk in hint.risks]
    assert " at no cost, an own coin fell (3.6 a)" in hint.otherwise()
    assert hint.works.times + sum(risk.chance.times for risk in hint.risks) == hint.works.of


def test_more_than_can_be_told_is_told_together() -> None:
    hint = explain(view(NEAR_THE_POCKET), onto_the_far_right(0.0, 2.5), CLUB)
    many = tuple(Risk("nothing", ("3.6 a",), Chance(40, 400), "turn") for _ in range(MOST_RISKS + 2))

    assert replace(hint, risks=many).otherwise().endswith("; 20 % something else.")


def test_what_is_lost_is_counted_by_what_it_is() -> None:
    """A failed cover loses the queen; with the striker and an own coin she still waits (3.12 i)."""
    hint = explain(view(NEAR_THE_POCKET), onto_the_far_right(0.0, 2.5), CLUB)
    tenth = Chance(40, 400)
    risks = tuple(
        Risk(why, (), tenth, cost)
        for why, cost in (
            ("cover-missed", "turn"),
            ("cover-striker", "foul"),
            ("cover-striker-own", "foul"),
            ("nothing", "turn"),
            ("own", ""),
            ("both-cover-striker", "board"),
        )
    )

    assert replace(hint, risks=risks).losses == {"queen": 0.2, "foul": 0.1, "turn": 0.1, "board": 0.1}


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.0, "0"),
        (0.0001, "0.1"),
        (0.004, "0.4"),
        (0.42, "42"),
        (0.996, "99.6"),
        (0.9999, "99.9"),
        (1.0, "100"),
    ],
)
def test_a_share_is_all_or_nothing_only_if_it_is(share: float, said: str) -> None:
    assert percent(share, "en") == said


def test_advice_names_different_strokes_first() -> None:
    """Two ways to one coin say less than two coins."""
    board = view("w 0.2,0.2; w -0.2,0.2; w 0.0,-0.1; b 0.0,0.1; b 0.1,0.1; b -0.1,0.1; q 0.0,0.0")
    aims = [aim for aim, _ in Searcher(CLUB, Plan(400)).best(board, 80)]

    hints = advice(board, aims, CLUB, 2, samples=20)

    assert len({hint.tries() for hint in hints}) == 2
    assert hints[0].works.share >= hints[1].works.share


def test_advice_names_what_pockets_before_what_only_touches() -> None:
    """A stroke that is to touch a coin nearly always does: that does not make it the better one."""
    board = view(NEAR_THE_POCKET, "white on strike, 1 white, 1 black, queen covered by white")
    pockets, touches = onto_the_far_right(0.02, 2.5), aim(0.0, 129.5, 1.5)
    casual = Noise.parse("1°,8%,1.5mm")
    alone = [explain(board, each, casual) for each in (pockets, touches)]
    assert [hint.kind for hint in alone] == ["pocket", "touch"]
    assert 0.25 <= alone[0].works.share < alone[1].works.share

    assert [hint.aim for hint in advice(board, [touches, pockets], casual, 2)] == [pockets, touches]
