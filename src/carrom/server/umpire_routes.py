"""What umpires, their organiser and those who look on ask over HTTP."""

from __future__ import annotations

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
from carrom.live.umpired import LiveDesk
from carrom.server.config import Config
from carrom.server.desk_owner import Desk
from carrom.server.desks import Desks
from carrom.server.encoding import encoded, language
from carrom.server.errors import Refused
from carrom.server.http import answered, bearer, read_as
from carrom.server.rates import RequestRates, asker
from carrom.umpiring import log
from carrom.umpiring.catalogue import catalogue as catalogue_of
from carrom.umpiring.sheet import csv_of, sheet, text_of
from carrom.umpiring.sheet.pdf import pdf_of


@dataclass(slots=True)
class Umpiring:
    """Where they are answered. Umpires' readings have a limit of their own, apart from watchers'."""

    desks: Desks
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
        new = await read_as(request, wire.NewDesk)
        if self.config.organiser:
            _refuse_other(bearer(request), self.config.organiser)
        return answered(request, await self.desks.open(new, umpired=not self.config.organiser), 201)

    async def invite(self, request: Request) -> Response:
        """An invitation to umpire at a table, for the organiser."""
        self._refuse_guess(request, bearer(request), self.config.organiser)
        await read_as(request, wire.Nothing)
        return answered(request, await self.desks.invite(request.path_params["desk"]), 201)

    async def hand_over(self, request: Request) -> Response:
        """An invitation for the phone that takes over, for the umpire."""
        found = await self._umpires(request)
        await read_as(request, wire.Nothing)
        return answered(request, await self.desks.invite(found.live.kept.id), 201)

    async def replay(self, request: Request) -> Response:
        """The match that replays this one after a protest, for the umpire of this one."""
        await read_as(request, wire.Nothing)
        found = await self._umpires(request)
        return answered(request, await found.look(LiveDesk.replay_table), 201)

    async def next(self, request: Request) -> Response:
        """An empty table after this one, for its umpire: a place is theirs from match to match."""
        await self._umpires(request)
        await read_as(request, wire.Nothing)
        found = await self._umpires(request)
        return answered(request, await found.next(), 201)

    async def all(self, request: Request) -> Response:
        """For the organiser."""
        self._refuse_guess(request, bearer(request), self.config.organiser)
        return answered(request, await self.desks.listed(_page(request), language(request)))

    async def wall(self, request: Request) -> Response:
        """For a screen in the hall, with a key that is good for nothing else."""
        self._refuse_guess(request, request.query_params.get("key", ""), self.config.wall)
        return answered(request, await self.desks.on_wall(_page(request), language(request)))

    def _refuse_guess(self, request: Request, key: str, ours: str) -> None:
        """Who has the key may look as often as they like; others may not try for long."""
        if not _same(key, ours):
            self.rates.check("openings", asker(request))
        _refuse_other(key, ours)

    async def show(self, request: Request) -> Response:
        """In turn for the umpire, whose next match may have to be made; others see what was told last."""
        lang, (found, umpire) = language(request), await self._found(request)
        if umpire:
            self.rates.check("umpire_readings", asker(request))
            return answered(
                request, await found.look(lambda live: _shown(live, live.shown.whole(lang), live.replay()))
            )
        # As cheap as a file: what was told last is ready.
        self.rates.check("files", asker(request))
        return answered(request, _shown(found.live, found.told.brief(lang), umpire=False))

    async def ask(self, request: Request) -> Response:
        await self._umpires(request)
        asked = await read_as(request, wire.DeskAsk)
        # It may have been put away while the body came.
        found = await self._umpires(request)
        return answered(request, await found.ask(asked, language(request)))

    async def preview(self, request: Request) -> Response:
        await self._umpires(request)
        tried = await read_as(request, wire.DeskTry)
        found = await self._umpires(request)
        return answered(request, await found.look(lambda live: live.preview(tried)))

    async def log(self, request: Request) -> Response:
        """Every entry, for whoever may look on."""
        lang, (found, umpire) = language(request), await self._reader(request)
        lines = await self.desks.papers.get(
            found, f"log.{lang}", lambda record: encoded(log(record), lang), umpire
        )
        return answered(request, wire.DeskLog(msgspec.Raw(lines)))

    async def record(self, request: Request) -> Response:
        """The record as a file, which any carrom command reads; or its lines after an entry."""
        after = request.query_params.get("after")
        if after is not None:
            seq, (found, umpire) = _number(after), await self._reader(request)
            rest = b"\n".join((await self._file(found, umpire)).split(b"\n")[seq:])
            return Response(rest, headers={"cache-control": "no-store"}, media_type="text/plain")
        found, umpire = await self._begun(request)
        file = await self._file(found, umpire)
        return _attachment(file, f"{_name(found)}.carrom", "application/octet-stream")

    async def _file(self, found: Desk, umpire: bool) -> bytes:
        return await self.desks.papers.get(found, "record", found.live.lines, umpire)

    async def sheet(self, request: Request) -> Response:
        found, umpire = await self._begun(request)
        return _json(
            await self.desks.papers.get(found, "sheet", lambda record: encoded(sheet(record), "en"), umpire)
        )

    async def sheet_text(self, request: Request) -> Response:
        """The score sheet in words, as the page shows it."""
        lang, (found, umpire) = language(request), await self._begun(request)
        return _json(
            await self.desks.papers.get(
                found, f"text.{lang}", lambda record: encoded(text_of(sheet(record), lang), lang), umpire
            )
        )

    async def sheet_pdf(self, request: Request) -> Response:
        """The score sheet to be printed and signed."""
        lang, (found, umpire) = language(request), await self._begun(request)
        file = await self.desks.papers.get(
            found, f"pdf.{lang}", lambda record: pdf_of(sheet(record), lang), umpire
        )
        return _attachment(file, f"{_name(found)}.pdf", "application/pdf")

    async def sheet_csv(self, request: Request) -> Response:
        """With the mark by which spreadsheets know that accents are UTF-8."""
        lang, (found, umpire) = language(request), await self._begun(request)
        file = await self.desks.papers.get(
            found, f"csv.{lang}", lambda record: csv_of(sheet(record), lang).encode("utf-8-sig"), umpire
        )
        return _attachment(file, f"{_name(found)}.csv", "text/csv; charset=utf-8")

    async def _found(self, request: Request) -> tuple[Desk, bool]:
        try:
            return await self.desks.find(request.path_params["token"])
        except Refused:
            self.rates.check("readings", asker(request))
            raise

    async def _umpires(self, request: Request) -> Desk:
        """The desk of its umpire; who may only look on is refused."""
        found, umpire = await self._found(request)
        if not umpire:
            raise Refused("room/token")
        return found

    async def _reader(self, request: Request) -> tuple[Desk, bool]:
        """The desk for who reads all of it, and whether it is the umpire."""
        found, umpire = await self._found(request)
        self.rates.check("umpire_readings" if umpire else "readings", asker(request))
        return found, umpire

    async def _begun(self, request: Request) -> tuple[Desk, bool]:
        """The same of a match that has begun."""
        found, umpire = await self._reader(request)
        if not found.told.v:
            raise Refused("match/unknown")
        return found, umpire


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


def _shown(
    live: LiveDesk, view: object, replay: wire.DeskLink | None = None, umpire: bool = True
) -> wire.DeskShown:
    return wire.DeskShown(
        umpire=umpire,
        desk=live.kept.id,
        watch=live.kept.watch,
        place=live.settings.place,
        next=replay,
        before=live.before,
        view=view,
    )


def _number(text: str) -> int:
    """A number from an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refused("page/unknown")
    return int(text)


def _name(found: Desk) -> str:
    """Of a file: who plays."""
    begun = found.live.keeper.states[0].begun
    return " - ".join(" & ".join(names) for names in (begun.first, begun.second))


def _json(body: bytes) -> Response:
    return Response(body, headers={"cache-control": "no-store"}, media_type="application/json")


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
