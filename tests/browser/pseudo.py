"""A page in a pseudo-language: what it says untranslated, and what of it is cut off."""

from __future__ import annotations

import re

from playwright.sync_api import Page
from tests.untranslated import untranslated

PSEUDO = {"en-XA": "ltr", "ar-XB": "rtl"}
"""The pseudo-languages with their directions."""

PEOPLE = ("Asha", "Ben", "Carla", "Dev", "Wolfeschlegelsteinhausen", "Maximiliana")
NAMES = frozenset([*PEOPLE, "Lyon", "Championnat", "de", "France", "played", "elsewhere"])
"""What people have written: names of players, clubs and events, and the reason of an umpire."""

NOT_SAID = re.compile(r"§ [a-z]+ \w+|[A-Z][a-z][a-z] \d+|[\u2066-\u2069]")
"""A paragraph with a word in its number, a date as the browser writes it, signs that only order a line."""

SAY_AGAIN = 20
"""So often, a tenth of a second apart, a page is looked at: the server has to say everything again."""

SAID = """() => {
  // What is typed or no text; and a law that was found by a word is shown in the language of the word.
  const other = "code, kbd, pre, textarea, script, style, noscript, #lang, #guest-lang, #setting-lang"
    + ", .law-text[lang]";
  const said = [document.title];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    if (!words.currentNode.parentElement.closest(other)) said.push(words.currentNode.data);
  }
  for (const each of document.querySelectorAll("*"))
    for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"])
      if (!each.closest(other)) said.push(each.getAttribute(name) ?? "");
  return said;
}"""

CUT = """() => {
  const cut = [];
  const named = (each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 60)}`;
  // What may be cut off: names of languages, players and events, and the ruling that a bar says again.
  const shown = (each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest(".sr, .skip, svg, [id$=lang], .desk-player, .desk-event, .player .name, .ask-bar");
  const hides = (overflow) => /hidden|clip/.test(overflow);
  for (const each of document.body.querySelectorAll("*")) {
    if (!each.textContent.trim() || each.clientWidth < 2 || !shown(each)) continue;
    const { overflowX, overflowY } = getComputedStyle(each);
    const wider = hides(overflowX) && each.scrollWidth > each.clientWidth + 1;
    const higher = hides(overflowY) && each.scrollHeight > each.clientHeight + 1;
    if (wider || higher) cut.push(`${named(each)}: cut off`);
  }
  const style = (each, name) => getComputedStyle(each)[name];
  const scrolls = (each) =>
    each && (/auto|scroll/.test(style(each, "overflowX")) || scrolls(each.parentElement));
  const boxOf = (each) =>
    /^inline$|contents/.test(style(each, "display")) ? boxOf(each.parentElement) : each;
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const parent = words.currentNode.parentElement;
    if (!words.currentNode.data.trim() || !shown(parent)) continue;
    const range = document.createRange();
    range.selectNode(words.currentNode);
    const { left, right } = range.getBoundingClientRect();
    const box = boxOf(parent).getBoundingClientRect();
    if (box.width < 2 || left === right) continue;
    const beyondScreen = (right > innerWidth + 1 || left < -1) && !scrolls(parent);
    if (beyondScreen) cut.push(`${named(parent)}: beyond the screen`);
    else if (right > box.right + 1 || left < box.left - 1) cut.push(`${named(parent)}: beyond its box`);
  }
  return cut;
}"""


MIRRORED = """[...document.querySelectorAll(".board-host, .slide-line, .seat-plan, .chairs, .transport")]
  .some((each) => getComputedStyle(each).direction === "rtl")"""

NAMED_BACKWARDS = """[...document.querySelectorAll(".player .name, :is(.w-one, .w-pair) > .w-line")]
  .some((each) => /^[A-Z]/.test(each.textContent) && getComputedStyle(each).direction === "rtl")"""
"""What does not fit is cut off where a line ends: a Latin name would lose its beginning."""


def shortcomings(page: Page, lang: str) -> list[str]:
    """What is wrong with a page as it is shown now."""
    wrong = _untranslated(page)
    for _ in range(SAY_AGAIN):
        if not wrong:
            break
        page.wait_for_timeout(100)
        wrong = _untranslated(page)
    if page.evaluate("document.documentElement.dir") != PSEUDO[lang]:
        wrong.append("runs the wrong way")
    if page.evaluate(MIRRORED):
        wrong.append("a board is mirrored, or what is measured on it")
    if page.evaluate(NAMED_BACKWARDS):
        wrong.append("a Latin name runs from right to left")
    return [*wrong, *page.evaluate(CUT)]


def _untranslated(page: Page) -> list[str]:
    said = (NOT_SAID.sub("", text) for text in page.evaluate(SAID))
    return [f"untranslated: {each}" for text in said for each in untranslated(text, NAMES, least=1)]
