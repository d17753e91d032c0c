"""Carrom: the laws of the game, and a judge that applies them."""

from carrom.errors import CarromError
from carrom.rulebooks import FAMILY, FFC_BASICS, FFC_LEAFLET, INTERNATIONAL_A, INTERNATIONAL_B, rulebook
from carrom.rules import Rulebook, Ruling, Standing, apply, judge, play
from carrom.stroke import Incident, StrokeReport

__version__ = "0.14.0"

__all__ = [
    "FAMILY",
    "FFC_BASICS",
    "FFC_LEAFLET",
    "INTERNATIONAL_A",
    "INTERNATIONAL_B",
    "CarromError",
    "Incident",
    "Rulebook",
    "Ruling",
    "Standing",
    "StrokeReport",
    "apply",
    "judge",
    "play",
    "rulebook",
]
