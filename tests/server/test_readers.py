"""Replays, records, rulings and law texts are made in processes of their own, not where play is carried."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from types import CodeType, FrameType
from typing import Any

import pytest
from starlette.requests import ClientDisconnect, Request
from tests.server.guests import run
from tests.server.records import umpired
from tests.server.served import Served, served

from carrom.errors import StoreError
from carrom.record.fold import advance
from carrom.rules.judge import judge
from carrom.server.config import Config
from carrom.server.http import while_connected
from carrom.server.replay import law_pages
from carrom.server.replay import library as library_module
from carrom.server.replay.library import Library
from carrom.server.workers.pools import ReadingPool
from carrom.store.sqlite import SqliteStore

BOARD = {"on_strike": "white", "white": 5, "black": 4}
CASE = {"board": BOARD, "stroke": {"pocketed": ["white"]}}
FILE = "application/octet-stream"


class Calls:
    """Counts how often functions are called in threads that begin while it counts."""

    def __init__(self, *functions: Any) -> None:
        self._of: dict[CodeType, str] = {each.__code__: each.__name__ for each in functions}
        self.count: Counter[str] = Counter()

    def __enter__(self) -> Calls:
        threading.setprofile(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        threading.setprofile(None)

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in self._of:
            self.count[self._of[frame.f_code]] += 1


def ask_everything(server: Served) -> list[int]:
    """Every reading there is; the statuses."""
    opened = server.post("/api/records", umpired(), FILE)
    at = f"/api/match/{opened.json['watch']}"
    paths = ("", "/step/5", "/verdicts/5", "/sheet", "/record")
    answers = [server.get(f"{at}{path}") for path in paths]
    laws = [server.get("/api/law?cite=family+1"), server.get("/api/laws")]
    return [each.status for each in (opened, *answers, server.post("/api/rule", CASE), *laws)]


COUNTED = (advance, judge, law_pages.law)


def test_the_servers_own_process_folds_judges_and_looks_up_nothing_for_readers(tmp_path: Path) -> None:
    """Without worker processes it does, so the count is not blind."""
    with Calls(*COUNTED) as here, served(tmp_path / "here", workers=0) as server:
        assert ask_everything(server) == [201, *[200] * 8]
    with Calls(*COUNTED) as elsewhere, served(tmp_path / "elsewhere", workers=1) as server:
        assert ask_everything(server) == [201, *[200] * 8]

    assert set(here.count) == {"advance", "judge", "law"}
    assert not elsewhere.count


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), workers=1) as running:
        yield running


def test_what_a_reading_process_refuses_arrives_with_its_code_and_its_arguments(server: Served) -> None:
    broken = server.post("/api/records", umpired().replace(b'"Asha"', b'"Asna"', 1), FILE)
    case = server.post("/api/rule", {"board": BOARD | {"white": 12}, "stroke": {}})
    law, match = server.get("/api/law?cite=chess+1"), server.get("/api/match/nobody")

    assert (broken.status, broken.code, broken.json["args"]["line"]) == (422, "record/broken", 1)
    assert (case.status, case.code, case.json["args"]["field"]) == (422, "case/impossible", "board.white")
    assert (law.status, law.code) == (404, "law/unknown")
    assert (match.status, match.code) == (404, "match/unknown")


def test_a_match_is_read_as_it_stands_now(server: Served) -> None:
    """A reading process sees what the server has just kept."""
    for name in ("Asha", "Chan", "Dora"):
        file = umpired(name)
        watch = server.post("/api/records", file, FILE).json["watch"]

        assert server.get(f"/api/match/{watch}/record").body == file
        assert [each["room"] for each in server.get(f"/api/matches?tokens={watch}").json["matches"]]
        assert server.post("/api/records", file, FILE).json["watch"] == watch


def process(_: Library) -> int:
    return os.getpid()


def fails(_: Library) -> None:
    raise ZeroDivisionError("nothing of ours")


@pytest.fixture
def readers(tmp_path: Path) -> Iterator[ReadingPool]:
    """One reading process about a store."""
    store = SqliteStore(tmp_path / "carrom.sqlite")
    started = ReadingPool(Config(tmp_path, workers=1), Library(store))
    started.start()
    yield started
    started.close()
    store.close()


def test_a_reading_process_that_dies_is_replaced(readers: ReadingPool) -> None:
    async def ask() -> tuple[int, int]:
        before = await readers.read("a", process)
        os.kill(before, signal.SIGKILL)
        return before, await readers.read("a", process)

    before, after = run(ask, 60.0)

    assert len({os.getpid(), before, after}) == 3


def test_a_fault_of_ours_in_a_reading_process_is_said_to_be_one(
    readers: ReadingPool, caplog: pytest.LogCaptureFixture
) -> None:
    """A status of 500, not a refusal of what was asked; the log says where it happened."""

    async def ask() -> str:
        with pytest.raises(Exception, match="ZeroDivisionError") as broken:
            await readers.read("a", fails)
        return str(getattr(broken.value, "code", ""))

    assert run(ask, 60.0) == "page/broken"
    assert "test_readers.py" in caplog.text


def test_a_store_that_is_only_read_cannot_be_written(tmp_path: Path) -> None:
    """It sees what the writer commits."""
    writer = SqliteStore(tmp_path / "carrom.sqlite")
    reader = SqliteStore(writer.path, read_only=True)
    match, lines = Library(writer).check_upload(umpired())
    writer.add(match, {}, lines, at="2026-01-01T00:00:00Z")

    assert reader.lines(match.id) == writer.lines(match.id)
    with pytest.raises(StoreError):
        reader.set_settings(match.id, {"changed": True})
    reader.close()
    writer.close()


def test_only_so_many_entries_stay_folded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in entries and bytes, not in matches: the one just read always stays."""
    store = SqliteStore(tmp_path / "carrom.sqlite")
    library = Library(store)
    watches = []
    for name in ("Asha", "Chan", "Dora", "Emil"):
        match, lines = library.check_upload(umpired(name))
        store.add(match, {}, lines, at="2026-01-01T00:00:00Z")
        watches.append(match.watch)
    monkeypatch.setattr(library_module, "KEPT_ENTRIES", 2 * len(lines))
    for watch in watches:
        library.replay(watch)

    assert library.folded == 2
    monkeypatch.setattr(library_module, "KEPT_BYTES", 1)
    library.replay(watches[0])
    assert library.folded == 1
    store.close()


