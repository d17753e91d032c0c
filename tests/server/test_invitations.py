"""Invitations: used once, exchanged for a token that one browser has; withdrawn; made for a second device."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.frames import House, Visitor, house, joined, visitor
from tests.server.served import Answer, Served, served
from tests.server.umpires import NOTHING, SEATED, UPHELD, Phone, ear, opened

from carrom.live.tokens import new_token

Json = dict[str, Any]
ONLINE = {
    "kind": "online",
    "rulebook": "international-a",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
    "breaks": "first",
}


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house")) as made:
        yield made


def asked(server: Served, path: str, body: Json, token: str = "") -> Answer:
    return server.post(path, body, **({"authorization": f"Bearer {token}"} if token else {}))


def new_room(server: Served) -> Json:
    answer = server.post("/api/rooms", ONLINE)
    assert answer.status == 201, answer.body
    made: Json = answer.json
    return made


def take(server: Served, code: str, token: str = "") -> tuple[str, Answer]:
    token = token or new_token()
    return token, server.post("/api/seat", {"invitation": code, "token": token})


def mine_of(visitor: Visitor) -> list[str]:
    """The players a visitor was welcomed as."""
    welcome: Json = next(each for each in visitor.told if each["t"] == "welcome")
    mine: list[str] = welcome["mine"]
    return mine


def test_who_opens_a_table_knows_no_token_of_the_opponent(at: House) -> None:
    """The invitation is no token, before it is used and after."""
    made = new_room(at.server)
    code = made["invitations"][0]["code"]
    with joined(at, made["room"], made["links"][0]["token"]) as asha:
        _, taken = take(at.server, code)
        with visitor(at) as stranger:
            stranger.says("join", room=made["room"], token=code, client="page", since=0)
            refused = stranger.hears("error")

        assert refused["code"] == "room/token"
        assert taken.status == 201
        assert asha.hears("presence")["started"] is True
    assert taken.json["player"] == "Ben"
    assert made["links"][0]["token"] not in taken.body.decode()


def test_an_invitation_is_used_once(at: House) -> None:
    """A lost answer can be asked for again by the browser that brought the token, and by no other."""
    code = new_room(at.server)["invitations"][0]["code"]
    token, first = take(at.server, code)

    _, again = take(at.server, code, token)
    _, another = take(at.server, code)

    assert (first.status, again.status) == (201, 201)
    assert (another.status, another.code) == (404, "invitation/unknown")


def test_a_guest_looks_at_an_invitation_and_takes_the_seat_under_their_own_name(at: House) -> None:
    """Looking uses nothing up. Once it is used it leads nowhere; a second device is not asked for a name."""
    made = new_room(at.server)
    code = made["invitations"][0]["code"]
    looked = at.server.post("/api/invitation", {"invitation": code})
    too_long = at.server.post("/api/seat", {"invitation": code, "token": new_token(), "name": "x" * 41})
    empty = at.server.post("/api/seat", {"invitation": code, "token": new_token(), "name": ""})
    equal = at.server.post("/api/seat", {"invitation": code, "token": new_token(), "name": "Asha"})
    token = new_token()
    taken = at.server.post("/api/seat", {"invitation": code, "token": token, "name": "Bob"})
    used = at.server.post("/api/invitation", {"invitation": code})
    second = at.server.post("/api/invitation", {"invitation": taken.json["recovery"]})

    assert looked.json == {
        "player": "Ben",
        "naming": True,
        "by": "Asha",
        "rulebook": "international-a",
        "length": "match",
        "hand": None,
    }
    assert (too_long.code, empty.code, equal.code) == ("frame/malformed", "frame/malformed", "room/names")
    assert (taken.status, taken.json["player"]) == (201, "Bob")
    assert (used.status, used.code) == (404, "invitation/unknown")
    assert (second.json["player"], second.json["naming"]) == ("Bob", False)
    with joined(at, made["room"], token) as bob:
        assert mine_of(bob) == ["Bob"]


def test_a_recovery_link_opens_the_same_seat_in_another_browser(at: House) -> None:
    made = new_room(at.server)
    _, taken = take(at.server, made["invitations"][0]["code"])
    token, recovered = take(at.server, taken.json["recovery"])

    with joined(at, made["room"], token) as ben:
        assert mine_of(ben) == ["Ben"]
    assert recovered.json["recovery"] not in ("", taken.json["recovery"])


def test_a_second_device_joins_by_an_invitation_made_on_the_first(at: House) -> None:
    made = new_room(at.server)
    mine = made["links"][0]["token"]
    path = f"/api/rooms/{made['room']}/invitation"
    invited = asked(at.server, path, {"player": "Asha"}, mine)
    token, _ = take(at.server, invited.json["code"])

    with joined(at, made["room"], token) as second, joined(at, made["room"], mine) as first:
        assert mine_of(second) == mine_of(first) == ["Asha"]
    assert asked(at.server, path, {"player": "Asha"}).code == "room/token"
    assert asked(at.server, path, {"player": "Asha"}, made["watch"]).code == "table/not-yours"


def test_the_opener_withdraws_an_unused_invitation_and_makes_another(at: House) -> None:
    made = new_room(at.server)
    mine, at_room = made["links"][0]["token"], f"/api/rooms/{made['room']}"
    first = made["invitations"][0]["code"]

    withdrawn = asked(at.server, f"{at_room}/withdraw", {"player": "Ben"}, mine)
    _, too_late = take(at.server, first)
    second = asked(at.server, f"{at_room}/invitation", {"player": "Ben"}, mine).json["code"]
    _, taken = take(at.server, second)

    assert withdrawn.status == 200
    assert too_late.code == "invitation/unknown"
    assert taken.status == 201


def test_a_seat_that_is_taken_is_nobody_elses_to_give(at: House) -> None:
    """Neither by a new invitation nor by withdrawing the player's own for a second device."""
    made = new_room(at.server)
    mine, at_room = made["links"][0]["token"], f"/api/rooms/{made['room']}"
    ben, taken = take(at.server, made["invitations"][0]["code"])

    invite = asked(at.server, f"{at_room}/invitation", {"player": "Ben"}, mine)
    withdraw = asked(at.server, f"{at_room}/withdraw", {"player": "Ben"}, mine)
    by_ben = asked(at.server, f"{at_room}/withdraw", {"player": "Asha"}, ben)
    _, recovered = take(at.server, taken.json["recovery"])

    assert (invite.code, withdraw.code) == ("seat/taken", "seat/taken")
    assert by_ben.code == "table/not-yours"
    assert recovered.status == 201


