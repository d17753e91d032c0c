"""A real server for the tests: in a thread of this process, on a free port, with a store of its own."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from carrom.server.config import Config
from carrom.server.serving import Serving, run_server


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """What is not freed meanwhile refers to itself, or is still used."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@dataclass(frozen=True)
class Answer:
    """What came back: the status, the headers in lower case, and the body."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(self.json["code"])


@dataclass(frozen=True)
class Served:
    """A server that runs; each call is a connection of its own."""

    url: str

    @property
    def host(self) -> str:
        return self.url.partition("://")[2]

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = HTTPConnection(self.host, timeout=30)
        try:
            connection.request(method, path, body, headers or {})
            answer = connection.getresponse()
            return Answer(
                answer.status,
                {name.lower(): value for name, value in answer.getheaders()},
                answer.read(),
            )
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})

    def post(self, path: str, body: object, kind: str = "application/json", **headers: str) -> Answer:
        """A post of JSON, or of bytes as they are."""
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        more = {name.replace("_", "-"): text for name, text in headers.items()}
        return self.ask("POST", path, raw, {"content-type": kind} | more)


@contextmanager
def served(data: Path, **settings: Any) -> Iterator[Served]:
    """Serve until the tests are done with it; it must end by itself then. `tls` is as for `run`."""
    tls = settings.pop("tls", None)
    ready: SimpleQueue[str | BaseException] = SimpleQueue()
    servers: list[Serving] = []
    config = Config(data, port=0, **({"workers": 0, "hurry": True} | settings))

    def serve() -> None:
        try:
            run_server(config, ready.put, tls=tls, until=servers.append)
        except BaseException as wrong:
            ready.put(wrong)
            raise

    thread = Thread(target=serve, name="served")
    thread.start()
    url = ready.get(timeout=60)
    if isinstance(url, BaseException):
        raise url
    try:
        yield Served(url)
    finally:
        servers[0].should_exit = True
        thread.join(30)
        assert not thread.is_alive(), "the server did not end"
