"""Frames no page of ours would send, on the socket of a real server.

Whatever comes, and from whom: what is kept changes only by a request of the player it asks, once for each
number; every refusal has a code the page has words for; and the others at the table play on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.frames import (
    KNOWN,
    OUR_FAULT,
    PAGE,
    Bare,
    House,
    Json,
    Seated,
    Visitor,
    answers,
    due,
    house,
    joined,
    opened,
    seated,
    visitor,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus

from carrom.server.config import Limits

MANY = Limits(messages=10**6, flood=10**6, aims=10**6)


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that lets everybody say as much as they like."""
    with house(tmp_path_factory.mktemp("house"), limits=MANY) as running:
        yield running


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server of little patience: for floods, for silence and for those who do not read."""
    limits = Limits(messages=8, messages_seconds=1.0, flood=40, silence_seconds=1.5, join_seconds=1.0)
    with house(tmp_path_factory.mktemp("strict"), hurry=False, limits=limits) as running:
        yield running


# Requests as they should be, by anybody at any time


def request(t: str, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Json]:
    return st.fixed_dictionaries({"t": st.just(t)} | fields)


ids = st.integers(1, 8)
across = st.floats(-0.15, 0.15) | st.sampled_from((0.0, 0.5, 1e6, -1e6))
requests = st.one_of(
    request("strike", id=ids, x=across, angle=st.floats(0.3, 2.8), power=st.floats(0.01, 1.0)),
    request("strike", id=ids, x=across, angle=st.floats(-1e6, 1e6), power=st.floats(1e-300, 1.0)),
    request("place", id=ids, coin=st.sampled_from(("white", "black")), x=across, y=across),
    request(
        "choose",
        id=ids,
        what=st.sampled_from(("turn", "turn", "toss", "seats", "trial", "pass", "answer")),
        value=st.sampled_from((0.0, 1.5, -1e6, 1e6, "", "break", "seats", "south", "leave")),
    ),
    request("incident", id=ids, kind=st.sampled_from(("ask", "abandon"))),
    request(
        "offer",
        id=ids,
        what=st.sampled_from(("take-back", "take-back", "rematch", "resign", "claim", "wait")),
        ok=st.booleans(),
    ),
    request("setup", id=ids, layout=st.sampled_from(("w 0.0,0.0", "empty", "b")), standing=st.just("")),
    request("say", id=ids, key=st.sampled_from(("hello", "sorry", "my own words", ""))),
    request("hint", id=ids),
    request("aim", x=across, angle=st.floats(0.0, 3.0), power=st.floats(0.0, 1.0)),
    request("probe", n=ids, x=across, y=across),
    st.just({"t": "join", "room": "x", "token": "y", "client": "z"}),
)
AT = ("strike", "place", "choose", "incident", "setup", "hint")
"""Requests made at an entry."""

NUMBERED = (*AT, "offer", "say")
AGES = st.sampled_from((0, 0, 0, 0, -1, 1, -(10**9), 2**31 - 100))
"""How far from the table's last entry a request is made."""

WHO = ("Asha", "Asha again", "Asha's phone", "Ben", "watcher")
PAGES = {"Asha's phone": "phone"}
ASKED = "whoever is asked"
DUE: Json = {"t": "whatever is due"}


steps = st.one_of(
    st.tuples(st.just(ASKED), st.builds(lambda number: DUE | {"id": number}, ids), st.just(0)),
    st.tuples(st.sampled_from(WHO), st.builds(lambda number: DUE | {"id": number}, ids), AGES),
    st.tuples(st.sampled_from((ASKED, *WHO)), requests, AGES),
)
"""Who, what, and how far from the last entry."""


