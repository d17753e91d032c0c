"""What shows of a server's state: /readyz, metrics and log lines of the real command."""

from __future__ import annotations

import ctypes
import json
import os
import re
import resource
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest
from tests.cli.run import carrom, refusal
from tests.cli.serving import Begun, begun
from tests.server.served import Answer
from websockets.sync.client import connect

PATIENCE = 120.0  # seconds: workers load the simulator, on a busy machine
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Begun]:
    with begun("serve", "--port", "0", "--workers", "1", "--log", "json", "--data", str(tmp_path)) as server:
        yield server


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Begun, Path]]:
    """One server for the tests that leave it as they found it, and its folder."""
    folder = tmp_path_factory.mktemp("shared")
    with begun("serve", "--port", "0", "--workers", "1", "--log", "json", "--data", str(folder)) as server:
        yield server, folder


def ask(
    server: Begun, path: str, method: str = "GET", body: object = None, headers: dict[str, str] | None = None
) -> Answer:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
    try:
        raw = None if body is None else json.dumps(body).encode()
        kind = {} if body is None else {"content-type": "application/json"}
        connection.request(method, path, raw, kind | (headers or {}))
        answer = connection.getresponse()
        return Answer(
            answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read()
        )
    finally:
        connection.close()


def failing(server: Begun) -> list[str]:
    """The codes of /readyz; it is 200 exactly where there are none."""
    answer = ask(server, "/readyz")
    codes: list[str] = answer.json["failing"]
    assert answer.status == (503 if codes else 200)
    assert answer.json["ready"] is not bool(codes)
    return codes


