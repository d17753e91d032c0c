"""Hypothesis profiles, and the list of which test carries which law."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from carrom.laws import cite

settings.register_profile("ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", parent=settings.get_profile("ci"), max_examples=5)
settings.register_profile("long", parent=settings.get_profile("ci"), max_examples=1000, derandomize=False)
settings.load_profile(os.environ.get("CARROM_HYPOTHESIS", "ci"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every law a test names must exist; tools/laws_table.py asks for the list."""
    carried: dict[str, list[str]] = {}
    for item in items:
        for mark in item.iter_markers("law"):
            for paragraph in mark.args:
                carried.setdefault(str(cite(paragraph)), []).append(item.nodeid)
    wanted = os.environ.get("CARROM_LAWS_CARRIED")
    if wanted:
        Path(wanted).write_text(json.dumps(carried), encoding="utf-8")
