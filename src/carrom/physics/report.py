"""From a trace to the facts the judge reads."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from carrom.physics.trace import STRIKER, Kind, Trace
from carrom.stroke import Layout, StrokeReport


def report(trace: Trace) -> StrokeReport:
    """What was pocketed, whether the striker touched a coin, and what lies where now.

    Nothing ever leaves a simulated board, and a simulated stroke is a proper one.
    """
    touched = any(event.kind is Kind.PIECES and event.piece == STRIKER for event in trace.events)
    return report_of(trace.layout, (fall.piece for fall in trace.falls), touched, trace.after)


def report_of(before: Layout, fell: Iterable[int], touched: bool, after: Layout) -> StrokeReport:
    names = ["striker" if piece == STRIKER else before.coins[piece - 1].coin.value for piece in fell]
    return replace(StrokeReport.of(names, touched=touched), order=tuple(names), layout=after)