class Judge:
    """Holds what the server does against what may happen."""

    def __init__(self, table: Seated, at: dict[str, Visitor]) -> None:
        self._table = table
        self._at = at
        self._record = table.record
        self._answered: dict[tuple[str, str, int], Json] = {}

    @property
    def now(self) -> Json:
        self._table.watcher.settles()
        return self._table.watcher.state

    def sends(self, who: str, request: Json, age: int) -> None:
        """One request, and all that may follow from it."""
        who = who if who != ASKED else next(iter(self.now["asks"]["players"]), "Asha")
        by, player = self._at[who], _player(who)
        by.settles()
        before, kept = by.state, self._record
        if request["t"] == DUE["t"]:
            asked = due(before)
            if asked is None:
                return
            request = asked | {"id": request["id"]}
        whole = dict(request)
        if request["t"] in AT:
            whole["v"] = max(0, before["v"] + age)
        by.says(**whole)
        heard = by.settles()
        self._record = self._table.record

        assert self._record.startswith(kept)
        given = answers(heard)
        for each in given:
            assert each["t"] != "error" or each["code"] in KNOWN - OUR_FAULT, (whole, each)
        if request["t"] not in NUMBERED:
            assert len(given) == (request["t"] == "join")
            assert self._record == kept
            return
        (answer,) = given
        assert answer["id"] == whole["id"]
        key = (player, PAGES.get(who, PAGE), whole["id"])
        first = self._answered.get(key)
        if request["t"] != "hint":
            self._answered.setdefault(key, answer)
        if first is not None and request["t"] != "hint":
            assert answer == first
            assert self._record == kept
            return
        if self._record == kept:
            assert answer["t"] == "error" or request["t"] in ("offer", "say")
            return
        assert answer["t"] == "ack", answer
        assert answer["v"] == len(self._record.splitlines())
        self._may(player, whole, before, heard)

    def _may(self, player: str, request: Json, before: Json, heard: list[Json]) -> None:
        """Something has changed: it was for this player to do, at that entry, and it is what was asked."""
        assert player
        assert request["t"] in ("strike", "place", "choose", "incident", "offer")
        if request["t"] in ("strike", "place", "choose"):
            assert player in before["asks"]["players"]
        if request["t"] != "offer":
            assert request["v"] == before["v"]
        if request["t"] == "strike":
            (stroke,) = (each for each in heard if each["t"] == "stroke")
            assert stroke["line"]["player"] == player
            assert stroke["line"]["aim"]["x"] == request["x"]


def _player(who: str) -> str:
    return "" if who == "watcher" else who[:4].rstrip()


@settings(max_examples=40)
@given(
    turned=st.booleans(),
    steps=st.lists(steps, min_size=4, max_size=14),
)
def test_only_who_is_asked_changes_the_record_and_once_for_each_number(
    here: House, turned: bool, steps: list[tuple[str, Json, int]]
) -> None:
    """Stale, repeated and out of turn, by both players, a second device and one who looks on."""
    with seated(here) as table, ExitStack() as more:
        if turned:
            turn(table)
        asha = table.tokens["Asha"]
        others = {
            "Asha again": more.enter_context(joined(here, table.room, asha)),
            "Asha's phone": more.enter_context(joined(here, table.room, asha, "phone")),
        }
        judge = Judge(table, table.at | others)
        for who, wanted, age in steps:
            judge.sends(who, wanted, age)
        if judge.now["asks"]["kind"] != "over":
            table.plays_on()
        assert here.complaints == []


def turn(table: Seated) -> None:
    """Asha leaves the rosette as it lies, and is to break."""
    assert table.asha.asks("choose", id=99, v=table.asha.v, what="turn", value=0.0)["t"] == "ack"


STRIKE: Json = {"t": "strike", "x": 0.0, "angle": 1.5707, "power": 0.6}


