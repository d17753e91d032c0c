"""Players decide the same to the last bit whether their search is compiled or plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.players.stages import STRONGEST, decisions, searcher, stage

from carrom.players import LEVELS, Player
from carrom.players.geometric import Geometric

ROOT = Path(__file__).parents[2]
DAILY, ALL = 4, 300

# Plain Python is ten to sixty times slower.
THINKERS = [f"{level}*0.05" if level == STRONGEST else level for level in LEVELS]


@pytest.mark.parametrize("level", THINKERS)
@pytest.mark.parametrize("first", [0, pytest.param(DAILY, marks=pytest.mark.long)], ids=["few", "many"])
def test_plain_and_compiled_decide_the_same(level: str, first: int) -> None:
    """Strokes with their worths; on some boards also clearing, placing and the turn of the rosette."""
    compiled, plain = searcher(level, plain=False), searcher(level, plain=True)
    for number in range(first, ALL if first else DAILY):
        # Every level has boards of its own.
        shown = stage(number + ALL * THINKERS.index(level))
        others = number < DAILY or number % 10 == 0

        assert decisions(plain, shown, others) == decisions(compiled, shown, others), number


@pytest.mark.long
@pytest.mark.parametrize("number", range(5, 11))
def test_plain_and_compiled_decide_the_same_with_the_whole_budget(number: int) -> None:
    shown = stage(number)

    plain, compiled = (searcher(STRONGEST, plain) for plain in (True, False))
    assert decisions(plain, shown, others=False) == decisions(compiled, shown, others=False)


def test_geometry_is_the_same_plain_and_compiled() -> None:
    for number in range(30):
        noise, shown = list(LEVELS.values())[number % len(LEVELS)], stage(number)

        plain, compiled = (Geometric(noise, plain) for plain in (True, False))
        assert decisions(plain, shown) == decisions(compiled, shown), number


BLOCKED = "import sys; sys.modules['numpy'] = sys.modules['numba'] = None\n"
DECIDE = """
import sys
from tests.players.stages import decisions, searcher, stage
from carrom.players.geometric import Geometric
for level in sys.argv[1:]:
    print(level, decisions(searcher(level), stage(1)))
print("geometric", decisions(Geometric(), stage(1)))
print(sorted({"numpy", "numba"} & {name for name, module in sys.modules.items() if module}))
"""


@pytest.mark.parametrize("how", ["not installed", "not wanted"])
def test_every_level_decides_without_compiler_and_numpy(how: str) -> None:
    """Where neither can be imported, and where CARROM_PLAIN says so; with the same answers."""
    environment = {key: value for key, value in os.environ.items() if key != "CARROM_PLAIN"}
    environment["PYTHONPATH"] = os.pathsep.join((str(ROOT), str(ROOT / "src")))
    if how == "not wanted":
        environment["CARROM_PLAIN"] = "1"
    code = BLOCKED + DECIDE if how == "not installed" else DECIDE
    done = subprocess.run(
        [sys.executable, "-c", code, *THINKERS],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr
    *lines, imported = done.stdout.splitlines()
    players: dict[str, Player] = {level: searcher(level, plain=False) for level in THINKERS}
    players["geometric"] = Geometric(plain=False)
    assert lines == [f"{name} {decisions(player, stage(1))}" for name, player in players.items()]
    assert imported == "[]"
