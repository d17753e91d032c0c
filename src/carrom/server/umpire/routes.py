"""What umpires, their organiser and those who look on ask over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from secrets import compare_digest
from urllib.parse import quote

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.live import messages as wire
from carrom.live.refused import Refused
from carrom.live.umpired import NextTable, ReplayTable, Show, UmpiredOwner, UmpiredSettings
from carrom.record import Record
from carrom.server import bodies
from carrom.server.config import Config
from carrom.server.encoding import encoded, encoded_once, language
from carrom.server.game.routes import answered, bearer, read_as
from carrom.server.rate_limits import RequestRates, asker
from carrom.server.registry import Registry, Umpired
from carrom.store import KeptMatch
from carrom.umpiring import log
from carrom.umpiring.catalogue.catalogue import catalogue as catalogue_of
from carrom.umpiring.sheet import Sheet, csv_of, sheet, text_of


@dataclass(slots=True)
class UmpireRoutes:
    """What is asked of umpires' tables. Umpires' readings have a limit of their own, apart from watchers'."""

    registry: Registry
    config: Config
    rates: RequestRates

    @property
    def routes(self) -> list[Route]:
        at = "/api/desk/{token}"
        return [
            *self.rates.limited("openings", Route("/api/desks", self.open, methods=["POST"])),
            Route("/api/desks", self.all),
            Route("/api/wall", self.wall),
            Route(at, self.ask, methods=["POST"]),
            Route(at, self.show),
            *self.rates.limited("previews", Route(f"{at}/preview", self.preview, methods=["POST"])),
            *self.rates.limited(
                "openings",
                Route(f"{at}/next", self.next, methods=["POST"]),
                Route(f"{at}/replay", self.replay, methods=["POST"]),
                Route(f"{at}/invitation", self.hand_over, methods=["POST"]),
            ),
            Route("/api/desks/{desk}/invitation", self.invite, methods=["POST"]),
            Route(f"{at}/log", self.log),
            Route(f"{at}/record", self.record),
            Route(f"{at}/sheet", self.sheet),
            Route(f"{at}/sheet/text", self.sheet_text),
            Route(f"{at}/sheet.pdf", self.sheet_pdf),
            Route(f"{at}/sheet.csv", self.sheet_csv),
            *self.rates.limited("law_texts", Route("/api/catalogue/{rulebook}", catalogue)),
        ]

    async def open(self, request: Request) -> Response:
        """A new table: for everybody, or where there is an organiser, for who has the key."""
        new = await read_as(request, bodies.NewDesk)
        if self.config.organiser:
            _refuse_other(bearer(request), self.config.organiser)
        return answered(
            request, await self.registry.open_umpired(new, umpired=not self.config.organiser), 201
        )

    async def invite(self, request: Request) -> Response:
        """An invitation to umpire at a table, for the organiser."""
        self._refuse_guess(request, bearer(request), self.config.organiser)
        await read_as(request, bodies.Nothing)
        return answered(request, await self.registry.invite_umpire(request.path_params["desk"]), 201)

    async def hand_over(self, request: Request) -> Response:
        """An invitation for the phone that takes over, for the umpire."""
        found = await self._umpires(request)
        await read_as(request, bodies.Nothing)
        return answered(request, await self.registry.invite_umpire(found.owner.kept.id), 201)

    async def replay(self, request: Request) -> Response:
        """The match that replays this one after a protest, for the umpire of this one."""
        await read_as(request, bodies.Nothing)
        found = await self._umpires(request)
        return answered(request, await found.ask(ReplayTable()), 201)

    async def next(self, request: Request) -> Response:
        """An empty table after this one, for its umpire: a place is theirs from match to match."""
        await self._umpires(request)
        await read_as(request, bodies.Nothing)
        found = await self._umpires(request)
        return answered(request, await found.ask(NextTable()), 201)

    async def all(self, request: Request) -> Response:
        """For the organiser."""
        self._refuse_guess(request, bearer(request), self.config.organiser)
        found, more = await self.registry.listed(_page(request))
        lines = tuple(
            bodies.DeskLine(
                *(kept.id, kept.watch, _place(kept), kept.created, kept.changed),
                brief=encoded_once(shown.brief, language(request)),
            )
            for kept, shown in found
        )
        return answered(request, bodies.DeskList(lines, more, self.config.wall))

    async def wall(self, request: Request) -> Response:
        """For a screen in the hall, with a key that is good for nothing else."""
        self._refuse_guess(request, request.query_params.get("key", ""), self.config.wall)
        found, more = await self.registry.listed(_page(request))
        lines = tuple(
            bodies.WallLine(
                kept.watch, _place(kept), kept.changed, encoded_once(shown.brief, language(request))
            )
            for kept, shown in found
        )
        return answered(request, bodies.WallList(lines, more))

    def _refuse_guess(self, request: Request, key: str, ours: str) -> None:
        """Who has the key may look as often as they like; others may not try for long."""
        if not _same(key, ours):
            self.rates.check("openings", asker(request))
        _refuse_other(key, ours)

    async def show(self, request: Request) -> Response:
        """In turn for the umpire, whose next match may have to be made; others see what was told last."""
        found, umpire = await self._found(request)
        if umpire:
            self.rates.check("umpire_readings", asker(request))
            return answered(request, await found.ask(Show()))
        # As cheap as a file: what was told last is ready.
        self.rates.check("files", asker(request))
        table = found.owner
        view = encoded_once(table.told.brief, language(request))
        return answered(request, table.shown(view, umpire=False))

    async def ask(self, request: Request) -> Response:
        await self._umpires(request)
        asked = await read_as(request, wire.DeskAsk)
        token: str = request.path_params["token"]
        return answered(request, await self.registry.report(token, asked, asker(request)))

    async def preview(self, request: Request) -> Response:
        await self._umpires(request)
        tried = await read_as(request, wire.DeskTry)
        found = await self._umpires(request)
        return answered(request, await found.ask(tried))

    async def log(self, request: Request) -> Response:
        """Every entry, for whoever may look on."""
        lang, (table, umpire) = language(request), await self._reader(request)
        documents = self.registry.documents
        lines = await documents.get(table, f"log.{lang}", lambda record: encoded(log(record), lang), umpire)
        return answered(request, bodies.DeskLog(msgspec.Raw(lines)))

    async def record(self, request: Request) -> Response:
        """The record as a file, which any carrom command reads; or its lines after an entry."""
        after = request.query_params.get("after")
        if after is not None:
            seq, (table, umpire) = _number(after), await self._reader(request)
            rest = b"\n".join((await self._file(table, umpire)).split(b"\n")[seq:])
            return Response(rest, headers={"cache-control": "no-store"}, media_type="text/plain")
        table, umpire = await self._begun(request)
        file = await self._file(table, umpire)
        return _attachment(file, f"{_name(table)}.carrom", "application/octet-stream")

    async def _file(self, table: UmpiredOwner, umpire: bool) -> bytes:
        def lines(record: Record) -> bytes:
            kept = table.journal.lines_after(0)[: len(record.entries)]
            return "".join(f"{line}\n" for line in kept).encode()

        return await self.registry.documents.get(table, "record", lines, umpire)

    async def sheet(self, request: Request) -> Response:
        _, file = await self._paper(request, "sheet", lambda made, _: encoded(made, "en"))
        return _json(file)

    async def sheet_text(self, request: Request) -> Response:
        """The score sheet in words, as the page shows it."""
        _, file = await self._paper(request, "text", lambda made, lang: encoded(text_of(made, lang), lang))
        return _json(file)

    async def sheet_pdf(self, request: Request) -> Response:
        """The score sheet to be printed and signed."""
        name, file = await self._paper(request, "pdf", _pdf)
        return _attachment(file, f"{name}.pdf", "application/pdf")

    async def sheet_csv(self, request: Request) -> Response:
        """With the mark by which spreadsheets know that accents are UTF-8."""
        name, file = await self._paper(
            request, "csv", lambda made, lang: csv_of(made, lang).encode("utf-8-sig")
        )
        return _attachment(file, f"{name}.csv", "text/csv; charset=utf-8")

    async def _paper(
        self, request: Request, kind: str, make: Callable[[Sheet, str], bytes]
    ) -> tuple[str, bytes]:
        """A form of the score sheet in the reader's language; and who plays, for the name of a file."""
        lang, (table, umpire) = language(request), await self._begun(request)
        documents = self.registry.documents
        file = await documents.get(table, f"{kind}.{lang}", lambda record: make(sheet(record), lang), umpire)
        return _name(table), file

    async def _found(self, request: Request) -> tuple[Umpired, bool]:
        try:
            return await self.registry.find_umpired(request.path_params["token"], asker(request))
        except Refused:
            self.rates.check("readings", asker(request))
            raise

    async def _umpires(self, request: Request) -> Umpired:
        """The desk of its umpire; who may only look on is refused."""
        found, umpire = await self._found(request)
        if not umpire:
            raise Refused("room/token")
        return found

    async def _reader(self, request: Request) -> tuple[UmpiredOwner, bool]:
        """The table for who reads all of it, and whether it is the umpire."""
        found, umpire = await self._found(request)
        self.rates.check("umpire_readings" if umpire else "readings", asker(request))
        return found.owner, umpire

    async def _begun(self, request: Request) -> tuple[UmpiredOwner, bool]:
        """The same of a match that has begun."""
        table, umpire = await self._reader(request)
        if not table.told.v:
            raise Refused("match/unknown")
        return table, umpire


