"""The log is bounded whatever happens, says what it left out, and holds nothing secret."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from carrom.server import logs
from carrom.server.middleware import OuterLayer

TOKEN = "k3yOf-a_seat-0123456789"


@pytest.fixture
def handler() -> Iterator[logs.RateLimitedHandler]:
    """Writes JSON to memory."""
    handler = logs.RateLimitedHandler(io.StringIO())
    handler.setFormatter(logs.JsonFormatter())
    yield handler
    handler.close()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Time stands still unless this is moved."""
    now = [100.0]
    monkeypatch.setattr(logs, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def log(handler: logs.RateLimitedHandler) -> Iterator[logging.Logger]:
    logger = logging.getLogger("carrom.test-of-the-log")
    logger.addHandler(handler)
    yield logger
    logger.removeHandler(handler)


def written(handler: logs.RateLimitedHandler) -> list[dict[str, Any]]:
    assert isinstance(handler.stream, io.StringIO)
    return [json.loads(line) for line in handler.stream.getvalue().splitlines()]


def test_a_cause_has_one_line_a_second_and_others_do_not_wait_for_it(
    log: logging.Logger, handler: logs.RateLimitedHandler, clock: list[float]
) -> None:
    for number in range(100):
        log.warning("number %d", number)
        log.warning("other", extra={"cause": f"cause {number % 2}"})
    clock[0] += 1.0
    log.warning("number %d", 100)

    lines = written(handler)
    assert [line["message"] for line in lines] == [
        "number 0",
        "other",
        "other",
        "number 99",
        "other",
        "other",
    ]
    assert [line.get("left_out", 0) for line in lines] == [0, 0, 0, 98, 48, 48]


def test_what_was_held_back_is_written_at_the_end(
    log: logging.Logger, handler: logs.RateLimitedHandler, clock: list[float]
) -> None:
    for _ in range(10):
        log.warning("again")
    handler.close()

    assert [line.get("left_out", 0) for line in written(handler)] == [0, 8]


def test_a_flood_of_exceptions_is_one_traceback_without_tokens(
    log: logging.Logger, handler: logs.RateLimitedHandler, clock: list[float]
) -> None:
    for _ in range(50):
        try:
            raise KeyError(TOKEN)
        except KeyError:
            log.exception("something went wrong")

    (line,) = written(handler)
    assert line["level"] == "error"
    assert line["traceback"].startswith("Traceback (most recent call last):\n")
    assert line["traceback"].endswith("KeyError: '…'")
    text = logs.TextFormatter().format(log.makeRecord("carrom", 40, "", 0, "as text", (), None))
    assert text.endswith(" as text")


def test_an_unexpected_exception_is_answered_in_plain_words(caplog: pytest.LogCaptureFixture) -> None:
    """Logged with the id that the answer has; where an answer has begun, nothing is added to it."""
    start, body = asyncio.run(answered(begun=False))
    begun = asyncio.run(answered(begun=True))

    headers = dict(start["headers"])
    assert start["status"] == 500
    assert json.loads(body["body"])["code"] == "page/broken"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert headers[b"x-request-id"].decode() in caplog.records[0].getMessage()
    assert [message["type"] for message in begun] == ["http.response.start"]


async def answered(begun: bool) -> list[Message]:
    """What goes out of an application that breaks."""

    async def broken(scope: Scope, receive: Receive, send: Send) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise RuntimeError(TOKEN)

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    scope: Scope = {"type": "http", "scheme": "http", "method": "GET", "path": f"/{TOKEN}"}
    scope.update(query_string=b"", headers=[(b"host", b"here")])
    await OuterLayer(broken, {}, {}, hosts=("here",), proxied=False)(scope, receive, send)
    return sent
