"""An umpire's table over HTTP: what is answered is kept, once; and nobody but its umpire enters anything."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.decoding import decoded
from tests.server.served import Served, served
from tests.server.umpires import AT, BEGIN, NOTHING, SEATED, UPHELD, Json, Phone, opened, seated

from carrom.record import audit
from carrom.record.file import read_record
from carrom.server.config import Limits
from carrom.server.replay import schemas


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


def test_a_match_begins_at_its_table_and_strokes_are_judged(server: Served) -> None:
    """The table is there before the match; each report is answered by how it then stands."""
    made = opened(server, place="Board 4")
    phone = Phone(server, made["token"])
    before = phone.looks()
    phone.does(*SEATED)
    answer = phone.asks({"do": "stroke", "pocketed": ["striker"]})

    assert (before["umpire"], before["place"], before["desk"]) == (True, "Board 4", made["desk"])
    assert (before["watch"], before["next"], before["before"]) == (made["watch"], None, "")
    assert (before["view"]["v"], before["view"]["stage"]) == (0, "to-begin")
    view = answer.json["view"]
    assert (answer.json["v"], view["v"], view["stage"]) == (5, 5, "in-play")
    assert view["call"]["ruling"]["findings"][0]["laws"] == ["international-a 3.11 a"]
    assert (view["on_strike"], view["board"]["due"]) == ("Ben", {"white": 1, "black": 0})
    assert phone.looks()["view"] == view


def test_what_cannot_be_is_refused_with_its_field_and_enters_nothing(server: Served) -> None:
    """A tenth white, an unknown request, an unknown field, a match that has not begun."""
    phone, empty = seated(server), Phone(server, opened(server)["token"])
    wrong: tuple[Json, ...] = (
        {"do": "stroke", "pocketed": ["white"] * 10},
        {"do": "dance"},
        {"do": "stroke", "colour": "white"},
        {"do": "undo", "to": 99},
        {"do": "undo", "to": 10**30},
        {},
    )
    answers = [phone.asks(request) for request in wrong]

    assert {answer.status for answer in answers} <= {409, 422}
    assert all(answer.json["args"]["text"] for answer in answers)
    assert len(phone.record) == len(SEATED)
    assert (empty.asks(NOTHING).status, empty.asks(NOTHING).code) == (409, "play/not-now")
    assert empty.looks()["view"]["v"] == 0


def test_a_request_that_comes_again_is_answered_again_and_not_done_again(server: Served) -> None:
    """Its answer was lost on the way: the same entry, and the table as it is now."""
    phone = seated(server)
    first = phone.sends(NOTHING, 9, 4)
    again = phone.sends(NOTHING, 9, 4)
    phone.sends(NOTHING, 10, 5)
    later = phone.sends(NOTHING, 9, 4)

    assert first.json == again.json
    assert (later.json["v"], later.json["view"]["v"]) == (5, 6)
    assert len(phone.record) == 6


def test_another_report_under_a_number_that_was_used_is_stale_and_not_lost(server: Served) -> None:
    """One phone's memory was copied to another: both count on from there, and neither is told a lie."""
    phone = seated(server)
    first = phone.sends(NOTHING, 9, 4)
    other = phone.sends({"do": "remark", "text": "by the copy"}, 9, 5)
    later = phone.sends(NOTHING, 9, 5, at="2026-05-01T10:00:09+02:00")

    assert first.status == 200
    for answer in (other, later):
        assert (answer.status, answer.code, answer.json["args"]) == (409, "table/stale", {"v": 5})
    assert phone.sends(NOTHING, 9, 4).json["v"] == 5
    assert len(phone.record) == 5


def test_numbers_are_counted_for_each_phone(server: Served) -> None:
    """Two phones may both have a third request; neither gets the other's answer."""
    phone = seated(server)
    other = Phone(server, phone.token, "phone/9")
    phone.sends(NOTHING, 9, 4)

    assert other.sends(NOTHING, 9, 5).json["v"] == 6
    assert Phone(server, phone.token, "phone").sends(NOTHING, 9, 4).json["v"] == 5


def test_after_a_restart_a_lost_answer_is_found_and_a_chain_goes_on(tmp_path: Path) -> None:
    """Nothing of it is kept in memory alone."""
    with served(tmp_path) as server:
        phone = seated(server)
        phone.sends(NOTHING, 9, 4)
    with served(tmp_path) as server:
        again = Phone(server, phone.token)
        lost = again.sends(NOTHING, 9, 4)
        follows = again.sends(NOTHING, 10, None)

        assert (lost.status, lost.json["v"]) == (200, 5)
        assert (follows.status, follows.json["v"]) == (200, 6)
        assert len(again.record) == 6


