"""Beginning and ending: a server in a process of its own, as `carrom serve` has it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Origin

from carrom.errors import CarromError
from carrom.server.serving import listen

PROGRAM = """
import sys
from pathlib import Path
from carrom.server.config import Config
from carrom.server.serving import run_server
if __name__ == "__main__":
    run_server(Config(Path(sys.argv[1]), port=0, workers=0), lambda url: print(url, flush=True))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no such signals to a process")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_asked_to_end_says_so_to_everybody_and_ends_cleanly(
    tmp_path: Path, ending: signal.Signals
) -> None:
    """Those who are connected hear that the service begins again (1012), and come back by themselves."""
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        with connect(url.replace("http", "ws", 1) + "/ws", origin=Origin(url)) as table:
            server.send_signal(ending)
            with pytest.raises(ConnectionClosed) as closed:
                table.recv(timeout=20)

        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert server.wait(20) == 0


def test_a_port_that_is_taken_is_refused_in_one_line_or_left_for_the_next() -> None:
    """As it was asked for."""
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(CarromError, match=f"port {port}"):
            listen("127.0.0.1", port)
        with listen("127.0.0.1", port, another_port=True) as second:
            assert second.getsockname()[1] != port


def test_a_host_that_is_not_ours_cannot_be_listened_on() -> None:
    """One line, whatever the system says."""
    with pytest.raises(CarromError, match="cannot listen"):
        listen("192.0.2.1", 0)


def test_a_socket_that_listens_leaves_no_trace_when_it_is_closed() -> None:
    """The next server has the same port at once."""
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=5):
            first.accept()[0].close()
    listen("127.0.0.1", port).close()
