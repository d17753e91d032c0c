"""Several servers over one PostgreSQL: who is at one node and who is at another are at the same match."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import ANY

import psycopg
import pytest
from tests.nodes.lines import Line
from tests.server.served import Served
from tests.server.umpires import NOTHING, Phone, ear, seated
from tools.bot import Bot, Opened, asked, by_chance, open_room, record_of, take_seat
from tools.nodes import Cluster
from tools.postgres import PostgresServer
from websockets.exceptions import InvalidStatus

from carrom.live.tokens import new_token
from carrom.record.entries import Struck
from carrom.record.file import read_record
from carrom.server.config import Limits

LONGEST_TAKEOVER = 5.0  # seconds until a match of a dead node is live elsewhere
LONGEST_HAND_OVER = 2.0  # until one of a node that ends is

Json = dict[str, Any]


@pytest.fixture(scope="module")
def cluster(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three nodes; a test that ends one starts it again."""
    with Cluster(tmp_path_factory.mktemp("nodes"), 3, postgres=postgres) as started:
        yield started


def opened(url: str) -> Opened:
    """A match of two persons that this node owns, since somebody came there first."""
    room = open_room(url, "international-a", doubles=False)
    with Line.join(url, room.room, room.watch):
        return room


def owner_of(cluster: Cluster, match: str) -> str | None:
    """The node that owns a match, by its id in the database."""
    with psycopg.connect(cluster.store) as database:
        found = database.execute("SELECT node FROM matches WHERE id = %s", (match,)).fetchone()
    assert found is not None
    return None if found[0] is None else str(found[0])


def bots(room: Opened, *urls: str) -> list[Bot]:
    """The players of a match, each at a node."""
    seats = zip(room.seats, urls, strict=True)
    return [Bot(url, room.room, token, by_chance(name), f"bot-{name}") for (name, token), url in seats]


def played(players: list[Bot], more: int, meanwhile: Callable[[], object] = lambda: None) -> None:
    """Play so many entries more; `meanwhile` is called at once, in a thread of its own."""
    began = max(each.v for each in players)

    def enough() -> bool:
        return all(each.v >= began + more for each in players)

    async def play() -> None:
        async with asyncio.timeout(60):
            await asyncio.gather(asyncio.to_thread(meanwhile), *(each.play(enough) for each in players))

    asyncio.run(play())


def strikes(players: list[Bot]) -> list[tuple[float, float]]:
    """Where the acknowledged strokes were placed and aimed."""
    said = (request for each in players for request in each.told.acknowledged)
    return [(request["x"], request["angle"]) for request in said if request["t"] == "strike"]


def struck(url: str, room: Opened) -> list[tuple[float, float]]:
    """The same of all strokes in the record of a match."""
    events = [each.event for each in read_record(record_of(url, room.watch)).entries]
    aims = [event.wanted for event in events if isinstance(event, Struck)]
    return [(aim.x, aim.angle) for aim in aims if aim is not None]


def seconds_until(done: Callable[[], object]) -> float:
    """How long it takes until something can be done."""
    began = time.monotonic()
    while True:
        try:
            done()
        except (OSError, AssertionError, TimeoutError):
            assert time.monotonic() < began + 20.0
            time.sleep(0.05)
        else:
            return time.monotonic() - began


def answered(url: str, path: str, **headers: str) -> tuple[int, Json]:
    """Status and body of an answer, refused or not."""
    with closing(HTTPConnection(url.partition("://")[2], timeout=20)) as connection:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers=named)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


# Being at different nodes


def test_players_and_watchers_of_different_nodes_see_the_same(cluster: Cluster) -> None:
    room = opened(cluster.urls[0])
    with ExitStack() as until_end:
        watching = [until_end.enter_context(Line.join(url, room.room, room.watch)) for url in cluster.urls]
        players = bots(room, *cluster.urls[:2])
        played(players, 20)
        seen = [line.entries(10) for line in watching]

    assert seen[0] == seen[1] == seen[2]
    assert not players[0].told.refused
    assert not players[1].told.refused


def test_a_match_is_owned_where_the_first_socket_comes_and_not_where_seats_were_taken(
    cluster: Cluster,
) -> None:
    """A proxy that hashes sends sockets by their room, but not who opens a table or takes a seat."""
    room = open_room(cluster.urls[0], "international-a", doubles=False)
    taken = owner_of(cluster, room.room)
    there = opened(cluster.urls[1])
    with Line.join(cluster.urls[1], room.room, room.watch):
        came = owner_of(cluster, room.room)

    assert taken is None
    assert came == owner_of(cluster, there.room) is not None


