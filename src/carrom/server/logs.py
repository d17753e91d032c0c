"""The log as text or JSON, at most one line a second per cause.

A record's cause is its `cause` (given by `extra`), or its logger and message. Its `fields` become fields of
the JSON object. What looks like a token in the text of an exception is left out.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from time import monotonic
from typing import Literal, TextIO

Form = Literal["text", "json"]

SECONDS_PER_CAUSE = 1.0
TOKEN = re.compile(r"[\w-]{16,}")


def set_up_logging(form: Form = "text", level: int = logging.WARNING, stream: TextIO | None = None) -> None:
    """Log to standard error: records of this package from `level`, those of libraries from WARNING."""
    handler = RateLimitedHandler(stream or sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("carrom").setLevel(level)


class RateLimitedHandler(logging.StreamHandler[TextIO]):
    """Writes at most one record a second per cause; a later one says how many were left out."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._written: dict[str, float] = {}
        self._held: dict[str, tuple[int, logging.LogRecord]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        now = monotonic()
        self._write_held(now)
        cause = _cause(record)
        if now - self._written.get(cause, -SECONDS_PER_CAUSE) < SECONDS_PER_CAUSE:
            self._held[cause] = (self._held.get(cause, (0, record))[0] + 1, record)
        else:
            self._write(cause, record, now)

    def _write_held(self, now: float) -> None:
        for cause in [each for each in self._held if now - self._written[each] >= SECONDS_PER_CAUSE]:
            count, record = self._held.pop(cause)
            record.left_out = count - 1
            self._write(cause, record, now)

    def _write(self, cause: str, record: logging.LogRecord, now: float) -> None:
        self._written[cause] = now
        super().emit(record)

    def close(self) -> None:
        self.acquire()
        try:
            self._write_held(float("inf"))
        finally:
            self.release()
        super().close()


def _cause(record: logging.LogRecord) -> str:
    named: str | None = getattr(record, "cause", None)
    if named is not None:
        return named
    raised = record.exc_info[0].__name__ if record.exc_info and record.exc_info[0] else ""
    return f"{record.name} {record.msg} {raised}"


def _traceback(record: logging.LogRecord) -> str:
    """The traceback of a record without tokens, or ""."""
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    frames = "".join(traceback.format_tb(record.exc_info[2]))
    kind, error = record.exc_info[0].__name__, TOKEN.sub("…", str(record.exc_info[1]))
    return f"Traceback (most recent call last):\n{frames}{kind}: {error}"


class TextFormatter(logging.Formatter):
    """A line for a person."""

    def format(self, record: logging.LogRecord) -> str:
        line = f"{self.formatTime(record)} {record.getMessage()}"
        left_out: int = getattr(record, "left_out", 0)
        more = f" ({left_out} more like this left out)" if left_out else ""
        raised = _traceback(record)
        return f"{line}{more}\n{raised}" if raised else line + more


class JsonFormatter(logging.Formatter):
    """An object for a program."""

    def format(self, record: logging.LogRecord) -> str:
        fields: Mapping[str, object] = getattr(record, "fields", {})
        said: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": getattr(record, "event", record.name),
            **(fields or {"message": record.getMessage()}),
        }
        left_out: int = getattr(record, "left_out", 0)
        if left_out:
            said["left_out"] = left_out
        raised = _traceback(record)
        if raised:
            said["traceback"] = raised
        return json.dumps(said, ensure_ascii=False)
