"""tools/fit_levels.py: fields around a level, their figures beside those of people, and the picture."""

from __future__ import annotations

import doctest
import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import inf, log
from pathlib import Path
from typing import Literal
from xml.etree import ElementTree

import pytest
from tools.people import BREAKER, COUNTED, LEFT, QUEEN, SHARES, Check, Tally, misfit, people_shares, rows
from tools.people_plot import people_svg

from carrom.arena import BoardPair, PairResult, PairScores
from carrom.arena.jobs import BoardResult
from carrom.estimate import Estimate, wilson
from carrom.players import Noise, named
from tools import fit_levels

AB = Literal["a", "b"] | None
PEOPLE = Tally(0, 434, 508, (0, 201, 162, 127, 79, 56, 41, 29, 12, 7))
"""Counts of so many boards as people played that give the published figures."""


def pair(*boards: tuple[AB, int, AB]) -> PairResult:
    """Two boards: the winner, the coins left, and who covered the queen."""
    first, second = (BoardResult(winner, left, left, queen, (9, 9), (0, 0)) for winner, left, queen in boards)
    return PairResult((first, second))


def test_boards_are_counted_by_the_breaker_the_coins_left_and_the_queen() -> None:
    """The first player breaks the first board of a pair, the second the other."""
    results = [pair(("a", 1, "a"), ("a", 4, "b")), pair(("b", 9, None), (None, 0, "a"))]

    tally = Tally.of(results)
    assert tally == Tally(void=1, breaker=1, queen=2, left=(0, 1, 0, 0, 1, 0, 0, 0, 0, 1))
    assert (tally.boards, tally.decided, tally.counted) == (4, 3, 3)


def test_a_board_lost_by_a_last_coin_counts_for_the_breaker_alone() -> None:
    """It has no coins left to the loser, and its three points do not say who had the queen."""
    results = [pair(("a", 0, None), ("a", 4, "a")), pair(("b", 2, "a"), ("b", 2, "b"))]
    breaker, left, queen, *shares = Tally.of(results).checks()

    assert breaker.measured.value == 50.0
    assert left.measured.value == pytest.approx(8.0 / 3.0)
    assert queen.measured.value == pytest.approx(200.0 / 3.0)
    assert [share.measured.value for share in shares[:4]] == pytest.approx(
        [0.0, 200.0 / 3.0, 0.0, 100.0 / 3.0]
    )


def test_void_boards_are_in_no_share() -> None:
    played = Tally(0, 6, 7, (0, 10, 0, 0, 0, 0, 0, 0, 0, 0))
    breaker, left, queen, one, *_ = replace(played, void=90).checks()

    assert [each.measured.value for each in (breaker, left, queen, one)] == [60.0, 1.0, 70.0, 100.0]


def test_intervals_are_those_of_shares_and_means() -> None:
    tally = Tally(0, 3, 2, (0, 2, 0, 2, 0, 0, 0, 0, 0, 0))
    breaker, left, *_ = tally.checks()

    assert breaker.measured.low == pytest.approx(100.0 * wilson(3, 4).low)
    # Four values with a variance of 4/3: the standard error is the root of 1/3.
    assert left.measured.value == 2.0
    assert left.measured.high == pytest.approx(2.0 + 1.96 * (1.0 / 3.0) ** 0.5, abs=1e-4)


def test_the_people_are_inside_of_their_own_figures() -> None:
    """Also a check that the published figures agree with one another."""
    assert all(check.inside for check in PEOPLE.checks())
    assert misfit(PEOPLE) < 0.05
    breaker, left, queen, *_ = (check.measured for check in PEOPLE.checks())
    for found, published, digit in ((breaker, BREAKER, 0.06), (left, LEFT, 0.02), (queen, QUEEN, 0.1)):
        assert found.value == pytest.approx(published.value, abs=digit)
        assert (found.low, found.high) == pytest.approx((published.low, published.high), abs=digit)


def test_the_people_s_shares_have_the_intervals_of_their_boards() -> None:
    shares = people_shares()

    assert [share.value for share in shares] == pytest.approx(SHARES, abs=0.07)
    assert shares[0].low == pytest.approx(100.0 * wilson(201, COUNTED).low)


