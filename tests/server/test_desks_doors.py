"""Who may open umpires' tables and see them all, and what is refused whoever sends it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.frames import KNOWN, OUR_FAULT, House, house
from tests.server.served import Served, served
from tests.server.umpires import AT, NOTHING, SEATED, Json, Phone, opened, seated

from carrom.server.config import Limits

FOREIGN = "http://elsewhere.example"
KEY = "the-organisers-key"


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="module")
def organised(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("organised"), organiser=KEY) as running:
        yield running


def listed(server: Served, key: str = KEY, page: str = "1") -> Any:
    return server.get(f"/api/desks?page={page}", authorization=f"Bearer {key}")


def test_where_there_is_an_organiser_only_the_key_opens_tables(organised: Served) -> None:
    """Without it, nothing is made."""
    before = len(listed(organised).json["desks"])
    for header in ("", "Bearer", "Bearer another", f"Bearer {KEY[:-1]}", f"Basic {KEY}", KEY):
        answer = organised.post("/api/desks", {}, authorization=header)
        assert (answer.status, answer.code) == (403, "desk/key")

    made = opened(organised, key=KEY, place="Board 1")
    assert len({made["desk"], made["token"], made["watch"]}) == 3
    assert len(listed(organised).json["desks"]) == before + 1


def test_the_organiser_sees_every_table_and_how_it_stands(tmp_path: Path) -> None:
    """The last changed first, also after a restart; as who looks on sees them."""
    with served(tmp_path, organiser=KEY) as server:
        quiet, busy = opened(server, key=KEY, place="Board 1"), opened(server, key=KEY, place="Board 2")
        Phone(server, quiet["token"]).looks()
        Phone(server, busy["token"]).does(*SEATED, NOTHING)
        live = listed(server).json
    with served(tmp_path, organiser=KEY) as server:
        again = listed(server).json
        Phone(server, quiet["token"]).does(*SEATED)
        later = listed(server).json

    assert live == again
    assert not live["more"]
    first, second = live["desks"]
    assert {name: first[name] for name in ("desk", "watch")} == {
        name: busy[name] for name in ("desk", "watch")
    }
    assert (first["place"], second["place"]) == ("Board 2", "Board 1")
    assert (first["brief"]["v"], first["brief"]["log"], first["brief"]["can"]) == (5, [], None)
    assert second["brief"]["stage"] == "to-begin"
    assert [each["place"] for each in later["desks"]] == ["Board 1", "Board 2"]
    assert later["desks"][0]["brief"]["v"] == 4


def test_nobody_else_sees_all_tables(organised: Served, here: House) -> None:
    """Where there is no organiser, there is no key either."""
    for key in ("", "another", KEY[:-1], "é"):
        assert (listed(organised, key).status, listed(organised, key).code) == (403, "desk/key")
        assert listed(here.server, key).code == "desk/key"
    assert here.server.get("/api/desks").code == "desk/key"
    for page in ("0", "-1", "x", "9" * 40):
        assert listed(organised, page=page).code == "page/unknown"
    second = listed(organised, page="2").json
    assert (second["desks"], second["more"]) == ([], False)


def test_a_screen_in_the_hall_has_a_key_that_opens_nothing(tmp_path: Path) -> None:
    """The organiser's page gives it: every table by the link that looks on, and no umpire's among them."""
    with served(tmp_path, organiser=KEY) as server:
        made = opened(server, key=KEY, place="Board 1")
        Phone(server, made["token"]).does(*SEATED)
        all_ = listed(server).json
        shown = server.get(f"/api/wall?key={all_['wall']}")
        (table,) = shown.json["desks"]

        assert sorted(table) == ["brief", "changed", "place", "watch"]
        assert table == {name: all_["desks"][0][name] for name in table}
        assert made["token"] not in shown.body.decode()
        assert made["desk"] not in shown.body.decode()
        assert listed(server, all_["wall"]).code == "desk/key"
        assert server.post("/api/desks", {}, authorization=f"Bearer {all_['wall']}").code == "desk/key"
        for key in ("", "another", KEY[:3]):
            assert server.get(f"/api/wall?key={key}").code == "desk/key"
        assert server.get(f"/api/wall?key={all_['wall']}&page=0").code == "page/unknown"


def test_without_an_organiser_there_is_no_wall_of_all_tables(here: House) -> None:
    assert here.server.get("/api/wall?key=").code == here.server.get("/api/wall").code == "desk/key"


def test_who_looks_on_reads_only_so_often_and_never_instead_of_the_umpire(tmp_path: Path) -> None:
    with served(tmp_path, hurry=False, limits=Limits(readings=3)) as server:
        phone = seated(server)
        watch = f"/api/desk/{phone.looks()['watch']}"
        paths = ("/log", "/sheet", "/record", "/sheet.csv", "/record?after=0")

        assert [server.get(watch + path).status for path in paths] == [200, 200, 200, 429, 429]
        assert [server.get(phone.path + path).status for path in paths] == [200] * 5
        assert server.get(watch).status == 200


def test_tables_are_opened_and_keys_guessed_only_so_often(tmp_path: Path) -> None:
    """Who has the key may look as often as they like."""
    with served(tmp_path, hurry=False, organiser=KEY, limits=Limits(openings=3)) as server:
        guesses = [listed(server, "a guess").status for _ in range(5)]
        assert guesses == [403, 403, 403, 429, 429]
        assert server.post("/api/desks", {}, authorization=f"Bearer {KEY}").code == "frame/too-many"
        assert [listed(server).status for _ in range(5)] == [200] * 5


def test_a_page_of_another_server_may_post_nothing(here: House) -> None:
    """Nor may anybody ask under a name that is not the server's."""
    phone = seated(here.server)
    body = {"client": "c", "id": 1, "v": 4, "at": AT, "request": NOTHING}
    posts: tuple[tuple[str, Json], ...] = (
        ("/api/desks", {}),
        (phone.path, body),
        (f"{phone.path}/preview", {"at": AT, "request": NOTHING}),
    )
    for path, wanted in posts:
        refused = here.server.post(path, wanted, origin=FOREIGN)
        renamed = here.server.post(path, wanted, host="elsewhere.example")
        form = here.server.post(path, wanted, kind="text/plain")

        assert (refused.status, refused.code) == (403, "origin/refused")
        assert (renamed.status, renamed.code) == (421, "origin/refused")
        assert (form.status, form.code) == (400, "frame/malformed")
        assert here.server.post(path, wanted, origin=here.server.url).status < 300
    assert here.server.get(phone.path, host="elsewhere.example").status == 421


