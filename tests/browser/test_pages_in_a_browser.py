"""Every page in a browser: every language, both themes, a narrow screen, and what it weighs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Response, Route
from tests.browser.house import House
from tests.browser.pseudo import PSEUDO, shortcomings
from tests.browser.screens import NOT_THERE, SETTLED, arrives, game_screens
from tests.browser.visitor import Visitor, Visits
from tools.pseudo_languages import write

from carrom.i18n import LANGUAGES

MOST_BYTES = 200_000
NARROW = 360

EVERYTHING_SAID = """(() => {
  const named = ["aria-label", "aria-valuetext", "title", "placeholder", "alt"];
  const said = [document.title];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) said.push(words.currentNode.data);
  for (const each of document.querySelectorAll("*"))
    said.push(...named.map((name) => each.getAttribute(name) ?? ""));
  return said.join("\\n");
})()"""

KEY = r"\b(web|why|then|ruling|board|play|incident|umpire|table|sheet)\.[a-z][\w-]*(\.[\w-]+)*|\{\w+\}"
"""A phrase that is not there shows as its key; one without an argument as its placeholder."""

PRESSED = (
    "button, input, label.choice, label.check, select, textarea, summary, nav a,"
    " a:is(.button, .chip, .card, .site-name)"
)

SMALL = f"""[...document.querySelectorAll({PRESSED!r})]
  .filter((each) => each.checkVisibility({{ visibilityProperty: true, opacityProperty: true }}))
  .filter((each) => !each.closest(".sr") && !each.matches(".law"))
  .map((each) => [each, (each.matches("[type=radio], [type=checkbox]") && each.closest("label")) || each])
  .map(([each, target]) => [each.outerHTML.slice(0, 120), target.getBoundingClientRect()])
  .filter(([, {{ width, height }}]) => width && height && (height < 43.5 || width < 43.5))
  .map(([each, {{ width, height }}]) => `${{Math.round(width)}} x ${{Math.round(height)}}: ${{each}}`)"""
"""What is to be pressed and smaller than a finger; paragraphs cited within a text are words."""

CHOOSE = """(lang) => {
  const menu = document.querySelector("#lang");
  menu.value = lang;
  menu.dispatchEvent(new Event("change"));
}"""


@dataclass(frozen=True)
class Seen:
    """A page in one language: what it says and failed to say, its width, what is too small or cut off."""

    where: str
    lang: str
    says: str
    raw: list[str]
    wide: int
    small: list[str]
    wrong: list[str]


def seen(who: Visitor, where: str) -> Seen:
    language, says, wide = who.sees(
        "[document.documentElement.lang, document.querySelector('main').innerText,"
        " document.documentElement.scrollWidth]"
    )
    raw = [found[0] for found in re.finditer(KEY, who.sees(EVERYTHING_SAID))]
    wrong = shortcomings(who.page, language) if language in PSEUDO else []
    return Seen(where, language, says, raw, wide, who.sees(SMALL), wrong)


@pytest.fixture(scope="module")
def languages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Beside the languages there are, two in which an untranslated sentence shows."""
    folder = tmp_path_factory.mktemp("languages")
    write(folder)
    return folder


@pytest.fixture(scope="module")
def tour(browser: Browser, house: House) -> list[list[Seen]]:
    """Every page on a narrow screen, in each language, one chosen after the other."""
    phone = {"viewport": {"width": NARROW, "height": 740}, "has_touch": True, "is_mobile": True}
    who = Visitor(browser, house.url, **phone)
    who.bears(NOT_THERE)
    pages: list[list[Seen]] = []
    for path, press in game_screens(house):
        arrives(who, path, press)
        pages.append([])
        for lang in (*LANGUAGES, *PSEUDO):
            # Not by a tap: a dialog may lie over the menu.
            who.page.evaluate(CHOOSE, lang)
            who.until(f"document.documentElement.lang === {lang!r} && {SETTLED}")
            pages[-1].append(seen(who, f"{path} {press}"))
    assert who.leaves() == []
    return pages


def test_every_page_speaks_every_language(tour: list[list[Seen]]) -> None:
    """No key of a phrase shows, no placeholder is left open."""
    for page in tour:
        assert len({each.says for each in page}) == len(page), page[0].where
    assert [(each.where, each.lang, each.raw) for page in tour for each in page if each.raw] == []


def test_no_page_has_a_sentence_untranslated_or_cut_off(tour: list[list[Seen]]) -> None:
    """A third longer than in English, and from right to left."""
    assert [
        f"{each.where} {each.lang}: {wrong}" for page in tour for each in page for wrong in each.wrong
    ] == []


def test_on_a_narrow_screen_nothing_is_cut_off_and_fingers_find_everything(tour: list[list[Seen]]) -> None:
    """At 360 pixels no page scrolls sideways, and nothing to be pressed is smaller than 44."""
    pages = [each for page in tour for each in page]

    assert [(page.where, page.lang, page.wide) for page in pages if page.wide > NARROW] == []
    assert [(page.where, page.lang, page.small) for page in pages if page.small] == []


def facts(table: dict[str, Any]) -> dict[str, Any]:
    """A table without what is said of it."""
    return {**table, "asks": {**table["asks"], "text": ""}, "standing": ""}


