"""What umpires, their organiser and those who look on ask over HTTP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from secrets import compare_digest
from typing import TypeVar
from urllib.parse import quote

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from carrom.desk import log
from carrom.desk.catalogue import catalogue as catalogue_of
from carrom.desk.pdf import pdf_of
from carrom.desk.sheet import csv_of, sheet
from carrom.server import messages as wire
from carrom.server.config import Config
from carrom.server.desks import Desk, Desks
from carrom.server.errors import Refused
from carrom.server.http import answered, language, read_as
from carrom.server.live_desk import LiveDesk, encoded
from carrom.server.qr import qr_svg
from carrom.server.rates import Rates, neighbourhood
from carrom.store import StoredRecord

T = TypeVar("T")


@dataclass(slots=True)
class Umpiring:
    """Where they are answered. `openings` counts the tables that an address opens, and keys it guesses."""

    desks: Desks
    config: Config
    openings: Rates

    @property
    def routes(self) -> list[Route]:
        at = "/api/desk/{token}"
        return [
            Route("/api/desks", self.open, methods=["POST"]),
            Route("/api/desks", self.all),
            Route(at, self.ask, methods=["POST"]),
            Route(at, self.show),
            Route(f"{at}/preview", self.preview, methods=["POST"]),
            Route(f"{at}/log", self.log),
            Route(f"{at}/record", self.record),
            Route(f"{at}/sheet", self.sheet),
            Route(f"{at}/sheet.pdf", self.sheet_pdf),
            Route(f"{at}/sheet.csv", self.sheet_csv),
            Route(f"{at}/qr.svg", self.qr),
            Route("/api/catalogue/{rulebook}", catalogue),
        ]

    async def open(self, request: Request) -> Response:
        """A new table: for everybody, or where there is an organiser, for who has the key."""
        self._refuse_too_many(request)
        new = await read_as(request, wire.NewDesk)
        if self.config.organiser:
            self._refuse_without_key(new.key)
        return answered(await self.desks.open(new), 201)

    async def all(self, request: Request) -> Response:
        """For the organiser: the umpires' links are among them."""
        key = request.query_params.get("key", "")
        if not self._is_key(key):
            self._refuse_too_many(request)
        self._refuse_without_key(key)
        page = _number(request.query_params.get("page", "1"))
        if page < 1:
            raise Refused("page/unknown")
        return answered(await self.desks.listed(page))

    def _is_key(self, key: str) -> bool:
        ours = self.config.organiser
        return bool(ours) and compare_digest(key.encode(), ours.encode())

    def _refuse_without_key(self, key: str) -> None:
        if not self._is_key(key):
            raise Refused("desk/key")

    def _refuse_too_many(self, request: Request) -> None:
        if not self.openings.allow(neighbourhood(request.client.host if request.client else "")):
            raise Refused("frame/too-many")

    async def show(self, request: Request) -> Response:
        found, umpire = await self._found(request)

        def look(live: LiveDesk) -> wire.DeskShown:
            return wire.DeskShown(
                umpire=umpire,
                desk=live.kept.id,
                watch=live.kept.watch,
                place=live.settings.place,
                next=live.replay() if umpire else None,
                before=live.before,
                view=live.shown.whole if umpire else live.shown.brief,
            )

        return answered(await found.look(look))

    async def ask(self, request: Request) -> Response:
        found = await self._umpires(request)
        return answered(await found.ask(await read_as(request, wire.DeskAsk)))

    async def preview(self, request: Request) -> Response:
        found = await self._umpires(request)
        tried = await read_as(request, wire.DeskTry)
        return _json(await found.look(lambda live: live.preview(tried)))

    async def log(self, request: Request) -> Response:
        """Every entry, for whoever may look on."""
        found, _ = await self._found(request)
        lines = await found.look(lambda live: encoded(log(live.keeper)))
        return answered(wire.DeskLog(msgspec.Raw(lines)))

    async def record(self, request: Request) -> Response:
        """The record as a file, which any carrom command reads; or its lines after an entry."""
        after = request.query_params.get("after")
        if after is not None:
            seq, (found, _) = _number(after), await self._found(request)
            rest = await found.look(lambda live: _lines(live.keeper, seq))
            return Response(rest, headers={"cache-control": "no-store"}, media_type="text/plain")
        file, name = await self._begun(request, lambda keeper: (_lines(keeper), _name(keeper)))
        return _attachment(file, f"{name}.carrom", "application/octet-stream")

    async def sheet(self, request: Request) -> Response:
        return _json(await self._begun(request, lambda keeper: encoded(sheet(keeper))))

    async def sheet_pdf(self, request: Request) -> Response:
        """The score sheet to be printed and signed."""
        lang = language(request)
        file, name = await self._begun(request, lambda keeper: (pdf_of(sheet(keeper), lang), _name(keeper)))
        return _attachment(file, f"{name}.pdf", "application/pdf")

    async def sheet_csv(self, request: Request) -> Response:
        lang = language(request)
        text, name = await self._begun(request, lambda keeper: (csv_of(sheet(keeper), lang), _name(keeper)))
        # With the mark by which spreadsheets know that accents are UTF-8.
        return _attachment(text.encode("utf-8-sig"), f"{name}.csv", "text/csv; charset=utf-8")

    async def qr(self, request: Request) -> Response:
        """A link for another phone; the umpire's only for who has it."""
        found, umpire = await self._found(request)
        to = request.query_params.get("to", "watch")
        if to not in ("umpire", "watch"):
            raise Refused("page/unknown")
        if to == "umpire" and not umpire:
            raise Refused("room/token")
        live = found.live
        path = f"/umpire/{live.token}" if to == "umpire" else f"/watch/{live.kept.watch}"
        drawn = await run_in_threadpool(qr_svg, self._address(request) + path)
        return Response(drawn, headers={"cache-control": "no-store"}, media_type="image/svg+xml")

    def _address(self, request: Request) -> str:
        """The address under which this was asked; https, where our own pages have no other."""
        host, scheme = request.headers["host"].lower(), request.url.scheme
        known = self.config.known_origins
        return next(
            (address for each in (scheme, "https", "http") if (address := f"{each}://{host}") in known),
            f"{scheme}://{host}",
        )

    async def _found(self, request: Request) -> tuple[Desk, bool]:
        return await self.desks.find(request.path_params["token"])

    async def _umpires(self, request: Request) -> Desk:
        """The desk of its umpire; who may only look on is refused."""
        found, umpire = await self._found(request)
        if not umpire:
            raise Refused("room/token")
        return found

    async def _begun(self, request: Request, read: Callable[[StoredRecord], T]) -> T:
        """Something read from a match that has begun."""
        found, _ = await self._found(request)

        def look(live: LiveDesk) -> T:
            if not live.seq:
                raise Refused("match/unknown")
            return read(live.keeper)

        return await found.look(look)


def _number(text: str) -> int:
    """A number from an address."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Refused("page/unknown")
    return int(text)


def _lines(keeper: StoredRecord, after: int = 0) -> bytes:
    """The lines of a record as they are kept."""
    return "".join(f"{each.line}\n" for each in keeper.store.lines(keeper.match, after)).encode()


def _name(keeper: StoredRecord) -> str:
    """Of a file: who plays."""
    begun = keeper.state.begun
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
    return _json(await run_in_threadpool(_catalogue, request.path_params["rulebook"]))


@lru_cache(maxsize=16)
def _catalogue(rulebook: str) -> bytes:
    return encoded(catalogue_of(rulebook))