def test_a_body_too_large_is_refused(here: House) -> None:
    phone = seated(here.server)
    for path in ("/api/desks", phone.path, f"{phone.path}/preview"):
        answer = here.server.post(path, {"place": "x" * 20_000})

        assert (answer.status, answer.code) == (413, "frame/too-large")


GOOD: Json = {"client": "c", "id": 1, "v": 4, "at": AT, "request": NOTHING}


@pytest.mark.parametrize(
    "wrong",
    [
        {"id": 0},
        {"id": 1.5},
        {"id": 2**60},
        {"v": -1},
        {"v": "4"},
        {"v": 2**40},
        {"client": ""},
        {"client": "x" * 65},
        {"at": "x" * 41},
        {"at": None},
        {"request": []},
        {"request": None},
        {"more": 1},
    ],
)
def test_a_request_of_the_wrong_shape_is_refused(here: House, wrong: Json) -> None:
    phone = seated(here.server)
    answer = here.server.post(phone.path, GOOD | wrong)

    assert (answer.status, answer.code) == (400, "frame/malformed")
    missing = {name: value for name, value in GOOD.items() if name not in wrong}
    assert "more" in wrong or here.server.post(phone.path, missing).status == 400
    assert len(phone.record) == 4


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = {
    "begin": ("rulebook", "first", "second", "clubs", "length"),
    "stroke": ("pocketed", "off", "touched", "improper", "breach", "at_rest", "seconds"),
    "incident": ("kind", "by", "paragraph", "ground", "noticed"),
    "placed": ("coins", "seconds"),
    "undo": ("to", "reason"),
    "overrule": ("reason", "stroke", "incident", "by_hand"),
    "correct": ("entry", "reason", "stroke", "drop"),
    "set-points": ("first", "second", "reason"),
    "seat": ("seats", "breaker"),
    "give-up": ("side", "why"),
    "write-protest": ("facts", "paragraph"),
}
requests = st.sampled_from(sorted(FIELDS)).flatmap(
    lambda do: st.dictionaries(st.sampled_from(FIELDS[do]), values).map(lambda given: {"do": do} | given)
)


@settings(max_examples=60)
@given(request=requests | st.dictionaries(st.text(max_size=5), values), tried=st.booleans())
def test_whatever_is_reported_is_done_or_refused_and_never_a_failure_of_ours(
    here: House, request: Json, tried: bool
) -> None:
    """Refused with a code the page has words for, and then nothing was entered."""
    phone = seated(here.server)
    phone.does({"do": "stroke", "pocketed": ["white"]})
    if tried:
        body = json.dumps({"at": AT, "request": request}).encode()
        answer = here.server.post(f"{phone.path}/preview", body)
    else:
        answer = phone.asks(request)

    assert answer.status == 200 or answer.code in KNOWN - OUR_FAULT, (request, answer.body)
    assert answer.status < 500
    assert (len(phone.record) > 5) == (answer.status == 200 and not tried)
    assert here.complaints() == []
