"""Who holds a seat: a person, or a computer player with a hand of a certain steadiness."""

from __future__ import annotations

from dataclasses import dataclass

from carrom.players.noise import STEADY, Noise
from carrom.players.player import Player


@dataclass(frozen=True)
class Chair:
    """`player` decides, `noise` is what their hand makes of it. No player: a person sits here."""

    player: Player | None = None
    noise: Noise = STEADY
    name: str = "person"