@settings(max_examples=25)
@given(
    burst=st.lists(
        st.tuples(st.sampled_from(("Asha", "Asha's phone", "Ben", "watcher")), st.integers(1, 3)),
        min_size=2,
        max_size=12,
    )
)
def test_of_all_that_comes_at_once_one_request_is_done(here: House, burst: list[tuple[str, int]]) -> None:
    """The same stroke many times over, by everybody, before anybody has an answer."""
    with seated(here) as table:
        turn(table)
        with joined(here, table.room, table.tokens["Asha"], "phone") as phone:
            at = table.at | {"Asha's phone": phone}
            for each in at.values():
                each.settles()
            record, v = table.record, table.asha.v
            for who, number in burst:
                at[who].says(**STRIKE, id=number, v=v)
            heard = {who: answers(visitor.settles()) for who, visitor in at.items()}
            new = table.record[len(record) :].splitlines()
            done = {(who, each["id"]) for who, told in heard.items() for each in told if each["t"] == "ack"}

            assert table.record.startswith(record)
            assert {who: [each["id"] for each in told] for who, told in heard.items()} == {
                who: [number for sender, number in burst if sender == who] for who in at
            }
            by_asha = any(who.startswith("Asha") for who, _ in burst)
            assert len(done) == len([line for line in new if b'"struck"' in line]) == by_asha
            refused = {each["code"] for told in heard.values() for each in told if each["t"] == "error"}
            assert refused <= {"table/stale", "table/not-yours"}
        table.plays_on()
        assert here.complaints == []


def test_a_stroke_sent_twice_under_one_number_is_played_once(here: House) -> None:
    """Both times with the same answer; under another number it comes too late."""
    with seated(here) as table:
        turn(table)
        v = table.asha.v
        for _ in range(2):
            table.asha.says(**STRIKE, id=7, v=v)
        first, again = answers(table.asha.settles())
        later = table.asha.asks(**STRIKE, id=8, v=v)

        assert first == again == {"t": "ack", "id": 7, "v": v + 1}
        assert (later["code"], later["id"], later["args"]) == ("table/stale", 8, {"v": v + 1})
        assert len(table.record.splitlines()) == v + 1


def test_numbers_of_one_player_are_not_taken_for_anothers(here: House) -> None:
    """Both pages call themselves the same, and count alike."""
    with seated(here) as table:
        turn(table)
        v = table.asha.v
        refused = table.ben.asks(**STRIKE, id=7, v=v)
        done = table.asha.asks(**STRIKE, id=7, v=v)
        repeated = table.watcher.asks(**STRIKE, id=7, v=v)

        assert (refused["code"], repeated["code"]) == ("table/not-yours", "table/not-yours")
        assert done == {"t": "ack", "id": 7, "v": v + 1}


def test_no_name_lets_a_player_answer_under_anothers_number(here: House) -> None:
    """What a page calls itself is its own choice, and a player's name may have any letter."""
    with ExitStack() as open_:
        table = opened(here, first=[{"name": "Asha"}], second=[{"name": "Asha/x"}], breaks="second")
        forger = open_.enter_context(joined(here, table.room, table.tokens["Asha"], "x/page"))
        other = open_.enter_context(joined(here, table.room, table.tokens["Asha/x"], "page"))
        forged = forger.asks("choose", id=1, v=forger.v, what="turn", value=0.0)
        done = other.asks("choose", id=1, v=other.v, what="turn", value=0.0)

        assert forged["code"] == "table/not-yours"
        assert done["t"] == "ack"


def test_a_stroke_sent_again_after_a_restart_is_answered_and_not_played_again(tmp_path: Path) -> None:
    """The page cannot know whether the answer was lost, or the stroke."""
    with house(tmp_path, limits=MANY) as first, seated(first) as table:
        turn(table)
        v = table.asha.v
        done = table.asha.asks(**STRIKE, id=7, v=v)
        record, room, token, watch = table.record, table.room, table.tokens["Asha"], table.watch
    with house(tmp_path, limits=MANY) as second, joined(second, room, token, since=v) as back:
        again = back.asks(**STRIKE, id=7, v=v)
        stale = back.asks(**STRIKE, id=8, v=v)

        assert again == done == {"t": "ack", "id": 7, "v": v + 1}
        assert stale["code"] == "table/stale"
        assert second.server.get(f"/api/match/{watch}/record").body == record


def test_an_answer_after_a_restart_is_the_first_answer(tmp_path: Path) -> None:
    """Also for an act of several entries: the rosette is turned, and play is called."""
    with house(tmp_path, limits=MANY) as first, seated(first) as table:
        v = table.asha.v
        done = table.asha.asks("choose", id=7, v=v, what="turn", value=0.0)
        room, token = table.room, table.tokens["Asha"]
    with house(tmp_path, limits=MANY) as second, joined(second, room, token) as back:
        assert back.asks("choose", id=7, v=v, what="turn", value=0.0) == done


