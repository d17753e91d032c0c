"""Refusals as they go over the wire: a code, its arguments, its text, and a status of HTTP."""

from __future__ import annotations

import logging
from functools import lru_cache

from msgspec import field

from carrom import errors
from carrom.i18n import Message
from carrom.live.messages import ErrorMessage, Part
from carrom.live.refused import Args, Refused
from carrom.server.encoding import encoded
from carrom.server.metrics import REFUSALS

log = logging.getLogger("carrom.server")

QUOTA = "store/quota"
_CODES = {
    400: ("frame/malformed",),
    403: ("table/not-yours", "room/token", "match/not-listed", "desk/key", "origin/refused", "network/owner"),
    404: (
        *("law/unknown", "room/unknown", "invitation/unknown"),
        *("match/unknown", "desk/unknown", "page/unknown"),
    ),
    408: ("request/timeout",),
    409: (
        *("play/not-now", "record/full", "table/stale", "table/waiting", "table/asks-used", "seat/taken"),
        *("hint/not-here", "setup/not-here", "keep/not-here", "offer/none", "offer/waited", "match/live"),
        *("network/none", "network/failed"),
    ),
    413: ("record/too-large", "frame/too-large"),
    422: ("sheet/unprintable",),
    429: ("frame/too-many",),
    500: ("physics/failed", "page/broken"),
    503: ("store/failed", "room/full", "busy"),
    507: (QUOTA,),
}
STATUS = {code: status for status, codes in _CODES.items() for code in codes}
NOT_POSSIBLE = 422


class Refusal(Part, frozen=True):
    """The body of every answer over HTTP that is an error."""

    code: str
    text: Message
    args: dict[str, str | float | list[str]] = field(default_factory=dict)


def refusal_of(error: errors.CarromError) -> Refusal:
    """An error as it goes over the wire; counted, and logged if it is the server's fault."""
    code = public_code(error.code)
    REFUSALS.labels(code).inc()
    if status_of(code) >= 500:
        log.warning("%s: %s", error.code, error, extra={"cause": error.code})
    # Internal causes are for the log; the reader learns what to do.
    internal = isinstance(error, errors.StoreError | errors.Stale | errors.SimulationError)
    text = Message(f"refused.code.{code}") if internal else error.sentence
    return Refusal(code, text, _args(error))


def error_of(refused: errors.CarromError, number: int = 0) -> ErrorMessage:
    """The answer to a refused request over a socket; `number` is that of the request, if any."""
    told = refusal_of(refused)
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


def _args(error: errors.CarromError) -> Args:
    if isinstance(error, Refused):
        return error.says
    if isinstance(error, errors.StoreError):
        # Its text names files of this machine; the log has it.
        return {}
    said: Args = {"text": str(error)}
    match error:
        case errors.ImpossiblePlacing():
            said["failed"] = list(error.failed)
        case errors.ImpossibleCase():
            said["field"] = error.field
        case errors.ImpossibleAim() if error.broken:
            said["why"] = error.broken
            if isinstance(power := error.arguments.get("power"), float):
                said["power"] = power
        case errors.RecordFull():
            said["limit"] = error.limit
        case errors.RecordError() if error.line is not None:
            said["line"] = error.line
    return said
