"""Reading requests from parsed JSON. A refusal names the field and what would work."""

from __future__ import annotations

import typing

from carrom.json_reader import JsonReader, Unreadable, kind_of, members, unknown, whole
from carrom.umpiring.requests import Request
from carrom.words import kebab

REQUESTS: dict[str, type[Request]] = {kebab(each.__name__): each for each in typing.get_args(Request)}

DAY = 86_400
MOST = 1_000_000


def read_request(raw: object) -> Request:
    """The request of an object such as {"do": "stroke", "pocketed": ["white"]}."""
    try:
        given = dict(members(raw))
    except Unreadable as wrong:
        raise wrong.refused("request") from None
    do = given.pop("do", None)
    if not isinstance(do, str) or do not in REQUESTS:
        raise unknown(do, REQUESTS).refused("do")
    return _READER.read(REQUESTS[do], given, do)


def _bounded(value: object) -> int:
    if abs(whole(value)) > MOST:
        raise Unreadable("read.bounds", most=MOST)
    return whole(value)


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < DAY:
        raise Unreadable("read.seconds", given=kind_of(value))
    return float(value)


_READER = JsonReader({int: _bounded, float: _seconds})
