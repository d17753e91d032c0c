"""Computer players at the table: whatever one does, the match goes on by the laws, and it is named."""

from __future__ import annotations

import threading
from math import nan
from pathlib import Path
from typing import Any

import pytest
from tests.table.seated import (
    DOUBLES,
    OPEN,
    SINGLES,
    SOUTH,
    WHITE,
    asks,
    at,
    kinds,
    opened,
    playing,
    seated,
    striker_in,
)
from tools.matches import Straight

from carrom.errors import ImpossibleCase, RecordError
from carrom.players import LEVELS, Chair, Player, View
from carrom.players.random import Random
from carrom.record import Entry, RecordFile, audit
from carrom.record.entries import Event, Happened, RosetteTurned, Struck, TrialPlayed
from carrom.stroke import Aim, Incident, Placement
from carrom.table import Failure, Over, Table, ToPlace, ToStrike, ToToss, ToTurn, begin, play_on, toss_winner
from carrom.table.runner import chance
from carrom.words import Coin, Colour, Seat, Side

PERSON = Chair()
FAST = Chair(Straight(), LEVELS["expert"])


class Says(Player):
    """A player that answers whatever it was given."""

    def __init__(
        self, aim: object = None, place: object = None, turn: object = 0.0, choose: object = "break"
    ):
        self.answers = {"aim": aim, "place": place, "turn": turn, "choose": choose}

    def _answer(self, what: str) -> Any:
        answer = self.answers[what]
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def aim(self, view: View) -> Aim:
        return self._answer("aim")  # type: ignore[no-any-return]

    def place(self, view: View, coin: Coin) -> Placement:
        return self._answer("place")  # type: ignore[no-any-return]

    def turn(self, view: View) -> float:
        return self._answer("turn")  # type: ignore[no-any-return]

    def choose(self) -> str:
        return self._answer("choose")  # type: ignore[no-any-return]


def one_act(table: Table, asha: Player | None, ben: Player | None = None) -> tuple[Failure, ...]:
    """Play on until one entry more has been made by whoever is asked."""
    since = table.seq
    return play_on(table, {"Asha": Chair(asha), "Ben": Chair(ben)}, 1, until=lambda table: table.seq > since)


def incidents(table: Table) -> list[str]:
    return [str(entry.event.incident) for entry in table.entries if isinstance(entry.event, Happened)]


STEADY_AIM = at(SOUTH, (0.2, 0.1))

BAD_AIMS = [
    ("raises", Says(aim=ZeroDivisionError("by zero")), "raised ZeroDivisionError: by zero"),
    ("answers nothing", Says(aim=None), "answered None, which is no Aim"),
    ("answers text", Says(aim="south x 0"), "which is no Aim"),
    ("stands off the lines", Says(aim=Aim(SOUTH, 0.3, 1.5, 1.0)), "beyond the end of the base lines"),
    ("plays from another seat", Says(aim=Aim(Seat.NORTH, 0.0, 1.5, 1.0)), "plays from the south"),
    ("is too strong", Says(aim=Aim(SOUTH, 0.0, 1.5, 9.9)), "full force"),
    ("has not been written", Player(), "raised NotImplementedError"),
]


@pytest.mark.parametrize(
    ("player", "why"), [case[1:] for case in BAD_AIMS], ids=[case[0] for case in BAD_AIMS]
)
def test_a_player_without_a_stroke_is_late_and_named(player: Player, why: str) -> None:
    table = playing(OPEN)
    due = table.seq + 1

    (failure,) = one_act(table, player)

    assert (failure.player, failure.seq) == ("Asha", due)
    assert why in failure.why
    assert "\n" not in str(failure)
    assert incidents(table) == ["late-stroke by white"]
    assert table.asks == ToPlace("Ben", WHITE, 1)


def test_an_impossible_stroke_is_asked_for_three_times() -> None:
    """Each time with another seed, so that a player of chance may find its way."""
    seen: list[int] = []

    class Third(Player):
        def aim(self, view: View) -> Aim:
            seen.append(view.seed)
            return Aim(view.seat, 0.0 if len(seen) == 3 else 0.3, 1.5, 1.0)

    table = playing(OPEN)

    assert one_act(table, Third()) == ()
    assert len(set(seen)) == 3
    assert isinstance(table.entries[-1].event, Struck)


