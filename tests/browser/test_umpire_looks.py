"""How the umpire's page looks on a phone: nothing wider than the screen, nothing too small for a thumb."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.house import House
from tests.browser.phone import (
    BEGIN,
    NOTHING,
    PHONE,
    PLAY,
    SINGLES,
    WHITE,
    Json,
    Phone,
    Table,
    by_hand,
    ended,
    stands,
)
from tests.browser.pseudo import PSEUDO, shortcomings
from tests.browser.visitor import Visits
from tools.pseudo_languages import write

STRIKER: Json = {"do": "stroke", "pocketed": ["striker"]}
WRITTEN: Json = {"do": "write-protest", "facts": "played elsewhere", "paragraph": "3.6 a", "protest": 7}
LONG = "Wolfeschlegelsteinhausen-Maximiliana"
NAMED: Json = {
    **BEGIN,
    "first": [LONG],
    "second": ["Ben"],
    "event": "Championnat de France",
    "round": "Demi-finale",
    "number": "12",
    "clubs": [[LONG, "Lyon"]],
}
DOUBLES: tuple[Json, ...] = (
    {**NAMED, "first": [LONG, "Carla"], "second": ["Ben", "Dev"]},
    SINGLES[1],
    {
        "do": "seat",
        "seats": [["south", LONG], ["east", "Ben"], ["north", "Carla"], ["west", "Dev"]],
        "breaker": LONG,
    },
)
SEAT: Json = {"do": "seat", "seats": [["south", LONG], ["north", "Ben"]]}

WIDTHS = (360, 390)
KEYS, ELSEWHERE = 56, 44

WRONG = """([keys, elsewhere]) => {
  const wrong = [];
  const top = [...document.querySelectorAll("dialog[open]")].at(-1);
  const wide = top?.querySelector(".dialog-body") ?? document.documentElement;
  if (wide.scrollWidth > wide.clientWidth) wrong.push(`${wide.scrollWidth - wide.clientWidth} px too wide`);
  const root = top ?? document.body;
  for (const each of root.querySelectorAll("button, a[href], summary, select, input, textarea")) {
    const target = each.closest("label") ?? each;
    const { width, height, left, right } = target.getBoundingClientRect();
    if (!width || !each.checkVisibility({ visibilityProperty: true }) || each.closest(".skip, .sr")) continue;
    const name = each.dataset.testid || each.id || each.getAttribute("aria-label") || each.textContent;
    const least = each.closest(".desk-foot") && !each.closest(".desk-turn, .tray") ? keys : elsewhere;
    const around = ["::before", "::after"].map((each) => getComputedStyle(target, each));
    const more = around.find(({ position }) => position === "absolute");
    const grown = more ? -2 * Math.min(0, parseFloat(more.top)) : 0;
    const across = Math.round(width);
    const down = Math.round(height + grown);
    if (Math.min(across, down) < least) wrong.push(`${name}: ${across} x ${down}`);
    const beyond = each.closest(".part-chips, .sheet-scroll") ? 0 : Math.max(-left, right - innerWidth);
    if (beyond > 0.5) wrong.push(`${name}: ${Math.round(beyond)} px beyond the edge`);
  }
  const said = [document.title, document.body.innerText];
  for (const name of ["aria-label", "title", "placeholder", "alt"]) {
    for (const each of document.querySelectorAll(`[${name}]`)) said.push(each.getAttribute(name));
  }
  const raw = /\\b(web|why|then|incident)\\.[a-z][\\w.-]*|\\{\\w+\\}|undefined|\\[object/g;
  for (const each of new Set(said.join("\\n").match(raw) ?? [])) wrong.push(`raw: ${each}`);
  return wrong;
}"""
"""What a thumb could not hit, what runs over the edge, and words that nobody has filled in.

The desk's keys are the largest; the clock's, and what takes back a tap, are as large as anything elsewhere.
"""


CONTRASTS = """() => {
  const parsed = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((c) => c / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const under = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parsed(getComputedStyle(at).backgroundColor);
      if (a === 1) return light([r, g, b]);
    }
    return 1;
  };
  const faint = [];
  for (const key of document.querySelectorAll(".desk-foot button:enabled, .desk-call p, .desk-player")) {
    const [words, paper] = [light(parsed(getComputedStyle(key).color)), under(key)];
    const contrast = (Math.max(words, paper) + 0.05) / (Math.min(words, paper) + 0.05);
    if (key.checkVisibility() && contrast < 4.5) faint.push(key.dataset.testid ?? key.className);
  }
  return [under(document.body), faint];
}"""
"""How light the paper is, and whose words are too faint on what lies under them."""


def looked_at(phone: Phone, where: str) -> Iterator[str]:
    """What is wrong with what is shown now, at each width."""
    page = phone.visitor.page
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 780})
        yield from (f"{where} at {width}: {each}" for each in page.evaluate(WRONG, [KEYS, ELSEWHERE]))
    lang = page.evaluate("document.documentElement.lang")
    if lang in PSEUDO:
        yield from (f"{where} in {lang}: {each}" for each in shortcomings(page, lang))


def goes_to(phone: Phone, table: Table, *requests: Json) -> None:
    """Something is entered elsewhere; the page shows it."""
    table.does(*requests)
    phone.visitor.until(f"carrom.view().v === {table.view['v']} && carrom.idle()")


@pytest.fixture(scope="module")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("languages")
    write(folder)
    return folder


@pytest.fixture(
    params=[
        pytest.param(("en-XA", "dark"), id="longer-dark"),
        pytest.param(("ar-XB", "light"), id="right-to-left-light", marks=pytest.mark.long),
        pytest.param(("fr-FR", "dark"), id="fr-dark", marks=pytest.mark.long),
        pytest.param(("en-GB", "light"), id="en-light", marks=pytest.mark.long),
    ]
)
def how(request: pytest.FixtureRequest) -> Json:
    """In every run as what needs most room, and shows what is not translated."""
    locale, scheme = request.param
    return {"locale": locale, "color_scheme": scheme}


def test_setting_up_fits_a_phone(house: House, visits: Visits, how: Json) -> None:
    start = Phone(visits, **how)
    wrong = [*looked_at(start, "start")]
    table = Table(house)
    start.visitor.goes(f"/umpire/{table.token}")
    start.rests()
    wrong += looked_at(start, "form")
    start.chooses("players-doubles")
    start.tap("begin")
    wrong += looked_at(start, "form of doubles, not filled in")
    goes_to(start, table, NAMED)
    start.tap("walkover", "disqualify", "again")
    wrong += looked_at(start, "toss")
    start.tap("disqualify-choose")
    wrong += looked_at(start, "disqualification before the toss")
    start.closes()
    start.tap("toss-first")
    wrong += looked_at(start, "toss won")
    goes_to(start, table, {"do": "toss", "winner": "first", "choice": "break"})
    wrong += looked_at(start, "seats")
    goes_to(start, table, {"do": "late", "side": "second"}, {"do": "trial", "side": "first"})
    wrong += looked_at(start, "both trial boards")

    assert "\n".join(wrong) == ""


def test_the_desk_fits_a_phone(house: House, visits: Visits, how: Json) -> None:
    """Every card and every sheet of a board, at both widths."""
    table = Table(house, NAMED, SINGLES[1], SEAT)
    phone = Phone(visits, table, **how)
    wrong = [*looked_at(phone, "before the break")]
    goes_to(phone, table, PLAY, WHITE)
    wrong += looked_at(phone, "pad")
    phone.tap("off-board", "tap-white", "tap-queen", "tap-striker", "off-black")
    wrong += looked_at(phone, "report")
    phone.tap("improper")
    wrong += looked_at(phone, "improper")
    phone.closes()
    phone.tap("situation")
    wrong += looked_at(phone, "situation")
    phone.closes()
    phone.tap("clear", "incidents")
    wrong += looked_at(phone, "incidents")
    phone.tap("incident-left-chair")
    wrong += looked_at(phone, "incident by whom")
    phone.tap("incident-out-of-turn", "tap-black", "tap-striker")
    wrong += looked_at(phone, "what fell out of turn")
    phone.tap("incident-disqualified")
    wrong += looked_at(phone, "disqualification")
    phone.closes()
    phone.tap("undo")
    wrong += looked_at(phone, "undo")
    phone.closes()
    phone.tap("log", "line-5")
    wrong += looked_at(phone, "log")
    phone.tap("overrule")
    for way in ("stroke", "incident", "nothing", "hand"):
        phone.chooses(f"how-{way}")
        wrong += looked_at(phone, f"overruling, {way}")
    phone.closes()
    goes_to(phone, table, STRIKER)
    wrong += looked_at(phone, "to do")
    goes_to(phone, table, {"do": "placed", "coins": ["white"]}, {"do": "ask", "side": "second"})
    wrong += looked_at(phone, "request")

    assert "\n".join(wrong) == ""


def test_in_doubles_the_desk_fits_a_phone(house: House, visits: Visits, how: Json) -> None:
    """Who did it is one of four, or one of two sides."""
    table = Table(house, *DOUBLES, PLAY, WHITE)
    phone = Phone(visits, table, **how)
    phone.tap("incidents")
    wrong = [*looked_at(phone, "incidents of doubles")]
    phone.tap("incident-left-chair")
    wrong += looked_at(phone, "incident by whom of four")
    phone.tap("incident-partners-talked")
    wrong += looked_at(phone, "incident by which side")
    phone.closes()
    goes_to(phone, table, {"do": "incident", "kind": "left-chair", "player": "Dev"})
    wrong += looked_at(phone, "to do in doubles")

    assert "\n".join(wrong) == ""


def test_what_is_seldom_needed_fits_a_phone(house: House, visits: Visits, how: Json) -> None:
    """The list of it, each sheet behind it, and the cards between boards and at the end."""
    table = Table(house, NAMED, SINGLES[1], SEAT, PLAY, WHITE)
    phone = Phone(visits, table, **how)
    phone.tap("more")
    wrong = [*looked_at(phone, "more")]
    phone.closes()
    for name in ("ask", "protest", "points", "remark", "give-up", "hand-over", "watch"):
        phone.tap("more", name)
        wrong += looked_at(phone, name)
        phone.closes()
    goes_to(phone, table, {"do": "protest", "side": "first"})
    wrong += looked_at(phone, "protest spoken")
    phone.tap("protest-6")
    wrong += looked_at(phone, "protest to be written")
    phone.closes()
    goes_to(phone, table, {"do": "protest", "side": "second"}, WRITTEN)
    wrong += looked_at(phone, "two protests")
    goes_to(phone, table, NOTHING, by_hand(winner="white", points=5))
    phone.tap("more", "striker")
    wrong += looked_at(phone, "striker")
    phone.closes()
    goes_to(phone, table, *ended("black", 12), PLAY, *stands("white", 1, 9, queen="white"), WHITE)
    wrong += looked_at(phone, "change of seats")
    goes_to(phone, table, {"do": "give-up", "side": "second", "why": "retired"})
    wrong += looked_at(phone, "end")
    phone.tap("to-sheet")
    wrong += looked_at(phone, "score sheet")
    phone.visitor.goes(f"/watch/{table.watch}").until("document.querySelector('.w-game-table')")
    wrong += looked_at(phone, "spectators")

    assert "\n".join(wrong) == ""


def test_a_ruling_comes_up_once_when_the_page_opens(house: House, visits: Visits) -> None:
    """What arrives after it, as the names of incidents do, does not say it again."""
    table = Table(house, *SINGLES, PLAY, WHITE)
    visitor = visits(**PHONE)
    visitor.context.add_init_script(
        "window.came = 0;"
        "addEventListener('animationstart', ({ animationName: a }) => (window.came += a === 'said'));"
    )
    visitor.goes(f"/umpire/{table.token}")
    visitor.until("window.carrom?.idle?.() && carrom.client.catalogue && window.came > 0")
    visitor.page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    assert visitor.page.evaluate("window.came") == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_can_be_read_by_day_and_by_night(house: House, visits: Visits, scheme: str) -> None:
    """The paper is light or dark as the phone wants it, and every key stands out from what lies under it."""
    table = Table(house, *SINGLES, PLAY, WHITE)
    phone = Phone(visits, table, color_scheme=scheme)
    phone.visitor.until("!document.getAnimations().length")
    paper, faint = phone.visitor.page.evaluate(CONTRASTS)

    assert (paper > 0.5) == (scheme == "light")
    assert faint == []
