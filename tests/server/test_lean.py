"""What is sent of a script is the script: only comments are missing, and every line is where it was."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

from carrom.server.assets.static import WEB, lean

SCRIPTS = sorted(WEB.rglob("*.js"))
NODE = compute_driver_executable()[0]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_text_of_a_script_looks_like_a_comment_of_its_own(script: Path) -> None:
    """A text over several lines keeps every space of its own, and every line is where it was."""
    source = script.read_text(encoding="utf-8")
    sent = lean(source)

    for text in re.findall(r"`[^`]*`", re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)):
        assert text in sent
    assert sent.count("\n") == source.count("\n")


def test_the_scripts_that_are_sent_can_be_read_by_a_browser(tmp_path: Path) -> None:
    """Each is parsed as a module."""
    for number, script in enumerate(SCRIPTS):
        (tmp_path / f"{number}.mjs").write_text(lean(script.read_text(encoding="utf-8")), encoding="utf-8")
    checked = (
        "for (const file of process.argv.slice(1)) new vm.SourceTextModule(fs.readFileSync(file, 'utf8'))"
    )
    program = f"const vm = require('vm'), fs = require('fs'); {checked}"

    files = sorted(map(str, tmp_path.glob("*.mjs")))
    done = subprocess.run(
        [str(NODE), "--experimental-vm-modules", "--no-warnings", "-e", program, *files],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stderr == ""
    assert done.returncode == 0
