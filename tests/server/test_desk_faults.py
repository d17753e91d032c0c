"""Kill runs under umpires' reports, as in tools/desk_faults.py; and what both kill runs share."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tools.desk_faults import Umpire
from tools.kill_run import kill_run

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows kills no process by a signal")

ROOT = Path(__file__).parent.parent.parent


def test_a_killed_server_loses_and_doubles_no_report(tmp_path: Path) -> None:
    """What was acknowledged stands once, where it was said to; the phones go on by themselves."""
    found = asyncio.run(kill_run(Umpire, tmp_path, kills=3, tables=3, seed=3))

    assert found.wrong == []
    assert found.kills == 3
    assert found.acknowledged > 10
    assert found.returns > 0


def test_a_kill_run_finds_what_was_acknowledged_and_is_not_in_the_record(tmp_path: Path) -> None:
    """The second call holds the records against what the first was told, and does not kill again."""
    first = asyncio.run(kill_run(Umpire, tmp_path, kills=1, tables=2, seed=3))
    invented = {"id": 3, "became": 3, "request": {"do": "remark", "text": "never sent"}}
    later = {"id": 9999, "became": 9999, "request": {"do": "stroke"}}
    elsewhere = {"id": 2, "became": 4, "request": {"do": "toss"}}
    with (tmp_path / "progress.jsonl").open("a", encoding="utf-8") as progress:
        lines = [invented, later, elsewhere]
        progress.write(json.dumps({"of": 0, "acknowledged": lines, "returns": 0}) + "\n")
        progress.write('{"of": 1, "acknowl')
    second = asyncio.run(kill_run(Umpire, tmp_path, kills=1, tables=2, seed=3))

    assert first.wrong == []
    assert second.kills == 1
    assert second.acknowledged >= first.acknowledged + 3
    assert [re.sub(r".* was acknowledged, and ", "", each)[:24] for each in second.wrong] == [
        "there stands Seated(seat",
        "the record ends before i",
        "as entry 4, not as the n",
    ]


def test_an_interrupted_kill_run_says_so_and_goes_on(tmp_path: Path) -> None:
    """Ctrl-C ends it after the kill under way; the same command has all that was done before."""
    command = [sys.executable, "tools/desk_faults.py", "--tables", "2", "--state", str(tmp_path / "state")]
    with subprocess.Popen(
        [*command, "--kills", "1000"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stderr is not None
        shown = ""
        while "2 of 1000 kills" not in shown:
            shown += running.stderr.read(1)
        running.send_signal(signal.SIGINT)
        said, _ = running.communicate(timeout=60)
    done = int(said.split()[0])
    again = subprocess.run(
        [*command, "--kills", str(done + 1)], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert running.returncode == 130
    assert "the same command goes on from there" in said
    assert again.returncode == 0, again.stdout
    assert f"{done} of" not in again.stderr
    assert again.stdout.startswith(f"{done + 1} kills under 2 tables")
    assert not (tmp_path / "state").exists()


@pytest.mark.long
def test_a_server_killed_forty_times_loses_and_doubles_no_report(tmp_path: Path) -> None:
    """Under ten tables."""
    found = asyncio.run(kill_run(Umpire, tmp_path, kills=40, tables=10, seed=3))

    assert found.wrong == []
    assert found.acknowledged > 300
