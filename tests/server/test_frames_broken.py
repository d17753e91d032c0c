"""Frames that are no requests, on the socket of a real server: refused, and everybody else plays on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.any_frames import broken, words
from tests.server.frames import (
    KNOWN,
    MANY,
    OUR_FAULT,
    STRIKE,
    Bare,
    House,
    answers,
    due,
    house,
    joined,
    opened,
    seated,
)
from websockets.exceptions import ConnectionClosed


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("house"), limits=MANY) as running:
        yield running


@settings(max_examples=30)
@given(frames=st.lists(broken(), min_size=1, max_size=12), by=st.sampled_from(("Asha", "Ben", "watcher")))
def test_what_is_no_request_is_refused_and_everybody_plays_on(
    here: House, frames: list[str | bytes], by: str
) -> None:
    """One refusal for each frame, in order; the line stays, the record too."""
    with seated(here) as table:
        table.turn()
        record = table.record
        for frame in frames:
            table.at[by].sends(frame)
        heard = answers(table.at[by].settles())

        assert [each["code"] for each in heard] == ["frame/malformed"] * len(frames)
        assert table.record == record
        table.plays_on()
        assert here.complaints() == []


@settings(max_examples=15)
@given(
    size=st.integers(4097, 200_000),
    kind=st.sampled_from(("request", "letters", "bytes", "pieces")),
    by=st.sampled_from(("Asha", "watcher")),
)
def test_a_frame_too_large_ends_its_line_and_no_other(here: House, size: int, kind: str, by: str) -> None:
    """However it is filled; who sent it can come back, and what it held has not been done."""
    with seated(here) as table:
        table.turn()
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
        # What is over 64 kB is not even read to its end, and the farewell may be lost with the rest of it.
        assert sender.ends() in ((1009,) if size <= 60_000 else (1009, 1006))
        codes = [each["code"] for each in answers(sender.told) if each["t"] == "error"]
        assert codes in ([], ["frame/too-large"])
        assert codes or size > 60_000
        assert table.record == record
        token = table.watch if by == "watcher" else table.tokens[by]
        with joined(here, table.room, token) as back:
            table.at[by] = back
            table.plays_on()
        assert here.complaints() == []


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
        table.turn()
        with Bare(here) as wild:
            wild.joins(table.room, table.tokens["Asha"], "wild")
            wild.sends(raw)
            assert wild.ends() == code
        table.plays_on()
        assert here.complaints() == []


@settings(max_examples=30)
@given(raw=st.binary(max_size=400), early=st.booleans(), rude=st.booleans())
def test_bare_bytes_leave_no_trace(here: House, raw: bytes, early: bool, rude: bool) -> None:
    """Before or after joining, and hung up with or without a word; what is kept stays as it is."""
    table = opened(here, "screen")
    record = table.record
    wild = Bare(here)
    if not early:
        wild.joins(table.room, table.tokens["Asha"])
    wild.sends(raw)
    wild.resets() if rude else wild.close()

    assert table.record == record
    assert here.server.get("/healthz").status == 200
    assert here.complaints() == []


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


@settings(max_examples=20)
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
        assert here.complaints() == []
