"""Files that commands read and write: texts, layouts, profiles. What cannot be read is refused by name."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import radians
from pathlib import Path
from secrets import token_hex

from carrom.calibration import profile_from_toml
from carrom.cli.command import WrongUse
from carrom.equipment import Equipment
from carrom.errors import CarromError, NotationError, UnknownProfile, system_message
from carrom.i18n import Argument
from carrom.pace import PACES, Pace
from carrom.stroke import Layout
from carrom.words import Seat

LAYOUT_WORDS = ("rosette", "empty")

_LAYOUT_LINE = re.compile(r"\s*[wbqWBQ]\s+\S")
"""How a layout line begins: a letter and a place. The name of a file hardly ever does."""


@contextmanager
def refusals_name(where: Argument) -> Iterator[None]:
    """Add the name of a file or an argument to every refusal inside."""
    try:
        yield
    except CarromError as wrong:
        raise wrong.at(where) from None


def read_text(path: str) -> str:
    """A file's text, or standard input for '-'."""
    if path == "-" and sys.stdin is None:
        raise CarromError("refused.file.no-input")
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotationError("refused.file.not-text").at(path) from None
    except FileNotFoundError:
        raise CarromError("refused.file.none", path=path) from None
    except IsADirectoryError:
        raise CarromError("refused.file.folder", path=path) from None


def check_file(path: Path) -> None:
    """Refuse a file that does not exist."""
    if not path.is_file():
        raise CarromError("refused.file.none", path=str(path))


def check_folder_of(path: Path) -> None:
    """Refuse a file whose folder does not exist."""
    if not path.parent.is_dir():
        raise CarromError("refused.file.no-folder", path=str(path.parent))


def write_whole(path: Path, content: bytes, new_mode: int = 0o666) -> None:
    """Write a file atomically: a temporary file beside it replaces it.

    `new_mode` is that of a file that did not exist, before the umask.
    """
    asked = path
    path = path.resolve()  # a link goes on pointing to the file
    if path.exists() and not path.is_file():
        raise CarromError("refused.file.not-plain", path=str(asked))
    check_folder_of(path)
    old_mode = path.stat().st_mode & 0o777 if path.exists() else None
    mode = new_mode if old_mode is None else old_mode
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with open(beside, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if old_mode is not None:
            beside.chmod(old_mode)
        beside.replace(path)
    except BaseException as wrong:
        beside.unlink(missing_ok=True)
        if isinstance(wrong, OSError):
            why = system_message(wrong)
            raise CarromError("refused.file.not-written", path=str(asked), why=why) from None
        raise


def read_profile(name_or_path: str) -> Pace:
    """The pace of that name, or of that TOML file ('-' reads standard input)."""
    if name_or_path in PACES:
        return PACES[name_or_path]
    file = name_or_path == "-" or name_or_path.endswith(".toml") or Path(name_or_path).exists()
    if not file:
        raise UnknownProfile("refused.profile.none", name=name_or_path, names=", ".join(PACES))
    return profile_from_toml(read_text(name_or_path), name_or_path)


def layout_of(text: str, table: Equipment, turned: float | None) -> Layout:
    """A layout from its text; only the rosette can be turned, in degrees."""
    if text.lower() == "rosette":
        return Layout.rosette(table, radians(turned or 0.0))
    if turned is not None:
        raise WrongUse("refused.layout.not-turned")
    if text.startswith("{"):
        raise NotationError("refused.layout.trace")
    return Layout.parse(text.lower() if text.lower() in LAYOUT_WORDS else text, table)


def read_layout(what: str, table: Equipment, turned: float | None = None) -> Layout:
    """A layout from the command line: itself, or the file or standard input ('-') that holds it."""
    if what.split()[:1] and what.split()[0].lower() in {seat.value for seat in Seat}:
        raise NotationError("refused.layout.aim", text=what)
    with layout_text(what) as text:
        return layout_of(text, table, turned)


@contextmanager
def layout_text(what: str) -> Iterator[str]:
    """The text of a layout, or of the file with a layout or a trace; refusals inside name the file."""
    if what.lower() in LAYOUT_WORDS or _LAYOUT_LINE.match(what):
        yield what
        return
    if what != "-" and (not what or not Path(what).exists()):
        raise CarromError("refused.layout.none", text=what)
    text = read_text(what).strip()
    with refusals_name(what):
        yield text
