"""Read-only routes: matches, replays, records, rulings, laws; and new tables that begin from them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from carrom.live.messages import RoomMade
from carrom.live.refused import Refused
from carrom.server import http
from carrom.server.encoding import lang_of
from carrom.server.lru import LruCache
from carrom.server.rate_limits import client_of
from carrom.server.registry import Registry
from carrom.server.replay.library import Library
from carrom.server.replay.schemas import Opened, WhatIf
from carrom.store import KeptLine, KeptMatch
from carrom.store.records import now

FILES = ("application/octet-stream", "text/plain")
CITATION = 80  # letters, twice the longest
LAW_TEXTS = 1024
"""Law texts that are cached: they never change while the server runs."""

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class ReplayRoutes:
    registry: Registry
    keeping: asyncio.Lock = field(default_factory=asyncio.Lock)
    law_texts: LruCache[tuple[str, ...], bytes] = field(default_factory=lambda: LruCache(LAW_TEXTS))

    async def matches(self, request: Request) -> bytes:
        """All matches, where the server lists them; those of the given links everywhere."""
        tokens = request.query_params.get("tokens")
        if tokens is not None:
            wanted = [token for token in tokens.split(",") if token]
            return await self._read(request, Library.of_tokens, wanted)
        if not self.registry.config.lists:
            raise Refused("match/not-listed")
        return await self._read(request, Library.latest, http.page_number(request))

    async def replay(self, request: Request) -> bytes:
        return await self._read(request, Library.replay, _token(request), lang_of(request))

    async def step(self, request: Request) -> bytes:
        return await self._read(request, Library.step, _token(request), _entry(request), lang_of(request))

    async def verdicts(self, request: Request) -> bytes:
        """How the other rulebooks would have decided an entry."""
        return await self._read(request, Library.verdicts, _token(request), _entry(request), lang_of(request))

    async def record(self, request: Request) -> Response:
        match, file = await self._read(request, Library.record, _token(request))
        headers = {"content-disposition": f'attachment; filename="{match}.carrom"'} | http.NO_STORE
        return Response(file, headers=headers, media_type="application/octet-stream")

    async def sheet(self, request: Request) -> Response:
        """The score sheet as text."""
        text = await self._read(request, Library.sheet, _token(request), lang_of(request))
        return PlainTextResponse(text, headers=http.NO_STORE)

    async def what_if(self, request: Request) -> RoomMade:
        """A practice room that begins with the same entries."""
        wanted = await http.read_json(request, WhatIf)
        beginning = await self._read(request, Library.what_if, _token(request), wanted.at)
        limit = self.registry.config.limits.branch
        if len(beginning.lines) > limit:
            raise Refused("record/too-large", {"limit": limit})
        return await self.registry.begin(beginning)

    async def open_record(self, request: Request) -> Opened:
        """Upload a record file. A reading process checks it, this one stores it."""
        raw = await http.read_body(request, FILES, http.RECORD_BYTES)
        match, lines = await self._read(request, Library.check_upload, raw)
        async with self.keeping:
            return await run_in_threadpool(self._keep, match, lines)

    def _keep(self, match: KeptMatch, lines: list[KeptLine]) -> Opened:
        """Store an uploaded record, unless the same file was stored before."""
        store = self.registry.store
        known = store.match(match.id)
        if known is None:
            store.add(match, {}, lines, at=now())
        return Opened((known or match).watch)

    async def rule(self, request: Request) -> bytes:
        """A case of docs/cases.md under every rulebook."""
        case = await http.read_json(request, dict[str, object])
        return await self._read(request, Library.rule, case, lang_of(request))

    async def possible_incidents(self, request: Request) -> bytes:
        """The incidents that can have happened on the board of a case."""
        case = await http.read_json(request, dict[str, object])
        return await self._read(request, Library.possible_incidents, case)

    async def laws(self, request: Request) -> bytes:
        return await self._law_text(request, Library.laws, lang_of(request))

    async def law(self, request: Request) -> bytes:
        cited = " ".join(request.query_params.get("cite", "").split())[:CITATION]
        return await self._law_text(request, Library.law, cited, lang_of(request))

    async def comparison(self, request: Request) -> bytes:
        """Where rulebooks decide differently."""
        books = request.query_params.get("books", "")[:CITATION]
        return await self._law_text(request, Library.comparison, books, lang_of(request))

    async def _law_text(self, request: Request, what: Callable[..., bytes], *asked: str) -> bytes:
        """A text of the laws, made once."""
        key = (what.__name__, *asked)
        if key not in self.law_texts:
            self.law_texts[key] = await self._read(request, what, *asked)
        return self.law_texts[key]

    async def _read(
        self, request: Request, what: Callable[Concatenate[Library, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call a method of `Library` in a reading process, unless the client leaves first."""
        readers = self.registry.readers
        return await http.while_connected(request, readers.read(client_of(request), what, *args, **kwargs))


def _entry(request: Request) -> int:
    return http.url_number(request.path_params["v"])


def _token(request: Request) -> str:
    token: str = request.path_params["token"]
    return token