# Frames that are no requests

WRONG: tuple[Any, ...] = (None, True, "0", "", [], {}, [0.0], {"x": 1}, float("nan"), float("inf"), 10**30)
"""What is no number that could be meant."""

words = st.text(max_size=20)
trees = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=10,
)


@st.composite
def broken(draw: st.DrawFn) -> str | bytes:
    """A request with something wrong in it, or nothing like one."""
    good = dict(STRIKE, id=draw(ids), v=5)
    match draw(st.sampled_from(("bytes", "text", "json", "value", "missing", "more", "deep", "tag", "cut"))):
        case "bytes":
            return draw(st.binary(max_size=300))
        case "text":
            return draw(st.text(max_size=300))
        case "json":
            return json.dumps(draw(trees))
        case "value":
            good[draw(st.sampled_from(("id", "v", "x", "angle", "power")))] = draw(st.sampled_from(WRONG))
        case "missing":
            del good[draw(st.sampled_from(sorted(good)))]
        case "more":
            good[draw(st.text(max_size=8).filter(lambda name: name not in good))] = draw(trees)
        case "deep":
            depth = draw(st.integers(1, 680))
            return json.dumps(good)[:-1] + ', "deep": ' + '[{"a":' * depth + "1" + "}]" * draw(ids)
        case "tag":
            good["t"] = draw(words | st.none() | st.just("welcome") | st.just("ack"))
        case "cut":
            return json.dumps(good)[: draw(st.integers(0, 50))]
    return json.dumps(good)


@settings(max_examples=40)
@given(frames=st.lists(broken(), min_size=1, max_size=12), by=st.sampled_from(("Asha", "Ben", "watcher")))
def test_what_is_no_request_is_refused_and_everybody_plays_on(
    here: House, frames: list[str | bytes], by: str
) -> None:
    """One refusal for each frame, in order; the line stays, the record too."""
    with seated(here) as table:
        turn(table)
        record = table.record
        for frame in frames:
            table.at[by].sends(frame)
        heard = answers(table.at[by].settles())

        assert [each["code"] for each in heard] == ["frame/malformed"] * len(frames)
        assert table.record == record
        table.plays_on()
        assert here.complaints == []


