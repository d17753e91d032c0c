"""What goes out as JSON, in the reader's language: the messages in it are put into words here."""

from __future__ import annotations

import re
from collections import OrderedDict
from functools import lru_cache
from typing import Any

import msgspec
from starlette.requests import HTTPConnection

from carrom.i18n import Message, spoken, typeset

KEPT = 300  # values that many read
_MADE: OrderedDict[tuple[int, str], tuple[object, msgspec.Raw]] = OrderedDict()


def encoded(value: Any, lang: str, reader: str | None = None) -> bytes:
    """A part of the wire as JSON text; `reader` as in `carrom.i18n`."""
    return _encoder(lang, reader).encode(value)


def encoded_once(value: object, lang: str) -> msgspec.Raw:
    """The same of a value that many read: it is made once for all who read this very object."""
    known = _MADE.get((id(value), lang))
    if known is None:
        # The value is kept too: as long as it lives, no other has its id.
        known = _MADE[id(value), lang] = value, msgspec.Raw(encoded(value, lang))
        while len(_MADE) > KEPT:
            _MADE.popitem(last=False)
    return known[1]


@lru_cache(maxsize=256)
def _encoder(lang: str, reader: str | None) -> msgspec.json.Encoder:
    def worded(value: Any) -> str:
        if isinstance(value, Message):
            return typeset(value.text(lang, reader), lang)
        raise NotImplementedError(f"{type(value).__name__} does not go over the wire")

    return msgspec.json.Encoder(enc_hook=worded)


def language(request: HTTPConnection) -> str:
    """The reader's language: of the address, or the first that the browser prefers and we speak."""
    preferred = re.findall(r"(?:^|,)\s*([A-Za-z-]+)", request.headers.get("accept-language", "")[:100])
    return spoken((request.query_params.get("lang", ""), *preferred))
