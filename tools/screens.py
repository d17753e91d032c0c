"""Pictures of every screen, at two widths and in both themes, to be looked at; and the one of the README.

python3 tools/screens.py FOLDER       all of them: dark in English, light in French, or as --lang says
python3 tools/screens.py --write      docs/pictures/table.png, phone.png and umpire.png
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, Page, sync_playwright
from tools.bot import Server, asked

from tools import umpire_screens

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZES = {"1280": (1280, 860), "390": (390, 844)}
COMPUTER = {
    "kind": "computer",
    "rulebook": "international-a",
    "first": [{"name": "Asha"}],
    "second": [{"name": "Ben", "level": "casual"}],
    "breaks": "first",
}
MIDDLE = (
    "w 0.25,0.28; w -0.2,0.05; w 0.12,-0.06; b -0.29,0.12; b 0.05,0.2; b 0.21,0.06; "
    "w -0.02,0.21; b -0.12,-0.04; q 0.0,0.0"
)
FOUL = "w 0.0,0.2; w 0.05,0.1; b -0.2,0.2; b 0.1,0.0"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--lang", default="fr")
    parser.add_argument("--write", action="store_true", help="the pictures of the README")
    options = parser.parse_args()
    if options.folder is None and not options.write:
        parser.error("name a folder, or say --write")
    with tempfile.TemporaryDirectory() as data, browsing() as browser:
        server = Server(Path(data) / "data", workers=1)
        server.start()
        try:
            if options.write:
                write(browser, server.url)
            else:
                options.folder.mkdir(parents=True, exist_ok=True)
                every_screen(browser, server.url, options.folder, options.lang)
        finally:
            server.stop()
    return 0


@contextmanager
def browsing() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise SystemExit("no Chromium is installed here; on Debian: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def every_screen(browser: Browser, url: str, folder: Path, light: str) -> None:
    for width, (across, high) in SIZES.items():
        for theme in ("dark", "light"):
            lang = "en" if theme == "dark" else light
            context = browser.new_context(
                base_url=url,
                viewport={"width": across, "height": high},
                color_scheme=theme,
                locale=lang,
                has_touch=across < 600,
                is_mobile=across < 600,
            )
            page = context.new_page()
            for name, show in SCREENS.items():
                show(page, url)
                page.wait_for_timeout(400)
                page.screenshot(path=folder / f"{name}-{width}-{theme}-{lang}.png")
                print(f"{name} {width} {theme}", file=sys.stderr)
            context.close()


def write(browser: Browser, url: str) -> None:
    """A table in the middle of a board, wide and on a phone; and the umpire's."""
    for name, width, show in PICTURED:
        across, high = SIZES[width]
        context = browser.new_context(
            base_url=url,
            viewport={"width": across, "height": high},
            color_scheme="dark",
            locale="en",
            has_touch=across < 600,
            is_mobile=across < 600,
        )
        page = context.new_page()
        show(page, url)
        page.screenshot(path=PICTURES / f"{name}.png")
        context.close()


def rested(page: Page) -> None:
    """Wait until nothing moves and a person is asked, or the match is over."""
    for _ in range(600):
        if page.evaluate("() => Boolean(window.carrom?.state?.() && window.carrom.idle())"):
            return
        page.wait_for_timeout(50)
    raise SystemExit("the table does not come to rest")


def table(page: Page, url: str, **wish: Any) -> str:
    made = asked(f"{url}/api/rooms", COMPUTER | wish)
    page.goto(f"/table/{made['room']}#{made['links'][0]['token']}")
    rested(page)
    return str(made["watch"])


def practice(page: Page, layout: str, standing: str = "") -> None:
    page.goto(f"/practice?layout={quote(layout)}&standing={quote(standing)}")
    rested(page)


def struck(page: Page, x: float, angle: float, power: float) -> None:
    """A stroke by the page's own connection, and its playback to the end."""
    before = page.evaluate("() => window.carrom.v")
    page.evaluate(
        "([x, angle, power]) => void window.carrom.screen.send({ t: 'strike', x, angle, power })",
        [x, angle, power],
    )
    for _ in range(400):
        if page.evaluate("(v) => window.carrom.v > v", before):
            break
        page.wait_for_timeout(50)
    rested(page)


def after_a_break(page: Page, url: str) -> str:
    watch = table(page, url)
    page.evaluate("() => void window.carrom.screen.send({ t: 'choose', what: 'turn', value: 0 })")
    page.wait_for_timeout(400)
    rested(page)
    struck(page, 0.012, 1.552, 1.0)
    return watch


def replay(page: Page, url: str) -> None:
    watch = after_a_break(page, url)
    page.goto(f"/replay/{watch}")
    page.wait_for_timeout(1500)


def foul(page: Page, url: str) -> None:
    """A striker into a pocket, and a coin to be put back."""
    practice(page, FOUL, "white on strike, 2 white, 2 black, queen covered by black")
    struck(page, 0.0, 0.9076, 0.55)


def hint(page: Page, url: str) -> None:
    practice(page, MIDDLE)
    page.locator("button", has_text="Hint").or_(page.locator("button", has_text="Conseil")).first.click()
    page.wait_for_timeout(2500)


SCREENS: dict[str, Callable[[Page, str], object]] = {
    "home": lambda page, url: page.goto("/"),
    "toss": lambda page, url: table(page, url, breaks="toss"),
    "rosette": table,
    "break": after_a_break,
    "aim": lambda page, url: practice(page, MIDDLE),
    "hint": hint,
    "foul": foul,
    "replay": replay,
    "replays": lambda page, url: page.goto("/replays"),
    "laws": lambda page, url: page.goto("/laws?subject=queen-cover"),
    "differences": lambda page, url: page.goto("/laws?view=differences"),
    "ask": lambda page, url: page.goto("/ask"),
    "how": lambda page, url: page.goto("/how"),
    **umpire_screens.SCREENS,
}
PICTURED = (
    ("table", "1280", after_a_break),
    ("phone", "390", after_a_break),
    ("umpire", "390", umpire_screens.SCREENS["umpire-foul"]),
)

if __name__ == "__main__":
    sys.exit(main())