def until(found: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def until_ready(server: Begun) -> None:
    until(lambda: not failing(server))


def logged(server: Begun) -> list[dict[str, object]]:
    """The log so far, without the line under way."""
    assert server.wrong is not None
    raw = os.pread(server.wrong.fileno(), 10_000_000, 0).decode()
    return [json.loads(line) for line in raw.splitlines(keepends=True) if line.endswith("\n")]


def messages(server: Begun) -> list[str]:
    return [str(line["message"]) for line in logged(server) if "message" in line]


NEW_ROOM = {
    "kind": "screen",
    "rulebook": "international-a",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben"}],
}


def test_a_server_is_ready_once_its_workers_answer(shared: tuple[Begun, Path]) -> None:
    serving, _ = shared
    until_ready(serving)

    assert ask(serving, "/healthz").body == b"ok"
    assert ask(serving, "/readyz").json == {"ready": True, "failing": []}


def test_a_store_that_cannot_grow_shows_everywhere_until_it_can(serving: Begun, tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk: the write-ahead log cannot grow any more."""
    until_ready(serving)
    made, *_ = [ask(serving, "/api/rooms", "POST", NEW_ROOM).json for _ in range(30)]
    wal = (tmp_path / "carrom.sqlite-wal").stat().st_size
    desk = ask(serving, "/api/desks", "POST", {"place": "1"}).json
    origin = f"ws://127.0.0.1:{serving.port}"
    with connect(f"{origin}/ws", proxy=None) as table, connect(f"{origin}/ws", proxy=None) as umpire:
        token = made["links"][0]["token"]
        join = {"t": "join", "room": made["room"], "token": token, "client": "page", "since": 0}
        table.send(json.dumps(join))
        umpire.send(json.dumps({"t": "follow", "tokens": [desk["token"]]}))
        assert json.loads(table.recv())["t"] == "welcome"
        assert json.loads(umpire.recv())["t"] == "desk"

        _, hard = resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (wal, hard))
        until(lambda: any(code.startswith("store/") for code in failing(serving)))
        refused = ask(serving, "/api/rooms", "POST", NEW_ROOM)

        assert ask(serving, "/healthz").body == b"ok"
        assert (refused.status, refused.code) == (503, "store/failed")
        assert [json.loads(each.recv()) for each in (table, umpire)] == 2 * [{"t": "store", "failing": True}]

        with connect(f"{origin}/ws", proxy=None) as late:
            late.send(json.dumps(join))
            assert json.loads(late.recv())["t"] == "welcome"
            assert json.loads(late.recv()) == {"t": "store", "failing": True}

        resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
        until_ready(serving)

        told = [json.loads(table.recv()) for _ in range(3)]
        assert [each["t"] for each in told] == ["presence", "presence", "store"]
        assert told[-1] == {"t": "store", "failing": False}
        assert ask(serving, "/api/rooms", "POST", NEW_ROOM).status == 201
    began = [line for line in logged(serving) if line["level"] == "error"]
    assert len(began) == 1
    assert str(began[0]["message"]).startswith("store/")
    assert sum(" is over, after " in message for message in messages(serving)) == 1


def without_override() -> None:
    """Root, too, may then write only where the mode of a file says so."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def test_a_folder_that_becomes_read_only_is_seen(tmp_path: Path) -> None:
    """What is open can be written still, but the write-ahead log cannot be checkpointed."""
    words = ("serve", "--port", "0", "--workers", "1", "--log", "json", "--data", str(tmp_path))
    with begun(*words, before=without_override) as server:
        until_ready(server)
        files = [tmp_path, *tmp_path.glob("carrom.sqlite*")]
        modes = [file.stat().st_mode for file in files]
        for file in files:
            file.chmod(file.stat().st_mode & 0o555)
        try:
            until(lambda: failing(server) == ["checkpoint/unwritable"])
        finally:
            for file, mode in zip(files, modes, strict=True):
                file.chmod(mode)
        until_ready(server)

        said = [message for message in messages(server) if message.startswith("checkpoint/")]
        assert len(said) == 2
        assert "cannot be written" in said[0]
        assert said[1].startswith("checkpoint/unwritable: is over, after ")


def test_a_store_that_was_removed_under_the_server_is_seen(serving: Begun, tmp_path: Path) -> None:
    until_ready(serving)
    (tmp_path / "carrom.sqlite").rename(tmp_path / "elsewhere")

    until(lambda: failing(serving) == ["checkpoint/unwritable"])
    (tmp_path / "elsewhere").rename(tmp_path / "carrom.sqlite")
    until_ready(serving)


def test_a_store_that_another_program_holds_is_seen(shared: tuple[Begun, Path]) -> None:
    serving, folder = shared
    until_ready(serving)
    with closing(sqlite3.connect(folder / "carrom.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        until(lambda: "store/locked" in failing(serving))
        other.execute("ROLLBACK")

    until_ready(serving)


def workers_of(server: Begun) -> list[int]:
    """The worker processes, by their command."""
    return [pid for pid in server.processes() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.parametrize(("which", "how"), [(0, signal.SIGKILL), (1, signal.SIGSTOP)])
def test_a_lost_worker_is_seen_and_replaced(serving: Begun, which: int, how: signal.Signals) -> None:
    """Whether it thinks or reads; whether it was killed, or does not answer any more."""
    until_ready(serving)
    before = sorted(workers_of(serving))
    assert len(before) == 2
    os.kill(before[which], how)

    until(lambda: len(failing(serving)) == 1)
    until_ready(serving)

    assert before[which] not in workers_of(serving)
    assert len(workers_of(serving)) == 2
    assert messages(serving).count("a worker process has died or stalled; another one starts") == 1


def test_metrics_have_a_listener_of_their_own_and_no_names(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--workers", "1", "--metrics", "0", "--data", str(tmp_path))
    with begun(*words) as server:
        until_ready(server)
        made = ask(server, "/api/rooms", "POST", NEW_ROOM).json
        token = made["links"][0]["token"]
        ask(server, f"/api/match/{token}")
        ask(server, "/api/match/nothing-like-it")
        assert server.process.stdout is not None
        line = next(line for line in server.process.stdout if line.rstrip().endswith("/metrics"))
        found = re.search(r"http://127\.0\.0\.1:(\d+)/metrics", line)
        assert found is not None
        with connect(f"ws://127.0.0.1:{server.port}/ws", proxy=None):
            text = Begun(server.process, f"http://127.0.0.1:{found[1]}").get("/metrics").decode()

        public = ask(server, "/metrics")

    assert public.status == 404
    for wanted in (
        'carrom_http_requests_total{method="POST",route="/api/rooms",status="201"} 1.0',
        'carrom_http_requests_total{method="GET",route="/api/match/{token}",status="404"} 1.0',
        'carrom_http_request_seconds_count{route="/api/rooms"} 1.0',
        'carrom_refusals_total{code="match/unknown"} 1.0',
        'carrom_sockets{route="/ws"} 1.0',
        "carrom_rooms 0.0",
        "carrom_desks 0.0",
        "carrom_strokes_total 0.0",
        "carrom_ready 1.0",
        'carrom_workers_alive{kind="thinking"} 1.0',
        'carrom_workers_alive{kind="reading"} 1.0',
        'carrom_workers_queue{kind="thinking"} 0.0',
        "carrom_store_commit_seconds_count ",
        "carrom_store_wal_bytes ",
        "process_resident_memory_bytes ",
        "process_open_fds ",
    ):
        assert wanted in text
    assert not any(secret in text for secret in (token, made["watch"], made["room"], "Asha", "Ben"))


def test_a_port_for_metrics_that_is_taken_is_one_line(shared: tuple[Begun, Path], tmp_path: Path) -> None:
    serving, _ = shared
    folder = tmp_path / "other"

    done = carrom("serve", "--port", "0", "--metrics", str(serving.port), "--data", str(folder))

    assert f"cannot serve metrics on 127.0.0.1, port {serving.port}: " in refusal(done)


def test_log_lines_are_objects_without_anything_secret(shared: tuple[Begun, Path]) -> None:
    serving, _ = shared
    made = ask(serving, "/api/rooms", "POST", NEW_ROOM).json
    token = made["links"][0]["token"]
    answer = ask(serving, f"/api/match/{token}?secret=inquiry", headers={"x-request-id": "made-by-client"})
    ask(serving, f"/api/matches?tokens={token}")

    lines = [line for line in logged(serving) if line["event"] == "request"]
    line = next(line for line in lines if line["route"] == "/api/match/{token}")
    assert set(line) == {"time", "level", "event", "method", "route", "status", "ms", "request_id"}
    assert (line["level"], line["method"], line["status"]) == ("info", "GET", 200)
    assert answer.headers["x-request-id"] == line["request_id"]
    assert re.fullmatch("[0-9a-f]{16}", str(line["request_id"]))
    whole = json.dumps(logged(serving))
    secrets = (token, made["watch"], made["room"], "Asha", "inquiry", "tokens=", "made-by-client")
    assert not any(secret in whole for secret in secrets)


def test_a_flood_of_answers_is_a_line_a_second_and_says_what_was_left_out(serving: Begun) -> None:
    """Counted without a clock: all lines together stand for all answers, and are far fewer."""
    began = time.monotonic()
    for _ in range(300):
        assert ask(serving, "/api/match/nobody").status == 404
    seconds = time.monotonic() - began
    time.sleep(1.1)
    ask(serving, "/healthz")

    def lines() -> list[dict[str, object]]:
        return [line for line in logged(serving) if line.get("route") == "/api/match/{token}"]

    until(lambda: sum(1 + int(str(line.get("left_out", 0))) for line in lines()) == 300)
    assert len(lines()) <= seconds + 3


def test_behind_a_proxy_its_request_id_and_its_tls_are_believed(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--workers", "1", "--data", str(tmp_path))
    theirs = {"x-request-id": "proxy-1234", "x-forwarded-proto": "https"}
    with begun(*words, "--behind-proxy") as server:
        known = ask(server, "/healthz", headers=theirs)
        odd = ask(server, "/healthz", headers={"x-request-id": "a b\tc: evil"})
        plain = ask(server, "/healthz")
    with begun(*words) as server:
        alone = ask(server, "/healthz", headers=theirs)

    assert known.headers["x-request-id"] == "proxy-1234"
    assert known.headers["strict-transport-security"] == "max-age=31536000"
    assert odd.headers["x-request-id"] != "a b\tc: evil"
    for answer in (plain, alone):
        assert "strict-transport-security" not in answer.headers
        assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])


def test_the_umpires_server_has_the_same(tmp_path: Path) -> None:
    words = ("umpire", "--web", "--local", "--port", "0", "--log", "json", "--data", str(tmp_path))
    with begun(*words) as server:
        server.url = server.url.removesuffix("/umpire")
        until_ready(server)
        os.kill(workers_of(server)[0], signal.SIGKILL)

        until(lambda: bool(failing(server)))
        until_ready(server)
        assert any(line.get("route") == "/readyz" for line in logged(server))
