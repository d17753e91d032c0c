"""Refusals as they go over the wire: a code, its arguments, its text, and a status of HTTP."""

from __future__ import annotations

import logging
from functools import lru_cache

from msgspec import field

from carrom.errors import (
    CarromError,
    ImpossibleAim,
    ImpossibleCase,
    ImpossiblePlacing,
    RecordError,
    RecordFull,
    SimulationError,
    Stale,
    StoreError,
)
from carrom.i18n import Message
from carrom.live.messages import ErrorMessage, Part
from carrom.live.refused import Args, Refused
from carrom.server.encoding import encoded
from carrom.server.metrics import REFUSALS

log = logging.getLogger("carrom.server")

QUOTA = "store/quota"
STATUS = {
    "play/not-now": 409,
    "law/unknown": 404,
    "physics/failed": 500,
    "record/full": 409,
    "record/too-large": 413,
    "store/failed": 503,
    QUOTA: 507,
    "table/stale": 409,
    "table/not-yours": 403,
    "table/waiting": 409,
    "table/asks-used": 409,
    "room/unknown": 404,
    "room/token": 403,
    "room/full": 503,
    "invitation/unknown": 404,
    "seat/taken": 409,
    "frame/malformed": 400,
    "frame/too-large": 413,
    "frame/too-many": 429,
    "request/timeout": 408,
    "match/unknown": 404,
    "match/not-listed": 403,
    "desk/unknown": 404,
    "desk/key": 403,
    "sheet/unprintable": 422,
    "hint/not-here": 409,
    "setup/not-here": 409,
    "keep/not-here": 409,
    "offer/none": 409,
    "offer/waited": 409,
    "busy": 503,
    "page/unknown": 404,
    "page/broken": 500,
    "match/live": 409,
    "origin/refused": 403,
}
NOT_POSSIBLE = 422


class Refusal(Part, frozen=True):
    """The body of every answer over HTTP that is an error."""

    code: str
    text: Message
    args: dict[str, str | float | list[str]] = field(default_factory=dict)


def refusal(error: CarromError) -> Refusal:
    """An error as it goes over the wire; counted, and logged if it is the server's fault."""
    code = public_code(error.code)
    REFUSALS.labels(code).inc()
    if status_of(code) >= 500:
        log.warning("%s: %s", error.code, error, extra={"cause": error.code})
    # Internal causes are for the log; the reader learns what to do.
    ours = isinstance(error, StoreError | Stale | SimulationError)
    text = Message(f"refused.code.{code}") if ours else error.sentence
    return Refusal(code, text, _args(error))


def error_of(refused: CarromError, number: int = 0) -> ErrorMessage:
    """The answer to a refused request over a socket; `number` is that of the request, if any."""
    told = refusal(refused)
    return ErrorMessage(told.code, told.text, number, told.args)


@lru_cache(maxsize=256)
def refusal_body(code: str, lang: str) -> bytes:
    """A refusal by its code alone, as JSON. It is cached, so that refusing thousands is cheap."""
    return encoded(Refusal(code, Message(f"refused.code.{code}")), lang)


def status_of(code: str) -> int:
    return STATUS.get(code, NOT_POSSIBLE)


def public_code(code: str) -> str:
    """The public code: of failures of the store only a reached quota is named.

    Who came second with an entry has an old view of the table.
    """
    if code.startswith("store/") and code != QUOTA:
        return "store/failed"
    return "table/stale" if code == "record/stale" else code


def _args(error: CarromError) -> Args:
    if isinstance(error, Refused):
        return error.says
    if isinstance(error, StoreError):
        # Its text names files of this machine; the log has it.
        return {}
    said: Args = {"text": str(error)}
    match error:
        case ImpossiblePlacing():
            said["failed"] = list(error.failed)
        case ImpossibleCase():
            said["field"] = error.field
        case ImpossibleAim() if error.broken:
            said["why"] = error.broken
            if isinstance(power := error.arguments.get("power"), float):
                said["power"] = power
        case RecordFull():
            said["limit"] = error.limit
        case RecordError() if error.line is not None:
            said["line"] = error.line
    return said
