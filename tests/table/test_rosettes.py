"""Rosettes on a simulated table: set by hand from a seed in the record, or exactly."""

from __future__ import annotations

from dataclasses import replace
from math import radians

from tests.table.seated import DOUBLES, NORTH, SINGLES, SOUTH, asks, at, opened, seated
from tools.matches import Straight

from carrom.equipment import STANDARD
from carrom.pace import Pace
from carrom.players import Chair, Noise, Player, View
from carrom.record import Record, decode, encode
from carrom.record.entries import Happened, RosetteTurned, TrialPlayed
from carrom.stroke import Aim, Incident, Layout
from carrom.table import Table, ToStrike, ToTurn, begin, play_on, rosette_seed
from carrom.words import WHITE, RosetteSetting, Side

FAST = Chair(Straight(), Noise.parse("0.25°,3%,0.5mm"))


def board(rosette: RosetteSetting = "hand", seed: int = 1) -> Table:
    """A match of two computers up to its first stroke; Asha breaks from the south."""
    table = begin("international-a", *SINGLES, rosette=rosette)
    table.toss(Side.FIRST, "break")
    play_on(table, {"Asha": FAST, "Ben": FAST}, seed, until=lambda table: isinstance(table.asks, ToStrike))
    return table


def turns(table: Table) -> list[RosetteTurned]:
    return [entry.event for entry in table.entries if isinstance(entry.event, RosetteTurned)]


def read_again(table: Table) -> Table:
    """The table of the record's text."""
    record, before = Record(), ""
    for entry in table.entries:
        line = encode(entry, before)
        read, before = decode(line, entry.seq, before)
        record.enter(read.event, read.at)
    return Table.resume(record)


def test_computers_break_a_rosette_set_by_hand_and_never_the_same() -> None:
    layouts = {board(seed=seed).layout for seed in range(5)}

    assert len(layouts) == 5
    assert board(seed=3).layout == board(seed=3).layout
    assert board("exact").layout == Layout.rosette()
    assert board("exact").layout not in layouts


def test_each_board_of_a_match_has_a_rosette_of_its_own() -> None:
    table = begin("family", *SINGLES)
    play_on(table, {"Asha": FAST, "Ben": FAST}, 1, until=lambda table: table.match.boards_ended == 2)
    play_on(table, {"Asha": FAST, "Ben": FAST}, 1, until=lambda table: len(turns(table)) == 3)

    seeds = [turned.seed for turned in turns(table)]
    assert None not in seeds
    assert len(set(seeds)) == 3


def test_the_rosette_lies_by_its_entry_and_is_read_back_the_same() -> None:
    table = seated()
    table.turn("Asha", radians(17.0), seed=7)
    trace = table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=5.0))
    again = read_again(table)

    assert table.layout_at(4) == Layout.rosette(STANDARD, radians(17.0), SOUTH, 7)
    assert again.layout_at(4) == table.layout_at(4)
    assert trace is not None
    assert again.replay(table.seq).hash == trace.hash


def test_without_a_seed_the_rosette_is_exact() -> None:
    table = opened()

    assert table.on.rosette == "hand"
    assert table.layout == Layout.rosette()


def test_a_rosette_that_is_set_again_is_another_one() -> None:
    """The same seed of the match draws another rosette for another entry."""
    table = board()
    first = table.layout
    table.take_back(table.seq - 2)
    assert asks(table) == ToTurn(table.match.breaker)

    play_on(table, {"Asha": FAST, "Ben": FAST}, 1, until=lambda table: isinstance(table.asks, ToStrike))

    assert table.layout != first


def test_after_an_early_break_nobody_turns_the_rosette_so_it_is_exact() -> None:
    table = seated()
    table.report(Incident("early-break", WHITE))

    assert isinstance(table.entries[-2].event, Happened)
    assert asks(table) == ToStrike("Ben")
    assert table.layout == Layout.rosette()


def test_a_trial_board_has_its_own_rosette_which_its_player_sees() -> None:
    seen: list[Layout] = []

    class Looks(Player):
        def aim(self, view: View) -> Aim:
            seen.append(view.layout)
            return at(SOUTH, (0.0, 0.0), speed=5.0) if len(seen) == 1 else at(NORTH, (0.0, 0.0), speed=5.0)

    table = begin("international-a", *SINGLES, trials=True)
    table.toss(Side.FIRST, "break")
    table.seat()
    chair = Chair(Looks())
    play_on(table, {"Asha": chair, "Ben": chair}, 1, until=lambda table: isinstance(table.asks, ToTurn))
    trials = [entry for entry in table.entries if isinstance(entry.event, TrialPlayed)]

    assert len({trial.event.seed for trial in trials if isinstance(trial.event, TrialPlayed)} - {None}) == 2
    for trial, seat, layout in zip(trials, (SOUTH, NORTH), seen, strict=True):
        assert isinstance(trial.event, TrialPlayed)
        assert layout == Layout.rosette(STANDARD, 0.0, seat, trial.event.seed)
        assert read_again(table).replay(trial.seq).hash == trial.event.hash


def test_a_seed_is_drawn_for_an_entry_and_only_where_the_rosette_is_set_by_hand() -> None:
    by_hand, exact = (begin("family", *DOUBLES, rosette=rosette).on for rosette in ("hand", "exact"))

    assert rosette_seed(by_hand, 1, 4) == rosette_seed(by_hand, 1, 4)
    assert rosette_seed(by_hand, 1, 4) != rosette_seed(by_hand, 1, 5)
    assert rosette_seed(exact, 1, 4) is None


def test_the_line_of_an_exact_table_is_as_it_was_before_rosettes_were_set_by_hand() -> None:
    """An old record has none of these fields, so its lines keep their checksums."""
    old = replace(STANDARD, pace=Pace("old", 0.10, 0.89, 0.89, 0.75, 0.75, 0.15, 0.18))
    line = encode(begin("family", *SINGLES, equipment=old, rosette="exact").entries[0])

    assert "rosette" not in line
    assert encode(decode(line, 1)[0]) == line
    assert '"rosette": "hand"' in encode(begin("family", *SINGLES).entries[0])
