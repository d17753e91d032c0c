"""The settings: one sheet on every screen, kept on the device; whatever is set is to be seen at once."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser
from tests.browser.house import House
from tests.browser.pseudo import CUT
from tests.browser.screens import NOT_THERE, SETTINGS, arrives, screens
from tests.browser.visitor import Visitor, Visits

GROUPS = ["sound", "play", "pace", "looks", "page"]
OF_UMPIRE = ["sound", "looks", "page"]
SHOWN = "[...document.querySelectorAll('.settings h3')].map((each) => each.id.replace('settings-', ''))"
PREFS = (
    "async (what) => { const prefs = await import('/static/shared/prefs.js'); return what.map(prefs.get); }"
)
WOOD = """(() => {
  const wood = carrom.board.stage.wood;
  return [...wood.getContext("2d").getImageData(wood.width / 3, wood.height / 2, 1, 1).data].join();
})()"""
SPIED = """async (speed) => {
  const prefs = await import("/static/shared/prefs.js");
  const { board, screen } = carrom;
  const now = carrom.state();
  const trace = { duration: 2, pieces: ["striker", "white"], hash: "", start: [[0, 0], [0, 0]],
    segments: "", rest: [[0, 0], null],
    events: btoa(String.fromCharCode(...new Uint8Array(Float64Array.of(1.5, 5, 1, 0, 1, 0, 0).buffer))) };
  const rates = (after) => {
    let seen = [];
    board.play = (_, { rate, onEnd }) => {
      seen = [0.5, 1.5, 1.9].map((time) => rate(time) / carrom.speed);
      setTimeout(onEnd);
      return { stop() {} };
    };
    return screen.surface.play({ trace, after }).then(() => seen);
  };
  const ended = { ...now, boards: [...now.boards, {}] };
  const shown = [await rates(now), await rates(ended)];
  prefs.set("speed", speed);
  shown.push(await rates(now), await rates(ended));
  prefs.set("slow-motion", false);
  return [...shown, await rates(ended)];
}"""
"""How fast a stroke is shown early, while its coin falls, and after; with and without the end of a board."""


def opens(who: Visitor) -> Visitor:
    who.clicks(SETTINGS)
    who.find(".settings").wait_for()
    return who


def at_table(house: House, visits: Visits, **how: object) -> Visitor:
    made = house.room(kind="screen")
    return visits(f"/table/{made['room']}#{made['links'][0]['token']}", **how).sits()


@dataclass(frozen=True)
class Seen:
    """A screen on a phone: what is cut off, how wide it is, and which groups its settings have if opened."""

    where: str
    cut: list[str]
    wide: int
    groups: list[str] | None


@pytest.fixture(scope="module")
def tour(browser: Browser, house: House) -> list[Seen]:
    return tour_of(browser, house, [(path, press) for path, press in screens(house) if not press])


def tour_of(browser: Browser, house: House, there: list[tuple[str, str]]) -> list[Seen]:
    """Screens on a phone, in German, which has the longest words, and with the largest text."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    who = Visitor(browser, house.url, locale="de-DE", service_workers="block", **phone)
    who.bears(NOT_THERE)
    who.goes("/").sees("localStorage.setItem('carrom.text', '\"largest\"')")
    seen = []
    for path, press in there:
        arrives(who, path, press)
        cut = who.page.evaluate(CUT)
        wide = who.sees("document.documentElement.scrollWidth")
        has_settings = not press and not path.startswith("/wall")
        groups = opens(who).sees(SHOWN) if has_settings else None
        seen.append(Seen(f"{path} {press}", cut, wide, groups))
    assert who.leaves() == []
    return seen


def test_the_settings_are_on_every_screen(tour: list[Seen]) -> None:
    """The umpire's page shows those that concern it."""
    seen = {each.where.split("#")[0]: each.groups for each in tour if each.groups is not None}

    assert_settings(seen)


@pytest.mark.long
def test_the_settings_are_on_every_screen_of_a_wide_window(house: House, visits: Visits) -> None:
    """Each day they are opened on a phone, where the text is looked at too."""
    who = visits(service_workers="block")
    who.bears(NOT_THERE)
    seen = {}
    for path, press in screens(house):
        if press or path.startswith("/wall"):
            continue
        arrives(who, path, "")
        seen[path.split("#")[0]] = opens(who).sees(SHOWN)

    assert_settings(seen)


def assert_settings(seen: dict[str, list[str]]) -> None:
    assert len(seen) > 12
    for path, groups in seen.items():
        assert groups == (OF_UMPIRE if path.startswith(("/umpire", "/watch")) else GROUPS), path