def test_a_token_that_the_browser_brings_must_be_one_nobody_guesses(at: House) -> None:
    code = new_room(at.server)["invitations"][0]["code"]

    short = at.server.post("/api/seat", {"invitation": code, "token": "abc"})
    taken = at.server.post("/api/seat", {"invitation": code, "token": new_token()})

    assert (short.status, short.code) == (400, "frame/malformed")
    assert taken.status == 201


def test_tokens_are_in_no_file_of_the_data_folder(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        made, desk = new_room(server), opened(server)
        ben, _ = take(server, made["invitations"][0]["code"])
        secrets = [made["links"][0]["token"], ben, desk["token"], made["recovery"]]
    written = b"".join(each.read_bytes() for each in tmp_path.iterdir())

    assert made["watch"].encode() in written
    assert [secret for secret in secrets if secret.encode() in written] == []


def test_after_a_hand_over_the_new_phone_umpires_and_the_old_one_watches(at: House) -> None:
    old = Phone(at.server, opened(at.server)["token"], "old").does(*SEATED)
    invited = at.server.post(f"{old.path}/invitation", {})
    with ear(at.server, old.token) as follower:
        before = follower.hears()
        token, taken = take(at.server, invited.json["code"])
        after = follower.hears()
    new = Phone(at.server, token, "new")
    shown = new.looks()

    assert taken.json["umpire"] is True
    assert shown["umpire"] is True
    assert new.asks(NOTHING).status == 200
    assert old.asks(NOTHING).code == "room/token"
    assert at.server.get(old.path).json["umpire"] is False
    assert before["view"]["can"] is not None
    assert after["view"]["can"] is None


def test_only_the_umpire_hands_over(at: House) -> None:
    made = opened(at.server)

    refused = at.server.post(f"/api/desk/{made['watch']}/invitation", {})

    assert (refused.status, refused.code) == (403, "room/token")


def test_the_umpire_of_a_match_with_an_upheld_protest_umpires_its_replay(at: House) -> None:
    """Whoever watches is told where the replay is watched, and no more."""
    phone = Phone(at.server, opened(at.server)["token"]).does(*SEATED, *UPHELD)
    shown = phone.looks()
    made = at.server.post(f"{phone.path}/replay", {}).json

    again = at.server.get(f"/api/desk/{made['token']}").json
    watched = at.server.post(f"/api/desk/{shown['watch']}/replay", {})

    assert set(shown["next"]) == {"desk", "watch"}
    assert again["umpire"] is True
    assert again["before"] == shown["watch"]
    assert watched.code == "room/token"


def test_the_organisers_key_travels_in_a_header_and_invites_umpires(tmp_path: Path) -> None:
    """The list has no link that umpires; each invitation takes the place of the one before."""
    with served(tmp_path, organiser="a secret key of sixteen") as server:
        key = "a secret key of sixteen"
        desk = asked(server, "/api/desks", {"place": "1"}, key).json
        listed = server.get("/api/desks", authorization=f"Bearer {key}")
        in_address = server.get(f"/api/desks?key={key.replace(' ', '%20')}")
        path = f"/api/desks/{desk['desk']}/invitation"
        first, second = (asked(server, path, {}, key).json["code"] for _ in range(2))
        _, late = take(server, first)
        token, taken = take(server, second)

        assert desk["token"] == ""
        assert set(listed.json["desks"][0]) >= {"desk", "watch", "place"}
        assert "token" not in listed.json["desks"][0]
        assert in_address.code == "desk/key"
        assert asked(server, path, {}, "a guess").code == "desk/key"
        assert late.code == "invitation/unknown"
        assert taken.json["umpire"] is True
        assert server.get(f"/api/desk/{token}").json["umpire"] is True


def test_a_code_is_drawn_without_its_link_in_an_address(at: House) -> None:
    drawn = at.server.post("/api/qr", {"path": "/umpire#join=abc"})
    elsewhere = at.server.post("/api/qr", {"path": "//example.org"})

    assert drawn.body.startswith(b"<svg") or b"<svg" in drawn.body
    assert elsewhere.status == 400


def test_at_a_rematch_nobody_invites_to_anothers_seat(at: House) -> None:
    """Not even the one who opened the match before: each is given an invitation to their own seat."""
    made = new_room(at.server)
    tokens = [made["links"][0]["token"], take(at.server, made["invitations"][0]["code"])[0]]
    with joined(at, made["room"], tokens[0]) as asha, joined(at, made["room"], tokens[1]) as ben:
        asha.says("offer", id=1, what="resign", ok=True)
        asha.hears("ack")
        asha.says("offer", id=2, what="rematch", ok=True)
        asha.hears("ack")
        ben.says("offer", id=1, what="rematch", ok=True)
        moved = [each.hears("moved") for each in (asha, ben)]
    room = moved[0]["room"]
    again, _ = take(at.server, moved[0]["invitation"])

    invited = asked(at.server, f"/api/rooms/{room}/invitation", {"player": "Ben"}, again)
    withdrawn = asked(at.server, f"/api/rooms/{room}/withdraw", {"player": "Ben"}, again)
    _, taken = take(at.server, moved[1]["invitation"])

    assert invited.code == withdrawn.code == "table/not-yours"
    assert taken.json["player"] == "Ben"


def test_a_rematch_that_is_asked_for_again_is_told_only_to_who_asks(at: House) -> None:
    made = at.server.post("/api/rooms", ONLINE | {"kind": "screen"}).json
    token = made["links"][0]["token"]
    with joined(at, made["room"], token) as one, joined(at, made["room"], token, client="other") as other:
        one.says("offer", id=1, what="rematch", ok=True)
        first = [each.hears("moved")["room"] for each in (one, other)]
        one.says("offer", id=2, what="rematch", ok=True)
        again = one.hears("moved")
        other.says("ping")
        other.hears("pong")
        told = [each for each in other.told if each["t"] == "moved"]

    assert {*first, again["room"]} == {first[0]}
    assert len(told) == 1
