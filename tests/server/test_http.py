"""What is asked over HTTP: answered by a real server, refused with a code, never with a failure of ours."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.decoding import decoded
from tests.server.played import played
from tests.server.records import as_file, umpired
from tests.server.served import Served, served
from tests.server.umpires import NOTHING, seated

from carrom.i18n import LANGUAGES
from carrom.live import messages as wire
from carrom.physics.trace import ENGINE
from carrom.record.entries import Begun
from carrom.server.game.routes import Ready
from carrom.server.replay import schemas
from carrom.umpiring.sheet import score_sheet, sheet_txt

ROOM = {
    "kind": "computer",
    "rulebook": "international-a",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben", "level": "beginner"}],
    "breaks": "first",
}
FOREIGN = "http://elsewhere.example"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(scope="module")
def opened(server: Served) -> str:
    """The token of a match of computer players, opened from its record file."""
    answer = server.post("/api/records", as_file(list(played().table.entries)), "application/octet-stream")
    assert answer.status == 201, answer.body
    return str(answer.json["watch"])


def test_a_server_says_that_it_is_there_and_what_may_be_chosen(server: Served) -> None:
    """For a watchman, and for the page."""
    ready = decoded(server.get("/api/ready").body, Ready)

    assert server.get("/healthz").body == b"ok"
    assert len(ready.rulebooks) == 6
    assert "club" in ready.levels
    assert not ready.lists


@pytest.mark.parametrize("path", ["/", "/table/x", "/practice", "/replays", "/replay/x", "/laws", "/ask"])
def test_every_page_is_the_same_file_and_may_load_only_what_is_ours(server: Served, path: str) -> None:
    """The page reads its own address; no script, style or frame of anybody else gets in."""
    answer = server.get(path)
    rules = answer.headers["content-security-policy"]

    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in rules
    assert f"connect-src 'self' ws://{server.host} wss://{server.host}" in rules
    assert "unsafe" not in rules
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert "server" not in answer.headers


def test_a_file_is_sent_again_only_when_it_has_changed(server: Served) -> None:
    """It is asked for every time, so a new version is never missed."""
    first = server.get("/static/main.js")
    again = server.get("/static/main.js", if_none_match=first.headers["etag"])

    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == "no-cache"
    assert (again.status, again.body) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "../app.py",
        "%2e%2e/server/app.py",
        "..%2fapp.py",
        "wire.d.ts",
        "words",
        "%00",
        "x" * 3000,
        f"{'x' * 300}.js",
        "//etc/passwd",
    ],
)
def test_nothing_but_the_files_of_the_page_is_sent(server: Served, path: str) -> None:
    """No way leads out of its folder."""
    answer = server.get(f"/static/{path}")

    assert answer.status in (400, 404)


def test_the_words_of_the_page_are_the_umpires_and_its_own(server: Served) -> None:
    """In every language; one that there is not is not known."""
    english, *others = (server.get(f"/i18n/{lang}.json").json for lang in LANGUAGES)

    assert all(english.keys() == other.keys() for other in others)
    assert "play.striker.coin" in english
    assert any(key.startswith("web.") for key in english)
    assert not any(key.startswith("arena.") for key in english)
    assert server.get("/i18n/xx.json").code == "page/unknown"
    assert "web.laws.dialog" in server.get("/i18n/laws.fr.json").json
    assert "web.laws.dialog" not in english
    assert server.get("/i18n/table.en.json").code == "page/unknown"


def test_an_address_that_is_none_opens_the_page_which_says_so(server: Served) -> None:
    """A program gets the code, a person who typed it the page."""
    person = server.get("/nowhere", accept="text/html,*/*")

    assert (person.status, b"<html" in person.body) == (404, True)
    assert server.get("/nowhere").code == "page/unknown"


def test_a_name_that_is_not_ours_is_refused(server: Served) -> None:
    """A foreign page could have its name point here, and would then read all we say."""
    answer = server.get("/api/ready", host="elsewhere.example")

    assert answer.status == 421
    assert answer.code == "origin/refused"


def test_a_foreign_page_may_not_post(server: Served) -> None:
    """Our own may, and programs without an origin too."""
    assert server.post("/api/rooms", ROOM, origin=FOREIGN).code == "origin/refused"
    assert server.post("/api/rooms", ROOM, origin=server.url).status == 201
    assert server.post("/api/rooms", ROOM).status == 201


def test_a_form_of_another_page_may_not_post(server: Served) -> None:
    """A form can send text without asking; JSON it cannot."""
    answer = server.post("/api/rooms", ROOM, "text/plain")

    assert (answer.status, answer.code) == (400, "frame/malformed")


def test_a_body_that_is_too_large_is_refused(server: Served) -> None:
    """Before it is read as anything."""
    assert server.post("/api/rule", b"[" * 20_000).code == "frame/too-large"
    large = server.post("/api/records", b"x" * (4 * 1024 * 1024 + 1), "application/octet-stream")
    assert (large.status, large.code) == (413, "record/too-large")


def test_an_address_that_is_none_and_a_wrong_way_of_asking_are_refused(server: Served) -> None:
    """With a code, like everything that is refused."""
    assert (server.get("/nowhere").status, server.get("/nowhere").code) == (404, "page/unknown")
    assert server.get("/api/rooms").status == 405
    assert server.ask("DELETE", "/api/laws").status == 405


def test_a_room_is_opened_with_the_openers_link_and_an_invitation_for_everybody_else(
    server: Served,
) -> None:
    """One link plays all persons of a screen; online nobody but a player ever knows that player's token."""
    made = decoded(server.post("/api/rooms", ROOM).body, wire.RoomMade)
    online = ROOM | {"kind": "online", "second": [{"name": "Ben"}]}
    far = decoded(server.post("/api/rooms", online).body, wire.RoomMade)

    assert [each.player for each in far.links] == ["Asha"]
    assert [each.player for each in far.invitations] == ["Ben"]
    codes = {*(each.code for each in far.invitations), far.recovery, far.links[0].token, far.watch}
    assert len(codes) == 4
    assert made.invitations == ()
    assert made.links
    assert made.watch not in {each.token for each in made.links}


