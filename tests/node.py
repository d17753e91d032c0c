"""The JavaScript runtime that runs the page's modules in tests."""

from __future__ import annotations

import pytest


def node() -> str:
    """The path of the node that comes with Playwright; skips the test where Playwright is not installed."""
    driver = pytest.importorskip("playwright._impl._driver")
    return str(driver.compute_driver_executable()[0])
