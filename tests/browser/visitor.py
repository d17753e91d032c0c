"""Somebody at a browser: what they see and do, and what went wrong behind their back."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request

HURRY = 50
PATIENCE = 60.0  # seconds; only a failure takes so long

WATCHING = f"""
window.carrom ??= {{ speed: {HURRY} }};
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${{event.violatedDirective}} ${{event.blockedURI}}`));
"""
"""Playback runs fast, and whatever the content security policy stops is said."""


class Visitor:
    """One browser window without a past. The content security policy holds as for everybody."""

    def __init__(self, browser: Browser, url: str, **how: Any) -> None:
        usual = {"locale": "en-GB", "viewport": {"width": 1280, "height": 860}}
        self.url = url
        self.wrong: list[str] = []
        self._borne: list[str] = []
        self.context = browser.new_context(base_url=url, **(usual | how))
        self.context.set_default_timeout(1000 * PATIENCE)
        self.context.add_init_script(WATCHING)
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda raised: self.wrong.append(f"page: {raised.error}"))
        self.context.on("request", self._asked)
        self.page: Page = self.context.new_page()
        self.page.on("websocket", lambda socket: self._at_home(socket.url))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.wrong.append(f"console: {message.text}")

    def _asked(self, request: Request) -> None:
        self._at_home(request.url)

    def _at_home(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("data", "blob") and address.netloc != urlsplit(self.url).netloc:
            self.wrong.append(f"asked elsewhere: {url}")

    def bears(self, pattern: str) -> None:
        """A complaint of the browser that belongs to the test: a server that is away, a file refused."""
        self._borne.append(pattern)

    def leaves(self) -> list[str]:
        """Close the window; gives what went wrong in it."""
        self.context.close()
        return [each for each in self.wrong if not any(re.search(one, each) for one in self._borne)]

    def goes(self, path: str) -> Visitor:
        self.page.goto(path)
        return self

    def sees(self, what: str) -> Any:
        """What an expression is in the page. Not by `wait_for_function`, which the policy forbids."""
        return self.page.evaluate(f"() => ({what})")

    def until(self, what: str) -> Any:
        """Wait until an expression is true in the page; gives it."""
        end = monotonic() + PATIENCE
        while True:
            try:
                seen = self.sees(what)
            except Error as moved:  # The page went elsewhere while it was asked.
                if "context was destroyed" not in str(moved) and "navigation" not in str(moved):
                    raise
                seen = None
            if seen:
                return seen
            assert monotonic() < end, f"not to be seen: {what}\n{self.text()}"
            self.page.wait_for_timeout(15)

    def text(self) -> str:
        return self.page.inner_text("body")

    def find(self, selector: str, **having: Any) -> Locator:
        return self.page.locator(selector, **having)

    def clicks(self, selector: str, **having: Any) -> None:
        self.find(selector, **having).first.click()

    def speaks(self, lang: str) -> None:
        """Choose another language in the page's head."""
        self.find("#lang").select_option(lang)

    def tabs_to(self, selector: str) -> None:
        """The Tab key, until what is looked for has the focus."""
        for _ in range(120):
            self.page.keyboard.press("Tab")
            if self.sees(f"document.activeElement.matches({selector!r})"):
                return
        raise AssertionError(f"no way by keys to {selector}")

    # At a table

    def sits(self) -> Visitor:
        """Wait until the table is shown and rests."""
        self.until("window.carrom?.state?.() && carrom.idle()")
        return self

    def rests(self, v: int) -> Any:
        """Wait until everything up to an entry has been shown; gives the table."""
        return self.until(f"carrom.v >= {v} && carrom.idle() && carrom.state()")

    @property
    def v(self) -> int:
        return int(self.sees("carrom.v"))

    @property
    def table(self) -> Any:
        return self.sees("carrom.state()")


Visits = Callable[..., Visitor]
"""Opens a window: the path to go to, and how the window is."""
