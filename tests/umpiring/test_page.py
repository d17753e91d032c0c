"""The judge in the page: the same record, the same rulings and the same refusals as at the server."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.umpiring.opened import lines
from tests.umpiring.scripted import singles

from carrom import umpiring
from carrom.errors import CarromError
from carrom.i18n import LANGUAGES
from carrom.record import Record
from carrom.server.encoding import encoded
from carrom.server.errors import refusal_of
from carrom.server.replay.law_pages import law
from carrom.umpiring.page import OfflineJudge
from carrom.umpiring.sheet.words import sheet_words

AT = "2026-05-01T12:00:00+02:00"

Request = dict[str, Any]

BOARD: tuple[Request, ...] = (
    {"do": "play"},
    {"do": "stroke", "pocketed": ["white"]},
    {"do": "stroke", "pocketed": ["striker"]},
    {"do": "placed", "coins": ["white"]},
    {"do": "stroke", "pocketed": ["black", "black"], "seconds": 7.5},
    {"do": "incident", "kind": "technical-foul", "by": "white"},
    {"do": "stroke", "pocketed": ["queen"]},
    {"do": "undo", "to": 9, "reason": "she stayed on the edge"},
    {"do": "remark", "text": "a lamp\u2028went out"},
    {"do": "stroke", "improper": True},
)


def asked(page: OfflineJudge, ask: str, lang: str = "en", **more: object) -> Any:
    return json.loads(page.answer(json.dumps({"ask": ask, "lang": lang, **more})))


def over_http(value: object, lang: str = "en") -> Any:
    """What the server sends."""
    return json.loads(encoded(value, lang))


def loaded(record: Record, kept: tuple[Request, ...] = ()) -> tuple[OfflineJudge, Any]:
    page = OfflineJudge()
    told = asked(
        page, "load", lines=lines(record), after=0, kept=[{"request": each, "at": AT} for each in kept]
    )
    return page, told


def at_server(record: Record, *requests: Request) -> Record:
    for each in requests:
        umpiring.enter_request(record, umpiring.read_request(each), AT)
    return record


def test_every_request_is_judged_as_at_the_server() -> None:
    """After each of a board's requests, entered one by one or all at once, the page shows the same view."""
    server, (page, _) = singles().record, loaded(singles().record)

    for count, each in enumerate(BOARD, 1):
        there = over_http(umpiring.match_view(at_server(server, each)))
        one = asked(page, "enter", request=each, at=AT)
        _, all_of_them = loaded(singles().record, BOARD[:count])

        assert one == {"v": len(server.entries), "view": there}
        assert all_of_them["view"] == one["view"]
        assert all_of_them["judged"][-1] == one["v"]
        assert all_of_them["refused"] is None


def test_a_desk_whose_match_has_not_begun_can_begin_in_the_page() -> None:
    """No lines yet: a new match needs no server."""
    page, told = loaded(Record())

    begun = asked(
        page, "enter", request={"do": "begin", "rulebook": "family", "first": ["A"], "second": ["B"]}, at=AT
    )

    assert (told["v"], told["view"]["stage"]) == (0, "to-begin")
    assert (begun["v"], begun["view"]["stage"]) == (1, "to-toss")


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "stroke", "pocketed": ["white"] * 10},
        {"do": "stroke", "pocketed": ["gold"]},
        {"do": "toss", "winner": "first", "choice": "break"},
        {"do": "overrule", "reason": "none was given"},
        {"do": "undo", "to": 99},
        {"do": "coffee"},
    ],
)
def test_a_refusal_is_the_servers_own_and_leaves_all_as_it_was(wrong: Request) -> None:
    """Code and arguments are those that go over the wire, and the text is the error's own."""
    server = at_server(singles().record, *BOARD[:2])
    page, before = loaded(singles().record, BOARD[:2])
    with pytest.raises(CarromError) as caught:
        umpiring.enter_request(server, umpiring.read_request(wrong), AT)
    told, answer = refusal_of(caught.value), asked(page, "enter", request=wrong, at=AT)

    assert answer == over_http(told)
    assert asked(page, "enter", "fr", request=wrong, at=AT) == over_http(told, "fr")
    assert asked(page, "preview", request=wrong, at=AT)["code"] == told.code
    assert asked(page, "view")["view"] == before["view"]


