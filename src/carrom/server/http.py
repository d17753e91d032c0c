"""What is asked over HTTP, but the laws: rooms, matches to read, replays, records, what-if."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

import carrom
from carrom.equipment import STANDARD
from carrom.i18n import LANGUAGES
from carrom.pace import PACES
from carrom.players import LEVELS
from carrom.record import sheet
from carrom.server import law_pages, views
from carrom.server import messages as wire
from carrom.server.config import Config
from carrom.server.errors import Refused
from carrom.server.hall import Hall
from carrom.server.reading import Library, Reading

BODY = 16 * 1024  # bytes
RECORD = 4 * 1024 * 1024
JSON = ("application/json",)
FILES = ("application/octet-stream", "text/plain")

T = TypeVar("T")


def answered(part: msgspec.Struct, status: int = 200) -> Response:
    """A part of the wire as an answer; it is never kept by anybody on the way."""
    body = msgspec.json.encode(part)
    return Response(body, status, {"cache-control": "no-store"}, media_type="application/json")


def language(request: Request) -> str:
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else LANGUAGES[0]


async def posted(request: Request, kinds: tuple[str, ...] = JSON, limit: int = BODY) -> bytes:
    """The body of a request that may be posted at all: by a page of ours, of this kind, not too large."""
    config: Config = request.app.state.config
    origin = request.headers.get("origin")
    if origin is not None and origin not in config.known_origins:
        raise Refused("origin/refused")
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in kinds:
        raise Refused("frame/malformed", {"text": f"content-type: {' or '.join(kinds)}"})
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > limit:
            raise Refused("record/too-large" if limit == RECORD else "frame/too-large", {"limit": limit})
    return bytes(body)


async def read_as(request: Request, kind: type[T]) -> T:
    """The posted JSON as what it should be."""
    body = await posted(request)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as wrong:
        raise Refused("frame/malformed", {"text": str(wrong)}) from None


@dataclass(slots=True)
class Desk:
    """Where requests are answered: the hall with its live rooms, and the library of all matches."""

    hall: Hall
    library: Library
    config: Config
    opening: asyncio.Semaphore
    reading: asyncio.Semaphore

    async def ready(self, request: Request) -> Response:
        """What may be chosen here."""
        return answered(
            wire.Ready(
                version=carrom.__version__,
                rulebooks=law_pages.titles(language(request)),
                levels=tuple(LEVELS),
                profiles=tuple(PACES),
                lists=self.config.lists,
                geometry=views.geometry(STANDARD),
            )
        )

    async def open_room(self, request: Request) -> Response:
        return answered(await self.hall.open(await read_as(request, wire.NewRoom)), 201)

    async def matches(self, request: Request) -> Response:
        """All matches, where the server lists them; those of one's own links everywhere."""
        tokens = request.query_params.get("tokens")
        if tokens is not None:
            asked = [token for token in tokens.split(",") if token]
            return answered(await run_in_threadpool(self.library.of_tokens, asked))
        if not self.config.lists:
            raise Refused("match/not-listed")
        page = _number(request.query_params.get("page", "1"))
        return answered(await run_in_threadpool(self.library.latest, page))

    async def replay(self, request: Request) -> Response:
        return answered(await self._read(request, Reading.replay))

    async def step(self, request: Request) -> Response:
        seq = _number(request.path_params["v"])
        return answered(await self._read(request, lambda reading: reading.step(seq)))

    async def verdicts(self, request: Request) -> Response:
        """How the other rulebooks would have decided an entry."""
        seq = _number(request.path_params["v"])
        return answered(await self._read(request, lambda reading: law_pages.verdicts(reading.seen, seq)))

    async def record(self, request: Request) -> Response:
        reading = await self._read(request, lambda reading: reading)
        headers = {
            "content-disposition": f'attachment; filename="{reading.match.id}.carrom"',
            "cache-control": "no-store",
        }
        return Response(reading.file, headers=headers, media_type="application/octet-stream")

    async def sheet(self, request: Request) -> Response:
        """The score sheet as text."""
        lang = language(request)
        text = await self._read(
            request,
            lambda reading: sheet(reading.seen.keeper.states[-1], lang, entries=reading.seen.entries),
        )
        return PlainTextResponse(text, headers={"cache-control": "no-store"})

    async def what_if(self, request: Request) -> Response:
        """A practice room that begins with the same entries."""
        wanted = await read_as(request, wire.WhatIf)
        reading = await self._read(request, lambda reading: reading)
        if not reading.playable or wanted.at > reading.seen.seq:
            raise Refused("page/unknown")
        return answered(await self.hall.what_if(reading.match, reading.seen.entries[: wanted.at]), 201)

    async def open_record(self, request: Request) -> Response:
        """A record file to be read here: one at a time, since each is folded and checked whole."""
        if self.opening.locked():
            raise Refused("busy")
        raw = await posted(request, FILES, RECORD)
        async with self.opening:
            return answered(await run_in_threadpool(self.library.open_file, raw), 201)

    async def _read(self, request: Request, look: Callable[[Reading], T]) -> T:
        """A few at a time: a long match takes a while to be read, and the threads are everybody's."""
        token = request.path_params["token"]
        async with self.reading:
            return await run_in_threadpool(lambda: look(self.library.by_token(token)))


def _number(text: str) -> int:
    """A number from an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9) or int(text) < 1:
        raise Refused("page/unknown")
    return int(text)


async def laws(request: Request) -> Response:
    return answered(await run_in_threadpool(law_pages.laws, language(request)))


async def law(request: Request) -> Response:
    cited, lang = request.query_params.get("cite", ""), language(request)
    return answered(await run_in_threadpool(law_pages.law, cited, lang))


async def rule(request: Request) -> Response:
    """A case of docs/cases.md under every rulebook."""
    raw = await read_as(request, dict[str, object])
    return answered(await run_in_threadpool(law_pages.rule, raw))
