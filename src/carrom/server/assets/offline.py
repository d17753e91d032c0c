"""Files for the umpire's page without a network: the Python runtime, the judge, and the list of both.

The judge is an archive of the modules that the server itself judges with.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response

from carrom.live.refused import Refused
from carrom.server.assets.pyodide import FILES, MEDIA_TYPES, VERSION, prepared, runtime_folder
from carrom.server.assets.static import takes_gzip, umpire_files
from carrom.server.config import Config
from carrom.server.http import json_response

CARROM = Path(__file__).resolve().parents[2]

ROOMS = (
    *("__init__.py", "cases.py", "umpiring", "direction.py", "equipment", "errors.py", "i18n"),
    *("json_reader.py", "laws", "pace.py", "parts.py", "persistent.py", "record", "rulebooks"),
    *("rules", "stroke", "surface.py", "words.py"),
)
"""What `carrom.umpiring.page` imports, directly or not; all of it uses the standard library alone."""

UNUSED_PHRASES = (
    *("arena", "calibration", "commands", "comparison", "data", "drawing", "help", "hints", "languages"),
    *("laws", "offline", "page", "play", "refusals_arena", "refusals_calibration", "refusals_codes"),
    *("refusals_commands", "refusals_drawing", "refusals_languages", "refusals_live", "refusals_physics"),
    *("refusals_players", "refusals_server", "refusals_store", "refusals_table", "refusals_use"),
    *("simulate", "umpire", "umpire_words"),
)
"""Files of phrases that only other parts of the program use."""

UNUSED_MODULES = (
    *("i18n/completeness.py", "laws/translated.py", "record/erase.py", "record/story.py", "rules/demand.py"),
)
"""Modules of these rooms that only other parts of the program import."""

UNUSED_TEXTS = ("glossary.toml", "sought.json", "sought.toml", "translated.toml")
"""What only those need who look a law up."""

KEPT = (".py", ".toml", ".json")
LONG_AGO = (1980, 1, 1, 0, 0, 0)
FOR_EVER = "public, max-age=31536000, immutable"
RUNTIME = f"/umpire/pyodide/{VERSION}/"


# These are not async: the first look at the runtime reads 13 MB, in a thread.
def manifest(request: Request) -> Response:
    """Whether the judge can run in the page, from where, and what a phone stores to open it again."""
    told = {
        "prepared": prepared(_data(request)),
        "version": VERSION,
        "core": f"/umpire/{core().name}",
        "files": [f"{RUNTIME}{name}" for name in FILES],
        "shell": umpire_files(),
    }
    return json_response(json.dumps(told).encode())


def judge_archive(request: Request) -> Response:
    """The judge as an archive."""
    built = core()
    if request.path_params["hash"] != built.name.removeprefix("core-").removesuffix(".zip"):
        raise Refused("page/unknown")
    return Response(built.body, headers={"cache-control": FOR_EVER}, media_type="application/zip")


def runtime_file(request: Request) -> Response:
    """A file of the runtime, compressed if the client accepts that."""
    name = request.path_params["file"]
    if request.path_params["version"] != VERSION or name not in FILES or not prepared(_data(request)):
        raise Refused("page/unknown")
    file = runtime_folder(_data(request)) / name
    headers = {"cache-control": FOR_EVER, "vary": "accept-encoding"}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        file, headers = file.with_name(f"{name}.gz"), headers | {"content-encoding": "gzip"}
    return FileResponse(file, headers=headers, media_type=MEDIA_TYPES[Path(name).suffix])


def _data(request: Request) -> Path:
    config: Config = request.app.state.config
    return config.data


@dataclass(frozen=True, slots=True)
class Core:
    """The archive; `name` changes with its content, so it can be cached forever."""

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
    return sorted(each for each in found if each.name not in UNUSED_TEXTS and _is_needed(each))


def _is_needed(file: Path) -> bool:
    """Whether the judge needs a file; not the modules and phrases of other parts or of the page."""
    if file.relative_to(CARROM).as_posix() in UNUSED_MODULES:
        return False
    return file.suffix != ".json" or (file.stem not in UNUSED_PHRASES and file.parent.name != "web")
