"""The umpire's table in the browser: until it can be used, until it judges itself, and a ruling either way.

.venv/bin/python benchmarks/umpire.py    fetches the runtime once, as `carrom offline prepare` does

Headless Chromium without a GPU, on this machine: the page at 390 px, each time in a browser without a past.
The judge in the page is measured against the same judge at the server, in the same run. Let nothing else run.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, Page
from tools.bot import Server
from tools.screens import browsing
from tools.umpire_screens import SEATED, desk

OPENINGS = 5
STROKES = """async () => {
  const reports = ["", "white", "black", "striker", "white black", "queen white", "white striker"];
  const took = [];
  for (let n = 0; n < 42; n += 1) {
    const began = performance.now();
    await carrom.client.preview({ do: "stroke", pocketed: reports[n % 7].split(" ").filter(Boolean) });
    took.push(performance.now() - began);
  }
  return took;
}"""
"""What seven kinds of stroke would lead to, again and again: each is judged anew, and nothing is entered."""


def main() -> int:
    with tempfile.TemporaryDirectory() as name, browsing() as browser:
        data = Path(name)
        prepare = [sys.executable, "-m", "carrom", "offline", "prepare", "--data", str(data)]
        subprocess.run(prepare, check=True, stdout=subprocess.DEVNULL)
        server = Server(data, workers=0)
        server.start()
        try:
            measured(browser, server)
        finally:
            server.stop()
    return 0


def measured(browser: Browser, server: Server) -> None:
    usable, ready = [], []
    for _ in range(OPENINGS):
        page, began = opened(browser, server.url)
        usable.append(time.perf_counter() - began)
        until(page, "carrom.client.judging.state === 'ready'")
        ready.append(time.perf_counter() - began)
        page.context.close()
    print(f"from opening the page to a desk that can be used: {listed(usable)} s")
    print(f"until the judge in the page is ready: {listed(ready)} s")

    page, _ = opened(browser, server.url)
    until(page, "carrom.client.judging.state === 'ready'")
    there = page.evaluate(STROKES)
    server.kill()
    until(page, "carrom.client.judge === 'here'")
    here = page.evaluate(STROKES)
    page.context.close()
    server.start()
    print(
        f"a ruling: {median(there):.1f} ms by the server, {median(here):.1f} ms in the page "
        f"({median(here) / median(there):.1f} times as long; worst {max(there):.0f} and {max(here):.0f} ms)"
    )


def opened(browser: Browser, url: str) -> tuple[Page, float]:
    """The page of a new table on which a board is open, and when it was asked for."""
    token, _ = desk(url, *SEATED, {"do": "play"})
    context = browser.new_context(
        base_url=url, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, locale="en"
    )
    page = context.new_page()
    began = time.perf_counter()
    page.goto(f"/umpire/{token}", wait_until="commit")
    page.locator("[data-testid='stroke-nothing']:enabled").wait_for()
    return page, began


def until(page: Page, what: str) -> None:
    """Wait for it in steps of a hundredth of a second."""
    while not page.evaluate(f"() => Boolean(window.carrom?.client && {what})"):
        page.wait_for_timeout(10)


def listed(seconds: list[float]) -> str:
    return ", ".join(f"{each:.2f}" for each in seconds)


if __name__ == "__main__":
    sys.exit(main())
