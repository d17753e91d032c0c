"""The facts of a stroke and of an incident, layouts of coins, and aims."""

from carrom.stroke.incident import INCIDENTS, Incident
from carrom.stroke.layout import Aim, Layout, Placed, Placement
from carrom.stroke.report import AtRest, StrokeReport

__all__ = ["INCIDENTS", "Aim", "AtRest", "Incident", "Layout", "Placed", "Placement", "StrokeReport"]
