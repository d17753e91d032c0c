"""carrom play in the browser, and carrom serve: starts, second starts, ends, and what cannot be."""

from __future__ import annotations

import json
import os
import socket
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.run import carrom, refusal
from tests.cli.serving import NO_SCREEN, Begun, begun, gone, on_linux

from carrom.cli import play
from carrom.cli.serving.addresses import host_names, public_address
from carrom.players import LEVELS
from carrom.server.config import is_loopback, origin


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def playing(data: Path) -> Iterator[Begun]:
    """One game in the browser for all tests that only look at it."""
    with begun("play", "--no-browser", "--port", "0", "--data", str(data)) as server:
        yield server


def test_the_page_is_there_as_soon_as_its_address_is_printed(playing: Begun, data: Path) -> None:
    assert playing.said == [f"Carrom is played at {playing.url}\n"]
    assert playing.url.startswith("http://127.0.0.1:")
    assert playing.get("/healthz") == b"ok"
    assert b"<html" in playing.get("/")
    assert json.loads(playing.get("/api/ready"))["lists"] is True
    assert stat.S_IMODE((data / "carrom.sqlite").stat().st_mode) == 0o600


def test_a_second_start_finds_the_first(playing: Begun, data: Path) -> None:
    done = carrom("play", "--no-browser", "--data", str(data))

    assert done.returncode == 0
    assert done.stderr == ""
    url = playing.url.rstrip("/")
    assert done.stdout == (
        f"Carrom runs already, with the matches of {data} (process {playing.process.pid}): {url}\n"
    )


def test_a_second_server_for_others_says_where_the_first_is(playing: Begun, data: Path) -> None:
    done = carrom("serve", "--port", "0", "--data", str(data))

    assert f"carrom runs already at {playing.url.rstrip('/')} (process {playing.process.pid})" in refusal(
        done
    )


def test_a_port_that_was_named_and_is_taken_is_refused(playing: Begun, tmp_path: Path) -> None:
    for command in ("play", "serve"):
        done = carrom(command, "--port", str(playing.port), "--data", str(tmp_path))

        assert f"cannot listen on 127.0.0.1, port {playing.port}: " in refusal(done)


@on_linux
def test_ctrl_c_ends_everything(tmp_path: Path) -> None:
    """Pressed while a first start is still compiling, as people do; the folder is free at once."""
    first_start = NO_SCREEN | {"NUMBA_CACHE_DIR": str(tmp_path / "nothing-compiled")}
    with begun("play", "--port", "0", "--data", str(tmp_path), surroundings=first_start) as server:
        served_by = json.loads((tmp_path / "server.json").read_text())
        status, said, wrong = server.interrupt()

        assert served_by == {"pid": server.process.pid, "url": server.url.rstrip("/")}
        assert status == 0
        assert wrong == ""
        assert "No browser can be opened from here" in said
        assert "The simulated table is being prepared (about half a minute, the first time)" in said
        assert said.endswith(f"Carrom has ended; the matches are kept in {tmp_path}\n")
        assert gone(server)
        assert (tmp_path / "server.json").read_text() == ""
        with socket.socket() as again:
            again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            again.bind(("127.0.0.1", server.port))


@on_linux
def test_a_server_that_was_killed_leaves_no_lock_and_no_worker(tmp_path: Path) -> None:
    with begun("play", "--no-browser", "--port", "0", "--data", str(tmp_path)) as first:
        first.process.kill()
        first.process.wait()

        assert gone(first)
    with begun("play", "--no-browser", "--port", "0", "--data", str(tmp_path)) as second:
        assert second.get("/healthz") == b"ok"


@on_linux
def test_the_next_free_port_is_taken_and_the_browser_opened_there(tmp_path: Path) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\ntrap "" INT\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    with socket.socket() as taken:
        # Whoever has our port, it is not free.
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", 8765))
            taken.listen()
        except OSError:
            pass
        with begun("play", "--data", str(tmp_path), surroundings={"BROWSER": f"{browser} %s"}) as server:
            until = time.monotonic() + 20.0
            while not opened.exists() and time.monotonic() < until:
                time.sleep(0.05)

            assert server.port > 8765
            assert opened.read_text().strip().rstrip("/") == server.url.rstrip("/")
            status, said, _ = server.interrupt()
            assert status == 0
            assert "No browser" not in said