@pytest.mark.parametrize(
    "wrong",
    [
        {"rulebook": "chess"},
        {"second": [{"name": "Asha"}]},
        {"second": [{"name": "Ben", "level": "deity"}]},
        {"first": [{"name": "A"}, {"name": "C"}]},
        {"profile": "ice"},
        {"extra": 1},
        {"breaks": "third"},
        {"kind": "practice", "layout": "nonsense"},
    ],
)
def test_a_room_that_cannot_be_is_refused(server: Served, wrong: dict[str, Any]) -> None:
    """And none is opened."""
    answer = server.post("/api/rooms", ROOM | wrong)

    assert 400 <= answer.status < 500, answer.body
    assert answer.code


def test_ones_own_matches_are_found_by_their_links_and_no_others(server: Served) -> None:
    """The list of all is only for servers that have one."""
    made = server.post("/api/rooms", ROOM).json
    mine, watch = made["links"][0]["token"], made["watch"]
    found = decoded(server.get(f"/api/matches?tokens={mine},{watch},x").body, schemas.Matches)

    assert [each.room for each in found.matches] == [made["room"]]
    assert server.get("/api/matches").code == "match/not-listed"


def test_a_server_that_lists_its_matches_does_so_page_by_page(tmp_path: Path) -> None:
    """Those in which something was played; a file that somebody opened is not among them."""
    with served(tmp_path, lists=True) as server:
        server.post("/api/rooms", ROOM)
        server.post("/api/records", umpired(), "text/plain")
        seated(server).does(NOTHING)
        first = decoded(server.get("/api/matches").body, schemas.Matches)

        assert [each.kind for each in first.matches] == ["umpire"]
        assert server.get("/api/matches?page=2").json == {"matches": [], "more": False}
        assert server.get("/api/matches?page=0").status == 404
        assert server.get("/api/matches?page=x").status == 404


def test_a_room_can_be_read_by_its_player_and_by_who_looks_on(server: Served) -> None:
    """A stranger's token reads nothing."""
    made = server.post("/api/rooms", ROOM).json
    for token in (made["links"][0]["token"], made["watch"]):
        replay = decoded(server.get(f"/api/match/{token}").body, schemas.Replay)

        assert replay.lines[0].kind == "begun"
        assert replay.watch == made["watch"]
    assert server.get("/api/match/nobody").code == "match/unknown"
    assert server.get(f"/api/match/{made['room']}").code == "match/unknown"


