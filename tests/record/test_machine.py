"""Whole matches by chance: whatever happens, in whatever order, the record never contradicts itself."""

from __future__ import annotations

from hypothesis import settings
from tests.record.whole_matches import WholeMatches

TestWholeMatches = WholeMatches.TestCase
TestWholeMatches.settings = settings(stateful_step_count=60)