def test_a_player_that_stalls_is_late_at_its_deadline() -> None:
    never = threading.Event()

    class Stalls(Player):
        def aim(self, view: View) -> Aim:
            never.wait()
            return STEADY_AIM

    table = playing(OPEN)
    since = table.seq
    chairs = {"Asha": Chair(Stalls()), "Ben": PERSON}
    failures = play_on(table, chairs, 1, deadline=0.05, until=lambda table: table.seq > since)
    never.set()

    assert [failure.why for failure in failures] == ["took longer than 0.05 s"]
    assert incidents(table) == ["late-stroke by white"]


def test_a_player_in_time_is_not_hindered_by_a_deadline() -> None:
    table = playing(OPEN)
    since = table.seq

    failures = play_on(
        table, {"Asha": FAST, "Ben": PERSON}, 1, deadline=60.0, until=lambda table: table.seq > since
    )

    assert failures == ()
    assert isinstance(table.entries[since].event, Struck)


BAD_PLACES = [
    ("raises", Says(place=KeyError("w")), "raised KeyError"),
    ("answers nothing", Says(place=None), "is no Placement of a white coin"),
    ("takes another coin", Says(place=Placement(Coin.BLACK, 0.05, 0.0)), "is no Placement of a white coin"),
    ("places it outside", Says(place=Placement(WHITE, 0.2, 0.0)), "inside the inner circle"),
]


@pytest.mark.parametrize(
    ("player", "why"), [case[1:] for case in BAD_PLACES], ids=[case[0] for case in BAD_PLACES]
)
def test_a_coin_badly_placed_costs_a_penalty_and_is_put_down_by_the_table(player: Player, why: str) -> None:
    """The other side places the penalty for it (3.11 l)."""
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))
    since = table.seq

    (failure,) = one_act(table, None, player)

    assert failure.player == "Ben"
    assert why in failure.why
    assert incidents(table) == ["bad-placing by black"]
    assert kinds(table, since) == ["Happened", "CoinPlaced"]
    assert table.asks == ToPlace("Asha", Coin.BLACK, 1)


def test_who_places_badly_pays_once_whoever_else_is_to_place() -> None:
    """Asha owes a placing of a black coin while Ben has a white one to place."""
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))
    table.report(Incident("touched-while-placing", Colour.BLACK))
    bad, good = Chair(Says(place=None, aim=STEADY_AIM)), Chair(Straight())

    failures = play_on(
        table, {"Asha": bad, "Ben": good}, 1, until=lambda table: isinstance(table.asks, ToStrike)
    )

    assert [failure.player for failure in failures] == ["Asha"]
    assert incidents(table) == ["touched-while-placing by black", "bad-placing by white"]


@pytest.mark.parametrize("answer", [RuntimeError("no"), nan, "left", None, True])
def test_a_rosette_turned_by_no_angle_is_left_as_it_is(answer: object) -> None:
    table = seated()

    (failure,) = one_act(table, Says(turn=answer))

    assert failure.player == "Asha"
    assert [entry.event for entry in table.entries if isinstance(entry.event, RosetteTurned)] == [
        RosetteTurned(0.0)
    ]


@pytest.mark.parametrize("answer", [RuntimeError("no"), "colours", None])
def test_who_cannot_choose_takes_the_break(answer: object) -> None:
    table = begin("international-a", *SINGLES)
    player = Says(choose=answer)

    (failure,) = one_act(table, player, player)

    winner = table.match.names(toss_winner(begin("international-a", *SINGLES), 1))[0]
    assert failure.player == winner
    assert table.match.breaks_first is table.match.side_of(winner)


def test_a_trial_board_that_fails_is_lost_and_nothing_more() -> None:
    table = begin("international-a", *SINGLES, trials=True)
    table.toss(Side.FIRST, "break")
    table.seat()
    chairs = {"Asha": Chair(Straight()), "Ben": Chair(Says(aim=None))}

    (failure,) = play_on(table, chairs, 1, until=lambda table: isinstance(table.asks, ToTurn))

    assert failure.player == "Ben"
    assert kinds(table, since=3) == ["TrialPlayed", "TrialLeft"]
    played = table.entries[3].event
    assert isinstance(played, TrialPlayed)
    assert table.replay(4).hash == played.hash


