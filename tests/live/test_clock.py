"""The stroke clock: it waits for the playback and for who has gone."""

from __future__ import annotations

from carrom.live import messages as wire
from carrom.live.clock import GRACE, LONGEST_PLAYBACK, ON_THE_WAY, StrokeClock


def clock() -> StrokeClock:
    return StrokeClock(15.0, 60.0)


def test_the_clock_runs_once_the_last_stroke_has_been_shown() -> None:
    running = clock()
    running.ask(7, "Asha", 100.0, playback=2.0)

    assert running.timing(100.0) == wire.Clock(15.0, 15.0, 2.0 + GRACE)
    assert running.timing(108.0) == wire.Clock(15.0, 10.0, 0.0)
    assert running.due == 100.0 + 2.0 + GRACE + 15.0 + ON_THE_WAY
    assert running.taken(101.0) == 0.0
    assert running.taken(106.25) == 3.2


def test_a_long_playback_does_not_stop_the_clock_for_ever() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0, playback=100.0)

    assert running.timing(0.0) == wire.Clock(15.0, 15.0, LONGEST_PLAYBACK + GRACE)


def test_asked_again_for_the_same_stroke_it_goes_on() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0)
    due = running.due
    running.ask(7, "Asha", 5.0)
    assert running.due == due
    running.ask(8, "Asha", 5.0)
    assert running.due == 5.0 + GRACE + 15.0 + ON_THE_WAY


def test_who_comes_back_has_the_seconds_that_were_left_and_no_others() -> None:
    """Loading the page again is no way to think longer."""
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.ask(7, "Asha", 10.0 + GRACE, here=False)
    assert running.timing(11.0) == wire.Clock(15.0, 5.0, 60.0)
    running.ask(7, "Asha", 31.0, here=True)
    assert running.timing(31.0) == wire.Clock(15.0, 5.0, 0.0)
    for reload in range(5):
        running.ask(7, "Asha", 32.0 + reload, here=False)
        running.ask(7, "Asha", 32.5 + reload, here=True)
    assert running.due is not None
    assert running.due < 31.0 + 5.0 + 5 * 0.5 + ON_THE_WAY + 0.01


def test_one_may_be_gone_for_a_minute_of_a_game_and_no_longer() -> None:
    """In all: neither coming back for a moment nor the next stroke gives another minute."""
    running = clock()
    running.ask(7, "Asha", 0.0, here=False)
    running.ask(7, "Asha", 50.0, here=True)
    running.ask(7, "Asha", 52.0, here=False)
    running.ask(7, "Asha", 80.0, here=True)

    # A minute was over at 62.
    assert running.timing(80.0) == wire.Clock(15.0, 0.0, 0.0)
    running.ask(8, "Asha", 100.0, here=False)
    assert running.timing(100.0) == wire.Clock(15.0, 15.0, GRACE)


def test_each_player_has_a_minute_of_their_own_and_another_in_the_next_game() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0, here=False)
    running.ask(8, "Ben", 40.0, here=False)
    assert running.timing(40.0) == wire.Clock(15.0, 15.0, 60.0)
    running.ask(9, "Asha", 50.0, here=False)
    assert running.timing(50.0) == wire.Clock(15.0, 15.0, 20.0)
    running.ask(10, "Asha", 60.0, here=False, game=2)

    assert running.timing(60.0) == wire.Clock(15.0, 15.0, 60.0)


def test_coming_and_going_before_the_clock_runs_does_not_keep_it_from_running() -> None:
    """The moment of grace is given once for each stroke."""
    running = clock()
    running.ask(7, "Asha", 0.0)
    for reload in range(30):
        running.ask(7, "Asha", 0.1 * reload + 0.05, here=False)
        running.ask(7, "Asha", 0.1 * reload + 0.06, here=True)

    assert running.due is not None
    assert running.due < GRACE + 15.0 + 30 * 0.01 + ON_THE_WAY + 0.01


def test_while_the_umpire_is_asked_it_stands_and_the_playback_is_seen_to_its_end() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0, playback=6.0)
    running.hold(0.5)
    running.ask(7, "Asha", 1.0)
    assert running.timing(1.0) == wire.Clock(15.0, 15.0, 5.0 + GRACE)
    running.hold(9.0)
    running.ask(7, "Asha", 40.0)

    assert running.timing(40.0) == wire.Clock(15.0, 13.0, 0.0)


def test_a_clock_that_is_kept_goes_on_where_it_stood() -> None:
    """Used seconds and absence outlive the room in memory."""
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.ask(7, "Asha", 5.0, here=False)
    kept = running.kept(25.0)
    again = StrokeClock(15.0, 60.0, kept)
    again.ask(7, "Asha", 1000.0)
    assert again.timing(1000.0) == wire.Clock(15.0, 11.0, 0.0)
    again.ask(7, "Asha", 1000.0, here=False)

    assert again.timing(1000.0) == wire.Clock(15.0, 11.0, 40.0)


def test_while_nobody_is_there_it_stands_and_then_goes_on() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.hold(6.0 + GRACE)
    assert (running.timing(500.0), running.due) == (None, None)
    running.ask(7, "Asha", 900.0, here=True)

    assert running.timing(900.0) == wire.Clock(15.0, 9.0, 0.0)


def test_a_clock_that_stands_shows_nothing() -> None:
    running = clock()
    running.ask(7, "Asha", 0.0)
    running.stop(1.0)

    assert (running.timing(1.0), running.due, running.taken(1.0)) == (None, None, None)
