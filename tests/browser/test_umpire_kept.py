"""What an umpire has entered is kept: a server is killed, a page is left, another phone goes on."""

from __future__ import annotations

from playwright.sync_api import Route
from tests.browser.house import House
from tests.browser.phone import NOTHING, PHONE, PLAY, SINGLES, Phone, Table
from tests.browser.visitor import Visits

AWAY = r"net::ERR_|WebSocket connection"
SENT = "carrom.client.pending === 0 && carrom.client.link === 'online' && carrom.idle()"


def strokes(table: Table) -> list[str]:
    """What fell in each stroke of the record."""
    return [entry["report"]["stroke"] for entry in table.entries if entry["kind"] == "struck"]


def killed_under(phone: Phone, house: House, answered: bool) -> None:
    """The server dies with the next report: before it has it, or once it has it and cannot say so."""
    alive = [True]

    def dies(route: Route) -> None:
        if route.request.method != "POST" or not alive:
            return route.fallback()
        alive.clear()
        if answered:
            assert route.fetch().ok
        house.kill()
        return route.abort()

    phone.visitor.context.route(f"**/api/desk/{phone.table.token}", dies)


def test_a_killed_server_loses_nothing_and_doubles_nothing(house: House, visits: Visits) -> None:
    """Killed between two taps, under a report and under an answer on its way: each stroke is there once,
    whatever the page had heard of it."""
    table = Table(house, *SINGLES, PLAY)
    phone = Phone(visits, table)
    phone.visitor.bears(AWAY)
    phone.tap("own-coin")
    house.kill()
    phone.tap("own-coin")
    assert phone.visitor.sees("carrom.client.pending") == 1
    house.open()
    phone.visitor.until(SENT)
    assert strokes(table) == ["white", "white"]

    killed_under(phone, house, answered=True)
    phone.tap("own-coin")
    house.open()
    phone.visitor.until(SENT)
    assert strokes(table) == ["white"] * 3

    killed_under(phone, house, answered=False)
    phone.tap("own-coin")
    phone.tap("stroke-nothing")  # Nobody has judged the one before it.
    house.open()
    phone.visitor.page.reload()
    phone.visitor.until(f"window.carrom?.client && {SENT}")
    assert strokes(table) == [*["white"] * 4, "nothing"]
    view = phone.agrees()
    assert (view["board"]["white"], view["on_strike"]) == (5, "Ben")


def test_another_phone_goes_on_with_the_same_link(house: House, visits: Visits) -> None:
    """The page is reloaded, and the link opened on another phone: both stand where the record stands."""
    table = Table(house, *SINGLES, PLAY)
    old = Phone(visits, table)
    old.tap("own-coin", "tap-striker", "judge")
    before = old.agrees()
    old.visitor.page.reload()
    assert old.agrees() == before

    new = Phone(visits, table)
    assert new.agrees() == before
    new.tap("done", "own-coin")
    v = new.agrees()["v"]
    old.visitor.until(f"carrom.view().v === {v}")
    assert old.agrees() == new.agrees()
    assert old.shows("own-coin")


def test_two_phones_at_one_table_see_the_same(house: House, visits: Visits) -> None:
    """What one enters the other shows; of two reports of one stroke the later is refused, and says so."""
    table = Table(house, *SINGLES, PLAY)
    one, other = (Phone(visits, table) for _ in range(2))
    one.tap("own-coin")
    other.visitor.until("carrom.view().v === 5")
    assert other.agrees() == one.agrees()

    held: list[Route] = []

    def holds(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.fallback()

    other.visitor.context.route(f"**/api/desk/{table.token}", holds)
    other.visitor.bears("status of 409")
    other.key("own-coin").tap()
    while not held:
        other.visitor.page.wait_for_timeout(15)
    one.tap("own-coin")
    held[0].continue_()
    other.visitor.until("document.querySelector('.toast.bad') && carrom.view().v === 6")
    assert len(strokes(table)) == 2
    assert other.agrees() == one.agrees()


def test_another_phone_takes_over_and_this_one_watches(house: House, visits: Visits) -> None:
    """The new phone goes on from the same entry; the old one says so, and leads to the page to watch."""
    table = Table(house, *SINGLES, PLAY)
    old = Phone(visits, table)
    old.tap("own-coin")
    old.visitor.sees("carrom.speed = 1")  # There is time to read what it says.
    old.tap("more", "hand-over", "hand-over-make")
    old.visitor.until("document.querySelector('dialog .qr')?.naturalWidth")
    link = old.visitor.find("dialog .link-line input").input_value()
    new = visits(link, **PHONE)
    new.until("window.carrom?.client?.desk.umpire && carrom.idle()")
    old.visitor.find("[data-testid=handed-over]").wait_for()
    old.visitor.until(f"location.pathname === '/watch/{table.watch}'")

    assert new.sees("carrom.view().v") == table.view["v"]
    assert new.sees("location.pathname") not in (f"/umpire/{table.token}", "/umpire")
    assert table.refuses(NOTHING) == (403, "room/token")
    new.find("[data-testid='stroke-nothing']").tap()
    new.until("carrom.view().on_strike === 'Ben' && carrom.idle()")
    assert strokes(table) == ["white", "nothing"]


def test_what_a_phone_could_not_send_before_another_took_over_is_shown_there(
    house: House, visits: Visits
) -> None:
    """It is not entered, not lost without a word, and still there after a reload."""
    table = Table(house, *SINGLES, PLAY)
    old = Phone(visits, table)
    old.visitor.bears(AWAY + "|status of 403")
    old.tap("more", "hand-over", "hand-over-make")
    link = old.visitor.find("dialog .link-line input").input_value()
    old.closes()
    old.visitor.context.set_offline(True)
    old.visitor.until("carrom.client.link === 'offline'")
    old.tap("own-coin")
    new = visits(link, **PHONE)
    new.until("window.carrom?.client?.desk.umpire && carrom.idle()")
    old.visitor.context.set_offline(False)
    old.visitor.find("[data-testid=handed-over] .kept-list li").wait_for()
    old.visitor.page.reload()
    old.visitor.find("[data-testid=handed-over] .kept-list li").wait_for()

    assert strokes(table) == []
    assert "1 report from this phone was not entered" in old.text