def test_a_report_made_at_another_entry_is_stale(server: Served) -> None:
    """Older or newer: what the umpire saw is not what is there."""
    phone = seated(server)
    for v in (3, 5, 0, 2**31):
        answer = phone.sends(NOTHING, 100 + v, v)

        assert (answer.status, answer.code, answer.json["args"]) == (409, "table/stale", {"v": 4})
    assert len(phone.record) == 4


def test_a_report_may_follow_ones_own_last_one_without_knowing_its_number(server: Served) -> None:
    """So a phone sends what it has kept, one after another; not when somebody else came in between."""
    phone = seated(server)
    chain = [phone.sends(NOTHING, number, 4 if number == 50 else None) for number in (50, 51, 52)]
    other = Phone(server, phone.token, "other").sends({"do": "remark", "text": "the lamp"}, 1, 7)
    broken = phone.sends(NOTHING, 53, None)
    first = Phone(server, phone.token, "third").sends(NOTHING, 1, None)

    assert [answer.json["v"] for answer in chain] == [5, 6, 7]
    assert other.status == 200
    assert (broken.code, broken.json["args"]) == ("table/stale", {"v": 8})
    assert first.code == "table/stale"
    assert len(phone.record) == 8


def test_who_may_only_look_on_sees_the_match_and_enters_nothing(server: Served) -> None:
    """Neither the log nor what can be reported; and no link that does more."""
    phone = seated(server)
    shown = phone.looks()
    watcher = Phone(server, shown["watch"])
    seen = watcher.looks()
    for answer in (
        watcher.asks(NOTHING),
        server.post(f"{watcher.path}/preview", {"at": AT, "request": NOTHING}),
        server.post(f"{watcher.path}/invitation", {}),
    ):
        assert (answer.status, answer.code) == (403, "room/token")

    assert (seen["umpire"], seen["next"]) == (False, None)
    assert seen["view"] == shown["view"] | {"can": None, "log": []}
    assert phone.token not in server.get(watcher.path).body.decode()
    assert len(phone.record) == len(watcher.record) == 4


PATHS = ("", "/log", "/record", "/sheet", "/sheet/text", "/sheet.pdf", "/sheet.csv")


@pytest.mark.parametrize("token", ["nobody", "x" * 64, "x" * 65, "%C3%A9", "a%00b", "%20"])
def test_a_token_of_no_table_leads_nowhere(server: Served, token: str) -> None:
    for path in PATHS:
        assert server.get(f"/api/desk/{token}{path}").code == "desk/unknown"
    assert server.post(f"/api/desk/{token}", {}).code == "desk/unknown"


def test_the_link_of_a_game_is_no_umpires_link(server: Served) -> None:
    """And the name of a table by itself opens nothing."""
    chairs = {"first": [{"name": "Asha"}], "second": [{"name": "Ben"}], "breaks": "first"}
    room = server.post("/api/rooms", {"kind": "screen", "rulebook": "family"} | chairs).json

    for token in (room["links"][0]["token"], room["watch"], room["room"], opened(server)["desk"]):
        assert server.get(f"/api/desk/{token}").code == "desk/unknown"


def test_a_preview_says_what_would_follow_and_enters_nothing(server: Served) -> None:
    phone = seated(server)
    tried = server.post(
        f"{phone.path}/preview", {"at": AT, "request": {"do": "stroke", "pocketed": ["white"]}}
    )

    assert tried.json["ruling"]["findings"]
    assert tried.json["after"]["board"]["white"] == 8
    assert phone.looks()["view"]["board"]["white"] == 9
    assert server.post(f"{phone.path}/preview", {"at": AT, "request": {"do": "x"}}).status == 422


def test_the_whole_log_can_be_read_however_long(server: Served) -> None:
    """The view has the last lines only."""
    phone = seated(server).does(*[NOTHING] * 50)
    lines = server.get(f"{phone.path}/log").json["log"]

    assert [line["v"] for line in lines] == list(range(1, 55))
    assert phone.looks()["view"]["log"] == lines[-40:]