@settings(max_examples=25)
@given(
    size=st.integers(4097, 200_000),
    kind=st.sampled_from(("request", "letters", "bytes", "pieces")),
    by=st.sampled_from(("Asha", "watcher")),
)
def test_a_frame_too_large_ends_its_line_and_no_other(here: House, size: int, kind: str, by: str) -> None:
    """However it is filled; who sent it can come back, and what it held has not been done."""
    with seated(here) as table:
        turn(table)
        record, sender = table.record, table.at[by]
        padded = json.dumps(dict(STRIKE, id=1, v=table.asha.v)) + " " * size
        try:
            match kind:
                case "request":
                    sender.sends(padded)
                case "letters":
                    sender.sends("é" * (size // 2 + 1))
                case "bytes":
                    sender.sends(bytes(size))
                case "pieces":
                    sender.sends([padded[at : at + 1000] for at in range(0, len(padded), 1000)])
        except ConnectionClosed:
            pass  # in the midst of it
        assert sender.ends() == 1009
        codes = [each["code"] for each in answers(sender.told) if each["t"] == "error"]
        assert codes in ([], ["frame/too-large"])
        assert codes or size > 60_000
        assert table.record == record
        token = table.watch if by == "watcher" else table.tokens[by]
        with joined(here, table.room, token) as back:
            table.at[by] = back
            table.plays_on()
        assert here.complaints == []


def frame(first: int, payload: bytes = b"", *, masked: bool = True, length: int | None = None) -> bytes:
    """A frame by hand: its first byte, and a length that need not be true. The mask is zero."""
    size = len(payload) if length is None else length
    mask = 0x80 if masked else 0
    if size < 126:
        head = bytes((first, mask | size))
    elif size < 1 << 16:
        head = bytes((first, mask | 126)) + size.to_bytes(2, "big")
    else:
        head = bytes((first, mask | 127)) + size.to_bytes(8, "big")
    return head + (bytes(4) if masked else b"") + payload


PING = b'{"t":"ping"}'
BREACHES = {
    "unmasked": (frame(0x81, PING, masked=False), 1002),
    "an unknown kind": (frame(0x83, PING), 1002),
    "a reserved bit": (frame(0xC1, PING), 1002),
    "a text that is none": (frame(0x81, b'{"t":"\xff\xfe"}'), 1007),
    "a text cut inside a letter": (frame(0x01, b"\xc3") + frame(0x80, b"("), 1007),
    "a long ping": (frame(0x89, bytes(126)), 1002),
    "a ping in pieces": (frame(0x09, b"x"), 1002),
    "a piece of nothing": (frame(0x80, PING), 1002),
    "a text inside a text": (frame(0x01, PING) + frame(0x81, PING), 1002),
    "without end": (frame(0x81, PING, length=2**62), 1009),
    "a farewell of one byte": (frame(0x88, b"x"), 1002),
    "a farewell that cannot be": (frame(0x88, (1005).to_bytes(2, "big")), 1002),
    "not a frame at all": (b"GET / HTTP/1.1\r\n\r\n", 1002),
}


@pytest.mark.parametrize("breach", BREACHES)
def test_a_breach_of_the_protocol_ends_the_line_with_its_code(here: House, breach: str) -> None:
    """And only that line."""
    raw, code = BREACHES[breach]
    with seated(here) as table:
        turn(table)
        with Bare(here) as wild:
            wild.joins(table.room, table.tokens["Asha"], "wild")
            wild.sends(raw)
            assert wild.ends() == code
        table.plays_on()
        assert here.complaints == []


@settings(max_examples=30)
@given(raw=st.binary(max_size=400), early=st.booleans(), rude=st.booleans())
def test_bare_bytes_leave_no_trace(here: House, raw: bytes, early: bool, rude: bool) -> None:
    """Before or after joining, and hung up with or without a word; what is kept stays as it is."""
    table = opened(here)
    record = table.record
    wild = Bare(here)
    if not early:
        wild.joins(table.room, table.tokens["Asha"])
    wild.sends(raw)
    wild.resets() if rude else wild.close()

    assert table.record == record
    assert here.server.get("/healthz").status == 200
    assert here.complaints == []


# Practice: boards nobody has ever seen

GRID = [(0.05 * right, 0.05 * ahead) for right in range(-6, 7) for ahead in range(-6, 7)]
counts = st.integers(0, 9) | st.just(999)
sides = st.sampled_from(("white", "black"))
parts = st.one_of(
    st.sampled_from(("queen on board", "queen waiting", "to break", "board void", "to break after 2 tries")),
    st.builds("queen covered by {}".format, sides),
    st.builds("{} owes {}".format, sides, counts),
    st.builds("{} {} held".format, counts, sides),
    st.builds("{} {} the right to the queen".format, sides, st.sampled_from(("has", "lacks"))),
    st.builds("{} has {} points".format, sides, counts),
    st.builds("{} passes".format, counts),
    st.builds("{} strokes in hand".format, counts),
    st.builds("{} over: {} wins {}".format, st.sampled_from(("board", "game", "match")), sides, counts),
)


@st.composite
def boards(draw: st.DrawFn) -> tuple[str, str]:
    """Coins that lie apart and a standing that often fits them; now and then anything at all."""
    white, black, queen = draw(st.integers(0, 4)), draw(st.integers(0, 4)), draw(st.integers(0, 1))
    coins = "w" * white + "b" * black + "q" * queen
    spots = draw(st.lists(st.sampled_from(GRID), min_size=len(coins), max_size=len(coins), unique=True))
    layout = "; ".join(f"{coin} {x!r},{y!r}" for coin, (x, y) in zip(coins, spots, strict=True)) or "empty"
    said = [f"{draw(sides)} on strike", f"{white} white", f"{black} black"]
    standing = ", ".join(said + draw(st.lists(parts, max_size=3)))
    return (
        draw(st.sampled_from((layout,) * 6) | st.text("wbq0123456789.,;-+e° naif", max_size=40)),
        draw(st.sampled_from(("", "", standing, standing, standing)) | words),
    )


@settings(max_examples=60)
@given(tried=st.lists(boards(), min_size=1, max_size=5))
def test_whatever_board_is_set_up_is_refused_or_played_on(here: House, tried: list[tuple[str, str]]) -> None:
    """With a code for what cannot be; and on what can be, whatever is asked next can be done."""
    with seated(here, "practice") as table:
        asha, ids = table.asha, count(1)
        for layout, standing in tried:
            record = table.record
            answer = asha.asks("setup", id=next(ids), v=asha.v, layout=layout, standing=standing)

            assert answer["t"] == "ack" or answer["code"] in KNOWN - OUR_FAULT, answer
            assert (answer["t"] == "ack") == (table.record != record)
            for _ in range(3):
                asked = due(asha.state)
                if asked is None:
                    break
                done = asha.asks(**asked, id=next(ids), v=asha.v)
                assert done["t"] == "ack" or done["code"] in KNOWN - OUR_FAULT, (asha.state, done)
        assert here.complaints == []


# Who comes in

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
    assert here.complaints == []


@settings(max_examples=25)
@given(first=broken() | st.just('{"t":"ping"}') | requests.map(json.dumps))
def test_who_does_not_begin_by_joining_is_let_go(here: House, first: str | bytes) -> None:
    """With a reason, and nothing it sent has been done."""
    with visitor(here) as stranger:
        stranger.sends(first)
        assert stranger.ends() == 1008
    (refused,) = stranger.told

    assert refused["code"] in ("frame/malformed", "room/unknown")
    assert here.complaints == []


def test_whoever_joins_twice_is_refused_and_stays_where_they_are(here: House) -> None:
    """Even with a good link: a connection is at one table."""
    with seated(here) as table, seated(here) as other:
        turn(table)
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
        turn(table)
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
        sleep(1.1)
        assert table.asha.asks(**STRIKE, id=7, v=v) == {"t": "ack", "id": 7, "v": v + 1}


def test_a_flood_ends_its_own_line_only(strict: House) -> None:
    """Of good requests and of bad ones."""
    with seated(strict) as table:
        turn(table)
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
        assert strict.complaints == []


def test_who_falls_silent_is_let_go_and_the_others_stay(strict: House) -> None:
    """Whoever only listens has to ping."""
    with seated(strict) as table:
        turn(table)
        until = monotonic() + 2.0
        while monotonic() < until:
            table.asha.settles()
            sleep(0.3)
        assert table.ben.ends() == table.watcher.ends() == 1001
        assert table.asha.asks(**STRIKE, id=7, v=table.asha.v)["t"] == "ack"


def test_who_does_not_read_is_let_go_and_nobody_waits_for_them(tmp_path: Path) -> None:
    """What they have not read does not pile up; the others are told that they have gone."""
    limits = Limits(messages=10**6, flood=10**6, sends=4)
    with house(tmp_path, limits=limits) as at, seated(at, "practice") as table:
        asha = table.asha
        with Bare(at, buffer=4096) as deaf:
            deaf.joins(table.room, table.watch)
            while asha.hears("presence")["watchers"] < 2:
                pass
            for number in range(1, 400, 2):
                asha.asks("setup", id=number, v=asha.v, layout=CLUSTER)
                slowest = monotonic()
                assert asha.asks(**STRIKE, id=number + 1, v=asha.v)["t"] == "ack"
                assert monotonic() - slowest < 5.0
                gone = [each for each in asha.told if each["t"] == "presence"][-1]
                table.watcher.settles()
                if gone["watchers"] == 1:
                    break
            assert gone["watchers"] == 1
            assert deaf.ends() in (1006, 1008)
        assert table.watcher.v == asha.v
        table.plays_on()
        assert at.complaints == []


CLUSTER = "w -0.02,0.0; w 0.02,0.0; b 0.0,0.04; b 0.0,-0.04; q 0.1,0.1"
