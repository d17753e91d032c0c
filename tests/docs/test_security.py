"""docs/security.md: every promise names a test, and every test it names is there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def promises() -> list[list[str]]:
    """What each promise is held by: paths, and names of tests in the file named last."""
    table = TEXT.partition("## What we promise")[2].partition("## What we do not")[0]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")]
    return [re.findall(r"`([^`]+)`", row[2]) for row in rows[1:]]


def test_every_promise_names_what_holds_it() -> None:
    assert len(promises()) >= 15
    assert all(promises())


def test_every_test_that_is_named_is_there() -> None:
    missing = []
    for named in promises():
        file = ""
        for each in named:
            path, _, test = each.partition("::")
            file = path or file
            found = ROOT / file
            if not found.exists() or (test and f"def {test}(" not in found.read_text(encoding="utf-8")):
                missing.append(each)

    assert missing == []
