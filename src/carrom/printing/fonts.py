"""Font files: Open Sans, which carrom depends on, and the machine's own fonts for what Open Sans lacks.

Open Sans has the Latin letters of Europe and Vietnam, Greek and Cyrillic.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from shutil import which

from fontTools import unicodedata
from fontTools.ttLib import TTFont, TTLibError
from ttf_opensans import opensans

from carrom.errors import CarromError

FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "$WINDIR/Fonts",
    "$LOCALAPPDATA/Microsoft/Windows/Fonts",
)
ENDINGS = (".ttf", ".otf", ".ttc")
OTHER_STYLES = ("italic", "oblique", "thin", "light", "medium", "black", "condensed", "serif", "mono")

CHINESE_JAPANESE_KOREAN = ("Hani", "Hira", "Kana", "Hang", "Bopo")
NO_SCRIPT = ("Zyyy", "Zinh", "Zzzz")


class Unprintable(CarromError):
    """No font on this machine has some letters of a text."""

    code = "sheet/unprintable"


def open_sans(bold: bool) -> Path:
    return Path(opensans(font_weight=700 if bold else 400).path)


def font_with(letters: str, bold: bool) -> Path | None:
    """The machine's font for these letters. Fontconfig chooses it, where there is one."""
    candidates = _by_fontconfig if which("fc-match") else _in_folders
    return next((path for path in candidates(letters, bold) if _has(path, letters)), None)


def no_font(letters: str, text: str) -> Unprintable:
    """The refusal of a text: it names the script and the package to install."""
    letter = next((each for each in letters if unicodedata.script(each) not in NO_SCRIPT), letters[0])
    code = unicodedata.script(letter)
    package = "core"
    if code in CHINESE_JAPANESE_KOREAN:
        package = "cjk"
    elif code in NO_SCRIPT and letter >= "\U0001f000":
        package = "color-emoji"
    return Unprintable(
        "refused.sheet.no-font",
        text=text if len(text) <= 60 else f"{text[:59]}…",
        script=f"U+{ord(letter):04X}" if code in NO_SCRIPT else _script_name(letter),
        package=f"fonts-noto-{package}",
    )


def _script_name(letter: str) -> str:
    return str(unicodedata.script_name(unicodedata.script(letter)))


def _by_fontconfig(letters: str, bold: bool) -> Iterator[Path]:
    charset = " ".join(f"{ord(letter):x}" for letter in letters)
    weight = "bold" if bold else "regular"
    pattern = f"Noto Sans {_script_name(letters[0])},sans-serif:charset={charset}:{weight}:variable=false"
    command = ["fc-match", "--sort", "--format", "%{file}\n", pattern]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    # Fonts that have all the letters come first; a few may be bitmaps.
    yield from islice(map(Path, done.stdout.splitlines()), 5)


def _in_folders(letters: str, bold: bool) -> Iterator[Path]:
    """All fonts in the usual folders, the likely ones first."""
    script = _script_name(letters[0]).replace(" ", "").lower()

    def unlikely(path: Path) -> tuple[bool, bool, bool, str]:
        name = path.stem.lower()
        return script not in name, ("bold" in name) != bold, any(map(name.count, OTHER_STYLES)), name

    folders = (Path(os.path.expandvars(folder)).expanduser() for folder in FOLDERS)
    files = (path for folder in folders for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
    yield from sorted(files, key=unlikely)


def _has(path: Path, letters: str) -> bool:
    try:
        with TTFont(path, fontNumber=0, lazy=True) as font:
            return all(ord(letter) in (font.getBestCmap() or ()) for letter in letters)
    except (OSError, TTLibError):
        return False
