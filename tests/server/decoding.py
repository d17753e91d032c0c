"""What came over the wire, read back as its type: a text becomes a message that says it."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from carrom.i18n import Message

T = TypeVar("T")


def decoded(body: bytes | str, kind: type[T]) -> T:
    return msgspec.json.decode(body, type=kind, dec_hook=said)


def said(kind: type, text: str) -> Message:
    """A message that says a text."""
    return Message("listed", {"items": (text,)})
