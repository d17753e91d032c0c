"""An umpire with a phone beside the board: taps, each of them counted, and what the page shows."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, tzinfo
from itertools import count
from typing import Any
from urllib.error import HTTPError

from playwright.sync_api import Error, Locator
from tests.browser.house import House
from tests.browser.visitor import PATIENCE, Visitor, Visits

from carrom.record import Record, audit
from carrom.record.file import read_record
from carrom.umpiring import match_view, to_json
from carrom.umpiring.call import last_call

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
    "service_workers": "block",  # It fetches every file once more; the tests of reopening allow it.
}

Json = dict[str, Any]

BEGIN: Json = {"do": "begin", "rulebook": "international-a", "first": ["Asha"], "second": ["Ben"]}
SINGLES: tuple[Json, ...] = (
    BEGIN,
    {"do": "toss", "winner": "first", "choice": "break"},
    {"do": "seat", "seats": [["south", "Asha"], ["north", "Ben"]]},
)
PLAY: Json = {"do": "play"}
NOTHING: Json = {"do": "stroke"}
WHITE: Json = {"do": "stroke", "pocketed": ["white"]}
BLACK: Json = {"do": "stroke", "pocketed": ["black"]}

COUNTING = """
window.clicks = 0;
addEventListener("click", () => (window.clicks += 1), { capture: true });
"""
"""Every click is counted, so that a finger can be followed until the page has felt it."""

RESTING = """async () => {
  const end = Date.now() + 2000;
  while (!window.carrom?.idle?.() && Date.now() < end) await new Promise((wake) => setTimeout(wake, 10));
  return Boolean(window.carrom?.idle?.());
}"""
"""Most waits are short, and a page that waits by itself is not asked again and again."""

PRESSING = """async (key, patience) => {
  const end = Date.now() + patience;
  for (;;) {
    if (!key.isConnected) return "moved";
    key.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = key.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!key.disabled && key.contains(top)) break;
    if (Date.now() > end) return "closed";
    await new Promise((wake) => setTimeout(wake, 10));
  }
  key.click();
  return "pressed";
}"""
"""A key is pressed as soon as a finger could: it is open, and nothing lies on it."""


def by_hand(**how: Any) -> Json:
    """The last call overruled by the umpire's own hand."""
    return {"do": "overrule", "reason": "played elsewhere", "by_hand": how}


def ended(winner: str, points: int) -> tuple[Json, ...]:
    """A board from "Play" to its end: the quickest way to the next one."""
    return PLAY, NOTHING, by_hand(winner=winner, points=points)


def stands(on_strike: str = "white", white: int = 9, black: int = 9, **more: Any) -> tuple[Json, ...]:
    """A stroke after which the board stands like this."""
    return NOTHING, by_hand(board={"on_strike": on_strike, "white": white, "black": black, **more})


class Table:
    """A table of the house, asked without a page: to set up what a test begins with."""

    def __init__(
        self, house: House, *requests: Json, place: str = "1", token: str = "", zone: tzinfo = UTC
    ) -> None:
        """A new one, or the one of a link that somebody has."""
        self.house = house
        self.token: str = token or house.post("/api/desks", {"place": place})["token"]
        known = house.get(f"/api/desk/{self.token}")
        self.desk: str = known["desk"]
        self.watch: str = known["watch"]
        self.zone = zone
        self._ids = count(1)
        self.does(*requests)

    def does(self, *requests: Json) -> Table:
        for request in requests:
            self.house.post(f"/api/desk/{self.token}", self._body(request))
        return self

    def refuses(self, request: Json, token: str = "") -> tuple[int, str]:
        """The status and the code with which a request is refused, by the umpire's link or another."""
        try:
            self.house.post(f"/api/desk/{token or self.token}", self._body(request))
        except HTTPError as refused:
            with refused:
                return refused.code, json.load(refused)["code"]
        raise AssertionError(f"not refused: {request}")

    def _body(self, request: Json) -> Json:
        at = datetime.now(self.zone).isoformat(timespec="milliseconds")
        return {"client": "test", "id": next(self._ids), "v": self.view["v"], "at": at, "request": request}

    @property
    def view(self) -> Json:
        shown: Json = self.house.get(f"/api/desk/{self.token}")["view"]
        return shown

    @property
    def sheet(self) -> Json:
        shown: Json = self.house.get(f"/api/desk/{self.token}/sheet")
        return shown

    @property
    def record(self) -> str:
        """The record as it is kept: its lines."""
        return self.house.text(f"/api/desk/{self.token}/record")

    @property
    def entries(self) -> list[Json]:
        return [json.loads(line) for line in self.record.splitlines()]

    @property
    def kinds(self) -> list[str]:
        return [entry["kind"] for entry in self.entries]

    @property
    def folded(self) -> Record:
        """The record read back and judged again: nothing in it is damaged, and nothing would differ."""
        record = read_record(self.record.encode())
        differences = audit(record.entries)
        assert record.damage is None, record.damage
        assert differences == [], differences
        return record


def press(key: Locator, patience: float = PATIENCE) -> None:
    """Press a key as soon as that can be done, within some seconds; drawn anew, it is looked for again."""
    done = "moved"
    while done == "moved":
        try:
            done = key.evaluate(PRESSING, 1000 * patience, timeout=1000 * patience)
        except Error as left:  # It led to another page, which cannot answer for this one.
            if "context was destroyed" not in str(left) and "navigation" not in str(left):
                raise
            return
    assert done == "pressed", f"{key} cannot be tapped"


