"""What players decide on fixed boards: a change of decisions shows as a change of a file."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

from tests.players.stages import decisions, searcher, stage

from carrom.players import LEVELS, Player
from carrom.players.geometric import Geometric

GOLDEN = Path(__file__).with_name("golden_decisions.json")
BOARDS = 20


def hashes(player: Player) -> list[str]:
    """A hash of all that a player decides on each board."""
    asked = (decisions(player, stage(number)) for number in range(BOARDS))
    return [sha256("\n".join(each).encode()).hexdigest()[:12] for each in asked]


def test_every_level_decides_as_before() -> None:
    """A changed hash is a deliberate step; CARROM_WRITE_GOLDEN=1 writes the file."""
    players: dict[str, Player] = {level: searcher(level) for level in LEVELS}
    found = {name: hashes(player) for name, player in (players | {"geometric": Geometric()}).items()}
    if os.environ.get("CARROM_WRITE_GOLDEN"):
        GOLDEN.write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")

    assert found == json.loads(GOLDEN.read_text(encoding="utf-8"))
