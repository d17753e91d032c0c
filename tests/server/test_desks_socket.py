"""Who follows umpires' tables over the socket: told after every entry, by nobody else's link."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from tests.server.frames import KNOWN, Bare, House, house
from tests.server.served import Served, served
from tests.server.umpires import NOTHING, SEATED, Phone, ear, opened, seated
from websockets.exceptions import ConnectionClosed, InvalidStatus

from carrom.server.config import Limits


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server with its limits as they are."""
    with served(tmp_path_factory.mktemp("data"), hurry=False, limits=Limits(openings=1000)) as running:
        yield running


def test_every_entry_is_told_to_the_umpire_and_to_who_looks_on(server: Served) -> None:
    """First how it stands; the umpire's link is told all, the other what a spectator may see."""
    made = opened(server)
    phone = Phone(server, made["token"])
    with ear(server, made["token"]) as umpire, ear(server, made["watch"], made["token"]) as both:
        assert umpire.hears()["v"] == 0
        assert {both.hears()["token"], both.hears()["token"]} == {made["watch"], made["token"]}
        phone.does(*SEATED, NOTHING)
        told = umpire.hears_at(5)
        by_token = {each["token"]: each for each in (both.hears_at(5), both.hears_at(5))}

    shown = phone.looks()["view"]
    assert told == {"t": "desk", "token": made["token"], "v": 5, "view": shown}
    assert by_token[made["token"]] == told
    assert by_token[made["watch"]]["view"] == shown | {"can": None, "log": []}


def test_of_two_phones_at_one_table_the_second_is_stale_and_both_see_what_stands(server: Served) -> None:
    """Both report at the same entry: one of them has happened."""
    one = seated(server, "one")
    two = Phone(server, one.token, "two")
    two.looks()
    with ear(server, one.token) as first, ear(server, one.token) as second:
        done = one.asks({"do": "stroke", "pocketed": ["white"]})
        late = two.asks(NOTHING)

        assert (late.status, late.code, late.json["args"]) == (409, "table/stale", {"v": 5})
        assert first.hears_at(5)["view"] == second.hears_at(5)["view"] == done.json["view"]
        two.looks()
        assert two.asks(NOTHING).json["v"] == 6
        assert first.hears_at(6)["view"]["on_strike"] == second.hears_at(6)["view"]["on_strike"] == "Ben"


def test_a_refused_request_tells_nobody_anything(server: Served) -> None:
    phone = seated(server)
    with ear(server, phone.token) as follower:
        follower.hears()
        assert phone.asks({"do": "stroke", "pocketed": ["white"] * 10}).status == 422
        follower.says("ping")
        heard = json.loads(follower.connection.recv(timeout=20))

    assert heard == {"t": "pong"}


def test_a_token_of_no_table_is_said_to_be_unknown_and_the_others_are_followed(server: Served) -> None:
    made = opened(server)
    with ear(server, "nobody", made["watch"], made["desk"]) as follower:
        heard = [json.loads(follower.connection.recv(timeout=20)) for _ in range(3)]

    told = {each["token"]: each["t"] for each in heard}
    assert told == {"nobody": "unknown", made["watch"]: "desk", made["desk"]: "unknown"}


def test_following_again_leaves_the_tables_that_are_not_named_any_more(server: Served) -> None:
    one, two = seated(server), seated(server)
    with ear(server, one.token) as follower:
        follower.hears()
        follower.says("follow", tokens=[two.token])
        assert follower.hears()["token"] == two.token
        one.does(NOTHING)
        two.does(NOTHING)

        assert follower.hears()["token"] == two.token


