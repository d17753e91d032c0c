"""The rulebooks side by side: where their judge decides differently, and which values differ."""

from carrom.comparison.differences import PARTS, Comparison, Decided, Difference, compare
from carrom.comparison.situations import case_json, happened_text
from carrom.comparison.values import Value

__all__ = [
    "PARTS",
    "Comparison",
    "Decided",
    "Difference",
    "Value",
    "case_json",
    "compare",
    "happened_text",
]
