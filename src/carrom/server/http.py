"""What the routes of games, replays and umpires share: reading requests and making responses."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from carrom.live.refused import Refused
from carrom.server.encoding import decoded

BODY_BYTES = 16 * 1024
RECORD_BYTES = 4 * 1024 * 1024
JSON = ("application/json",)
NO_STORE = {"cache-control": "no-store"}

T = TypeVar("T")


def json_response(body: bytes, status: int = 200) -> Response:
    """A response that no cache keeps."""
    return Response(body, status, NO_STORE, media_type="application/json")


def attachment(body: bytes, name: str, kind: str) -> Response:
    """A file to save, named in ASCII and in UTF-8."""
    plain = "".join(letter if letter.isascii() and letter.isprintable() else "_" for letter in name)
    plain = plain.translate(str.maketrans('"\\/', "___"))
    disposition = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(body, headers={"content-disposition": disposition} | NO_STORE, media_type=kind)


def bearer_token(request: Request) -> str:
    """The token or key of a request: in a header, since proxies log addresses."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def url_number(text: str, least: int = 1) -> int:
    """A number in an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9) or int(text) < least:
        raise Refused("page/unknown")
    return int(text)


def page_number(request: Request) -> int:
    return url_number(request.query_params.get("page", "1"))


async def read_body(request: Request, kinds: tuple[str, ...] = JSON, limit: int = BODY_BYTES) -> bytes:
    """The body of a request; refuses other origins, other content types and too many bytes."""
    refuse_foreign_page(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in kinds:
        raise Refused("frame/malformed", {"text": f"content-type: {' or '.join(kinds)}"})
    return await read_body_once(request, limit)


def refuse_foreign_page(request: Request) -> None:
    """Refuse what a page of another origin asks. A relayed request was checked where it came in."""
    origin = request.headers.get("origin")
    if origin is not None and origin not in request.app.state.origins:
        raise Refused("origin/refused")


async def read_body_once(request: Request, limit: int = BODY_BYTES) -> bytes:
    """The bytes of a body, kept for whoever asks again; refuses too many."""
    kept: bytes | None = getattr(request.state, "body", None)
    if kept is not None:
        return kept
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > limit:
            code = "record/too-large" if limit == RECORD_BYTES else "frame/too-large"
            raise Refused(code, {"limit": limit})
    kept = request.state.body = bytes(body)
    return kept


async def read_json(request: Request, kind: type[T]) -> T:
    """The body of a request as a value of this type."""
    return decoded(msgspec.json.Decoder(kind), await read_body(request))


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of `work`, which is cancelled when the client leaves. The body must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
