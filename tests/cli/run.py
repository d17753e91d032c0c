"""Running the carrom command as a user does."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import select
import struct
import subprocess
import sys
import time
import warnings
from collections.abc import Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

try:
    import fcntl
    import pty
    import termios
except ImportError:  # there are no such terminals on Windows
    pty = None  # type: ignore[assignment]  # the name must exist

import pytest

from carrom.cli import main

needs_a_terminal = pytest.mark.skipif(pty is None, reason="terminals as on Unix")


def carrom(*words: str, says: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command's whole result, run in this process; `says` is typed on its standard input."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        chdir(folder or Path.cwd()),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.object(sys, "argv", ["carrom", *words]),
        patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(says.encode()), encoding="utf-8")),
        patch.object(warnings, "showwarning"),
        pytest.raises(SystemExit) as left,
    ):
        main()
    # A server that was started here logs to a stream that ends with this call.
    logging.basicConfig(handlers=[logging.NullHandler()], force=True)
    shown = []
    for stream in (out, err):
        stream.seek(0)
        shown.append(stream.read())
    status = left.value.code
    assert isinstance(status, int)
    return subprocess.CompletedProcess(["carrom", *words], status, *shown)


ALL_AT_ONCE = """
import contextlib, io, json, sys
from carrom.cli import main

def said(words, typed):
    out, status = io.StringIO(), 0
    sys.argv, sys.stdin = ["carrom", *words], io.StringIO(typed)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    return status, out.getvalue()

print(json.dumps([said(words, typed) for words, typed in json.load(sys.stdin)]))
"""


def carrom_at_once(
    asked: Sequence[tuple[Sequence[str], str]], folder: Path, **environment: str
) -> list[tuple[int, str]]:
    """The status and all the text of each command, with what is typed to it.

    One process for all: languages are found when carrom is imported, and Numba is loaded once.
    """
    done = subprocess.run(
        [sys.executable, "-c", ALL_AT_ONCE],
        input=json.dumps(asked),
        env={**os.environ, **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [(status, text) for status, text in json.loads(done.stdout)]


def refusal(done: subprocess.CompletedProcess[str]) -> str:
    """The one line a refused command leaves on standard error; anything else is a failure."""
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("carrom: ")
    assert "Traceback" not in done.stderr
    return done.stderr


def at_terminal(
    *words: str, says: Sequence[tuple[str, str]] = (), folder: Path | None = None, columns: int = 80
) -> tuple[str, int]:
    """What a command shows on a terminal so many columns wide, without its colours, and its status.

    `says` are pairs: once the first is the last thing shown, and stays so, the second is typed; "^C" is
    Ctrl-C. Typed while a prompt is being drawn it would be heard only with the next key.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def own_terminal() -> None:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    command = [sys.executable, "-m", "carrom", *words]
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns)}
    begun = subprocess.Popen(  # the terminal must be its own, or Ctrl-C reaches nobody
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=folder,
        env=environment,
        start_new_session=True,
        preexec_fn=own_terminal,
    )
    os.close(theirs)
    shown, waiting, until = b"", list(says), time.monotonic() + 60.0
    try:
        while time.monotonic() < until:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    read = os.read(ours, 65536)
                except OSError:  # Linux: the other end is closed
                    break
                if not read:
                    break
                shown += read
            elif waiting and _plain(shown).endswith(waiting[0][0]):
                typed = waiting.pop(0)[1]
                os.write(ours, b"\x03" if typed == "^C" else f"{typed}\n".encode())
        status = begun.wait(timeout=10)
    finally:
        begun.kill()
        begun.wait()
        os.close(ours)
    return _plain(shown), status


def _plain(shown: bytes) -> str:
    """What stands on the screen: no colours, and of a line written over only the last."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode(errors="replace")).replace("\r\n", "\n")
    return "\n".join(line.rpartition("\r")[2] for line in text.split("\n"))
