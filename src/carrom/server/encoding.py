"""What goes out as JSON, in the reader's language: the messages in it are put into words here."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from carrom.i18n import Message, typeset


def encoded(value: Any, lang: str) -> bytes:
    """A part of the wire as JSON text."""
    return _encoder(lang).encode(value)


@cache
def _encoder(lang: str) -> msgspec.json.Encoder:
    def worded(value: Any) -> str:
        if isinstance(value, Message):
            return typeset(value.text(lang), lang)
        raise NotImplementedError(f"{type(value).__name__} does not go over the wire")

    return msgspec.json.Encoder(enc_hook=worded)