def test_a_match_whose_names_have_changed_is_folded_again(tmp_path: Path) -> None:
    """What was erased in the store is shown to nobody from memory."""
    store = SqliteStore(tmp_path / "carrom.sqlite")
    library = Library(store)
    match, lines = library.check_upload(umpired())
    store.add(match, {}, lines, at="2026-01-01T00:00:00Z")
    assert b"Asha" in library.replay(match.watch)
    _, others = library.check_upload(umpired("Player 1"))
    with closing(connect(store.path)) as file, file:
        for each in others:
            file.execute(
                "UPDATE entries SET line = ? WHERE match = ? AND seq = ?", (each.line, match.id, each.seq)
            )
        file.execute("UPDATE matches SET first = '[\"Player 1\"]' WHERE id = ?", (match.id,))

    assert b"Asha" not in library.replay(match.watch)
    store.close()


def request_that(ends: asyncio.Event) -> Request:
    """A request whose client leaves when the event is set."""
    sent = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> dict[str, Any]:
        for message in sent:
            return message
        await ends.wait()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "method": "GET", "path": "/", "headers": []}, receive)


def test_work_for_a_client_who_has_left_is_dropped() -> None:
    """Also while it waits for a place in the queue."""

    async def ask() -> bool:
        ends, dropped = asyncio.Event(), asyncio.Event()

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                dropped.set()

        asked = asyncio.ensure_future(while_connected(request_that(ends), work()))
        await asyncio.sleep(0.01)
        assert not dropped.is_set()
        ends.set()
        with pytest.raises(ClientDisconnect):
            await asked
        return dropped.is_set()

    assert run(ask)


def test_a_client_who_stays_gets_the_answer_or_the_refusal() -> None:
    async def give() -> int:
        return 7

    async def refuse() -> int:
        raise StoreError("failed", "refused.sentence", text="no")

    async def ask() -> None:
        assert await while_connected(request_that(asyncio.Event()), give()) == 7
        with pytest.raises(StoreError):
            await while_connected(request_that(asyncio.Event()), refuse())

    run(ask)


def test_a_law_text_is_made_once(tmp_path: Path) -> None:
    """It never changes while the server runs."""
    with Calls(law_pages.law) as calls, served(tmp_path, workers=0) as server:
        answers = [server.get("/api/law?cite=family+1&lang=fr") for _ in range(4)]
        english = server.get("/api/law?cite=family+1&lang=en")

    assert {each.body for each in answers} == {answers[0].body} != {english.body}
    assert answers[0].json["law"]
    assert calls.count["law"] == 2
