"""Places for stores of every backend."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.store.backend import PLACES, Where


@pytest.fixture(params=PLACES)
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Where:
    """Where no store is yet: a file or the URL of a database."""
    place: str = request.param
    return PLACES[place](tmp_path, lambda: request.getfixturevalue("database"))
