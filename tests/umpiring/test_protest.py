"""The clock of a protest: from the end of its board, as the board stands, and lapsed once it has run out."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from tests.says import law
from tests.umpiring.scripted import Desk, singles

from carrom.errors import NotNow
from carrom.record.protest import Protest
from carrom.umpiring import score_sheet
from carrom.umpiring.sheet import sheet_txt, sheet_words

FACTS = {"facts": "the coin was touched", "paragraph": "3.6 a"}


def minutes(desk: Desk, count: int) -> None:
    desk.now += timedelta(minutes=count)


def last(desk: Desk) -> Protest:
    return desk.record.state.protests[-1]


def ended(desk: Desk) -> datetime | None:
    at = last(desk).board_ended_at
    return None if at is None else datetime.fromisoformat(at)


def to_the_last_seven() -> Desk:
    """White has covered the queen and has seven coins left."""
    return singles().play().stroke("white").stroke("queen").stroke("white")


def won() -> list[str]:
    return ["white"] * 7


def test_a_board_that_runs_again_after_undoing_has_not_ended_for_the_protest() -> None:
    """The fifteen minutes run from its true end."""
    desk = to_the_last_seven().ask("protest", side="second")
    running = desk.last
    desk.stroke(*won())
    assert ended(desk) == desk.now
    desk.ask("undo", to=running, reason="one had not fallen")
    assert ended(desk) is None
    minutes(desk, 16)
    desk.stroke().stroke().stroke(*won())

    assert ended(desk) == desk.now
    desk.ask("write-protest", **FACTS)
    assert last(desk).written


def test_a_board_that_runs_again_after_an_overruling_has_not_ended_for_the_protest() -> None:
    desk = to_the_last_seven().stroke(*won()).ask("protest", side="second")
    desk.ask("overrule", reason="one stayed", stroke={"pocketed": ["white"] * 6})
    assert ended(desk) is None
    minutes(desk, 16)

    desk.ask("write-protest", **FACTS)
    assert last(desk).written


def test_the_minutes_run_from_an_end_by_the_umpire_s_own_hand() -> None:
    desk = singles().play().stroke("striker").ask("protest", side="first").stroke()
    struck = desk.now
    desk.ask("overrule", reason="played elsewhere", by_hand={"winner": "white", "points": 5})

    assert ended(desk) == struck


def test_an_end_that_is_undone_and_brought_back_has_its_own_time() -> None:
    desk = to_the_last_seven().ask("protest", side="second")
    running = desk.last
    desk.stroke(*won())
    first = desk.now
    desk.ask("undo", to=running, reason="x").stroke(*won())
    assert ended(desk) == desk.now
    desk.ask("undo", to=running + 1, reason="it was right")

    assert ended(desk) == first


def test_a_call_before_play_is_of_the_board_to_come() -> None:
    """A technical foul long after the first board: the clock runs with the board about to be played."""
    desk = singles().win("first", 3)
    minutes(desk, 20)
    desk.ask("incident", kind="technical-foul", by="white", paragraph="4 a").ask("protest", side="second")

    assert ended(desk) is None
    desk.win("first", 3)
    assert ended(desk) == desk.now


def test_a_match_given_up_ends_the_board_for_an_open_protest() -> None:
    desk = singles().play().stroke("white").ask("protest", side="second")
    desk.ask("give-up", side="first", why="retired")
    assert ended(desk) == desk.now
    desk.ask("undo", to=desk.last - 1, reason="she plays on")
    assert ended(desk) is None
    desk.ask("give-up", side="first", why="retired")
    minutes(desk, 16)

    with pytest.raises(NotNow, match="had to be written by"):
        desk.ask("write-protest", **FACTS)


def not_written() -> Desk:
    """A protest was spoken on the first board, and the second is played half an hour later."""
    desk = singles().play().stroke("white").ask("protest", side="second")
    desk.stroke("queen").stroke("white").stroke(*won())
    minutes(desk, 30)
    return desk.play().stroke("black")


@law("international-a 4.3", "international-b 4.3")
def test_a_protest_that_was_not_written_in_time_has_lapsed() -> None:
    """It is told as such, the match is not under protest, and it can be neither written nor decided."""
    desk = not_written()

    assert (last(desk).lapsed, last(desk).open, desk.record.state.open_protests) == (True, False, ())
    assert "not written in time" in " ".join(sheet_txt(score_sheet(desk.record), "en").split())
    (protests,) = (
        part for part in sheet_words(score_sheet(desk.record), "en").parts if part.key == "protests"
    )
    assert "lapsed: not written in time" in protests.rows[0][-1]
    with pytest.raises(NotNow, match="had to be written by"):
        desk.ask("write-protest", **FACTS)
    with pytest.raises(NotNow, match="only a written protest"):
        desk.ask("decide-protest", upheld=False)


def test_after_a_lapsed_protest_the_next_can_be_spoken_written_and_decided() -> None:
    desk = not_written().ask("protest", side="first").ask("write-protest", **FACTS)
    desk.ask("decide-protest", upheld=False)

    assert [(each.lapsed, each.upheld) for each in desk.record.state.protests] == [
        (True, None),
        (False, False),
    ]


def test_a_protest_that_could_not_be_written_in_time_any_more_is_not_spoken() -> None:
    desk = singles().win("first", 3)
    minutes(desk, 16)

    with pytest.raises(NotNow, match="had to be written by"):
        desk.ask("protest", side="second")


def test_a_written_protest_never_lapses() -> None:
    desk = singles().win("first", 3).ask("protest", side="second").ask("write-protest", **FACTS)
    minutes(desk, 60)
    desk.play()

    assert last(desk).open
    assert not last(desk).lapsed


def test_a_correction_whose_entries_keep_their_times_leaves_a_lapsed_protest_lapsed() -> None:
    desk = not_written()
    desk.ask("correct", entry=5, reason="two fell", stroke={"pocketed": ["white", "black"]})

    assert last(desk).lapsed


def test_a_lapsed_protest_is_open_again_when_its_board_runs_again() -> None:
    desk = to_the_last_seven().ask("protest", side="second")
    running = desk.last
    desk.stroke(*won())
    minutes(desk, 20)
    desk.play()
    assert last(desk).lapsed
    desk.ask("undo", to=running, reason="one had not fallen")

    assert last(desk).open


def test_a_protest_on_the_sheet_names_the_ruling_that_stood_when_it_was_spoken() -> None:
    """An overruling that was undone before the protest no longer counts."""
    desk = singles().play().stroke("white")
    given = score_sheet(desk.ask("protest", side="second").record).protests[-1].ruling
    other = singles().play().stroke("white")
    other.ask("overrule", reason="two fell", stroke={"pocketed": ["striker"]})
    other.ask("undo", to=other.last - 1).ask("protest", side="second")

    assert score_sheet(other.record).protests[-1].ruling == given
