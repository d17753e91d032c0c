"""Load or compile the simulator and the players before the first stroke."""

from __future__ import annotations

from carrom import physics
from carrom.players.levels import named
from carrom.players.view import View
from carrom.rulebooks import INTERNATIONAL_A
from carrom.rules import match as matches
from carrom.stroke import Layout
from carrom.words import Seat, Side


def warm_up() -> None:
    """Load or compile the simulator and what the players need beside it."""
    physics.warm_up()
    match = matches.toss(matches.begin(INTERNATIONAL_A, ("South",), ("North",)), Side.FIRST, "break")
    match = matches.call_play(matches.seat(match, {Seat.SOUTH: "South", Seat.NORTH: "North"}))
    player = named("club").player
    assert player is not None
    player.aim(View(match, Layout.rosette(), "South"))
