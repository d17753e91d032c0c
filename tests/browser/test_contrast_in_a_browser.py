"""Every control can be read in every state: at rest, under the pointer, pressed, focused, disabled."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Error
from tests.browser.house import House
from tests.browser.screens import NOT_THERE, arrives, screens
from tests.browser.visitor import Visitor, Visits

CONTROLS = "a[href], button, input, select, textarea, summary, label.choice, label.check"

STATES = {
    "at rest": [],
    "under the pointer": ["hover"],
    "pressed": ["hover", "active"],
    "focused": ["focus", "focus-visible"],
}

KINDS = """(controls) => {
  const kinds = new Set();
  const seen = { visibilityProperty: true, opacityProperty: true };
  const kind = (each) => [each.tagName, each.type, each.className, each.disabled,
    each.ariaPressed, each.ariaCurrent, each.ariaDisabled, Boolean(each.querySelector("input:checked"))];
  for (const each of document.querySelectorAll(controls)) {
    if (!each.checkVisibility(seen) || each.closest(".sr")) continue;
    const mark = [each, each.parentElement, each.parentElement.parentElement].map(kind).join();
    each.toggleAttribute("data-kind", !kinds.has(mark));
    kinds.add(mark);
  }
}"""
"""Marks one control of each kind, since a page has hundreds."""

FAINT = """() => {
  const parsed = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const over = (top, below) => {
    const [r, g, b, a = 1] = top;
    return [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  // What lies under an element: one colour, or all of a gradient.
  const ground = (element) => {
    if (!element) return [[255, 255, 255]];
    const { backgroundColor, backgroundImage, backgroundSize } = getComputedStyle(element);
    const own = parsed(backgroundColor);
    const covers = backgroundSize === "auto"; // else a bar along the edge
    const paints = covers ? (backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? []).map(parsed) : [];
    const layers = paints.length ? paints : [own];
    const opaque = layers.every(([, , , a = 1]) => a === 1);
    const below = opaque ? [[0, 0, 0]] : ground(element.parentElement);
    return layers.flatMap((top) => below.map((each) => over(top, each)));
  };
  const alpha = (element) =>
    (element ? Number(getComputedStyle(element).opacity) * alpha(element.parentElement) : 1);
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const wrong = new Set();
  const look = (name, colour, least, element, under) => {
    const seen = parsed(colour);
    const share = (seen[3] ?? 1) * alpha(element);
    const worst = Math.min(...under.map((each) => contrast(over([...seen.slice(0, 3), share], each), each)));
    if (worst < least) wrong.add(`${name}: ${worst.toFixed(2)} (${colour} on ${under[0].map(Math.round)})`);
  };
  for (const control of document.querySelectorAll("[data-kind]")) {
    const name = `${control.tagName.toLowerCase()}.${control.className} ${control.id}`
      + ` “${(control.getAttribute("aria-label") ?? control.textContent).trim().slice(0, 30)}”`;
    const { outlineStyle, outlineColor, outlineWidth } = getComputedStyle(control);
    if (!control.disabled && outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) {
      look(`${name}, its outline`, outlineColor, 3, control, ground(control.parentElement));
    }
    if (control.matches("select, textarea, input:not([type=radio], [type=checkbox], [type=range])")) {
      const { color, borderTopColor, borderTopWidth } = getComputedStyle(control);
      look(name, color, 4.5, control, ground(control));
      if (!control.disabled && parseFloat(borderTopWidth) && parsed(borderTopColor)[3] !== 0) {
        look(`${name}, its edge`, borderTopColor, 3, control, ground(control.parentElement));
      }
      if (control.placeholder) {
        const faded = getComputedStyle(control, "::placeholder").color;
        look(`${name}, its placeholder`, faded, 4.5, control, ground(control));
      }
      continue;
    }
    for (const part of [control, ...control.querySelectorAll("*")]) {
      if (!shown(part)) continue;
      const { color, fontSize, fontWeight } = getComputedStyle(part);
      if (part instanceof SVGSVGElement) look(`${name}, its sign`, color, 3, part, ground(control));
      const words = [...part.childNodes].some((each) => each.nodeType === 3 && each.data.trim());
      if (!words) continue;
      const size = parseFloat(fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
      look(name, color, large ? 3 : 4.5, part, ground(part));
    }
  }
  return [...wrong];
}"""
"""What is fainter than 4.5 to 1, or than 3 to 1 where it is large, a sign or an edge (WCAG 2.2, AA)."""

CHOOSE = """(theme) => {
  document.dispatchEvent(new CustomEvent("look-chosen", { detail: { theme, text: "normal" } }));
}"""

DISABLED = """() => {
  for (const each of document.querySelectorAll("button, input, select, textarea")) each.disabled = true;
}"""


MOTIONLESS = "(document.getAnimations().forEach((each) => each.finish()), !document.getAnimations().length)"
"""Whatever fades into a state has arrived there."""


def faint(who: Visitor, *states: str) -> Iterator[str]:
    """What cannot be read in each state. The browser is told the state: there is but one pointer."""
    session = who.context.new_cdp_session(who.page)
    who.page.evaluate(KINDS, CONTROLS)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "[data-kind]"})["nodeIds"]
    forced: list[str] = []
    for state in states:
        # A new session has forced nothing.
        for node in nodes if STATES[state] != forced else ():
            with suppress(Error):  # A page that waits for others may have drawn it anew.
                session.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": STATES[state]})
        forced = STATES[state]
        who.until(MOTIONLESS)
        yield from (f"{state}: {each}" for each in who.page.evaluate(FAINT))
    session.detach()


def themed(who: Visitor, scheme: str) -> None:
    """Choose a theme as the settings do, at once."""
    who.page.evaluate(CHOOSE, scheme)
    assert who.sees("document.documentElement.dataset.theme") == scheme


@pytest.mark.parametrize(
    "schemes",
    [
        pytest.param(("light", "dark"), id="light, then dark"),
        pytest.param(("dark",), id="dark", marks=pytest.mark.long),
    ],
)
def test_every_control_can_be_read_in_every_state(
    house: House, visits: Visits, schemes: tuple[str, ...]
) -> None:
    """Every screen is opened once, and looked at in both themes; the long run opens it in the dark too."""
    narrow = {"viewport": {"width": 1000, "height": 860}}  # with the menu in the head
    who = visits(color_scheme=schemes[0], reduced_motion="reduce", service_workers="block", **narrow)
    who.bears(NOT_THERE)
    wrong = []
    for path, press in screens(house):
        arrives(who, path, press)
        assert who.sees("document.documentElement.dataset.theme") == schemes[0]
        where = f"{path} {press}"
        for scheme in schemes:
            themed(who, scheme)
            wrong += [f"{where} {scheme} {each}" for each in faint(who, *STATES)]
        who.page.evaluate(DISABLED)
        for scheme in reversed(schemes):
            themed(who, scheme)
            disabled = faint(who, "at rest", "under the pointer")
            wrong += [f"{where} {scheme} disabled, {each}" for each in disabled]

    assert "\n".join(wrong) == ""
