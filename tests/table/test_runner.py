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
from carrom.players import LEVELS, Chair, Noise, Player, View
from carrom.players.random import Random
from carrom.record import Entry, RecordFile, audit
from carrom.record.entries import Event, Happened, RosetteTurned, Struck, TrialLeft, TrialPlayed
from carrom.rules.placing import free_places
from carrom.stroke import Aim, Incident, Placement
from carrom.table import Failure, Over, Table, ToPlace, ToStrike, ToToss, ToTurn, begin, play_on, toss_winner
from carrom.table.runner import TooSlow, chance, late_in_a_row, within
from carrom.words import Coin, Colour, Seat, Side

PERSON = Chair()
FAST = Chair(Straight(), Noise.parse("0.25°,3%,0.5mm"))


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


class Unwritable:
    """Not even its text can be had."""

    def __repr__(self) -> str:
        raise ValueError("no text")


class Wordless(Exception):
    def __str__(self) -> str:
        raise SystemExit(3)


class Torn(Aim):
    """An aim that cannot be looked at."""

    def __getattribute__(self, name: str) -> Any:
        if name == "x":
            raise ZeroDivisionError("x")
        return super().__getattribute__(name)


def torn() -> Aim:
    """As another player's code could make it: by no way of ours."""
    aim = object.__new__(Torn)
    for field, value in (("seat", SOUTH), ("angle", 1.5), ("speed", 1.0)):
        object.__setattr__(aim, field, value)
    return aim


def altered(x: object) -> Aim:
    aim = Aim(SOUTH, 0.0, 1.5, 1.0)
    object.__setattr__(aim, "x", x)
    return aim


BAD_AIMS = [
    ("raises", Says(aim=ZeroDivisionError("by zero")), "raised ZeroDivisionError: by zero"),
    ("answers nothing", Says(aim=None), "answered None, which is not an Aim"),
    ("answers text", Says(aim="south x 0"), "which is not an Aim"),
    ("stands off the lines", Says(aim=Aim(SOUTH, 0.3, 1.5, 1.0)), "beyond the end of the base lines"),
    ("plays from another seat", Says(aim=Aim(Seat.NORTH, 0.0, 1.5, 1.0)), "plays from the south"),
    ("is too strong", Says(aim=Aim(SOUTH, 0.0, 1.5, 9.9)), "full force"),
    ("has not been written", Player(), "raised NotImplementedError"),
    ("leaves the program", Says(aim=SystemExit(3)), "raised SystemExit: 3"),
    (
        "says what cannot be written",
        Says(aim=Unwritable()),
        "a Unwritable that cannot be written, which is no",
    ),
    ("raises what cannot be written", Says(aim=Wordless()), "raised Wordless: a Wordless that cannot"),
    ("raises in another alphabet", Says(aim=ValueError("\x1b[31m\ud800 no")), "raised ValueError: [31m no"),
    ("aims by a text", Says(aim=altered("abc")), "needs numbers"),
    ("aims beyond all numbers", Says(aim=altered(10**400)), "needs numbers"),
    ("cannot be looked at", Says(aim=torn()), "raised ZeroDivisionError: x"),
    ("hardly moves", Says(aim=Aim(SOUTH, 0.0, 1.5, 0.01)), "not a stroke (3.2 i)"),
]


@pytest.mark.parametrize(
    ("player", "why"), [case[1:] for case in BAD_AIMS], ids=[case[0] for case in BAD_AIMS]
)
def test_a_player_without_a_stroke_is_late_and_named(player: Player, why: str) -> None:
    table = playing(OPEN)
    due = table.seq + 1

    (failure,) = one_act(table, player)

    assert (failure.player, failure.seq) == ("Asha", due)
    assert why in str(failure.why)
    assert "\n" not in str(failure)
    assert incidents(table) == ["late-stroke by white"]
    assert table.asks == ToPlace("Ben", WHITE, 1)
    str(failure).encode()


