"""Bots over the real socket, as in tools/: whole matches, a server that is killed, many tables at once."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError

import pytest
from tools.bot import Json, Server
from tools.failing_nodes import FailingNodes
from tools.faults import Players
from tools.kill_run import Site, kill_run
from tools.load import loaded
from tools.online import all_played
from tools.postgres import find_binaries

from carrom.rulebooks import RULEBOOKS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process by a signal")


@contextmanager
def started(folder: Path) -> Iterator[Server]:
    server = Server(folder / "data")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def test_bots_play_whole_matches_over_the_socket_and_the_records_hold(tmp_path: Path) -> None:
    """Singles and doubles: each ends, would be ruled the same again and replays; nothing is refused."""
    with started(tmp_path) as server:
        strokes, entries = asyncio.run(all_played(server, 2, budget=8, at_once=2, folder=tmp_path))

        assert entries > strokes > 20


def test_a_killed_server_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """What was acknowledged stands once in the records, and every table plays on by itself."""
    found = asyncio.run(kill_run(Players, tmp_path, kills=3, tables=3, seed=5))

    assert found.wrong == []
    assert found.kills == 3
    assert found.entries > 10
    assert found.returns >= 6  # both of a table, at least once each


@pytest.mark.skipif(find_binaries() is None, reason="there is no PostgreSQL on this machine")
def test_nodes_that_fail_lose_and_double_nothing() -> None:
    """Two over one database: one killed or paused for longer than its lease, the other takes its matches."""
    # PostgreSQL runs as another user, who must reach the folder.
    with TemporaryDirectory(prefix="carrom-nodes-") as name:
        site = partial(FailingNodes, nodes=2, kinds=("kill", "pause"))
        found = asyncio.run(kill_run(Players, Path(name), kills=2, tables=4, seed=3, make_site=site))

        assert found.wrong == []
        assert found.kinds == {"kill": 1, "pause": 1}
        assert found.entries > 40
        assert found.returns > 0


class BriefPlayers(Players):
    """They leave their table after its first strokes."""

    @staticmethod
    def open(site: Site, number: int) -> Json:
        return Players.open(site, number) | {"entries": 6}


def test_a_table_that_is_left_is_replaced_and_checked_to_the_end(tmp_path: Path) -> None:
    """Also by a later call, which does not sit down there again."""
    first = asyncio.run(kill_run(BriefPlayers, tmp_path, kills=3, tables=2, seed=7))
    second = asyncio.run(kill_run(BriefPlayers, tmp_path, kills=4, tables=2, seed=7))

    assert (first.wrong, second.wrong) == ([], [])
    assert second.kills == 4
    assert second.entries > first.entries
    assert len(list(tmp_path.glob("*.carrom"))) > 2


class AbsentPlayers(Players):
    """They leave before they have come."""

    @staticmethod
    def open(site: Site, number: int) -> Json:
        return Players.open(site, number) | {"entries": 0}


class PlayersWithoutRecord(BriefPlayers):
    def record(self) -> bytes:
        raise HTTPError(self._urls[0], 404, "Not Found", Message(), None)


def test_a_table_without_a_record_is_wrong_only_if_somebody_has_played_there(tmp_path: Path) -> None:
    """The record of a match to which not all have come is not there yet."""
    absent = asyncio.run(kill_run(AbsentPlayers, tmp_path / "absent", kills=1, tables=1, seed=8))
    lost = asyncio.run(kill_run(PlayersWithoutRecord, tmp_path / "lost", kills=1, tables=1, seed=8))

    assert (absent.wrong, absent.kills) == ([], 1)
    assert lost.wrong[0] == "table 0: its record is refused, HTTP Error 404: Not Found"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux has it")
def test_many_matches_at_once_are_all_answered(tmp_path: Path) -> None:
    """How fast is for the command to measure."""
    with started(tmp_path) as server:
        waited, refused = asyncio.run(loaded(server, matches=3, rate=20.0, seconds=3.0))

        assert refused == []
        assert len(waited) > 10


@pytest.mark.long
def test_bots_play_a_match_of_every_kind(tmp_path: Path) -> None:
    """Each rulebook, singles and doubles."""
    with started(tmp_path) as server:
        strokes, _ = asyncio.run(
            all_played(server, 2 * len(RULEBOOKS), budget=16, at_once=4, folder=tmp_path)
        )

        assert strokes > 500


@pytest.mark.long
def test_a_server_killed_thirty_times_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Under ten matches."""
    found = asyncio.run(kill_run(Players, tmp_path, kills=30, tables=10, seed=6))

    assert found.wrong == []
    assert found.acknowledged > 200