def test_the_lines_after_an_entry_are_had_by_themselves(server: Served) -> None:
    """For a phone that has those before; also of a match that has not begun."""
    phone, empty = seated(server), Phone(server, opened(server)["token"])
    whole = server.get(f"{phone.path}/record").body
    rest = server.get(f"{phone.path}/record?after=2")

    assert rest.body == b"".join(whole.splitlines(keepends=True)[2:])
    assert server.get(f"{phone.path}/record?after=0").body == whole
    assert server.get(f"{phone.path}/record?after=99").body == b""
    assert server.get(f"{empty.path}/record?after=0").body == b""
    assert server.get(f"{phone.path}/record?after=-1").code == "page/unknown"


# When


def test_entries_have_the_phones_time(server: Served) -> None:
    phone = seated(server)
    phone.asks(NOTHING, at="2026-05-01T10:05:00.250+02:00")
    phone.asks(NOTHING, at="2026-05-01T09:04:00+01:00")
    phone.asks(NOTHING, at="9999-05-01T10:04:00-03:00")

    assert phone.record[4]["at"] == "2026-05-01T10:05:00.250+02:00"
    assert phone.record[5]["at"] == "2026-05-01T09:05:00.250+01:00"
    assert phone.record[6]["at"].endswith("-03:00")
    assert phone.record[6]["at"] < "9999"


def test_a_protest_written_in_time_by_a_clock_that_went_back_is_taken_as_on_the_phone(
    server: Served,
) -> None:
    """Kept for an hour without a network: what stood in time at the table stands at the server too."""
    phone = seated(server)
    for request, at in (
        ({"do": "stroke", "pocketed": ["white"]}, "2026-05-01T10:01:00+02:00"),
        ({"do": "protest", "side": "second"}, "2026-05-01T10:01:00+02:00"),
        ({"do": "stroke", "pocketed": ["queen"]}, "2026-05-01T10:02:00+02:00"),
        ({"do": "stroke", "pocketed": ["white"]}, "2026-05-01T10:02:00+02:00"),
        ({"do": "stroke", "pocketed": ["white"] * 7}, "2026-05-01T10:10:00+02:00"),
        ({"do": "write-protest", "facts": "f", "paragraph": "3.6 a"}, "2026-05-01T10:09:50+02:00"),
    ):
        answer = phone.asks(request, at)
        assert answer.status == 200, answer.body

    assert phone.record[-1]["at"] == "2026-05-01T10:10:00+02:00"


# The next match


def test_an_umpire_gets_an_empty_table_at_the_same_place(tmp_path: Path) -> None:
    """Without the organiser's key; asked again the same one, until its match has begun."""
    with served(tmp_path, organiser="the key") as server:
        made = opened(server, key="the key", place="Board 4")
        phone = Phone(server, made["token"]).does(BEGIN)
        new = [server.post(f"{phone.path}/next", {}) for _ in range(2)]
    with served(tmp_path, organiser="the key") as server:
        new.append(server.post(f"{phone.path}/next", {}))
        next_ = Phone(server, new[-1].json["token"])
        shown = next_.looks()
        next_.does(BEGIN)
        later = server.post(f"{phone.path}/next", {})

        assert [answer.status for answer in (*new, later)] == [201] * 4
        assert len({(answer.json["desk"], answer.json["watch"]) for answer in new}) == 1
        # The token of an answer that was lost only watches.
        assert server.get(f"/api/desk/{new[0].json['token']}").json["umpire"] is False
        assert (shown["place"], shown["view"]["v"], shown["desk"]) == ("Board 4", 0, new[0].json["desk"])
        assert shown["watch"] == new[0].json["watch"]
        assert len({made["token"], next_.token, later.json["token"]}) == 3


def test_only_the_umpire_gets_the_next_table(server: Served, tmp_path: Path) -> None:
    """Nobody who looks on, no page of another server, and not without end."""
    made = opened(server)
    path = f"/api/desk/{made['token']}/next"

    assert server.post(f"/api/desk/{made['watch']}/next", {}).code == "room/token"
    assert server.post("/api/desk/nobody/next", {}).code == "desk/unknown"
    assert server.post(path, {}, origin="http://elsewhere.example").code == "origin/refused"
    assert server.post(path, {"place": "x"}).code == "frame/malformed"
    with served(tmp_path, hurry=False, limits=Limits(openings=3)) as other:
        again = f"/api/desk/{opened(other)['token']}/next"
        assert [other.post(again, {}).status for _ in range(4)] == [201, 201, 429, 429]


# A protest that is upheld