def test_what_is_set_is_seen_at_once_kept_and_reset(house: House, visits: Visits) -> None:
    who = opens(at_table(house, visits, color_scheme="dark"))
    root = "document.documentElement"
    look = (
        f"[getComputedStyle({root}).backgroundColor, getComputedStyle({root}).fontSize,"
        f" {root}.hasAttribute('data-patterns'), {WOOD}]"
    )
    first = who.sees(look)
    for chosen in ("theme-light", "text-largest", "board-slate", "coins-ivory", "speed-fast"):
        who.clicks(f"label:has(#{chosen})")
    who.clicks("[data-key=patterns]")
    who.clicks("[data-key=patient]")
    who.find("#loudness").fill("30")
    who.until(f"{WOOD} !== {first[3]!r}")
    who.find("#setting-lang").focus()
    who.find("#setting-lang").select_option("fr")
    who.until("document.querySelector('.settings-sheet h2')?.textContent === 'Réglages'")
    keys = ["theme", "text", "board", "coins", "speed", "patterns", "patient", "loudness", "lang"]
    changed = who.sees(look)
    kept = who.page.evaluate(PREFS, keys)
    focus = who.sees("document.activeElement.id")
    who.page.reload()
    who.sits()
    who.until(f"{WOOD} === {changed[3]!r}")
    again = who.sees(look)
    opens(who)
    who.clicks("#reset-settings")
    who.until(f"document.documentElement.lang === 'en' && {WOOD} === {first[3]!r}")

    assert kept == ["light", "largest", "slate", "ivory", "fast", True, False, 0.3, "fr"]
    assert all(one != other for one, other in zip(first, changed, strict=True))
    assert (focus, again) == ("setting-lang", changed)
    assert who.sees(look) == first
    assert who.sees("Object.keys(localStorage).filter((key) => !/rooms|taught/.test(key))") == []


@pytest.mark.parametrize("wants", [True, False], ids=["more", "nothing special"])
def test_the_first_values_are_those_of_the_system(visits: Visits, wants: bool) -> None:
    """Its language, its theme, less movement and more contrast, where it says so."""
    wish = {"reduced_motion": "reduce", "contrast": "more", "color_scheme": "light", "locale": "de-AT"}
    who = opens(visits("/", **(wish if wants else {"color_scheme": "dark"})))

    assert who.sees("document.documentElement.dataset.theme") == ("light" if wants else "dark")
    assert who.find(".settings-sheet h2").inner_text() == ("Einstellungen" if wants else "Settings")
    assert who.find("[data-key=patterns]").is_checked() == wants
    assert who.find("[data-key=slow-motion]").is_checked() != wants


def test_the_settings_are_reached_and_left_by_keys(visits: Visits) -> None:
    """Every control has a name; the focus comes back to where it was."""
    who = visits("/")
    who.tabs_to(SETTINGS)
    who.page.keyboard.press("Enter")
    who.find(".settings").wait_for()
    who.tabs_to("[data-key=sound]")
    who.page.keyboard.press("Space")
    muted = who.find("#loudness").is_disabled()
    nameless = who.sees(
        "[...document.querySelectorAll('.settings :is(input, select, button)')]"
        ".filter((each) => !(each.labels?.[0] ?? each).textContent.trim()).map((each) => each.outerHTML)"
    )
    who.page.keyboard.press("Escape")
    who.until("!document.querySelector('dialog')")

    assert muted
    assert nameless == []
    assert who.sees("document.activeElement.id") == "settings"
    assert who.page.evaluate(PREFS, ["sound"]) == [False]


def test_strokes_are_as_fast_as_set_and_the_last_coin_falls_slowly(house: House, visits: Visits) -> None:
    who = at_table(house, visits)
    plain, slow, fast, fast_slow, never = who.page.evaluate(SPIED, "fastest")

    assert plain == pytest.approx([1, 1, 1])
    assert slow == pytest.approx([1, 0.3, 1])
    assert fast == pytest.approx([4, 4, 4])
    assert fast_slow == pytest.approx([4, 0.3, 4])
    assert never == fast


def test_less_movement_knows_no_slow_motion(house: House, visits: Visits) -> None:
    who = at_table(house, visits, reduced_motion="reduce")
    who.page.evaluate("import('/static/shared/prefs.js').then((prefs) => prefs.set('slow-motion', true))")

    assert who.page.evaluate(SPIED, "normal")[1] == pytest.approx([1, 1, 1])


def test_the_table_fills_the_screen_and_gives_it_back(house: House, visits: Visits) -> None:
    who = at_table(house, visits)
    who.clicks("[data-tool=full-screen]")
    who.until("document.fullscreenElement !== null")
    who.until("document.querySelector('[data-tool=full-screen]').ariaPressed === 'true'")
    who.clicks("[data-tool=full-screen]")
    who.until("document.fullscreenElement === null")
    who.until("document.querySelector('[data-tool=full-screen]').ariaPressed === 'false'")


def test_the_largest_text_is_not_cut_off_on_a_phone(tour: list[Seen]) -> None:
    """Each day every page; what is pressed there, and opens a part of it, in the long run."""
    assert_fits(tour)


@pytest.mark.long
def test_the_largest_text_is_not_cut_off_in_what_opens_on_a_phone(browser: Browser, house: House) -> None:
    """Menus, sheets and dialogs."""
    assert_fits(tour_of(browser, house, [(path, press) for path, press in screens(house) if press]))


def assert_fits(seen: list[Seen]) -> None:
    wrong = [f"{each.where}: {cut}" for each in seen for cut in each.cut]
    wrong += [f"{each.where}: {each.wide} px wide" for each in seen if each.wide > 390]

    assert "\n".join(wrong) == ""
