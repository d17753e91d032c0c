"""Starting a server: for oneself (`carrom play`), for others (`carrom serve`), for umpires."""

from __future__ import annotations

import logging
import os
import ssl
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import click

import carrom
from carrom.cli.output import say
from carrom.cli.serving.addresses import address, is_loopback, names_of
from carrom.cli.serving.folder import Held, Taken, held, usual_folder
from carrom.errors import CarromError, system_message
from carrom.i18n import t

if TYPE_CHECKING:
    from carrom.server.config import Config
    from carrom.server.logs import Form

HOST, PORT = "127.0.0.1", 8765


@dataclass(frozen=True, slots=True)
class Tls:
    """The files of a certificate and its key, known to fit each other."""

    cert: Path
    key: Path

    def __post_init__(self) -> None:
        for file in (self.cert, self.key):
            if not file.is_file():
                raise CarromError("refused.file.none", path=str(file))
        try:
            # A password would be asked for at the terminal, and a server starts without anybody there.
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self.cert, self.key, password="")
        except OSError as wrong:
            why = getattr(wrong, "reason", None) or system_message(wrong)
            raise CarromError(
                "refused.serve.certificate", cert=str(self.cert), its_key=str(self.key), why=why
            ) from None


@dataclass(frozen=True, slots=True)
class Terms:
    """How to serve: for whom, where, and under which names. No port: ours, or the next that is free.

    `names` are those of the machine; none, those that follow from `host`. `organiser` is a key (`Config`).
    `log` is the form of the log, with a line for every answer; without it only warnings are logged, as text.
    `metrics` is where metrics are served, if at all: host and port.
    """

    host: str = HOST
    port: int | None = None
    tls: Tls | None = None
    origins: tuple[str, ...] = ()
    lists: bool = False
    proxied: bool = False
    workers: int | None = None
    lang: str = "en"
    quota: int | None = None
    names: tuple[str, ...] = ()
    organiser: str = ""
    log: Form | None = None
    metrics: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Served:
    """A server that answers: its address on this machine, and those worth telling, the best first."""

    url: str
    pages: tuple[str, ...]


def play_in_browser(data: Path | None, terms: Terms, opens: bool) -> None:
    """Serve this machine alone and open the browser there; or at the server that runs already."""
    try:
        with held(data or usual_folder()) as folder:
            _serve_game(folder, terms, lambda url: _open(url, terms.lang) if opens else None)
    except Taken as taken:
        where, found = data or usual_folder(), taken.running
        say(t("launch.running", terms.lang, folder=str(where), pid=str(found.pid), url=found.url))
        if opens:
            opening = _open(found.url, terms.lang)
            if opening:
                opening.join(timeout=5.0)


def serve_others(data: Path | None, terms: Terms) -> None:
    """Serve until somebody ends it, with a line on standard error for every answer."""
    with held(data or usual_folder()) as folder:
        _serve_game(folder, terms, None)


def _serve_game(folder: Held, terms: Terms, then: Callable[[str], object] | None) -> None:
    compiled = _compiled()

    def ready(served: Served) -> None:
        if terms.tls is None and not is_loopback(terms.host):
            click.echo(f"carrom: {t('launch.plain', terms.lang)}", err=True)
        for page in served.pages:
            say(t("launch.at", terms.lang, url=f"{page}/"))
        say(t("launch.hint", terms.lang, folder=str(folder.path)))
        if not compiled:
            say(t("launch.preparing", terms.lang))
        if then is not None:
            then(served.url)

    serve(folder, terms, ready)


def serve(
    folder: Held,
    terms: Terms,
    ready: Callable[[Served], object],
    before: Callable[[Config], object] = lambda config: None,
) -> None:
    """Serve until somebody ends it. `before` comes once the address is ours, `ready` once it answers."""
    # Imported here: what refuses a start needs no web framework.
    from carrom.server.config import Config
    from carrom.server.logs import set_up
    from carrom.server.metrics import serve_metrics
    from carrom.server.serving import listen, run

    set_up(terms.log or "text", logging.WARNING if terms.log is None else logging.INFO)
    scheme = "http" if terms.tls is None else "https"
    bound = listen(terms.host, PORT if terms.port is None else terms.port, another_port=terms.port is None)
    port = bound.getsockname()[1]
    names = terms.names or names_of(terms.host)
    pages = [address(scheme, name, port) for name in names]
    config = Config(
        data=folder.path,
        host=terms.host,
        port=port,
        hosts=tuple(dict.fromkeys(each.partition("://")[2] for each in (*pages, *terms.origins))),
        origins=tuple(dict.fromkeys((*pages, *terms.origins))),
        lists=terms.lists,
        organiser=terms.organiser,
        proxied=terms.proxied,
        quota=terms.quota,
    )
    if terms.workers is not None:
        config = replace(config, workers=terms.workers)
    telling = terms.origins or tuple(address(scheme, name, port) for name in _worth_telling(names))

    before(config)
    _before_workers()
    tls = None if terms.tls is None else (terms.tls.cert, terms.tls.key)
    with ExitStack() as also:
        metrics = None
        if terms.metrics is not None:
            host, _ = terms.metrics
            metrics = f"{address('http', host, also.enter_context(serve_metrics(*terms.metrics)))}/metrics"

        def answering(url: str) -> None:
            folder.served_at(url)
            ready(Served(url, telling))
            if metrics is not None:
                say(t("launch.metrics", terms.lang, url=metrics))

        run(config, answering, listening=bound, tls=tls)
    say(t("launch.ended", terms.lang, folder=str(folder.path)))


def _compiled() -> bool:
    """Whether an earlier start has left the simulator compiled; if not, the first stroke waits for it."""
    kernel = Path(carrom.__file__).parent / "physics" / "kernel.py"
    named = os.environ.get("NUMBA_CACHE_DIR")
    kept = (
        Path(named).rglob("kernel.*.nbi") if named else (kernel.parent / "__pycache__").glob("kernel.*.nbi")
    )
    try:
        return any(each.stat().st_mtime >= kernel.stat().st_mtime for each in kept)
    except OSError:
        return True


def _before_workers() -> None:
    """Ctrl-C must not reach a worker while it starts.

    multiprocessing's own tracker lets signals through again once it has started, and the first worker would
    start right after; so the tracker is started before.
    """
    if os.name != "nt":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()


def _worth_telling(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names for others; where only this machine can ask, one is enough."""
    return tuple(name for name in names if not is_loopback(name)) or names[:1]


def _open(url: str, lang: str) -> Thread | None:
    """Open the browser without waiting for it, or say that none can be opened."""
    browser = _browser()
    if browser is None:
        say(t("launch.no-browser", lang))
        return None

    def opening() -> None:
        try:
            opened = browser.open(url)
        except (webbrowser.Error, OSError):
            opened = False
        if not opened:
            say(t("launch.no-browser", lang))

    thread = Thread(target=opening, daemon=True)
    thread.start()
    return thread


def _browser() -> webbrowser.BaseBrowser | None:
    """The user's browser; none without a screen, where one of text might take the terminal."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, screens)):
        return None
    try:
        return webbrowser.get()
    except webbrowser.Error:
        return None
