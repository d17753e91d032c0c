"""Pyodide, Python for the browser, which runs the judge in the umpire's page: version, files and checks.

It is not part of this package: `carrom offline prepare` fetches this version into the data folder, each file
beside its compressed form.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

VERSION = "314.0.7"
PACKAGE = f"pyodide@{VERSION}"
PACKAGE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"

FILES = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""The files that start it, with their SHA-256."""

MEDIA_TYPES = {
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
    ".json": "application/json",
}


def runtime_folder(data: Path) -> Path:
    """The folder of the runtime in a data folder."""
    return data / "pyodide" / VERSION


def prepared(data: Path) -> bool:
    """Whether the runtime is complete and as published."""
    return not unsound(data)


def unsound(data: Path) -> list[str]:
    """The files that are missing or differ."""
    folder = runtime_folder(data)
    return [name for name, known in FILES.items() if not _is(folder / name, known)]


def _is(file: Path, known: str) -> bool:
    packed = file.with_name(f"{file.name}.gz")
    try:
        changed, size = file.stat().st_mtime_ns, file.stat().st_size
        return packed.is_file() and _sha256(file, changed, size) == known
    except OSError:
        return False


@lru_cache(maxsize=32)
def _sha256(file: Path, changed: int, size: int) -> str:
    """Cached until the file changes."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
