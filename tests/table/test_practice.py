"""Boards set up by hand, matches given up, strokes played out by somebody else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.table.seated import striker_in

from carrom.equipment import STANDARD, Equipment
from carrom.errors import CarromError, ImpossibleCase, NotNow, RecordError
from carrom.physics import Trace
from carrom.record import Record, RecordFile, audit, load
from carrom.record.entries import Begun, PositionSet, Seated, Struck, Tossed, TurnKept
from carrom.rules import Standing
from carrom.rules.ruling import TurnPasses
from carrom.stroke import Aim, Layout, Placement
from carrom.table import Over, Table, ToPlace, ToStrike, ToToss, begin
from carrom.table.simulator import simulate_here
from carrom.umpiring.sheet import score_sheet, sheet_result, sheet_txt
from carrom.words import Coin, Seat, Side

THREE_A_SIDE = Layout.parse(
    "w 0.25,0.25; w -0.25,0.25; w 0.0,0.2; b 0.1,0.0; b -0.1,0.0; b 0.0,-0.1; q 0.0,0.0"
)


def seated(book: str = "international-a", **how: object) -> Table:
    table = begin(book, ("Asha",), ("Ben",), **how)  # type: ignore[arg-type]
    table.toss(Side.FIRST, "break")
    table.seat()
    return table


def test_a_board_set_up_by_hand_is_played_from_there() -> None:
    """The breaker's side is white and on strike; what is not on the board lies in the nets."""
    table = seated()

    table.set_up(THREE_A_SIDE)

    assert table.asks == ToStrike("Asha")
    assert table.layout == THREE_A_SIDE
    assert str(table.match.standing) == "white on strike, 3 white, 3 black, queen on board"


def test_a_stroke_on_such_a_board_is_judged_replayed_and_audited() -> None:
    """The record is the match, also where it began in the middle of a board."""
    table = seated()
    table.set_up(THREE_A_SIDE)

    trace = table.strike("Asha", Aim.parse("south x 0.0, angle 45°, speed 4.0"))

    assert isinstance(table.entries[-1].event, Struck)
    assert table.trace_of(table.seq) is trace
    assert table.replay(table.seq) == trace
    assert audit(table.entries) == []
    assert Table.resume(table.keeper).layout == table.layout


def test_black_on_strike_is_the_player_who_does_not_break() -> None:
    table = seated()

    table.set_up(
        Layout.parse("w 0.1,0.1; b 0.0,0.2"),
        Standing.parse("black on strike, 1 white, 1 black, queen waiting"),
    )

    assert table.asks == ToStrike("Ben")


@pytest.mark.parametrize(
    ("layout", "standing"),
    [
        ("w 0.1,0.1; b 0.0,0.2", "white on strike, 2 white, 1 black, queen waiting"),
        ("w 0.1,0.1; b 0.0,0.2", "white on strike, 1 white, 1 black, queen on board"),
        ("w 0.1,0.1; b 0.0,0.2; q 0.0,0.0", "white on strike, 1 white, 1 black, queen waiting"),
        ("w 0.1,0.1; b 0.0,0.2", "white on strike, 1 white, 1 black, queen waiting, 1 white held"),
    ],
)
def test_a_layout_that_is_not_what_its_standing_says_is_refused(layout: str, standing: str) -> None:
    """And nothing has changed."""
    table = seated()
    before = table.seq

    with pytest.raises(CarromError):
        table.set_up(Layout.parse(layout), Standing.parse(standing))

    assert table.seq == before


def test_a_board_without_a_coin_of_one_colour_is_over_and_cannot_be_set_up() -> None:
    with pytest.raises(ImpossibleCase, match="this board is over"):
        seated().set_up(Layout.parse("w 0.1,0.1"))


def test_nothing_is_set_up_before_everybody_sits() -> None:
    table = begin("family", ("Asha",), ("Ben",))

    with pytest.raises(NotNow):
        table.set_up(THREE_A_SIDE)

    assert table.asks == ToToss()