def test_a_match_is_replayed_step_by_step(server: Served, opened: str) -> None:
    """Every entry has its table, every stroke its trace, from where the coins lay before."""
    replay = decoded(server.get(f"/api/match/{opened}").body, schemas.Replay)
    strokes = [line.v for line in replay.lines if line.kind == "struck"]

    assert replay.playable
    for seq in (1, *strokes[:5], strokes[-1]):
        step = decoded(server.get(f"/api/match/{opened}/step/{seq}").body, schemas.ReplayStep)
        assert step.after.v == step.line.v == seq
        if seq in strokes:
            assert step.trace is not None
            assert tuple((coin.x, coin.y) for coin in step.before) == step.trace.start[1:]
            assert step.trace.hash == played().traces[seq].hash
            assert step.after.nets == played().nets.at(seq)
    assert server.get(f"/api/match/{opened}/step/{len(replay.lines) + 1}").status == 404
    assert server.get(f"/api/match/{opened}/step/0").status == 404


def test_the_record_comes_back_as_it_was_opened(server: Served, opened: str) -> None:
    """A file for any carrom command; the same file is the same match."""
    file = as_file(list(played().table.entries))
    answer = server.get(f"/api/match/{opened}/record")
    again = server.post("/api/records", file, "application/octet-stream")

    assert answer.body == file
    assert answer.headers["content-disposition"].startswith("attachment")
    assert again.json["watch"] == opened


def test_the_sheet_comes_in_either_language(server: Served, opened: str) -> None:
    """As the umpire would hand it in."""
    english, french = (
        server.get(f"/api/match/{opened}/sheet?lang={lang}").body.decode() for lang in ("en", "fr")
    )

    assert english == sheet_txt(score_sheet(played().table.keeper), "en")
    assert french == sheet_txt(score_sheet(played().table.keeper), "fr")


def test_a_match_without_a_table_is_read_but_not_replayed(server: Served) -> None:
    """What was written down is there: the lines, the rulings, what other rulebooks would say."""
    watch = server.post("/api/records", umpired(), "application/octet-stream").json["watch"]
    replay = decoded(server.get(f"/api/match/{watch}").body, schemas.Replay)
    step = decoded(server.get(f"/api/match/{watch}/step/5").body, schemas.ReplayStep)

    assert not replay.playable
    assert replay.lines[-1].ruling is not None
    assert (step.trace, step.after.layout) == (None, ())
    assert server.post(f"/api/match/{watch}/what-if", {"at": 5}).status == 404
    assert server.get(f"/api/match/{watch}/verdicts/5").status == 200


def test_a_match_of_another_engine_without_traces_is_read_without_moving_pieces(server: Served) -> None:
    """Its layouts are in the record; its strokes would come to another end. It can be played on."""
    entries = list(played().table.entries)
    begun = entries[0].event
    assert isinstance(begun, Begun)
    assert begun.table is not None
    entries[0] = replace(entries[0], event=replace(begun, table=replace(begun.table, engine=ENGINE + 1)))
    watch = server.post("/api/records", as_file(entries), "application/octet-stream").json["watch"]
    replay = decoded(server.get(f"/api/match/{watch}").body, schemas.Replay)
    stroke = next(line.v for line in replay.lines if line.kind == "struck")
    step = decoded(server.get(f"/api/match/{watch}/step/{stroke}").body, schemas.ReplayStep)

    assert replay.playable
    assert step.trace is None
    assert step.after.layout
    assert server.post(f"/api/match/{watch}/what-if", {"at": stroke}).status == 201


def test_a_damaged_record_is_refused_with_its_line(server: Served) -> None:
    """And not kept."""
    file = umpired()
    changed = file.replace(b'"Asha"', b'"Asna"', 1)
    for raw, line in ((changed, 1), (b"nonsense\n", 1), (b"", 1), (file + b"{}\n", 6), (b"\xff\xfe\n", 1)):
        answer = server.post("/api/records", raw, "application/octet-stream")

        assert (answer.status, answer.code) == (422, "record/broken")
        assert answer.json["args"]["line"] == line


def test_a_record_longer_than_any_match_is_refused(server: Served) -> None:
    """Before it is folded: every entry would keep a state."""
    answer = server.post("/api/records", b"{}\n" * 7000, "application/octet-stream")

    assert (answer.status, answer.code) == (413, "record/too-large")


