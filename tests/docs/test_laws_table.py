"""docs/laws.md is what the laws, the clauses and the tests say, and no judged paragraph is untested."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent


def test_the_table_of_the_laws_is_fresh_and_every_judged_paragraph_has_a_test() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "laws_table.py")], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
