"""Refusals around a live match: rights and limits."""

from __future__ import annotations

from collections.abc import Mapping

from carrom.errors import CarromError
from carrom.i18n import Argument

Args = dict[str, str | float | list[str]]


class Refused(CarromError):
    """A refusal with a code of its own; `says` are its arguments."""

    def __init__(
        self,
        code: str,
        args: Mapping[str, str | float | list[str]] | None = None,
        retry_after: float = 0.0,
    ) -> None:
        """`retry_after`: seconds after which the same request would be answered, if known."""
        self.code = code
        self.says: Args = dict(args or {})
        arguments = {name: _argument(value) for name, value in self.says.items()}
        super().__init__(f"refused.code.{code}", **arguments)
        self.retry_after = retry_after


def _argument(value: str | float | list[str]) -> Argument:
    return tuple(value) if isinstance(value, list) else value
