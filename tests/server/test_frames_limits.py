"""Who may come in over the socket of a real server, and how much anybody may say, or leave unread."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.any_frames import broken, ids, requests
from tests.server.frames import (
    MANY,
    PAGE,
    STRIKE,
    Bare,
    House,
    Seated,
    house,
    opened,
    seated,
    visitor,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from carrom.server import serving
from carrom.server.config import Limits


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house"), limits=MANY) as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of little patience: for floods and for silence."""
    limits = Limits(messages=8, messages_seconds=1.5, flood=40, silence_seconds=2.0)
    with house(tmp_path_factory.mktemp("strict"), hurry=False, limits=limits) as running:
        yield running


TOKENS = st.text(min_size=1, max_size=64) | st.sampled_from(("*", "Asha", "%", "' OR 1=1 --", "\0", "../x"))


@settings(max_examples=40)
@given(data=st.data())
def test_nobody_gets_in_without_a_link_of_that_room(here: House, data: st.DataObject) -> None:
    """Made-up rooms and tokens, and true ones in the wrong place."""
    table, other = opened(here), opened(here)
    rooms = st.sampled_from((table.room, table.watch, *table.tokens.values(), "nowhere")) | TOKENS
    tokens = st.sampled_from((table.room, other.watch, *other.tokens.values(), "nothing")) | TOKENS
    room, token = data.draw(rooms), data.draw(tokens)
    with visitor(here) as stranger:
        stranger.says("join", room=room, token=token, client=data.draw(TOKENS), since=data.draw(ids))
        assert stranger.ends() == 1008
    (refused,) = stranger.told

    assert refused["code"] == ("room/token" if room == table.room else "room/unknown")
    assert here.complaints() == []


@settings(max_examples=25)
@given(first=broken() | st.just('{"t":"ping"}') | requests.map(json.dumps))
def test_who_does_not_begin_by_joining_is_let_go(here: House, first: str | bytes) -> None:
    """With a reason, and nothing it sent has been done."""
    with visitor(here) as stranger:
        stranger.sends(first)
        assert stranger.ends() == 1008
    (refused,) = stranger.told

    assert refused["code"] in ("frame/malformed", "room/unknown")
    assert here.complaints() == []


def test_whoever_joins_twice_is_refused_and_stays_where_they_are(here: House) -> None:
    """Even with a good link: a connection is at one table."""
    with seated(here) as table, seated(here) as other:
        table.turn()
        ben = other.tokens["Ben"]
        again = table.asha.asks("join", room=table.room, token=table.tokens["Asha"], client=PAGE)
        away = table.asha.asks("join", room=other.room, token=ben, client=PAGE)

        assert (again["code"], away["code"]) == ("frame/malformed", "frame/malformed")
        table.plays_on()
        other.plays_on()


@pytest.mark.parametrize(
    "origin",
    ["null", "", "{}.elsewhere.example", "{}@elsewhere.example", "https://elsewhere.example", "{}/", "{}0"],
)
def test_a_page_of_another_origin_is_refused_before_it_can_say_anything(here: House, origin: str) -> None:
    """Exactly ours, or none at all: a program is no page that somebody was lured to."""
    with pytest.raises(InvalidStatus) as refused, visitor(here, origin.format(here.server.url)):
        pass
    assert refused.value.response.status_code == 403
    for ours in (here.server.url, None):
        with visitor(here, ours) as welcome:
            welcome.says("join", room="nowhere", token="x", client="y")
            assert welcome.hears("error")["code"] == "room/unknown"


# How much


def test_what_was_too_much_has_not_been_done_and_can_be_asked_again(strict: House) -> None:
    """Under the same number: a refusal for haste is no answer to the request itself."""
    with seated(strict) as table:
        table.turn()
        v = table.asha.v
        for number in range(20):
            table.asha.says("say", id=100 + number, key="hello")
        table.asha.says(**STRIKE, id=7, v=v)
        while True:
            refused = table.asha.hears("error")
            assert refused["code"] == "frame/too-many"
            if refused["id"] == 7:
                break
        assert len(table.record.splitlines()) == v
        sleep(1.6)
        assert table.asha.asks(**STRIKE, id=7, v=v) == {"t": "ack", "id": 7, "v": v + 1}


def test_a_flood_ends_its_own_line_only(strict: House) -> None:
    """Of good requests and of bad ones."""
    with seated(strict) as table:
        table.turn()
        for each in ("Ben", "watcher"):
            flood = '{"t":"ping"}' if each == "Ben" else "]["
            try:
                for _ in range(200):
                    table.at[each].sends(flood)
            except ConnectionClosed:
                pass
            assert table.at[each].ends() == 1008
        answer = table.asha.asks(**STRIKE, id=7, v=table.asha.v)

        assert answer["t"] == "ack"
        assert strict.complaints() == []


def test_who_falls_silent_is_let_go_and_the_others_stay(strict: House) -> None:
    """Whoever only listens has to ping."""
    with seated(strict) as table:
        table.turn()
        until = monotonic() + 2.5
        while monotonic() < until:
            table.asha.settles()
            sleep(0.4)
        assert table.ben.ends() == table.watcher.ends() == 1001
        assert table.asha.asks(**STRIKE, id=7, v=table.asha.v)["t"] == "ack"


BRIEF = Limits(messages=10**6, flood=10**6, sends=4)
CLUSTER = "w -0.02,0.0; w 0.02,0.0; b 0.0,0.04; b 0.0,-0.04; q 0.1,0.1"


@pytest.mark.parametrize("comes_back", [True, False])
def test_who_does_not_read_is_let_go_and_nobody_waits_for_them(tmp_path: Path, comes_back: bool) -> None:
    """What they have not read does not pile up; the others are told that they have gone."""
    with house(tmp_path, limits=BRIEF) as at, seated(at, "practice") as table:
        with Bare(at, buffer=4096) as deaf:
            plays_to_the_deaf(table, deaf)
            if comes_back:
                assert deaf.ends() == 1008
            else:
                deaf.resets()
        assert table.watcher.v == table.asha.v
        table.plays_on()
        assert at.complaints() == []


@pytest.mark.long
@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only some systems can be asked for that")
def test_who_never_reads_again_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even a farewell can be sent: the line does not stay for that."""
    seconds = 3
    monkeypatch.setattr(serving, "UNREAD_SECONDS", seconds)
    with house(tmp_path, limits=BRIEF) as at, seated(at, "practice") as table:
        with Bare(at, buffer=4096) as deaf:
            plays_to_the_deaf(table, deaf)
            until = monotonic() + seconds + 10
            while monotonic() < until:
                table.asha.settles()
                table.watcher.settles()
                sleep(1.0)
            assert deaf.ends() == 1006
        table.plays_on()


def plays_to_the_deaf(table: Seated, deaf: Bare) -> None:
    """Somebody looks on and reads nothing, while stroke after stroke is played, until they are let go."""
    asha = table.asha
    deaf.joins(table.room, table.watch)
    while asha.hears("presence")["watchers"] < 2:
        pass
    for number in range(1, 1000, 2):
        assert asha.asks("setup", id=number, v=asha.v, layout=CLUSTER)["t"] == "ack"
        assert asha.asks(**STRIKE, id=number + 1, v=asha.v)["t"] == "ack"
        table.watcher.settles()
        if [each for each in asha.told if each["t"] == "presence"][-1]["watchers"] == 1:
            return
    raise AssertionError("everything waits for one who does not read")
