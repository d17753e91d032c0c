"""The game in the browser: from the command to a playable table, from the page to a stroke, frames a second.

.venv/bin/python benchmarks/browser.py           with what is compiled already
.venv/bin/python benchmarks/browser.py --cold    with an empty cache of compiled code

Headless Chromium without a GPU, on this machine. Let nothing else run.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, Page
from tools.bot import asked
from tools.screens import COMPUTER, browsing, rested, struck

ROOT = Path(__file__).parent.parent
FRAMES = """async () => {
  const screen = window.carrom.screen;
  const times = [];
  let on = true;
  const count = (now) => { times.push(now); if (on) requestAnimationFrame(count); };
  const before = window.carrom.v;
  void screen.send({ t: "strike", x: 0.012, angle: 1.552, power: 1 });
  while (window.carrom.v === before && window.carrom.idle()) await new Promise((go) => setTimeout(go, 5));
  requestAnimationFrame(count);
  await new Promise((go) => setTimeout(go, 2500));
  on = false;
  return times;
}"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cold", action="store_true", help="compile everything anew")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, browsing() as browser:
        cache = {"NUMBA_CACHE_DIR": str(Path(name) / "cache")} if options.cold else {}
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "run.py"), "play", "--no-browser", "--port", "0", "--data", name],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | cache,
        )
        try:
            started(process, browser, began)
        finally:
            process.terminate()
            process.wait(30)
            assert process.stdout is not None
            process.stdout.close()
    return 0


def started(process: subprocess.Popen[str], browser: Browser, began: float) -> None:
    assert process.stdout is not None
    url = next(
        word.rstrip("/") for line in process.stdout for word in line.split() if word.startswith("http://")
    )
    said = time.perf_counter() - began
    page, opened = seated(browser, url)
    playable = time.perf_counter() - began
    ready_to_break(page)
    struck(page, 0.012, 1.552, 1.0)
    print(f"from the command: address said {said:.1f} s, table playable {playable:.1f} s")
    print(f"first stroke played to its end {time.perf_counter() - began:.1f} s after the command")
    page.context.close()
    opening = []
    for _ in range(5):
        page, opened = seated(browser, url)
        opening.append(opened)
        page.context.close()
    print(f"from opening a table's page to a stroke possible: {', '.join(f'{t:.2f}' for t in opening)} s")
    for width, high, scale, tilted in (
        (1280, 900, 1, False),
        (1280, 1280, 1, False),
        (390, 844, 3, False),
        (1280, 900, 1, True),
    ):
        page, _ = seated(browser, url, width, high, scale)
        if tilted:
            page.evaluate("() => window.carrom.board.setTilt(true)")
            page.wait_for_timeout(500)
        ready_to_break(page)
        times = page.evaluate(FRAMES)
        gaps = [b - a for a, b in pairwise(times)]
        rate = 1000.0 * len(gaps) / (times[-1] - times[0])
        slow = sorted(gaps)[int(0.95 * len(gaps))]
        how = f"{width} × {high} at scale {scale}{', tilted' if tilted else ''}"
        print(
            f"playback of a break, {how}: {rate:.0f} frames/s, "
            f"median gap {statistics.median(gaps):.1f} ms, 95 % below {slow:.1f} ms"
        )
        page.context.close()
    weigh(browser, url)


def seated(
    browser: Browser, url: str, width: int = 1280, high: int = 900, scale: int = 1
) -> tuple[Page, float]:
    """A page at a new table, and the seconds until a stroke was possible."""
    made = asked(f"{url}/api/rooms", COMPUTER)
    context = browser.new_context(
        base_url=url, viewport={"width": width, "height": high}, device_scale_factor=scale, locale="en"
    )
    page = context.new_page()
    began = time.perf_counter()
    page.goto(f"/table/{made['room']}#{made['links'][0]['token']}", wait_until="commit")
    page.get_by_role("button", name="Strike", exact=True).wait_for()
    return page, time.perf_counter() - began


def ready_to_break(page: Page) -> None:
    page.get_by_role("button", name="Strike", exact=True).wait_for()
    rested(page)


def weigh(browser: Browser, url: str) -> None:
    """All that is sent from the home page to a first game."""
    context = browser.new_context(base_url=url, viewport={"width": 1280, "height": 900}, locale="en")
    page, answers = context.new_page(), []
    page.on("response", lambda answer: answers.append(answer))
    page.goto("/")
    page.locator("#play").click()
    page.get_by_role("button", name="Strike", exact=True).wait_for()
    page.wait_for_timeout(500)
    wire = sum(answer.request.sizes()["responseBodySize"] for answer in answers)
    whole = sum(len(answer.body()) for answer in answers)
    says = f"{wire / 1000:.0f} kB on the wire, {whole / 1000:.0f} kB whole, in {len(answers)} answers"
    print(f"page weight, home and a first game: {says}")
    context.close()


if __name__ == "__main__":
    if shutil.which("chromium") is None:
        raise SystemExit("no Chromium is installed here; on Debian: apt install chromium")
    sys.exit(main())