def test_two_players_that_always_fail_still_end_their_match() -> None:
    """Ten failures in a row give up the game; the record stands by the laws."""
    table = begin("international-a", *SINGLES)
    broken = Chair(Says(aim=RuntimeError("broken"), place=RuntimeError("broken")))

    failures = play_on(table, {"Asha": broken, "Ben": broken}, 1)

    assert isinstance(asks(table), Over)
    assert {failure.player for failure in failures} == {"Asha", "Ben"}
    assert sum(kind.startswith("abandon") for kind in incidents(table)) == len(table.match.games)
    assert audit(table.entries) == []


def test_the_same_seed_gives_the_same_match_and_another_seed_another() -> None:
    def board(seed: int) -> list[Event]:
        table = begin("family", *DOUBLES)
        chairs = {name: Chair(Random(), LEVELS["club"]) for side in DOUBLES for name in side}
        play_on(table, chairs, seed, until=lambda table: table.match.boards_ended == 1)
        return [entry.event for entry in table.entries]

    assert board(5) == board(5)
    assert board(5) != board(6)


def test_a_planner_cannot_see_the_noise_of_the_hand() -> None:
    """The player's seed and the hand's come from different streams; so do those of partners."""
    seeds: list[int] = []

    class Spy(Straight):
        def aim(self, view: View) -> Aim:
            seeds.append(view.seed)
            return super().aim(view)

    table = opened()
    since = table.seq
    chairs = {"Asha": Chair(Spy(), LEVELS["club"]), "Ben": PERSON}
    play_on(table, chairs, 7, until=lambda table: table.seq > since)

    assert seeds == [chance(7, "player", "Asha", since + 1)]
    event = table.entries[since].event
    assert isinstance(event, Struck)
    assert event.wanted is not None
    again = opened()
    again.strike("Asha", event.wanted, noise=LEVELS["club"], seed=chance(7, "noise", since + 1))
    assert again.entries[since].event == event
    other = opened()
    other.strike("Asha", event.wanted, noise=LEVELS["club"], seed=seeds[0])
    assert other.entries[since].event != event


def test_a_person_is_waited_for_whatever_is_asked() -> None:
    """At the toss only if they have won it; then for the seats, the rosette, the stroke, the placing."""
    chairs = {"Asha": PERSON, "Ben": FAST}
    table = begin("international-a", *SINGLES)
    seed = next(seed for seed in range(9) if toss_winner(table, seed) is Side.FIRST)

    play_on(table, chairs, seed)
    assert asks(table) == ToToss()
    table.toss(Side.FIRST, "break")
    play_on(table, chairs, seed)
    assert asks(table) == ToTurn("Asha")
    table.turn("Asha", 0.0)
    play_on(table, chairs, seed)
    assert asks(table) == ToStrike("Asha")
    table.strike("Asha", at(SOUTH, (0.0, 0.0), speed=6.0))
    play_on(table, chairs, seed)
    assert isinstance(asks(table), ToStrike | ToPlace | ToTurn)


def test_computers_go_on_after_the_umpire_was_asked() -> None:
    table = playing(OPEN)
    table.ask_umpire("Ben")

    play_on(table, {"Asha": PERSON, "Ben": FAST}, 1)

    assert table.asks == ToStrike("Asha")


def test_every_entry_is_told_once_and_in_order() -> None:
    told: list[Entry] = []
    table = begin("international-a", *SINGLES)

    play_on(
        table,
        {"Asha": FAST, "Ben": FAST},
        2,
        until=lambda table: table.match.boards_ended == 1,
        on_entry=told.append,
    )

    assert told == list(table.entries[1:])


def test_everybody_needs_a_chair() -> None:
    with pytest.raises(ImpossibleCase, match="nobody sits for Ben"):
        play_on(opened(), {"Asha": FAST}, 1)


def test_trouble_with_the_record_is_not_the_players_fault(tmp_path: Path) -> None:
    """Somebody else writes to the file: the match stops, nobody is late."""
    path = tmp_path / "match.jsonl"
    table = begin("international-a", *SINGLES, keeper=RecordFile.create(path))
    with path.open("ab") as file:
        file.write(b"\n")

    with pytest.raises(RecordError, match="somebody else"):
        play_on(table, {"Asha": FAST, "Ben": FAST}, 1)

    assert table.seq == 1


def test_an_interruption_passes_through_and_nothing_is_lost() -> None:
    table = playing(OPEN)
    seq = table.seq

    with pytest.raises(KeyboardInterrupt):
        one_act(table, Says(aim=KeyboardInterrupt()))

    assert table.seq == seq
    assert table.asks == ToStrike("Asha")
