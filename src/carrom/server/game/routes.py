"""What is asked over HTTP: rooms, matches to read, replays, records, what-if, laws."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response

import carrom
from carrom.equipment import STANDARD
from carrom.live import messages as wire
from carrom.live import views
from carrom.live.refused import Refused
from carrom.pace import PACES
from carrom.players import LEVELS
from carrom.server import bodies
from carrom.server.config import Config
from carrom.server.encoding import encoded, language
from carrom.server.rate_limits import asker
from carrom.server.registry import Registry
from carrom.server.replay import law_pages
from carrom.server.replay.library import Library
from carrom.server.workers.pools import ReadingPool
from carrom.store import KeptLine, KeptMatch
from carrom.store.kept import now

BODY = 16 * 1024  # bytes
RECORD = 4 * 1024 * 1024
JSON = ("application/json",)
FILES = ("application/octet-stream", "text/plain")

P = ParamSpec("P")
T = TypeVar("T")


def answered(request: Request, part: object, status: int = 200) -> Response:
    """A part of the wire as an answer, in the reader's language; it is never kept by anybody on the way."""
    return sent(encoded(part, language(request)), status)


def sent(body: bytes, status: int = 200) -> Response:
    """The same of JSON that is ready."""
    return Response(body, status, {"cache-control": "no-store"}, media_type="application/json")


def bearer(request: Request) -> str:
    """The token or key that a request comes with: in a header, since addresses are logged by proxies."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


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


CITATION = 80  # letters, twice the longest
LAW_TEXTS = 1024
"""Law texts that are kept ready: they never change while the server runs."""


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """What the work gives; it is cancelled when the client leaves. The body must have been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@dataclass(slots=True)
class GameRoutes:
    """What is asked of the game: the registry with its live matches, the readers of all matches and laws."""

    registry: Registry
    readers: ReadingPool
    config: Config
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)
    law_texts: OrderedDict[tuple[str, ...], bytes] = field(default_factory=OrderedDict)

    async def ready(self, request: Request) -> Response:
        """What may be chosen here."""
        key = await run_in_threadpool(lambda: self.registry.signer.fingerprint)
        return answered(
            request,
            bodies.Ready(
                version=carrom.__version__,
                rulebooks=law_pages.titles(language(request)),
                levels=tuple(LEVELS),
                profiles=tuple(PACES),
                lists=self.config.lists,
                geometry=views.geometry(STANDARD),
                key=key,
            ),
        )

    async def open_room(self, request: Request) -> Response:
        return answered(request, await self.registry.open(await read_as(request, wire.NewRoom)), 201)

    async def keep(self, request: Request) -> Response:
        """Practice is kept for good, or goes in its time again; for who plays there."""
        wanted = await read_as(request, wire.Keep)
        game, role = await self.registry.find(request.path_params["room"], bearer(request))
        if not role.mine:
            raise Refused("table/not-yours")
        if game.owner.kind != "practice":
            raise Refused("keep/not-here")
        await game.ask(wanted)
        return answered(request, wanted)

    async def matches(self, request: Request) -> Response:
        """All matches, where the server lists them; those of one's own links everywhere."""
        tokens = request.query_params.get("tokens")
        if tokens is not None:
            asked = [token for token in tokens.split(",") if token]
            return sent(await self._read(request, Library.of_tokens, asked))
        if not self.config.lists:
            raise Refused("match/not-listed")
        page = _number(request.query_params.get("page", "1"))
        return sent(await self._read(request, Library.latest, page))

    async def replay(self, request: Request) -> Response:
        return sent(await self._read(request, Library.replay, _token(request), language(request)))

    async def step(self, request: Request) -> Response:
        seq = _number(request.path_params["v"])
        return sent(await self._read(request, Library.step, _token(request), seq, language(request)))

    async def verdicts(self, request: Request) -> Response:
        """How the other rulebooks would have decided an entry."""
        seq = _number(request.path_params["v"])
        return sent(await self._read(request, Library.verdicts, _token(request), seq, language(request)))

    async def record(self, request: Request) -> Response:
        match, file = await self._read(request, Library.record, _token(request))
        headers = {
            "content-disposition": f'attachment; filename="{match}.carrom"',
            "cache-control": "no-store",
        }
        return Response(file, headers=headers, media_type="application/octet-stream")

    async def sheet(self, request: Request) -> Response:
        """The score sheet as text."""
        text = await self._read(request, Library.sheet, _token(request), language(request))
        return PlainTextResponse(text, headers={"cache-control": "no-store"})

    async def what_if(self, request: Request) -> Response:
        """A practice room that begins with the same entries."""
        wanted = await read_as(request, bodies.WhatIf)
        beginning = await self._read(request, Library.what_if, _token(request), wanted.at)
        if len(beginning.lines) > self.config.limits.branch:
            raise Refused("record/too-large", {"limit": self.config.limits.branch})
        return answered(request, await self.registry.begin(beginning), 201)

    async def open_record(self, request: Request) -> Response:
        """A record file to be read here. A reading process checks it, the server keeps it."""
        raw = await posted(request, FILES, RECORD)
        match, lines = await self._read(request, Library.checked, raw)
        async with self.keeping:
            return answered(request, await run_in_threadpool(self._keep, match, lines), 201)

    def _keep(self, match: KeptMatch, lines: list[KeptLine]) -> bodies.Opened:
        """Keep an opened record; the same file may have been kept a moment ago."""
        store = self.registry.store
        known = store.match(match.id)
        if known is None:
            store.add(match, {}, lines, at=now())
        return bodies.Opened((known or match).watch)

    async def laws(self, request: Request) -> Response:
        return sent(await self._law_text(request, Library.laws, language(request)))

    async def law(self, request: Request) -> Response:
        cited = " ".join(request.query_params.get("cite", "").split())[:CITATION]
        return sent(await self._law_text(request, Library.law, cited, language(request)))

    async def rule(self, request: Request) -> Response:
        """A case of docs/cases.md under every rulebook."""
        case = await read_as(request, dict[str, object])
        return sent(await self._read(request, Library.rule, case, language(request)))

    async def _law_text(self, request: Request, what: Callable[..., bytes], *key: str) -> bytes:
        """A text of the laws, made once."""
        ready = self.law_texts.get(key)
        if ready is None:
            ready = await self._read(request, what, *key)
            self.law_texts[key] = ready
        self.law_texts.move_to_end(key)
        while len(self.law_texts) > LAW_TEXTS:
            self.law_texts.popitem(last=False)
        return ready

    async def _read(
        self,
        request: Request,
        what: Callable[Concatenate[Library, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Have something read, unless the client leaves before."""
        return await while_connected(request, self.readers.read(asker(request), what, *args, **kwargs))


def _token(request: Request) -> str:
    token: str = request.path_params["token"]
    return token


def _number(text: str) -> int:
    """A number from an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9) or int(text) < 1:
        raise Refused("page/unknown")
    return int(text)
