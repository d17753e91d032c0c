"""carrom umpire --web: the umpire's page, for this machine or for the phones on its networks.

The links are made before anybody is answered, and printed when the first request would be.
"""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import click

from carrom.cli.output import confirmed, on_terminal, say, terminal_width
from carrom.cli.serving.addresses import Reach, all_networks, this_machine
from carrom.cli.serving.folder import Held, Taken, held, usual_folder
from carrom.cli.serving.launch import Served, Terms, Tls, serve
from carrom.errors import CarromError, system_message
from carrom.i18n import Message, t

if TYPE_CHECKING:
    from carrom.server.config import Config
    from carrom.server.logs import Form
    from carrom.store import Store

KEY = "organiser.key"
GOES_ON = timedelta(hours=24)
"""A match that was left unfinished for longer is not taken up again at its table."""

DESKS_LOOKED_AT = 500
QUIET = 4
"""Modules left white around a code, so that a camera finds it."""

WHITE, USUAL = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for. `lan` is the answer to the question that would be put otherwise."""

    data: Path | None = None
    port: int | None = None
    tls: Tls | None = None
    origins: tuple[str, ...] = ()
    lan: bool | None = None
    tables: int = 1
    event: str = ""
    lang: str = "en"
    log: Form | None = None
    quota: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """An umpire's table: its place and name, a fresh invitation to umpire, who plays there already."""

    place: str
    desk: str
    invitation: str
    players: str = ""


def umpire_in_browser(wish: Wish, networks: Reach | None = None) -> None:
    """Serve the umpire's page until somebody ends it. No `networks` named: all that this machine is on."""
    where = wish.data or usual_folder()
    try:
        with held(where) as folder:
            reach = reach_for(wish, all_networks() if networks is None else networks, _somebody_there())
            _serve(folder, wish, reach)
    except Taken as taken:
        found = taken.running
        raise CarromError("umpire.web.running", folder=str(where), pid=found.pid, url=found.url) from None


def reach_for(wish: Wish, networks: Reach | None, can_ask: bool) -> Reach:
    """This machine alone, or its networks if that was said beforehand or is answered now."""
    if wish.lan is False:
        return this_machine()
    if networks is None:
        if wish.lan:
            raise CarromError("umpire.web.no-network")
        say(t("umpire.web.here-no-network", wish.lang))
        return this_machine()
    if wish.lan:
        return networks
    if not can_ask:
        say(t("umpire.web.here-not-asked", wish.lang))
        return this_machine()
    names = ", ".join(networks.for_others or networks.names[:1])
    say(t("umpire.web.who", wish.lang, names=names))
    return networks if confirmed(t("umpire.web.ask", wish.lang), wish.lang) else this_machine()


def _somebody_there() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and on_terminal()


def _serve(folder: Held, wish: Wish, reach: Reach) -> None:
    terms = Terms(
        host=reach.host,
        port=wish.port,
        tls=wish.tls,
        origins=wish.origins,
        lang=wish.lang,
        names=reach.names,
        quota=wish.quota,
        organiser=organiser_key(folder.path),
        log=wish.log,
    )
    made: list[Table] = []

    def make(config: Config) -> None:
        from carrom.store.sqlite import SqliteStore

        with closing(SqliteStore(config.store, config.quota)) as store:
            made.extend(tables(store, wish.tables))

    serve(folder, terms, lambda served: _tell(served, made, terms, wish, folder, reach), make)


def organiser_key(data: Path) -> str:
    """The key of who sees all tables and opens new ones: the same as long as the folder is."""
    path = data / KEY
    try:
        # Made for its owner alone from the first moment on.
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="ascii") as file:
            kept = file.read().strip()
            if len(kept) >= 16:
                return kept
            file.seek(0)
            file.truncate()
            key = secrets.token_urlsafe(16)
            file.write(f"{key}\n")
            return key
    except (OSError, UnicodeDecodeError) as wrong:
        why = system_message(wrong) if isinstance(wrong, OSError) else Message("organiser.no-key")
        raise CarromError("refused.folder.key", path=str(path), why=why) from None


def tables(store: Store, count: int) -> list[Table]:
    """The tables 1 to `count`. One whose match has not begun, or was played on lately, is gone on with."""
    from carrom.live.names import UMPIRE
    from carrom.live.umpired import UmpiredSettings, invite_umpire, opened
    from carrom.store.kept import now

    since = (datetime.now(UTC) - GOES_ON).isoformat()
    going_on: dict[str, tuple[str, str]] = {}
    for kept in reversed(store.of_kind(UMPIRE, DESKS_LOOKED_AT)):
        settings = UmpiredSettings.read(kept.settings)
        if settings.next or kept.summary.over or (kept.first and kept.changed < since):
            continue
        players = " – ".join(" & ".join(side) for side in (kept.first, kept.second) if side)
        going_on[settings.place] = (kept.id, players)
    made = []
    for place in map(str, range(1, count + 1)):
        desk, players = going_on.get(place) or (opened(store, place, now(), umpired=False).desk, "")
        made.append(Table(place, desk, invite_umpire(store, desk, now()).code, players))
    return made


def _tell(served: Served, made: list[Table], terms: Terms, wish: Wish, folder: Held, reach: Reach) -> None:
    """Where the page is, the links of tables, organiser and hall, and what to know of plain http."""
    from carrom.server.config import wall_key

    lang, others = wish.lang, bool(wish.origins or reach.for_others)
    best, *further = served.pages
    say(t("umpire.web.at", lang, url=f"{best}/umpire"))
    if further:
        say(t("umpire.web.also", lang, urls=", ".join(further)))
    for table in made:
        event = f"?{urlencode({'event': wish.event})}" if wish.event else ""
        link = f"{best}/umpire{event}#join={table.invitation}"
        say()
        key = "umpire.web.table-goes-on" if table.players else "umpire.web.table"
        say(t(key, lang, place=table.place, players=table.players))
        # Not wrapped: a link is copied whole.
        click.echo(link)
        if others:
            _show_code(link)
    say()
    say(t("umpire.web.organiser", lang))
    # After the #: what follows it is never sent, and so never logged.
    click.echo(f"{best}/umpire#key={terms.organiser}")
    say(t("umpire.web.wall", lang))
    click.echo(f"{best}/wall?{urlencode({'key': wall_key(terms.organiser)})}")
    say()
    if others and terms.tls is None and not wish.origins:
        say(t("umpire.web.plain", lang))
    say(t("launch.hint", lang, folder=str(folder.path)))


def _show_code(link: str) -> None:
    """The link as a QR code, where there is a terminal that can show it."""
    width = terminal_width()
    lines = code_lines(link)
    can = "utf" in (sys.stdout.encoding or "").lower() and os.environ.get("TERM") != "dumb"
    if width is not None and len(lines[0]) <= width and can:
        for line in lines:
            click.echo(f"{WHITE}{line}{USUAL}", color=True)


def code_lines(link: str) -> list[str]:
    """A QR code in half blocks, two rows of modules a line; to be printed black on white."""
    import segno

    rows = [list(row) for row in segno.make_qr(link, error="m").matrix_iter(border=QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    blocks = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
    return [
        "".join(blocks[bool(above), bool(below)] for above, below in zip(*pair, strict=True))
        for pair in zip(rows[::2], rows[1::2], strict=True)
    ]