def test_a_wall_of_many_tables_is_followed_by_one_connection(server: Served) -> None:
    """Fifty at most; more is no request."""
    made = [opened(server) for _ in range(50)]
    with ear(server, *(each["watch"] for each in made)) as wall:
        assert {wall.hears()["token"] for _ in made} == {each["watch"] for each in made}
        Phone(server, made[-1]["token"]).does(*SEATED)
        assert wall.hears_at(4)["token"] == made[-1]["watch"]
        wall.says("follow", tokens=["x"] * 51)
        assert wall.hears("error")["code"] == "frame/malformed"


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{}",
        "[]",
        '"follow"',
        '{"t":"follow"}',
        '{"t":"follow","tokens":"x"}',
        '{"t":"follow","tokens":[""]}',
        '{"t":"follow","tokens":["' + "x" * 65 + '"]}',
        '{"t":"follow","tokens":[],"more":1}',
        '{"t":"join","room":"x","token":"x","client":"x"}',
        b"\x00\xff",
        "[" * 2000,
    ],
)
def test_what_is_no_request_is_refused_and_the_line_stays(server: Served, frame: str | bytes) -> None:
    phone = seated(server)
    with ear(server, phone.token) as follower:
        follower.hears()
        follower.connection.send(frame)
        refused = follower.hears("error")
        phone.does(NOTHING)

        assert refused["code"] == "frame/malformed"
        assert refused["code"] in KNOWN
        assert follower.hears_at(5)


def test_a_frame_too_large_ends_its_line_only(server: Served) -> None:
    phone = seated(server)
    with ear(server, phone.token) as large, ear(server, phone.token) as other:
        large.connection.send(" " * 5000)
        assert large.hears("error")["code"] == "frame/too-large"
        assert large.ends() == 1009
        phone.does(NOTHING)
        assert other.hears_at(5)


def test_a_page_of_another_server_may_not_follow(server: Served) -> None:
    with (
        pytest.raises((InvalidStatus, ConnectionClosed)),
        ear(server, "x", origin="http://elsewhere.example"),
    ):
        pass
    with ear(server, "x", origin=server.url) as own:
        assert own.hears("unknown")


def test_a_flood_ends_its_line_only(server: Served) -> None:
    """Haste is refused, a flood cut off."""
    phone = seated(server)
    with ear(server, phone.token) as flood, ear(server, phone.token) as other:
        try:
            for _ in range(200):
                flood.says("ping")
        except ConnectionClosed:
            pass
        assert flood.ends() == 1008
        phone.does(NOTHING)
        assert other.hears_at(5)


def test_who_does_not_say_what_to_follow_is_let_go_and_so_is_who_falls_silent(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(join_seconds=0.3, silence_seconds=1.0)) as server:
        made = opened(server)
        with ear(server) as mute, ear(server, made["watch"]) as silent:
            assert mute.ends() == 1008
            assert silent.ends() == 1001


def test_one_table_has_so_many_followers_and_always_its_umpire(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(followers=1)) as server:
        made = opened(server)
        with ear(server, made["watch"]) as first:
            assert first.hears()
            with ear(server, made["watch"]) as second, ear(server, made["token"]) as umpire:
                assert second.hears("error")["code"] == "room/full"
                assert umpire.hears()


def test_one_address_has_so_many_lines_and_one_more_when_one_ends(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(sockets=2)) as server:
        made = opened(server)
        with ear(server, made["watch"]) as first:
            assert first.hears()
            with ear(server, made["watch"]) as second, ear(server) as third:
                assert second.hears()
                assert third.hears("error")["code"] == "room/full"
                assert third.ends() == 1008
            until = monotonic() + 5
            heard: str = ""
            while heard != "desk" and monotonic() < until:
                with ear(server, made["watch"]) as again:
                    heard = json.loads(again.connection.recv(timeout=20))["t"]
            assert heard == "desk"


class AtDesk(House):
    """The same server, at the socket of its umpires' tables."""

    @property
    def address(self) -> str:
        return f"ws://{self.server.host}/ws"


def test_who_does_not_read_is_let_go_and_nobody_waits_for_them(tmp_path: Path) -> None:
    """What cannot be sent does not pile up: of a table only the last view waits, and not for ever."""
    long = {"do": "remark", "text": "the lamp flickered " * 20}
    with house(tmp_path, limits=Limits(send_seconds=0.5)) as at:
        phone = seated(at.server)
        follow = json.dumps({"t": "follow", "tokens": [phone.token]}).encode()
        with Bare(AtDesk(at.server, []), buffer=4096) as deaf, ear(at.server, phone.token) as other:
            deaf.sends(bytes((0x81, 0x80 | len(follow))) + bytes(4) + follow)
            for _ in range(300):
                phone.does(long)
                assert other.hears_at(phone.v)
            sleep(1.0)
            phone.does(long)
            assert other.hears_at(305)
            assert deaf.ends() == 1008
        assert at.complaints() == []