def test_what_was_played_before_the_set_up_is_not_taken_back_by_it() -> None:
    """Taking back ends at the set-up: there is nothing of the player's own behind it on this board."""
    table = seated()
    table.turn("Asha", 0.0)
    table.set_up(THREE_A_SIDE)

    assert table.back_for("Asha") is None

    at = table.seq
    table.strike("Asha", Aim.parse("south x 0.0, angle 45°, speed 4.0"))

    assert table.back_for("Asha") == at


def test_a_set_up_in_a_record_of_a_real_match_is_refused() -> None:
    """On wood the umpire corrects a board by a ruling, with its reason."""
    record = Record()
    record.enter(Begun("international-a", ("Asha",), ("Ben",)))
    record.enter(Tossed(Side.FIRST, "break"))
    record.enter(Seated(((Seat.SOUTH, "Asha"), (Seat.NORTH, "Ben"))))

    with pytest.raises(RecordError, match="simulated"):
        record.enter(PositionSet(THREE_A_SIDE, Standing.parse("white on strike, 3 white, 3 black")))


def test_set_up_and_giving_up_read_back_from_disk(tmp_path: Path) -> None:
    table = seated(keeper=RecordFile.create(tmp_path / "m.carrom"))
    table.set_up(THREE_A_SIDE)
    table.give_up(Side.FIRST, "left")

    record = load(tmp_path / "m.carrom")

    assert record.damage is None
    assert record.entries == list(table.entries)
    assert Table.resume(RecordFile.open(tmp_path / "m.carrom")).asks == Over(Side.SECOND)


@pytest.mark.parametrize(
    ("why", "lang", "said"),
    [
        ("resigned", "en", "Ben won the match, 0 – 0 in games (Asha gave up the match)"),
        ("left", "fr", "(départ : Asha)"),
    ],
)
def test_a_match_given_up_is_the_other_sides_and_the_sheet_says_why(why: str, lang: str, said: str) -> None:
    table = seated()

    table.give_up(Side.FIRST, why)

    assert table.asks == Over(Side.SECOND)
    assert said in sheet_result(score_sheet(table.keeper), lang)


def test_a_match_is_given_up_once_and_for_a_known_reason() -> None:
    table = seated()

    with pytest.raises(ImpossibleCase):
        table.give_up(Side.FIRST, "bored")
    table.give_up(Side.FIRST)
    with pytest.raises(NotNow):
        table.give_up(Side.SECOND)

    assert table.asks == Over(Side.SECOND)


def test_strokes_can_be_played_out_by_somebody_else() -> None:
    """The server asks a worker; the table checks, judges and enters as ever."""
    asked: list[str] = []

    def elsewhere(layout: Layout, aim: Aim, equipment: Equipment, between_lines: bool) -> Trace:
        asked.append(str(aim))
        return simulate_here(layout, aim, equipment, between_lines)

    table = seated(simulate=elsewhere)
    table.turn("Asha", 0.0)
    aim = Aim.parse("south x 0.0, angle 90°, speed 5.0")

    trace = table.strike("Asha", aim)

    assert asked == [str(aim)]
    assert trace == simulate_here(Layout.rosette(), aim, table.equipment, False)


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None  # importing either fails
import carrom.umpiring
from carrom.physics.trace import Trace
from carrom.stroke import Aim
from carrom.table import begin
from carrom.words import Side

kept = Trace.from_json(sys.stdin.read())
table = begin("international-a", ["Asha"], ["Ben"], simulate=lambda *asked: kept)
table.toss(Side.FIRST, "break")
table.seat()
table.turn("Asha", 0.0)
print(table.strike("Asha", kept.aim).hash)
"""


def test_a_table_whose_simulator_is_passed_in_needs_no_numpy() -> None:
    """So that it also runs inside a page."""
    trace = simulate_here(Layout.rosette(), Aim.parse("south x 0.0, angle 90°, speed 5.0"), STANDARD, False)

    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY],
        input=trace.to_json(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )

    assert done.stdout.strip() == trace.hash, done.stderr


def board_won(table: Table) -> None:
    """Asha's last coin goes in: whoever is on strike sends it straight."""
    table.turn("Asha", 0.0)
    table.set_up(Layout.parse("w 0.33,0.33; b 0.0,0.2"))
    table.strike("Asha", Aim.parse("south x 0.0, angle 61.3°, speed 3.0"))


