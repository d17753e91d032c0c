"""carrom umpire --web: the umpire's page, for this machine or for the phones on its networks.

The links are made before the server answers, and printed once it does.
"""

import os
import secrets
import sys
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

import click

from carrom.cli.output import on_terminal, phrase, say, say_phrase, terminal_width
from carrom.cli.prompt import confirmed
from carrom.cli.serving.addresses import Reach, all_networks, this_machine
from carrom.cli.serving.folder import hold_folder
from carrom.cli.serving.launch import Served, Terms, serve
from carrom.errors import CarromError, system_message
from carrom.i18n import Message
from carrom.live.settings import UMPIRE, UmpiredSettings
from carrom.live.umpired import invite_umpire, open_table
from carrom.server.config import Config, wall_key
from carrom.store import Store
from carrom.store.opening import open_store
from carrom.store.records import now

KEY = "organiser.key"
GOES_ON = timedelta(hours=24)
"""A match that was left unfinished for longer is not resumed at its table."""

DESKS_LOOKED_AT = 500
QUIET = 4
"""Modules left white around a code, so that a camera finds it."""

WHITE, USUAL = "\x1b[38;5;16;48;5;231m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Table:
    """An umpire's table: its place, its desk's name, a fresh invitation, and who plays there already."""

    place: str
    desk: str
    invitation: str
    players: str = ""


def umpire_in_browser(
    config: Config,
    terms: Terms,
    lan: bool | None = None,
    tables: int = 1,
    event: str = "",
    networks: Reach | None = None,
) -> None:
    """Serve the umpire's page until the process is ended.

    `lan` answers beforehand whether phones may come. Without `networks`, they are those of this machine.
    """
    made: list[Table] = []

    def make(config: Config) -> None:
        with closing(open_store(config.store, config.quota)) as store:
            made.extend(open_tables(store, tables))

    with hold_folder(config.data, "umpire.web.running") as folder:
        can_ask = sys.stdin is not None and sys.stdin.isatty() and on_terminal()
        reach = choose_reach(lan, networks or all_networks(), can_ask)
        config = replace(config, host=reach.host, organiser=organiser_key(folder.path))
        terms = replace(terms, names=reach.names)
        others = bool(config.origins or reach.for_others)

        def ready(served: Served) -> None:
            _tell(served, made, config.organiser, others, event)
            if others and terms.tls is None and not config.origins:
                say_phrase("umpire.web.plain")
            say_phrase("launch.hint", folder=str(folder.path))

        serve(folder, config, terms, ready, make)


def choose_reach(lan: bool | None, networks: Reach | None, can_ask: bool) -> Reach:
    """Choose this machine alone, or its networks if `lan` or the person at the terminal says so."""
    if lan is False:
        return this_machine()
    if networks is None:
        if lan:
            raise CarromError("umpire.web.no-network")
        say_phrase("umpire.web.here-no-network")
        return this_machine()
    if lan:
        return networks
    if not can_ask:
        say_phrase("umpire.web.here-not-asked")
        return this_machine()
    say_phrase("umpire.web.who", names=", ".join(networks.for_others or networks.names[:1]))
    return networks if confirmed(phrase("umpire.web.ask")) else this_machine()


def organiser_key(data: Path) -> str:
    """The key of the organiser, who sees all tables and opens new ones; it is kept in the folder."""
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


def open_tables(store: Store, count: int) -> list[Table]:
    """Open the tables 1 to `count`. Reuses a table whose match has not begun or was played on recently."""
    since = (datetime.now(UTC) - GOES_ON).isoformat()
    going_on: dict[str, tuple[str, str]] = {}
    for kept in reversed(store.of_kind(UMPIRE, DESKS_LOOKED_AT)):
        settings = UmpiredSettings.from_json(kept.settings)
        if settings.next or kept.summary.over or (kept.first and kept.changed < since):
            continue
        players = " – ".join(" & ".join(side) for side in (kept.first, kept.second) if side)
        going_on[settings.place] = (kept.id, players)
    made = []
    for place in map(str, range(1, count + 1)):
        desk, players = going_on.get(place) or (open_table(store, place, now(), umpired=False).desk, "")
        made.append(Table(place, desk, invite_umpire(store, desk, now()).code, players))
    return made


def _tell(served: Served, made: list[Table], organiser: str, others: bool, event: str) -> None:
    """Say where the page is, and the links of the tables, the organiser and the hall."""
    best, *further = served.pages
    say_phrase("umpire.web.at", url=f"{best}/umpire")
    if further:
        say_phrase("umpire.web.also", urls=", ".join(further))
    for table in made:
        query = f"?{urlencode({'event': event})}" if event else ""
        link = f"{best}/umpire{query}#join={table.invitation}"
        say()
        key = "umpire.web.table-goes-on" if table.players else "umpire.web.table"
        say_phrase(key, place=table.place, players=table.players)
        # Not wrapped: a link is copied whole.
        click.echo(link)
        if others:
            _show_code(link)
    say()
    say_phrase("umpire.web.organiser")
    # After the #: what follows it is never sent, and so never logged.
    click.echo(f"{best}/umpire#key={organiser}")
    say_phrase("umpire.web.wall")
    click.echo(f"{best}/wall?{urlencode({'key': wall_key(organiser)})}")
    say()


def _show_code(link: str) -> None:
    """Show the link as a QR code, on a terminal that can."""
    width = terminal_width()
    lines = qr_lines(link)
    can = "utf" in (sys.stdout.encoding or "").lower() and os.environ.get("TERM") != "dumb"
    if width is not None and len(lines[0]) <= width and can:
        for line in lines:
            click.echo(f"{WHITE}{line}{USUAL}", color=True)


def qr_lines(link: str) -> list[str]:
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
