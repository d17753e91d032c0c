"""What happened: the facts of a stroke and of an incident, and where coins lie and strokes are aimed."""

from carrom.stroke.incident import INCIDENTS, Incident
from carrom.stroke.report import AtRest, StrokeReport

__all__ = ["INCIDENTS", "AtRest", "Incident", "StrokeReport"]
