"""Visitors that break off: each command that serves goes on, and the others end quietly with their reader."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.broken_connections import broken_connections
from tests.cli.serving import begun

COUNT = 2000


@pytest.mark.parametrize(
    "words",
    [
        ("serve", "--port", "0", "--workers", "1"),
        ("play", "--no-browser", "--port", "0"),
        ("umpire", "--web", "--local", "--port", "0"),
    ],
    ids=lambda words: words[0],
)
def test_broken_connections_do_not_end_a_command_that_serves(words: tuple[str, ...], tmp_path: Path) -> None:
    with begun(*words, "--data", str(tmp_path)) as server:
        broken_connections(server.port, COUNT)

        assert server.process.poll() is None
        assert server.get("/healthz") == b"ok"
        status, _, wrong = server.interrupt()

    assert status == 0
    assert "Traceback" not in wrong


@pytest.mark.skipif(sys.platform == "win32", reason="pipes as on Unix")
@pytest.mark.parametrize(
    "words", [("laws",), ("laws", "--rulebook", "international-a"), ("--help",)], ids=" ".join
)
def test_a_command_whose_reader_goes_ends_quietly(words: tuple[str, ...]) -> None:
    """As `carrom laws | head -1` does; whether it notices while it writes or at its end."""
    command = [sys.executable, "-m", "carrom", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        wrong = process.stderr.read()
        process.wait(60)

    assert wrong == ""
