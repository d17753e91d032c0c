"""A server and a browser for each file of tests, and visitors who must not see anything go wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.browser.house import House
from tests.browser.visitor import Visitor, Visits

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

# In a container there is often no other way than without the sandbox; the pages are our own.
ALONE = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Ended with its file: while it runs, nothing else in this process can run an event loop."""
    if BROWSER is None:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail("the tests of pages need a browser: chromium")
        pytest.skip("no browser to be had here")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=BROWSER, args=ALONE)
        try:
            yield chromium
        finally:
            chromium.close()


@pytest.fixture(scope="module")
def languages() -> Path | None:
    """A folder with further languages, where a file of tests has one."""
    return None


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, languages: Path | None) -> Iterator[House]:
    """Nothing may go wrong in the server either."""
    house = House(tmp_path_factory.mktemp("house"), languages)
    try:
        yield house
    finally:
        house.close()
    assert house.complaints() == ""


@pytest.fixture
def visits(browser: Browser, house: House) -> Iterator[Visits]:
    """Opens windows. At the end: no error, nothing the policy stopped, nothing asked of another host."""
    visitors: list[Visitor] = []

    def visit(path: str = "", **how: Any) -> Visitor:
        visitor = Visitor(browser, house.url, **how)
        visitors.append(visitor)
        return visitor.goes(path) if path else visitor

    yield visit
    wrong = [each for visitor in visitors for each in visitor.leaves()]
    assert wrong == []