@pytest.mark.parametrize("strict", [True, False], ids=["strict", "practice"])
@pytest.mark.parametrize(
    ("player", "why"), [case[1:] for case in BAD_AIMS], ids=[case[0] for case in BAD_AIMS]
)
def test_a_player_fails_the_same_way_at_its_deadline_and_in_practice(
    player: Player, why: str, strict: bool
) -> None:
    table = Table.resume(playing(OPEN).keeper, strict=strict)
    since, chairs = table.seq, {"Asha": Chair(player), "Ben": PERSON}

    (failure,) = play_on(table, chairs, 1, deadline=60.0, until=lambda table: table.seq > since)

    assert (failure.player, failure.seq) == ("Asha", since + 1)
    assert why in str(failure.why)
    assert incidents(table) == ["late-stroke by white"]


def test_an_answer_in_time_is_given_and_one_too_late_is_not() -> None:
    """What goes wrong inside is raised as what it is, leaving the program too."""
    never = threading.Event()

    assert within(None, lambda: 3) == 3
    assert within(60.0, lambda: 3) == 3
    with pytest.raises(TooSlow, match=r"took longer than 0\.01 s"):
        within(0.01, never.wait)
    never.set()
    for seconds in (None, 60.0):
        for wrong in (SystemExit(3), KeyError("x"), KeyboardInterrupt()):
            with pytest.raises(type(wrong)):
                within(seconds, lambda wrong=wrong: raised(wrong))  # type: ignore[misc]


def raised(wrong: BaseException) -> None:
    raise wrong


def test_every_refusal_is_told_and_only_the_third_is_a_failure() -> None:
    """Who finds a stroke the third time has not failed; it was refused twice, and that is heard of."""
    table = playing(OPEN)
    told: list[Failure] = []
    answers = [Aim(SOUTH, 0.3, 1.5, 1.0)] * 2 + [STEADY_AIM] + [Aim(SOUTH, 0.3, 1.5, 1.0)] * 9

    class Tries(Player):
        def aim(self, view: View) -> Aim:
            return answers.pop(0)

    def one_more() -> tuple[Failure, ...]:
        since = table.seq
        chairs = {"Asha": Chair(Tries()), "Ben": FAST}
        return play_on(table, chairs, 1, until=lambda table: table.seq > since, on_refusal=told.append)

    assert one_more() == ()
    assert [refusal.seq for refusal in told] == [table.seq] * 2
    assert all("beyond the end" in str(refusal.why) for refusal in told)
    while table.asks != ToStrike("Asha"):
        assert one_more() == ()
    told.clear()
    (failure,) = one_more()
    assert told == [failure] * 3


def test_a_refused_placing_is_told_too() -> None:
    table = playing(OPEN)
    table.strike("Asha", striker_in(SOUTH))
    told: list[Failure] = []
    since = table.seq
    chairs = {"Asha": PERSON, "Ben": Chair(Says(place=Placement(WHITE, 0.2, 0.0)))}

    play_on(table, chairs, 1, until=lambda table: table.seq > since, on_refusal=told.append)

    assert len(told) == 3


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

    assert [str(failure.why) for failure in failures] == ["took longer than 0.05 s"]
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
    ("answers nothing", Says(place=None), "is not a Placement of a white coin"),
    (
        "takes another coin",
        Says(place=Placement(Coin.BLACK, 0.05, 0.0)),
        "is not a Placement of a white coin",
    ),
    ("places it outside", Says(place=Placement(WHITE, 0.2, 0.0)), "wholly inside the circle"),
    ("leaves the program", Says(place=SystemExit(3)), "raised SystemExit: 3"),
    ("says what cannot be written", Says(place=Unwritable()), "a Unwritable that cannot be written"),
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
    assert why in str(failure.why)
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


@pytest.mark.parametrize(
    "answer",
    [RuntimeError("no"), nan, "left", None, True, 10**400, 10**5000, SystemExit(1), Unwritable()],
    ids=lambda answer: type(answer).__name__,
)
def test_a_rosette_turned_by_no_angle_is_left_as_it_is(answer: object) -> None:
    table = seated()

    (failure,) = one_act(table, Says(turn=answer))

    assert failure.player == "Asha"
    (turned,) = [entry.event for entry in table.entries if isinstance(entry.event, RosetteTurned)]
    assert turned.turned == 0.0


class Odd:
    """Like an array, neither the same as a word nor not."""

    def __eq__(self, other: object) -> bool:
        raise ValueError("the truth value is ambiguous")

    __hash__ = None  # type: ignore[assignment]  # as for an array


