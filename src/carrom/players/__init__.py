"""Computer players: from a view they decide on an aim, a placement or a turn of the rosette."""

from carrom.players.levels import named
from carrom.players.noise import LEVELS, STEADY, Noise
from carrom.players.player import Chair, Player
from carrom.players.view import View

__all__ = ["LEVELS", "STEADY", "Chair", "Noise", "Player", "View", "named"]
