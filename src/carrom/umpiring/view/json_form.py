"""The values of this room as JSON, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from carrom.i18n import Message, typeset


def to_json(value: Any, lang: str) -> Any:
    """Dataclasses as objects with all their fields, tuples as lists, messages as text; the rest stays."""
    # Most values are plain already.
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Message):
        return typeset(value.text(lang), lang)
    if is_dataclass(value):
        return {name: to_json(getattr(value, name), lang) for name in _names(value.__class__)}
    if isinstance(value, tuple | list):
        return [to_json(each, lang) for each in value]
    if isinstance(value, Mapping):
        return {name: to_json(each, lang) for name, each in value.items()}
    return value


@cache
def _names(shape: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(shape))
