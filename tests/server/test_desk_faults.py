"""Umpires' reports to a server that is killed, as in tools/desk_faults.py."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tools.bot import Server
from tools.desk_faults import killed

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process by a signal")


def kills(folder: Path, times: int, tables: int) -> tuple[list[str], int]:
    """What was wrong after so many kills, and how many reports had been acknowledged."""
    server = Server(folder / "data", workers=0)
    server.start()
    try:
        found = killed(server, times, tables, seed=3, folder=folder)
    finally:
        server.stop()
    return found.wrong, found.acknowledged


def test_a_killed_server_loses_and_doubles_no_report(tmp_path: Path) -> None:
    """What was acknowledged stands once, where it was said to; the phones go on by themselves."""
    wrong, acknowledged = kills(tmp_path, times=3, tables=3)

    assert wrong == []
    assert acknowledged > 20


@pytest.mark.long
def test_a_server_killed_forty_times_loses_and_doubles_no_report(tmp_path: Path) -> None:
    """Under ten tables."""
    wrong, acknowledged = kills(tmp_path, times=40, tables=10)

    assert wrong == []
    assert acknowledged > 1000
