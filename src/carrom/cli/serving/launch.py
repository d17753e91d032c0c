"""Starting a server: for oneself (`carrom play`), for others (`carrom serve`), for umpires."""

import logging
import os
import ssl
import sys
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Thread

import carrom
from carrom.cli.command import WrongUse
from carrom.cli.files import check_file
from carrom.cli.output import phrase, say, say_phrase, warn
from carrom.cli.serving.addresses import host_names, reachable_addresses
from carrom.cli.serving.folder import DataFolder, FolderTaken, hold_folder
from carrom.errors import CarromError, system_message
from carrom.server.config import Config, is_loopback, origin
from carrom.server.logs import Form, set_up_logging

USUAL_PORT = 8765


def tls_files(cert: Path | None, key: Path | None) -> tuple[Path, Path] | None:
    """The files of a certificate and its key, or None without them. Refuses two that do not fit."""
    if (cert is None) != (key is None):
        raise WrongUse("refused.serve.tls")
    if cert is None or key is None:
        return None
    check_file(cert)
    check_file(key)
    try:
        # A server starts without a person who could type a password.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(cert, key, password="")
    except OSError as wrong:
        why = getattr(wrong, "reason", None) or system_message(wrong)
        raise CarromError("refused.serve.certificate", cert=str(cert), its_key=str(key), why=why) from None
    return cert, key


@dataclass(frozen=True, slots=True)
class Terms:
    """How to serve, besides the configuration of the server.

    Without a `port`, the server takes the usual one, or the next that is free. Without `names`, they follow
    from the host. `log` is the form of the log, with a line for every answer; without it only warnings are
    logged, as text. `metrics` are the host and port of the metrics, if they are served.
    """

    port: int | None = None
    tls: tuple[Path, Path] | None = None
    names: tuple[str, ...] = ()
    log: Form | None = None
    metrics: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Served:
    """A server that answers: its address on this machine, and those worth telling, the best first."""

    url: str
    pages: tuple[str, ...]


def play_in_browser(config: Config, terms: Terms, opens: bool) -> None:
    """Serve this machine alone and open the browser there, or at the server that runs already.

    The page can open the server to the networks of this machine.
    """
    try:
        serve_game(replace(config, networks=reachable_addresses), terms, _open if opens else lambda url: None)
    except FolderTaken as taken:
        found = taken.running
        say_phrase("launch.running", folder=str(config.data), pid=str(found.pid), url=found.url)
        if opens and (opening := _open(found.url)):
            opening.join(timeout=5.0)


def serve_game(config: Config, terms: Terms, then: Callable[[str], object] = lambda url: None) -> None:
    """Serve until the process is ended. Calls `then` with the address once the server answers."""
    compiled = _is_compiled()

    def ready(served: Served) -> None:
        if terms.tls is None and not is_loopback(config.host):
            warn(f"carrom: {phrase('launch.plain')}")
        for page in served.pages:
            say_phrase("launch.at", url=f"{page}/")
        say_phrase("launch.hint", folder=replace(config, data=folder.path).kept_in)
        if not compiled:
            say_phrase("launch.preparing")
        then(served.url)

    with hold_folder(config.data) as folder:
        serve(folder, config, terms, ready)


def serve(
    folder: DataFolder,
    config: Config,
    terms: Terms,
    ready: Callable[[Served], object],
    before: Callable[[Config], object] = lambda config: None,
) -> None:
    """Serve until the process is ended. Calls `before` when the address is bound, `ready` when it answers."""
    # Imported here: what refuses a start needs no web framework.
    from carrom.server.metrics import serve_metrics
    from carrom.server.serving import listen, run_server

    set_up_logging(terms.log or "text", logging.WARNING if terms.log is None else logging.INFO)
    scheme = "http" if terms.tls is None else "https"
    wanted = USUAL_PORT if terms.port is None else terms.port
    with ExitStack() as until_end:
        bound = until_end.enter_context(closing(listen(config.host, wanted, another_port=terms.port is None)))
        port = bound.getsockname()[1]
        names = terms.names or host_names(config.host)
        own = [origin(scheme, name, port) for name in names]
        origins = tuple(dict.fromkeys((*own, *config.origins)))
        hosts = tuple(dict.fromkeys(each.partition("://")[2] for each in origins))
        # Where only this machine can ask, one name is enough.
        for_others = [name for name in names if not is_loopback(name)] or names[:1]
        pages = config.origins or tuple(origin(scheme, name, port) for name in for_others)
        config = replace(config, data=folder.path, port=port, hosts=hosts, origins=origins)
        before(config)
        _start_resource_tracker()
        metrics = ""
        if terms.metrics is not None:
            served = until_end.enter_context(serve_metrics(*terms.metrics))
            metrics = f"{origin('http', terms.metrics[0], served)}/metrics"

        def answering(url: str) -> None:
            folder.write_note(url)
            ready(Served(url, pages))
            if metrics:
                say_phrase("launch.metrics", url=metrics)

        run_server(config, answering, listening=bound, tls=terms.tls)
    say_phrase("launch.ended", folder=config.kept_in)


def _is_compiled() -> bool:
    """Whether the simulator is compiled and cached; if not, the first stroke waits for it."""
    kernel = Path(carrom.__file__).parent / "physics" / "kernel.py"
    cache = Path(os.environ.get("NUMBA_CACHE_DIR") or kernel.parent / "__pycache__")
    try:
        return any(each.stat().st_mtime >= kernel.stat().st_mtime for each in cache.rglob("kernel.*.nbi"))
    except OSError:
        return True


def _start_resource_tracker() -> None:
    """Keep Ctrl-C from a worker that starts.

    multiprocessing's tracker lets signals through again once it has started, and the first worker would
    start right after; so the tracker is started before.
    """
    if os.name != "nt":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()


def _open(url: str) -> Thread | None:
    """Open the browser without waiting for it, or say that none can be opened."""
    browser, failed = _browser(), phrase("launch.no-browser")
    if browser is None:
        say(failed)
        return None

    def opening() -> None:
        try:
            opened = browser.open(url)
        except (webbrowser.Error, OSError):
            opened = False
        if not opened:
            say(failed)

    thread = Thread(target=opening, daemon=True)
    thread.start()
    return thread


def _browser() -> webbrowser.BaseBrowser | None:
    """The user's browser; None without a screen, where a text browser might take over the terminal."""
    screens = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    if sys.platform not in ("win32", "darwin") and not any(map(os.environ.get, screens)):
        return None
    try:
        return webbrowser.get()
    except webbrowser.Error:
        return None
