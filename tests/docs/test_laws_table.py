"""docs/laws.md is what the laws, the clauses and the tests say, and no judged paragraph is untested."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.laws_carried import LAWS_CARRIED
from tools.laws_table import carried_by_tests, wrong

ROOT = Path(__file__).parent.parent.parent


def test_the_table_of_the_laws_is_fresh_and_every_judged_paragraph_has_a_test(
    pytestconfig: pytest.Config,
) -> None:
    """A run of all tests has collected them already; any other collects them for this."""
    carried = pytestconfig.stash.get(LAWS_CARRIED, None)

    assert wrong(carried_by_tests() if carried is None else carried) == []


@pytest.mark.long
def test_the_command_that_compares_the_table_finds_nothing() -> None:
    """The same through the command that is named in CONTRIBUTING, which collects the tests by itself."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "laws_table.py")], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
