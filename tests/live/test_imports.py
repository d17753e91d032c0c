"""The owner runs wherever Python does: no simulator, no web framework, no event loop, no store is loaded."""

from __future__ import annotations

import subprocess
import sys

ALONE = """
import sys
for name in ("numpy", "numba", "starlette", "uvicorn"):
    sys.modules[name] = None  # importing it fails
import carrom.live.game, carrom.live.umpired
print(*sorted({"asyncio", "sqlite3", "multiprocessing", "cryptography"} & set(sys.modules)))
"""


def test_both_owners_load_neither_simulator_nor_server_nor_store() -> None:
    done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, encoding="utf-8", timeout=60)

    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
