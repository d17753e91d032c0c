"""The owner of a game under the ICF's laws: extra points, coins that are waived, and the time for both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.live.owners import Game, Person
from tests.table.seated import SOUTH, at, striker_in

from carrom.errors import CarromError
from carrom.live import messages as wire
from carrom.live.clock import GRACE, ON_THE_WAY
from carrom.rulebooks import ICF
from carrom.stroke import Aim

STROKE = float(ICF.match.stroke_seconds)
LAST_BLACK = "b 0.31,0.31; w 0.0,0.2; w -0.1,0.25; w -0.2,0.2; w -0.2,0.1; q 0.0,0.0"
THREE_A_SIDE = "w 0.2,0.1; w -0.2,0.1; w 0.25,0.0; b -0.25,0.0; b 0.2,-0.1; b -0.2,-0.1; q 0.0,0.2"


def icf(folder: Path, layout: str, **more: Any) -> tuple[Game, Person, Person]:
    """Asha on strike against Ben online, under the ICF's laws, with these coins on the board."""
    game = Game(folder, "online", layout=layout, **{"rulebook": "icf", "clock": True, **more})
    return game, game.joins("Asha"), game.joins("Ben")


def plays(person: Person, game: Game, aim: Aim) -> None:
    power = aim.speed / game.owner.table.equipment.pace.full_force
    assert isinstance(person.strikes(aim.x, aim.angle, power), wire.AckMessage)


def won_with_extra(folder: Path, **more: Any) -> tuple[Game, Person, Person]:
    """Asha pocketed Ben's last coin with the striker: he has seven points, and one on demand."""
    game, asha, ben = icf(folder, LAST_BLACK, **more)
    plays(asha, game, at(SOUTH, (0.31, 0.31)))
    assert (ben.state.asks.kind, ben.state.asks.players, ben.state.asks.count) == ("demand", ("Ben",), 1)
    assert (ben.state.asks.law, ben.state.asks.queen_lost) == ("icf 87b", False)
    return game, asha, ben


def test_the_winner_of_a_board_chooses_the_extra_points_and_nobody_else_does(tmp_path: Path) -> None:
    game, asha, ben = won_with_extra(tmp_path)
    watcher = game.watches()
    for refused in (asha.chooses("demand", 0), ben.chooses("demand", 0.5), ben.chooses("demand", 2)):
        assert isinstance(refused, CarromError)
    ben.chooses("demand", 1)

    board = watcher.state.boards[-1]
    assert (board.points, watcher.state.points.second) == (8, 8)
    assert [line.text("en") for line in board.said] == [
        "Ben won the board: 8 points.",
        "1 extra point is among them.",
    ]
    assert watcher.state.asks.kind == "turn"


def test_a_winner_who_says_nothing_has_demanded_all_and_play_goes_on(tmp_path: Path) -> None:
    game, asha, ben = won_with_extra(tmp_path)
    assert ben.timing is not None
    game.pass_time(60.0)

    assert ben.state.boards[-1].points == 8
    assert asha.state.asks.kind == "turn"


def test_a_winner_who_has_gone_does_not_hold_the_match_at_the_demand(tmp_path: Path) -> None:
    """With the clock it goes on after the absence allowed; without, the match can be claimed."""
    game, asha, ben = won_with_extra(tmp_path)
    ben.leaves()
    game.pass_time(100.0)
    assert asha.state.boards[-1].points == 8

    other = tmp_path / "other"
    other.mkdir()
    game, asha, ben = won_with_extra(other, clock=False)
    assert asha.timing is None
    ben.leaves()
    game.pass_time(61.0)
    asha.offers("claim")
    assert (asha.state.asks.kind, asha.state.winner) == ("over", "first")


def test_at_the_demand_one_may_resign_and_take_back(tmp_path: Path) -> None:
    game, asha, ben = won_with_extra(tmp_path)
    asha.offers("take-back")
    ben.offers("take-back", by="Asha")
    assert (asha.state.asks.kind, asha.state.asks.players) == ("strike", ("Asha",))
    plays(asha, game, at(SOUTH, (0.31, 0.31)))
    ben.chooses("demand", 0)
    ben.offers("take-back")
    asha.offers("take-back", by="Ben")
    assert ben.state.asks.kind == "demand"
    ben.offers("resign")

    assert (asha.state.asks.kind, asha.state.winner) == ("over", "first")


def test_a_computer_player_chooses_its_extra_points_itself(tmp_path: Path) -> None:
    game = Game(tmp_path, "computer", rulebook="icf", layout=LAST_BLACK)
    asha = game.joins()
    plays(asha, game, at(SOUTH, (0.31, 0.31)))
    game.pass_time(10.0)

    assert asha.state.boards[-1].points == 8


def test_coins_are_waived_by_who_is_to_place_them(tmp_path: Path) -> None:
    game, asha, ben = icf(tmp_path, THREE_A_SIDE)
    plays(asha, game, striker_in(SOUTH))
    assert (ben.state.asks.kind, ben.state.asks.waive) == ("place", True)
    assert isinstance(asha.chooses("waive"), CarromError)
    ben.chooses("waive")

    assert (ben.state.asks.kind, ben.state.asks.players) == ("strike", ("Ben",))
    assert sum(coin.coin == "white" for coin in ben.state.layout) == 3


def test_coins_that_are_not_placed_in_time_stay_in_the_nets_where_the_laws_say_so(tmp_path: Path) -> None:
    for book, kind in (("icf", "strike"), ("international-a", "place")):
        folder = tmp_path / book
        folder.mkdir()
        game, asha, ben = icf(folder, THREE_A_SIDE, rulebook=book)
        plays(asha, game, striker_in(SOUTH))
        assert (ben.timing is not None) == (book == "icf")
        game.pass_time(GRACE + 3.0 + STROKE + ON_THE_WAY)

        assert ben.state.asks.kind == kind


def test_an_idle_player_does_not_hold_the_table(tmp_path: Path) -> None:
    """ICF reading 70: first a coin and the turn stays, then a coin and the turn."""
    game, asha, _ = icf(tmp_path, THREE_A_SIDE)
    asha.chooses("pass")
    seen = []
    for _ in range(6):
        game.pass_time(STROKE + ON_THE_WAY + 3.0)
        seen.append((asha.state.asks.kind, *asha.state.asks.players))

    # Ben is late, Asha lets the time for placing pass, and once more; then it is her turn.
    assert seen[:4] == [("place", "Asha"), ("strike", "Ben"), ("place", "Asha"), ("strike", "Asha")]