def test_of_what_was_kept_the_refused_and_all_after_it_are_left_out() -> None:
    """The umpire is shown the first that does not fit; those before it stand."""
    wrong: Request = {"do": "stroke", "pocketed": ["white"] * 10}

    _, told = loaded(singles().record, (*BOARD[:2], wrong, BOARD[2]))

    assert told["judged"] == [4, 5]
    assert told["refused"]["code"] == "case/impossible"
    assert told["v"] == 5


def test_a_request_of_several_entries_is_entered_whole_or_not_at_all() -> None:
    """A correction that no longer fits what follows is refused, and nothing of it stands."""
    page, before = loaded(singles().record, (*BOARD[:1], *[{"do": "stroke", "pocketed": ["white"] * 4}] * 2))
    nine: Request = {"do": "correct", "entry": 5, "reason": "more", "stroke": {"pocketed": ["white"] * 7}}

    refused = asked(page, "enter", request=nine, at=AT)

    assert "code" in refused
    assert asked(page, "view") == {"v": before["v"], "view": before["view"]}


def test_lines_that_come_later_are_read_on_from_where_the_page_was() -> None:
    """Only what is new is sent; what was kept meanwhile is judged again on top of it."""
    server = at_server(singles().record, *BOARD[:1])
    page, _ = loaded(server)
    asked(page, "enter", request=BOARD[1], at=AT)
    at_server(server, *BOARD[1:5])

    told = asked(page, "load", lines=lines(server, 4), after=4, kept=[{"request": BOARD[5], "at": AT}])

    assert told["view"] == over_http(umpiring.match_view(at_server(server, BOARD[5])))


def test_lines_that_do_not_follow_are_refused_and_the_page_stays_where_it_was() -> None:
    """A gap, a line changed on its way: never half a record."""
    server = at_server(singles().record, *BOARD[:4])
    page, before = loaded(server)
    gap = asked(page, "load", lines=lines(server, 6), after=6, kept=[])
    changed = asked(page, "load", lines=lines(server).replace("Asha", "Aska"), after=0, kept=[])

    assert gap["code"] == changed["code"] == "record/broken"
    assert asked(page, "view")["view"] == before["view"]


def test_the_page_takes_a_phones_time_by_the_servers_rule() -> None:
    """A clock that went back stays at the last entry; one far ahead, or no time at all, is now."""
    page, _ = loaded(singles().record, BOARD[:1])
    back, ahead, none = (
        asked(page, "enter", request=each, at=at)["view"]["log"][-1]["at"]
        for each, at in (
            (BOARD[1], "2026-05-01T11:00:00+03:00"),
            (BOARD[2], "2999-05-01T11:00:00-05:00"),
            (BOARD[3], "at noon"),
        )
    )

    assert back == "2026-05-01T13:00:00+03:00"
    assert ahead.endswith("-05:00")
    assert none.endswith((singles().record.entries[0].at or "")[-6:])
    assert AT < ahead < none < "2999"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_log_sheet_preview_and_catalogue_are_the_desks_own(lang: str) -> None:
    """Everything a screen asks for is there without the server, word for word in the reader's language."""
    server = at_server(singles().record, *BOARD)
    page, _ = loaded(singles().record, BOARD)
    tried: Request = {"do": "stroke", "pocketed": ["white"]}

    assert asked(page, "log", lang)["log"] == over_http(umpiring.match_log(server), lang)
    assert asked(page, "sheet", lang) == over_http(sheet_words(umpiring.score_sheet(server), lang), lang)
    assert asked(page, "catalogue", lang, rulebook="family") == over_http(
        umpiring.report_catalogue("family"), lang
    )
    assert asked(page, "preview", lang, request=tried, at=AT) == over_http(
        umpiring.preview_request(server, umpiring.read_request(tried), AT), lang
    )
    assert asked(page, "view", lang) == {
        "v": len(server.entries),
        "view": over_http(umpiring.match_view(server), lang),
    }


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_law_is_read_as_over_http(lang: str) -> None:
    """With its wording and where the other rulebooks have it."""
    there = over_http(law("international-a 3.11 a", lang), lang)

    assert asked(OfflineJudge(), "law", lang, cite="international-a 3.11 a") == there
    assert asked(OfflineJudge(), "law", lang, cite="international-a 99")["code"] == "law/unknown"
