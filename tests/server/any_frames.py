"""Frames by chance: requests as they should be, some with something wrong in them, and nothing like one."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from tests.server.frames import STRIKE, Json


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
            depth = draw(st.integers(1, 640))
            return json.dumps(good)[:-1] + ', "deep": ' + '[{"a":' * depth + "1" + "}]" * draw(ids)
        case "tag":
            good["t"] = draw(words | st.none() | st.just("welcome") | st.just("ack"))
        case "cut":
            return json.dumps(good)[: draw(st.integers(0, 50))]
    return json.dumps(good)