class Phone:
    """The umpire's page of one table; without a table, the page that opens one.

    A finger is felt by the browser as on glass; without one the page itself presses what is tapped, which
    takes a fifth of the time.
    """

    def __init__(self, visits: Visits, table: Table | None = None, finger: bool = False, **how: Any) -> None:
        self.visitor: Visitor = visits(**(PHONE | how))
        self.visitor.context.add_init_script(COUNTING)
        self.visitor.goes("/umpire" if table is None else f"/umpire/{table.token}")
        self._table = table
        self._finger = finger
        self.taps = 0
        self.rests()

    @property
    def table(self) -> Table:
        assert self._table is not None
        return self._table

    @table.setter
    def table(self, table: Table) -> None:
        self._table = table

    def rests(self) -> None:
        """Wait until everything asked for has been answered, and the keys are open again."""
        with suppress(Error):  # The page was left meanwhile.
            if self.visitor.page.evaluate(RESTING):
                return
        self.visitor.until("window.carrom?.idle?.()")

    @property
    def view(self) -> Json:
        """As text: Playwright takes a value to pieces much more slowly."""
        seen: Json = json.loads(self.visitor.sees("JSON.stringify(carrom.view())"))
        return seen

    def key(self, name: str) -> Locator:
        """What is tapped by its name: in the sheet that lies on top, if there is one."""
        sheets = self.visitor.find("dialog[open]")
        within = sheets.last if sheets.count() else self.visitor.find("body")
        return within.locator(f":is([data-testid='{name}'], #{name}):visible").first

    def tap(self, *names: str) -> Json:
        """One tap on each, as soon as it can be tapped; gives the view after the last."""
        for name in names:
            self._tap(self.key(name))
        return self.view

    def chooses(self, *names: str) -> None:
        """A tap on one of several choices."""
        for name in names:
            self._tap(self.key(name).locator("xpath=ancestor::label[1]"))

    def _tap(self, what: Locator) -> None:
        before = self.visitor.sees("`${performance.timeOrigin} ${window.clicks}`")
        if self._finger:
            what.tap()
        else:
            press(what)
        self.taps += 1
        # A page that was left counts from the beginning again.
        self.visitor.until(f"`${{performance.timeOrigin}} ${{window.clicks}}` !== {before!r}")
        self.rests()

    def writes(self, **fields: str) -> None:
        """Text into fields by their names; `_` stands for `-`."""
        for name, text in fields.items():
            self.key(name.replace("_", "-")).fill(text)

    def closes(self) -> None:
        """The sheet on top is closed without doing anything."""
        self._tap(self.visitor.find("dialog[open]").last.locator("button.close"))

    def shows(self, name: str) -> bool:
        return self.visitor.find(f"[data-testid='{name}']:visible").count() > 0

    @property
    def text(self) -> str:
        """What is to be read, with plain spaces."""
        return self.visitor.text().replace("\xa0", " ").replace("\u202f", " ")

    def agrees(self) -> Json:
        """What the page has and shows is what the record on the server comes to; gives the view."""
        self.rests()
        seen = self.view
        record = self.table.folded
        folded: Json = json.loads(json.dumps(to_json(match_view(record), "en")))
        differ = {name: (seen.get(name), folded.get(name)) for name in seen | folded}
        assert seen == folded, {name: pair for name, pair in differ.items() if pair[0] != pair[1]}
        called = last_call(record)
        said = self.visitor.find(".called .ruling").all_text_contents()
        ruled = [] if called is None else [called.ruling.explain("en")]
        assert said == ruled, f"shown is {said}, and ruled {ruled}"
        if seen["stage"] == "in-play":
            desk, board = self._desk(), _board(seen)
            assert desk == board, f"shown is {desk}, and there is {board}"
        return seen

    def _desk(self) -> Json:
        """The board as somebody who looks at the phone reads it."""
        sides: list[Json] = self.visitor.find(".desk-side").evaluate_all(
            """(all) => all.map((side) => {
              const one = (what) => side.querySelector(what);
              const each = (what) => [...side.querySelectorAll(what)];
              return {
                points: Number(one(".points").textContent),
                left: Number(one(".desk-left").textContent),
                strikes: each(".desk-player.strikes").map((player) => player.firstChild.textContent),
                chips: each(".chip").map((chip) => chip.textContent),
              };
            })"""
        )
        return {"first": sides[0], "second": sides[1]}


def _board(seen: Json) -> Json:
    """The same from the view."""
    return {side: _side(seen, side) for side in ("first", "second")}


def _side(seen: Json, side: str) -> Json:
    board = seen["board"]
    colour = "white" if seen["white"] == side else "black"
    own = board["on_strike"] == colour
    chips = [
        f"owes {board['due'][colour]}" if board["due"][colour] else "",
        f"{board['held'][colour]} held" if board["held"][colour] else "",
        "covered" if board["queen"] == colour else "",
        "to cover" if board["queen"] == "waiting" and own else "",
        f"{board['strokes_in_hand']} strokes left" if own and board["strokes_in_hand"] > 1 else "",
        f"{board['tries']} try used" if own and board["tries"] and not board["broken"] else "",
    ]
    return {
        "points": seen["points"][side],
        "left": board[colour],
        "strikes": [
            player["name"] for player in seen["players"] if player["side"] == side and player["on_strike"]
        ],
        "chips": [chip for chip in chips if chip],
    }