def test_the_language_changes_in_the_middle_of_a_game(house: House, visits: Visits) -> None:
    """The game stays as it was; calls and log are said again in the other language."""
    made = house.room(kind="screen")
    who = visits(f"/table/{made['room']}#{made['links'][0]['token']}", locale="fr-FR").sits()
    v = who.v
    who.clicks(".strike")
    table = who.rests(v + 3)
    who.page.evaluate("carrom.screen.setAim({ x: 0.03, angle: 1.4, power: 0.3 })")
    aim = who.sees("{ ...carrom.screen.aim }")
    french = [who.find(each).inner_text() for each in (".asks .headline", ".call", ".log-list")]
    who.speaks("en")
    who.until("document.documentElement.lang === 'en'")
    who.until("/Asha: .* pocketed\\./.test(document.querySelector('.log-list').textContent)")
    english = [who.find(each).inner_text() for each in (".asks .headline", ".call", ".log-list")]

    assert facts(who.table) == facts(table)
    assert who.sees("{ ...carrom.screen.aim }") == aim
    assert all(one != other for one, other in zip(french, english, strict=True))
    assert re.search(r"Asha: .* pocketed\.", english[2])

    for tool in ("[data-tool=help]", "[data-act=links]", "[data-act=more]"):
        who.clicks(tool)
        who.until(f"document.querySelector('dialog') && {SETTLED}")
        assert seen(who, tool).raw == []
        who.page.keyboard.press("Escape")
        who.until("!document.querySelector('dialog')")

    who.clicks("[data-act=links]")
    who.find("dialog").wait_for()
    who.sees("history.pushState(null, '', '/how'), dispatchEvent(new PopStateEvent('popstate'))")
    who.until("document.querySelector('main h1')")
    assert who.find("dialog").count() == 0  # Who leaves a screen leaves its windows.


def late(route: Route) -> None:
    """What comes last must not push away what was shown before."""
    sleep(0.5)
    route.continue_()


@pytest.mark.parametrize("path", ["/laws?q=queen", "/laws?book=icf"])
def test_the_laws_fill_a_wide_screen_and_stand_in_one_column_on_a_phone(visits: Visits, path: str) -> None:
    """Side by side up to the right edge there; nothing beside another here."""
    boxes = "(all) => all.map((each) => each.getBoundingClientRect().toJSON())"
    shown = {}
    for width in (1440, 390):
        who = visits(path, viewport={"width": width, "height": 900})
        who.find(".law-item").first.wait_for()
        shown[width] = who.find(".law-item").evaluate_all(boxes)[:4]

    row = [box for box in shown[1440] if box["y"] == shown[1440][0]["y"]]
    assert len(row) > 1
    assert row[-1]["right"] > 0.95 * 1440
    assert len({box["x"] for box in shown[390]}) == 1


def test_the_laws_are_searched_linked_and_compared(visits: Visits) -> None:
    who = visits("/laws")
    who.find("#laws-search").fill("cover queen")
    who.until("document.querySelectorAll('.law-item mark').length")
    found = who.find(".law-item").count()
    cited = who.find(".law-item a.law-id").first
    path = cited.get_attribute("href") or ""
    cited.click()
    asked = who.find("[data-asked]")
    asked.wait_for()
    text = asked.locator(".law-text").inner_text()
    direct = visits()
    direct.context.route("**/laws/laws.css", late)
    direct.goes(path).find("[data-asked]").wait_for()
    direct.until(
        "[...document.styleSheets].some((each) => each.href.endsWith('/laws.css'))"
        " && ((box) => box.top >= 0 && box.bottom <= innerHeight)"
        "(document.querySelector('[data-asked]').getBoundingClientRect())"
    )
    who.clicks(".laws-nav a[href^='/laws?subject']")
    who.until("document.querySelectorAll('.side-by-side .column').length > 1")
    columns = who.find(".side-by-side .column h3").all_inner_texts()
    unknown = visits("/laws?law=" + quote("international-a 99"))
    french = visits("/laws?q=reine").find(".law-text[lang=fr][dir=ltr] mark").first

    assert found > 1
    assert direct.find("[data-asked] .law-text").inner_text() == text
    assert len(set(columns)) == len(columns) > 2
    assert french.inner_text() == "reine"
    assert "international-a 99" in unknown.find(".banner.bad").inner_text()


def test_the_umpire_rules_on_a_case_built_by_taps(visits: Visits) -> None:
    """A striker pocketed alone: the ruling, its paragraph, and the other rulebooks."""
    who = visits("/ask")
    ruling = who.find(".ask-ruling")
    ruling.locator(".ruling-text").wait_for()
    before = ruling.locator(".ruling-text").inner_text()
    who.clicks("[data-key='fell striker 1']")
    who.until(f"document.querySelector('.ask-ruling .ruling-text').textContent !== {before!r}")
    said = ruling.locator(".ruling-text").inner_text()
    cited = ruling.locator("button.law").first.inner_text()
    ruling.locator("button.law").first.click()
    who.find("dialog .law-text").wait_for()

    assert "striker" in said
    assert cited == "§ 3.11 a" == who.find("dialog h3.law-id").inner_text()
    assert ruling.locator(".verdicts, .verdicts-same").count() == 1


def test_the_way_to_a_first_stroke_weighs_little(visits: Visits) -> None:
    """Everything fetched from opening the first page to a table one can play at, as it goes over the wire."""
    who = visits()
    fetched: list[Response] = []
    who.page.on("response", lambda each: fetched.append(each))
    who.goes("/")
    who.clicks("#play")
    who.sits()
    who.until("carrom.screen.able")
    possible = who.sees("performance.now()")
    who.page.wait_for_load_state("networkidle")
    weights = {each.url: each.request.sizes()["responseBodySize"] for each in fetched if each.ok}
    heaviest = sorted(weights.items(), key=lambda each: -each[1])
    print(
        f"{sum(weights.values())} bytes; a stroke was possible after {possible:.0f} ms, with a click between"
    )

    assert len(weights) > 20
    assert sum(weights.values()) <= MOST_BYTES, heaviest
