"""A handicap in the record of a simulated match: entered, read back, played, judged again, and told."""

from __future__ import annotations

import json

import pytest
from tests.table.seated import DOUBLES, SINGLES

from carrom.i18n import LANGUAGES
from carrom.players import Chair
from carrom.players.random import Random
from carrom.record import Record, audit, decode, encode
from carrom.rules.handicap import Handicap
from carrom.store.records import summary_of
from carrom.table import Table, ToSeat, ToToss, begin, play_on
from carrom.umpiring.sheet import score_sheet, sheet_txt
from carrom.umpiring.view.log import match_log
from carrom.words import Seat, Side

AGREED = Handicap(Side.SECOND, 10, breaks=True)
CHAIRS = {"Asha": Chair(Random()), "Ben": Chair(Random())}


def read_again(table: Table) -> Record:
    record, checksum = Record(), ""
    for entry in table.entries:
        text = encode(entry, checksum)
        read, checksum = decode(text, entry.seq, checksum)
        record.enter(read.event, read.at)
    return record


def test_a_match_without_a_handicap_is_written_as_before() -> None:
    line = json.loads(encode(begin("icf", *SINGLES).entries[0]))

    assert "handicap" not in line


def test_a_handicap_is_read_back_as_it_was_entered() -> None:
    table = begin("icf", *SINGLES, handicap=AGREED)

    assert json.loads(encode(table.entries[0]))["handicap"] == {"side": "second", "lead": 10, "breaks": True}
    assert read_again(table).state == table.state


def test_who_breaks_every_board_is_not_tossed_for() -> None:
    """The umpire gives the break at once, at the time of the beginning; the other side takes the seats."""
    agreed = begin("icf", *SINGLES, handicap=AGREED, at="2026-05-01T10:00:00+00:00")
    lead = begin("icf", *SINGLES, handicap=Handicap(Side.SECOND, 10))

    assert (agreed.asks, agreed.entries[-1].at) == (ToSeat(Side.FIRST), agreed.entries[0].at)
    assert lead.asks == ToToss()


@pytest.mark.parametrize("names", [SINGLES, DOUBLES], ids=["singles", "doubles"])
def test_a_game_with_a_handicap_is_played_to_its_end_and_judged_again(
    names: tuple[tuple[str, ...], tuple[str, ...]],
) -> None:
    table = begin("family", *names, handicap=AGREED)
    chairs = {name: Chair(Random()) for side in names for name in side}
    play_on(table, chairs, 8, until=lambda each: each.match.boards_ended >= 2)
    table.give_up(Side.FIRST)
    record = read_again(table)

    assert {board.breaker in names[1] for board in record.state.match.boards} == {True}
    assert audit(record.entries) == []
    won = sum(board.points_of(Side.SECOND) for board in record.state.match.boards)
    assert record.state.match.points(Side.SECOND) == summary_of(record).points[1] == 10 + won


def test_a_board_counts_on_from_the_lead_on_the_score_sheet() -> None:
    table = begin("family", *SINGLES, handicap=AGREED, length="game")
    play_on(table, CHAIRS, 7, until=lambda each: each.match.boards_ended >= 1)
    sheet = score_sheet(table.keeper)
    (game,) = sheet.games
    (board,) = game.boards
    before = score_sheet(begin("family", *SINGLES, handicap=AGREED).keeper)

    assert (before.games[0].points.second, game.lead.second) == (10, 10)
    assert board.total.first + board.total.second == 10 + board.points
    assert (board.by_hand.first, board.by_hand.second) == (0, 0)
    assert "Ben starts each game 10 points ahead and breaks every board" in sheet_txt(sheet, "en")
    assert sheet.toss is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_log_tells_what_was_agreed(lang: str) -> None:
    first = match_log(begin("icf", *SINGLES, handicap=AGREED).keeper)[0]

    assert "10" in first.text.text(lang)
    assert "Ben" in first.text.text(lang)
    assert "Ben" not in first.text.text(lang, "Ben")


def test_a_match_goes_on_with_its_handicap_after_any_entry() -> None:
    table = begin("icf", *DOUBLES, handicap=AGREED)
    table.seat({Seat.SOUTH: "Asha", Seat.EAST: "Ben", Seat.NORTH: "Chan", Seat.WEST: "Dora"})

    again = Table.resume(read_again(table))
    assert (again.match.breaker, again.match.points(Side.SECOND)) == ("Ben", 10)
    assert again.asks == table.asks
