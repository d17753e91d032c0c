"""One version, wherever it is said."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import carrom

ROOT = Path(__file__).parents[2]


def test_the_package_its_metadata_and_the_changes_say_the_same_version() -> None:
    metadata = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    latest = re.search(r"^## (\S+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert latest is not None
    assert carrom.__version__ == metadata == latest[1]
