"""Processes for heavy work: strokes, computer players, readings."""
