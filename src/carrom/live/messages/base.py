"""The kinds of message, and the types of their fields."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from carrom.words import kebab

Lang = Annotated[str, Meta(pattern="^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}$")]
"""A language tag as browsers write it; English replaces an unknown language."""

RoomKind = Literal["computer", "screen", "online", "practice"]
Breaks = Literal["first", "second", "draw", "toss"]
Length = Literal["board", "game", "match"]
Profile = Literal["fresh", "club", "slow"]

Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
Power = Annotated[float, Meta(gt=0.0, le=1.0)]
Id = Annotated[int, Meta(ge=1, le=2**53)]
Seq = Annotated[int, Meta(ge=0, le=2**31)]
Short = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(min_length=1, max_length=64)]
Level = Annotated[str, Meta(max_length=30)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
Point = tuple[float, float]


def _tag(name: str) -> str:
    """The tag of a class: StrikeRequest → strike."""
    return kebab(name.removesuffix("Request").removesuffix("Message"))


class Request(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=_tag):
    """A message from a client."""


class Message(Struct, frozen=True, tag_field="t", tag=_tag, omit_defaults=False):
    """A message from the server."""


class Part(Struct, frozen=True):
    """A part of a message, or of an HTTP response."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an HTTP request."""
