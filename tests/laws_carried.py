"""What a run of all tests has found when it collected them."""

from __future__ import annotations

import pytest

LAWS_CARRIED = pytest.StashKey[dict[str, list[str]]]()
"""The tests that name each law; not there where some files of tests were not collected."""