@on_linux
def test_serving_everywhere_without_tls_warns_and_tells_the_public_address(tmp_path: Path) -> None:
    words = ("--host", "0.0.0.0", "--port", "0", "--origin", "https://carrom.example", "--workers", "1")
    with begun("serve", *words, "--data", str(tmp_path)) as server:
        local = json.loads((tmp_path / "server.json").read_text())["url"]
        there = Begun(server.process, local)

        assert server.url == "https://carrom.example/"
        assert json.loads(there.get("/api/ready"))["lists"] is False
        _, _, wrong = server.interrupt()
        assert wrong.startswith("carrom: Without TLS, anybody on the network in between can read the traffic")
        assert "Traceback" not in wrong


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("play", "--level", "club"), "--level belongs to the game in the terminal: add --terminal."),
        (("play", "--record", "x.carrom"), "--record belongs to the game in the terminal: add --terminal."),
        (
            ("play", "--terminal", "--port", "1"),
            "--port belongs to the game in the browser: leave --terminal out.",
        ),
        (("play", "--port", "70000"), "--port must be a whole number from 0 to 65535"),
        (("serve", "--tls-cert", "cert.pem"), "--tls-cert and --tls-key go together: give both."),
        (("serve", "--tls-cert", "no.pem", "--tls-key", "no.key"), "no.pem: there is no such file"),
        (("serve", "--tls-cert", "empty", "--tls-key", "empty"), "are not a certificate and its key"),
        (("serve", "--host", ""), "--host is empty: name an address, such as 127.0.0.1 or 0.0.0.0."),
        (("serve", "--metrics", "0", "--metrics-host", " "), "--metrics-host is empty: name an address"),
        (("serve", "--origin", "carrom.example"), "'carrom.example' is not an address such as https://"),
        (("serve", "--origin", "https://carrom.example/page"), "is not an address such as https://"),
        (("serve", "--host", "no.such.host.invalid", "--data", "d"), "cannot listen on no.such.host.invalid"),
        (("play", "--data", "empty"), "empty: this is a file; matches are kept in a folder (--data)"),
        (("serve", "--data", "empty/below"), "a part of this path is not a folder; name another folder"),
        (("play", "--data", "damaged"), "carrom.sqlite: this file belongs to another program"),
        (("play", "--data", "broken"), "carrom.sqlite: the store is damaged"),
    ],
)
def test_what_cannot_be_is_one_line(words: tuple[str, ...], why: str, tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    for folder, content in (("damaged", b""), ("broken", b"not a store " * 1000)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "carrom.sqlite").write_bytes(content)
    other_program(tmp_path / "damaged" / "carrom.sqlite")

    done = carrom(*words, folder=tmp_path)

    assert why in refusal(done)
    assert done.stdout == ""


def other_program(file: Path) -> None:
    import sqlite3

    store = sqlite3.connect(file)
    store.execute("CREATE TABLE theirs (it TEXT)")
    store.close()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)

    assert "permission denied; name another folder" in refusal(carrom("play", "--data", str(tmp_path)))


def test_the_levels_of_the_help_are_those_there_are() -> None:
    """The command does not ask the players, so as not to load the simulator."""
    assert list(LEVELS) == play.LEVELS.split(", ")


def test_the_names_of_a_server_depend_on_where_it_listens() -> None:
    everywhere = host_names("0.0.0.0")

    assert host_names("127.0.0.1") == ("127.0.0.1", "localhost", "::1")
    assert host_names("Table.example") == ("table.example",)
    assert {"127.0.0.1", "localhost", socket.gethostname().lower()} <= set(everywhere)
    assert not is_loopback(everywhere[0])
    assert origin("http", "::1", 8765) == "http://[::1]:8765"
    assert public_address("https://Carrom.example:443/") == "https://carrom.example"
    assert public_address("http://carrom.example:8080") == "http://carrom.example:8080"
    assert public_address("https://échecs.example") == "https://xn--checs-9ra.example"
    assert public_address("https://[2001:db8:0:0::1]") == "https://[2001:db8::1]"