def _same(key: str, ours: str) -> bool:
    return bool(ours) and compare_digest(key.encode(), ours.encode())


def _refuse_other(key: str, ours: str) -> None:
    if not _same(key, ours):
        raise Refused("desk/key")


def _page(request: Request) -> int:
    page = _number(request.query_params.get("page", "1"))
    if page < 1:
        raise Refused("page/unknown")
    return page


def _place(kept: KeptMatch) -> str:
    return UmpiredSettings.read(kept.settings).place


def _number(text: str) -> int:
    """A number from an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refused("page/unknown")
    return int(text)


def _name(table: UmpiredOwner) -> str:
    """Of a file: who plays."""
    begun = table.journal.states[0].begun
    return " - ".join(" & ".join(names) for names in (begun.first, begun.second))


def _json(body: bytes) -> Response:
    return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")


def _pdf(made: Sheet, lang: str) -> bytes:
    from carrom.printing import pdf_of  # fpdf2 takes a while to load

    return pdf_of(made, lang)


def _attachment(body: bytes, name: str, kind: str) -> Response:
    """A file to be kept: its name in plain letters, and as it is for who can read that."""
    plain = "".join(letter if letter.isascii() and letter.isprintable() else "_" for letter in name)
    plain = plain.replace('"', "_").replace("\\", "_").replace("/", "_")
    said = f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Response(body, headers={"content-disposition": said, "cache-control": "no-store"}, media_type=kind)


async def catalogue(request: Request) -> Response:
    """All that can be reported under a rulebook."""
    return _json(await run_in_threadpool(_catalogue, request.path_params["rulebook"], language(request)))


@lru_cache(maxsize=16)
def _catalogue(rulebook: str, lang: str) -> bytes:
    return encoded(catalogue_of(rulebook), lang)
