"""Figures from results, and their picture."""

from __future__ import annotations

import re
from math import inf
from typing import Literal
from xml.etree import ElementTree

import pytest

from carrom.arena import PairResult
from carrom.arena.jobs import CLEAR, BoardPair, BoardResult, SoloBoard, SoloResult
from carrom.arena.plot import elo_text, outcome_text, summary_svg
from carrom.arena.summary import alone, pair_jobs, solo_jobs, summed
from carrom.estimate import Estimate

Winner = Literal["a", "b"] | None


def pair(first: Winner, second: Winner) -> PairResult:
    """Two boards won by "a", "b" or nobody, five points each."""
    boards = [
        BoardResult(winner, 5, 2, winner, (10, 12), (1, 0), ((), ("late",))) for winner in (first, second)
    ]
    return PairResult((boards[0], boards[1]))


def test_everybody_meets_everybody_from_the_same_seeds() -> None:
    jobs = pair_jobs(["x", "y", "z"], 4, BoardPair("", "", seed=1))

    assert [(job.a, job.b) for job in jobs[:4]] == [("x", "y"), ("x", "z"), ("y", "z"), ("x", "y")]
    assert jobs[0].seed == jobs[1].seed == jobs[2].seed != jobs[3].seed
    assert jobs[:6] == pair_jobs(["x", "y", "z"], 2, BoardPair("", "", seed=1))


def test_boards_alone_have_the_same_seeds_for_everybody() -> None:
    jobs = solo_jobs(["x", "y"], 3, SoloBoard("", seed=1))

    assert [job.player for job in jobs] == ["x", "y"] * 3
    assert [job.seed for job in jobs[::2]] == [job.seed for job in jobs[1::2]]
    assert len({job.seed for job in jobs}) == 3


def test_figures_are_summed_by_player() -> None:
    summary = summed(["x", "y"], [pair("a", "b"), pair("a", None)])
    x, y = summary.players

    assert (x.boards, x.won, x.void, x.points, x.lost_points) == (4, 2, 1, 10, 5)
    assert (y.boards, y.won, y.void, y.points, y.lost_points) == (4, 1, 1, 5, 10)
    assert (x.strokes, y.strokes, x.fouls, y.fouls) == (40, 48, 4, 0)
    assert (x.failures, len(y.failures)) == ((), 4)
    assert summary.meetings[0].scores.counts == (0, 0, 1, 1, 0)
    assert summary.ratings is None


def test_three_players_get_ratings_as_soon_as_all_have_met() -> None:
    results = [pair("a", "b"), pair("a", "a"), pair("b", "a")]

    assert summed(["x", "y", "z"], results[:2]).ratings is None
    rated = summed(["x", "y", "z"], results).ratings
    assert rated is not None
    assert rated.elo[0].value > rated.elo[2].value


def test_boards_alone_are_summed_by_player() -> None:
    results = [SoloResult(True, 12, 9, 0), SoloResult(False, 2, 1, 1), SoloResult(False, 4, 3, 0)]
    first, second = alone(["x", "y"], results)

    assert (first.boards, second.boards) == (2, 1)
    assert (first.done.value, first.strokes.value, first.pocketed.value) == (0.5, 8.0, 6.0)
    assert second.fouls.value == 1.0


def test_strokes_to_clear_are_those_of_cleared_boards() -> None:
    """A board given up took as many strokes as one may, not as many as it takes."""
    cleared, given_up = SoloResult(True, 30, 19, 0), SoloResult(False, 1000, 12, 9)
    (some,), (none,) = (alone(["x"], results, CLEAR) for results in ([cleared, given_up], [given_up]))

    assert (some.done.value, some.strokes.value) == (0.5, 30.0)
    assert none.strokes.plain() == {"value": None, "low": None, "high": None}


@pytest.mark.parametrize("players", [["x", "y"], ["x", "y", "z"]])
@pytest.mark.parametrize("count", [1, 12, 900])
@pytest.mark.parametrize("won", ["a", "b", None])
def test_every_run_can_be_drawn(players: list[str], count: int, won: Winner) -> None:
    """Also one that says next to nothing, and one that somebody wins without a miss."""
    svg = summary_svg(summed(players, [pair(won, won)] * count), "<x & y>", "under it", "fr")
    root = ElementTree.fromstring(svg)

    assert root.findtext("{http://www.w3.org/2000/svg}title") == "<x & y>"
    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    for name, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
        places = [float(each.attrib[name]) for each in root.iter() if name in each.attrib]
        assert all(0.0 <= place <= most for place in places)
    assert "nan" not in svg
    assert not re.search(r'"[+-]?inf', svg)


def test_the_same_run_gives_the_same_bytes() -> None:
    summary = summed(["x", "y"], [pair("a", "b")] * 20)

    assert summary_svg(summary, "t", "u") == summary_svg(summary, "t", "u")


def test_a_long_running_line_stays_short_enough_to_draw() -> None:
    svg = summary_svg(summed(["x", "y"], [pair("a", "b"), pair("a", "a")] * 5000), "t", "u")

    assert len(svg) < 60_000


def test_figures_in_words() -> None:
    assert elo_text(Estimate(inf, 852.04, inf)) == "+∞ [+852, +∞]"
    assert elo_text(Estimate(-0.2, -31.0, 30.6)) == "0 [−31, +31]"
    assert [outcome_text(each) for each in range(5)] == ["0–2", "½–1½", "1–1", "1½–½", "2–0"]


def test_long_names_that_differ_in_the_middle_can_be_told_apart() -> None:
    players = [f"mine/players.py:Mine@0.{n}°,3%,0.5mm" for n in (1, 2)]
    svg = summary_svg(summed(players, [pair("a", "b")] * 3), "t", "u")

    assert "1 mine/player…°,3%,0.5mm – 2 mine/player…°,3%,0.5mm" in svg


def test_a_long_title_is_written_smaller() -> None:
    sizes = []
    for title in (
        "a against b",
        "mine/players.py:Mine@0.25°,3%,0.5mm against theirs.py:Theirs@0.25°,3%,0.5mm",
    ):
        svg = summary_svg(summed(["x", "y"], [pair("a", "b")] * 3), title, "u")
        (size,) = re.findall(r'font-size="([\d.]+)" font-weight="600"', svg)
        sizes.append(float(size))

    assert sizes[0] == 18.0
    assert sizes[1] < 14.0
