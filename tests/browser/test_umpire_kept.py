"""What an umpire has entered is kept: a server is killed, a page is left, another phone goes on."""

from __future__ import annotations

from playwright.sync_api import Route
from tests.browser.house import House
from tests.browser.phone import PLAY, SINGLES, Phone, Table
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


def test_two_taps_of_one_finger_are_one_stroke(house: House, visits: Visits) -> None:
    """On a key that stays where it is, and on one that gives way to another: whatever lies there by then."""
    table = Table(house, *SINGLES)
    phone = Phone(visits, table)
    phone.visitor.sees("carrom.speed = 0.25")  # A machine that is busy taps slowly.
    for name, kind in (("play", "play-called"), ("own-coin", "struck"), ("stroke-nothing", "struck")):
        before = table.kinds
        x, y = middle(phone, name)
        phone.visitor.page.touchscreen.tap(x, y)
        phone.visitor.page.touchscreen.tap(x, y)
        phone.visitor.until(f"carrom.view().v > {len(before)} && carrom.idle()")
        assert table.kinds == [*before, kind]
    phone.tap("stroke-nothing")
    assert table.kinds == [*before, kind, "struck"]


def middle(phone: Phone, name: str) -> tuple[float, float]:
    """Where a finger falls that means that key."""
    while True:
        box = phone.key(name).bounding_box()
        if box is not None:  # Drawn anew just now, it has no place yet.
            return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


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