@pytest.mark.parametrize(
    "answer",
    [RuntimeError("no"), "colours", None, Odd(), SystemExit(1), StopIteration(), Unwritable()],
    ids=lambda answer: type(answer).__name__,
)
def test_who_cannot_choose_takes_the_break(answer: object) -> None:
    table = begin("international-a", *SINGLES)
    player = Says(choose=answer)

    (failure,) = one_act(table, player, player)

    winner = table.match.names(toss_winner(begin("international-a", *SINGLES), 1))[0]
    assert failure.player == winner
    assert table.match.breaks_first is table.match.side_of(winner)


@pytest.mark.parametrize("bad", [None, SystemExit(1), Aim(SOUTH, 0.3, 1.5, 1.0), Aim(SOUTH, 0.0, 1.5, 0.01)])
def test_a_trial_board_that_fails_is_lost_and_costs_the_other_side_nothing(bad: object) -> None:
    """Asha's comes first; Ben has his own all the same."""
    table = begin("international-a", *SINGLES, trials=True)
    table.toss(Side.FIRST, "break")
    table.seat()
    chairs = {"Asha": Chair(Says(aim=bad)), "Ben": Chair(Straight())}

    (failure,) = play_on(table, chairs, 1, until=lambda table: isinstance(table.asks, ToTurn))

    assert failure.player == "Asha"
    assert [type(entry.event) for entry in table.entries[3:]] == [TrialLeft, TrialPlayed]
    left, played = (entry.event for entry in table.entries[3:])
    assert left == TrialLeft(Side.FIRST)
    assert isinstance(played, TrialPlayed)
    assert played.side is Side.SECOND
    assert table.replay(5).hash == played.hash


def test_ten_late_strokes_in_a_row_are_counted_with_a_person_at_the_table() -> None:
    """The computer player is asked stroke by stroke; what it failed before stands in the record."""
    table = playing(OPEN)
    chairs = {"Asha": PERSON, "Ben": Chair(Says(aim=RuntimeError("broken")))}
    failed = 0
    for _ in range(99):
        if table.match.games:
            break
        match table.asks:
            case ToStrike("Asha"):
                table.pass_stroke("Asha")
            case ToPlace("Asha", coin):
                seats = table.seats_of("Asha")
                spot = next(free_places(table.layout, coin, Colour.WHITE, table.equipment, seats))
                table.place("Asha", Placement(coin, *spot))
            case ToTurn("Asha"):
                table.turn("Asha", 0.0)
        failed += len(play_on(table, chairs, 1, until=lambda table: bool(table.match.games)))

    assert failed == 10
    assert incidents(table)[-1] == "abandon by black"
    assert sum(each == "late-stroke by black" for each in incidents(table)) == 10
    assert table.match.games_won(Side.FIRST) == 1


def test_a_stroke_played_ends_the_row_of_late_ones_and_one_taken_back_does_not() -> None:
    table = playing(OPEN)
    for _ in range(2):
        table.late("Asha")
        table.place("Ben", Placement(WHITE, *spot_for(table, "Ben")))
        table.pass_stroke("Ben")
    assert (late_in_a_row(table, "Asha"), late_in_a_row(table, "Ben")) == (2, 0)
    before = table.seq

    table.pass_stroke("Asha")

    assert late_in_a_row(table, "Asha") == 0
    table.take_back(before)
    assert late_in_a_row(table, "Asha") == 2


def spot_for(table: Table, player: str) -> tuple[float, float]:
    colour, seats = table.colour_of(player), table.seats_of(player)
    return next(free_places(table.layout, WHITE, colour, table.equipment, seats))


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

    with pytest.raises(RecordError, match="another program"):
        play_on(table, {"Asha": FAST, "Ben": FAST}, 1)

    assert table.seq == 1


def test_an_interruption_passes_through_and_nothing_is_lost() -> None:
    table = playing(OPEN)
    seq = table.seq

    with pytest.raises(KeyboardInterrupt):
        one_act(table, Says(aim=KeyboardInterrupt()))

    assert table.seq == seq
    assert table.asks == ToStrike("Asha")