def test_the_log_names_the_route_and_no_token(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    """Who has a link may play: it is in no log."""
    caplog.set_level(logging.INFO, "carrom.access")
    server.get("/api/match/secret-token/step/77")
    server.get("/nowhere/secret-token")

    assert "GET /api/match/{token}/step/{v} 404" in caplog.text
    assert "secret-token" not in caplog.text


def test_what_if_opens_a_practice_room_from_any_entry(server: Served, opened: str) -> None:
    """Its record begins with the same entries; the match itself is left alone."""
    stroke = min(played().traces.keys() & set(range(8, 99)))
    made = decoded(server.post(f"/api/match/{opened}/what-if", {"at": stroke}).body, wire.RoomMade)
    branch = decoded(server.get(f"/api/match/{made.watch}").body, schemas.Replay)

    assert branch.kind == "practice"
    assert [line.kind for line in branch.lines[:stroke]] == [
        line.kind for line in decoded(server.get(f"/api/match/{opened}").body, schemas.Replay).lines
    ][:stroke]
    assert server.post(f"/api/match/{opened}/what-if", {"at": 9999}).status == 404


def test_the_laws_are_read_over_http(server: Served, opened: str) -> None:
    """All of them, one, a case under every rulebook, an entry under every rulebook."""
    laws = decoded(server.get("/api/laws?lang=fr").body, schemas.Laws)
    law = decoded(server.get("/api/law?cite=international-a+3.11+a").body, schemas.LawPage)
    case = {"board": {"on_strike": "white", "white": 5, "black": 4}, "stroke": {"pocketed": ["white"]}}
    ruled = decoded(server.post("/api/rule", case).body, schemas.Verdicts)
    stroke = next(
        seq for seq in played().traces if server.get(f"/api/match/{opened}/verdicts/{seq}").status == 200
    )
    verdicts = decoded(server.get(f"/api/match/{opened}/verdicts/{stroke}").body, schemas.Verdicts)

    address = "/api/laws/comparison?books=family,international&lang=de"
    compared = decoded(server.get(address).body, schemas.LawComparison)

    assert laws.laws
    assert compared.books == ("international-a", "family")
    assert compared.differences
    assert server.get("/api/laws/comparison?books=family,chess").code == "law/unknown"
    for books in ("icf", "icf,icf"):
        assert server.get(f"/api/laws/comparison?books={books}").code == "case/impossible"
    assert law.law.paragraph == "3.11 a"
    assert len(ruled.verdicts) == len(verdicts.verdicts) == 6
    assert server.get("/api/law?cite=chess+1").code == "law/unknown"
    assert server.get(f"/api/match/{opened}/verdicts/1").status == 404


def test_a_case_that_cannot_be_names_its_field(server: Served) -> None:
    """What `carrom rule` would say of it."""
    answer = server.post(
        "/api/rule", {"board": {"on_strike": "white", "white": 12, "black": 1}, "stroke": {}}
    )

    assert (answer.status, answer.code) == (422, "case/impossible")
    assert answer.json["args"]["field"] == "board.white"


POSTS = ("/api/rooms", "/api/rule", "/api/records", "/api/match/{token}/what-if", "/api/match/x/what-if")
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                (*ROOM, "board", "stroke", "incident", "at", "white", "on_strike", "kind", "name")
            )
            | st.text(max_size=8),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=40)
@given(
    path=st.sampled_from(POSTS),
    body=plain.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=200),
    kind=st.sampled_from(("application/json", "application/octet-stream", "text/plain", "")),
)
def test_whatever_is_posted_is_refused_and_never_a_failure_of_ours(
    server: Served, opened: str, path: str, body: bytes, kind: str
) -> None:
    """Random bytes and random JSON: a refusal with a code, and the server goes on."""
    answer = server.post(path.format(token=opened), body, kind)

    assert 400 <= answer.status < 500, (answer.status, body)
    assert answer.code


@settings(max_examples=40)
@given(
    changes=st.dictionaries(st.sampled_from((*ROOM, "layout", "standing", "clock", "x")), plain, max_size=3)
)
def test_a_room_asked_for_with_anything_in_it_is_opened_or_refused(
    server: Served, changes: dict[str, Any]
) -> None:
    """Nearly right is where failures hide."""
    answer = server.post("/api/rooms", ROOM | changes)

    assert answer.status == 201 or 400 <= answer.status < 500, (answer.status, changes)


@pytest.mark.parametrize("number", ["1e999", "9" * 6000, "-1", "1.5", '"5"', "true"])
def test_a_number_that_is_none_is_refused_in_a_case(server: Served, number: str) -> None:
    """However it is written."""
    board = f'{{"on_strike":"white","black":1,"white":{number}}}'
    body = f'{{"board":{board},"stroke":{{}}}}'
    answer = server.post("/api/rule", body.encode())

    assert 400 <= answer.status < 500


def test_a_deep_case_is_refused(server: Served) -> None:
    """Nested deeper than any case."""
    assert server.post("/api/rule", b'{"board":' * 1500 + b"1" + b"}" * 1500).status in (400, 422)
    assert server.post("/api/rule", b"[" * 16000).status == 400
