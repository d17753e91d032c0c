"""Routes of umpires' tables, for umpires, their organiser and spectators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import lru_cache
from secrets import compare_digest
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from carrom.live import messages as wire
from carrom.live.messages import Body, Part
from carrom.live.refused import Refused
from carrom.live.settings import UmpiredSettings
from carrom.live.umpired import UmpiredOwner, UmpireRequest
from carrom.record import Record
from carrom.server import http
from carrom.server.encoding import encoded, encoded_once, lang_of
from carrom.server.rate_limits import client_of
from carrom.server.registry import Registry, Umpired
from carrom.store import KeptMatch
from carrom.umpiring import match_log
from carrom.umpiring.catalogue.catalogue import report_catalogue
from carrom.umpiring.sheet import Sheet, score_sheet, sheet_csv, sheet_words

T = TypeVar("T")


class NewDesk(Body, frozen=True):
    """A table with an umpire, before anybody has sat down."""

    place: Annotated[str, Meta(max_length=40)] = ""


class Nothing(Body, frozen=True):
    """An empty body: the address and the token say everything."""


class DeskLog(Part, frozen=True):
    log: object  # Line[] of the desk, as JSON


class DeskLine(Part, frozen=True):
    """A desk in the organiser's list; `brief` is the view of a watcher."""

    desk: str
    watch: str
    place: str
    created: str
    changed: str
    brief: object  # View of the desk, as JSON


class DeskList(Part, frozen=True):
    """`wall` is the key of a screen that shows all tables and opens none."""

    desks: tuple[DeskLine, ...]
    more: bool
    wall: str


class WallLine(Part, frozen=True):
    """A desk on a screen in the hall, with its link to watch only."""

    watch: str
    place: str
    changed: str
    brief: object  # View of the desk, as JSON


class WallList(Part, frozen=True):
    desks: tuple[WallLine, ...]
    more: bool


