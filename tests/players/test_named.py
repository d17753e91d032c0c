"""Players by name: every form works, every other is refused in one line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from tests.players.boards import scattered, view

from carrom.errors import NotationError
from carrom.players import LEVELS, STEADY, Noise, Player, named
from carrom.players.geometric import Geometric
from carrom.players.noise import level_hand
from carrom.players.random import Random as AnybodysRandom
from carrom.players.searcher import Searcher

MINE = """
from carrom.players import Player
from carrom.stroke import Aim

class Mine(Player):
    name = "mine"

    def aim(self, view):
        return Aim(view.seat, view.places[0][0], 1.5, 2.0)

class NotOne:
    pass

class Choosy(Player):
    def __init__(self, needed):
        pass

class Broken(Player):
    def __init__(self):
        raise ValueError("first line\\nsecond line")
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(MINE, encoding="utf-8")
    return file


def searcher(text: str) -> Searcher:
    player = named(text).player
    assert isinstance(player, Searcher)
    return player


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_knows_its_own_hand(level: str) -> None:
    chair = named(level)

    assert chair.name == level
    assert chair.noise == LEVELS[level] == searcher(level).noise


def budget(text: str) -> int:
    return searcher(text).plan.budget


def test_the_levels_go_from_shaky_to_steady() -> None:
    """And none thinks less than one below it."""
    hands = list(LEVELS.values())
    for weaker, stronger in pairwise(hands):
        assert (weaker.angle, weaker.speed, weaker.place) > (stronger.angle, stronger.speed, stronger.place)
        assert weaker.speed > stronger.speed
        assert weaker.place > stronger.place
    assert hands[-1] == STEADY
    budgets = [budget(level) for level in LEVELS]
    assert budgets == sorted(budgets)
    assert budgets[0] < budgets[-1]


@pytest.mark.parametrize(("text", "times"), [("champion*4", 4.0), ("champion*2.5", 2.5), ("champion*1", 1.0)])
def test_a_level_may_think_longer(text: str, times: float) -> None:
    assert budget(text) == round(times * budget("champion"))
    assert named(text).noise == LEVELS["champion"]


def test_nobody_thinks_not_at_all() -> None:
    assert budget("beginner*.001") >= 1


def test_a_level_that_thinks_by_the_clock_says_so() -> None:
    """Its answers cannot be repeated; those of all others can."""
    timed = named("champion+500ms")
    assert timed.player is not None
    assert not timed.player.repeatable
    assert timed.noise == LEVELS["champion"]
    assert named("champion*2+50ms@club").noise == LEVELS["club"]
    for text in (*LEVELS, "champion*4", "geometric", "random"):
        player = named(text).player
        assert player is not None
        assert player.repeatable


def test_a_player_may_have_another_hand_and_knows_it() -> None:
    chair = named("grandmaster*0.5@0.25°,3%,0.5mm")

    assert chair.noise == Noise.parse("0.25°,3%,0.5mm")
    assert searcher("grandmaster@national").noise == LEVELS["national"]
    assert searcher("club@grandmaster").noise == STEADY
    assert budget("grandmaster@national") == budget("grandmaster")
    geometric = named("geometric@club")
    assert geometric.noise == LEVELS["club"]
    assert isinstance(geometric.player, Geometric)
    assert geometric.player.noise == LEVELS["club"]


def test_a_level_is_found_by_its_former_name() -> None:
    """Matches that were begun before 0.15 go on against the level that was called expert."""
    assert named("expert").noise == level_hand("expert") == LEVELS["national"]
    assert searcher("expert*2").plan == searcher("national*2").plan
    assert searcher("grandmaster@expert").noise == LEVELS["national"]
    assert level_hand("nobody") is None


def test_the_baselines_are_steady_unless_told_otherwise() -> None:
    assert isinstance(named("geometric").player, Geometric)
    assert isinstance(named("random").player, AnybodysRandom)
    assert named("geometric").noise == named("random").noise == STEADY
    assert named("random@2°").noise == Noise.parse("2°")


def test_spaces_around_a_name_do_not_matter() -> None:
    assert named(" club ").name == "club"
    assert named("geometric @ club").noise == LEVELS["club"]


def test_a_player_of_ones_own_comes_from_a_file(mine: Path) -> None:
    chair = named(f"{mine}:Mine@club")

    assert isinstance(chair.player, Player)
    assert chair.player.name == "mine"
    assert chair.noise == LEVELS["club"]
    assert named(f"{mine}:Mine").noise == STEADY
    assert chair.player.aim(view("w 0.1,0.1; b 0.2,0.2")).angle == 1.5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "clubb",
        "Club",
        "person",
        "*4",
        "@club",
        "club*",
        "club*x",
        "club*-1",
        "club*0",
        "club*1000000",
        "club+500",
        "club+ms",
        "geometric+500ms",
        "club*4*2",
        "club@",
        "club@clubb",
        "club@0.5",
        "geometric*2",
        "random*2",
        "none.py:Mine",
        "club:club",
    ],
)
def test_a_name_that_is_none_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(NotationError) as refused:
        named(text)

    said = str(refused.value)
    assert "\n" not in said
    # It says what would work: names, a file, the form of a hand, how far a budget goes.
    assert any(name in said for name in LEVELS) or "0.25°" in said or "up to" in said


def test_a_misspelt_level_is_guessed() -> None:
    with pytest.raises(NotationError, match="champion"):
        named("champoin")


@pytest.mark.parametrize("name", ["NotOne", "Choosy", "Missing", "Broken", "Mine*3"])
def test_a_class_that_is_no_player_is_refused_with_its_reason(mine: Path, name: str) -> None:
    with pytest.raises(NotationError) as refused:
        named(f"{mine}:{name}")

    assert "\n" not in str(refused.value)
    assert name.partition("*")[0] in str(refused.value)


def test_a_file_with_a_mistake_in_it_is_refused_with_the_mistake(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("def (:\n", encoding="utf-8")

    with pytest.raises(NotationError, match="SyntaxError") as refused:
        named(f"{file}:Mine")

    assert "\n" not in str(refused.value)


def test_two_players_of_one_name_answer_alike() -> None:
    """A name says everything: nothing is kept between two of them."""
    shown = view(scattered(Random(1), 4, 4), seed=3)
    for text in ("club", "geometric", "random"):
        one, other = named(text).player, named(text).player
        assert one is not None
        assert other is not None
        assert one.aim(shown) == other.aim(shown)
