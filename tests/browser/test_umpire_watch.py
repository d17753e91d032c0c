"""Those who look on: by a link that enters nothing, over a video, on a wall; and the organiser's list."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from tests.browser.house import ROOT, House
from tests.browser.phone import BLACK, NOTHING, PHONE, PLAY, SINGLES, WHITE, Json, Table
from tests.browser.visitor import Visitor, Visits

QUEEN: Json = {"do": "stroke", "pocketed": ["queen"]}
LIVE = "document.querySelector('.w-coins')"


def left(who: Visitor) -> list[int]:
    """The coins that a spectator sees on the board: of the first side, of the second."""
    seen: list[str] = who.find(".w-coins").evaluate_all("(all) => all.map((each) => each.dataset.left)")
    return [int(each) for each in seen]


def test_a_spectator_follows_the_match_and_can_enter_nothing(house: House, visits: Visits) -> None:
    """Every stroke shows at once; the link is refused wherever it would change or try something."""
    table = Table(house, *SINGLES, PLAY)
    who = visits(f"/watch/{table.watch}", **PHONE)
    who.until(LIVE)
    assert left(who) == [9, 9]
    table.does(WHITE)
    who.until("document.querySelector('.w-coins').dataset.left === '8'")
    table.does(QUEEN, WHITE, NOTHING, BLACK)
    who.until("document.querySelectorAll('.w-coins')[1].dataset.left === '8'")
    assert left(who) == [7, 8]
    assert "Ben" in who.find(".w-now").inner_text()
    assert who.find(".w-side").first.locator(".w-note.queen").count() == 1

    assert who.find("[data-testid], form, input, main .button").count() == 0
    v = table.view["v"]
    assert table.refuses(NOTHING, token=table.watch) == (403, "room/token")
    assert table.refuses({"do": "undo", "to": 1}, token=table.watch) == (403, "room/token")
    assert table.view["v"] == v
    shown = house.get(f"/api/desk/{table.watch}")
    assert (shown["umpire"], shown["next"], shown["view"]["can"], shown["view"]["log"]) == (
        False,
        None,
        None,
        [],
    )
    assert table.token not in str(shown)

    who.goes(f"/umpire/{table.watch}").until(f"location.pathname === '/watch/{table.watch}'")
    who.until(LIVE)
    assert left(who) == [7, 8]


def test_a_spectator_s_page_comes_back_with_the_server(house: House, visits: Visits) -> None:
    """It says that it is not live any more, and goes on by itself."""
    table = Table(house, *SINGLES, PLAY)
    who = visits(f"/watch/{table.watch}", **PHONE)
    who.bears(r"net::ERR_|WebSocket connection")
    who.until(LIVE)
    house.kill()
    who.until("document.querySelector('.w-watch.stale')")
    house.open()
    table.does(WHITE)
    who.until("!document.querySelector('.w-watch.stale')")
    who.until("document.querySelector('.w-coins').dataset.left === '8'")


def test_an_overlay_lets_the_picture_through(house: House, visits: Visits) -> None:
    """Nothing but the bar has a colour of its own, and the bar has names, score, coins, queen and turn."""
    table = Table(house, *SINGLES, PLAY, WHITE)
    who = visits(f"/overlay/{table.watch}", viewport={"width": 1920, "height": 1080})
    bar = who.find(".w-overlay")
    bar.wait_for()

    behind = who.sees(
        """(() => {
          const found = [];
          for (let at = document.querySelector(".w-overlay").parentElement; at; at = at.parentElement) {
            const { backgroundColor, backgroundImage } = getComputedStyle(at);
            found.push(`${backgroundColor} ${backgroundImage}`);
          }
          return found;
        })()"""
    )
    assert len(behind) >= 3
    assert set(behind) == {"rgba(0, 0, 0, 0) none"}
    assert who.find("body > header").count() == 0
    assert left(who) == [8, 9]
    assert "Asha" in bar.inner_text()
    assert bar.locator(".w-o-side.waited").inner_text().startswith("Asha")
    assert bar.locator(".w-note.free").count() == 1
    table.does(NOTHING)
    bar.locator(".w-o-side.second.waited").wait_for()


def test_a_wall_shows_several_tables(house: House, visits: Visits) -> None:
    """Each by its own link, and each live."""
    names = (("Asha", "Ben"), ("Cleo", "Dev"), ("Emma", "Farid"))
    tables = [
        Table(
            house,
            {**SINGLES[0], "first": [one], "second": [other], "place": str(n)},
            SINGLES[1],
            {"do": "seat", "seats": [["south", one], ["north", other]]},
            PLAY,
        )
        for n, (one, other) in enumerate(names, 1)
    ]
    who = visits("/wall#" + ",".join(table.watch for table in tables))
    who.until("document.querySelectorAll('.w-tile').length === 3")
    tiles = who.find(".w-tile").all_inner_texts()
    assert all(one in said and other in said for (one, other), said in zip(names, tiles, strict=True))

    tables[1].does(WHITE)
    who.until("document.querySelectorAll('.w-tile')[1].querySelector('.w-coins').dataset.left === '8'")
    assert left(who) == [9, 9, 8, 9, 9, 9]


UNEVEN = """(() => {
  const found = [];
  for (const coin of document.querySelectorAll(".coin, .w-dot, svg")) {
    const { width, height } = coin.getBoundingClientRect();
    if (width % 1 || height % 1 || width !== height) found.push([coin.className, width, height]);
  }
  for (const row of document.querySelectorAll(".w-coins")) {
    const all = [...row.children].map((each) => each.getBoundingClientRect());
    const seen = all.filter(({ width }) => width > 0);
    const [one, other = one] = seen.map(({ left }) => left);
    if ((other - one) % 1) found.push(["apart", other - one]);
  }
  return found;
})()"""
"""Discs that are no whole pixels large or apart: each of a row would be blurred another way."""


@pytest.mark.parametrize("width", [390, 820, 1440, 1917])
@pytest.mark.parametrize("page", ["watch/{}", "overlay/{}", "wall#{}"])
def test_discs_are_drawn_on_whole_pixels(house: House, visits: Visits, page: str, width: int) -> None:
    table = Table(house, *SINGLES, PLAY, WHITE, QUEEN)
    who = visits("/" + page.format(table.watch), viewport={"width": width, "height": 900})
    who.until(LIVE)

    assert who.find(".coin").count() >= 18
    assert who.sees(UNEVEN) == []


@pytest.fixture
def organised(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """A hall as `carrom umpire --web` opens it: the organiser's link, and invitations to two tables."""
    command = ["umpire", "--web", "--local", "--tables", "2", "--port", "0", "--data", str(tmp_path)]
    with subprocess.Popen(
        [sys.executable, "-m", "carrom", *command],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        tables: list[str] = []
        try:
            for line in server.stdout:
                if re.fullmatch(r"http://\S+/umpire#join=[\w-]+", line.strip()):
                    tables.append(line.strip())
                if re.fullmatch(r"http://\S+/umpire#key=\S+", line.strip()):
                    yield line.strip(), tables
                    break
        finally:
            server.terminate()


def test_the_organiser_sees_every_table(organised: tuple[str, list[str]], browser: Browser) -> None:
    """With the key all tables, new ones and invitations; without it, none. No address has the key."""
    link, _ = organised
    url, _, key = link.partition("/umpire#key=")
    who = Visitor(browser, url, **PHONE)
    asked: list[str] = []
    who.page.on("request", lambda request: asked.append(request.url))
    who.goes(f"/umpire#key={key}")
    who.bears("status of 403")
    who.until("document.querySelectorAll('[data-testid=listed-table]').length === 2")
    assert who.page.url == f"{url}/umpire"
    assert [each for each in asked if key in each.partition("#")[0]] == []

    who.find("#new-place").fill("Board 3")
    who.find("[data-testid='make-table']").tap()
    invitation = who.find("dialog .link-line input")
    invitation.wait_for()
    who.until("document.querySelector('dialog .qr')?.naturalWidth")
    umpire = Visitor(browser, url, **PHONE).goes(invitation.input_value())
    umpire.until("window.carrom?.view?.()?.stage === 'to-begin' && carrom.idle()")
    assert "Board 3" in who.find("[data-testid='listed-table']").first.inner_text()
    assert who.find("[data-testid='listed-table']").count() == 3
    assert umpire.leaves() == []

    who.goes(f"/umpire?key={key}")  # A bookmark of 0.5.0.
    who.until("document.querySelectorAll('[data-testid=listed-table]').length === 3")
    assert who.page.url == f"{url}/umpire"
    asked_of_api = [each for each in asked if "/api/" in each]
    assert [each for each in asked_of_api if key in each] == []

    who.goes("/umpire#key=guessed").until("document.querySelector('.banner.bad')")
    assert who.find("[data-testid='listed-table']").count() == 0
    who.goes("/umpire").find("[data-testid='new-table']").tap()
    who.until("document.querySelector('#refused')")
    assert who.leaves() == []


def test_an_invitation_of_the_organiser_replaces_the_umpire(
    organised: tuple[str, list[str]], browser: Browser
) -> None:
    """The first phone says that the table was handed over, and watches; the printed link is used up."""
    link, (printed, _) = organised
    url, _, key = link.partition("/umpire#key=")
    first, organiser, second, late = (Visitor(browser, url, **PHONE) for _ in range(4))
    late.bears("status of 404")
    first.goes(printed).until("window.carrom?.view?.()?.stage === 'to-begin' && carrom.idle()")
    organiser.goes(f"/umpire#key={key}").find("[id^='link-umpire-']").last.wait_for()
    tables = organiser.find("[data-testid='listed-table']").all_inner_texts()
    row = next(n for n, said in enumerate(tables) if "Table 1" in said)
    organiser.find("[id^='link-umpire-']").nth(row).tap()
    invitation = organiser.find("dialog .link-line input")
    invitation.wait_for()
    second.goes(invitation.input_value()).until(
        "window.carrom?.view?.()?.stage === 'to-begin' && carrom.idle()"
    )
    first.until("location.pathname.startsWith('/watch/')")
    late.goes(printed).until("document.querySelector('main h1')")

    assert second.sees("carrom.client.desk.umpire") is True
    assert "used or withdrawn" in late.text()
    for who in (first, organiser, second, late):
        assert who.leaves() == []


def test_an_umpire_who_has_mistyped_a_name_begins_again_where_the_organiser_makes_the_tables(
    organised: tuple[str, list[str]], browser: Browser
) -> None:
    """The form comes back as it was filled in, on a table that this umpire may use."""
    _, (link, _) = organised
    url, _, code = link.partition("/umpire#")
    who = Visitor(browser, url, **PHONE).goes(f"/umpire?event=Club+evening#{code}")
    who.bears("status of 403")
    who.until("window.carrom?.client && carrom.idle()")
    token = who.sees("location.pathname")
    assert who.find("#event").input_value() == "Club evening"
    who.find("#name-0").fill("Asah")
    who.find("#name-2").fill("Ben")
    who.find("#begin").tap()
    who.until("carrom.view().stage === 'to-toss' && carrom.idle()")
    who.find("[data-testid='again']").tap()
    who.find("[data-testid='begin-again']").tap()
    who.until(f"location.pathname !== {token!r} || document.querySelector('.banner.bad')")

    assert who.find(".banner.bad").all_inner_texts() == []
    assert who.find("#name-0").input_value() == "Asah"
    assert who.leaves() == []