def test_an_upheld_protest_makes_one_new_table_that_points_at_the_old(server: Served) -> None:
    """The same players toss again; the old record is closed, and asked again nothing more is made."""
    made = opened(server, place="Board 2")
    phone = Phone(server, made["token"]).does(*SEATED, *UPHELD[:-1])
    last = [phone.sends(UPHELD[-1], 99, 7) for _ in range(3)]
    shown = phone.looks()
    new = Phone(server, server.post(f"{phone.path}/replay", {}).json["token"])
    then = new.looks()

    assert [answer.status for answer in last] == [200] * 3
    assert (shown["view"]["stage"], shown["view"]["can"]["acts"]) == ("replayed", [])
    assert phone.looks()["next"] == shown["next"]
    assert (then["umpire"], then["watch"], then["place"]) == (True, shown["next"]["watch"], "Board 2")
    assert (then["before"], then["view"]["replay_of"]) == (made["watch"], made["desk"])
    assert (then["view"]["v"], then["view"]["stage"], then["view"]["first"]) == (1, "to-toss", ["Asha"])
    assert phone.asks(NOTHING).status == 409
    assert Phone(server, made["watch"]).looks()["next"] is None
    new.does(*SEATED[1:], NOTHING)
    listed = server.get(f"/api/matches?tokens={phone.token},{new.token}").json["matches"]
    assert [each["room"] for each in listed] == [made["desk"], then["desk"]]
    assert [(each["over"], each["winner"]) for each in listed] == [(True, None), (False, None)]


def test_a_refused_protest_makes_no_table(server: Served) -> None:
    phone = seated(server).does(*UPHELD[:-1], {"do": "decide-protest", "upheld": False}, NOTHING)

    assert phone.looks()["next"] is None


# A record as any other


def test_the_record_is_read_replayed_and_audited_as_any_other(server: Served) -> None:
    """By whoever may look on: in the replay list, step by step, and as a file."""
    phone = seated(server).does(
        {"do": "stroke", "pocketed": ["white"]},
        {"do": "stroke", "pocketed": ["striker"]},
        {"do": "placed", "coins": ["white"]},
        {"do": "remark", "text": "the lamp flickered"},
        {"do": "undo", "to": 5, "reason": "it did not fall"},
        {"do": "overrule", "reason": "two fell", "stroke": {"pocketed": ["white", "white"]}},
        {"do": "set-points", "first": 3, "second": 0, "reason": "as agreed"},
    )
    watch = phone.looks()["watch"]
    replay = decoded(server.get(f"/api/match/{watch}").body, schemas.Replay)
    file = server.get(f"{phone.path}/record")
    record = read_record(file.body)

    assert (replay.kind, replay.first, replay.second) == ("umpire", ("Asha",), ("Ben",))
    assert not replay.playable
    assert len(replay.lines) == len(phone.record)
    for line in replay.lines:
        assert server.get(f"/api/match/{watch}/step/{line.v}").status == 200
    assert server.get(f"/api/match/{watch}/record").body == file.body
    assert record.damage is None
    assert audit(record.entries) == []
    opened_again = server.post("/api/records", file.body, "application/octet-stream")
    assert opened_again.status == 201
    assert server.get(f"/api/match/{watch}/sheet").status == 200


def test_a_table_is_a_match_once_it_has_begun(tmp_path: Path) -> None:
    """Before that there is nothing to list, to replay or to print; a list of all has those with a stroke."""
    with served(tmp_path, lists=True) as server:
        made = opened(server)
        phone = Phone(server, made["token"])
        mine = f"/api/matches?tokens={made['token']},{made['watch']}"

        assert server.get(mine).json["matches"] == []
        assert server.get(f"/api/match/{made['watch']}").code == "match/unknown"
        for path in ("/record", "/sheet", "/sheet/text", "/sheet.csv", "/sheet.pdf"):
            assert server.get(f"{phone.path}{path}").code == "match/unknown"
        phone.does(*SEATED)
        (listed,) = server.get(mine).json["matches"]
        assert (listed["kind"], listed["first"], listed["rulebook"]) == (
            "umpire",
            ["Asha"],
            BEGIN["rulebook"],
        )
        assert server.get("/api/matches").json["matches"] == []
        phone.does(NOTHING)
        assert [each["room"] for each in server.get("/api/matches").json["matches"]] == [made["desk"]]
        assert server.post(f"/api/match/{made['watch']}/what-if", {"at": 2}).status == 404