def test_a_figure_at_the_end_of_what_is_asked_is_one_off() -> None:
    at_the_end = Check("x", 57.2, 64.3, Estimate(64.3, 60.0, 68.0), 64.3)
    beyond = replace(at_the_end, tested=64.4)

    assert at_the_end.off == pytest.approx(1.0)
    assert at_the_end.inside
    assert not beyond.inside
    assert [row[-1] for row in rows([at_the_end, beyond])] == ["inside", "OUTSIDE"]


def test_the_misfit_weighs_three_figures_and_the_shares_alike() -> None:
    """A breaker's share at its end alone gives a half, the root of one of four."""
    assert misfit(replace(PEOPLE, breaker=459)) == pytest.approx(0.5, abs=0.01)
    assert misfit(replace(PEOPLE, breaker=400)) > misfit(replace(PEOPLE, breaker=420)) > misfit(PEOPLE)


def test_neighbours_are_tested_by_the_lower_end() -> None:
    elo = PairScores((10, 0, 50, 0, 60)).elo
    check = Check("b over a, Elo", fit_levels.APART, inf, elo, elo.low)

    assert elo.low < 150.0 < elo.value
    assert rows([check])[0][2:] == [
        "at least 150",
        f"{elo.value:.2f} [{elo.low:.2f}, {elo.high:.2f}]",
        "OUTSIDE",
    ]


def test_the_hands_of_a_field_are_spread_evenly_in_their_logarithm() -> None:
    players = fit_levels.field_of("national*2", 8, 1.35)
    hands = [named(player).noise for player in players]
    own = named("national").noise

    assert all(player.startswith("national*2@") for player in players)
    assert hands[0].angle == pytest.approx(own.angle / 1.35, rel=1e-5)
    assert hands[-1].place == pytest.approx(own.place * 1.35, rel=1e-5)
    steps = [log(after.speed / before.speed) for before, after in pairwise(hands)]
    assert steps == pytest.approx([2.0 * log(1.35) / 7.0] * 7, rel=1e-4)


def test_the_examples_say_what_happens() -> None:
    assert doctest.testmod(fit_levels) == (0, 3)


def test_a_hand_that_was_given_is_multiplied_and_the_budget_stays() -> None:
    assert fit_levels.with_hand("national*2@0.5°,5%,1mm", 2.0) == "national*2@1°,10%,2mm"
    half = Noise.parse("0.25°,2.5%,0.5mm")
    assert fit_levels.with_hand("geometric@0.5°,5%,1mm", 0.5) == f"geometric@{half}"


@pytest.mark.parametrize("player", ["grandmaster", "random", "nobody", "national@5 feet"])
def test_a_player_without_a_hand_of_its_own_is_refused_with_a_reason(
    player: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fit_levels.main(["field", player]) == 2
    assert capsys.readouterr().err.startswith("fit_levels: ")


def test_a_field_that_is_not_there_cannot_be_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fit_levels.main(["plot", str(tmp_path / "none.json")]) == 2
    assert "none.json" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [["--hands", "1"], ["--spread", "1"], ["--boards", "0"]])
