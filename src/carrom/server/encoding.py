"""JSON in and out; messages are put into words in the reader's language here."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection

from carrom.i18n import Message, spoken, typeset
from carrom.live.refused import Refused
from carrom.server.lru import LruCache

T = TypeVar("T")

_ENCODED: LruCache[tuple[int, str], tuple[object, msgspec.Raw]] = LruCache(300)
"""Values that many read, by id and language. The value is kept too: while it lives, no other has its id."""


def encoded(value: Any, lang: str, reader: str | None = None) -> bytes:
    """A part of the wire as JSON; `reader` as in `carrom.i18n`."""
    return _encoder(lang, reader).encode(value)


def decoded(decoder: msgspec.json.Decoder[T], text: bytes | str) -> T:
    """The value in a JSON text; refuses anything else."""
    try:
        return decoder.decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as wrong:
        raise Refused("frame/malformed", {"text": str(wrong)}) from None


def encoded_once(value: object, lang: str) -> msgspec.Raw:
    """The same for an object that many read: encoded once a language."""
    return _ENCODED.cached((id(value), lang), lambda: (value, msgspec.Raw(encoded(value, lang))))[1]


@lru_cache(maxsize=256)
def _encoder(lang: str, reader: str | None) -> msgspec.json.Encoder:
    def worded(value: Any) -> str:
        if isinstance(value, Message):
            return _worded(value, lang, reader)
        raise NotImplementedError(f"{type(value).__name__} does not go over the wire")

    return msgspec.json.Encoder(enc_hook=worded)


@lru_cache(maxsize=4096)
def _worded(message: Message, lang: str, reader: str | None) -> str:
    """The text of a message; after a stroke most of what is told of a table is as it was before."""
    return typeset(message.text(lang, reader), lang)


def lang_of(request: HTTPConnection) -> str:
    """The reader's language: that of the address, or the browser's first choice that is available."""
    preferred = re.findall(r"(?:^|,)\s*([A-Za-z-]+)", request.headers.get("accept-language", "")[:100])
    return spoken((request.query_params.get("lang", ""), *preferred))
