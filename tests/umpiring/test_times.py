"""When an entry was made, by what the umpire's phone says and what can be."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.umpiring.scripted import singles

from carrom import umpiring
from carrom.printing import sheet_pdf
from carrom.umpiring.sheet import sheet_csv
from carrom.umpiring.times import time_of

NOW = datetime(2026, 5, 1, 10, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "last", "made"),
    [
        ("2026-05-01T12:00:00+02:00", None, "2026-05-01T12:00:00+02:00"),
        ("2026-05-01T12:00:00.250+02:00", None, "2026-05-01T12:00:00.250+02:00"),
        ("2026-05-01T10:01:59+00:00", None, "2026-05-01T10:01:59+00:00"),
        ("2026-05-01T09:00:00+00:00", "2026-05-01T09:00:00Z", "2026-05-01T09:00:00+00:00"),
        # Ahead by more than two minutes: now, as the phone would say it.
        ("2026-05-01T12:02:01+02:00", None, "2026-05-01T12:00:00+02:00"),
        ("9999-12-31T23:59:59-14:00", None, "2026-04-30T20:00:00-14:00"),
        # Never set.
        ("0001-01-01T00:00:00+14:00", None, "2026-05-02T00:00:00+14:00"),
        ("1970-01-01T00:00:07-03:00", None, "2026-05-01T07:00:00-03:00"),
        # Behind the entry before it: that entry's moment.
        ("2026-05-01T08:59:59+00:00", "2026-05-01T11:00:00+02:00", "2026-05-01T09:00:00+00:00"),
        ("2026-05-01T11:59:00+02:00", "2026-05-01T10:01:00+00:00", "2026-05-01T12:01:00+02:00"),
        ("2026-05-01T11:59:00+02:00", "2026-05-01T09:59:00.000500+00:00", "2026-05-01T11:59:00.000500+02:00"),
        ("soon", "2026-05-01T10:01:00+00:00", "2026-05-01T13:01:00+03:00"),
        # Other ways to write it.
        ("20260501T115900+02", None, "2026-05-01T11:59:00+02:00"),
        ("2026-W18-5T09:00+00:00", None, "2026-05-01T09:00:00+00:00"),
        ("2026-05-01<09:59:00Z", None, "2026-05-01T09:59:00+00:00"),
        ("2026-05-01\u202e09:59:00+00:00", None, "2026-05-01T09:59:00+00:00"),
        ("2026-05-01T11:59:00.123456+02:00", None, "2026-05-01T11:59:00.123+02:00"),
        # No time, with a zone and without; then it is that of the match.
        ("2026-13-01T11:59:00+02:00", None, "2026-05-01T12:00:00+02:00"),
        ("2026-13-01T11:59:00+99:00", None, "2026-05-01T13:00:00+03:00"),
        ("2026-05-01T11:59:00+02:00:30", None, "2026-05-01T12:58:30+03:00"),
        ("2026-05-01T10:00:00", None, "2026-05-01T13:00:00+03:00"),
        ("soon", None, "2026-05-01T13:00:00+03:00"),
        ("", None, "2026-05-01T13:00:00+03:00"),
        (None, None, "2026-05-01T13:00:00+03:00"),
    ],
)
def test_the_time_on_the_phone_is_taken_if_it_can_be(at: object, last: str | None, made: str) -> None:
    """Written in one form and in the phone's zone; otherwise by our clock; never before the last entry."""
    assert time_of(at, last, NOW, "2026-05-01T12:00:00+03:00") == made


def test_without_a_zone_anywhere_it_is_universal_time() -> None:
    assert time_of("soon", None, NOW) == "2026-05-01T10:00:00+00:00"


def test_a_match_handed_to_a_phone_of_another_zone_has_one_zone_on_its_sheet() -> None:
    """Begun at noon; a remark and a stroke of half an hour later come from a phone that says 10:30."""
    record = singles().record
    for request, at in (
        ({"do": "play"}, "2026-05-01T13:00:00+02:00"),
        ({"do": "stroke", "pocketed": ["striker"]}, "2026-05-01T11:30:00+00:00"),
        ({"do": "remark", "text": "the lamp"}, "20260501T113000Z"),
        ({"do": "give-up", "side": "first", "why": "retired"}, "2026-05-01T11:45:00.500+00:00"),
    ):
        umpiring.enter_request(record, umpiring.read_request(request), at)
    begun = record.entries[0].at
    sheet = umpiring.score_sheet(record)

    assert begun is not None
    assert begun.endswith("+02:00")
    assert [each.at for each in sheet.remarks] == ["2026-05-01T13:30:00+02:00"]
    assert [each.at for each in sheet.dues] == ["2026-05-01T13:30:00+02:00"]
    assert sheet.ended == "2026-05-01T13:45:00.500+02:00"
    assert "13:30" in sheet_csv(sheet, "en")
    assert "11:3" not in sheet_csv(sheet, "en")
    assert sheet_pdf(sheet, "fr").startswith(b"%PDF")