@pytest.mark.parametrize("length", ["match", "game", "board"])
def test_friends_may_play_one_game_or_one_board_of_a_rulebooks_match(length: str) -> None:
    """The laws stay the same; only what is won with a board differs."""
    table = seated(length=length)

    assert table.book.match.games_to_win == (2 if length == "match" else 1)
    assert table.book.match.boards == (1 if length == "board" else 8)
    assert Table.resume(table.keeper).book == table.book


def test_whoever_wins_the_only_board_has_won_the_match() -> None:
    table = seated("ffc-leaflet", length="board")

    board_won(table)

    assert table.match.boards_ended == 1
    assert table.asks == Over(Side.FIRST)
    assert "one board" in sheet_txt(score_sheet(table.keeper), "en")


def test_there_is_no_other_length() -> None:
    with pytest.raises(ImpossibleCase, match="say match, game or board"):
        begin("family", ("Asha",), ("Ben",), length="evening")


def alone(layout: Layout = THREE_A_SIDE, standing: str = "", book: str = "international-a") -> Table:
    table = seated(book, alone=True)
    table.set_up(layout, Standing.parse(standing) if standing else None)
    return table


MISS = "south x 0.0, angle 90°, speed 0.3"


def test_who_practises_alone_plays_on_after_a_miss() -> None:
    """The laws pass the turn, which the ruling says; nobody is there to take it."""
    table = alone()

    table.strike("Asha", Aim.parse(MISS))

    struck, kept = (entry.event for entry in table.entries[-2:])
    assert isinstance(struck, Struck)
    assert any(isinstance(each, TurnPasses) for each in struck.ruling.consequences)
    assert kept == TurnKept()
    assert table.asks == ToStrike("Asha")
    assert str(table.match.standing) == "white on strike, 3 white, 3 black, queen on board"
    assert audit(table.entries) == []
    assert Table.resume(table.keeper).asks == ToStrike("Asha")


def test_the_colour_that_was_set_up_to_play_is_the_one_that_plays_on() -> None:
    table = alone(standing="black on strike, 3 white, 3 black, queen on board")

    table.strike("Ben", Aim.parse(MISS.replace("south", "north")))

    assert table.asks == ToStrike("Ben")


def test_a_foul_in_practice_alone_costs_what_it_costs_before_play_goes_on() -> None:
    """The coin is put back for the other side; then the same colour plays on."""
    table = alone(THREE_A_SIDE)

    table.strike("Asha", striker_in(Seat.SOUTH))
    asked = table.asks
    x, y = table.spots_for("Ben", Coin.WHITE)[0]
    table.place("Ben", Placement(Coin.WHITE, x, y))

    assert asked == ToPlace("Ben", Coin.WHITE, 1)
    assert table.asks == ToStrike("Asha")
    assert str(table.match.standing) == "white on strike, 4 white, 3 black, queen on board"


def test_a_miss_in_practice_alone_is_taken_back_as_any_other() -> None:
    table = alone()
    table.strike("Asha", Aim.parse(MISS))
    table.strike("Asha", Aim.parse(MISS))
    last, before = table.back_for("Asha"), table.seq - 2
    assert last == before

    table.take_back(before)

    assert table.asks == ToStrike("Asha")
    assert table.back_for("Asha") == 4


def test_a_table_for_two_keeps_no_turn() -> None:
    table = seated()
    table.set_up(THREE_A_SIDE)
    table.strike("Asha", Aim.parse(MISS))

    with pytest.raises(RecordError):
        table.keeper.enter(TurnKept(), None)
    assert table.asks == ToStrike("Ben")
