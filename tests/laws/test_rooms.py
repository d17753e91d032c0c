"""The rooms up to the record run anywhere Python runs: no third-party package, no law text at import."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parent.parent.parent / "src"
ABOVE = (
    "cli",
    "__main__",
    "server",
    "printing",
    "live",
    "store",
    "arena",
    "table",
    "players",
    "physics",
    "drawing",
)
ROOMS = [
    name
    for _, name, _ in pkgutil.walk_packages([str(SOURCE / "carrom")], "carrom.")
    if name.split(".")[1] not in ABOVE
]


def run(code: str, *flags: str) -> str:
    done = subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_room_up_to_the_record_imports_without_site_packages() -> None:
    assert {"carrom.record.file", "carrom.rules.respot", "carrom.laws.texts"} <= set(ROOMS)
    imports = "; ".join(f"import {room}" for room in ROOMS)

    run(f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {imports}", "-S", "-I")


def test_importing_carrom_reads_no_law_text_and_loads_nothing_heavy() -> None:
    loaded = run("import sys, carrom, carrom.record; print(' '.join(sys.modules))").split()

    for heavy in (
        "numpy",
        "numba",
        "starlette",
        "rich",
        "click",
        "tomllib",
        "carrom.laws.texts",
        "carrom.cli",
    ):
        assert heavy not in loaded, heavy


def test_a_citation_of_an_unknown_paragraph_fails_at_import() -> None:
    code = (
        "from carrom.errors import UnknownLaw\n"
        "from carrom.rules.clauses import Clause, under\nfrom carrom.rules.facts import always\n"
        "try:\n    under('international-a', (Clause('3.11 z', always, (), 'own'),))\n"
        "except UnknownLaw as refused:\n    print(refused)\n"
    )

    assert "international-a has no paragraph '3.11 z'" in run(code)
