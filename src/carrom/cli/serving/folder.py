"""The data folder: where the matches are kept, and which process serves them.

A live match has one owner, so a folder has one server. The server holds a lock on `server.json` as long as it
lives. The file has its process id and its address.
"""

import json
import os
import ssl
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from urllib.error import URLError
from urllib.request import HTTPSHandler, ProxyHandler, build_opener

from carrom.errors import CarromError, system_message
from carrom.i18n import Message

NOTE = "server.json"
SECONDS_TO_ANSWER = 15.0
_FAR = 1 << 30  # Windows makes locked bytes unreadable, so lock one that is never written


@dataclass(frozen=True, slots=True)
class Running:
    """The server that holds a folder: its process and its address on this machine."""

    pid: int
    url: str


class FolderTaken(CarromError):
    """Another server holds the folder, and answers."""

    def __init__(self, phrase: str, folder: Path, running: Running) -> None:
        super().__init__(phrase, folder=str(folder), url=running.url, pid=running.pid)
        self.running = running


class DataFolder:
    """A data folder that this process holds."""

    def __init__(self, path: Path, note: TextIOWrapper) -> None:
        self.path = path
        self._note = note

    def write_note(self, url: str = "") -> None:
        """Let other processes find this one, and its address once it answers."""
        self._note.seek(0)
        self._note.truncate()
        self._note.write(json.dumps({"pid": os.getpid(), "url": url}))
        self._note.flush()


def usual_folder() -> Path:
    """The folder in which this system keeps the data of a user's programs."""
    from platformdirs import user_data_path

    return user_data_path("carrom", appauthor=False)


@contextmanager
def hold_folder(folder: Path, taken: str = "refused.folder.taken") -> Iterator[DataFolder]:
    """Make the folder if need be and hold it. Raises `FolderTaken` with the phrase `taken`."""
    path = folder.expanduser().absolute()
    try:
        path.mkdir(parents=True, exist_ok=True)
        note = (path / NOTE).open("a+", encoding="utf-8")
    except FileExistsError:
        raise CarromError("refused.folder.file", path=str(path)) from None
    except OSError as wrong:
        raise CarromError("refused.folder.unusable", path=str(path), why=system_message(wrong)) from None
    with note:
        if not _lock(note):
            raise FolderTaken(taken, folder, _running_server(path))
        held = DataFolder(path, note)
        held.write_note()
        try:
            yield held
        finally:
            note.seek(0)
            note.truncate()


def is_held(path: Path) -> bool:
    """Whether a server holds the folder at this moment."""
    try:
        with (path / NOTE).open("a+", encoding="utf-8") as note:
            # Closing the file lets go of the lock.
            return not _lock(note)
    except FileNotFoundError:
        return False


def _lock(note: TextIOWrapper) -> bool:
    """Lock the file; false if another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            note.seek(_FAR)
            msvcrt.locking(note.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(note.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError as wrong:
        raise CarromError("refused.folder.no-lock", path=note.name, why=system_message(wrong)) from None
    return True


def _running_server(path: Path) -> Running:
    """The server that holds the folder. Waits for one that is starting."""
    until = time.monotonic() + SECONDS_TO_ANSWER
    while True:
        found = _read_note(path)
        if found and found.url and _answers(found.url):
            return found
        if time.monotonic() > until:
            who = Message("process", {"pid": found.pid}) if found else Message("another-process")
            raise CarromError("refused.folder.no-answer", path=str(path), who=who)
        time.sleep(0.1)


def _read_note(path: Path) -> Running | None:
    try:
        note = json.loads((path / NOTE).read_text(encoding="utf-8"))
        return Running(int(note["pid"]), str(note["url"]))
    except (OSError, ValueError, TypeError, KeyError):  # it is being written
        return None


def _answers(url: str) -> bool:
    # The address comes from the folder's own note, so the certificate need not be verified.
    unchecked = ssl.create_default_context()
    unchecked.check_hostname = False
    unchecked.verify_mode = ssl.CERT_NONE
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=unchecked))
    try:
        with opener.open(f"{url.rstrip('/')}/healthz", timeout=2.0) as answer:
            return bool(answer.read(64).strip() == b"ok")
    except (URLError, OSError, ValueError):
        return False