def test_an_umpire_reports_at_one_node_what_others_follow_at_another(cluster: Cluster) -> None:
    home, other, third = map(Served, cluster.urls)
    phone = seated(home)
    watch = phone.looks()["watch"]
    with ear(other, watch) as hall, ear(third, phone.token) as second_page:
        hall.hears_at(phone.v)
        away = Phone(third, phone.token, "phone-2")
        away.v = phone.v
        away.does(NOTHING)
        shown = hall.hears_at(away.v)
        second_page.hears_at(away.v)

    assert shown["view"]["can"] is None
    assert len(phone.record) == len(away.record) == away.v
    assert other.get(f"/api/desk/{watch}").json["view"]["v"] == away.v


def test_one_connection_follows_tables_of_several_nodes(cluster: Cluster) -> None:
    servers = list(map(Served, cluster.urls))
    phones = [seated(server) for server in servers]
    with ear(servers[0], "no-such-table", *(phone.looks()["watch"] for phone in phones)) as hall:
        hall.hears("unknown")
        before = [hall.hears()["v"] for _ in phones]
        for phone in phones:
            phone.does(NOTHING)
        after = [hall.hears()["v"] for _ in phones]
        hall.says("ping")
        hall.hears("pong")

    assert after == [phones[0].v] * 3
    assert before == [phones[0].v - 1] * 3


def test_a_seat_is_taken_at_a_node_that_does_not_own_the_match(cluster: Cluster) -> None:
    chairs = {"first": [{"name": "Asha"}], "second": [{"name": "Ben"}]}
    new = {"kind": "online", "rulebook": "international-a", "breaks": "first"} | chairs
    made: Json = asked(f"{cluster.urls[0]}/api/rooms", new)
    with Line.join(cluster.urls[0], made["room"], made["links"][0]["token"]) as asha:
        token = take_seat(cluster.urls[1], made["invitations"][0]["code"])
        started = asha.hears("presence", started=True)
        with Line.join(cluster.urls[2], made["room"], token) as ben:
            mine = ben.heard[0]["mine"]

    assert started["present"]
    assert mine == ["Ben"]


def test_who_umpires_from_now_on_is_known_at_once_wherever_the_invitation_is_taken(cluster: Cluster) -> None:
    home, other, third = map(Served, cluster.urls)
    phone = seated(home)
    invited = home.post(f"{phone.path}/invitation", {}).json
    token = new_token()
    taken = other.post("/api/seat", {"invitation": invited["code"], "token": token})
    refused = third.post(phone.path, {"client": "phone", "id": 99, "v": None, "at": "", "request": NOTHING})
    after = Phone(third, token, "phone-2")
    after.v = phone.v

    assert taken.status == 201
    assert refused.code == "room/token"
    assert after.does(NOTHING).v == phone.v + 1


def test_all_nodes_sign_with_one_key(cluster: Cluster) -> None:
    keys = {asked(f"{url}/api/ready")["key"] for url in cluster.urls}

    assert len(keys) == 1
    assert "" not in keys


# Who may say that a node sends it


def test_a_request_that_claims_to_come_from_a_node_is_refused(cluster: Cluster) -> None:
    forged = {"x_carrom_node": "00" * 32, "x_carrom_client": "192.0.2.1"}

    assert answered(cluster.urls[0], "/api/ready", **forged) == (403, ANY)
    with pytest.raises(InvalidStatus) as refused:
        Line(cluster.urls[0], {"t": "ping"}, **forged)
    assert refused.value.response.status_code == 403


def test_the_internal_address_answers_other_nodes_alone(cluster: Cluster) -> None:
    with closing(psycopg.connect(cluster.store)) as database:
        addresses = [row[0] for row in database.execute("SELECT address FROM nodes WHERE expires > now()")]

    assert len(addresses) == len(cluster.urls)
    assert answered(f"http://{addresses[0]}", "/api/ready")[0] == 403