def test_a_field_needs_two_hands_that_differ_and_a_board(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        fit_levels.main(["field", "national", *wrong])

    assert wrong[0] in capsys.readouterr().err


def test_everybody_in_a_field_meets_everybody_equally_often_from_seeds_of_their_own() -> None:
    jobs = fit_levels.field_jobs("wxyz", 50, BoardPair("", "", "icf", seed=3))

    assert len(jobs) == 30  # 25 pairs would be 4 for five meetings and 5 for one
    assert set(Counter((job.a, job.b) for job in jobs).values()) == {5}
    assert len({job.seed for job in jobs}) == 30
    assert fit_levels.field_jobs("wxyz", 100, BoardPair("", "", "icf", seed=3))[:30] == jobs


def test_each_player_meets_the_one_before_it() -> None:
    jobs = fit_levels.neighbour_jobs(["weak", "fair", "strong"], 2, BoardPair("", ""))

    assert [(job.a, job.b) for job in jobs] == [("fair", "weak"), ("strong", "fair")] * 2
    assert jobs[0].seed == jobs[1].seed != jobs[2].seed


def test_further_angles_lie_beside_the_best() -> None:
    assert fit_levels.between({1.0: 5.0, 4.0: 1.0, 16.0: 2.0}) == [2.0, 8.0]
    assert fit_levels.between({1.0: 0.5, 4.0: 1.0, 16.0: 2.0}) == [2.0]
    assert fit_levels.between({1.0: 0.5}) == []


def test_a_field_is_played_kept_and_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Asked again, it plays nothing again and finds the same."""
    file, picture = tmp_path / "field.json", tmp_path / "people.svg"
    asked = [
        "field",
        "geometric@club",
        "--hands",
        "2",
        "--boards",
        "6",
        "--workers",
        "1",
        "--json",
        str(file),
    ]
    asked += ["--keep", str(tmp_path / "kept")]
    assert fit_levels.main(asked) == 0
    first = file.read_text(encoding="utf-8")
    (kept,) = (tmp_path / "kept").iterdir()
    lines = kept.read_bytes()
    assert fit_levels.main(asked) == 0
    told = capsys.readouterr().out
    assert fit_levels.main(["plot", str(file), "--out", str(picture)]) == 0

    assert file.read_text(encoding="utf-8") == first
    assert kept.read_bytes() == lines
    assert sum(json.loads(first)["tally"]["left"]) == 6
    assert "boards won by the breaker, %\t60.8\t57.2 to 64.3\t" in told
    ElementTree.parse(picture)


def test_a_fit_tells_each_trial_and_looks_only_at_its_own_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fit.json"
    asked = [
        "fit",
        "geometric@club",
        "--angles",
        "0.5",
        "2",
        "--hands",
        "2",
        "--boards",
        "2",
        "--workers",
        "1",
    ]
    assert fit_levels.main([*asked, "--json", str(file)]) == 0

    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["seed"] == "fitting"
    assert {trial["player"].split(",")[0] for trial in found["trials"]} == {
        "geometric@0.5°",
        "geometric@1°",
        "geometric@2°",
    }
    misfits = [trial["misfit"] for trial in found["trials"]]
    assert misfits == sorted(misfits)
    told = capsys.readouterr().out
    assert f"best: {found['trials'][0]['player']}" in told
    at_an_end = not found["trials"][0]["player"].startswith("geometric@1°")
    assert ("try further ones" in told) == at_an_end
    with pytest.raises(SystemExit):
        fit_levels.main([*asked, "--seed", "final"])


@pytest.mark.parametrize("command", ["slams", "neighbours", "random"])
def test_other_figures_are_asked_measured_and_marked(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "found.json"
    players = {"slams": ["random"], "neighbours": ["random", "geometric@club"], "random": ["geometric@club"]}
    much = "--boards" if command == "slams" else "--pairs"
    asked = [command, *players[command], much, "2", "--workers", "1", "--json", str(file)]
    assert fit_levels.main(asked) == 0

    (check,) = json.loads(file.read_text(encoding="utf-8"))["checks"]
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith(check["name"]))
    assert line.split("\t")[-1] == ("inside" if check["inside"] else "OUTSIDE")


@pytest.mark.parametrize(
    "tally", [PEOPLE, Tally(0, 0, 0, (0, 2, 0, 0, 0, 0, 0, 0, 0, 0)), Tally(1, 1, 1, (1, 1, *[0] * 7, 1))]
)
def test_the_picture_is_well_formed_and_nothing_lies_beyond_it(tally: Tally) -> None:
    root = ElementTree.fromstring(people_svg(tally, "<national & others>"))

    width, height = (float(size) for size in root.attrib["viewBox"].split()[2:])
    for name, most in (
        ("x", width),
        ("x1", width),
        ("x2", width),
        ("y", height),
        ("y1", height),
        ("y2", height),
    ):
        places = [float(each.attrib[name]) for each in root.iter() if name in each.attrib]
        assert all(0.0 <= place <= most for place in places)
    bars = [each for each in root.iter() if "height" in each.attrib and each.attrib.get("class") == "won"]
    assert len(bars) == 1 + len(SHARES)  # with that of the legend


def test_the_picture_in_the_docs_is_that_of_its_figures() -> None:
    """If not: .venv/bin/python tools/fit_levels.py plot docs/pictures/people.json"""
    file = fit_levels.PICTURE
    measured = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))

    assert file.read_text(encoding="utf-8") == fit_levels.picture(measured) + "\n"
