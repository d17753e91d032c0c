"""The umpire's page in a hall without network: cut off, closed, opened again, and back."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route
from tests.browser.house import ROOT, House
from tests.browser.phone import PLAY, SINGLES, Phone, Table
from tests.browser.visitor import Visitor, Visits

AWAY = r"net::ERR_|WebSocket connection"
READY = "window.carrom?.client?.judging.state === 'ready'"
NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"


@pytest.fixture(scope="module")
def runtime() -> Path:
    """A data folder with the runtime, fetched once by npm and kept beside the tools."""
    kept = ROOT / ".venv" / "offline"
    command = [sys.executable, "-m", "carrom", "offline", "prepare", "--data", str(kept)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        missing = pytest.fail if os.environ.get("CI", "").lower() == "true" else pytest.skip
        missing(done.stderr)
    return kept


@pytest.fixture
def house(tmp_path: Path, runtime: Path) -> Iterator[House]:
    """A server of its own for each test, since each takes it away; prepared for halls without network."""
    shutil.copytree(runtime / "pyodide", tmp_path / "pyodide")
    house = House(tmp_path)
    try:
        yield house
    finally:
        house.close()
    assert house.complaints() == ""


def umpire(visits: Visits, table: Table, judge: bool = True) -> Phone:
    """An umpire's phone at a table, in time to have fetched a judge of its own."""
    phone = Phone(visits, table, service_workers="allow")
    phone.visitor.bears(AWAY)
    if judge:
        phone.visitor.until(
            f"{READY} && carrom.client.reopens && carrom.client.copy.record.v === carrom.view().v"
        )
    return phone


def client(phone: Phone, *names: str) -> list[Any]:
    seen: list[Any] = phone.visitor.sees(f"[{', '.join(f'carrom.client.{name}' for name in names)}]")
    return seen


def whole_board(phone: Phone) -> None:
    """White clears the board: a striker that costs a coin, the queen with a cover, and nine coins."""
    phone.tap("own-coin")
    phone.tap("tap-white", "tap-striker", "judge", "done")
    phone.tap("tap-queen", "judge", "own-coin")
    for _ in range(8):
        phone.tap("own-coin")


def test_a_board_is_played_without_the_server_and_the_page_opened_again(house: House, visits: Visits) -> None:
    """Every stroke is judged on the phone; closed and opened again it stands where it stood, and so does the
    server, once it is back: the rulings are the ones that the umpire was shown."""
    table = Table(house, *SINGLES, PLAY)
    phone = umpire(visits, table)
    house.kill()

    whole_board(phone)
    shown = phone.view
    assert client(phone, "link", "judge", "reopens") == ["offline", "here", True]
    assert shown["points"] == {"first": 12, "second": 0}
    assert "3.7" in phone.text

    phone.visitor.page.reload()
    phone.visitor.until(f"{READY} && carrom.client.judge === 'here'")
    phone.rests()
    assert phone.view == shown
    phone.tap("play", "stroke-nothing")
    after = phone.view
    pending = client(phone, "pending")[0]

    house.open()
    phone.visitor.until("carrom.client.pending === 0 && carrom.client.judge === 'server'")
    assert pending >= 12
    phone.rests()
    assert without_times(phone.view) == without_times(after)
    assert without_times(table.view) == without_times(after)


def without_times(view: Any) -> Any:
    return {**view, "log": [{**line, "at": ""} for line in view["log"]]}


@pytest.mark.long
def test_a_match_begins_without_the_server(house: House, visits: Visits) -> None:
    """The table was opened; who plays, the toss and the seats are tapped in with nobody there."""
    table = Table(house)
    phone = umpire(visits, table)
    house.kill()

    for request in (*SINGLES, PLAY, {"do": "stroke", "pocketed": ["white"]}):
        outcome = phone.visitor.page.evaluate("request => carrom.client.ask(request)", request)
        assert outcome == "judged"
    phone.visitor.until("carrom.client.catalogue?.rulebook === 'international-a'")
    phone.rests()
    assert phone.view["board"]["white"] == 8
    assert phone.shows("own-coin")

    house.open()
    phone.visitor.until("carrom.client.pending === 0 && carrom.client.link === 'online'")
    assert table.kinds == ["begun", "tossed", "seated", "play-called", "struck"]


@pytest.mark.long
def test_what_the_judge_on_the_phone_refuses_is_told_at_once_and_not_kept(
    house: House, visits: Visits
) -> None:
    """A refusal without the server is the server's own, and the desk goes on."""
    phone = umpire(visits, Table(house, *SINGLES, PLAY))
    house.kill()
    page = phone.visitor.page

    refused = page.evaluate(
        "() => carrom.client.ask({ do: 'stroke', pocketed: ['queen', 'queen'] }).catch((error) => error.code)"
    )
    tried = page.evaluate("() => carrom.client.preview({ do: 'stroke', pocketed: ['striker'] })")
    law = page.evaluate("() => carrom.client.law('international-a 3.11 a')")

    assert refused == "case/impossible"
    assert client(phone, "pending", "trouble") == [0, None]
    assert tried["ruling"]["findings"][0]["laws"] == ["international-a 3.11 a"]
    assert law["law"]["book"] == "international-a"
    assert phone.tap("stroke-nothing")["v"] == 5