def test_limits_of_an_address_hold_across_nodes(postgres: PostgresServer, tmp_path: Path) -> None:
    """They count the visitor, not the node that passes the request on; and only a node is believed."""
    with Cluster(tmp_path, 2, postgres=postgres, command=("serve", "--behind-proxy")) as nodes:
        home, other = nodes.urls
        phone = seated(Served(home))
        allowed = Limits().openings

        def ask(url: str, visitor: str, **more: str) -> int:
            invite = f"{phone.path}/invitation"
            return Served(url).post(invite, {}, x_forwarded_for=visitor, **more).status

        passed_on = [ask(other, "192.0.2.1") for _ in range(allowed + 1)]
        at_home = ask(home, "192.0.2.1")
        pretending = ask(home, "192.0.2.1", x_carrom_client="192.0.2.9")
        another = ask(other, "192.0.2.2")

    assert passed_on == [201] * allowed + [429]
    assert (at_home, pretending, another) == (429, 429, 201)


# Nodes that end


def test_a_match_of_a_killed_node_goes_on_elsewhere_with_every_acknowledged_stroke(cluster: Cluster) -> None:
    home, other = cluster.urls[:2]
    room = opened(home)
    players = bots(room, home, other)
    took = 0.0

    def kill() -> None:
        nonlocal took
        time.sleep(0.3)
        cluster.kill(0)
        players[0].at_any_of((other,))
        took = seconds_until(lambda: Line.join(other, room.room, room.watch).leaves())

    try:
        played(players, 60, kill)
        acknowledged, kept = strikes(players), struck(other, room)
    finally:
        cluster.start_node(0)

    assert took < LONGEST_TAKEOVER
    assert set(acknowledged) <= set(kept)
    assert len(set(kept)) == len(kept)


def test_a_node_that_ends_hands_its_matches_over(cluster: Cluster) -> None:
    home, other = cluster.urls[:2]
    rooms = [opened(home) for _ in range(20)]
    with ExitStack() as until_end:
        lines = [
            until_end.enter_context(Line.join(url, room.room, token))
            for room in rooms
            for url, (_, token) in zip((home, other), room.seats, strict=True)
        ]
        elsewhere = opened(other)
        lines.append(until_end.enter_context(Line.join(home, elsewhere.room, elsewhere.watch)))
        ended = Thread(target=cluster.terminate, args=(0,))
        began = time.monotonic()
        ended.start()
        codes = {line.ends() for line in lines}
        for room in rooms:
            seconds_until(lambda room=room: Line.join(other, room.room, room.watch).leaves())  # type: ignore[misc]
        took = time.monotonic() - began
        ended.join()
    cluster.start_node(0)

    assert codes <= {1001, 1012}
    assert took < LONGEST_HAND_OVER


def test_a_node_that_was_paused_for_longer_than_its_lease_writes_nothing_more(cluster: Cluster) -> None:
    home, other = cluster.urls[:2]
    room = opened(home)
    players = bots(room, home, other)
    played(players, 4)
    with (
        Line.join(home, room.room, room.seats[0][1]) as left_behind,
        Line.join(other, room.room, room.watch) as passed_on,
    ):
        cluster.stop_process(0)
        try:
            # It would be the next to act, if it is Asha's turn; refused or lost, it is nowhere.
            before = left_behind.heard[0]["v"]
            left_behind.says({"t": "strike", "id": 1, "v": before, "x": 0.0, "angle": 1.5, "power": 0.5})
            players[0].at_any_of((other,))
            took = seconds_until(lambda: Line.join(other, room.room, room.watch).leaves())
            sent_away = passed_on.ends()
            played(players, 10)
        finally:
            cluster.continue_process(0)
        code = left_behind.ends()
    with Line.join(home, room.room, room.watch) as again:
        v = again.heard[0]["v"]
    acknowledged, kept = strikes(players), struck(other, room)

    assert took < LONGEST_TAKEOVER
    assert (code, sent_away) == (1001, 1001)
    assert not any(message["t"] in ("ack", "stroke") for message in left_behind.heard)
    assert v == len(read_record(record_of(other, room.watch)).entries)
    assert set(acknowledged) <= set(kept)
    assert (0.0, 1.5) not in kept


def test_players_go_on_after_the_database_was_away(cluster: Cluster) -> None:
    room = opened(cluster.urls[0])
    players = bots(room, *cluster.urls[:2])

    def away() -> None:
        time.sleep(0.2)
        cluster.stop_database()
        time.sleep(2.0)
        cluster.start_database()

    played(players, 60, away)
    acknowledged, kept = strikes(players), struck(cluster.urls[2], room)

    assert set(acknowledged) <= set(kept)
    assert len(set(kept)) == len(kept)
    # Stale: the commit under way when the database went was kept after all, and its player went on without.
    assert {code for each in players for code, _ in each.told.refused} <= {"store/failed", "table/stale"}
