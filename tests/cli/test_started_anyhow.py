"""Tests that press Ctrl-C pass however the run was started, and a server ignores it where it was told to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.serving import SECONDS_TO_END, begun

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals as on Unix")

ROOT = Path(__file__).parent.parent.parent

PRESS_CTRL_C = (
    "tests/cli/test_offline_command.py::test_stopped_half_way_it_leaves_nothing_behind_and_no_npm_running",
    "tests/cli/test_play.py::test_ctrl_c_ends_with_the_status_a_shell_knows_and_keeps_the_match",
    "tests/server/test_serving.py::test_a_server_that_is_asked_to_end_says_so_to_everybody_and_ends_cleanly",
)


@pytest.mark.parametrize(
    "pressed",
    [
        pytest.param(PRESS_CTRL_C[:1], id="one test"),
        pytest.param(PRESS_CTRL_C, id="every test", marks=pytest.mark.long),
    ],
)
def test_a_run_that_ignores_sigint_gives_its_children_the_default(pressed: tuple[str, ...]) -> None:
    """`nohup python3 run.py test`, or a job of a script in the background: green as well.

    Each day one test that presses Ctrl-C, which shows whether it arrives; in the long run all of them.
    """
    ignoring = ("sh", "-c", "trap '' INT; exec \"$@\"", "sh")
    done = subprocess.run(
        [*ignoring, sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *pressed],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert done.returncode == 0, done.stdout


def test_a_server_started_with_sigint_ignored_is_ended_by_sigterm_alone(tmp_path: Path) -> None:
    """Ctrl-C is then for the script that started it, as for any program in the background."""
    with begun("serve", "--port", "0", "--data", str(tmp_path), sigint_ignored=True) as server:
        os.killpg(server.process.pid, signal.SIGINT)

        assert server.get("/healthz") == b"ok"
        server.process.terminate()
        assert server.process.wait(SECONDS_TO_END) == 0