def _pdf(made: Sheet, lang: str) -> bytes:
    from carrom.printing import sheet_pdf  # fpdf2 takes a while to load

    return sheet_pdf(made, lang)


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A form of the score sheet: JSON, or with a `suffix` a file to save."""

    make: Callable[[Sheet, str], bytes]
    suffix: str = ""
    media_type: str = ""


SHEET_FORMS = {
    "sheet": SheetForm(lambda made, lang: encoded(made, "en")),
    "text": SheetForm(lambda made, lang: encoded(sheet_words(made, lang), lang)),
    "pdf": SheetForm(_pdf, ".pdf", "application/pdf"),
    # The byte order mark tells spreadsheets that accents are UTF-8.
    "csv": SheetForm(
        lambda made, lang: sheet_csv(made, lang).encode("utf-8-sig"), ".csv", "text/csv; charset=utf-8"
    ),
}


@dataclass(frozen=True, slots=True)
class UmpireRoutes:
    """Umpires' readings have a limit of their own, apart from watchers'."""

    registry: Registry

    async def open(self, request: Request) -> wire.DeskMade:
        """Open a table: everybody may, or only the organiser where there is one."""
        new = await http.read_json(request, NewDesk)
        organiser = self.registry.config.organiser
        if organiser:
            _refuse_other(http.bearer_token(request), organiser)
        return await self.registry.open_umpired(new.place, umpired=not organiser)

    async def invite(self, request: Request) -> wire.Invitation:
        """Invite somebody to umpire at a table, as the organiser."""
        self._refuse_guess(request, http.bearer_token(request), self.registry.config.organiser)
        await http.read_json(request, Nothing)
        return await self.registry.invite_umpire(request.path_params["desk"])

    async def hand_over(self, request: Request) -> wire.Invitation:
        """Invite the phone that takes over, as the umpire."""
        found, _ = await self._umpires_request(request, Nothing)
        return await self.registry.invite_umpire(found.owner.kept.id)

    async def replay(self, request: Request) -> object:
        """The match that replays this one after a protest, for the umpire of this one."""
        found, _ = await self._umpires_request(request, Nothing)
        return await found.ask(UmpireRequest.REPLAY_TABLE)

    async def next(self, request: Request) -> object:
        """An empty table after this one, for its umpire, who keeps the same place."""
        found, _ = await self._umpires_request(request, Nothing)
        return await found.ask(UmpireRequest.NEXT_TABLE)

    async def all(self, request: Request) -> DeskList:
        """All tables, for the organiser."""
        config = self.registry.config
        self._refuse_guess(request, http.bearer_token(request), config.organiser)
        found, more = await self.registry.list_umpired(http.page_number(request))
        lines = tuple(
            DeskLine(
                *(kept.id, kept.watch, _place(kept), kept.created, kept.changed),
                brief=encoded_once(shown.brief, lang_of(request)),
            )
            for kept, shown in found
        )
        return DeskList(lines, more, config.wall)

    async def wall(self, request: Request) -> WallList:
        """All tables, for a screen in the hall, with a key that is good for nothing else."""
        self._refuse_guess(request, request.query_params.get("key", ""), self.registry.config.wall)
        found, more = await self.registry.list_umpired(http.page_number(request))
        lines = tuple(
            WallLine(kept.watch, _place(kept), kept.changed, encoded_once(shown.brief, lang_of(request)))
            for kept, shown in found
        )
        return WallList(lines, more)

    def _refuse_guess(self, request: Request, key: str, expected: str) -> None:
        """Refuse a wrong key, and limit how many an address may try."""
        try:
            _refuse_other(key, expected)
        except Refused:
            self.registry.rates.check("openings", client_of(request))
            raise

    async def show(self, request: Request) -> object:
        """The table: in turn for the umpire, whose next match may be due; for others as it was told last."""
        found, umpire = await self._found(request)
        if umpire:
            self.registry.rates.check("umpire_readings", client_of(request))
            return await found.ask(UmpireRequest.SHOW)
        # What was told last is ready, so this is as cheap as a file.
        self.registry.rates.check("files", client_of(request))
        view = encoded_once(found.owner.published.brief, lang_of(request))
        return found.owner.desk_shown(view, umpire=False)

    async def ask(self, request: Request) -> wire.DeskAnswer:
        """Enter what the umpire reports."""
        _, asked = await self._umpires_request(request, wire.DeskAsk)
        token: str = request.path_params["token"]
        return await self.registry.report(token, asked, client_of(request))

    async def preview(self, request: Request) -> object:
        """What a report would lead to."""
        found, tried = await self._umpires_request(request, wire.DeskTry)
        return await found.ask(tried)

    async def log(self, request: Request) -> DeskLog:
        """Every entry."""
        lang, (table, umpire) = lang_of(request), await self._readable(request)
        documents = self.registry.documents
        lines = await documents.get(
            table, f"log.{lang}", lambda record: encoded(match_log(record), lang), umpire
        )
        return DeskLog(msgspec.Raw(lines))

    async def record(self, request: Request) -> Response:
        """The record as a file, which any carrom command reads; or its lines after an entry."""
        after = request.query_params.get("after")
        seq = None if after is None else http.url_number(after, least=0)
        table, umpire = await self._readable(request, begun=seq is None)

        def lines(record: Record) -> bytes:
            kept = table.journal.lines_after(0)[: len(record.entries)]
            return "".join(f"{line}\n" for line in kept).encode()

        file = await self.registry.documents.get(table, "record", lines, umpire)
        if seq is None:
            return http.attachment(file, f"{_players(table)}.carrom", "application/octet-stream")
        return Response(b"\n".join(file.split(b"\n")[seq:]), headers=http.NO_STORE, media_type="text/plain")

    def sheet(self, kind: str) -> Callable[[Request], Awaitable[Response | bytes]]:
        """The endpoint of the score sheet in one of its forms."""
        form = SHEET_FORMS[kind]

        async def answer(request: Request) -> Response | bytes:
            lang, (table, umpire) = lang_of(request), await self._readable(request, begun=True)
            file = await self.registry.documents.get(
                table, f"{kind}.{lang}", lambda record: form.make(score_sheet(record), lang), umpire
            )
            if not form.suffix:
                return file
            return http.attachment(file, f"{_players(table)}{form.suffix}", form.media_type)

        return answer

    async def _found(self, request: Request) -> tuple[Umpired, bool]:
        try:
            return await self.registry.find_umpired(request.path_params["token"], client_of(request))
        except Refused:
            self.registry.rates.check("readings", client_of(request))
            raise

    async def _umpires_request(self, request: Request, kind: type[T]) -> tuple[Umpired, T]:
        """The table of a request by its umpire, and the body; refuses others before their body is read."""
        await self._umpires(request)
        body = await http.read_json(request, kind)
        # Meanwhile the table may have been handed over.
        return await self._umpires(request), body

    async def _umpires(self, request: Request) -> Umpired:
        found, umpire = await self._found(request)
        if not umpire:
            raise Refused("room/token")
        return found

    async def _readable(self, request: Request, begun: bool = False) -> tuple[UmpiredOwner, bool]:
        """The table, and whether its umpire asks; `begun` refuses a table without a match."""
        found, umpire = await self._found(request)
        self.registry.rates.check("umpire_readings" if umpire else "readings", client_of(request))
        if begun and not found.owner.published.v:
            raise Refused("match/unknown")
        return found.owner, umpire


def _refuse_other(key: str, expected: str) -> None:
    if not expected or not compare_digest(key.encode(), expected.encode()):
        raise Refused("desk/key")


def _place(kept: KeptMatch) -> str:
    return UmpiredSettings.from_json(kept.settings).place


def _players(table: UmpiredOwner) -> str:
    """The players, for the name of a file."""
    begun = table.journal.states[0].begun
    return " - ".join(" & ".join(names) for names in (begun.first, begun.second))


async def catalogue(request: Request) -> bytes:
    """All that can be reported under a rulebook."""
    return await run_in_threadpool(_catalogue, request.path_params["rulebook"], lang_of(request))


@lru_cache(maxsize=16)
def _catalogue(rulebook: str, lang: str) -> bytes:
    return encoded(report_catalogue(rulebook), lang)