@pytest.mark.long
def test_where_another_phone_went_on_the_umpire_decides_what_becomes_of_what_was_kept(
    house: House, visits: Visits
) -> None:
    """Two phones hold one table: what was tapped in the dark is not put on top by itself."""
    table = Table(house, *SINGLES, PLAY)
    phone = umpire(visits, table)
    phone.visitor.bears("409")
    phone.visitor.context.set_offline(True)
    phone.tap("own-coin")
    table.does({"do": "remark", "text": "by the other phone"})

    phone.visitor.context.set_offline(False)
    phone.visitor.until("carrom.client.trouble")
    assert phone.shows("trouble")
    assert client(phone, "trouble.error.code", "pending") == ["table/stale", 1]
    assert table.view["v"] == 5

    phone.tap("trouble-retry")
    phone.visitor.until("carrom.client.pending === 0")
    assert table.kinds[4:] == ["remarked", "struck"]
    phone.rests()
    assert phone.view["board"]["white"] == 8


def test_over_plain_http_an_open_page_works_on_and_a_closed_one_resumes_with_the_server(
    house: House, visits: Visits
) -> None:
    """Without a service worker the page says so; nothing that was tapped is lost by closing it."""
    table = Table(house, *SINGLES, PLAY)
    visitor = visits(viewport={"width": 390, "height": 844})
    visitor.context.add_init_script(NO_SERVICE_WORKER)
    visitor.bears(AWAY)
    visitor.goes(f"/umpire/{table.token}").until(READY)
    house.kill()

    assert visitor.page.evaluate("() => carrom.client.ask({ do: 'stroke', pocketed: ['white'] })") == "judged"
    visitor.page.evaluate("() => carrom.client.ask({ do: 'stroke' })")
    assert visitor.sees("[carrom.client.reopens, carrom.client.lasting, carrom.client.pending]") == [
        False,
        True,
        2,
    ]
    visitor.page.close()
    house.open()
    again = visitor.context.new_page()
    again.goto(f"/umpire/{table.token}")

    visitor.page = again
    visitor.until("window.carrom?.client?.pending === 0 && carrom.view().v === 6")
    assert table.kinds[4:] == ["struck", "struck"]


def test_a_server_that_is_not_prepared_gets_the_reports_when_it_is_back(
    house: House, visits: Visits, tmp_path: Path
) -> None:
    """Nobody judges meanwhile, and the page says so."""
    shutil.rmtree(tmp_path / "pyodide")
    table = Table(house, *SINGLES, PLAY)
    phone = umpire(visits, table, judge=False)
    phone.visitor.until("carrom.client.judging.state === 'not-prepared'")
    house.kill()

    phone.tap("stroke-nothing")
    phone.tap("stroke-nothing")
    assert client(phone, "judge", "pending") == ["nobody", 2]
    assert phone.view["v"] == 4
    assert "saved" in phone.text

    house.open()
    phone.visitor.until("carrom.client.pending === 0 && carrom.client.link === 'online'")
    assert table.kinds[4:] == ["struck", "struck"]
    phone.rests()
    assert phone.view["v"] == 6


def test_two_windows_of_one_browser_never_both_write(house: House, visits: Visits) -> None:
    """The newest has the table; the older says so, and can take it back."""
    table = Table(house, *SINGLES, PLAY)
    old = umpire(visits, table, judge=False)
    second = old.visitor.context.new_page()
    second.goto(f"/umpire/{table.token}")
    wait(second, "window.carrom?.client")

    old.visitor.until("carrom.client.elsewhere")
    assert not old.shows("stroke-nothing")
    old.tap("take-over")
    wait(second, "carrom.client.elsewhere")
    old.tap("stroke-nothing")
    assert table.view["v"] == 5
    wait(second, "carrom.view().v === 5")


def wait(page: Page, what: str) -> None:
    for _ in range(600):
        if page.evaluate(f"() => Boolean({what})"):
            return
        page.wait_for_timeout(50)
    raise AssertionError(what)


def test_a_judge_that_the_policy_stops_is_given_up_in_words(house: House, visits: Visits) -> None:
    """Without 'wasm-unsafe-eval' the runtime neither starts nor fails: only a time-out can say so."""
    visitor = visits()
    visitor.bears("wasm|WebAssembly|Content Security Policy|policy:")

    def strict(route: Route) -> None:
        answer = route.fetch()
        policy = answer.headers["content-security-policy"].replace(" 'wasm-unsafe-eval'", "")
        route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": policy})

    visitor.context.route("**/umpire/worker.js", strict)
    visitor.goes("/umpire")
    visitor.page.evaluate(
        """async () => {
          const { JudgeWorker } = await import("/static/umpire/judge/judge_worker.js");
          const runtime = await (await fetch("/api/offline")).json();
          window.judge = new JudgeWorker(runtime, () => {}, 3000);
        }"""
    )
    stopped(visitor)


def stopped(visitor: Visitor) -> None:
    visitor.until("window.judge.state === 'failed'")
    assert visitor.sees("window.judge.code") == "judge/timeout"
