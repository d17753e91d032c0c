"""The judge as an archive for the page: the same modules that the server judges with."""

from __future__ import annotations

import hashlib
import io
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

CARROM = Path(__file__).resolve().parents[2]

ROOMS = (
    *("__init__.py", "cases.py", "umpiring", "direction.py", "equipment", "errors.py", "i18n"),
    *("json_reader.py", "laws", "pace.py", "parts.py", "persistent.py", "record", "rulebooks"),
    *("rules", "stroke", "surface.py", "words.py"),
)
"""What `carrom.umpiring.page` imports, directly or not; all of it uses the standard library alone."""

UNUSED_PHRASES = (
    *("arena", "calibration", "commands", "data", "drawing", "help", "hints", "languages", "laws"),
    *("offline", "page", "refusals_arena", "refusals_calibration", "refusals_codes"),
    *("refusals_drawing", "refusals_languages", "refusals_physics", "refusals_players"),
    *("refusals_store", "refusals_table", "refusals_use", "simulate", "umpire"),
)
"""Files of phrases that only other parts of the program use."""

KEPT = (".py", ".toml", ".json")
LONG_AGO = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Core:
    """The archive; `name` changes with its content, so it may be cached for ever."""

    name: str
    body: bytes


@cache
def core() -> Core:
    """Built once. The same files give the same bytes, whenever and wherever they were installed."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in _files():
            entry = zipfile.ZipInfo(file.relative_to(CARROM.parent).as_posix(), LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, file.read_bytes())
    whole = body.getvalue()
    return Core(f"core-{hashlib.sha256(whole).hexdigest()[:16]}.zip", whole)


def _files() -> list[Path]:
    found: list[Path] = []
    for room in ROOMS:
        place = CARROM / room
        found += [place] if place.is_file() else [each for each in place.rglob("*") if each.suffix in KEPT]
    return sorted(each for each in found if each.name != "translated.toml" and _is_needed(each))


def _is_needed(file: Path) -> bool:
    """Whether the judge needs a file; not the phrases of other parts or of the page."""
    return file.suffix != ".json" or (file.stem not in UNUSED_PHRASES and file.parent.name != "web")
